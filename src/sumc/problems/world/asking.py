"""What a story tells and what it asks: any number that follows, over any facts that suffice.

A telling is minimal except for its decoys: without any one of the needed numbers, the asked one no
longer follows, whatever else is told. Events are always mentioned, if only as "he ate some of
them".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from random import Random

from sumc.algebra.expression import Expression
from sumc.algebra.mtree import MTree
from sumc.problems.world.deriving import Derivation, Network, network
from sumc.problems.world.facts import Fact, World
from sumc.problems.world.formulas import ZERO, Formula, upright, value_of
from sumc.problems.world.kinds import NOISE, SUMS
from sumc.problems.world.telling import Name, Phrasebook, Telling, decoy_kind

MOST_NUMBERS = 12
"""Numbers that a text may have."""
MOST_LEAVES = 8
"""Leaves of a solution's M-tree."""
MOST_STEPS = 6
FORWARD = 0.75
"""How often the facts told are those that the world began with."""
KNOTTED = 0.2
"""How often the solution should need two ways to one number: "together they have 20, she has 4
more than he"."""
KNOT_TRIES = 8
VAGUE = 0.15
"""How often a telling is kept that leaves out the number of an event without asking for it."""
EQUAL_NUMBERS = 0.03
"""How often a story may have the same number twice."""
DECOYS = 0.4
"""How often the first problem of a story tells more than it needs."""
SECOND_DECOY = 0.35
LONGER = 0.6
"""How often the longer of two solutions is chosen."""
HARD = 0.85
"""How often decoys are numbers of the story itself where it has some to spare."""
OFTEN = {"by_day": 4, "more_things": 4, "more": 3, "spent_more": 3, "did_more": 2, "rect_more": 2}
"""Kinds that are asked for more often than others: what models learn last, judging by their
errors on unseen stories. Two numbers have to be found before they can be compared."""


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
        self.sums = {p for f in world.facts if f.kind in SUMS for p in f.numbers.values()}
        """The places of sums whose parts a question does not name."""
        for number, fact in enumerate(world.facts):
            self._collect(number, fact, phrases)

    def _collect(self, number: int, fact: Fact, phrases: Phrasebook) -> None:
        if fact.tells:
            can_tell = phrases.can_tell(fact.kind)
            for name in fact.numbers:
                if any(name in names for names in can_tell):
                    self.tellable.setdefault(fact.numbers[name], []).append((number, name))
        if fact.asks:
            can_ask = phrases.can_ask(fact.kind)
            for name in fact.numbers:
                if name in can_ask:
                    self.askable.append((number, name))
                    self.asked_with[number, name] = can_ask[name]

    def first(self, with_decoy: bool) -> Telling | None:
        """Return a telling that can be solved: mostly the one of two that takes more steps."""
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
        if telling is None or not self.can_say(telling):
            return None
        is_kept = not self._is_vague(telling) or self.random.random() < VAGUE
        return telling if is_kept else None

    def _is_vague(self, telling: Telling) -> bool:
        """Say whether an event is told without its number, "some", and not asked about."""
        return any(
            not names and fact != telling.asked[0] for fact, names in telling.mentioned().items()
        )

    def can_say(self, telling: Telling) -> bool:
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
        """Return a number to ask for: results more often than what a story begins with."""
        numbers = self.world.numbers
        weights = [1 if numbers[self.place(name)].is_base else 2 for name in self.askable]
        for number, (fact, _) in enumerate(self.askable):
            weights[number] *= OFTEN.get(self.world.facts[fact].kind, 1)
        return self.random.choices(self.askable, weights)[0] if self.askable else None

    def place(self, name: Name) -> int:
        """Return the place of a number."""
        return self.world.facts[name[0]].numbers[name[1]]

    def _needed(self, name: Name) -> frozenset[int] | None:
        """Return a smallest set of numbers that determines the asked one."""
        asked = self.place(name)
        places = [*dict.fromkeys([*self.tellable, *self._of_question(name)])]
        places.remove(asked) if asked in places else None
        told = self._knotted(places, asked) if self.random.random() < KNOTTED else None
        if told is not None:
            return told
        base = [place for place in places if self.world.numbers[place].is_base]
        choices = [base, places] if self.random.random() < FORWARD else [places]
        found = (self._fewest(choice, asked) for choice in choices)
        return next((told for told in found if told is not None), None)

    def _knotted(self, places: Sequence[int], asked: int) -> frozenset[int] | None:
        """Return numbers from which the asked one does not follow by one relation at a time."""
        for _ in range(KNOT_TRIES):
            told = self._fewest(places, asked)
            if told is None:
                return None
            if asked not in self.network.closure(told | self.world.constants):
                return told
        return None

    def _fewest(self, places: Sequence[int], asked: int) -> frozenset[int] | None:
        """Return numbers none of which can be left out; None if not even all suffice."""
        told, constants = frozenset(places), self.world.constants
        if not self.network.follows(told | constants, asked):
            return None
        for place in self.random.sample(places, len(places)):
            if self.network.follows((told - {place}) | constants, asked):
                told -= {place}
        return told

    def _telling(self, told: frozenset[int], asked: Name) -> Telling | None:
        """Return the telling of these numbers if its solution is short enough."""
        derivation = self.derive(told, self.place(asked))
        if derivation is None or not self.is_fit(told):
            return None
        told &= derivation.needed
        inside = self._of_question(asked)
        names = tuple(sorted(self._home(place, inside) for place in sorted(told)))
        return Telling(self.world, names, asked, derivation)

    def _of_question(self, asked: Name) -> dict[int, Name]:
        """Return the places of the numbers that the question can tell."""
        number = asked[0]
        return {self.place((number, name)): (number, name) for name in self._told_in(asked)}

    def _told_in(self, asked: Name) -> list[str]:
        inside = self.asked_with[asked]
        return [name for name in self.world.facts[asked[0]].numbers if name in inside]

    def _home(self, place: int, inside: Mapping[int, Name]) -> Name:
        """Return where a number is told: in the question if it can be, else in a fact."""
        return inside.get(place) or self.random.choice(self.tellable[place])

    def derive(self, told: frozenset[int], asked: int) -> Derivation | None:
        """Return how a number follows from told ones, if the solution is short enough."""
        known = told | self.world.constants
        if not self.network.follows(known, asked):
            return None
        derivation = self.network.derive(known, asked)
        if derivation is None or len(derivation.relations) > MOST_STEPS:
            return None
        formula = upright(derivation.formula, self.world.values)
        if len(formula) < 2 or ZERO[0] in formula or leaves(formula) > MOST_LEAVES:
            return None
        if value_of(formula, self.world.values) != self.world.values[asked]:
            return None
        if any(self._cancels(formula, place) for place in told & derivation.needed):
            return None
        return replace(derivation, formula=formula)

    def _cancels(self, formula: Formula, place: int) -> bool:
        """Say whether a formula does not depend on a number in it, as in 5 + n - n."""
        values = list(self.world.values)
        values[place] += 1
        return value_of(formula, values) == value_of(formula, self.world.values)

    def is_fit(self, told: frozenset[int]) -> bool:
        """Say whether numbers fit into one text: not too many, and mostly all different."""
        shown = [self.shown(place) for place in sorted(told)]
        differ = len(set(shown)) == len(shown) or self.random.random() < EQUAL_NUMBERS
        return differ and len(told) <= MOST_NUMBERS

    def shown(self, place: int) -> Fraction:
        """Return the number that a reader sees: 25 in 25%."""
        number = self.world.numbers[place]
        return number.value * 100 if number.sort == "percent" else number.value

    # Decoys

    def _with_decoys(self, telling: Telling) -> Telling | None:
        told = {self.place(name) for name in telling.told}
        asked = telling.place(telling.asked)
        spare = [place for place in self.tellable if place not in told and place != asked]
        self.random.shuffle(spare)
        if self.random.random() < HARD:
            spare.sort(key=self._is_plain)
        most = 2 if self.random.random() < SECOND_DECOY else 1
        found = telling
        for place in spare:
            if found is not telling and self._is_plain(place):
                continue  # one sentence about something else is enough
            more = self._with_decoy(found, place)
            if more is not None and self._is_decoy(telling, more):
                found, most = more, most - 1
            if not most:
                break
        return None if found is telling else self.described(found)

    def _with_decoy(self, telling: Telling, place: int) -> Telling | None:
        """Return the telling with one more number, or all of its fact, if that can be said."""
        if place in {self.place(name) for name in telling.told}:
            return None
        fact, name = self.random.choice(self.tellable[place])
        whole = [(fact, each) for each in self.world.facts[fact].numbers]
        for names in ([(fact, name)], whole):
            told = tuple(sorted({*telling.told, *names}))
            more = replace(telling, told=told)
            if telling.asked not in names and self.can_say(more):
                return more
        return None

    def _is_decoy(self, telling: Telling, more: Telling) -> bool:
        """Say whether what a telling has beyond another fits in and does not matter."""
        shown = [self.shown(self.place(name)) for name in more.told]
        if len(set(shown)) < len(shown) or len(shown) > MOST_NUMBERS:
            return False
        told = {self.place(name) for name in telling.told}
        added = {self.place(name) for name in more.told} - told
        return self.stays_needed(told, added, telling.place(telling.asked))

    def _is_plain(self, place: int) -> bool:
        return self.world.facts[self.tellable[place][0][0]].kind in NOISE

    def stays_needed(self, needed: set[int], more: set[int], asked: int) -> bool:
        """Say whether the asked number still requires all needed ones when more are told."""
        known = frozenset(needed | more) | self.world.constants
        return not any(self.network.follows(known - {place}, asked) for place in needed)

    def described(self, telling: Telling) -> Telling:
        """Return the telling with the kinds of its decoys."""
        assert telling.derivation is not None
        needed = telling.derivation.needed
        facts = self.world.facts
        used = [facts[f] for f, name in telling.told if facts[f].numbers[name] in needed]
        used.append(facts[telling.asked[0]])
        kinds = (
            decoy_kind(facts[fact], used, self.world.numbers[self.place((fact, name))].is_base)
            for fact, name in telling.told
            if facts[fact].numbers[name] not in needed
        )
        return replace(telling, decoys=tuple(dict.fromkeys(kinds)))


def _steps(telling: Telling) -> int:
    return len(telling.derivation.relations) if telling.derivation else 0


@lru_cache(1 << 14)
def leaves(formula: Formula) -> int:
    """Return the number of leaves of a formula's M-tree."""
    items = tuple(f"n{item + 1}" if isinstance(item, int) else item for item in formula)
    return len(MTree.from_expression(Expression(items)).codes())
