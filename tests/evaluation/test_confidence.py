"""How far confidence can be trusted: by hand, by extremes, by what must not matter."""

from random import Random

import pytest

from sumc.evaluation.confidence import calibration_error, score_at_coverage
from sumc.evaluation.score import Score


def test_a_model_that_is_as_often_right_as_it_says_has_no_error() -> None:
    answers = [(0.75, number % 4 > 0) for number in range(400)]
    answers += [(0.25, number % 4 == 0) for number in range(400)]
    assert calibration_error(answers) == 0


@pytest.mark.parametrize(
    ("answers", "error"),
    [
        ([], 0.0),
        ([(1.0, False)], 1.0),
        ([(0.0, True)], 1.0),
        ([(1.0, True), (0.0, False)], 0.0),
        ([(0.9, True), (0.9, False)], 0.4),
        ([(0.62, True), (0.38, False)], 0.38),  # two ranges: too shy in one, too bold in the other
    ],
)
def test_the_error_is_the_mean_distance_in_each_range(
    answers: list[tuple[float, bool]], error: float
) -> None:
    assert calibration_error(answers) == pytest.approx(error)


def test_the_surest_answers_are_counted_whatever_their_order() -> None:
    answers = [(number / 100, number >= 40) for number in range(100)]
    Random(0).shuffle(answers)
    assert score_at_coverage(answers, 50) == Score(50, 50)
    assert score_at_coverage(answers, 80) == Score(60, 80)
    assert score_at_coverage(answers, 100) == Score(60, 100)
    assert score_at_coverage([], 50) == Score(0, 0)
