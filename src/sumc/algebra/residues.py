"""Whole numbers modulo a prime in place of fractions: quick tests that two formulas differ.

They cost a tenth of what fractions cost and never grow. Different modulo the prime means different
as fractions too; equality has to be proved with exact numbers.
"""

from collections.abc import Iterable
from functools import lru_cache

from sumc.algebra.arithmetic import whole_exponents
from sumc.algebra.expression import NEGATE, OPERATORS, Expression
from sumc.algebra.limits import Limits
from sumc.algebra.operands import number_value

PRIME = 2**61 - 1


def residue(expression: Expression, operands: Iterable[int], limits: Limits) -> int:
    """The value of an expression, modulo the prime, with these numbers as operands, in order.

    `ZeroDivisionError` where it divides by zero.
    """
    exponents = iter(whole_exponents(expression, limits))
    numbers = iter(operands)
    stack: list[int] = []
    try:
        for item in expression.items:
            if item not in OPERATORS:
                stack.append(next(numbers))
                continue
            right = stack.pop()
            if item == "+":
                stack[-1] += right
            elif item == "-":
                stack[-1] -= right
            elif item == "*":
                stack[-1] = stack[-1] * right % PRIME
            elif item == "/":
                stack[-1] = stack[-1] * pow(right, -1, PRIME) % PRIME
            elif item == "^":
                stack[-1] = pow(stack[-1], next(exponents), PRIME)
            else:
                stack.append(-right)
    except ValueError:  # pow has no inverse for a multiple of the prime
        raise ZeroDivisionError from None
    return stack[0] % PRIME


def inverse(number: int) -> int:
    """One over a number; `ZeroDivisionError` for a multiple of the prime."""
    if number == 1:
        return 1
    if not number % PRIME:
        raise ZeroDivisionError
    return pow(number, -1, PRIME)


@lru_cache(maxsize=4096)
def of_number(operand: str) -> int:
    """The residue of a number operand."""
    value = number_value(operand)
    return value.numerator * inverse(value.denominator) % PRIME


@lru_cache(maxsize=4096)
def other_number(operand: str) -> int:
    """Another number in place of an operand: each whole number except 0 and 1 becomes an
    arbitrary one, and a fraction the quotient of its whole numbers."""
    value = number_value(operand)
    return _mixed(value.numerator) * inverse(_mixed(value.denominator)) % PRIME


def _mixed(whole: int) -> int:
    if whole < 2:
        return whole
    seed = (whole * 0x9E3779B97F4A7C15 + 0xD1B54A32D192ED03) % PRIME
    return pow(seed, 3, PRIME) + 2


def with_other_numbers(expression: Expression, limits: Limits) -> int:
    """The value of an expression of numbers when every number becomes another one."""
    return residue(expression, map(other_number, expression.leaves), limits)


def makes_a_difference(expression: Expression, point: int, limits: Limits) -> bool:
    """Whether the value changes when the parts that have this value with other numbers do.

    Where no part has it, nothing shows that it may be anything.

    >>> from sumc.algebra.expression import parse_expression
    >>> from sumc.algebra.limits import DEFAULT_LIMITS
    >>> five = with_other_numbers(parse_expression("2+3"), DEFAULT_LIMITS)
    >>> makes_a_difference(parse_expression("(2+3)*4"), five, DEFAULT_LIMITS)
    True
    >>> makes_a_difference(parse_expression("(2+3)*(4-4)"), five, DEFAULT_LIMITS)
    False
    """
    stack: list[tuple[tuple[str, ...], tuple[str, ...]]] = []  # as written, and with changed parts
    written: tuple[str, ...]
    changed: tuple[str, ...]
    for item in expression.items:
        if item not in OPERATORS:
            written = changed = (item,)
        elif item == NEGATE:
            written, changed = ((*each, item) for each in stack.pop())
        else:
            right, (left, left_changed) = stack.pop(), stack.pop()
            written = (*left, *right[0], item)
            changed = (*left_changed, *right[item != "^"], item)  # an exponent stays
        same = with_other_numbers(Expression(written), limits) == point
        stack.append((written, (_ANY,) if same else changed))
    changed = stack[0][1]
    return changed == expression.items or (
        with_other_numbers(Expression(changed), limits) != with_other_numbers(expression, limits)
    )


_ANY = "999999999989"  # a number that nobody writes
