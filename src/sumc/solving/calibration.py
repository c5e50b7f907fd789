"""`Calibration`: from the share of an answer among the candidates to its chance of being right.

The share says how sure a model is, not how often it is right. A logistic curve with two weights,
fitted on validation problems, turns one into the other. Validation sets are small, so the
weights are pulled towards taking the share as it is. Two other ways were tried on three models:
more features (the probability of the codes, how many there are) gave no steady gain; an isotonic
curve had a slightly lower calibration error, but ranked the surest answers worse.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from sumc.errors import ModelError
from sumc.targets.prediction import Prediction

PULL = 1.0
"""How strongly the weights are held to those that take the share as it is."""
MOST_CERTAIN = 0.999
"""A larger share counts as this one: a single candidate is no proof."""
LARGEST = 30.0
"""Odds, as a logarithm, beyond which a probability is 0 or 1."""
STEPS = 2_000


@dataclass(frozen=True, slots=True)
class Calibration:
    """A logistic curve over the odds of the share; the default one leaves the share as it is."""

    bias: float = 0.0
    slope: float = 1.0

    @classmethod
    def fit(cls, predictions: Sequence[Prediction], right: Sequence[bool]) -> "Calibration":
        """The curve that makes right answers most probable; those without one are left out."""
        pairs = zip(predictions, right, strict=True)
        answered = [(_odds(each), is_right) for each, is_right in pairs if each.answer is not None]
        rows = np.array([[1.0, odds] for odds, _ in answered]).reshape(len(answered), 2)
        labels = np.array([is_right for _, is_right in answered], np.float64)
        start = weights = np.array([0.0, 1.0])
        # no curve of this family bends more than that, so no step goes too far
        bend = np.linalg.inv(rows.T @ rows / 4 + PULL * np.eye(2))
        for _ in range(STEPS):
            chances = 1 / (1 + np.exp(-rows @ weights))
            weights = weights - bend @ (rows.T @ (chances - labels) + PULL * (weights - start))
        return cls(*map(float, weights))

    def probability(self, prediction: Prediction) -> float:
        """The probability that the answer of a prediction is right; 0 without an answer."""
        if prediction.answer is None:
            return 0.0
        odds = self.bias + self.slope * _odds(prediction)
        return 1 / (1 + math.exp(-min(max(odds, -LARGEST), LARGEST)))

    def apply(self, prediction: Prediction) -> Prediction:
        """The same prediction with that probability as its confidence."""
        return replace(prediction, confidence=self.probability(prediction))

    def to_json(self) -> dict[str, float]:
        """What is written to a file; `from_json` reads it back."""
        return {"bias": self.bias, "slope": self.slope}

    @classmethod
    def from_json(cls, data: object) -> "Calibration":
        """Read what `to_json` wrote."""
        match data:
            case {"bias": float() as bias, "slope": float() as slope}:
                if math.isfinite(bias) and math.isfinite(slope):
                    return cls(bias, slope)
        raise ModelError("expected the bias and the slope of a calibration, finite numbers")


def _odds(prediction: Prediction) -> float:
    """The odds of the answer's share, as a logarithm."""
    share = min(max(prediction.confidence, 1 - MOST_CERTAIN), MOST_CERTAIN)
    return math.log(share / (1 - share))
