"""Residues against fractions: what is equal stays equal, and what differs there differs."""

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import oracles
from sumc.algebra.arithmetic import calculate, whole_exponents
from sumc.algebra.expression import Expression, parse_expression
from sumc.algebra.limits import DEFAULT_LIMITS
from sumc.algebra.operands import number_operand, read_number
from sumc.algebra.rational import differ_at_a_point, differ_with_other_numbers, equal_formulas
from sumc.algebra.residues import (
    PRIME,
    inverse,
    makes_a_difference,
    of_number,
    other_number,
    residue,
    with_other_numbers,
)
from sumc.errors import ExpressionError, LimitError

NUMBERS = st.sampled_from(["0", "1", "2", "3", "7", "12", "0.5", "1.25", "2(1/3)", "100"])
FORMULAS = st.recursive(
    NUMBERS,
    lambda inner: (
        st.builds("({}{}{})".format, inner, st.sampled_from("+-*/"), inner)
        | st.builds("(-{})".format, inner)
        | st.builds("({}^{})".format, inner, st.integers(-3, 4))
    ),
    max_leaves=8,
)


def as_residue(value: Fraction) -> int:
    return value.numerator * pow(value.denominator, -1, PRIME) % PRIME


@given(FORMULAS)
def test_the_residue_of_an_expression_is_that_of_its_value(text: str) -> None:
    expression = parse_expression(text)
    value = calculate(expression, DEFAULT_LIMITS)
    numbers = map(of_number, expression.leaves)
    if value is None:  # then it divides by zero, and so do the residues
        with pytest.raises(ZeroDivisionError):
            residue(expression, numbers, DEFAULT_LIMITS)
    else:
        assert residue(expression, numbers, DEFAULT_LIMITS) == as_residue(value)


@given(st.fractions(min_value=0, max_value=10**6, max_denominator=999))
def test_the_residue_of_a_number_is_that_of_its_fraction(value: Fraction) -> None:
    assert of_number(number_operand(value)) == as_residue(value)


@given(st.integers(1, PRIME - 1))
def test_a_number_times_its_inverse_is_one(number: int) -> None:
    assert number * inverse(number) % PRIME == 1


@pytest.mark.parametrize("number", [0, PRIME, -PRIME, 3 * PRIME])
def test_a_multiple_of_the_prime_has_no_inverse(number: int) -> None:
    with pytest.raises(ZeroDivisionError):
        inverse(number)


def test_only_nought_and_one_stay_what_they_are() -> None:
    assert [other_number(each) for each in ("0", "1")] == [0, 1]
    others = {other_number(str(number)) for number in range(2, 3_000)}
    assert len(others) == 2_998, "different numbers become different ones"
    assert not others & set(range(3_000))


@pytest.mark.parametrize(
    ("one", "other"), [("0.5", "1/2"), ("1.25", "5/4"), ("25%", "1/4"), ("2 1/3", "7/3")]
)
def test_a_fraction_becomes_the_quotient_of_its_whole_numbers(one: str, other: str) -> None:
    top, bottom = other.split("/")
    expected = other_number(top) * inverse(other_number(bottom)) % PRIME
    assert other_number(read_number(one)) == expected
    assert with_other_numbers(parse_expression(other), DEFAULT_LIMITS) == expected


@given(FORMULAS, FORMULAS)
def test_what_differs_with_other_numbers_is_no_equal_formula(one: str, other: str) -> None:
    first, second = parse_expression(one), parse_expression(other)
    if differ_with_other_numbers(first, second, DEFAULT_LIMITS):
        assert not equal_formulas(first, second, DEFAULT_LIMITS, numbers_as_symbols=True)


@given(FORMULAS, NUMBERS, NUMBERS)
def test_another_way_to_write_a_formula_does_not_differ(text: str, one: str, other: str) -> None:
    expression = parse_expression(f"({text})*({one}+{other})")
    assume(calculate(expression, DEFAULT_LIMITS) is not None)
    multiplied = parse_expression(f"{other}*({text})+({text})*{one}")
    assert not differ_with_other_numbers(expression, multiplied, DEFAULT_LIMITS)
    assert differ_at_a_point(expression, multiplied, DEFAULT_LIMITS) is False


def test_where_one_divides_by_zero_nothing_is_proved() -> None:
    fine, undefined = parse_expression("2+3"), parse_expression("2/(3-3)")
    assert differ_at_a_point(fine, undefined, DEFAULT_LIMITS) is None
    assert differ_with_other_numbers(fine, undefined, DEFAULT_LIMITS) is False


@pytest.mark.parametrize(
    ("text", "exponents"),
    [
        ("2+3", ()),
        ("2^3", (3,)),
        ("2^-3", (-3,)),
        ("a^(3-1)*b^-1", (2, -1)),
        ("2^2^3", (3, 8)),
        ("(2^2)^3", (2, 3)),
        ("2^(6/2)+3^(-(-2))", (3, 2)),
        ("a^(2^(1+1))", (2, 4)),
        ("a^0", (0,)),
        ("a^(0.5*4)", (2,)),
    ],
)
def test_exponents_are_worked_out_in_postfix_order(text: str, exponents: tuple[int, ...]) -> None:
    assert whole_exponents(parse_expression(text), DEFAULT_LIMITS) == exponents


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a^b", "has a symbol in it"),
        ("a^(1/0)", "divides by zero"),
        ("a^0.5", "found 1/2"),
        ("a^(1/3)", "found 1/3"),
        (f"a^(1/{'9' * 30})", "found a fraction"),
        (f"2+b*a^(3+{'9' * 12})", "a huge number as an exponent"),
        ("a^-5001", "-5001 as an exponent, the limit is 5000"),
    ],
)
def test_an_exponent_that_is_not_whole_or_too_large_is_refused(text: str, message: str) -> None:
    for work in (whole_exponents, calculate):
        with pytest.raises((ExpressionError, LimitError), match=message):
            work(parse_expression(text), DEFAULT_LIMITS)


@given(FORMULAS, st.integers(1, 9), st.integers(1, 9))
def test_values_are_those_of_plain_arithmetic(text: str, one: int, other: int) -> None:
    expression = parse_expression(text)
    expected = oracles.value(expression, {})
    assert calculate(expression, DEFAULT_LIMITS) == expected
    numbers = {"a": Fraction(one), "b": Fraction(1, other)}
    symbols = Expression((*expression.items, "a", "*", "b", "+"))
    value = None if expected is None else expected * numbers["a"] + numbers["b"]
    assert calculate(symbols, DEFAULT_LIMITS, numbers) == value
    assert calculate(symbols, DEFAULT_LIMITS) is None, "b has no number"


@pytest.mark.parametrize(
    ("text", "part", "expected"),
    [
        ("5-(2+3)*4", "2+3", True),
        ("-(2+3)*(4-4)+7", "2+3", False),
        ("(2+2)/(2+2)*5", "2+2", False),
        ("2^(2+3)+2+3", "2+3", True),
        ("2^(2+3)", "2+3", True),
        ("3*12-7", "2+3", True),
    ],
)
def test_a_part_makes_a_difference_unless_it_cancels_out(
    text: str, part: str, expected: bool
) -> None:
    point = with_other_numbers(parse_expression(part), DEFAULT_LIMITS)
    assert makes_a_difference(parse_expression(text), point, DEFAULT_LIMITS) is expected
