"""`Calibration`: from the share of an answer among the candidates to its chance of being right.

The share says how sure a model is, not how often it is right. A logistic curve over the share,
the probability of the codes and whether the answer is an unlikely one (negative, not whole, or a
single number without a calculation), fitted on validation problems, turns one into the other.
Validation sets are small, so the weights are pulled towards taking the share as it is. Other ways
were tried: the number of codes, of numbers that are not used and the length of the text gave no
consistent gain; an isotonic curve had a slightly lower calibration error, but ranked the surest
answers worse.
"""

import math
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import asdict, dataclass, fields, replace
from operator import itemgetter, mul

import numpy as np

from sumc.decoding.hypothesis import Prediction
from sumc.errors import ModelError

PULL = 1.0
"""How strongly the weights are pulled towards those that take the share as it is."""
MOST_CERTAIN = 0.999
"""A larger share counts as this one: a single candidate proves nothing."""
LARGEST = 30.0
"""Odds, as a logarithm, beyond which a probability is 0 or 1."""
MOST_ODDS = 6.0
"""Odds of having an answer, as a logarithm, that larger ones are cut down to."""
STEPS = 2_000
START = (0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0)
"""The weights that take the share as it is."""
REFUSED = 0.02
"""The share of the problems with an answer that may be refused for having none."""
FEW = 100
"""A group with fewer problems does not tell how many of its problems would be refused."""
CLEARLY_NONE = -1.5
"""The highest floor, odds as a logarithm: unfamiliar texts make a model doubt that there is an
answer, and a refusal should not be the toss of a coin."""
SURE = 0.5
"""The confidence from which an answer is sure, unless its model says otherwise: it is as likely
right as wrong."""
SURE_BOUNDS = 0.3, 0.7
"""Bounds of a fitted one: a few problems must not make a model sure of nothing or everything."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """A logistic curve over the odds of the share and the score of the codes.

    The default one leaves the share as it is.
    """

    bias: float = 0.0
    slope: float = 1.0
    score: float = 0.0
    """Weight of the log-probability of all codes."""
    negative: float = 0.0
    """Weight of an answer below zero."""
    alone: float = 0.0
    """Weight of a calculation with a single number."""
    answerable: float = 0.0
    """Weight of the odds, as a logarithm, that there is an answer at all."""
    whole: float = 0.0
    """Weight of an answer that is a whole number."""
    floor: float = 0.0
    """The odds of having an answer, as a logarithm, below which a problem is refused."""
    sure: float = SURE
    """The confidence below which an answer is shown as not sure."""

    @classmethod
    def fit(
        cls,
        predictions: Sequence[Prediction],
        right: Sequence[bool],
        groups: Sequence[Hashable] = (),
    ) -> "Calibration":
        """The curve that makes right answers most probable; predictions without one are left out.

        Groups of problems, such as datasets, count equally, however large they are.
        """
        triples = zip(predictions, right, groups or [None] * len(right), strict=True)
        answered = [each for each in triples if each[0].answer is not None]
        rows = np.array([_row(each) for each, _, _ in answered]).reshape(len(answered), len(START))
        labels = np.array([is_right for _, is_right, _ in answered], np.float64)
        sizes = Counter(group for _, _, group in answered)
        fair = len(answered) / max(1, len(sizes))
        shares = np.array([fair / sizes[group] for _, _, group in answered])[:, None]
        start = weights = np.array(START)
        # no curve of this family bends more than that, so no step goes too far
        bend = np.linalg.inv((shares * rows).T @ rows / 4 + PULL * np.eye(len(START)))
        for _ in range(STEPS):
            chances = 1 / (1 + np.exp(-rows @ weights))
            slope = (shares * rows).T @ (chances - labels) + PULL * (weights - start)
            weights = weights - bend @ slope
        return cls(*map(float, weights))

    def with_floor(
        self,
        predictions: Sequence[Prediction],
        answerable: Sequence[bool],
        groups: Sequence[Hashable] = (),
    ) -> "Calibration":
        """The same curve with the floor that refuses hardly any problem that has an answer.

        Groups that are large enough to tell count equally, so that the many problems of a
        familiar dataset do not hide how much unfamiliar texts are doubted.
        """
        triples = zip(predictions, answerable, groups or [None] * len(answerable), strict=True)
        found = [
            (_odds(each), group) for each, has_answer, group in triples if has_answer and each.best
        ]
        sizes = Counter(group for _, group in found)
        large = {group for group, size in sizes.items() if size >= FEW} or set(sizes)
        allowed, refused = REFUSED * len(large), 0.0
        doubted = sorted((each for each in found if each[1] in large), key=itemgetter(0))
        for odds, group in doubted:
            refused += 1 / sizes[group]
            if refused > allowed:
                return replace(self, floor=min(odds, CLEARLY_NONE))
        return replace(self, floor=CLEARLY_NONE)

    def with_sure(self, predictions: Sequence[Prediction], right: Sequence[bool]) -> "Calibration":
        """The same curve with the confidence from which an answer is more likely right than wrong.

        That is where the right answers above it outnumber the wrong ones by the most.
        """
        pairs = zip(predictions, right, strict=True)
        judged = [(self.probability(each), is_right) for each, is_right in pairs if each.best]
        judged.sort(key=lambda each: -each[0])
        gains = np.cumsum([1 if is_right else -1 for _, is_right in judged])
        if not judged or gains.max() <= 0:
            return replace(self, sure=SURE_BOUNDS[1] if judged else SURE)
        lowest, highest = SURE_BOUNDS
        found = judged[int(np.flatnonzero(gains == gains.max())[-1])][0]
        return replace(self, sure=min(max(found, lowest), highest))

    @property
    def weights(self) -> tuple[float, ...]:
        """The weights of the features that the curve looks at, in order."""
        return tuple(getattr(self, each.name) for each in fields(self)[: len(START)])

    def probability(self, prediction: Prediction) -> float:
        """The probability that the answer of a prediction is right; 0 without an answer."""
        if prediction.answer is None:
            return 0.0
        odds = sum(map(mul, self.weights, _row(prediction)))
        return 1 / (1 + math.exp(-min(max(odds, -LARGEST), LARGEST)))

    def apply(self, prediction: Prediction) -> Prediction:
        """The same prediction with that probability as its confidence."""
        return replace(prediction, confidence=self.probability(prediction))

    def to_json(self) -> dict[str, float]:
        """What is written to a file; `from_json` reads it back."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: object) -> "Calibration":
        """Read what `to_json` wrote."""
        names = [each.name for each in fields(cls)]
        if isinstance(data, dict) and {"bias", "slope", "score"} <= data.keys() <= set(names):
            values = list(data.values())
            if all(isinstance(each, float) and math.isfinite(each) for each in values):
                return cls(**data)
        raise ModelError(f"expected finite numbers for the {', '.join(names)} of a calibration")


def _row(prediction: Prediction) -> tuple[float, ...]:
    """What the curve looks at: 1, the odds of the answer's share as a logarithm, the score,
    whether the answer is negative or a single number, the odds of having one, and whether it
    is whole."""
    share = min(max(prediction.confidence, 1 - MOST_CERTAIN), MOST_CERTAIN)
    return (
        1.0,
        math.log(share / (1 - share)),
        max(prediction.score, -LARGEST),
        float(prediction.answer is not None and prediction.answer < 0),
        float(prediction.best is not None and len(prediction.best.symbols) < 2),
        _odds(prediction),
        float(prediction.answer is not None and prediction.answer.denominator == 1),
    )


def _odds(prediction: Prediction) -> float:
    """The odds of having an answer, within bounds; 0 where the model does not say."""
    odds = prediction.best.answerable if prediction.best else None
    return 0.0 if odds is None else min(max(odds, -MOST_ODDS), MOST_ODDS)
