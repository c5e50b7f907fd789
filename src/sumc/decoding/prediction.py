"""`Prediction`: what a model says about one problem."""

from dataclasses import dataclass
from fractions import Fraction

from sumc.algebra.mtree import MTree
from sumc.codecs.mtree import Codes
from sumc.problems.problem import Problem, same_answer

TOO_LONG = "too-long"
"""The reason of a problem whose text the model has no places for."""


@dataclass(frozen=True, slots=True)
class Prediction:
    """A tree with its answer and score, or the reason why there is none."""

    tree: MTree | None
    answer: Fraction | None
    score: float
    """The logarithm of the probability of these codes."""
    codes: tuple[Codes, ...]
    """The codes of every slot: of the constants, then of the numbers of the text."""
    confidence: float = 0.0
    """The share of this answer among the candidates, from 0 to 1."""
    reason: str | None = None
    """Why there is no answer."""

    def solves(self, problem: Problem) -> bool:
        """Whether the answer is the problem's, within the tolerance of `same_answer`."""
        if self.answer is None or problem.answer is None:
            return False
        return same_answer(self.answer, problem.answer)
