"""M-tree codes as a target: all equivalent ways of writing a solution have the same codes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

from sumc.algebra.expression import Expression
from sumc.algebra.mtree import MTree
from sumc.algebra.operands import natural_order
from sumc.codecs.number_codes import NumberCodes, NumberCodesSettings, Pairs
from sumc.codecs.spelling import Spelling
from sumc.problems.problem import Problem


@dataclass(frozen=True, slots=True)
class MTreeSettings(NumberCodesSettings):
    """How M-tree codes are learned."""

    simplify: bool = False
    """Whether redundant factors (1, and c times 1/c) are left out of solutions."""


class MTreeCodes(NumberCodes):
    """The target of seq2code: codes, constants and classes, all learned on the training split."""

    name: ClassVar[str] = "mtree"
    settings: ClassVar[type[Any]] = MTreeSettings

    @classmethod
    def learn(cls, train: Iterable[Problem], settings: MTreeSettings) -> "MTreeCodes":
        """The constants and the codes of the training problems that have a solution."""
        return cls._learn(train, settings, simplify=settings.simplify)

    @staticmethod
    def pairs(problem: Problem) -> Pairs:
        """The numbers of a problem's solution with their codes, one pair for every leaf."""
        tree = problem.tree()
        return [] if tree is None else tree.codes()

    @staticmethod
    def restore(pairs: Pairs) -> tuple[Expression, bool]:
        """An expression of the tree that codes spell, and whether they are exactly its codes."""
        tree = MTree.from_codes(pairs)
        return tree.expression, sorted(tree.codes()) == sorted(pairs)

    def answer(
        self, slots: Sequence[str], classes: Sequence[int], numbers: Sequence[Fraction]
    ) -> Fraction | None:
        """The answer of classes whose codes are exactly the codes of the tree they spell.

        None when they are not, or when that tree has no value for the numbers of the slots.
        """
        spelling = self._spelling
        paths = spelling.paths(classes)
        if not paths:
            return None
        if spelling.has_marks(paths):
            order = spelling.order(classes, paths, _ranks(slots))
            if order == "unknown":
                return super().answer(slots, classes, numbers)
            if order == "wrong":
                return None
        return spelling.value(classes, paths, numbers)

    @cached_property
    def _spelling(self) -> Spelling:
        return Spelling(self.classes)


def _ranks(slots: Sequence[str]) -> list[int]:
    """The place of every slot in the natural order of all slots."""
    order = sorted(range(len(slots)), key=lambda slot: natural_order(slots[slot]))
    ranks = [0] * len(slots)
    for rank, slot in enumerate(order):
        ranks[slot] = rank
    return ranks


def missing_constants(problem: Problem, constants: Sequence[str]) -> tuple[str, ...]:
    """The numbers of a problem's tree that neither its text nor the constants have."""
    tree = problem.tree()
    known = {*constants, *problem.symbols}
    return () if tree is None else tuple(s for s in dict.fromkeys(tree.symbols) if s not in known)


def brings_back(problem: Problem) -> bool:
    """Whether a problem's tree, taken apart into codes and restored, gives the right answer."""
    tree = problem.tree()
    if tree is None or not problem.agrees:
        return False
    restored = MTree.from_codes(tree.codes())
    return restored == tree and restored.evaluate(problem.values) == tree.evaluate(problem.values)
