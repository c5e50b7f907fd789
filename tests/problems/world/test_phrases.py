"""Phrases and words: mistakes are reported with file and line, and nothing is left unsaid."""

from pathlib import Path

import pytest

from sumc.errors import ProblemError
from sumc.problems.generator.schema import LanguageCode
from sumc.problems.world import languages_of_stories
from sumc.problems.world.casting import read_lexicon
from sumc.problems.world.checking import check_stories
from sumc.problems.world.english.grammar import GRAMMAR
from sumc.problems.world.kinds import KINDS, NOISE
from sumc.problems.world.language import load_language
from sumc.problems.world.phrases import Options, Phrases, Reader, WordSlot, read_phrases

PEOPLE = ("who", "other", "all")
every_language = pytest.mark.parametrize("code", languages_of_stories())


def mistakes_in(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "phrases.toml"
    path.write_text(text, encoding="utf-8")
    _, mistakes = read_phrases([path], Reader(GRAMMAR.word, GRAMMAR.verbs))
    return [str(each) for each in mistakes if "no file has phrases" not in each.message]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ('[eats]\nsay = "x"', 1, "no kind of fact is called 'eats'"),
        (
            '[start]\n\nsay = ["{who} {haves} {n thing}"]',
            3,
            "{haves} is not a role, number or verb",
        ),
        ('[start]\nsay = ["{who} has [{n thing}|some]"]', 2, "lack a number"),
        ('[start]\nsay = ["{who has"]', 2, "a brace is unmatched"),
        ('[start]\nask.m = ["how many"]', 2, "the kind has no such number"),
        ('[start]\ntell = ["{who} has {n thing}"]', 2, "unknown key"),
    ],
)
def test_a_mistake_is_told_with_its_line(
    tmp_path: Path, text: str, line: int, message: str
) -> None:
    (found,) = mistakes_in(tmp_path, text)
    assert message in found
    assert f"phrases.toml:{line}: " in found


def test_a_kind_without_phrases_is_a_mistake(tmp_path: Path) -> None:
    path = tmp_path / "phrases.toml"
    path.write_text('[start]\nsay = "{who} has {n thing}"', encoding="utf-8")
    _, mistakes = read_phrases([path], Reader(GRAMMAR.word, GRAMMAR.verbs))
    assert len(mistakes) == len(KINDS) - 1
    assert "no file has phrases for the kind 'now'" in {each.message for each in mistakes}


def test_an_unknown_list_in_a_lexicon_is_a_mistake(tmp_path: Path) -> None:
    path = tmp_path / "lexicon.toml"
    path.write_text('[toy]\nwords = ["ball", "*toys"]', encoding="utf-8")
    (mistake,) = read_lexicon(path, GRAMMAR)[1]
    assert (mistake.line, mistake.message) == (2, "toy: no list before it is called 'toys'")


@every_language
def test_every_number_can_be_told_or_asked_for(code: LanguageCode) -> None:
    phrases = load_language(code).phrases
    for name, kind in KINDS.items():
        told = frozenset().union(*phrases.can_tell(name))
        asked = phrases.can_ask(name)
        inside = frozenset().union(*asked.values())
        assert told | set(asked) | inside == set(kind.numbers), name


@every_language
def test_questions_name_their_people(code: LanguageCode) -> None:
    """Otherwise "how many are there in all?" could include people whom the story does not mean."""
    phrases: Phrases = load_language(code).phrases
    for name, kind in KINDS.items():
        for clauses in phrases.kinds[name].ask.values():
            for clause in clauses:
                named = set(_roles(clause.options))
                people = {role for role in PEOPLE if role in kind.roles}
                if name not in ("groups", "loose", "purchase", "weighed", "meet", "chase"):
                    assert people <= named, (name, clause)


def _roles(options: Options) -> list[str]:
    nodes = [node for way in options.ways for node in way]
    inner = [role for node in nodes if isinstance(node, Options) for role in _roles(node)]
    return inner + [node.role for node in nodes if isinstance(node, WordSlot)]


def test_noise_is_never_asked_for() -> None:
    for code in languages_of_stories():
        assert not any(load_language(code).phrases.can_ask(kind) for kind in NOISE)


def test_all_files_and_plots_are_right() -> None:
    counts, mistakes = check_stories()
    assert mistakes == ()
    assert {count.language for count in counts} == set(languages_of_stories())
    assert all(count.problems > 1000 for count in counts)


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ProblemError, match="known languages: en, zh"):
        check_stories("fr")
    with pytest.raises(ProblemError, match="known languages: en, zh"):
        load_language("fr")
