"""Whole numbers modulo a prime in place of fractions: quick tests that two formulas differ.

They cost a tenth of what fractions cost and never grow. Different modulo the prime means different
as fractions too; equality has to be proved with exact numbers.
"""

from collections.abc import Iterable
from functools import lru_cache

from sumc.algebra.arithmetic import whole_exponents
from sumc.algebra.expression import OPERATORS, Expression
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
