"""Signs and powers in sequences whose operators all have two sides.

There is no symbol for the sign: `-a` is `0 - a`. A solution that takes something from a real 0
is written as `0 + (0 - a)`, which has the same M-tree as `0 - a`, so that nothing is lost.
"""

from collections.abc import Callable

from sumc.algebra.expression import NEGATE, OPERATORS, Expression
from sumc.algebra.operands import is_number, number_value
from sumc.errors import CodeError

Items = tuple[str, ...]
"""Operands and operators in postfix order."""
ZERO: Items = ("0",)


def write_signs(items: Items) -> Items:
    """The postfix items of an expression without signs.

    >>> write_signs(("a", "~", "b", "*")), write_signs(("0", "a", "-"))
    (('0', 'a', '-', 'b', '*'), ('0', '0', 'a', '-', '+'))
    """
    if NEGATE not in items and "0" not in items:
        return items
    return _rebuilt(items, _write_sign)


def _write_sign(operator: str, left: Items, right: Items) -> Items:
    if operator == NEGATE:
        return (*ZERO, *right, "-")
    if operator == "-" and left == ZERO:
        return (*ZERO, *ZERO, *right, "-", "+")
    return (*left, *right, operator)


def read_signs(items: Items) -> Expression:
    """The expression of postfix items without signs; the inverse of `write_signs`.

    Every exponent must be a whole constant, perhaps with a sign, else it is a `CodeError`.

    >>> read_signs(("0", "a", "-", "b", "*")).items
    ('a', '~', 'b', '*')
    """
    return Expression(_rebuilt(items, _read_sign))


def _read_sign(operator: str, left: Items, right: Items) -> Items:
    if operator == "-" and left == ZERO:
        return (*right, NEGATE)
    if operator == "^":
        exponent = right[:-1] if right[-1] == NEGATE else right
        if len(exponent) != 1 or not is_exponent(exponent[0]):
            raise CodeError(f"expected a whole constant after ^, found {' '.join(right)[:60]}")
    return (*left, *right, operator)


def is_exponent(operand: str) -> bool:
    """Whether an operand may be an exponent: a whole number, not a symbol."""
    return is_number(operand) and number_value(operand).denominator == 1


def _rebuilt(items: Items, join: Callable[[str, Items, Items], Items]) -> Items:
    """Postfix items put together again, part by part; `left` is empty for a sign."""
    stack: list[Items] = []
    for item in items:
        if item in OPERATORS:
            right = stack.pop()
            stack.append(join(item, () if item == NEGATE else stack.pop(), right))
        else:
            stack.append((item,))
    return stack[0]
