"""The scores of a classifier of numbers: first given nothing, then given the others' classes.

This is the bookkeeping, the same for torch and exported models; a classifier gives the answers.
"""

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from sumc.decoding.code_search import Array, Classes, CodeScores, SecondPass

SCORED_AT_ONCE = 32
"""Candidates that are scored at once."""
LARGEST_BLOCK = 1 << 14
"""Numbers in all rows that are scored at once; this bounds the memory."""
ALMOST = 0.956342
"""The share of the highest possible probability above which a number is not asked about again:
with the default smoothing of 0.1 that is exp(-0.15), a log-probability of -0.15."""

MOST_ASKED = 8
"""Numbers of a problem that are asked about again, the most doubtful ones. Hardly any problem has
more; a text of sixteen numbers would have 240 questions, a tenth of a second."""

Integers = np.ndarray[Any, np.dtype[np.int64]]
Booleans = np.ndarray[Any, np.dtype[np.bool_]]

Classify = Callable[[Integers, Integers, Integers, Booleans, Integers], Array]
"""A classifier that knows the states of all B * M numbers of a batch.

`classify(origins, given, rows, slots, asked)`: N different numbers are given once, each with its
state and a class, (N,); a row names M of them and says which exist, (R, M), and which of its
places are asked about, (R, A). It returns log-probabilities of the classes, (R, A, classes).
"""

Verify = Callable[[Integers, Integers, Integers, Booleans], Array]
"""A verifier that knows the same states: `verify(origins, given, rows, slots)`, a score a row."""


def joint_scores(
    classify: Classify,
    slots: Booleans,
    unknown: int,
    shapes: Array | None = None,
    answerable: Array | None = None,
    *,
    label_smoothing: float,
    refinement: bool = True,
    verify: Verify | None = None,
) -> CodeScores:
    """The scores of a classifier for a batch: the first pass, and the second one for candidates.

    `slots` (B, M) says which numbers exist; the class `unknown` stands for one that is not given.
    """
    classes = first_pass(classify, slots, unknown)
    answer = partial(_answer, classify, unknown)
    enough = certain(label_smoothing)
    again = second_pass(classes, unknown, answer, enough) if refinement else None
    judge = partial(_verify_all, verify, slots, unknown) if verify else None
    return CodeScores(classes, again, shapes, answerable, judge)


def _verify_all(
    verify: Verify, slots: Booleans, unknown: int, candidates: Sequence[tuple[int, Classes]]
) -> list[float]:
    """The scores of a verifier for candidates, in blocks."""
    width = slots.shape[1]
    together = max(1, LARGEST_BLOCK // width)
    found: list[float] = []
    for start in range(0, len(candidates), together):
        some = candidates[start : start + together]
        problems = np.array([problem for problem, _ in some], np.int64)
        classes = np.full((len(some), width), unknown, np.int64)
        for row, (_, chosen) in enumerate(some):
            classes[row, : len(chosen)] = chosen
        origins = problems[:, None] * width + np.arange(width, dtype=np.int64)
        rows = np.arange(classes.size, dtype=np.int64).reshape(classes.shape)
        scores = verify(origins.ravel(), classes.ravel(), rows, slots[problems])
        found += scores.tolist()
    return found


def certain(label_smoothing: float) -> float:
    """The log-probability above which a number is not asked about again.

    Label smoothing withholds its share of the probability from any one class: with 0.1, nine
    tenths are the most that a number can give one class.
    """
    return math.log((1 - label_smoothing) * ALMOST)


def first_pass(classify: Classify, slots: Booleans, unknown: int) -> list[Array]:
    """Log-probabilities of the classes of each problem's numbers when no class is given."""
    every = np.arange(slots.size, dtype=np.int64).reshape(slots.shape)
    asked = np.broadcast_to(every[0], every.shape).copy()
    scores = classify(every.ravel(), np.full(slots.size, unknown, np.int64), every, slots, asked)
    sizes = slots.sum(1).tolist()
    return [row[:size] for row, size in zip(scores, sizes, strict=True)]


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


def second_pass(
    scores: Sequence[Array], unknown: int, answer: Answer, enough: float
) -> SecondPass:
    """Score candidates by each number's log-probability given the others.

    `scores` are the first pass's log-probabilities of the classes of each problem's slots;
    `unknown` stands for a class that is not given. A number that the first pass gave more than
    `enough` keeps its score, and so do all but the most doubtful ones of a problem.
    """
    doubtful = most_doubtful(scores)

    def score(candidates: Sequence[tuple[int, Classes]]) -> list[float]:
        found: list[float] = []
        for start in range(0, len(candidates), SCORED_AT_ONCE):
            some = candidates[start : start + SCORED_AT_ONCE]
            found += _given_the_others(scores, unknown, answer, enough, some, doubtful)
        return found

    return score


def most_doubtful(scores: Sequence[Array]) -> Booleans:
    """Which slots of every problem may be asked about again, (B, M): those whose best class is
    the least probable."""
    found = np.zeros((len(scores), max(map(len, scores))), bool)
    for problem, each in enumerate(scores):
        found[problem, np.argsort(each.max(1), kind="stable")[:MOST_ASKED]] = True
    return found


def _given_the_others(
    scores: Sequence[Array],
    unknown: int,
    answer: Answer,
    enough: float,
    candidates: Sequence[tuple[int, Classes]],
    doubtful: Booleans,
) -> list[float]:
    """One question for each doubtful number of each candidate, but not for certain ones."""
    problems = np.array([problem for problem, _ in candidates], np.int64)
    classes = np.full((len(candidates), doubtful.shape[1]), unknown, np.int64)
    first = np.zeros(classes.shape)
    for row, (problem, chosen) in enumerate(candidates):
        size = len(chosen)
        classes[row, :size] = chosen
        first[row, :size] = scores[problem][np.arange(size), classes[row, :size]]
    is_asked = (first <= enough) & doubtful[problems]
    totals = np.where(is_asked, 0.0, first).sum(1)
    rows, asked = np.nonzero(is_asked)
    if len(rows):
        again = answer(Questions(problems, classes, rows, asked))
        totals += np.bincount(rows, again, minlength=len(candidates))
    found: list[float] = totals.tolist()
    return found


def _answer(classify: Classify, unknown: int, questions: Questions) -> list[float]:
    """The log-probability of one number's class in each row, given the others."""
    together = max(1, LARGEST_BLOCK // questions.classes.shape[1])
    found: list[float] = []
    for start in range(0, len(questions.rows), together):
        some = slice(start, start + together)
        part = questions._replace(rows=questions.rows[some], asked=questions.asked[some])
        found += _answer_some(classify, unknown, part)
    return found


def _answer_some(classify: Classify, unknown: int, questions: Questions) -> list[float]:
    """The rows share most of their numbers: each number goes in once with every class that it
    has somewhere, and once with none."""
    problems, classes, rows, asked = questions
    width = classes.shape[1]
    places = problems[:, None] * width + np.arange(width, dtype=np.int64)  # (K, M)
    different, where = np.unique(places * (unknown + 1) + classes, return_inverse=True)
    given = where.reshape(classes.shape)[rows]  # (R, M)
    origins, their_classes = np.divmod(different, unknown + 1)
    alone, which = np.unique(places[rows, asked], return_inverse=True)
    np.put_along_axis(given, asked[:, None], len(different) + which[:, None], 1)
    scores = classify(
        np.concatenate([origins, alone]),
        np.concatenate([their_classes, np.full(len(alone), unknown, np.int64)]),
        given,
        classes[rows] != unknown,
        asked[:, None],
    )
    found: list[float] = scores[np.arange(len(rows)), 0, classes[rows, asked]].tolist()
    return found
