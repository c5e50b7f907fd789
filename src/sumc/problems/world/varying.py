"""Variations of a telling: minimal pairs, and stories that leave their question open."""

from __future__ import annotations

from dataclasses import replace

from sumc.problems.world.asking import Asker
from sumc.problems.world.deriving import tangled
from sumc.problems.world.kinds import TAKES_ALL
from sumc.problems.world.telling import Name, Telling

LACKING = 0.6
"""How often a question is left open by omitting a number, not by asking for another one."""


def other_question(asker: Asker, telling: Telling) -> Telling | None:
    """Return the same facts with another question."""
    told = frozenset(asker.place(name) for name in telling.told)
    options = [name for name in asker.askable if asker.place(name) not in told]
    asker.random.shuffle(options)
    for asked in options:
        place = asker.place(asked)
        if place == telling.place(telling.asked):
            continue
        found = _asked_of(asker, telling, told, asked, place)
        if found:
            return found
    return None


def _asked_of(
    asker: Asker, telling: Telling, told: frozenset[int], asked: Name, place: int
) -> Telling | None:
    derivation = asker.derive(told, place)
    if derivation is None:
        return None
    needed = set(derivation.needed - asker.world.constants)
    if not asker.stays_needed(needed, set(told - needed), place):
        return None
    found = replace(telling, asked=asked, derivation=derivation, variation="question")
    return asker.described(found) if asker.can_say(found) else None


def without_decoys(asker: Asker, telling: Telling) -> Telling | None:
    """Return the same question without what does not matter."""
    if not telling.decoys or telling.derivation is None:
        return None
    needed = telling.derivation.needed
    told = tuple(name for name in telling.told if asker.place(name) in needed)
    return replace(telling, told=told, decoys=(), variation="plain")


def retold(asker: Asker, telling: Telling) -> Telling | None:
    """Return a telling of another world carried over to this one, if it can be solved here too."""
    told = frozenset(asker.place(name) for name in telling.told)
    place = asker.place(telling.asked)
    if not all(name in asker.tellable.get(asker.place(name), ()) for name in telling.told):
        return None
    if telling.asked not in asker.askable or not asker.is_fit(told):
        return None
    found = _asked_of(asker, replace(telling, world=asker.world), told, telling.asked, place)
    return replace(found, variation="opposite") if found else None


def unanswerable(asker: Asker, telling: Telling) -> Telling | None:
    """Return the story without a needed number, or with a question that it leaves open."""
    lost = _lacking(asker, telling) if asker.random.random() < LACKING else None
    return lost or _unknown(asker, telling) or _lacking(asker, telling)


def _lacking(asker: Asker, telling: Telling) -> Telling | None:
    if telling.derivation is None or len(telling.told) < 2:
        return None
    needed = [name for name in telling.told if asker.place(name) in telling.derivation.needed]
    needed = [name for name in needed if _is_missed(asker, name, telling)]
    if not needed:
        return None
    lost = asker.random.choice(needed)
    told = tuple(name for name in telling.told if name != lost)
    return _open(asker, replace(telling, told=told, variation="missing"))


def _is_missed(asker: Asker, name: Name, telling: Telling) -> bool:
    """Say whether a reader would notice that a number is missing once it is left out."""
    fact = asker.world.facts[name[0]]
    if fact.is_event or any(f == name[0] and other != name[1] for f, other in telling.told):
        return True
    if asker.world.facts[telling.asked[0]].kind in TAKES_ALL:
        return False
    return not any(
        asker.place(name) in relation.parts and relation.total in asker.sums
        for relation in asker.world.relations
    )


def _unknown(asker: Asker, telling: Telling) -> Telling | None:
    told = {asker.place(name) for name in telling.told}
    options = [
        name
        for name in asker.askable
        if asker.place(name) not in told and asker.world.facts[name[0]].kind not in TAKES_ALL
    ]
    asker.random.shuffle(options)
    for asked in options:
        found = _open(asker, replace(telling, asked=asked, variation="unknown"))
        if found:
            return found
    return None


def _open(asker: Asker, telling: Telling) -> Telling | None:
    """Return the telling without a solution, if it surely has none.

    That is uncertain where relations could determine unknowns together, though not by a formula
    that we find, as perimeter and area determine the sides of a rectangle.
    """
    told = frozenset(asker.place(name) for name in telling.told) | asker.world.constants
    found = asker.network.closure(told)
    if asker.place(telling.asked) in found or tangled(asker.world.relations, found):
        return None
    if not asker.can_say(telling):
        return None
    return replace(telling, derivation=None, decoys=())
