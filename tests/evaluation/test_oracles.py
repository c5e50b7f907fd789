"""Statistics beside their definitions: equations solved by intervals, tests by brute force."""

from fractions import Fraction
from itertools import combinations, product
from math import comb, sqrt
from random import Random
from statistics import NormalDist

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sumc.evaluation.answers import UNREADABLE, Answered
from sumc.evaluation.confidence import (
    BINS,
    SURE_FROM,
    calibration_error,
    score_at_confidence,
    score_at_coverage,
)
from sumc.evaluation.score import NORMAL_95, Mean, Score
from sumc.evaluation.statistics import Comparison, holm, mean_and_deviation
from sumc.experiments.measurements import compare
from sumc.experiments.results import Answer

scores = st.integers(1, 400).flatmap(
    lambda total: st.integers(0, total).map(lambda right: Score(right, total))
)
confidences = st.lists(st.tuples(st.floats(0, 1), st.booleans()), max_size=30)


def test_95_percent_of_a_normal_distribution_are_within_our_constant() -> None:
    assert NormalDist().cdf(NORMAL_95) - NormalDist().cdf(-NORMAL_95) == pytest.approx(0.95)


@given(scores)
def test_the_ends_of_wilsons_interval_are_the_shares_that_a_score_test_just_accepts(
    score: Score,
) -> None:
    """|share - p| = z * sqrt(p * (1 - p) / n) at both ends: the definition, not the formula."""
    for end in score.interval:
        if end in (0.0, 1.0):
            continue
        distance = abs(score.share - end)
        assert distance == pytest.approx(NORMAL_95 * sqrt(end * (1 - end) / score.total), rel=1e-6)


@pytest.mark.parametrize("chance", [0.05, 0.3, 0.8])
def test_wilsons_interval_holds_the_chance_in_about_95_of_100_samples(chance: float) -> None:
    """Exactly, by adding up all samples of 60 with their probabilities."""
    size = 60
    held = sum(
        comb(size, right) * chance**right * (1 - chance) ** (size - right)
        for right in range(size + 1)
        if Score(right, size).interval[0] <= chance <= Score(right, size).interval[1]
    )
    assert 0.92 < held < 0.99


@given(st.lists(st.tuples(st.booleans(), st.booleans()), max_size=10))
def test_mcnemars_test_is_that_of_all_ways_to_toss_the_coins(
    pairs: list[tuple[bool, bool]],
) -> None:
    """Where the two differ, each could have been the right one: all ways are tried."""
    found = Comparison.of([a for a, _ in pairs], [b for _, b in pairs])
    differing = [a for a, b in pairs if a != b]
    gap = abs(2 * sum(differing) - len(differing))
    ways = [*product((False, True), repeat=len(differing))]
    as_far = sum(abs(2 * sum(way) - len(way)) >= gap for way in ways)
    assert found.p_value == pytest.approx(as_far / len(ways))
    assert found.total == len(pairs)


@pytest.mark.parametrize("count", [1, 50, 500, 20_000])
def test_large_counts_do_not_overflow(count: int) -> None:
    """Nor do they take minutes: binomials of this size have thousands of digits."""
    assert Comparison(count, count, 3 * count).p_value == 1.0
    assert 0.0 <= Comparison(count, 0, count).p_value <= 1.0


@given(st.lists(st.floats(0.001, 1), min_size=1, max_size=5))
def test_holms_method_rejects_what_stepping_down_rejects(p_values: list[float]) -> None:
    """By its definition: from the smallest on, as long as each passes its own level."""
    for level in (0.01, 0.05, 0.2):
        order = sorted(range(len(p_values)), key=p_values.__getitem__)
        rejected: set[int] = set()
        for rank, place in enumerate(order):
            if p_values[place] * (len(p_values) - rank) > level:
                break
            rejected.add(place)
        adjusted = holm(p_values)
        assert {place for place, each in enumerate(adjusted) if each <= level} == rejected


@given(st.lists(st.integers(0, 100), min_size=2, max_size=9))
def test_mean_and_deviation_are_those_of_exact_fractions(percents: list[int]) -> None:
    shares = [Fraction(each, 100) for each in percents]
    mean = sum(shares) / len(shares)
    variance = sum((each - mean) ** 2 for each in shares) / (len(shares) - 1)
    found = mean_and_deviation([float(each) for each in shares])
    assert found == pytest.approx((float(mean), sqrt(variance)), abs=1e-9)


def test_one_seed_has_no_deviation() -> None:
    assert mean_and_deviation([0.7]) == (0.7, 0.0)


# Confidence


@given(confidences)
def test_the_calibration_error_is_the_weighted_gap_of_every_range(
    answers: list[tuple[float, bool]],
) -> None:
    gap = 0.0
    for place in range(BINS):
        low, high = place / BINS, (place + 1) / BINS
        inside = [
            (sure, right)
            for sure, right in answers
            if min(int(sure * BINS), BINS - 1) == place and low - 1e-9 <= sure <= high + 1e-9
        ]
        if inside:
            mean = sum(sure for sure, _ in inside) / len(inside)
            share = sum(right for _, right in inside) / len(inside)
            gap += len(inside) / len(answers) * abs(mean - share)
    assert calibration_error(answers) == pytest.approx(gap, abs=1e-9)


@given(confidences)
def test_the_calibration_error_does_not_depend_on_the_order(
    answers: list[tuple[float, bool]],
) -> None:
    assert calibration_error(answers[::-1]) == pytest.approx(calibration_error(answers), abs=1e-9)
    assert 0 <= calibration_error(answers) <= 1


@given(confidences, st.integers(0, 100))
def test_nobody_left_out_is_surer_than_those_that_are_counted(
    answers: list[tuple[float, bool]], percent: int
) -> None:
    score = score_at_coverage(answers, percent)
    surest = sorted((sure for sure, _ in answers), reverse=True)
    assert score.total == len(answers) * percent // 100
    assume(score.total and len({*surest}) == len(surest))
    limit = surest[score.total - 1]
    assert score == score_at_confidence(answers, limit)


def test_all_answers_are_counted_where_nothing_is_refused() -> None:
    answers = [(0.1, True), (SURE_FROM, False), (1.0, True)]
    assert score_at_coverage(answers, 100) == Score(2, 3)
    assert score_at_confidence(answers, SURE_FROM) == Score(1, 2)
    assert score_at_confidence(answers, 0.0) == Score(2, 3)


# Scores


@given(st.lists(scores, max_size=6))
def test_scores_add_up_in_any_order(listed: list[Score]) -> None:
    total = sum(listed, Score())
    assert total == sum(reversed(listed), Score())
    assert total.right == sum(each.right for each in listed)
    for one, other in combinations(listed, 2):
        assert one + other - other == one


@given(scores)
def test_json_has_what_the_text_says(score: Score) -> None:
    data = score.to_json()
    assert (data["right"], data["total"]) == (score.right, score.total)
    assert f"{score.right:,} of {score.total:,}" in str(score)
    assert data["share"] == round(score.share, 6)


@given(st.lists(st.fractions(0, 1, max_denominator=9), max_size=8))
def test_a_mean_is_exact(values: list[Fraction]) -> None:
    mean = Mean.of(values)
    assert mean.count == len(values)
    assert mean.value == (float(sum(values) / len(values)) if values else 0.0)
    assert mean.to_json()["count"] == len(values)


# Answers of two systems


def test_two_systems_are_compared_on_what_both_were_asked() -> None:
    draw = Random(3)
    for _ in range(50):
        first = {str(n): draw.random() < 0.5 for n in range(12) if draw.random() < 0.8}
        second = {str(n): draw.random() < 0.5 for n in range(12) if draw.random() < 0.8}
        both = first.keys() & second.keys()
        found = compare(
            [Answer(name, right, "", 2) for name, right in first.items()],
            [Answer(name, right, "", 2) for name, right in second.items()],
        )
        assert found.total == len(both)
        assert found.only_first == sum(first[n] and not second[n] for n in both)
        assert found.only_second == sum(second[n] and not first[n] for n in both)


def test_an_answer_is_a_line_of_json() -> None:
    line = Answered("7", True, "n1/n2", Fraction(7, 3), 0.123456789).to_json()
    assert line == {
        "id": "7",
        "right": True,
        "expression": "n1/n2",
        "answer": "7/3",
        "confidence": 0.123457,
        "reason": None,
        "outside": False,
    }
    unread = Answered("8", False, reason=f"{UNREADABLE}: no text", outside=True).to_json()
    assert unread["answer"] is None
    assert unread["outside"] is True
