"""How far the confidence of answers can be trusted."""

from collections.abc import Sequence

from sumc.evaluation.score import Score

BINS = 10
"""Ranges of confidence, all equally wide, in each of which it is compared with the accuracy."""
COVERAGES = (50, 80, 100)
"""Shares of the problems, in percent, that a careful user lets the model answer."""
SURE_FROM = 0.8
"""The confidence from which on a user may want to trust an answer."""
SURE = f"a confidence of {SURE_FROM:.0%} or more"

Confidence = tuple[float, bool]
"""How sure a model was of an answer, from 0 to 1, and whether it was right."""


def calibration_error(answers: Sequence[Confidence], bins: int = BINS) -> float:
    """The expected calibration error: how far confidence and accuracy are apart, on average.

    >>> calibration_error([(0.95, True), (0.95, True), (0.55, True), (0.55, False)])
    0.05
    """
    groups: list[list[Confidence]] = [[] for _ in range(bins)]
    for confidence, is_right in answers:
        groups[min(int(confidence * bins), bins - 1)].append((confidence, is_right))
    gaps = (abs(sum(confidence - is_right for confidence, is_right in group)) for group in groups)
    return round(sum(gaps) / max(1, len(answers)), 10)


def score_at_coverage(answers: Sequence[Confidence], percent: int) -> Score:
    """The answers that a model is surest of: this percentage of all of them, the surest first.

    >>> score_at_coverage([(0.9, True), (0.2, False), (0.8, True), (0.3, False)], 50)
    Score(right=2, total=2)
    """
    surest = sorted(answers, key=_confidence, reverse=True)
    return Score.of(is_right for _, is_right in surest[: len(answers) * percent // 100])


def score_at_confidence(answers: Sequence[Confidence], least: float) -> Score:
    """The answers that are given with at least this confidence.

    >>> score_at_confidence([(0.9, True), (0.2, False), (0.8, False)], 0.8)
    Score(right=1, total=2)
    """
    return Score.of(is_right for confidence, is_right in answers if confidence >= least)


def _confidence(answer: Confidence) -> float:
    return answer[0]
