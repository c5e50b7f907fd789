from decimal import Decimal
from fractions import Fraction

import pytest

from sumc import Limits, MTree
from sumc.algebra.arithmetic import calculate
from sumc.algebra.expression import parse_expression
from sumc.algebra.limits import DEFAULT_LIMITS
from sumc.algebra.value import Number
from sumc.errors import EvaluationError, LimitError


def test_values_are_exact() -> None:
    tree = MTree.parse("n1*(n2-n3)/n4")
    assert tree.evaluate({"n1": 2, "n2": 5, "n3": 1, "n4": 4, "unused": 0}) == 2
    assert MTree.parse("0.1+0.2").evaluate() == Fraction(3, 10)
    assert MTree.parse("1/3*3").evaluate({}) == 1


@pytest.mark.parametrize(
    ("number", "value"),
    [
        (1.1, Fraction(11, 10)),
        ("1.1", Fraction(11, 10)),
        (Decimal("1.1"), Fraction(11, 10)),
        ("-1 1/2", Fraction(-3, 2)),
        ("−25%", Fraction(-1, 4)),
        ("11/3", Fraction(11, 3)),
        (Fraction(2, 3), Fraction(2, 3)),
        (True, Fraction(1)),
    ],
)
def test_numbers_may_be_given_in_any_form(number: Number, value: Fraction) -> None:
    assert MTree.parse("a").evaluate({"a": number}) == value


@pytest.mark.parametrize(
    "number", [float("nan"), float("inf"), "seven", "", None, [1], Decimal("1e9999999")]
)
def test_what_is_no_number_is_refused(number: Number) -> None:
    with pytest.raises(EvaluationError, match="expected a number for a"):
        MTree.parse("a").evaluate({"a": number})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1/0", "division by zero: 1/0"),
        ("1/a", "division by zero: a is 0"),
        ("1/(b-b)", "division by zero: b-b is 0"),
        ("1/(b-b+" + "a" * 80 + "-" + "a" * 80 + ")", "… is 0"),
    ],
)
def test_a_division_by_zero_names_what_is_zero(text: str, message: str) -> None:
    values = {"a": 0, "b": 3, "a" * 80: 1}
    with pytest.raises(EvaluationError) as caught:
        MTree.parse(text).evaluate(values)
    assert message in str(caught.value)


def test_symbols_without_a_number_are_named() -> None:
    with pytest.raises(EvaluationError, match="no number is given for a, b"):
        MTree.parse("b*a").evaluate({"c": 1})


def test_a_huge_value_is_refused() -> None:
    with pytest.raises(LimitError, match="digits of a value"):
        MTree.parse("99999^1000*99999^999").evaluate()
    assert MTree.parse("99^9").evaluate(limits=Limits(value_digits=18)) == 99**9


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2+3*4-6/4", Fraction(25, 2)),
        ("-2^-2", Fraction(-1, 4)),
        ("1/0", None),
        ("0^-1", None),
        ("-(1/0)", None),
        ("a+1", None),
        ("(99^999)^9", None),
    ],
)
def test_an_expression_as_written_is_calculated(text: str, value: Fraction | None) -> None:
    assert calculate(parse_expression(text), DEFAULT_LIMITS) == value


def test_of_several_bad_numbers_the_first_is_named() -> None:
    """In the order of the tree, not of a set, which is another one in every process."""
    symbols = [f"n{number}" for number in range(1, 9)]
    with pytest.raises(EvaluationError, match="for n1,"):
        MTree.parse("+".join(symbols)).evaluate(dict.fromkeys(symbols, "none"))
