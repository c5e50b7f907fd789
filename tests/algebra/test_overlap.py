"""What two trees share, against a count that tries every way to match them."""

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategies import expressions, small_expressions
from sumc import MTree
from sumc.algebra.difference import first_difference
from sumc.algebra.nodes import Branch, Leaf, Node, leaf, leaves
from sumc.algebra.overlap import MOST_PAIRS, Comparison, unmatched
from sumc.errors import SumcError


def tree(text: str) -> MTree | None:
    try:
        return MTree.parse(text)
    except SumcError:  # multiplied out it is too large
        return None


def best(left: Node, right: Node) -> int:
    """The most leaves that any matching of children gives two nodes; equal ones share all."""
    if str(left) == str(right):
        return sum(1 for _ in leaves(left))
    if isinstance(left, Leaf) or isinstance(right, Leaf) or left.kind != right.kind:
        return 0
    few, many = sorted((left.children, right.children), key=len)
    return max(
        sum(best(one, other) for one, other in zip(few, chosen, strict=True))
        for chosen in permutations(many, len(few))
    )


@given(small_expressions(), small_expressions())
def test_the_shared_leaves_are_never_more_than_the_best_matching(one: str, other: str) -> None:
    left, right = tree(one), tree(other)
    if left is None or right is None or max(len(left.root.children), len(right.root.children)) > 5:
        return
    found = Comparison().common_leaves(left.root, right.root)
    assert found <= best(left.root, right.root)
    equal = Counter(each.text for each in left.root.children) & Counter(
        each.text for each in right.root.children
    )
    assert found >= equal.total()


@given(expressions(max_leaves=12))
def test_a_tree_shares_everything_with_itself(text: str) -> None:
    if found := tree(text):
        assert Comparison().overlap(found.root, found.root) == 1


@given(expressions(max_leaves=12), expressions(max_leaves=12))
def test_a_share_is_a_share_whoever_comes_first(one: str, other: str) -> None:
    left, right = tree(one), tree(other)
    if left and right:
        share = Comparison().overlap(left.root, right.root)
        assert 0 <= share <= 1
        assert share == Comparison().overlap(right.root, left.root)
        assert (share == 1) is (left == right)


@given(expressions(max_leaves=10), st.sampled_from(["a", "7", "n3"]))
def test_one_more_term_takes_its_share_away(text: str, term: str) -> None:
    left, right = tree(text), tree(f"({text})+{term}")
    if left and right:
        size = len(right.symbols)
        assert Comparison().overlap(left.root, right.root) == (size - 1) / size


@given(st.lists(st.sampled_from("abc"), max_size=6), st.lists(st.sampled_from("abc"), max_size=6))
def test_what_is_unmatched_is_the_difference_of_both(one: list[str], other: list[str]) -> None:
    first, second = ([leaf(each) for each in names] for names in (one, other))
    left, right = unmatched(first, second)
    assert Counter(each.text for each in left) == Counter(one) - Counter(other)
    assert Counter(each.text for each in right) == Counter(other) - Counter(one)


def test_after_the_budget_branches_are_compared_in_order() -> None:
    wide = "+".join(f"p{place}/(q{place}+r)" for place in range(60))
    other = wide.replace("r", "s")
    comparison = Comparison()
    left, right = MTree.parse(wide).root, MTree.parse(other).root
    assert 0 < comparison.overlap(left, right) < 1
    assert comparison.pairs_left < 0
    assert MOST_PAIRS < 60 * 60


@pytest.mark.parametrize(
    ("student", "reference", "said"),
    [
        ("a+b", "a+b+c", "c is missing here"),
        ("a+b+c", "a+b", "c is here but not in the reference"),
        ("a+b", "a-b", "b is added here and subtracted in the reference"),
        ("a*b", "a/b", "b is a factor here and a divisor in the reference"),
        ("a+b^-1", "a+b", "b is added as a reciprocal here and added in the reference"),
        ("a+c", "a+b", "c is here where the reference has b"),
        ("a*b-c", "a*b+c", "c is subtracted here and added in the reference"),
        ("a-b*c", "a+b*c", "b*c is subtracted here and added in the reference"),
        ("a*(b+c)", "a*(b+d)", "c is here where the reference has d"),
        ("a/(b+c)", "a/(b-c)", "c is added here and subtracted in the reference"),
        ("a", "b*c", "a is here where the reference has b*c"),
    ],
)
def test_the_first_difference_is_said(student: str, reference: str, said: str) -> None:
    assert first_difference(MTree.parse(student).root, MTree.parse(reference).root) == said


@given(small_expressions(), small_expressions())
def test_there_is_a_difference_to_say_wherever_trees_differ(one: str, other: str) -> None:
    left, right = tree(one), tree(other)
    if left and right and left != right:
        said = first_difference(left.root, right.root)
        assert " here" in said
        assert isinstance(left.root, Branch)
