import pytest

from sumc.encoding.vocabulary import Vocabulary
from sumc.errors import ProblemError

COUNTS = {"b": 2, "c": 1, "a": 3}


def test_frequent_tokens_come_first_and_rare_ones_are_left_out() -> None:
    assert Vocabulary.of_counts(COUNTS).tokens[2:] == ("a", "b", "c")
    assert Vocabulary.of_counts({"z": 1, "y": 1, "x": 1}).tokens[2:] == ("x", "y", "z")
    assert Vocabulary.of_counts(COUNTS, size=1).tokens[2:] == ("a",)
    assert Vocabulary.of_counts(COUNTS, at_least=2).tokens[2:] == ("a", "b")


def test_what_training_never_saw_is_unknown() -> None:
    assert Vocabulary.of_counts(COUNTS).encode(["c", "?", "a"]) == [4, 1, 2]


def test_a_vocabulary_survives_a_file() -> None:
    vocabulary = Vocabulary.of_counts(COUNTS)
    assert Vocabulary.from_json(vocabulary.to_json()) == vocabulary


@pytest.mark.parametrize("data", [None, [], ["a"], ["<padding>", "<unknown>", 3], {}])
def test_a_foreign_file_is_refused(data: object) -> None:
    with pytest.raises(ProblemError, match="expected a vocabulary"):
        Vocabulary.from_json(data)
