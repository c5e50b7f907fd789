from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from sumc.evaluation.score import Mean, Score

SHARES = st.fractions(0, 1, max_denominator=12)


def scores() -> SearchStrategy[Score]:
    totals = st.integers(1, 5_000)
    return totals.flatmap(lambda total: st.builds(Score, st.integers(0, total), st.just(total)))


@pytest.mark.parametrize(
    ("score", "low", "high"),
    [  # published examples of Wilson's interval, and the extremes by hand: z²/(n+z²)
        (Score(81, 263), 0.2553, 0.3662),
        (Score(15, 148), 0.0624, 0.1605),
        (Score(0, 20), 0.0, 0.1611),
        (Score(1, 29), 0.0061, 0.1718),
        (Score(10, 10), 0.7225, 1.0),
    ],
)
def test_the_interval_is_wilsons(score: Score, low: float, high: float) -> None:
    assert score.interval == pytest.approx((low, high), abs=5e-5)


@given(scores())
def test_the_interval_holds_the_share_and_stays_between_0_and_1(score: Score) -> None:
    low, high = score.interval
    assert 0 <= low <= score.share <= high <= 1
    assert low < high


@given(scores(), st.integers(2, 50))
def test_more_problems_with_the_same_share_make_the_interval_smaller(
    score: Score, times: int
) -> None:
    low, high = Score(score.right * times, score.total * times).interval
    assert high - low < score.interval[1] - score.interval[0]


@given(scores())
def test_right_and_wrong_are_mirror_images(score: Score) -> None:
    low, high = score.interval
    mirrored = Score(score.total - score.right, score.total).interval
    assert mirrored == pytest.approx((1 - high, 1 - low), abs=1e-12)


def test_nothing_asked_is_no_share() -> None:
    assert (Score().share, Score().interval, str(Score())) == (0.0, (0.0, 1.0), "none")
    assert Score().to_json() == {"right": 0, "total": 0, "share": None, "interval": None}
    assert Mean().to_json() == {"mean": None, "count": 0}


@given(st.lists(st.booleans()), st.lists(st.booleans()))
def test_scores_add_up_and_can_be_taken_apart(first: list[bool], second: list[bool]) -> None:
    whole = Score.of(first + second)
    assert Score.of(first) + Score.of(second) == whole
    assert whole - Score.of(first) == Score.of(second)


@given(st.lists(SHARES, max_size=9), st.lists(SHARES, max_size=9))
def test_means_of_parts_are_exactly_the_mean_of_the_whole(
    first: list[Fraction], second: list[Fraction]
) -> None:
    assert Mean.of(first) + Mean.of(second) == Mean.of(first + second)


def test_a_score_is_printed_with_its_counts_and_its_interval() -> None:
    assert str(Score(1_234, 2_373)) == "52.00 % (1,234 of 2,373, 95 % interval 49.99 to 54.01)"
    assert Score(1, 3).to_json()["share"] == 0.333333
