"""Things that people have: what they begin with, what comes and goes, and how they compare."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from sumc.problems.world.building import Builder, Unfit
from sumc.problems.world.facts import Entity

THINGS = ("toy", "card", "fruit", "sweet", "baked", "school", "book", "flower")
MULTIPLES: tuple[Fraction, ...] = (
    *(Fraction(k) for k in (2, 2, 3, 3, 4, 5, 6)),
    *(Fraction(1, k) for k in (2, 2, 3, 4)),
)
MOST_EVENTS = 3

Held = dict[tuple[Entity, Entity], int]
"""Who has how much of what, by the places of numbers."""


def stock(w: Builder) -> None:
    """Somebody has some things, they come and go, and others have some as well."""
    words = acts = w.choose(*THINGS)
    people = [w.entity("child") for _ in range(w.choose(1, 2, 2))]
    if len(people) == 1 and w.chance(0.4):
        people, acts = [w.entity("keeper")], "keeper"
    things = w.variants(words, w.choose(1, 2, 2))
    held: Held = {(people[0], thing): _start(w, people[0], thing) for thing in things}
    if len(people) > 1:
        held[people[1], things[0]] = _start(w, people[1], things[0])
    begin = dict(held)
    both = w.plus(*(held[who, things[0]] for who in people)) if len(people) > 1 else None
    both = _change(w, acts, people, things, held, both)
    for (who, thing), place in held.items():
        if place != begin[who, thing]:
            _tell_end(w, who, thing, begin[who, thing], place, alone=len(people) == 1)
    if w.chance(0.15):
        _wish(w, people[0], things[0], held[people[0], things[0]])
    if both is not None:
        _compare_owners(w, people, things[0], held, both)
    _compare_things(w, people[0], things, held)


def _tell_end(
    w: Builder, who: Entity, thing: Entity, begin: int, end: int, *, alone: bool
) -> None:
    """Let it be told what somebody has in the end: what is left, if that is less than before."""
    if w.value(end) >= w.value(begin) or w.chance(0.35):
        w.fact("now", who=who, thing=thing, n=end, fixed=True)
    elif alone and w.chance(0.5):
        w.fact("remaining", thing=thing, n=end, fixed=True)
    else:
        w.fact("left", who=who, thing=thing, n=end, fixed=True)


def _start(w: Builder, who: Entity, thing: Entity) -> int:
    place = w.size(4, 24)
    w.fact("start", who=who, thing=thing, n=place, fixed=True)
    return place


def _wish(w: Builder, who: Entity, thing: Entity, has: int) -> None:
    """Let somebody want more than there is."""
    missing = w.size(2, 10)
    goal = w.plus(has, missing)
    w.fact("wish", who=who, thing=thing, goal=goal, n=missing, fixed=True)
    w.give_first(goal)
    w.ask_first(missing)


def _change(
    w: Builder,
    words: str,
    people: Sequence[Entity],
    things: Sequence[Entity],
    held: Held,
    both: int | None,
) -> int | None:
    """Let things come and go; return what two people have together then, if there are two."""
    count = w.choose(1, 2, 2, MOST_EVENTS)
    days = times(w, count) if w.chance(0.45) else [None] * count
    for number, day in enumerate(days):
        thing = things[0] if number == 0 or w.chance(0.7) else w.choose(*things)
        if both is not None and thing is things[0] and w.chance(0.4):
            _give(w, people, thing, day, held)  # together they have what they had
            continue
        change, gains = _event(w, words, people[0], thing, day, held)
        if both is not None and thing is things[0]:
            both = (w.plus if gains else w.minus)(both, change)
        if day is not None and number + 1 < count and w.chance(0.6):
            place = held[people[0], thing]
            w.fact("by_day", who=people[0], thing=thing, day=day, n=place, tells=False)
    return both


def _event(
    w: Builder, words: str, who: Entity, thing: Entity, day: Entity | None, held: Held
) -> tuple[int, bool]:
    """Let something come or go; return how much, and whether it came."""
    if w.chance(0.2):
        return _part_goes(w, words, who, thing, day, held), False
    return _come_or_go(w, words, who, thing, day, held)


def _come_or_go(
    w: Builder, words: str, who: Entity, thing: Entity, day: Entity | None, held: Held
) -> tuple[int, bool]:
    gains, change = w.turn(), w.size(2, 12)
    act = w.entity(f"{'gain' if gains else 'loss'}_{words}")
    w.fact(
        "gain" if gains else "loss", who=who, act=act, thing=thing, when=day, n=change, event=True
    )
    held[who, thing] = (w.plus if gains else w.minus)(held[who, thing], change)
    return change, gains


def _part_goes(
    w: Builder, words: str, who: Entity, thing: Entity, day: Entity | None, held: Held
) -> int:
    before, act = held[who, thing], w.entity(f"loss_{words}")
    part = w.part_of(before)
    change = w.times(part, before)
    w.fact("loss_part", who=who, act=act, thing=thing, when=day, f=part, n=change, event=True)
    held[who, thing] = w.minus(before, change)
    return change


def _give(
    w: Builder, people: Sequence[Entity], thing: Entity, day: Entity | None, held: Held
) -> None:
    giver, taker = people if w.turn() else reversed(people)
    change = w.size(2, 10)
    w.fact("give", who=giver, other=taker, thing=thing, when=day, n=change, event=True)
    held[giver, thing] = w.minus(held[giver, thing], change)
    held[taker, thing] = w.plus(held[taker, thing], change)


def _compare_owners(
    w: Builder, people: Sequence[Entity], thing: Entity, held: Held, both: int
) -> None:
    one, other = (held[who, thing] for who in people)
    w.relate_sum(both, one, other)
    w.fact("total", all=w.together(people), thing=thing, n=both, fixed=True)
    more_than(w, "more", people, one, other, thing=thing, fixed=True)


def more_than(
    w: Builder,
    kind: str,
    pair: Sequence[Entity],
    one: int,
    other: int,
    *,
    fixed: bool = False,
    tells: bool = True,
    **roles: Entity,
) -> None:
    """Add how much more one of a pair has than the other."""
    larger, smaller, place = compared(w, pair, one, other)
    w.fact(kind, roles, who=larger, other=smaller, n=place, fixed=fixed, tells=tells)


def compared(
    w: Builder, pair: Sequence[Entity], one: int, other: int
) -> tuple[Entity, Entity, int]:
    """Return the one of a pair that has more, the one that has less, and the difference."""
    if w.value(one) == w.value(other):
        raise Unfit
    place, is_larger = w.apart(one, other)
    larger, smaller = pair if is_larger else reversed(pair)
    return larger, smaller, place


def _compare_things(w: Builder, who: Entity, things: Sequence[Entity], held: Held) -> None:
    if len(things) < 2:
        return
    places = [held[who, thing] for thing in things]
    w.fact("all_things", who=who, thing=w.together(things), n=w.plus(*places), fixed=True)
    thing, than, place = compared(w, things, *places)
    w.fact("more_things", who=who, thing=thing, than=than, n=place, fixed=True)


def times(w: Builder, count: int) -> list[Entity]:
    """Return times in a row: three days, two months."""
    w.entities += 1
    words = w.choose("day", "part_of_day", "month", "week") if count < 3 else "day"
    return [Entity(words, w.entities, variant) for variant in range(1, count + 1)]


def comparing(w: Builder) -> None:
    """Each of several people has more, fewer or times as many as the one before."""
    people = [w.entity("child") for _ in range(w.choose(2, 3, 3, 4))]
    thing = w.entity(w.choose(*THINGS))
    places = [w.size(4, 24)]
    w.fact("has", who=people[0], thing=thing, n=places[0])
    for before, who in pairwise(people):
        places.append(_compared(w, who, before, thing, places[-1]))
        w.fact("has", who=who, thing=thing, n=places[-1])
    w.fact("total", all=w.together(people), thing=thing, n=w.plus(*places), fixed=True)
    if len(people) > 2:
        ends = [people[0], people[-1]]
        more_than(w, "more", ends, places[0], places[-1], thing=thing, tells=False)


def _compared(w: Builder, who: Entity, before: Entity, thing: Entity, place: int) -> int:
    way = w.random.random()
    if way < 0.35:
        factor = w.given(w.choose(*MULTIPLES), "times")
        asks = w.value(factor) > 1
        w.fact("times", who=who, other=before, thing=thing, k=factor, asks=asks)
        return w.times(factor, place)
    if way < 0.5:
        percent = w.given(Fraction(w.between(10, 90, 10), 100), "percent")
        gap = w.times(percent, place)
        w.fact("percent_more", who=who, other=before, thing=thing, p=percent)
        return w.plus(place, gap)
    gap, is_more = w.size(2, 10), w.turn()
    pair = (who, before) if is_more else (before, who)
    w.fact("more", who=pair[0], other=pair[1], thing=thing, n=gap)
    return (w.plus if is_more else w.minus)(place, gap)


def days(w: Builder) -> None:
    """Somebody does the same thing on several days, and perhaps somebody else too."""
    words = w.choose(*THINGS)
    thing, act = w.entity(words), w.entity(f"do_{words}")
    when = times(w, w.choose(2, 2, 3, 3, 4))
    for _ in range(w.choose(1, 1, 2)):
        _did(w, w.entity("person"), act, thing, when)


def _did(w: Builder, who: Entity, act: Entity, thing: Entity, when: Sequence[Entity]) -> None:
    places: list[int] = []
    for number, day in enumerate(when):
        if number and w.chance(0.3):
            places.append(_did_more(w, (who, act, thing), (when[number - 1], day), places[-1]))
        else:
            places.append(w.size(4, 24))
        w.fact("did", who=who, act=act, thing=thing, when=day, n=places[-1], fixed=True)
    total = w.plus(*places)
    w.fact("did_all", who=who, act=act, thing=thing, n=total, fixed=True)
    count = Fraction(len(when))
    if len(when) > 2 and (w.value(total) / count).denominator == 1:
        mean = w.over(total, w.constant(len(when)))
        roles = {"who": who, "act": act, "thing": thing, "first": when[0], "last": when[-1]}
        w.fact("did_mean", roles, n=mean, fixed=True)


def _did_more(
    w: Builder, doing: tuple[Entity, Entity, Entity], days: tuple[Entity, Entity], before: int
) -> int:
    who, act, thing = doing
    more, gap = w.turn(), w.size(2, 9)
    day, than = (days[1], days[0]) if more else days
    w.fact("did_more", who=who, act=act, thing=thing, day=day, than=than, n=gap)
    return (w.plus if more else w.minus)(before, gap)


def crowd(w: Builder) -> None:
    """People or animals come to a place and leave it; there are some elsewhere too."""
    scene = w.choose("ride", "hall", "pond")
    where, thing = w.entity(f"where_{scene}"), w.entity(f"thing_{scene}")
    begin = here = w.size(4, 20)
    w.fact("aboard", where=where, thing=thing, n=here, fixed=True)
    turns = [w.turn() for _ in range(w.choose(1, 2, 2, 3))]
    for comes in turns:
        kind, change = "come" if comes else "leave", w.size(2, 9)
        act, only = w.entity(f"{kind}_{scene}"), turns.count(comes) == 1
        w.fact(kind, where=where, thing=thing, act=act, n=change, event=True, asks=only)
        here = (w.plus if comes else w.minus)(here, change)
    w.fact("aboard_now", where=where, thing=thing, n=here, fixed=True)
    if w.chance(0.6):
        other = w.entity(f"thing_{scene}")
        w.fact("aboard", where=where, thing=other, n=w.size(3, 12), fixed=True)
    if w.value(begin) == w.value(here):
        raise Unfit
