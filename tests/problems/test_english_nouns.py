"""Singulars and plurals: what is written is read back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumc.problems.english_nouns import IRREGULAR, is_irregular_plural, plural, singular
from sumc.problems.units.things import is_plural

_NOUNS = """
apple bag book pencil shell day toy key boy monkey tray berry city country family lady box fox tax
bus minibus gas glass class dress boss atlas iris lens canvas virus octopus cactus circus quiz
waltz bench branch church lunch watch brush dish wish house horse rose vase purse nurse case
blouse cause prize size maze breeze tomato potato hero photo piano video shoe toe canoe oboe pie
tie movie cookie brownie smoothie selfie glove wave cave stove sleeve ache headache avalanche
cache knife wife leaf loaf shelf half wolf calf scarf thief child person man woman foot tooth
goose mouse ox use fuse excuse
"""


@pytest.mark.parametrize("noun", _NOUNS.split())
def test_the_plural_of_a_noun_is_read_as_the_noun(noun: str) -> None:
    assert singular(plural(noun)) == noun
    assert is_plural(plural(noun))


@pytest.mark.parametrize(
    ("noun", "expected"),
    [
        ("box", "boxes"),
        ("bus", "buses"),
        ("city", "cities"),
        ("day", "days"),
        ("quiz", "quizzes"),
        ("person", "people"),
        ("shelf", "shelves"),
        ("shoe", "shoes"),
        ("church", "churches"),
        ("y", "ies"),
    ],
)
def test_plurals_follow_the_rules_of_spelling(noun: str, expected: str) -> None:
    assert plural(noun) == expected


@pytest.mark.parametrize(
    ("word", "noun"),
    [
        ("firemen", "fireman"),
        ("policewomen", "policewoman"),
        ("echoes", "echo"),
        ("ties", "tie"),
        ("flies", "fly"),
        ("glass", "glass"),
        ("sheep", "sheep"),
        ("pencil", "pencil"),
    ],
)
def test_a_plural_is_read_whoever_wrote_it(word: str, noun: str) -> None:
    assert singular(word) == noun


def test_irregular_plurals_are_known_as_such() -> None:
    assert all(map(is_irregular_plural, IRREGULAR.values()))
    assert not any(map(is_irregular_plural, IRREGULAR))
    assert len(set(IRREGULAR.values())) == len(IRREGULAR), "each plural is of one noun"


@given(st.from_regex(r"[bcdfghklmnprt][aeiou][bdgklmnprt]{1,2}(er|y|le|sh|x)?", fullmatch=True))
def test_regular_nouns_come_back(noun: str) -> None:
    assert singular(plural(noun)) == noun
