"""One prediction beside the gold solution of its problem."""

from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

from sumc.algebra.mtree import MTree
from sumc.algebra.overlap import Comparison
from sumc.codecs import Codec
from sumc.codecs.number_codes import group_by_slot
from sumc.decoding.hypothesis import Prediction
from sumc.evaluation.score import Score
from sumc.problems.problem import Problem


class Coverage(Protocol):
    """What solutions may be made of and which can be expressed: a codec's, or several codecs'."""

    @property
    def constants(self) -> tuple[str, ...]:
        """Numbers that solutions may use although texts lack them."""

    def slots(self, problem: Problem) -> tuple[str, ...]:
        """The constants, then the numbers of the text."""

    def covers(self, problem: Problem) -> bool:
        """Whether a problem's solution is expressible."""


@dataclass(frozen=True, slots=True)
class AnyCodec:
    """The codecs of an ensemble: what one of them can express is expressible."""

    codecs: tuple[Codec[Any], ...]

    @property
    def constants(self) -> tuple[str, ...]:
        """The constants of all of them."""
        return tuple(dict.fromkeys(each for codec in self.codecs for each in codec.constants))

    def slots(self, problem: Problem) -> tuple[str, ...]:
        """The constants, then the numbers of the text."""
        return (*self.constants, *problem.symbols)

    def covers(self, problem: Problem) -> bool:
        """Whether one of them covers a problem."""
        return any(codec.covers(problem) for codec in self.codecs)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is right and what is wrong in one prediction."""

    problem: Problem
    prediction: Prediction
    answer: bool
    """Whether the answer is right within the tolerance (see `same_answer`)."""
    numbers: Score
    """Numbers of the text with exactly the gold codes."""
    constants: Score
    """Constants with exactly the gold codes; a constant that the model lacks is wrong."""
    match: bool
    """Whether the M-tree is the gold one."""
    overlap: Fraction
    """The share of leaves at the same place in both M-trees."""
    covered: bool
    """Whether the gold solution is expressible with what the codec has learned."""
    seen: bool | None
    """Whether the text, numbers masked, occurs in the training part; None if that is unknown."""

    @property
    def has_solution(self) -> bool:
        """Whether there is a gold solution to compare with, not just an answer."""
        return self.problem.expression is not None

    @property
    def operands(self) -> int:
        """How many numbers of the text the gold solution needs (see `Problem.operands`)."""
        return len(self.problem.operands)

    @property
    def all_slots(self) -> bool:
        """Whether every constant and every number has exactly the gold codes."""
        slots = self.numbers + self.constants
        return slots.right == slots.total


def judge(
    problem: Problem,
    prediction: Prediction,
    codec: Coverage,
    seen_texts: Collection[str] | None = (),
) -> Judgement:
    """Compare a prediction with the gold answer, the gold codes and the gold M-tree."""
    gold = problem.tree()
    numbers, constants = (
        (Score(), Score()) if gold is None else _slots(problem, gold, prediction, codec)
    )
    return Judgement(
        problem,
        prediction,
        answer=prediction.solves(problem),
        numbers=numbers,
        constants=constants,
        match=gold is not None and prediction.tree == gold,
        overlap=tree_overlap(prediction.tree, gold),
        covered=gold is not None and codec.covers(problem),
        seen=None if seen_texts is None else problem.masked_text in seen_texts,
    )


def _slots(
    problem: Problem, gold: MTree, prediction: Prediction, codec: Coverage
) -> tuple[Score, Score]:
    """Numbers of the text, and constants, that have exactly the gold M-tree codes.

    The codes are those of the predicted tree, whatever the model itself predicts.
    """
    slots, pairs = codec.slots(problem), gold.codes()
    wanted = group_by_slot(pairs, slots)
    right = [False] * len(slots)  # no answer: no code is right
    if prediction.tree is not None:
        found = group_by_slot(prediction.tree.codes(), slots)
        right = [mine == codes for mine, codes in zip(found, wanted, strict=True)]
    split = len(codec.constants)
    lacking = Score(0, len({symbol for symbol, _ in pairs}.difference(slots)))
    return Score.of(right[split:]), Score.of(right[:split]) + lacking


def tree_overlap(first: MTree | None, second: MTree | None) -> Fraction:
    """The share of common root-to-leaf paths of two M-trees, of the larger one; exact.

    >>> tree_overlap(MTree.parse("n1*n2+n3"), MTree.parse("n1*n2-n3"))
    Fraction(2, 3)
    >>> tree_overlap(None, MTree.parse("n1"))
    Fraction(0, 1)
    """
    if first is None or second is None:
        return Fraction(0)
    common = Comparison().common_leaves(first.root, second.root)
    return Fraction(common, max(len(first.symbols), len(second.symbols)))
