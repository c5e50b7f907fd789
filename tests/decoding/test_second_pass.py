"""The questions of the second pass, asked to a model that notes them down."""

from fractions import Fraction

import numpy as np
import pytest

from sumc.algebra.codebook import Codebook
from sumc.codecs.mtree import MTreeCodes
from sumc.decoding.ranking import Candidate
from sumc.decoding.second_pass import Questions, second_pass

TARGET = MTreeCodes(Codebook(("None",)), (), ((), ("0_0_+",), ("1_0_+",)))
UNKNOWN = 3


def _candidate(*classes: int) -> Candidate:
    slots = tuple(f"n{number}" for number, _ in enumerate(classes, start=1))
    return Candidate(TARGET, slots, classes, 0.0, Fraction(0))


CANDIDATES = [(0, _candidate(1, 2)), (0, _candidate(2, 1)), (1, _candidate(1, 0, 1))]
SCORES = [np.full((2, 3), -1.0), np.full((3, 3), -2.0)]


def _ask(scores: list[np.ndarray], together: int = 64) -> tuple[list[float], list[Questions]]:
    noted: list[Questions] = []

    def answer(questions: Questions) -> list[float]:
        noted.append(questions)
        return [-0.5] * len(questions.rows)

    found = second_pass(scores, UNKNOWN, answer, together)(CANDIDATES)
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


def test_nothing_is_asked_when_all_is_certain() -> None:
    found, noted = _ask([np.full((2, 3), -0.001), np.full((3, 3), -0.001)])
    assert found == pytest.approx([-0.002, -0.002, -0.003])
    assert noted == []


def test_the_number_of_candidates_at_once_does_not_matter() -> None:
    one_by_one, noted = _ask(SCORES, together=1)
    assert one_by_one == _ask(SCORES)[0]
    assert [len(questions.classes) for questions in noted] == [1, 1, 1]
