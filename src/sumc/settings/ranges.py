"""What a setting accepts: ranges of numbers, and words."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Annotated

Value = str | int | float | bool
NEAR = 0.7
"""How alike two words must be for one to be meant by the other; 1 is equal."""


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


def meant(written: object, choices: Iterable[str]) -> str:
    """The end of a message about a word that is none of the choices: the one that was meant.

    >>> meant("binry", ["mtree", "binary"]), meant("morse", ["mtree", "binary"])
    (', did you mean `binary`?', '')
    """
    close = get_close_matches(str(written), [*choices], n=1, cutoff=NEAR)
    return f", did you mean `{close[0]}`?" if close else ""


Count = Annotated[int, Range(1)]
CountOrNone = Annotated[int, Range(0)]
Share = Annotated[float, Range(0, 1)]
Positive = Annotated[float, Range(1e-12)]
NotNegative = Annotated[float, Range(0)]
NotAll = Annotated[float, Range(0, 0.99)]
"""A share that leaves something over."""
Few = Annotated[int, Range(1, 1_000)]
