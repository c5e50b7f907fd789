"""Formulas as equations that people read."""

from __future__ import annotations

from collections.abc import Sequence

from sumc.problems.generator.quantities import write_value
from sumc.problems.world.building import CENTS
from sumc.problems.world.facts import Number
from sumc.problems.world.formulas import OPERATORS, Formula


def write_equation(formula: Formula, numbers: Sequence[Number]) -> str:
    """Return a formula with its numbers, in the usual order and with few brackets.

    >>> from fractions import Fraction
    >>> write_equation((0, 1, "-", "2", "*"), (Number(Fraction(7)), Number(Fraction(1, 2))))
    '(7-0.5)*2'
    """
    stack: list[tuple[str, int]] = []
    for item in formula:
        if isinstance(item, str) and item in OPERATORS:
            (right, inner), (left, outer) = stack.pop(), stack.pop()
            strength = 1 if item in "+-" else 2
            left = f"({left})" if outer < strength else left
            closed = inner < strength or (inner == strength and item in "-/")
            stack.append((f"{left}{item}{f'({right})' if closed else right}", strength))
        else:
            stack.append((item if isinstance(item, str) else _written(numbers[item]), 3))
    return stack[0][0]


def _written(number: Number) -> str:
    """Return a number as equations have it: 12, 3.5, 25% or (3/4)."""
    if number.sort == "percent":
        return write_value(number.value, "percent")
    is_decimal = CENTS % number.value.denominator == 0
    is_part = number.sort in ("part", "times") and number.value < 1
    return write_value(number.value, "fraction" if is_part or not is_decimal else "decimal")
