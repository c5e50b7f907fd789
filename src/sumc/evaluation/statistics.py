"""Comparisons of systems on the same problems."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

from sumc.evaluation.score import NORMAL_95


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two systems on the same problems."""

    only_first: int
    """Problems that only the first one solves."""
    only_second: int
    total: int

    @classmethod
    def of(cls, first: Sequence[bool], second: Sequence[bool]) -> "Comparison":
        """Compare what two systems got right, problem by problem.

        >>> Comparison.of([True, True, False], [True, False, False])
        Comparison(only_first=1, only_second=0, total=3)
        """
        pairs = list(zip(first, second, strict=True))
        one = sum(mine and not theirs for mine, theirs in pairs)
        other = sum(theirs and not mine for mine, theirs in pairs)
        return cls(one, other, len(pairs))

    @property
    def p_value(self) -> float:
        """McNemar's exact test: the probability of a difference this large if both were equally
        good.

        >>> round(Comparison(10, 2, 100).p_value, 4)
        0.0386
        """
        differing = self.only_first + self.only_second
        fewer = min(self.only_first, self.only_second)
        tail, ways = 0, 1
        for k in range(fewer + 1):  # one binomial from the last: each from scratch takes too long
            tail += ways
            ways = ways * (differing - k) // (k + 1)
        return float(min(1.0, 2 * tail / 2**differing))

    @property
    def difference(self) -> float:
        """By how much the first is better, as a share of all problems."""
        return (self.only_first - self.only_second) / max(1, self.total)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the difference, for pairs (Agresti and Min, 2005).

        Half a problem is added to each of the four ways in which two can be right or wrong, so
        that two systems that never differed are not taken as certainly equal.

        >>> low, high = Comparison(0, 0, 98).interval
        >>> round(low, 4), round(high, 4)
        (-0.0196, 0.0196)
        """
        one, other, size = self.only_first + 0.5, self.only_second + 0.5, self.total + 2
        middle = (one - other) / size
        half = NORMAL_95 * sqrt(one + other - (one - other) ** 2 / size) / size
        return max(-1.0, middle - half), min(1.0, middle + half)

    def to_json(self) -> dict[str, object]:
        """The counts, the difference with its interval and the p value."""
        return {
            "only_first": self.only_first,
            "only_second": self.only_second,
            "total": self.total,
            "difference": round(self.difference, 6),
            "interval": [round(each, 6) for each in self.interval],
            "p_value": self.p_value,
        }


def mean_and_deviation(shares: Sequence[float]) -> tuple[float, float]:
    """The mean of several seeds, and their standard deviation (0 for one).

    >>> mean_and_deviation([0.5, 0.75])[0], mean_and_deviation([0.5])
    (0.625, (0.5, 0.0))
    """
    return fmean(shares), stdev(shares) if len(shares) > 1 else 0.0


def holm(p_values: Sequence[float]) -> list[float]:
    """The p values of several tests, corrected for their number by Holm's method.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    adjusted, least = [0.0] * len(p_values), 0.0
    for rank, place in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        least = max(least, min(1.0, (len(p_values) - rank) * p_values[place]))
        adjusted[place] = least
    return adjusted


def p_text(value: float) -> str:
    """A probability as it is read: three decimals, or how small it is.

    >>> p_text(0.04321), p_text(0.0000123)
    ('0.043', '< 0.001')
    """
    return "< 0.001" if value < 0.001 else f"{value:.3f}"
