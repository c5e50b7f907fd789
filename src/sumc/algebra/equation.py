"""Equations: what x is, as an expression, when an equation is linear in x.

Each side is kept as `coefficient * x + constant`, both of them expressions as written, so that
the solved form still holds the numbers of the equation: `X-9=4` gives `4+9`, not `13`.
"""

from typing import NamedTuple

from sumc.algebra.expression import NEGATE, OPERATORS, Expression, parse_sides
from sumc.algebra.limits import DEFAULT_LIMITS, Limits
from sumc.algebra.rational import is_zero
from sumc.errors import EquationError

UNKNOWNS = ("x", "X")

Items = tuple[str, ...]
"""A part of an equation in postfix order; empty for zero."""
_ONE: Items = ("1",)
"""The coefficient of a lone x; known by identity, a 1 that was written down is kept."""
_MINUS_ONE: Items = ("1", NEGATE)


class _OneOver(tuple[str, ...]):
    """The coefficient of x in x/d: dividing by it is multiplying by d."""

    @property
    def divisor(self) -> Items:
        return tuple(self[1:-1])


def parse_solution(text: str, limits: Limits = DEFAULT_LIMITS) -> Expression:
    """Read an expression, or what x is in an equation that is linear in x.

    >>> parse_solution("3*x+2=x+10").items
    ('10', '2', '-', '3', '1', '-', '/')
    """
    left, right = parse_sides(text, limits)
    if right is None:
        return left
    unknown = _the_unknown(left.items + right.items)
    for side, other in ((left, right), (right, left)):
        if side.items == (unknown,) and unknown not in other.items:
            return other
    return _solve(_linear(left, unknown), _linear(right, unknown), limits)


def _the_unknown(items: Items) -> str:
    found = [name for name in UNKNOWNS if name in items]
    if not found:
        raise EquationError(
            "expected an expression, or an equation with one unknown x; found an equation with "
            "neither x nor X: give what stands before or after = alone"
        )
    if len(found) > 1:
        raise EquationError("expected an equation with one unknown x, found both x and X")
    return found[0]


class _Linear(NamedTuple):
    """`coefficient * x + constant`."""

    coefficient: Items
    constant: Items


def _linear(expression: Expression, unknown: str) -> _Linear:
    stack: list[_Linear] = []
    for item in expression.items:
        if item not in OPERATORS:
            stack.append(_Linear(_ONE, ()) if item == unknown else _Linear((), (item,)))
            continue
        right = stack.pop()
        if item == NEGATE:
            stack.append(_Linear(_negate(right.coefficient), _negate(right.constant)))
        else:
            stack[-1] = _apply(item, stack[-1], right)
    return stack[0]


def _apply(operator: str, left: _Linear, right: _Linear) -> _Linear:
    if operator in "+-":
        combine = _add if operator == "+" else _subtract
        coefficient = combine(left.coefficient, right.coefficient)
        return _Linear(coefficient, combine(left.constant, right.constant))
    if operator == "*" and not right.coefficient:
        factor = right.constant
        return _Linear(_multiply(left.coefficient, factor), _multiply(left.constant, factor))
    if operator == "*" and not left.coefficient:
        factor = left.constant
        return _Linear(_multiply(factor, right.coefficient), _multiply(factor, right.constant))
    if operator == "^" and (left.coefficient or right.coefficient):
        raise EquationError("the equation is not linear in x: x has a power or is in one")
    if right.coefficient:
        how = "x is multiplied by x" if operator == "*" else "something is divided by x"
        raise EquationError(f"the equation is not linear in x: {how}")
    if operator == "^":
        return _Linear((), (*_or_zero(left.constant), *_or_zero(right.constant), "^"))
    divisor = _or_zero(right.constant)
    return _Linear(_divide(left.coefficient, divisor), _divide(left.constant, divisor))


def _solve(left: _Linear, right: _Linear, limits: Limits) -> Expression:
    """x is the difference of the constants over the difference of the coefficients."""
    if not left.coefficient or left.coefficient[-1] == NEGATE:
        left, right = right, left  # so that 9-x=4 gives 9-4 and not (4-9)/-1
    coefficient = _subtract(left.coefficient, right.coefficient)
    if not coefficient or is_zero(Expression(coefficient), limits):
        raise EquationError("the equation does not determine x: it cancels out")
    constant = _or_zero(_subtract(right.constant, left.constant))
    if isinstance(coefficient, _OneOver):
        return Expression((*constant, *coefficient.divisor, "*"))
    return Expression(constant if coefficient is _ONE else _divide(constant, coefficient))


def _or_zero(items: Items) -> Items:
    return items or ("0",)


def _negate(items: Items) -> Items:
    if items is _ONE:
        return _MINUS_ONE
    if items and items[-1] == NEGATE:
        return _without_sign(items)
    return (*items, NEGATE) if items else ()


def _without_sign(items: Items) -> Items:
    return _ONE if items is _MINUS_ONE else items[:-1]


def _add(left: Items, right: Items) -> Items:
    return (*left, *right, "+") if left and right else left or right


def _subtract(left: Items, right: Items) -> Items:
    if right and right[-1] == NEGATE:
        return _add(left, _without_sign(right))
    return (*left, *right, "-") if left and right else left or _negate(right)


def _multiply(left: Items, right: Items) -> Items:
    if not left or not right:
        return ()
    if left is _ONE or left is _MINUS_ONE:
        return right if left is _ONE else _negate(right)
    if right is _ONE or right is _MINUS_ONE:
        return left if right is _ONE else _negate(left)
    return (*left, *right, "*")


def _divide(left: Items, right: Items) -> Items:
    if left is _ONE:
        return _OneOver(("1", *right, "/"))
    return (*left, *right, "/") if left else ()
