"""The questions of the second pass, asked of a model that notes them down."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from sumc.decoding import second_pass as module
from sumc.decoding.code_search import Classes
from sumc.decoding.second_pass import (
    MOST_ASKED,
    Questions,
    certain,
    first_pass,
    joint_scores,
    second_pass,
)

UNKNOWN = 3
CANDIDATES = [(0, (1, 2)), (0, (2, 1)), (1, (1, 0, 1))]
SCORES = [np.full((2, 3), -1.0), np.full((3, 3), -2.0)]
ENOUGH = certain(0.1)
Array = np.ndarray[Any, np.dtype[Any]]


def _ask(scores: list[Array], enough: float = ENOUGH) -> tuple[list[float], list[Questions]]:
    noted: list[Questions] = []

    def answer(questions: Questions) -> list[float]:
        noted.append(questions)
        return [-0.5] * len(questions.rows)

    found = second_pass(scores, UNKNOWN, answer, enough)(CANDIDATES)
    return list(found), noted


def test_every_number_of_every_candidate_is_asked_about() -> None:
    found, (questions,) = _ask(SCORES)
    assert found == [-1.0, -1.0, -1.5]
    assert questions.problems.tolist() == [0, 0, 1]
    assert questions.classes.tolist() == [[1, 2, UNKNOWN], [2, 1, UNKNOWN], [1, 0, 1]]
    asked = list(zip(questions.rows.tolist(), questions.asked.tolist(), strict=True))
    assert asked == [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2)]


def test_a_number_that_is_certain_keeps_its_score() -> None:
    sure = [SCORES[0].copy(), SCORES[1]]
    sure[0][0, 1] = -0.001
    found, (questions,) = _ask(sure)
    assert found == pytest.approx([-0.501, -1.0, -1.5])
    assert len(questions.rows) == 6


def test_of_many_numbers_only_the_most_doubtful_are_asked_about() -> None:
    """All others keep what the first pass gave them."""
    doubts = np.linspace(-1.0, -3.0, 3 * MOST_ASKED)
    noted: list[Questions] = []

    def answer(questions: Questions) -> list[float]:
        noted.append(questions)
        return [-0.5] * len(questions.rows)

    scores = [np.repeat(doubts[:, None], UNKNOWN, 1)]
    (found,) = second_pass(scores, UNKNOWN, answer, ENOUGH)([(0, (1,) * len(doubts))])
    assert noted[0].asked.tolist() == [*range(2 * MOST_ASKED, 3 * MOST_ASKED)]
    assert found == pytest.approx(doubts[: 2 * MOST_ASKED].sum() - 0.5 * MOST_ASKED)


def test_nothing_is_asked_when_all_is_certain() -> None:
    found, noted = _ask([np.full((2, 3), -0.001), np.full((3, 3), -0.001)])
    assert found == pytest.approx([-0.002, -0.002, -0.003])
    assert noted == []


def test_what_is_certain_depends_on_the_label_smoothing() -> None:
    """A number cannot say more than what smoothing leaves it; it was -0.15 for a smoothing of 0.1.

    So without smoothing more is asked of a number than with it.
    """
    assert certain(0.1) == pytest.approx(-0.15, abs=1e-6)
    assert certain(0.0) == pytest.approx(-0.045, abs=0.001)
    for smoothing in (0.0, 0.1, 0.3, 0.9):
        assert certain(smoothing) < math.log(1 - smoothing)
    almost = [np.full((2, 3), -0.1), np.full((3, 3), -0.1)]
    assert _ask(almost, certain(0.1))[1] == []
    assert len(_ask(almost, certain(0.0))[1]) == 1


def test_the_number_of_candidates_at_once_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    together = _ask(SCORES)[0]
    monkeypatch.setattr(module, "SCORED_AT_ONCE", 1)
    one_by_one, noted = _ask(SCORES)
    assert one_by_one == together
    assert [len(questions.classes) for questions in noted] == [1, 1, 1]


SLOTS = np.array([[True, True, False], [True, True, True]])


class Table:
    """A classifier whose answers depend on everything in a row but the order of its numbers."""

    def __init__(self) -> None:
        self.numbers: list[int] = []

    def __call__(
        self, origins: Array, given: Array, rows: Array, slots: Array, asked: Array
    ) -> Array:
        assert rows.shape == slots.shape
        self.numbers.append(len(origins))
        found = np.zeros((*asked.shape, UNKNOWN))
        for row, column in np.ndindex(*asked.shape):
            place = int(asked[row, column])
            seen = [
                (int(origins[number]), int(given[number]))
                for number, exists in zip(rows[row], slots[row], strict=True)
                if exists
            ]
            own = rows[row, place]
            found[row, column] = answer_of(seen, (int(origins[own]), int(given[own])))
        return found


def answer_of(seen: Sequence[tuple[int, int]], own: tuple[int, int]) -> Array:
    """What the table says of a number: origins and given classes of all that it sees."""
    random = np.random.default_rng([*own, *(part for each in sorted(seen) for part in each)])
    logits = random.normal(size=UNKNOWN)
    chances: Array = logits - np.log(np.exp(logits).sum())
    return chances


def slow_score(problem: int, classes: Classes, enough: float) -> float:
    """Each number of a candidate by itself: one row, in which all others are given."""
    total = 0.0
    origins = [3 * problem + slot for slot in range(len(classes))]
    nothing = [(origin, UNKNOWN) for origin in origins]
    for slot, origin in enumerate(origins):
        first = answer_of(nothing, (origin, UNKNOWN))[classes[slot]]
        own = (origin, UNKNOWN)
        others = [(o, classes[s]) for s, o in enumerate(origins) if s != slot]
        again = answer_of([*others, own], own)[classes[slot]]
        total += first if first > enough else again
    return total


@pytest.mark.parametrize("block", [1, 7, 1 << 14])
@pytest.mark.parametrize("smoothing", [0.0, 0.1, 0.6])
def test_many_rows_at_once_give_what_one_row_at_a_time_gives(
    block: int, smoothing: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows share their numbers, which the bookkeeping takes apart and puts together again."""
    monkeypatch.setattr(module, "LARGEST_BLOCK", block)
    candidates = [*CANDIDATES, (1, (2, 2, 0)), (1, (0, 0, 0)), (0, (0, 1))]
    scores = joint_scores(Table(), SLOTS, UNKNOWN, label_smoothing=smoothing)
    assert scores.second_pass is not None
    enough = certain(smoothing)
    expected = [slow_score(problem, classes, enough) for problem, classes in candidates]
    assert scores.second_pass(candidates) == pytest.approx(expected)


def test_numbers_that_rows_share_are_classified_once() -> None:
    """Six questions about two candidates: six rows of three numbers would be 18."""
    table = Table()
    scores = joint_scores(table, SLOTS, UNKNOWN, label_smoothing=0.0)
    assert scores.second_pass is not None
    scores.second_pass([(1, (0, 1, 2)), (1, (0, 1, 1))])
    first, again = table.numbers
    assert first == SLOTS.size
    assert again == 4 + 3, "four different classes, and each number once with none"


def test_the_first_pass_says_what_each_number_says_when_no_class_is_given() -> None:
    found = first_pass(Table(), SLOTS, UNKNOWN)
    assert [rows.shape for rows in found] == [(2, UNKNOWN), (3, UNKNOWN)]
    for problem, rows in enumerate(found):
        seen = [(3 * problem + slot, UNKNOWN) for slot in range(len(rows))]
        for slot, row in enumerate(rows):
            assert row == pytest.approx(answer_of(seen, seen[slot]))


def test_a_model_without_refinement_has_no_second_thoughts() -> None:
    shapes = np.zeros((2, 4))
    scores = joint_scores(Table(), SLOTS, UNKNOWN, shapes, label_smoothing=0.1, refinement=False)
    assert scores.second_pass is None
    assert scores.shapes is shapes
