"""Choose among hypotheses by the model's scores and by how plausible the answer is.

The answer of a word problem is rarely negative, and rarely a fraction when all its numbers are
whole. How much such things count is fitted on validation problems: a softmax over the hypotheses
of each problem, with a pull towards the default weights, because validation sets are small.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sumc.decoding.hypothesis import NO_TREE, Hypothesis, Prediction
from sumc.errors import CodeError
from sumc.problems.problem import Problem

FIRST = "first"
"""The evidence that every hypothesis has: its own score."""
PLAUSIBILITY: Mapping[str, float] = {
    "negative": -1.0,
    "fraction": -1.0,
    "zero": -0.5,
    "repeats": 0.0,
    "long": -0.5,
    "large": -0.5,
    "unused": 0.0,
    "leaves": 0.0,
}
"""Features of an answer, with their default weights; `_plausibility` computes them."""
RENAMED = {"operands": "leaves"}
"""Features that have another name in older files."""
PULL = 2.0
"""How many problems' worth of evidence it takes to leave the default weights."""
STEPS = 400
RATE = 0.1
"""Enough for a dozen weights that are pulled towards their defaults; the rate falls to 0."""

Rows = np.ndarray[tuple[int, int], np.dtype[np.float64]]
Floats = np.ndarray[tuple[int], np.dtype[np.float64]]


@dataclass(frozen=True)
class Ranker:
    """Weights of the features of a hypothesis; the one with the largest sum is chosen."""

    weights: Mapping[str, float]

    @classmethod
    def default(cls, evidence: Mapping[str, float] | None = None) -> "Ranker":
        """The ranker of a model before one is fitted: the weights of its evidence, and ours."""
        return cls({FIRST: 1.0, **(evidence or {}), **PLAUSIBILITY})

    def features(self, problem: Problem, hypotheses: Sequence[Hypothesis]) -> Rows:
        """A row for each hypothesis, a column for each weight."""
        values = [quantity.value.as_integer_ratio() for quantity in problem.quantities]
        known = frozenset(problem.symbols)
        rows = []
        for each in hypotheses:
            seen = {FIRST: each.score, **each.evidence, **_plausibility(each, values, known)}
            rows.append([seen.get(name, 0.0) for name in self.weights])
        return np.array(rows, np.float64).reshape(len(rows), len(self.weights))

    def scores(self, features: Rows) -> Floats:
        """One score for each hypothesis."""
        return np.asarray(features @ np.array(list(self.weights.values())))

    def rank(self, problem: Problem, hypotheses: Sequence[Hypothesis]) -> Prediction:
        """The answer with the largest share of the probability, its most probable tree first."""
        if not hypotheses:
            return Prediction(reason=NO_TREE)
        scores = self.scores(self.features(problem, hypotheses))
        return share_out(hypotheses, np.exp(scores - scores.max()))

    def to_json(self) -> dict[str, float]:
        """What is written to a file; `from_json` reads it back."""
        return dict(self.weights)

    @classmethod
    def from_json(cls, data: object) -> "Ranker":
        """Read what `to_json` wrote."""
        named: Mapping[str, float] = data if isinstance(data, dict) else {}
        weights = {RENAMED.get(name, name): weight for name, weight in named.items()}
        if not {FIRST, *PLAUSIBILITY} <= weights.keys():
            raise CodeError(f"expected weights for {', '.join((FIRST, *PLAUSIBILITY))}")
        if not all(isinstance(each, float) and math.isfinite(each) for each in weights.values()):
            raise CodeError("expected weights that are finite numbers")
        return cls(weights)


def share_out(
    hypotheses: Sequence[Hypothesis], chances: np.ndarray[Any, np.dtype[np.float64]]
) -> Prediction:
    """The prediction of hypotheses with chances that need not add up to 1."""
    shares: list[float] = (chances / chances.sum()).tolist()
    answers = [each.answer.as_integer_ratio() for each in hypotheses]
    votes: dict[tuple[int, int], float] = {}
    for answer, share in zip(answers, shares, strict=True):
        votes[answer] = votes.get(answer, 0.0) + share
    chosen = max(votes, key=lambda each: votes[each])
    order = sorted(
        range(len(hypotheses)), key=lambda i: (answers[i] == chosen, shares[i]), reverse=True
    )
    return Prediction(
        tuple(hypotheses[i] for i in order), tuple(shares[i] for i in order), votes[chosen]
    )


def _plausibility(
    hypothesis: Hypothesis, values: Sequence[tuple[int, int]], known: frozenset[str]
) -> dict[str, float]:
    top, bottom = answer = hypothesis.answer.as_integer_ratio()
    whole = all(each == 1 for _, each in values)
    return {
        "negative": top < 0,
        "fraction": whole and bottom != 1,
        "zero": top == 0,
        "repeats": answer in values,
        "long": bottom > 100,
        "large": abs(top) > 1_000_000 * bottom,
        "unused": len(known.difference(hypothesis.symbols)),
        "leaves": len(hypothesis.symbols),
    }


def fit_ranker(start: Ranker, problems: Sequence[tuple[Rows, Sequence[bool]]]) -> Ranker:
    """The ranker that puts right answers first: the features of every problem's hypotheses, and
    which of them are right.

    Problems without a right or without a wrong hypothesis teach nothing and are skipped.
    """
    first = np.array(list(start.weights.values()))
    weights, velocity, spread = first.copy(), np.zeros_like(first), np.zeros_like(first)
    teaching = [(rows, np.array(right)) for rows, right in problems if 0 < sum(right) < len(right)]
    for step in range(1, STEPS + 1):  # Adam, because the features have different sizes
        slope = PULL * (weights - first) - sum((_slope(*each, weights) for each in teaching), 0.0)
        slope = slope / max(1, len(teaching))
        velocity = 0.9 * velocity + 0.1 * slope
        spread = 0.99 * spread + 0.01 * slope**2
        weights = weights - RATE * (velocity / (1 - 0.9**step)) / (
            np.sqrt(spread / (1 - 0.99**step)) + 1e-8
        ) * (1 - step / STEPS)
    return Ranker(dict(zip(start.weights, map(float, weights), strict=True)))


def _slope(
    rows: Rows, right: np.ndarray[tuple[int], np.dtype[np.bool_]], weights: np.ndarray
) -> np.ndarray:
    """How the log-probability of the right hypotheses grows with each weight."""
    chance = np.exp((scores := rows @ weights) - scores.max())
    among_right = np.where(right, chance, 0.0)
    return np.asarray((among_right / among_right.sum() - chance / chance.sum()) @ rows)
