"""Facts whose numbers never matter: ages, house numbers, dates, the weather."""

from __future__ import annotations

from sumc.problems.world.building import Builder
from sumc.problems.world.facts import Entity

RANGES = {
    "age": (7, 14),
    "house": (3, 199),
    "grade": (2, 8),
    "family": (3, 7),
    "date": (2, 28),
    "warm": (8, 31),
    "walk": (5, 40),
    "room": (3, 40),
}
"""The kinds, and from where to where their number goes."""
NOT_FOR_ALL = frozenset({"age", "grade", "family", "room", "house", "walk", "date"})


def add_noise(w: Builder) -> None:
    """Add a fact or two that have nothing to do with the others."""
    people = [*dict.fromkeys(filter(None, (fact.entities.get("who") for fact in w.facts)))]
    children = [each for each in people if each.words == "child"]
    for _ in range(2):
        kind = w.choose(*RANGES)
        if kind in NOT_FOR_ALL and not children:
            kind = "warm"
        if any(fact.kind == kind for fact in w.facts):
            continue
        who: Entity | None = w.choose(*children) if kind in NOT_FOR_ALL else None
        w.fact(kind, who=who, z=w.given(w.between(*RANGES[kind])), asks=False)
