"""Plain arithmetic on an expression as written: its value, and the exponents after every `^`."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from sumc.algebra.expression import NEGATE, OPERATORS, Expression
from sumc.algebra.limits import Limits, bounded, refuse
from sumc.algebra.operands import is_number, number_value
from sumc.errors import ExpressionError, LimitError


def calculate(
    expression: Expression, limits: Limits, numbers: Mapping[str, Fraction] | None = None
) -> Fraction | None:
    """The value of an expression whose symbols have these numbers.

    None when there is none: a symbol without a number, a division by zero, a huge value.

    >>> from sumc.algebra.expression import parse_expression
    >>> from sumc.algebra.limits import DEFAULT_LIMITS
    >>> calculate(parse_expression("2^3/6"), DEFAULT_LIMITS)
    Fraction(4, 3)
    """
    value = _value(expression.items, limits, numbers or {})
    return None if value is None else Fraction(value)


def whole_exponents(expression: Expression, limits: Limits) -> Sequence[int]:
    """The exponent of every `^`, in postfix order.

    >>> from sumc.algebra.expression import parse_expression
    >>> from sumc.algebra.limits import DEFAULT_LIMITS
    >>> whole_exponents(parse_expression("a^(3-1)*b^-1"), DEFAULT_LIMITS)
    (2, -1)
    """
    return _exponents(expression.items, limits) if "^" in expression.items else ()


@lru_cache(maxsize=8)  # every step of a comparison asks again
def _exponents(items: tuple[str, ...], limits: Limits) -> tuple[int, ...]:
    powers = [place for place, item in enumerate(items) if item == "^"]
    values = (_value(_exponent(items, place), limits, {}) for place in powers)
    return tuple(_whole(value, limits) for value in values)


def _exponent(items: Sequence[str], power: int) -> Sequence[str]:
    """What is between the base and the `^` at this place, in postfix order."""
    start, missing = power, 1  # operands that are still to be found on the left
    while missing:
        start -= 1
        item = items[start]
        missing += 0 if item == NEGATE else 1 if item in OPERATORS else -1
    return items[start:power]


_Exact = int | Fraction
"""An `int` where the value is whole: adding Fractions takes ten times as long."""


def _value(items: Sequence[str], limits: Limits, numbers: Mapping[str, Fraction]) -> _Exact | None:
    """The value of items in postfix order; None where there is none."""
    stack: list[_Exact | None] = []  # None stands for a part without a value
    for item in items:
        if item not in OPERATORS:
            stack.append(_operand(item) if is_number(item) else numbers.get(item))
            continue
        right = stack.pop()
        if item == NEGATE:
            stack.append(None if right is None else -right)
            continue
        if item == "^":
            right = _whole(right, limits)
        stack[-1] = _apply(item, stack[-1], right, limits)
    return stack[0]


@lru_cache(maxsize=4096)
def _operand(operand: str) -> _Exact:
    value = number_value(operand)
    return value.numerator if value.denominator == 1 else value


def _whole(value: _Exact | None, limits: Limits) -> int:
    if value is None:
        reason = "the exponent has a symbol in it, divides by zero or is too large"
        raise ExpressionError(f"expected a whole number after ^: {reason}")
    if value.denominator != 1:
        is_short = max(abs(value.numerator), value.denominator) < 10**18
        shown = value if is_short else "a fraction"
        raise ExpressionError(f"expected a whole number after ^, found {shown}")
    whole = value.numerator
    if abs(whole) > limits.exponent:
        raise refuse(limits, "exponent", f"{whole}" if abs(whole) < 10**9 else "a huge number")
    return whole


def _apply(
    operator: str, left: _Exact | None, right: _Exact | None, limits: Limits
) -> _Exact | None:
    if left is None or right is None:
        return None
    try:
        return bounded(_calculate(operator, left, right, limits), limits)
    except (ZeroDivisionError, LimitError):
        return None


def _calculate(operator: str, left: _Exact, right: _Exact, limits: Limits) -> _Exact:
    if operator == "+":
        return left + right
    if operator == "-":
        return left - right
    if operator == "*":
        return left * right
    if operator == "/":
        return Fraction(left, right)
    bits = max(left.numerator.bit_length(), left.denominator.bit_length())
    if bits * abs(right.numerator) > limits.value_digits * 4:
        raise refuse(limits, "value_digits", "too many")
    return Fraction(left) ** right.numerator
