from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumc.encoding.number_features import FEATURE_SIZES, KINDS, number_features
from sumc.problems.numbers import Quantity, find_quantities


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("3", "integer"),
        ("3.0", "integer"),
        ("3.5", "decimal"),
        ("1/2", "fraction"),
        ("half", "fraction"),
        ("25%", "percent"),
        ("25 percent", "percent"),
        ("百分之五", "percent"),
        ("三分之一", "fraction"),
    ],
)
def test_how_a_number_is_written(text: str, kind: str) -> None:
    assert KINDS[number_features((), find_quantities(text))[0][0]] == kind


def test_order_and_repeats_of_the_values() -> None:
    features = number_features(("1",), find_quantities("7 and 3 and 7 and 90"))
    assert [rank for _, _, rank, _ in features] == [0, 2, 1, 2, 3]
    assert [again for _, _, _, again in features] == [0, 0, 0, 1, 0]


def test_one_two_and_hundred_are_sizes_of_their_own() -> None:
    sizes = [size for _, size, _, _ in number_features((), find_quantities("1 2 3 4 100 101 1.5"))]
    assert len(set(sizes)) == 6
    assert sizes[2] == sizes[3]


@given(st.lists(st.fractions(), max_size=12))
def test_every_value_fits_into_the_tables_of_a_model(values: list[Fraction]) -> None:
    quantities = [Quantity("7", value, 0, 1, "digits") for value in values]
    for row in number_features(("3.14",), quantities):
        assert all(0 <= value < size for value, size in zip(row, FEATURE_SIZES, strict=True))
