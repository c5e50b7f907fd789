"""Plain arithmetic on an expression as written: its value, and the exponents after every `^`."""

from collections.abc import Mapping
from fractions import Fraction

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
    return _run(expression, limits, numbers or {})[0]


def whole_exponents(expression: Expression, limits: Limits) -> list[int]:
    """The exponent of every `^`, in postfix order.

    >>> from sumc.algebra.expression import parse_expression
    >>> from sumc.algebra.limits import DEFAULT_LIMITS
    >>> whole_exponents(parse_expression("a^(3-1)*b^-1"), DEFAULT_LIMITS)
    [2, -1]
    """
    return _run(expression, limits, {})[1] if "^" in expression.items else []


def _run(
    expression: Expression, limits: Limits, numbers: Mapping[str, Fraction]
) -> tuple[Fraction | None, list[int]]:
    exponents: list[int] = []
    stack: list[Fraction | None] = []  # None stands for a part without a value
    for item in expression.items:
        if item not in OPERATORS:
            stack.append(number_value(item) if is_number(item) else numbers.get(item))
            continue
        right = stack.pop()
        if item == NEGATE:
            stack.append(None if right is None else -right)
            continue
        if item == "^":
            exponents.append(_whole(right, limits))
        stack[-1] = _apply(item, stack[-1], right, limits)
    return stack[0], exponents


def _whole(value: Fraction | None, limits: Limits) -> int:
    if value is None:
        reason = "the exponent has a symbol in it, divides by zero or is too large"
        raise ExpressionError(f"expected a whole number after ^: {reason}")
    if value.denominator != 1:
        shown = value if value.denominator < 10**9 > abs(value) else "a fraction"
        raise ExpressionError(f"expected a whole number after ^, found {shown}")
    if abs(value) > limits.exponent:
        raise refuse(limits, "exponent", f"{value}" if abs(value) < 10**9 else "a huge number")
    return value.numerator


def _apply(
    operator: str, left: Fraction | None, right: Fraction | None, limits: Limits
) -> Fraction | None:
    if left is None or right is None:
        return None
    try:
        return bounded(_calculate(operator, left, right, limits), limits)
    except (ZeroDivisionError, LimitError):
        return None


def _calculate(operator: str, left: Fraction, right: Fraction, limits: Limits) -> Fraction:
    if operator == "+":
        return left + right
    if operator == "-":
        return left - right
    if operator == "*":
        return left * right
    if operator == "/":
        return left / right
    bits = max(left.numerator.bit_length(), left.denominator.bit_length())
    if bits * abs(right.numerator) > limits.value_digits * 4:
        raise refuse(limits, "value_digits", "too many")
    return Fraction(left ** int(right))
