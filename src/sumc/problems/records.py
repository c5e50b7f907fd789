"""What a dataset file holds: records as published, and why one could not be used."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from sumc.problems.numbers import Language


@dataclass(frozen=True, slots=True)
class Record:
    """One problem as its dataset publishes it."""

    id: str
    text: str
    equation: str
    """An expression, or an equation in x; empty when the dataset has none for this problem."""
    answer: str
    """A number in any form people write; empty when there is none."""
    language: Language | None = None
    """None when it has to be detected."""
    part: str = "all"
    """The file or fold it belongs to, for the published splits."""
    words: tuple[str, ...] = field(default=(), repr=False)
    """The words of the text where the dataset comes with them."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """A record that cannot be used, and why: it is counted, never dropped in silence."""

    id: str
    reason: str
    detail: str = ""
    part: str = "all"


Records = Iterator[Record | Skipped]
