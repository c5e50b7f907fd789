import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumc import Codebook, MTree
from sumc.errors import CodeError, LimitError

TREES = [MTree.parse(text) for text in ("n1-n2", "n1*n2+n1*n3", "n1/n2", "n1*n1+n1", "n1+n2")]
BOOK = Codebook.build(tree.codes() for tree in TREES)


def test_codes_stand_in_order_of_frequency_after_none() -> None:
    assert BOOK.codes[0] == "None"
    assert BOOK.codes[1:4] == ("0_0_+_*", "0_0_+", "0_0_+_*@")
    assert len(BOOK) == 6
    assert "0_1_+_*" in BOOK
    assert "0_1_+" not in BOOK


def test_the_order_of_the_training_problems_does_not_matter() -> None:
    assert Codebook.build(tree.codes() for tree in reversed(TREES)) == BOOK


@given(st.sampled_from(TREES), st.lists(st.sampled_from(["n4", "n5"]), unique=True))
def test_count_vectors_bring_back_the_tree(tree: MTree, unused: list[str]) -> None:
    symbols = ["n1", "n2", "n3", *unused]
    vectors = BOOK.encode(tree.codes(), symbols)
    assert all(vectors[symbols.index(symbol)][0] == 1 for symbol in unused)
    assert MTree.from_codes(BOOK.decode(vectors, symbols)) == tree


def test_a_vector_counts_a_code_that_a_number_has_twice() -> None:
    (vector,) = BOOK.encode(MTree.parse("n1*n1").codes(), ["n1"])
    assert vector[BOOK.codes.index("0_0_+_*")] == 2


def test_a_codebook_knows_what_it_covers() -> None:
    assert BOOK.covers(MTree.parse("n1*n3-n2").codes())
    assert not BOOK.covers(MTree.parse("n1/(n2+n3)").codes())
    with pytest.raises(CodeError, match="not in the codebook"):
        BOOK.encode(MTree.parse("n1/(n2+n3)").codes(), ["n1", "n2", "n3"])
    with pytest.raises(CodeError, match='"n9" is not one of the numbers'):
        BOOK.encode([("n9", "0_0_+")], ["n1"])


def test_a_codebook_survives_a_file() -> None:
    assert Codebook.from_json(json.loads(json.dumps(BOOK.to_json()))) == BOOK


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"version": 0, "codes": ["None"]},
        {"version": 1},
        {"version": 1, "codes": ["0_0_+"]},
        {"version": 1, "codes": ["None", 5]},
    ],
)
def test_a_foreign_codebook_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(CodeError, match="expected"):
        Codebook.from_json(data)


def test_a_vector_that_spells_a_huge_tree_is_refused() -> None:
    with pytest.raises(LimitError, match="leaves"):
        BOOK.decode([[0, 10**9, 0, 0, 0, 0]], ["n1"])


def test_a_code_stands_once_in_a_codebook() -> None:
    with pytest.raises(CodeError):
        Codebook(("None", "0_0_+", "0_0_+"))
