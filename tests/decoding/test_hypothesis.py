"""What a model puts forward, and what is derived from it."""

from fractions import Fraction

import pytest
from hypothesis import given

from oracles import value
from strategies import small_expressions
from sumc.algebra.expression import parse_expression
from sumc.algebra.mtree import MTree
from sumc.decoding.hypothesis import NO_TREE, Hypothesis, Prediction
from sumc.errors import SumcError
from sumc.problems.numbers import find_quantities
from sumc.problems.problem import Problem

TEXT = "6 and 4 and 0"
PROBLEM = Problem("1", TEXT, "en", find_quantities(TEXT), answer=Fraction(5, 3))


def _of(text: str, score: float = -1.0) -> Hypothesis | None:
    return Hypothesis.of(parse_expression(text), score, PROBLEM)


def _some(text: str) -> Hypothesis:
    found = _of(text)
    assert found is not None
    return found


def test_a_hypothesis_knows_its_answer_its_numbers_and_its_tree() -> None:
    expression = parse_expression("(n1+n2)/n1+0*n1")
    found = Hypothesis.of(expression, -2.5, PROBLEM, {"second": -3.0})
    assert found is not None
    assert (found.score, found.answer) == (-2.5, Fraction(5, 3))
    assert found.symbols == ("n1", "n2", "n1", "0", "n1")
    assert found.evidence == {"second": -3.0}
    assert found.expression == expression
    assert found.tree == MTree.from_expression(expression)


@pytest.mark.parametrize(
    ("text", "symbols"),
    [
        ("n1^2", ("n1", "n1")),
        ("n1^(3-2)+2", ("n1", "2")),
        ("3.14*(n1-n2)^2", ("3.14", "n1", "n2", "n1", "n2")),
        ("-n1^-2/n2^0", ("n1", "n1")),
    ],
)
def test_an_exponent_says_how_often_a_number_is_used(text: str, symbols: tuple[str, ...]) -> None:
    assert _some(text).symbols == symbols


@pytest.mark.parametrize(
    "text",
    [
        "n1/n3",
        "n1/(n2-n2)",
        "n1+n4",
        "n1^n2",
        "n1^(1/2)",
        "n1^999999",
        "((n1^99)^99)^99",
        "*".join(["(n1+n2+n1+n2+n1+n2)"] * 9),
    ],
    ids=[
        "division by zero",
        "division by a difference of zero",
        "a number that the text lacks",
        "an exponent that is a number of the text",
        "a root",
        "a huge exponent",
        "a huge value",
        "a huge tree",
    ],
)
def test_what_has_no_value_is_no_hypothesis(text: str) -> None:
    assert _of(text) is None


@given(small_expressions())
def test_the_answer_is_the_value_of_the_expression(text: str) -> None:
    try:
        expression = parse_expression(text)
    except SumcError:
        return
    quantities = find_quantities("7, 2, 0.5, 3, 1, 4, 6, 8, 9, 12")
    problem = Problem("1", "", "en", quantities)
    values = {**problem.values, "a": Fraction(5), "b": Fraction(0)}
    found = Hypothesis.of(expression, 0.0, problem)
    if {"a", "b"} & {*expression.leaves}:
        assert found is None
    elif found is None:
        assert value(expression, values) is None or _is_beyond_limits(text, values)
    else:
        assert found.answer == value(expression, values) == found.tree.evaluate(values)


def _is_beyond_limits(text: str, values: dict[str, Fraction]) -> bool:
    try:
        MTree.parse(text).evaluate(values)
    except SumcError:
        return True
    return False


def test_the_expression_is_put_together_when_it_is_asked_for_and_once() -> None:
    """The search looks at dozens of hypotheses and shows one."""
    built = []

    def build() -> object:
        built.append(1)
        return parse_expression("n1+n2")

    found = Hypothesis(-1.0, Fraction(10), ("n1", "n2"), build)  # type: ignore[arg-type]
    assert not built
    assert found.tree == MTree.from_expression(found.expression)
    assert built == [1]


@pytest.mark.parametrize(
    ("text", "is_right"), [("n2/n1+1", True), ("1.6667", True), ("1.666", False), ("n1", False)]
)
def test_an_answer_is_right_within_the_tolerance(text: str, is_right: bool) -> None:
    found = _some(text)
    assert found.solves(PROBLEM) is is_right
    assert Prediction((found,), (1.0,), 1.0).solves(PROBLEM) is is_right
    assert not found.solves(Problem("1", "", "en", ())), "no answer is known"


def test_a_prediction_is_what_its_first_hypothesis_is() -> None:
    first, second = _some("n1+n2"), _some("n1*n2")
    found = Prediction((first, second), (0.75, 0.25), 0.75)
    assert found.best is first
    assert (found.answer, found.tree, found.score) == (Fraction(10), first.tree, -1.0)
    assert found.reason is None


@pytest.mark.parametrize("reason", [NO_TREE, "another reason"])
def test_a_prediction_without_hypotheses_has_nothing_but_a_reason(reason: str) -> None:
    found = Prediction(reason=reason)
    assert (found.best, found.answer, found.tree) == (None, None, None)
    assert (found.score, found.confidence) == (float("-inf"), 0.0)
    assert found.reason == reason
    assert not found.solves(PROBLEM)
