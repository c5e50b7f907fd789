"""Figures that can be added: a share with its interval, and a mean."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

NORMAL_95 = 1.959963984540054
"""Standard deviations to both sides of a normal distribution's mean that hold 95 % of it."""

Json = dict[str, object]


def counted(number: int, noun: str) -> str:
    """How many there are of something.

    >>> counted(1, "problem"), counted(2_000, "problem")
    ('1 problem', '2,000 problems')
    """
    return f"{number:,} {noun}{'s' * (number != 1)}"


@dataclass(frozen=True, slots=True)
class Score:
    """How many were right, of how many.

    >>> print(Score(1, 2) + Score(2, 2))
    75.00 % (3 of 4, 95 % interval 30.06 to 95.44)
    """

    right: int = 0
    total: int = 0

    @classmethod
    def of(cls, outcomes: Iterable[bool]) -> "Score":
        """The score of single outcomes.

        >>> Score.of([True, False, True])
        Score(right=2, total=3)
        """
        listed = list(outcomes)
        return cls(sum(listed), len(listed))

    @property
    def share(self) -> float:
        """From 0 to 1; 0 when there was nothing to be right about."""
        return self.right / self.total if self.total else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share by Wilson's formula, which also fits small counts."""
        if not self.total:
            return 0.0, 1.0
        square = NORMAL_95**2 / self.total
        middle = (self.share + square / 2) / (1 + square)
        spread = self.share * (1 - self.share) / self.total + (square / 2) ** 2 / NORMAL_95**2
        half = NORMAL_95 * sqrt(spread) / (1 + square)
        # rounding must not put a share of exactly 0 or 1 outside
        return min(self.share, max(0.0, middle - half)), max(self.share, min(1.0, middle + half))

    def __add__(self, other: "Score") -> "Score":
        return Score(self.right + other.right, self.total + other.total)

    def __sub__(self, part: "Score") -> "Score":
        return Score(self.right - part.right, self.total - part.total)

    def __str__(self) -> str:
        if not self.total:
            return "none"
        low, high = self.interval
        counts = f"{self.right:,} of {self.total:,}"
        interval = f"95 % interval {100 * low:.2f} to {100 * high:.2f}"
        return f"{100 * self.share:.2f} % ({counts}, {interval})"

    def to_json(self) -> Json:
        """The counts, the share and its interval; no share where nothing was counted."""
        low, high = self.interval
        known = bool(self.total)
        return {
            "right": self.right,
            "total": self.total,
            "share": round(self.share, 6) if known else None,
            "interval": [round(low, 6), round(high, 6)] if known else None,
        }


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean kept as an exact sum and a count, so that parts add up to the whole."""

    total: Fraction = Fraction(0)
    count: int = 0

    @classmethod
    def of(cls, values: Iterable[Fraction]) -> "Mean":
        """The mean of single values.

        >>> Mean.of([Fraction(1, 2), Fraction(1)]).value
        0.75
        """
        listed = list(values)
        return cls(sum(listed, Fraction(0)), len(listed))

    @property
    def value(self) -> float:
        """The mean; 0 if there are no values."""
        return float(self.total / self.count) if self.count else 0.0

    def __add__(self, other: "Mean") -> "Mean":
        return Mean(self.total + other.total, self.count + other.count)

    def to_json(self) -> Json:
        """The mean and how many values it is of."""
        return {"mean": round(self.value, 6) if self.count else None, "count": self.count}
