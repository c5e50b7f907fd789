"""What a world is made of: numbers, relations between them, and facts that can be told or asked.

Nothing here knows a language. An entity is somebody or something without a word for it yet, and a
fact is a kind with its entities and numbers; `english/` and `chinese/` have the words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from sumc.problems.world.relations import Relations

Sort = Literal["count", "money", "percent", "part", "times", "measure", "clock", "constant"]
"""How a number is written: whole, as money, as 25%, as 3/4, as "twice", 2.5, the 05 of 9:05."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number of the world."""

    value: Fraction
    sort: Sort = "count"
    is_base: bool = True
    """Whether it was drawn; other numbers follow from those."""


@dataclass(frozen=True, slots=True)
class Entity:
    """Somebody or something, drawn from a word list of the language.

    Two with the same `number` are variants of one noun (red and blue marbles); one with `of`
    is all of several together (marbles, fruit).
    """

    words: str
    number: int
    variant: int = 0
    """From 1 on for red, blue, ...; 0 for the plain noun."""
    of: tuple[Entity, ...] = ()


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that can be said or asked: entities and numbers in their roles."""

    kind: str
    entities: Mapping[str, Entity]
    numbers: Mapping[str, int]
    """The places of the numbers by the names that phrases have for them."""
    is_event: bool = False
    """Whether it happens: then it is always mentioned, if only without its number."""
    is_fixed: bool = False
    """Whether it has its place in time, so that it cannot be told out of order."""
    asks: bool = True
    """Whether its numbers can be asked for."""
    tells: bool = True
    """Whether it can be told."""


@dataclass(frozen=True, slots=True)
class World:
    """Numbers that fit together, and everything that can be said of them, in order of time."""

    plot: str
    numbers: tuple[Number, ...]
    relations: Relations
    facts: tuple[Fact, ...]
    values: tuple[Fraction, ...] = field(repr=False, default=())
    constants: frozenset[int] = frozenset()
    """The places of numbers that everybody knows, such as the 60 minutes of an hour."""
