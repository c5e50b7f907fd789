"""Binary-tree codes as a target, for the comparison with M-tree codes (paper, section 4.4)."""

from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar

from sumc.algebra.binary import binary_codes, expression_from_binary_codes
from sumc.algebra.mtree import MTree
from sumc.codecs.mtree import MTreeCodes, Pairs
from sumc.problems.problem import Problem


class BinaryCodes(MTreeCodes):
    """Codes of the solution as it is written: equivalent solutions have different ones."""

    name: ClassVar[str] = "binary"

    @staticmethod
    def pairs(problem: Problem) -> Pairs:
        """The numbers of a problem's equation with their codes, one pair for every operand."""
        return [] if problem.expression is None else binary_codes(problem.expression)

    @staticmethod
    def restore(pairs: Pairs) -> tuple[MTree, bool]:
        """The tree that codes spell, and whether they are exactly those of its expression."""
        expression = expression_from_binary_codes(pairs)
        exact = sorted(binary_codes(expression)) == sorted(pairs)
        return MTree.from_expression(expression), exact

    def answer(
        self, slots: Sequence[str], classes: Sequence[int], numbers: Sequence[Fraction]
    ) -> Fraction | None:
        """The answer of classes whose codes are exactly those of an expression."""
        return self._answer_of_tree(slots, classes, numbers)
