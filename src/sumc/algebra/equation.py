"""Equations: what x is, as an expression, when an equation is linear in x."""

from sumc.algebra.expression import OPERATORS, Expression, parse_sides
from sumc.algebra.limits import DEFAULT_LIMITS, Limits
from sumc.algebra.linear import Items, is_determined, linear_form, solve_for
from sumc.algebra.operands import is_number
from sumc.errors import EquationError

UNKNOWNS = ("x", "X")
_CONSTANTS = ("π", "pi")


def parse_solution(text: str, limits: Limits = DEFAULT_LIMITS) -> Expression:
    """Read an expression, or what x is in an equation that is linear in x.

    >>> parse_solution("3*x+2=x+10").items
    ('10', '2', '-', '3', '1', '-', '/')
    """
    left, right = parse_sides(text, limits)
    if right is None:
        return left
    return solve_equation(left, right, the_unknown(left.items + right.items), limits)


def the_unknown(items: Items) -> str:
    """The unknown of an equation: x or X, whichever is there."""
    found = [name for name in UNKNOWNS if name in items]
    if not found:
        raise EquationError(
            "expected an expression, or an equation with one unknown x; found an equation with "
            "neither x nor X: give one side of the = alone"
        )
    if len(found) > 1:
        raise EquationError("expected an equation with one unknown x, found both x and X")
    return found[0]


def unknown_of(items: Items) -> str:
    """The unknown of a student's equation: x, or the only letter; empty where it is unclear.

    >>> unknown_of(("2", "y", "*", "3", "+"))
    'y'
    """
    symbols = [each for each in items if each not in OPERATORS and not is_number(each)]
    letters = dict.fromkeys(each for each in symbols if each not in _CONSTANTS)
    found = [name for name in UNKNOWNS if name in letters] or [*letters]
    return found[0] if len(found) == 1 and len(found[0]) == 1 else ""


def solve_equation(
    left: Expression, right: Expression, unknown: str, limits: Limits = DEFAULT_LIMITS
) -> Expression:
    """What an unknown is in an equation that is linear in it."""
    for side, other in ((left, right), (right, left)):
        if side.items == (unknown,) and unknown not in other.items:
            return other
    forms = linear_form(left, (unknown,)), linear_form(right, (unknown,))
    if not is_determined(unknown, *forms, limits):
        raise EquationError(f"the equation does not determine {unknown}: it cancels out")
    return Expression(solve_for(unknown, *forms).constant)


def counted(solution: Expression) -> Expression:
    """A solution with what the unknown is counted by as a number: 16/(1+1) of x+x=16 is 16/(2*1).

    >>> counted(parse_solution("x+x=16")).items
    ('16', '2', '1', '*', '/')
    """
    items = solution.items
    start, missing = len(items) - 1, 1
    while missing and start and items[-1] == "/":
        start -= 1
        missing += -1 if items[start] == "1" else 1
        if items[start] not in ("1", "+"):
            return solution
    ones = items[start:-1].count("1")
    return Expression((*items[:start], str(ones), "1", "*", "/")) if ones > 1 else solution
