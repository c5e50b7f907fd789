"""Binary-tree codes as a target, for the comparison with M-tree codes (paper, section 4.4)."""

from typing import ClassVar

from sumc.algebra.binary import binary_codes, expression_from_binary_codes
from sumc.algebra.expression import Expression
from sumc.codecs.number_codes import NumberCodes, Pairs
from sumc.problems.problem import Problem


class BinaryCodes(NumberCodes):
    """Codes of the solution as it is written: equivalent solutions have different ones."""

    name: ClassVar[str] = "binary"

    @staticmethod
    def pairs(problem: Problem) -> Pairs:
        """The numbers of a problem's equation with their codes, one pair for every operand."""
        return [] if problem.expression is None else binary_codes(problem.expression)

    @staticmethod
    def restore(pairs: Pairs) -> tuple[Expression, bool]:
        """The expression that codes spell, and whether they are exactly its codes."""
        expression = expression_from_binary_codes(pairs)
        return expression, sorted(binary_codes(expression)) == sorted(pairs)
