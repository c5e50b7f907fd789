from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.samples import CODEC, problem, say
from sumc.algebra.mtree import MTree
from sumc.algebra.nodes import Branch, Leaf, Node
from sumc.codecs import BinaryCodes
from sumc.codecs.number_codes import NumberCodesSettings
from sumc.decoding.hypothesis import Prediction
from sumc.evaluation.judgement import judge, tree_overlap
from sumc.evaluation.score import Score

DOGS = problem("3 cats, 8 dogs and 5 birds.", "3*8+5")


def test_a_right_prediction_is_right_in_everything() -> None:
    found = judge(DOGS, say(DOGS, "n3+n2*n1"), CODEC, {DOGS.masked_text})
    assert found.answer
    assert found.match
    assert found.all_slots
    assert found.covered
    assert found.seen
    assert (found.numbers, found.constants) == (Score(3, 3), Score(2, 2))
    assert (found.overlap, found.operands) == (Fraction(1), 3)


def test_a_wrong_sign_is_one_wrong_number() -> None:
    found = judge(DOGS, say(DOGS, "n1*n2-n3"), CODEC)
    assert not found.answer
    assert not found.match
    assert not found.all_slots
    assert not found.seen
    assert (found.numbers, found.constants) == (Score(2, 3), Score(2, 2))
    assert found.overlap == Fraction(2, 3)


def test_a_right_answer_may_come_from_another_tree() -> None:
    given_problem = problem("2 and 2", "2+2")
    found = judge(given_problem, say(given_problem, "n1*n2"), CODEC)
    assert found.answer
    assert not found.match
    assert found.numbers == Score(0, 2)


def test_an_answer_is_right_within_the_tolerance() -> None:
    third = problem("1 of 3", "1/3", "0.3333")
    assert judge(third, say(third, "n1/n2"), CODEC).answer
    rough = problem("1 of 3", "1/3", "0.333")
    assert not judge(rough, say(rough, "n1/n2"), CODEC).answer


def test_no_answer_is_wrong_in_everything() -> None:
    """Unused numbers are no success of a model that says nothing."""
    found = judge(DOGS, Prediction(reason="no codes"), CODEC)
    assert not found.answer
    assert (found.numbers, found.constants) == (Score(0, 3), Score(0, 2))
    assert (found.match, found.overlap) == (False, Fraction(0))


def test_a_constant_that_the_model_lacks_is_a_wrong_constant() -> None:
    weeks = problem("9 weeks", "9*99")
    found = judge(weeks, say(weeks, "n1"), CODEC)
    assert found.constants == Score(2, 3)
    assert not found.covered
    assert not found.all_slots


def test_a_problem_without_a_solution_has_only_an_answer() -> None:
    bare = problem("3 and 4", "", "7")
    found = judge(bare, say(bare, "n1+n2"), CODEC)
    assert found.answer
    assert not found.has_solution
    assert (found.numbers, found.constants, found.operands) == (Score(), Score(), 0)


def test_codes_are_those_of_the_tree_whatever_a_model_predicts() -> None:
    """A model of binary codes that says 2+(3+4) for 2+3+4 has found the same M-tree codes."""
    first, second = problem("2, 3 and 4", "2+3+4"), problem("2, 3 and 4", "2+(3+4)")
    codec = BinaryCodes.learn([first, second], NumberCodesSettings())
    assert codec.encode(first) != codec.encode(second)
    other = judge(second, say(second, "n1+n2+n3"), codec)
    assert other.match
    assert other.all_slots


@pytest.mark.parametrize(
    ("one", "other", "shared"),
    [
        ("n1+n2", "n1+n2", Fraction(1)),
        ("n1+n2", "n1-n2", Fraction(1, 2)),
        ("n1+n2", "n1*n2", Fraction(0)),
        ("n1*n2+n3", "n1*n2", Fraction(2, 3)),
        ("n1*n2*n3", "n1*n2/n3", Fraction(2, 3)),
        ("n1/(n2+n3)", "n1/(n2-n3)", Fraction(2, 3)),
        ("n1", "n2", Fraction(0)),
    ],
)
def test_overlap_is_the_share_of_common_paths(one: str, other: str, shared: Fraction) -> None:
    assert tree_overlap(MTree.parse(one), MTree.parse(other)) == shared


FACTORS = st.tuples(st.sampled_from("*/"), st.sampled_from(("n1", "n2", "n3", "(n1+n2)", "2")))
TERMS = st.tuples(st.sampled_from("+-"), st.lists(FACTORS.map("".join), min_size=1, max_size=3))
SUMS = st.lists(TERMS.map(lambda term: f"{term[0]}1{''.join(term[1])}"), min_size=1, max_size=3)
PLAIN = st.lists(st.sampled_from(("+n1", "-n2", "+n3", "-n3")), max_size=4)


@given(SUMS.map("".join), SUMS.map("".join))
def test_overlap_is_at_most_what_the_best_matching_finds(one: str, other: str) -> None:
    first, second = MTree.parse(one), MTree.parse(other)
    larger = max(len(first.symbols), len(second.symbols))
    assert 0 <= tree_overlap(first, second) <= Fraction(_best(first.root, second.root), larger)
    assert tree_overlap(first, second) == tree_overlap(second, first)
    assert (tree_overlap(first, second) == 1) == (first == second)


@given(PLAIN.map("".join), TERMS, PLAIN.map("".join), TERMS)
def test_overlap_is_the_best_matching_where_there_is_one_product(
    more: str, one: tuple[str, list[str]], less: str, other: tuple[str, list[str]]
) -> None:
    texts = [f"{sign}1{''.join(factors)}" for sign, factors in (one, other)]
    first, second = (
        MTree.parse(t.replace("(n1+n2)", "n1") + p)
        for t, p in zip(texts, (more, less), strict=True)
    )
    larger = max(len(first.symbols), len(second.symbols))
    assert tree_overlap(first, second) == Fraction(_best(first.root, second.root), larger)


def _best(left: Node, right: Node) -> int:
    """The most leaves that two trees can share, by trying every way to pair their children."""
    if isinstance(left, Leaf) or isinstance(right, Leaf):
        return int(left == right)
    return _best_pairs(left, right, 0, frozenset()) if left.kind == right.kind else 0


def _best_pairs(left: Branch, right: Branch, position: int, taken: frozenset[int]) -> int:
    if position == len(left.children):
        return 0
    child = left.children[position]
    alone = _best_pairs(left, right, position + 1, taken)
    paired = (
        shared + _best_pairs(left, right, position + 1, taken | {number})
        for number, partner in enumerate(right.children)
        if number not in taken and (shared := _best(child, partner))
    )
    return max((alone, *paired))
