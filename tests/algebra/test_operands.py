from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumc.algebra.operands import (
    natural_order,
    number_operand,
    number_value,
    read_number,
    read_operand,
)
from sumc.errors import ExpressionError


@pytest.mark.parametrize(
    ("text", "operand"),
    [
        ("5/4", "1.25"),
        ("11/3", "3(2/3)"),  # was once read as 1 1/3
        ("1/3", "0(1/3)"),
        ("(3/4)", "0.75"),
        ("1 1/4", "1.25"),
        ("125%", "1.25"),
        ("1,000,000", "1000000"),
        ("⅔", "0(2/3)"),
        ("3⅛", "3.125"),
        ("0.10", "0.1"),
    ],
)
def test_forms_of_one_number_are_one_operand(text: str, operand: str) -> None:
    assert read_number(text) == operand


@pytest.mark.parametrize(
    "text", ["", ".", "%", "1 2", "3/0", "1 3/2", "2.5 1/2", "a", "1e5", "-1", "9" * 5000, "²"]
)
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(ExpressionError):
        read_number(text)


@given(st.fractions(min_value=0, max_value=10**6))
def test_an_operand_keeps_the_value(value: Fraction) -> None:
    operand = number_operand(value)
    assert number_value(operand) == value
    assert read_number(operand) == operand


@given(st.integers(0, 10**6), st.integers(1, 10**6))
def test_a_quotient_is_read_exactly(top: int, bottom: int) -> None:
    assert number_value(read_number(f"{top}/{bottom}")) == Fraction(top, bottom)


def test_an_operand_is_a_symbol_or_a_number() -> None:
    assert read_operand("n1") == "n1"
    assert read_operand(" 0.50 ") == "0.5"
    with pytest.raises(ExpressionError):
        read_operand("_a")


def test_symbols_stand_in_natural_order_after_numbers() -> None:
    names = ["n10", "n2", "b", "n02", "a9b10", "a9b9", "12", "5", "0(1/3)", "n", "n" + "9" * 5000]
    expected = ["0(1/3)", "5", "12", "a9b9", "a9b10", "b", "n", "n2", "n02", "n10", names[-1]]
    assert sorted(names, key=natural_order) == expected
