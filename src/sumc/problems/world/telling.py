"""`Telling`: what a story tells of its world, and what it asks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, Protocol

from sumc.problems.world.deriving import Derivation
from sumc.problems.world.facts import Fact, World
from sumc.problems.world.formulas import Formula
from sumc.problems.world.kinds import NOISE

Variation = Literal["first", "question", "plain", "opposite", "missing", "unknown"]
Name = tuple[int, str]
"""A number by a fact that has it, and its name there."""


class Phrasebook(Protocol):
    """What a language can say."""

    def can_tell(self, kind: str) -> frozenset[frozenset[str]]:
        """Return the sets of numbers that one clause of a kind can tell."""

    def ways_to_tell(self, kind: str, names: frozenset[str]) -> Sequence[object]:
        """Return the ways to tell these numbers of a fact."""

    def can_ask(self, kind: str) -> Mapping[str, frozenset[str]]:
        """Return the numbers of a kind that can be asked for, with those that questions tell."""


@dataclass(frozen=True, slots=True)
class Telling:
    """A world with the numbers that are told, by fact and name, and the one that is asked."""

    world: World
    told: tuple[Name, ...]
    asked: Name
    derivation: Derivation | None
    """None where the asked number does not follow."""
    decoys: tuple[str, ...] = ()
    """What kinds of numbers are told without being needed."""
    variation: Variation = "first"

    @property
    def name(self) -> str:
        """The plot, and what is asked: `stock/now.n`."""
        fact, name = self.asked
        return f"{self.world.plot}/{self.world.facts[fact].kind}.{name}"

    @property
    def formula(self) -> Formula:
        """The solution over places of numbers."""
        return () if self.derivation is None else self.derivation.formula

    @property
    def answer(self) -> Fraction:
        """The value that the asked number has in the world."""
        fact, name = self.asked
        return self.world.values[self.world.facts[fact].numbers[name]]

    def place(self, name: Name) -> int:
        """Return the place of a number."""
        return self.world.facts[name[0]].numbers[name[1]]

    def mentioned(self) -> dict[int, frozenset[str]]:
        """Return the facts to tell with the numbers each shows; events may show none."""
        shown: dict[int, set[str]] = {}
        for fact, name in self.told:
            shown.setdefault(fact, set()).add(name)
        for number, fact_ in enumerate(self.world.facts):
            if fact_.is_event and fact_.tells:
                shown.setdefault(number, set())
        return {number: frozenset(shown[number]) for number in sorted(shown)}


def decoy_kind(fact: Fact, used: Sequence[Fact], is_base: bool) -> str:
    """Say how a number that does not matter differs from those that do."""
    if fact.kind in NOISE:
        return "plain"
    for role, kind in (("who", "owner"), ("thing", "thing"), ("when", "time")):
        mine, others = fact.entities.get(role), set(_roles(used, role))
        if mine is not None and others and mine not in others:
            return f"other {kind}"
    return "other fact" if is_base else "unneeded result"


def _roles(facts: Iterable[Fact], role: str) -> Iterator[object]:
    for fact in facts:
        if role in fact.entities:
            yield fact.entities[role]
            if role == "who" and "other" in fact.entities:
                yield fact.entities["other"]
