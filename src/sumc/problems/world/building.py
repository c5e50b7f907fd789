"""`Builder`: plots make worlds with it; numbers are computed forward, relations noted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import TypeVar

from sumc.problems.world.facts import Entity, Fact, Number, Sort, World
from sumc.problems.world.relations import Relation

T = TypeVar("T")

LARGEST = 2_000_000
"""No number of a story is larger."""
WHOLE: frozenset[Sort] = frozenset({"count", "clock"})
CENTS = 100
PARTS = tuple(
    map(
        Fraction,
        ["1/2", "1/2", "1/3", "1/4", "1/5", "2/3", "3/4", "2/5", "3/5", "5/6", "3/8", "7/10"],
    )
)
"""Fractions that stories use."""
UNITS = frozenset(
    {"side_unit", "far", "weight", "volume", "short_time", "hire_unit", "shop", "sold_by"}
)
"""Word lists of which a story uses only one word."""
NO_ROLES: Mapping[str, Entity] = {}


class Unfit(Exception):  # noqa: N818 (not an error: another world is drawn)
    """The numbers drawn so far do not go together."""


class Builder:
    """Draws numbers and entities, computes what follows, and collects facts."""

    def __init__(self, random: Random, turned: bool = False) -> None:
        self.random = random
        self._is_turned = turned
        self.numbers: list[Number] = []
        self.relations: list[Relation] = []
        self.facts: list[Fact] = []
        self.entities = 0
        self.scale = random.choice((0, 0, 1, 1, 1, 2))
        """How large the counts of the story are, so that they fit each other."""
        self._constants: dict[int, int] = {}
        self._units: dict[str, Entity] = {}

    def world(self, plot: str) -> World:
        """Return what was built."""
        return World(
            plot,
            tuple(self.numbers),
            tuple(self.relations),
            tuple(self.facts),
            tuple(number.value for number in self.numbers),
            frozenset(self._constants.values()),
        )

    # Chance

    def chance(self, share: float) -> bool:
        """Return True in this share of cases."""
        return self.random.random() < share

    def choose(self, *options: T) -> T:
        """Return one of the options."""
        return options[int(self.random.random() * len(options))]

    def between(self, low: int, high: int, step: int = 1) -> int:
        """Return a whole number from low to high."""
        return low + step * int(self.random.random() * ((high - low) // step + 1))

    def turn(self) -> bool:
        """Toss a coin: more or fewer, in or out. A turned world reverses its first toss."""
        is_heads = (self.random.random() < 0.5) != self._is_turned
        self._is_turned = False
        return is_heads

    # Numbers

    def given(self, value: Fraction | int, sort: Sort = "count") -> int:
        """Return the place of a number that does not follow from others."""
        return self._add(Fraction(value), sort, True)

    def size(self, low: int = 2, high: int = 20) -> int:
        """Return the place of a count: up to `high`, or larger in a story of larger numbers."""
        factor = (1, 5, 25)[self.scale]
        step = (1, 1, 5)[self.scale]
        return self.given(self.between(low * factor, high * factor, step))

    def count(self, low: int, high: int, step: int = 1) -> int:
        """Return the place of a count from low to high."""
        return self.given(self.between(low, high, step))

    def below(self, place: int, low: int = 1) -> int:
        """Return the place of a count that is less than another number."""
        most = int(self.value(place)) - 1
        if most < low:
            raise Unfit
        return self.given(self.between(low, most))

    def part_of(self, place: int) -> int:
        """Return the place of a fraction that a count can be divided by."""
        parts = [part for part in PARTS if int(self.value(place)) % part.denominator == 0]
        if not parts:
            raise Unfit
        return self.given(self.choose(*parts), "part")

    def percent(self, low: int = 5, high: int = 90, step: int = 5) -> int:
        """Return the place of a percentage."""
        return self.given(Fraction(self.between(low, high, step), 100), "percent")

    def measure(self, low: int, high: int, tenths: float = 0.3) -> int:
        """Return the place of a measure, whole or now and then with tenths."""
        value = Fraction(self.between(low, high))
        if self.chance(tenths):
            value += Fraction(self.between(1, 9), 10)
        return self.given(value, "measure")

    def money(self, low: int, high: int, cents: float = 0.4) -> int:
        """Return the place of a sum of money in whole units, or now and then with cents."""
        value = Fraction(self.between(low, high))
        if self.chance(cents):
            value += Fraction(self.between(5, 95, 5), CENTS)
        return self.given(value, "money")

    def constant(self, value: int) -> int:
        """Return the place of a number that everybody knows."""
        if value not in self._constants:
            self._constants[value] = self._add(Fraction(value), "constant", False)
        return self._constants[value]

    def value(self, place: int) -> Fraction:
        """Return the value of a number."""
        return self.numbers[place].value

    # What follows

    def plus(self, *parts: int, sort: Sort | None = None) -> int:
        """Return the place of a sum."""
        value = sum((self.value(part) for part in parts), Fraction(0))
        place = self._add(value, sort or self.numbers[parts[0]].sort)
        self.relations.append(Relation(place, parts))
        return place

    def minus(self, left: int, right: int, sort: Sort | None = None) -> int:
        """Return the place of a difference."""
        place = self._add(self.value(left) - self.value(right), sort or self.numbers[left].sort)
        self.relations.append(Relation(left, (place, right)))
        return place

    def times(self, *factors: int, sort: Sort = "count") -> int:
        """Return the place of a product."""
        value = Fraction(1)
        for factor in factors:
            value *= self.value(factor)
        place = self._add(value, sort)
        self.relations.append(Relation(place, factors, True))
        return place

    def over(self, left: int, right: int, sort: Sort = "count") -> int:
        """Return the place of a quotient."""
        place = self._add(self.value(left) / self.value(right), sort)
        self.relations.append(Relation(left, (place, right), True))
        return place

    def relate_sum(self, total: int, *parts: int) -> None:
        """Note that numbers that exist already add up to another one."""
        self.relations.append(Relation(total, parts))

    def give_first(self, *places: int) -> None:
        """Note that these numbers are what a story usually tells, though they were computed."""
        for place in places:
            self.numbers[place] = replace(self.numbers[place], is_base=True)

    def ask_first(self, *places: int) -> None:
        """Note that these numbers are what a story usually asks for, though they were drawn."""
        for place in places:
            self.numbers[place] = replace(self.numbers[place], is_base=False)

    def apart(self, one: int, other: int) -> tuple[int, bool]:
        """Return the place of the difference of two numbers, and whether the first is larger."""
        is_larger = self.value(one) > self.value(other)
        left, right = (one, other) if is_larger else (other, one)
        return self.minus(left, right), is_larger

    def _add(self, value: Fraction, sort: Sort, is_base: bool = False) -> int:
        if value.numerator <= 0 or value > LARGEST or not is_sensible(value, sort):
            raise Unfit
        self.numbers.append(Number(value, sort, is_base))
        return len(self.numbers) - 1

    # Who and what

    def entity(self, words: str) -> Entity:
        """Return somebody or something new of a word list; units stay the same in a story."""
        if words in self._units:
            return self._units[words]
        self.entities += 1
        entity = Entity(words, self.entities)
        if words in UNITS:
            self._units[words] = entity
        return entity

    def variants(self, words: str, count: int) -> list[Entity]:
        """Return several kinds of one thing, or several things of one list."""
        if self.chance(0.5):
            return [self.entity(words) for _ in range(count)]
        self.entities += 1
        return [Entity(words, self.entities, variant) for variant in range(1, count + 1)]

    def together(self, entities: Sequence[Entity]) -> Entity:
        """Return several things taken together."""
        return Entity(entities[0].words, entities[0].number, of=tuple(entities))

    # Facts

    def fact(
        self,
        kind: str,
        shared: Mapping[str, Entity] = NO_ROLES,
        *,
        event: bool = False,
        fixed: bool = False,
        asks: bool = True,
        tells: bool = True,
        **roles: Entity | int | None,
    ) -> None:
        """Add a fact; `shared` has roles that several facts share; a role of None is left out."""
        entities = {name: each for name, each in roles.items() if isinstance(each, Entity)}
        entities.update(shared)
        numbers = {name: each for name, each in roles.items() if isinstance(each, int)}
        self.facts.append(Fact(kind, entities, numbers, event, event or fixed, asks, tells))


def is_sensible(value: Fraction, sort: Sort) -> bool:
    """Say whether a value can be written as that sort of number."""
    if sort in WHOLE:
        return value.denominator == 1
    if sort in ("money", "measure"):
        return CENTS % value.denominator == 0
    if sort == "percent":
        return (value * 1000).denominator == 1
    if sort == "part":
        return value < 1 and value.denominator <= 12
    return True
