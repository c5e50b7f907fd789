"""Facts whose numbers never matter: ages, house numbers, dates, the weather."""

from __future__ import annotations

from sumc.problems.world.building import Builder

OF_A_CHILD = {
    "is_old": (7, 14),
    "house": (3, 199),
    "grade": (2, 8),
    "family": (3, 7),
    "date": (2, 28),
    "walk": (5, 40),
    "classroom": (3, 40),
    "bus": (2, 99),
    "shoe": (30, 41),
    "page": (11, 290),
    "floor": (2, 19),
    "pets": (2, 5),
    "shirt": (2, 30),
}
"""The kinds that tell something about a child, and the range of their number."""
OF_THE_DAY = {"warm": (8, 31), "year": (1995, 2024), "clock": (7, 11)}
FACTS = 2
CLASHES = {"is_old": ("age_now",), "page": ("pages",), "warm": ("degrees",), "clock": ("begins",)}
"""Kinds of noise, with the kinds of facts that could contradict them."""
WITHOUT = ("riddle", "riddle_less")
"""Kinds whose stories are about nothing but numbers."""


def add_noise(w: Builder) -> None:
    """Add a fact or two that have nothing to do with the others."""
    if w.facts[0].kind in WITHOUT:
        return
    people = dict.fromkeys(fact.entities.get("who") for fact in w.facts)
    children = [each for each in people if each is not None and each.words == "child"]
    for _ in range(FACTS):
        is_personal = bool(children) and w.chance(0.75)
        kind = w.choose(*(OF_A_CHILD if is_personal else OF_THE_DAY))
        low, high = (OF_A_CHILD if is_personal else OF_THE_DAY)[kind]
        if not any(fact.kind in (kind, *CLASHES.get(kind, ())) for fact in w.facts):
            who = w.choose(*children) if is_personal else None
            w.fact(kind, who=who, z=w.given(w.between(low, high)), asks=False)
