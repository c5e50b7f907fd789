import pytest

from sumc.encoding.vocabulary import Vocabulary
from sumc.errors import ProblemError

TEXTS = [["b", "a", "a"], ["c", "a", "b"]]


def test_frequent_tokens_come_first_and_rare_ones_are_left_out() -> None:
    assert Vocabulary.build(TEXTS).tokens[2:] == ("a", "b", "c")
    assert Vocabulary.build(TEXTS, size=1).tokens[2:] == ("a",)
    assert Vocabulary.build(TEXTS, at_least=2).tokens[2:] == ("a", "b")


def test_what_training_never_saw_is_unknown() -> None:
    assert Vocabulary.build(TEXTS).encode(["c", "?", "a"]) == [4, 1, 2]


def test_a_vocabulary_survives_a_file() -> None:
    vocabulary = Vocabulary.build(TEXTS)
    assert Vocabulary.from_json(vocabulary.to_json()) == vocabulary


@pytest.mark.parametrize("data", [None, [], ["a"], ["<padding>", "<unknown>", 3], {}])
def test_a_foreign_file_is_refused(data: object) -> None:
    with pytest.raises(ProblemError, match="expected a vocabulary"):
        Vocabulary.from_json(data)
