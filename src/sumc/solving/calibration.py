"""`Calibration`: from what a prediction looks like to the probability that its answer is right.

The share of an answer among the candidates says how sure a model is, not how often it is right.
A logistic regression on three features, fitted on validation problems, turns one into the other.
Validation sets are small, so the weights are pulled towards taking the share as it is.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from sumc.errors import ModelError
from sumc.targets.prediction import Prediction

DEFAULT_WEIGHTS = {"bias": 0.0, "share": 1.0, "score": 0.0}
"""Takes the share of the answer among the candidates as the probability."""
PULL = 1.0
"""How strongly the weights are held to the default ones."""
MOST_CERTAIN = 0.999
"""A larger share counts as this one: a single candidate is no proof."""
STEPS = 50

Array = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True)
class Calibration:
    """Weights of what a prediction looks like."""

    weights: Mapping[str, float]

    @classmethod
    def fit(cls, predictions: Sequence[Prediction], right: Sequence[bool]) -> "Calibration":
        """The weights that make right answers most probable; those without one are left out."""
        pairs = [(p, is_right) for p, is_right in zip(predictions, right, strict=True) if p.codes]
        answered = [(p, is_right) for p, is_right in pairs if p.answer is not None]
        start = np.array(list(DEFAULT_WEIGHTS.values()))
        weights = start.copy()
        rows = np.array([_row(p) for p, _ in answered]).reshape(len(answered), len(start))
        labels = np.array([float(is_right) for _, is_right in answered])
        for _ in range(STEPS):  # Newton's method; the pull makes the curvature positive
            chances = _logistic(rows @ weights)
            slope = rows.T @ (chances - labels) + PULL * (weights - start)
            curve = (rows.T * (chances * (1 - chances))) @ rows + PULL * np.eye(len(start))
            weights = weights - np.linalg.solve(curve, slope)
        return cls(dict(zip(DEFAULT_WEIGHTS, map(float, weights), strict=True)))

    def probability(self, prediction: Prediction) -> float:
        """The probability that the answer of a prediction is right; 0 without an answer."""
        if prediction.answer is None:
            return 0.0
        total = sum(w * x for w, x in zip(self.weights.values(), _row(prediction), strict=True))
        return 1 / (1 + math.exp(-min(max(total, -30.0), 30.0)))

    def apply(self, prediction: Prediction) -> Prediction:
        """The same prediction with that probability as its confidence."""
        return replace(prediction, confidence=self.probability(prediction))

    def to_json(self) -> dict[str, float]:
        """What is written to a file; `from_json` reads it back."""
        return dict(self.weights)

    @classmethod
    def from_json(cls, data: object) -> "Calibration":
        """Read what `to_json` wrote."""
        if not isinstance(data, dict) or data.keys() != DEFAULT_WEIGHTS.keys():
            raise ModelError(f"expected weights for {', '.join(DEFAULT_WEIGHTS)}")
        weights = {name: float(data[name]) for name in DEFAULT_WEIGHTS}
        if not all(map(math.isfinite, weights.values())):
            raise ModelError("expected finite weights of a calibration")
        return cls(weights)


def _row(prediction: Prediction) -> tuple[float, ...]:
    """1, how much the share speaks for the answer, and the log-probability of its codes."""
    share = min(max(prediction.confidence, 1 - MOST_CERTAIN), MOST_CERTAIN)
    return 1.0, math.log(share / (1 - share)), prediction.score


def _logistic(values: Array) -> Array:
    return np.asarray(1 / (1 + np.exp(-values.clip(-30, 30))))
