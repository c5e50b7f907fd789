"""What a story tells and what it asks: any number that follows, over any facts that suffice.

A telling is minimal but for its decoys: without one of the needed numbers the asked one no longer
follows, whatever else is told. Events are always mentioned, if only as "he ate some of them".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Literal, Protocol

from sumc.algebra.expression import Expression
from sumc.algebra.mtree import MTree
from sumc.problems.world.facts import Fact, World
from sumc.problems.world.kinds import NOISE
from sumc.problems.world.relations import Derivation, Formula, Network, network, upright, value_of

MOST_NUMBERS = 12
"""Numbers that a text may have."""
MOST_LEAVES = 8
"""Leaves of a solution's M-tree."""
MOST_STEPS = 6
FORWARD = 0.6
"""How often the facts told are those that the world began with."""
EQUAL_NUMBERS = 0.03
"""How often a story may have the same number twice."""
DECOYS = 0.4
"""How often the first problem of a story tells more than it needs."""
SECOND_DECOY = 0.35
LONGER = 0.6
"""How often the longer of two solutions is taken."""
HARD = 0.85
"""How often decoys are numbers of the story itself where it has some to spare."""
MENTIONED = 0.6
"""How often an event is mentioned before the question asks for its number."""

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
    """What kinds of numbers are told without need."""
    variation: Variation = "first"

    @property
    def formula(self) -> Formula:
        """The solution over places of numbers."""
        return () if self.derivation is None else self.derivation.formula

    @property
    def answer(self) -> Fraction:
        """What the asked number is in the world."""
        fact, name = self.asked
        return self.world.values[self.world.facts[fact].numbers[name]]

    def place(self, name: Name) -> int:
        """Return the place of a number."""
        return self.world.facts[name[0]].numbers[name[1]]

    def facts(self) -> list[Fact]:
        """Return the facts that are mentioned, and the one that is asked about."""
        return [self.world.facts[number] for number in (*self.mentioned(), self.asked[0])]

    def mentioned(self) -> dict[int, frozenset[str]]:
        """Return the facts to tell with the numbers each shows; events may show none."""
        shown: dict[int, set[str]] = {}
        for fact, name in self.told:
            shown.setdefault(fact, set()).add(name)
        for number, fact_ in enumerate(self.world.facts):
            if fact_.is_event and fact_.tells:
                shown.setdefault(number, set())
        return {number: frozenset(shown[number]) for number in sorted(shown)}


class Asker:
    """Finds tellings of one world."""

    def __init__(self, world: World, phrases: Phrasebook, random: Random) -> None:
        self.world = world
        self.phrases = phrases
        self.random = random
        self.network: Network = network(world.relations)
        self.tellable: dict[int, list[Name]] = {}
        self.askable: list[Name] = []
        self.asked_with: dict[Name, frozenset[str]] = {}
        """The numbers that a question itself can tell."""
        for number, fact in enumerate(world.facts):
            self._collect(number, fact, phrases)

    def _collect(self, number: int, fact: Fact, phrases: Phrasebook) -> None:
        if fact.tells:
            names = frozenset().union(*phrases.can_tell(fact.kind))
            for name in fact.numbers:
                if name in names:
                    self.tellable.setdefault(fact.numbers[name], []).append((number, name))
        if fact.asks:
            can_ask = phrases.can_ask(fact.kind)
            for name in fact.numbers:
                if name in can_ask:
                    self.askable.append((number, name))
                    self.asked_with[number, name] = can_ask[name]

    def first(self, with_decoy: bool) -> Telling | None:
        """Return one telling that can be solved, of two mostly the one with more steps."""
        found = [telling for telling in (self._plain(), self._plain()) if telling]
        if not found:
            return None
        telling = max(found, key=_steps) if self.random.random() < LONGER else found[0]
        return (self._with_decoys(telling) if with_decoy else None) or telling

    def _plain(self) -> Telling | None:
        """Return a telling without decoys."""
        asked = self._pick_asked()
        needed = self._needed(asked) if asked else None
        if asked is None or needed is None:
            return None
        telling = self._telling(needed, asked)
        return telling if telling and self._can_say(telling) else None

    def _can_say(self, telling: Telling) -> bool:
        """Say whether there are clauses for the numbers of every fact."""
        inside = self._of_question(telling.asked).values()
        shown: dict[int, set[str]] = {}
        for fact, name in telling.told:
            if (fact, name) not in inside:
                shown.setdefault(fact, set()).add(name)
        return all(
            self.phrases.ways_to_tell(self.world.facts[fact].kind, frozenset(names))
            for fact, names in shown.items()
        )

    def _pick_asked(self) -> Name | None:
        """Return a number to ask for, results more often than what a story begins with."""
        numbers = self.world.numbers
        weights = [1 if numbers[self._place(name)].is_base else 2 for name in self.askable]
        return self.random.choices(self.askable, weights)[0] if self.askable else None

    def _place(self, name: Name) -> int:
        return self.world.facts[name[0]].numbers[name[1]]

    def _needed(self, name: Name) -> frozenset[int] | None:
        """Return a smallest set of numbers that determines the asked one."""
        constants, asked = self.world.constants, self._place(name)
        places = [*dict.fromkeys([*self.tellable, *self._of_question(name)])]
        places.remove(asked) if asked in places else None
        base = [place for place in places if self.world.numbers[place].is_base]
        choices = [base, places] if self.random.random() < FORWARD else [places]
        for choice in choices:
            told = frozenset(choice)
            if not self.network.follows(told | constants, asked):
                continue
            self.random.shuffle(choice)
            for place in choice:
                if self.network.follows((told - {place}) | constants, asked):
                    told -= {place}
            return told
        return None

    def _telling(self, told: frozenset[int], asked: Name) -> Telling | None:
        """Return the telling of these numbers if its solution is short enough."""
        derivation = self._derive(told, self._place(asked))
        if derivation is None or not self._is_fit(told):
            return None
        inside = self._of_question(asked)
        names = tuple(sorted(self._home(place, inside) for place in sorted(told)))
        return Telling(self.world, names, asked, derivation)

    def _of_question(self, asked: Name) -> dict[int, Name]:
        """Return the places of the numbers that the question can tell."""
        number = asked[0]
        return {self._place((number, name)): (number, name) for name in self._told_in(asked)}

    def _told_in(self, asked: Name) -> list[str]:
        inside = self.asked_with[asked]
        return [name for name in self.world.facts[asked[0]].numbers if name in inside]

    def _home(self, place: int, inside: Mapping[int, Name]) -> Name:
        """Return where a number is told: in the question if it can be, else in a fact."""
        return inside.get(place) or self.random.choice(self.tellable[place])

    def _derive(self, told: frozenset[int], asked: int) -> Derivation | None:
        derivation = self.network.derive(told | self.world.constants, asked)
        if derivation is None or len(derivation.relations) > MOST_STEPS:
            return None
        formula = upright(derivation.formula, self.world.values)
        if len(formula) < 2 or leaves(formula) > MOST_LEAVES:
            return None
        if value_of(formula, self.world.values) != self.world.values[asked]:
            return None
        return replace(derivation, formula=formula)

    def _is_fit(self, told: frozenset[int]) -> bool:
        shown = [self.shown(place) for place in told]
        differ = len(set(shown)) == len(shown) or self.random.random() < EQUAL_NUMBERS
        return differ and len(told) <= MOST_NUMBERS

    def shown(self, place: int) -> Fraction:
        """Return the number that a reader sees: 25 in 25%."""
        number = self.world.numbers[place]
        return number.value * 100 if number.sort == "percent" else number.value

    # Decoys

    def _with_decoys(self, telling: Telling) -> Telling | None:
        told = {self._place(name) for name in telling.told}
        asked = telling.place(telling.asked)
        spare = [place for place in self.tellable if place not in told and place != asked]
        self.random.shuffle(spare)
        if self.random.random() < HARD:
            spare.sort(key=self._is_plain)
        found: list[int] = []
        most = 2 if self.random.random() < SECOND_DECOY else 1
        for place in spare:
            if len(found) == most:
                break
            more = self._with_decoy(telling, place)
            if more is not None and self._stays_needed(told, {*found, place}, asked):
                telling = more
                found.append(place)
        return self._described(telling) if found else None

    def _with_decoy(self, telling: Telling, place: int) -> Telling | None:
        """Return the telling with one more number, if that can be said."""
        if self.shown(place) in {self.shown(self._place(name)) for name in telling.told}:
            return None
        name = self.random.choice(self.tellable[place])
        more = replace(telling, told=tuple(sorted([*telling.told, name])))
        return more if self._can_say(more) and len(more.told) <= MOST_NUMBERS else None

    def _is_plain(self, place: int) -> bool:
        return self.world.facts[self.tellable[place][0][0]].kind in NOISE

    def _stays_needed(self, needed: set[int], more: set[int], asked: int) -> bool:
        """Say whether the asked number still takes all needed ones when more are told."""
        known = frozenset(needed | more) | self.world.constants
        return not any(self.network.follows(known - {place}, asked) for place in needed)

    def _described(self, telling: Telling) -> Telling:
        """Return the telling with the kinds of its decoys."""
        assert telling.derivation is not None
        needed = telling.derivation.needed
        facts = self.world.facts
        used = [facts[f] for f, name in telling.told if facts[f].numbers[name] in needed]
        used.append(facts[telling.asked[0]])
        kinds = (
            decoy_kind(facts[fact], used, self.world.numbers[self._place((fact, name))].is_base)
            for fact, name in telling.told
            if facts[fact].numbers[name] not in needed
        )
        return replace(telling, decoys=tuple(dict.fromkeys(kinds)))

    # Variations

    def other_question(self, telling: Telling) -> Telling | None:
        """Return the same facts with another question."""
        told = frozenset(self._place(name) for name in telling.told)
        options = [name for name in self.askable if self._place(name) not in told]
        self.random.shuffle(options)
        for asked in options:
            place = self._place(asked)
            if place == telling.place(telling.asked):
                continue
            found = self._asked_of(telling, told, asked, place)
            if found:
                return found
        return None

    def _asked_of(
        self, telling: Telling, told: frozenset[int], asked: Name, place: int
    ) -> Telling | None:
        derivation = self._derive(told, place)
        if derivation is None:
            return None
        needed = set(derivation.needed - self.world.constants)
        if not self._stays_needed(needed, set(told - needed), place):
            return None
        return self._described(
            replace(telling, asked=asked, derivation=derivation, variation="question")
        )

    def without_decoys(self, telling: Telling) -> Telling | None:
        """Return the same question without what does not matter."""
        if not telling.decoys or telling.derivation is None:
            return None
        needed = telling.derivation.needed
        told = tuple(name for name in telling.told if self._place(name) in needed)
        return replace(telling, told=told, decoys=(), variation="plain")

    def retold(self, telling: Telling) -> Telling | None:
        """Return a telling of another world over this one, if it can be solved here too."""
        told = frozenset(self._place(name) for name in telling.told)
        place = self._place(telling.asked)
        if not all(name in self.tellable.get(self._place(name), ()) for name in telling.told):
            return None
        if telling.asked not in self.askable or not self._is_fit(told):
            return None
        found = self._asked_of(replace(telling, world=self.world), told, telling.asked, place)
        return replace(found, variation="opposite") if found else None

    def unanswerable(self, telling: Telling) -> Telling | None:
        """Return the story without a needed number, or with a question that it leaves open."""
        lost = self._lacking(telling) if self.random.random() < 0.6 else None
        return lost or self._unknown(telling) or self._lacking(telling)

    def _lacking(self, telling: Telling) -> Telling | None:
        if telling.derivation is None or len(telling.told) < 2:
            return None
        needed = [name for name in telling.told if self._place(name) in telling.derivation.needed]
        lost = self.random.choice(needed)
        told = tuple(name for name in telling.told if name != lost)
        return self._open(replace(telling, told=told, variation="missing"))

    def _unknown(self, telling: Telling) -> Telling | None:
        told = {self._place(name) for name in telling.told}
        options = [name for name in self.askable if self._place(name) not in told]
        self.random.shuffle(options)
        for asked in options:
            found = self._open(replace(telling, asked=asked, variation="unknown"))
            if found:
                return found
        return None

    def _open(self, telling: Telling) -> Telling | None:
        """Return the telling without a solution, if it has none."""
        told = frozenset(self._place(name) for name in telling.told) | self.world.constants
        if self.network.follows(told, self._place(telling.asked)) or not self._can_say(telling):
            return None
        return replace(telling, derivation=None, decoys=())


def _steps(telling: Telling) -> int:
    return len(telling.derivation.relations) if telling.derivation else 0


@lru_cache(1 << 14)
def leaves(formula: Formula) -> int:
    """Return the number of leaves of a formula's M-tree."""
    items = tuple(f"n{item + 1}" if isinstance(item, int) else item for item in formula)
    return len(MTree.from_expression(Expression(items)).codes())


def decoy_kind(fact: Fact, used: Sequence[Fact], is_base: bool) -> str:
    """Say what a number that does not matter differs in from those that do."""
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
