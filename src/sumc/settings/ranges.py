"""What a setting accepts: ranges of numbers, and words."""

import math
from dataclasses import dataclass
from typing import Annotated

Value = str | int | float | bool


@dataclass(frozen=True, slots=True)
class Range:
    """The numbers that a setting accepts, both ends included."""

    least: float
    most: float = math.inf

    def complaint(self, value: Value) -> str | None:
        """What is wrong with a value, if anything."""
        if isinstance(value, str) or self.least <= value <= self.most:
            return None
        wanted = f"from {self.least} to {self.most}"
        return f"expected {wanted if self.most < math.inf else f'at least {self.least}'}"


@dataclass(frozen=True, slots=True)
class OneOf:
    """The words that a setting accepts."""

    choices: tuple[str, ...]

    def complaint(self, value: Value) -> str | None:
        """What is wrong with a value, if anything."""
        return None if value in self.choices else f"expected one of {', '.join(self.choices)}"


Count = Annotated[int, Range(1)]
CountOrNone = Annotated[int, Range(0)]
Share = Annotated[float, Range(0, 1)]
Positive = Annotated[float, Range(1e-12)]
NotNegative = Annotated[float, Range(0)]
NotAll = Annotated[float, Range(0, 0.99)]
"""A share that leaves something over."""
Few = Annotated[int, Range(1, 1_000)]
