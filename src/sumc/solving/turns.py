"""Which terms of a sum are told in a step of their own, as in the text: 5 cows sold, 8 bought."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from sumc.solving.events import GAIN, LOSS
from sumc.solving.operand import Operand

Term = tuple[bool, Operand]
"""A term of a sum, and whether it is taken away."""


def first_step(told: Sequence[Term]) -> tuple[int, int] | None:
    """Where the terms begin and end that come first; None where one step tells the whole sum."""
    if len(told) < 3 or told[0][0]:
        return None
    return _change(told) or _compared(told) or _before_a_gain(told)


def _change(told: Sequence[Term]) -> tuple[int, int] | None:
    """The first of several changes, each of which has its own verb."""
    changes = told[1:]
    happens = all(each.changes(LOSS if negative else GAIN) for negative, each in changes)
    is_same = len({each.event for _, each in changes}) == 1
    return (0, 2) if happens and not is_same else None


def _compared(told: Sequence[Term]) -> tuple[int, int] | None:
    """What Ella has, who has 19 fewer than the 46 of Noah, before both are added."""
    (_, first), (negative, second), *others = told
    is_twice = first is second and not negative and bool(first.symbol) and not first.is_constant
    return (1, 3) if is_twice and len(others) == 1 else None


def _before_a_gain(told: Sequence[Term]) -> tuple[int, int] | None:
    """The terms up to what is added again after something was taken away."""
    signs = [negative for negative, _ in told]
    after = next((i for i in range(2, len(told)) if signs[i - 1] and not signs[i]), None)
    if after is None or value_of(told[:after]) < 0:
        return None
    return 0, after


def value_of(told: Sequence[Term]) -> Fraction:
    """The value of terms with their signs."""
    return sum((-each.value if taken else each.value for taken, each in told), Fraction(0))


def in_percent(told: list[Term]) -> list[Term]:
    """The terms with 100% for the 1 that a percentage is taken from or added to."""
    ones = [each for _, each in told if each.symbol == "1"]
    others = [each for _, each in told if each.symbol != "1"]
    if not ones or not others or not all(each.bare.endswith("%") for each in others):
        return told
    whole = [
        (sign, replace(each, name="100%", short="100%", bare="100%") if each in ones else each)
        for sign, each in told
    ]
    return sorted(whole, key=lambda each: each[1].symbol != "1")
