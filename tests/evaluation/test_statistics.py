"""Comparisons of two systems against slower and more obvious ways to the same figures."""

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumc.evaluation.statistics import Comparison, holm, mean_and_deviation

comparisons = st.tuples(*[st.integers(0, 60)] * 3).map(
    lambda each: Comparison(each[0], each[1], sum(each))
)


@pytest.mark.parametrize("differing", range(9))
def test_the_p_value_is_the_share_of_all_ways_that_differ_as_much(differing: int) -> None:
    """Were both equally good, each problem that only one solves could be either one's."""
    ways = [abs(2 * sum(way) - differing) for way in product((0, 1), repeat=differing)]
    for first in range(differing + 1):
        found = Comparison(first, differing - first, 50).p_value
        as_much = sum(each >= abs(2 * first - differing) for each in ways)
        assert found == pytest.approx(as_much / len(ways))


@given(comparisons)
def test_who_comes_first_only_turns_the_sign(one: Comparison) -> None:
    other = Comparison(one.only_second, one.only_first, one.total)
    low, high = one.interval
    assert one.p_value == other.p_value
    assert one.difference == -other.difference
    assert other.interval == pytest.approx((-high, -low))


@given(comparisons)
def test_the_difference_is_within_its_interval(one: Comparison) -> None:
    low, high = one.interval
    assert -1 <= low <= one.difference <= high <= 1
    assert low < high


@pytest.mark.parametrize("chances", [(0.1, 0.05), (0.02, 0.02), (0.3, 0.1)])
def test_intervals_hold_the_true_difference_in_about_95_of_100_cases(
    chances: tuple[float, float],
) -> None:
    draw, held, true = Random(1), 0, chances[0] - chances[1]
    for _ in range(600):
        drawn = [draw.random() for _ in range(150)]
        first = sum(each < chances[0] for each in drawn)
        second = sum(chances[0] <= each < sum(chances) for each in drawn)
        low, high = Comparison(first, second, len(drawn)).interval
        held += low <= true <= high
    assert 0.92 <= held / 600 <= 0.99


@given(st.lists(st.floats(0, 1), max_size=8))
def test_corrected_p_values_are_never_smaller_and_keep_their_order(p_values: list[float]) -> None:
    adjusted = holm(p_values)
    pairs = list(zip(p_values, adjusted, strict=True))
    assert all(p_value <= found <= 1 for p_value, found in pairs)
    assert all(one[1] <= other[1] for one in pairs for other in pairs if one[0] < other[0])
    if p_values:
        assert min(adjusted) == min(1, len(p_values) * min(p_values))


def test_the_deviation_is_that_of_a_sample() -> None:
    mean, deviation = mean_and_deviation([0.7, 0.8, 0.9])
    assert [mean, deviation] == pytest.approx([0.8, 0.1])
