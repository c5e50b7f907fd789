import random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from strategies import expressions
from sumc import MTree
from sumc.algebra.canonical import Terms, add, multiply, negate, reciprocal, root_of
from sumc.algebra.codes import read_code
from sumc.algebra.limits import DEFAULT_LIMITS, Limits
from sumc.algebra.nodes import NEGATED_PRODUCT, RECIPROCAL_SUM, SUM
from sumc.errors import CodeError, EvaluationError, LimitError, SumcError


def _parse_or_skip(text: str) -> MTree:
    try:
        return MTree.parse(text)
    except LimitError:
        assume(False)
        raise


def test_a_code_has_two_bits_and_a_path() -> None:
    assert MTree.parse("n1*(n2-n3)/n4").codes() == [
        ("n1", "0_0_+_*"),
        ("n2", "0_0_+_*"),
        ("n4", "0_1_+_*"),
        ("n1", "0_0_+_*-"),
        ("n3", "0_0_+_*-"),
        ("n4", "0_1_+_*-"),
    ]


def test_siblings_of_one_kind_are_marked_in_the_order_of_their_symbols() -> None:
    tree = MTree.parse("n10*n3 + n9*n2 - n1^-1 - n4/(n5+n6)/(n7-n8)")
    assert tree.codes() == [
        ("n1", "1_1_+"),
        ("n2", "0_0_+_*"),
        ("n9", "0_0_+_*"),
        ("n3", "0_0_+_*@"),
        ("n10", "0_0_+_*@"),
        ("n4", "0_0_+_*-"),
        ("n5", "0_0_+_*-_+/"),
        ("n6", "0_0_+_*-_+/"),
        ("n7", "0_0_+_*-_+/@"),
        ("n8", "1_0_+_*-_+/@"),
    ]


@given(expressions())
def test_codes_restore_the_tree(text: str) -> None:
    tree = _parse_or_skip(text)
    assert MTree.from_codes(tree.codes()) == tree


@given(expressions(), st.integers())
def test_the_order_of_codes_does_not_matter(text: str, seed: int) -> None:
    tree = _parse_or_skip(text)
    pairs = tree.codes()
    random.Random(seed).shuffle(pairs)
    assert MTree.from_codes(pairs) == tree
    assert MTree.from_codes(pairs).codes() == tree.codes()


@pytest.mark.parametrize(
    ("pairs", "tree"),
    [
        ([("a", "0_0_+_*")], "(+ a)"),  # a product of one factor
        ([("a", "0_0_+_*-")], "(+ -a)"),
        ([("a", "0_0_+_+/")], "(+ 1/a)"),
        ([("a", "1_1_+_+/")], "(+ -a)"),
        ([("a", "0_0_+_*@@"), ("b", "0_0_+_*@@")], "(+ (* a b))"),  # @@ without @
        ([("a", "0_0_+_*"), ("b", "0_0_+_*@")], "(+ a b)"),
        ([("a", "1_0_+_*"), ("b", "0_0_+_*")], "(+ (*- a b))"),
        ([("a", "0_0_+_*_+"), ("b", "0_0_+_*_+"), ("c", "0_0_+_*")], "(+ (* a c) (* b c))"),
        ([("a", "0_0_+_+/_+/"), ("b", "0_0_+_+/_+/")], "(+ a b)"),
        ([("0.50", "0_0_+"), ("25%", "0_0_+")], "(+ 0.25 0.5)"),
        # a turn of one term that has a sum in it
        ([("a", "0_0_+_*-_+/"), ("b", "0_0_+_*-_+/"), ("c", "0_0_+_*-")], "(+ (*- (+/ a b) c))"),
    ],
)
def test_any_set_of_codes_is_put_together(pairs: list[tuple[str, str]], tree: str) -> None:
    assert str(MTree.from_codes(pairs)) == tree


steps = st.sampled_from(["+", "*", "*-", "+/", "*@", "*-@", "+/@", "*@@"])
codes = st.builds(
    lambda bits, path: "_".join([bits, "+", *path]),
    st.sampled_from(["0_0", "1_0", "0_1", "1_1"]),
    st.lists(steps, max_size=4),
)


@given(st.lists(st.tuples(st.sampled_from(["n1", "n2", "n3"]), codes), min_size=1, max_size=12))
def test_a_model_may_emit_any_codes(pairs: list[tuple[str, str]]) -> None:
    """There is a tree, and it has a value unless it divides by zero."""
    try:
        tree = MTree.from_codes(pairs)
    except LimitError:
        assume(False)
        raise
    assert MTree.from_codes(tree.codes()) == tree
    assert MTree.parse(tree.to_expression()) == tree
    try:
        tree.evaluate({"n1": 2, "n2": 3, "n3": 7})
    except EvaluationError as error:
        assert "division by zero" in str(error)


@pytest.mark.parametrize(
    "pairs",
    [
        [],
        [("a", "")],
        [("a", "None")],
        [("a", "0_0_")],
        [("a", "0_0_*")],
        [("a", "0_0_+@")],
        [("a", "2_0_+")],
        [("a", "0_0_+_x")],
        [("a", "0_0_+_")],
        [("a", "0_0_+_@")],
        [("a+b", "0_0_+")],
        [("", "0_0_+")],
    ],
)
def test_codes_that_spell_no_tree_are_refused(pairs: list[tuple[str, str]]) -> None:
    with pytest.raises(CodeError):
        MTree.from_codes(pairs)


@pytest.mark.parametrize(
    ("pairs", "limits"),
    [
        ([("a", "0_0_+" + "_*_+/" * 300)], Limits()),
        ([("a", "0_0_+" + "@" * 30_000)], Limits()),
        ([("a", "0_0_+")] * 5, Limits(leaves=4)),
        ([("a", f"0_0_+_*_+{'@' * i}") for i in range(9) for _ in "12"], Limits(leaves=100)),
    ],
)
def test_codes_beyond_a_limit_are_refused(pairs: list[tuple[str, str]], limits: Limits) -> None:
    with pytest.raises(LimitError):
        MTree.from_codes(pairs, limits)


@given(st.lists(st.tuples(st.text(max_size=5), st.text(alphabet="01_+*-/@x", max_size=12))))
def test_any_texts_give_a_tree_or_our_error(pairs: list[tuple[str, str]]) -> None:
    try:
        assert MTree.from_codes(pairs).codes()
    except SumcError as error:
        assert str(error)


KIND_STEPS = st.sampled_from(["*", "*-", "+/", "+", "*@", "+/@", "*-@"])
PATHS = st.lists(KIND_STEPS, max_size=6).map(lambda steps: "_".join(["+", *steps]))
BITS = st.sampled_from(["0_0_", "1_0_", "0_1_", "1_1_"])
PAIRS = st.tuples(st.sampled_from(["a", "b", "c", "2"]), st.builds("{}{}".format, BITS, PATHS))


@given(st.lists(PAIRS, min_size=1, max_size=5))
def test_branches_over_one_child_are_turned_one_after_the_other(
    pairs: list[tuple[str, str]],
) -> None:
    """Turns that cancel out are skipped, and nothing else changes."""
    assert str(MTree.from_codes(pairs)) == root_of(slowly(SUM, nested(pairs))).text


def nested(pairs: list[tuple[str, str]]) -> dict[Any, Any]:
    """The branches as dictionaries; the leaves of one are at None."""
    root: dict[Any, Any] = {}
    for symbol, code in pairs:
        negated, inverted, path = read_code(code, DEFAULT_LIMITS)
        group = root
        for step in path[1:]:
            group = group.setdefault(step, {})
        leaf = Terms([(negated, [f"/{symbol}" if inverted else symbol])], 1)
        group.setdefault(None, []).append(leaf)
    return root


def slowly(kind: str, group: dict[Any, Any]) -> Terms:
    """Every branch by itself, from the bottom up."""
    below = [slowly(step[0], each) for step, each in group.items() if step]
    parts: list[Terms] = group.get(None, []) + below
    first, *others = parts
    for other in others:
        first = (add if kind in (SUM, RECIPROCAL_SUM) else multiply)(first, other, DEFAULT_LIMITS)
    if kind == NEGATED_PRODUCT:
        return negate(first)
    return reciprocal(first, DEFAULT_LIMITS) if kind == RECIPROCAL_SUM else first
