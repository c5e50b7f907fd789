"""Choose among candidate trees: what the model thinks of them, and whether the answer is usual.

The answer of a word problem is rarely negative, and rarely a fraction when all its numbers are
whole. How much such things count is fitted on validation problems: a softmax over the candidates
of each problem, with a pull towards `DEFAULT_WEIGHTS`, because validation sets are small.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from sumc.algebra.mtree import MTree
from sumc.codecs.mtree import MTreeCodes, Pairs
from sumc.errors import CodeError
from sumc.problems.problem import Problem, same_answer

DEFAULT_WEIGHTS = {
    "first": 0.5,
    "second": 0.5,
    "negative": -1.0,
    "fraction": -1.0,
    "zero": -0.5,
    "repeats": 0.0,
    "long": -0.5,
    "large": -0.5,
    "unused": 0.0,
    "operands": 0.0,
    "shape": 1.0,
}
"""What is looked at: `candidate_features` says what each name means."""
SECOND = list(DEFAULT_WEIGHTS).index("second")
"""The column of the second pass."""
PULL = 2.0
"""How many problems' worth of evidence it takes to leave the default weights."""
STEPS = 400
RATE = 0.1

Rows = np.ndarray[tuple[int, int], np.dtype[np.float64]]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A tree that the codes of a problem may form; it is put together when it is asked for."""

    target: MTreeCodes
    slots: tuple[str, ...]
    classes: tuple[int, ...]
    """The class of every slot."""
    score: float
    """The sum of the log-probabilities of the classes, each slot for itself."""
    answer: Fraction

    @property
    def pairs(self) -> Pairs:
        """The slots with their codes."""
        return self.target.spell(self.slots, self.classes)

    @property
    def tree(self) -> MTree:
        """The tree of the codes."""
        return self.target.restore(self.pairs)[0]

    def solves(self, problem: Problem) -> bool:
        """Whether the answer is the problem's."""
        return problem.answer is not None and same_answer(self.answer, problem.answer)


@dataclass(frozen=True)
class Ranker:
    """Weights of the features of a candidate; the candidate with the largest sum is chosen."""

    weights: Mapping[str, float]

    def scores(self, features: Rows) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        """One score for each candidate."""
        return np.asarray(features @ np.array(list(self.weights.values())))

    def to_json(self) -> dict[str, float]:
        """What is written to a file; `from_json` reads it back."""
        return dict(self.weights)

    @classmethod
    def from_json(cls, data: object) -> "Ranker":
        """Read what `to_json` wrote."""
        if isinstance(data, dict):
            data = {"shape": 0.0, **data}  # files from before there were shapes have no weight
        if not isinstance(data, dict) or data.keys() != DEFAULT_WEIGHTS.keys():
            raise CodeError(f"expected weights for {', '.join(DEFAULT_WEIGHTS)}")
        weights = {name: data[name] for name in DEFAULT_WEIGHTS}
        if not all(isinstance(each, float) and math.isfinite(each) for each in weights.values()):
            raise CodeError("expected weights that are finite numbers")
        return cls(weights)


PLAUSIBLE = Ranker(DEFAULT_WEIGHTS)
"""What tells plausible candidates before a ranker is fitted."""


def candidate_features(
    problem: Problem, candidates: Sequence[Candidate], shapes: Sequence[float]
) -> Rows:
    """A row for each candidate, a column for each name of `DEFAULT_WEIGHTS`.

    What a second pass thinks is not known yet: it has the score of the first.
    """
    values = [quantity.value.as_integer_ratio() for quantity in problem.quantities]
    whole = all(bottom == 1 for _, bottom in values)
    rows = [
        _row(candidate, shape, values, whole)
        for candidate, shape in zip(candidates, shapes, strict=True)
    ]
    return np.array(rows, dtype=np.float64).reshape(len(rows), len(DEFAULT_WEIGHTS))


def _row(
    candidate: Candidate, shape: float, values: Sequence[tuple[int, int]], whole: bool
) -> tuple[float, ...]:
    top, bottom = answer = candidate.answer.as_integer_ratio()
    codes = [len(candidate.target.classes[number]) for number in candidate.classes]
    unused = codes[len(codes) - len(values) :].count(0)
    return (
        candidate.score,
        candidate.score,
        top < 0,
        whole and bottom != 1,
        top == 0,
        answer in values,
        bottom > 100,
        abs(top) > 1_000_000 * bottom,
        unused,
        sum(codes),
        shape,
    )


def fit_ranker(problems: Sequence[tuple[Rows, Sequence[bool]]]) -> Ranker:
    """The ranker that puts right answers first: the features of every problem's candidates, and
    which of them are right.

    Problems without a right or without a wrong candidate teach nothing and are passed over.
    """
    start = np.array(list(DEFAULT_WEIGHTS.values()))
    weights, velocity, spread = start.copy(), np.zeros_like(start), np.zeros_like(start)
    teaching = [(rows, np.array(right)) for rows, right in problems if 0 < sum(right) < len(right)]
    for step in range(1, STEPS + 1):  # Adam, because the features have different sizes
        slope = PULL * (weights - start) - sum((_slope(*each, weights) for each in teaching), 0.0)
        slope = slope / max(1, len(teaching))
        velocity = 0.9 * velocity + 0.1 * slope
        spread = 0.99 * spread + 0.01 * slope**2
        weights = weights - RATE * (velocity / (1 - 0.9**step)) / (
            np.sqrt(spread / (1 - 0.99**step)) + 1e-8
        ) * (1 - step / STEPS)
    return Ranker(dict(zip(DEFAULT_WEIGHTS, map(float, weights), strict=True)))


def _slope(
    rows: Rows, right: np.ndarray[tuple[int], np.dtype[np.bool_]], weights: np.ndarray
) -> np.ndarray:
    """How the log-probability of the right candidates grows with each weight."""
    chance = np.exp((scores := rows @ weights) - scores.max())
    among_right = np.where(right, chance, 0.0)
    return np.asarray((among_right / among_right.sum() - chance / chance.sum()) @ rows)
