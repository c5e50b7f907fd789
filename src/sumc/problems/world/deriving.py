"""What follows from told numbers: the shortest formula for an asked one.

    start = end + eaten          end?     (start, eaten, "-")
    pay = rate * hours           hours?   (pay, rate, "/")

Where every relation has two unknowns or more, one of them is called x, everything else is
expressed in terms of it, and two ways to the same number give x: this is how "together they have
20, she has 4 more than he" is solved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from sumc.problems.world.formulas import Formula
from sumc.problems.world.lines import solve_for
from sumc.problems.world.relations import Relation, Relations

ZEROS = 100
"""How much longer each 0 makes a formula count."""
MOST_REMEMBERED = 2048
"""Networks that a process remembers, with what it found out about them."""


@dataclass(frozen=True, slots=True)
class Derivation:
    """How an asked number follows from told ones."""

    formula: Formula
    relations: tuple[int, ...]
    """The relations that it uses, by their places."""

    @property
    def needed(self) -> frozenset[int]:
        """The numbers that the formula uses."""
        return frozenset(item for item in self.formula if isinstance(item, int))


class Network:
    """Relations, and everything that was found out about them so far."""

    def __init__(self, relations: Relations) -> None:
        self.relations = relations
        self._derived: dict[tuple[frozenset[int], int], Derivation | None] = {}
        self._closed: dict[frozenset[int], frozenset[int]] = {}
        self._knotted: dict[frozenset[int], bool] = {}

    def follows(self, known: frozenset[int], asked: int) -> bool:
        """Say whether a number is determined by known ones."""
        found = self.closure(known)
        if asked in found:
            return True
        return self._is_knotted(found) and self.derive(known, asked) is not None

    def closure(self, known: frozenset[int]) -> frozenset[int]:
        """Return all that follows by one relation at a time."""
        found = self._closed.get(known)
        if found is None:
            found = self._closed[known] = frozenset(_closure(self.relations, known))
        return found

    def _is_knotted(self, found: frozenset[int]) -> bool:
        if found not in self._knotted:
            self._knotted[found] = is_knotted(self.relations, found)
        return self._knotted[found]

    def derive(self, known: frozenset[int], asked: int) -> Derivation | None:
        """Return the shortest formula for a number over known ones, if there is any."""
        key = known, asked
        if key not in self._derived:
            self._derived[key] = _derive(self.relations, known, asked)
        return self._derived[key]


@lru_cache(MOST_REMEMBERED)
def network(relations: Relations) -> Network:
    """Return the network of relations; worlds of one plot mostly share theirs."""
    return Network(relations)


def _closure(relations: Relations, known: frozenset[int]) -> set[int]:
    """Return what follows by one relation at a time."""
    found = set(known)
    waiting = [relation.members for relation in relations]
    while True:
        left = []
        for members in waiting:
            missing = [member for member in members if member not in found]
            if len(missing) == 1:
                found.add(missing[0])
            elif missing:
                left.append(members)
        if len(left) == len(waiting):
            return found
        waiting = left


def tangled(relations: Relations, known: Container[int]) -> list[list[int]]:
    """Return the unknowns of the relations that may determine some of them together.

    An unknown that only one relation has is no help in finding the others, and neither is that
    relation: such ones are left out.
    """
    rows = [[place for place in relation.members if place not in known] for relation in relations]
    rows = [places for places in rows if places]
    while True:
        uses = Counter(place for places in rows for place in places)
        left = [places for places in rows if all(uses[place] > 1 for place in places)]
        if len(left) == len(rows):
            return rows
        rows = left


def is_knotted(relations: Relations, known: Container[int]) -> bool:
    """Say whether some connected relations are as many as their unknowns, or more."""
    waiting = tangled(relations, known)
    while waiting:
        unknown, count, size = set(waiting.pop()), 1, 0
        while size != len(unknown):
            size = len(unknown)
            joined = [places for places in waiting if not unknown.isdisjoint(places)]
            waiting = [places for places in waiting if unknown.isdisjoint(places)]
            count += len(joined)
            unknown.update(*joined)
        if len(unknown) <= count:
            return True
    return False


def _derive(relations: Relations, known: frozenset[int], asked: int) -> Derivation | None:
    ways: _Ways | None = _Ways(relations, {place: (place,) for place in sorted(known)}, {})
    while ways is not None and asked not in ways.formulas:
        ways = min(ways.with_x(), key=lambda each: each.cost(asked), default=None)
    if ways is None:
        return None
    return Derivation(ways.formulas[asked], tuple(sorted(ways.used_by(asked))))


Sources = dict[int, tuple[tuple[int, ...], tuple[int, ...]]]
"""By number: the relations that its formula uses, and the numbers that these start from."""


class _Ways:
    """The shortest formula found so far for every number, and where it came from."""

    def __init__(
        self, relations: Relations, formulas: dict[int, Formula], sources: Sources
    ) -> None:
        self.relations = relations
        self.formulas = formulas
        self.sources = sources
        self.settle()

    def settle(self) -> None:
        """Go through the relations until no formula gets shorter."""
        changed = True
        while changed:
            changed = False
            for number, relation in enumerate(self.relations):
                for place in relation.members:
                    changed |= self._try(number, relation, place)

    def _try(self, number: int, relation: Relation, place: int) -> bool:
        others = [member for member in relation.members if member != place]
        if not all(other in self.formulas for other in others):
            return False
        formula = solved(relation, place, self.formulas)
        if place in self.formulas and _rank(self.formulas[place]) <= _rank(formula):
            return False
        self.formulas[place] = formula
        self.sources[place] = ((number,), tuple(others))
        return True

    def used_by(self, place: int) -> set[int]:
        """Return the relations that lead to a number."""
        if place not in self.sources:
            return set()
        numbers, others = self.sources[place]
        return set(numbers).union(*map(self.used_by, others))

    def with_x(self) -> Iterator[_Ways]:
        """Yield what follows when one more number is found, by calling an unknown x."""
        unknown = sorted({p for row in tangled(self.relations, self.formulas) for p in row})
        for x in unknown:
            found = solve_for(x, self.relations, self.formulas)
            if found and not _has_negative(found[0]):
                formula, *source = found
                sources: Sources = {**self.sources, x: (source[0], source[1])}
                yield _Ways(self.relations, {**self.formulas, x: formula}, sources)

    def cost(self, asked: int) -> tuple[bool, int]:
        """Return how bad these ways to a number are: worst if it stays unknown, else by length."""
        formula = self.formulas.get(asked, ())
        return asked not in self.formulas, len(formula) + ZEROS * formula.count("0")


def _rank(formula: Formula) -> tuple[int, bool]:
    """Return a key that is small for a good formula: short, and not ending in a subtraction."""
    return len(formula), formula[-1] == "-"


def _has_negative(formula: Formula) -> bool:
    """Say whether a formula has a constant below zero: another x gives a better one."""
    return any(isinstance(item, str) and item[0] == "-" and item != "-" for item in formula)


def solved(relation: Relation, place: int, formulas: Mapping[int, Formula]) -> Formula:
    """Return the formula of one member of a relation, given those of the others."""
    plus, minus = ("*", "/") if relation.is_product else ("+", "-")
    if place == relation.total:
        first, *rest = relation.parts
        sign = plus
    else:
        first, sign = relation.total, minus
        rest = [part for part in relation.parts if part != place]
    formula = formulas[first]
    for other in rest:
        formula = (*formula, *formulas[other], sign)
    return formula
