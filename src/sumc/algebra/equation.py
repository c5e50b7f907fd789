"""Equations: what x is, as an expression, when an equation is linear in x."""

from sumc.algebra.expression import Expression, parse_sides
from sumc.algebra.limits import DEFAULT_LIMITS, Limits
from sumc.algebra.linear import Items, is_determined, linear_form, solve_for
from sumc.errors import EquationError

UNKNOWNS = ("x", "X")


def parse_solution(text: str, limits: Limits = DEFAULT_LIMITS) -> Expression:
    """Read an expression, or what x is in an equation that is linear in x.

    >>> parse_solution("3*x+2=x+10").items
    ('10', '2', '-', '3', '1', '-', '/')
    """
    left, right = parse_sides(text, limits)
    if right is None:
        return left
    return _solve(left, right, the_unknown(left.items + right.items), limits)


def the_unknown(items: Items) -> str:
    """The one of x and X that is there."""
    found = [name for name in UNKNOWNS if name in items]
    if not found:
        raise EquationError(
            "expected an expression, or an equation with one unknown x; found an equation with "
            "neither x nor X: give one side of the = alone"
        )
    if len(found) > 1:
        raise EquationError("expected an equation with one unknown x, found both x and X")
    return found[0]


def _solve(left: Expression, right: Expression, unknown: str, limits: Limits) -> Expression:
    for side, other in ((left, right), (right, left)):
        if side.items == (unknown,) and unknown not in other.items:
            return other
    forms = linear_form(left, (unknown,)), linear_form(right, (unknown,))
    if not is_determined(unknown, *forms, limits):
        raise EquationError(f"the equation does not determine {unknown}: it cancels out")
    return Expression(solve_for(unknown, *forms).constant)
