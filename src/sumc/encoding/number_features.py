"""Features of a number besides its position in the text: four small categories for each slot."""

from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from sumc.algebra.operands import number_value
from sumc.problems.numbers import Quantity

KINDS = ("constant", "integer", "decimal", "fraction", "percent")
"""How a number is written."""
SIZES = (0, 1, 2, 3, 10, 13, 100, 101, 1_000, 1_900, 2_100, 10_000, 1_000_000)
"""Borders between sizes: 1, 2, 100 and the years are sizes of their own."""
RANKS = 8
"""Places in the order of the values, from the smallest; larger numbers share the last one."""
FEATURE_SIZES = (len(KINDS), 2 * len(SIZES) + 2, RANKS + 1, 2)
"""How many values each feature has: kind, size, rank, whether an equal number comes before."""


def number_features(
    constants: Sequence[str], quantities: Sequence[Quantity]
) -> list[tuple[int, int, int, int]]:
    """The features of all slots: the constants, then the numbers of the text."""
    values = [quantity.value for quantity in quantities]
    order = sorted(set(values))
    ranks = {value: min(index, RANKS - 1) + 1 for index, value in enumerate(order)}
    return [(0, _size_of_constant(constant), 0, 0) for constant in constants] + [
        (_kind(each), _size(each.value), ranks[each.value], int(each.value in values[:index]))
        for index, each in enumerate(quantities)
    ]


@lru_cache
def _size_of_constant(constant: str) -> int:
    return _size(number_value(constant))


def _size(value: Fraction) -> int:
    whole = value.numerator // value.denominator  # the borders are whole numbers
    return 2 * bisect_right(SIZES, whole) + (value.denominator != 1)


def _kind(quantity: Quantity) -> int:
    text = quantity.text.lower()
    if text.endswith(("%", "％")) or "percent" in text or "百分之" in text:
        return KINDS.index("percent")
    if quantity.value.denominator == 1:
        return KINDS.index("integer")
    written = any(mark in text for mark in (".", "．", "点"))
    return KINDS.index("decimal" if written else "fraction")
