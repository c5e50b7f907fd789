"""How a confidence is shown, everywhere by one rule: rounded down, so that 100 % is certain."""

import math

STEPS = 10_000
"""A confidence in JSON has four decimals."""
_NOISE = 1e-6
"""Floats may be a little below what they are meant to be: 100 * 0.29 is not 29."""


def rounded_down(confidence: float) -> float:
    """A confidence from 0 to 1 as JSON gives it.

    >>> rounded_down(0.29), rounded_down(0.99999), rounded_down(1.0)
    (0.29, 0.9999, 1.0)
    """
    return _ten_thousandths(confidence) / STEPS


def percent(confidence: float) -> int:
    """A confidence from 0 to 1 in whole percent, as people see it.

    >>> percent(0.29), percent(0.9999), percent(1.0)
    (29, 99, 100)
    """
    return _ten_thousandths(confidence) // 100


def _ten_thousandths(confidence: float) -> int:
    return math.floor(confidence * STEPS + _NOISE)
