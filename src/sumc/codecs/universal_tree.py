"""Universal expression trees as a target: equations with unknowns, for SAU-Solver.

`;` joins equations, `=` joins the two sides of one, and x, y and z are leaves:

    x + y = n1 ; x - y = n2   is   ; = + x y n1 = - x y n2

A problem with one unknown is an ordinary prefix expression unless `with_unknown` is set; then it
is `= x` and the expression. What is asked for is always x.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, ClassVar

from sumc.algebra.expression import Expression, Sides
from sumc.algebra.signs import fold_signs
from sumc.algebra.system import solve_system
from sumc.codecs.codec import (
    CodecSettings,
    NotCovered,
    check_header,
    read_constants,
    read_names,
)
from sumc.codecs.prefix import PrefixCodec, postfix_of, prefix_of
from sumc.codecs.sequence import (
    ARITHMETIC,
    BINARY,
    VERSION,
    Indices,
    Names,
    learn_symbols,
    plain_solution,
    read_operators,
)
from sumc.codecs.zero_signs import Items, read_signs, write_signs
from sumc.errors import CodeError, EquationError, SumcError
from sumc.problems.problem import Problem

EQUATIONS = (";", "=")
"""The operators of equations, the weakest first."""
UNKNOWNS = ("x", "y", "z")
ASKED = UNKNOWNS[0]


@dataclass(frozen=True, slots=True)
class UniversalTreeSettings(CodecSettings):
    """How universal trees are learned."""

    with_unknown: bool = False
    """Whether solutions are equations with unknowns; the paper's datasets need none."""


@dataclass(frozen=True)
class UniversalTreeCodec(PrefixCodec):
    """Prefix order of expressions, equations and systems; unknowns come before the constants."""

    name: ClassVar[str] = "universal_tree"
    settings: ClassVar[type[CodecSettings]] = UniversalTreeSettings
    unknowns: Names = ()

    @property
    def fixed(self) -> Names:
        """Operators, unknowns and constants."""
        return (*self.operators, *self.unknowns, *self.constants)

    @classmethod
    def learn(
        cls, train: Iterable[Problem], settings: UniversalTreeSettings
    ) -> "UniversalTreeCodec":
        """The operators and constants of the training problems, and unknowns if wanted."""
        operators, constants = learn_symbols(train, settings)
        if settings.with_unknown:
            return cls((*EQUATIONS, *operators), constants, UNKNOWNS)
        return cls(operators, constants)

    def encode(self, problem: Problem) -> Indices | NotCovered:
        """The indices of a solution's symbols, or which symbol is missing."""
        if not self.unknowns:
            return super().encode(problem)
        solution = plain_solution(problem)
        if isinstance(solution, NotCovered):
            return solution
        return self.encode_equations([Sides(Expression((ASKED,)), solution)], problem)

    def encode_equations(
        self, equations: Sequence[Sides], problem: Problem
    ) -> Indices | NotCovered:
        """The indices of a system over x, y, z, a problem's numbers and constants."""
        if not equations or any(each.right is None for each in equations):
            return NotCovered("the problem has no equations to encode")
        try:
            items = reduce(_together, map(_equation, equations))
        except SumcError as error:
            return NotCovered(str(error))
        return self._indices(prefix_of(items), problem)

    def decode(self, output: Indices, problem: Problem) -> Expression:
        """The expression that an output spells, or what x is in its equations.

        Equations that are not linear or do not determine x are a `CodeError`.
        """
        items = postfix_of(self._names(output, problem))
        if not {*EQUATIONS, *UNKNOWNS}.intersection(items):
            return read_signs(items)
        try:
            return solve_system(_read_equations(items), ASKED, UNKNOWNS)
        except EquationError as error:
            raise CodeError(str(error)) from None

    def decode_equations(self, output: Indices, problem: Problem) -> tuple[Sides, ...]:
        """The equations that an output spells; the inverse of `encode_equations`."""
        return _read_equations(postfix_of(self._names(output, problem)))

    def to_json(self) -> dict[str, object]:
        """What is written to a file; `from_json` reads it back."""
        return {**super().to_json(), "unknowns": list(self.unknowns)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "UniversalTreeCodec":
        """Read what `to_json` wrote, refusing another version."""
        check_header(data, cls.name, VERSION)
        unknowns = read_names(data, "unknowns")
        if unknowns not in ((), UNKNOWNS):
            raise CodeError(f"expected the unknowns {UNKNOWNS} or none, found {unknowns}")
        operators = read_operators(data, (*EQUATIONS, *ARITHMETIC))
        return cls(operators, read_constants(data), unknowns)


def _equation(sides: Sides) -> Items:
    written = (write_signs(fold_signs(side).items) for side in sides if side is not None)
    return (*(item for items in written for item in items), "=")


def _together(left: Items, right: Items) -> Items:
    return (*left, *right, ";")


class _System(tuple[Sides, ...]):
    """Equations, of a type of their own to tell them from an expression."""


def _read_equations(items: Items) -> _System:
    """The equations of a tree in postfix order, from left to right."""
    stack: list[Items | _System] = []
    for item in items:
        if item in BINARY:
            right, left = stack.pop(), stack.pop()
            stack.append(_joined(item, left, right))
        else:
            stack.append((item,))
    (whole,) = stack
    if not isinstance(whole, _System):
        raise CodeError('expected an equation, found an expression without "="')
    return whole


def _joined(operator: str, left: Items | _System, right: Items | _System) -> Items | _System:
    if isinstance(left, _System) and isinstance(right, _System) and operator == ";":
        return _System((*left, *right))
    if isinstance(left, _System) or isinstance(right, _System) or operator == ";":
        wanted = "equations" if operator == ";" else "expressions"
        raise CodeError(f"expected {wanted} on both sides of {operator}")
    if operator == "=":
        return _System((Sides(read_signs(left), read_signs(right)),))
    return (*left, *right, operator)
