"""Formulas over the numbers of a world: built, tidied and evaluated.

A formula is a tuple in postfix order of places of numbers, whole numbers as text, and operators:
`(0, 1, "-", "2", "/")` is half the difference of the numbers 0 and 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

Formula = tuple[int | str, ...]
OPERATORS = frozenset("+-*/")
ZERO: Formula = ("0",)
ONE: Formula = ("1",)


def whole(formula: Formula) -> int | None:
    """Return the value of a formula that is one whole number; None for any other."""
    is_number = len(formula) == 1 and isinstance(formula[0], str)
    return int(formula[0]) if is_number else None


def plus(left: Formula, right: Formula) -> Formula:
    """Return a sum; whole numbers are added at once."""
    a, b = whole(left), whole(right)
    if a is not None and b is not None:
        return (str(a + b),)
    if a == 0:
        return right
    if b is not None and b < 0:
        return minus(left, (str(-b),))
    if right[:1] == ZERO and _is_negated(right):
        return minus(left, right[1:-1])
    return left if b == 0 else (*left, *right, "+")


def minus(left: Formula, right: Formula) -> Formula:
    """Return a difference; `a - (0 - b)` becomes `a + b`."""
    a, b = whole(left), whole(right)
    if a is not None and b is not None:
        return (str(a - b),)
    if b == 0:
        return left
    if b is not None and b < 0:
        return plus(left, (str(-b),))
    if right[:1] == ZERO and _is_negated(right):
        return plus(left, right[1:-1])
    return (*left, *right, "-")


def _is_negated(formula: Formula) -> bool:
    """Say whether a formula is 0 minus another formula."""
    if len(formula) < 3 or formula[-1] != "-":
        return False
    depth = 0
    for item in formula[1:-1]:
        depth += -1 if item in OPERATORS else 1
        if depth == 0:
            return False
    return depth == 1


def times(left: Formula, right: Formula) -> Formula:
    """Return a product; zeros and ones vanish."""
    a, b = whole(left), whole(right)
    if a is not None and b is not None:
        return (str(a * b),)
    if a == 0 or b == 0:
        return ZERO
    if a in (1, -1):
        return right if a == 1 else minus(ZERO, right)
    if b == -1:
        return minus(ZERO, left)
    return left if b == 1 else (*left, *right, "*")


def over(left: Formula, right: Formula) -> Formula:
    """Return a quotient."""
    return ZERO if left == ZERO else left if right == ONE else (*left, *right, "/")


def upright(formula: Formula, values: Sequence[Fraction]) -> Formula:
    """Return the formula with `(a-b)/(c-d)` turned into `(b-a)/(d-c)` where c is below d.

    >>> upright((0, 1, "-", 2, "1", "-", "/"), [Fraction(2), Fraction(8), Fraction(1, 2)])
    (1, 0, '-', '1', 2, '-', '/')
    """
    stack: list[Formula] = []
    for item in formula:
        if isinstance(item, int) or item not in OPERATORS:
            stack.append((item,))
            continue
        right, left = stack.pop(), stack.pop()
        if item == "/" and right[-1] == left[-1] == "-" and (value_of(right, values) or 0) < 0:
            left, right = _swapped(left), _swapped(right)
        stack.append((*left, *right, item))
    return stack[0]


def _swapped(difference: Formula) -> Formula:
    """Return `b - a` for `a - b`, and b for `0 - b`."""
    depth, cut = 0, len(difference) - 1
    while depth < 1:
        cut -= 1
        depth += -1 if difference[cut] in OPERATORS else 1
    return minus(difference[cut:-1], difference[:cut])


def value_of(formula: Formula, values: Sequence[Fraction]) -> Fraction | None:
    """Return the value of a formula, None for a division by zero.

    >>> value_of((0, 1, "-", "2", "/"), [Fraction(9), Fraction(4)])
    Fraction(5, 2)
    """
    stack: list[Fraction] = []
    for item in formula:
        if isinstance(item, int):
            stack.append(values[item])
        elif item not in OPERATORS:
            stack.append(Fraction(item))
        else:
            right, left = stack.pop(), stack.pop()
            if item == "/" and not right:
                return None
            stack.append(_APPLY[item](left, right))
    return stack[0]


_APPLY = {
    "+": Fraction.__add__,
    "-": Fraction.__sub__,
    "*": Fraction.__mul__,
    "/": Fraction.__truediv__,
}
