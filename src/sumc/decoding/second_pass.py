"""The second thoughts of a model: each number's class given the classes of all the others.

This is the bookkeeping, the same for training and for solving; a model answers the questions.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from sumc.decoding.code_search import Array, Classes, SecondPass

TOGETHER = 64
"""Candidates whose numbers are asked about at once, unless a model wants others."""
ALMOST = 0.956
"""The share of what a number can say at most from which on it needs no second thought."""

Integers = np.ndarray[Any, np.dtype[np.int64]]


class Questions(NamedTuple):
    """R questions about K candidates: the class of one number when those of the others are given.

    The class that is asked for is the candidate's own, `classes[rows, asked]`.
    """

    problems: Integers  # (K,), the number of each candidate's problem in its batch
    classes: Integers  # (K, M), padded with what stands for no class
    rows: Integers  # (R,), the candidate
    asked: Integers  # (R,), the slot


Answer = Callable[[Questions], Sequence[float]]
"""A model's log-probability for each question."""


def certain(label_smoothing: float) -> float:
    """The log-probability from which on a number needs no second thought.

    Label smoothing keeps its share of the probability from any one class: with 0.1, nine tenths
    are all that a number can say for itself.
    """
    return math.log((1 - label_smoothing) * ALMOST)


def second_pass(
    scores: Sequence[Array],
    unknown: int,
    answer: Answer,
    label_smoothing: float,
    together: int = TOGETHER,
) -> SecondPass:
    """Score candidates by what a model says about each number when it knows the others.

    `scores` are the first pass's log-probabilities of the classes of each problem's slots;
    `unknown` stands for a class that is not given.
    """
    enough = certain(label_smoothing)

    def score(candidates: Sequence[tuple[int, Classes]]) -> list[float]:
        found: list[float] = []
        for start in range(0, len(candidates), together):
            some = candidates[start : start + together]
            found += _given_the_others(scores, unknown, answer, enough, some)
        return found

    return score


def _given_the_others(
    scores: Sequence[Array],
    unknown: int,
    answer: Answer,
    enough: float,
    candidates: Sequence[tuple[int, Classes]],
) -> list[float]:
    """One question for each number of each candidate, but not for those that are certain.

    A number that the first pass was certain of keeps its score.
    """
    longest = max(map(len, scores))
    problems = np.array([problem for problem, _ in candidates], np.int64)
    classes = np.full((len(candidates), longest), unknown, np.int64)
    first = np.zeros(classes.shape)
    for row, (problem, chosen) in enumerate(candidates):
        size = len(chosen)
        classes[row, :size] = chosen
        first[row, :size] = scores[problem][np.arange(size), classes[row, :size]]
    is_certain = first > enough
    totals = np.where(is_certain, first, 0.0).sum(1)
    rows, asked = np.nonzero(~is_certain)
    if len(rows):
        again = answer(Questions(problems, classes, rows, asked))
        totals += np.bincount(rows, again, minlength=len(candidates))
    found: list[float] = totals.tolist()
    return found
