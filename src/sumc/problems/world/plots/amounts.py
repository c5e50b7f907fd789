"""Things that people have: what they begin with, what comes and goes, and how they compare."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from sumc.problems.world.building import Builder, Unfit
from sumc.problems.world.facts import Entity

THINGS = ("toy", "card", "fruit", "sweet", "baked", "school", "book", "flower")
DAYS = ("day", "part_of_day", "month", "week")
MOST_EVENTS = 3


def stock(w: Builder) -> None:
    """Somebody has some things, they come and go, and others have some as well."""
    words = w.choose(*THINGS)
    people = [w.entity("child") for _ in range(w.choose(1, 2, 2))]
    things = w.variants(words, w.choose(1, 2, 2))
    held = {(people[0], thing): _start(w, people[0], thing) for thing in things}
    if len(people) > 1:
        held[people[1], things[0]] = _start(w, people[1], things[0])
    begin = dict(held)
    _change(w, words, people, things, held)
    for (who, thing), place in held.items():
        if place != begin[who, thing]:
            w.fact("now", who=who, thing=thing, n=place, fixed=True)
    _compare_owners(w, people, things[0], held)
    _compare_things(w, people[0], things, held)


def _start(w: Builder, who: Entity, thing: Entity) -> int:
    place = w.size(4, 24)
    w.fact("start", who=who, thing=thing, n=place)
    return place


Held = dict[tuple[Entity, Entity], int]


def _change(
    w: Builder, words: str, people: Sequence[Entity], things: Sequence[Entity], held: Held
) -> None:
    """Let things come and go."""
    count = w.choose(1, 1, 2, 2, MOST_EVENTS)
    days = times(w, count) if w.chance(0.45) else [None] * count
    for number, day in enumerate(days):
        thing = things[0] if number == 0 or w.chance(0.7) else w.choose(*things)
        who = people[0]
        if len(people) > 1 and thing is things[0] and w.chance(0.4):
            _give(w, people, thing, day, held)
        else:
            _come_or_go(w, words, who, thing, day, held)
        if day is not None and number + 1 < count and w.chance(0.6):
            w.fact("by_day", who=who, thing=thing, day=day, n=held[who, thing], tells=False)


def _come_or_go(
    w: Builder, words: str, who: Entity, thing: Entity, day: Entity | None, held: Held
) -> None:
    gains, before = w.turn(), held[who, thing]
    change = w.below(before, 2)
    act = w.entity(f"{'gain' if gains else 'loss'}_{words}")
    fact = w.fact(
        "gain" if gains else "loss", who=who, act=act, thing=thing, when=day, n=change, event=True
    )
    held[who, thing] = (w.plus if gains else w.minus)(before, change, fact=fact)


def _give(
    w: Builder, people: Sequence[Entity], thing: Entity, day: Entity | None, held: Held
) -> None:
    giver, taker = people if w.turn() else reversed(people)
    change = w.below(held[giver, thing], 2)
    fact = w.fact("give", who=giver, other=taker, thing=thing, when=day, n=change, event=True)
    held[giver, thing] = w.minus(held[giver, thing], change, fact=fact)
    held[taker, thing] = w.plus(held[taker, thing], change, fact=fact)


def _compare_owners(w: Builder, people: Sequence[Entity], thing: Entity, held: Held) -> None:
    if len(people) < 2:
        return
    one, other = (held[who, thing] for who in people)
    total = w.plus(one, other)
    w.fact("total", all=w.together(people), thing=thing, n=total, fixed=True)
    difference(w, people, thing, one, other)


def difference(
    w: Builder, people: Sequence[Entity], thing: Entity, one: int, other: int, tells: bool = True
) -> None:
    """Add how many more one person has than another."""
    if w.value(one) == w.value(other):
        raise Unfit
    place, is_larger = w.apart(one, other)
    who, than = people if is_larger else reversed(people)
    w.fact("more", who=who, other=than, thing=thing, n=place, fixed=True, tells=tells)


def _compare_things(w: Builder, who: Entity, things: Sequence[Entity], held: Held) -> None:
    if len(things) < 2:
        return
    places = [held[who, thing] for thing in things]
    w.fact("all_things", who=who, thing=w.together(things), n=w.plus(*places), fixed=True)
    if w.value(places[0]) == w.value(places[1]):
        raise Unfit
    place, is_larger = w.apart(*places)
    thing, than = things if is_larger else reversed(things)
    w.fact("more_things", who=who, thing=thing, than=than, n=place, fixed=True)


def times(w: Builder, count: int) -> list[Entity]:
    """Return times one after the other: three days, two months."""
    w.entities += 1
    words = w.choose(*DAYS) if count < 3 else w.choose("day", "month")
    return [Entity(words, w.entities, variant) for variant in range(1, count + 1)]


MULTIPLES: tuple[int | Fraction, ...] = (
    2,
    2,
    3,
    3,
    4,
    5,
    6,
    Fraction(1, 2),
    Fraction(1, 2),
    Fraction(1, 3),
    Fraction(1, 4),
)


def comparing(w: Builder) -> None:
    """Each of several people has more, fewer or times as many as the one before."""
    words = w.choose(*THINGS)
    people = [w.entity("child") for _ in range(w.choose(2, 2, 3, 3, 4))]
    thing = w.entity(words)
    places = [_start(w, people[0], thing)]
    for before, who in pairwise(people):
        places.append(_compared(w, who, before, thing, places[-1]))
        w.fact("start", who=who, thing=thing, n=places[-1])
    w.fact("total", all=w.together(people), thing=thing, n=w.plus(*places), fixed=True)
    if len(people) > 2:
        difference(w, [people[0], people[-1]], thing, places[0], places[-1], tells=False)


def _compared(w: Builder, who: Entity, before: Entity, thing: Entity, place: int) -> int:
    if w.chance(0.4):
        factor = w.given(Fraction(w.choose(*MULTIPLES)), "times")
        fact = w.fact("times", who=who, other=before, thing=thing, k=factor)
        return w.times(factor, place, fact=fact)
    gap = w.below(place, 2)
    if w.turn():
        fact = w.fact("more", who=who, other=before, thing=thing, n=gap)
        return w.plus(place, gap, fact=fact)
    fact = w.fact("more", who=before, other=who, thing=thing, n=gap)
    return w.minus(place, gap, fact=fact)


def days(w: Builder) -> None:
    """Somebody does the same thing on several days, and perhaps somebody else too."""
    words = w.choose(*THINGS)
    thing, act = w.entity(words), w.entity(f"do_{words}")
    count = w.choose(2, 2, 3, 3, 4)
    when = times(w, count)
    people = [w.entity("person") for _ in range(w.choose(1, 1, 2))]
    totals = [_did(w, who, act, thing, when) for who in people]
    if len(people) > 1 and w.value(totals[0]) == w.value(totals[1]):
        raise Unfit


def _did(w: Builder, who: Entity, act: Entity, thing: Entity, when: Sequence[Entity]) -> int:
    places: list[int] = []
    for number, day in enumerate(when):
        if number and w.chance(0.3):
            places.append(_did_more(w, (who, act, thing), (when[number - 1], day), places[-1]))
        else:
            places.append(w.size(4, 24))
        w.fact("did", who=who, act=act, thing=thing, when=day, n=places[-1])
    total = w.plus(*places)
    w.fact("did_all", who=who, act=act, thing=thing, n=total)
    return total


def _did_more(
    w: Builder, doing: tuple[Entity, Entity, Entity], days: tuple[Entity, Entity], before: int
) -> int:
    who, act, thing = doing
    more = w.turn()
    gap = w.below(before, 2)
    day, than = (days[1], days[0]) if more else days
    fact = w.fact("did_more", who=who, act=act, thing=thing, day=day, than=than, n=gap)
    return (w.plus if more else w.minus)(before, gap, fact=fact)
