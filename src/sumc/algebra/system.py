"""Linear systems: what one unknown is, as an expression over the numbers of the equations.

Unknowns are eliminated one after the other, the one that is asked for last:

    x + y = n1          y = n1 - x
    2*x + 4*y = n2      2*x + 4*(n1 - x) = n2      x = (n2 - 4*n1) / (2 - 4)
"""

from collections.abc import Sequence
from typing import NamedTuple

from sumc.algebra.expression import Expression, Sides
from sumc.algebra.limits import DEFAULT_LIMITS, Limits, refuse
from sumc.algebra.linear import (
    Linear,
    add_forms,
    is_determined,
    is_lone,
    linear_form,
    multiply,
    solve_for,
    subtract,
)
from sumc.algebra.rational import is_zero
from sumc.algebra.signs import fold_signs
from sumc.errors import EquationError


class _Equation(NamedTuple):
    left: Linear
    right: Linear


def solve_system(
    equations: Sequence[Sides],
    asked: str,
    unknowns: Sequence[str],
    limits: Limits = DEFAULT_LIMITS,
) -> Expression:
    """What the asked unknown is in a system that is linear in all of the unknowns.

    Symbols that are not unknowns count as numbers that are not known yet. A system that is not
    linear, contradicts itself or leaves the asked unknown open is an `EquationError`.

    >>> from sumc.algebra.expression import parse_sides
    >>> from sumc.algebra.notation import to_infix
    >>> to_infix(solve_system([parse_sides("x+y=35"), parse_sides("2*x+4*y=94")], "x", "xy"))
    '(94-4*35)/(2-4)'
    """
    system = [_equation(sides, unknowns) for sides in equations]
    present = [name for name in unknowns if any(_has(name, each) for each in system)]
    if asked not in present:
        raise EquationError(f"expected an equation with {asked}, found none")
    if len(system) > len(present):
        raise EquationError(f"more equations ({len(system)}) than unknowns ({len(present)})")
    for unknown in present:
        if unknown != asked:
            system = _eliminate(unknown, system, limits)[1]
    solution, rest = _eliminate(asked, system, limits)
    if solution is None:
        raise EquationError(f"the equations do not determine {asked}")
    if not all(_holds(equation, limits) for equation in rest):
        raise EquationError("the equations contradict each other")
    return fold_signs(Expression(solution.constant), limits)


def _equation(sides: Sides, unknowns: Sequence[str]) -> _Equation:
    if sides.right is None:
        raise EquationError('expected equations, found an expression without "="')
    return _Equation(linear_form(sides.left, unknowns), linear_form(sides.right, unknowns))


def _has(unknown: str, equation: _Equation) -> bool:
    return any(unknown in side.coefficients for side in equation)


def _eliminate(
    unknown: str, system: Sequence[_Equation], limits: Limits
) -> tuple[Linear | None, list[_Equation]]:
    """What an unknown is, and the other equations with that in its place.

    An unknown that no equation determines cancels out of all of them, and is left out.
    """
    usable = [each for each in system if is_determined(unknown, *each, limits)]
    if not usable:
        return None, [_Equation(*(side.without(unknown) for side in each)) for each in system]
    simplest = min(usable, key=lambda each: _cost(unknown, each))
    solution = solve_for(unknown, *simplest)
    others = [each for each in system if each is not simplest]
    return solution, [
        _Equation(*(_put_in(solution, unknown, side, limits) for side in each)) for each in others
    ]


def _cost(unknown: str, equation: _Equation) -> tuple[bool, int]:
    """A lone unknown is solved for most easily, then one in a short equation."""
    coefficient = subtract(*(side.of(unknown) for side in equation))
    return not is_lone(coefficient), sum(side.size for side in equation)


def _put_in(solution: Linear, unknown: str, side: Linear, limits: Limits) -> Linear:
    coefficient = side.of(unknown)
    product = solution.map(lambda each: multiply(coefficient, each))
    result = add_forms(side.without(unknown), product)
    if result.size > 2 * limits.leaves:  # as many operators as operands
        raise refuse(limits, "leaves", f"more than {limits.leaves}")
    return result


def _holds(equation: _Equation, limits: Limits) -> bool:
    """Whether both sides, in which no unknown is left, are equal whatever the symbols are."""
    difference = subtract(equation.left.constant, equation.right.constant)
    return not difference or is_zero(Expression(difference), limits)
