"""Rates: speed and distance, machines, pages a day, work done together, recipes, tanks."""

from __future__ import annotations

from fractions import Fraction

from sumc.problems.world.building import Builder, Unfit
from sumc.problems.world.facts import Entity
from sumc.problems.world.plots.amounts import THINGS, more_than

SPEEDS = {"drive": (30, 75), "cycle": (8, 22), "walk": (2, 5)}


def travelling(w: Builder) -> None:
    """People travel at a speed for a time; some have farther to go."""
    way = w.choose(*SPEEDS)
    act, unit = w.entity(f"move_{way}"), w.entity("far")
    people = [w.entity("person") for _ in range(w.choose(1, 2, 2))]
    ways = [_trip(w, who, act, unit, SPEEDS[way]) for who in people]
    if len(people) > 1:
        more_than(w, "trip_more", people, *ways, act=act, unit=unit)
        speeds = [fact.numbers["speed"] for fact in w.facts if fact.kind == "trip"]
        more_than(w, "speed_more", people, *speeds, act=act, unit=unit, tells=False)
    else:
        left = w.count(3, 150)
        route = w.plus(ways[0], left)
        w.fact("route", who=people[0], act=act, unit=unit, n=route)
        w.fact("to_go", who=people[0], act=act, unit=unit, n=left, fixed=True)
        w.give_first(route)
        w.ask_first(left)


def _trip(w: Builder, who: Entity, act: Entity, unit: Entity, speeds: tuple[int, int]) -> int:
    speed = w.count(*speeds)
    time = w.given(Fraction(w.between(2, 9)) + (Fraction(1, 2) if w.chance(0.2) else 0), "measure")
    distance = w.times(speed, time, sort="measure")
    w.fact("trip", who=who, act=act, unit=unit, speed=speed, time=time, distance=distance)
    return distance


def meeting(w: Builder) -> None:
    """Two travellers start towards each other, or one goes after the other."""
    who, other, unit = w.entity("friend"), w.entity("friend"), w.entity("far")
    one, two, time = w.count(30, 75), w.count(20, 70), w.count(2, 8)
    towards = w.turn()
    if w.value(one) <= w.value(two):
        raise Unfit
    closing = w.plus(one, two) if towards else w.minus(one, two)
    apart = w.times(closing, time)
    kind = "meet" if towards else "chase"
    w.fact(kind, who=who, other=other, unit=unit, apart=apart, one=one, two=two, time=time)
    w.give_first(apart)
    w.ask_first(time)


def machines(w: Builder) -> None:
    """Machines or people make things at a rate per minute or hour."""
    thing, unit = w.entity("made"), w.entity("short_time")
    makers = [w.entity("maker") for _ in range(w.choose(1, 2, 2))]
    made = [_run(w, who, thing, unit) for who in makers]
    if len(makers) > 1:
        w.fact("run_all", all=w.together(makers), thing=thing, n=w.plus(*made))
        more_than(w, "run_more", makers, *made, thing=thing)
        rates = [fact.numbers["rate"] for fact in w.facts if fact.kind == "run"]
        more_than(w, "rate_more", makers, *rates, thing=thing, unit=unit, tells=False)


def _run(w: Builder, who: Entity, thing: Entity, unit: Entity) -> int:
    rate, time = w.count(3, 60), w.count(2, 45)
    output = w.times(rate, time)
    w.fact("run", who=who, thing=thing, unit=unit, rate=rate, time=time, output=output)
    return output


def reading(w: Builder) -> None:
    """Somebody reads a number of pages of a book a day; others read other books."""
    people = [w.entity("child") for _ in range(w.choose(1, 2))]
    readings = []
    for who in people:
        thing = w.entity("book")
        rate, days, left = w.count(4, 40), w.count(2, 15), w.count(5, 200)
        read = w.times(rate, days)
        pages = w.plus(read, left)
        w.fact("pages", who=who, thing=thing, n=pages)
        w.fact("reading", who=who, thing=thing, rate=rate, days=days, done=read)
        w.fact("pages_left", who=who, thing=thing, n=left, fixed=True)
        w.give_first(pages)
        w.ask_first(left)
        readings.append(read)
    if len(people) > 1:
        more_than(w, "read_more", people, *readings)


CALENDAR = {
    "span_day": ("span_week", 7, 12),
    "span_month": ("span_year", 12, 6),
    "minute": ("hour", 60, 8),
}
"""Times with the longer time each belongs to, how many make it up, and the most a story has."""


def habits(w: Builder) -> None:
    """Somebody does the same amount every day: how much is that in some weeks?"""
    words = w.choose(*THINGS)
    thing, act, time = w.entity(words), w.entity(f"do_{words}"), w.choose(*CALENDAR)
    long, size, most = CALENDAR[time]
    roles = {"thing": thing, "act": act, "short": w.entity(time), "long": w.entity(long)}
    for who in [w.entity("person") for _ in range(w.choose(1, 2))]:
        rate, count = w.count(2, 30), w.count(2, most)
        total = w.times(rate, count, w.constant(size))
        w.fact("habit", roles, who=who, rate=rate, time=count, total=total)


TOGETHER = ((2, 3), (3, 6), (4, 12), (6, 3), (6, 12), (10, 15), (4, 4), (20, 30), (5, 20), (8, 24))
"""Hours of two people alone whose time together is a nice number."""


def working(w: Builder) -> None:
    """Two people do a task alone in some hours, and together in fewer."""
    task = w.entity("task")
    people = [w.entity("person"), w.entity("person")]
    pair = w.choose(*TOGETHER)
    hours = [w.given(hour, "measure") for hour in (pair if w.turn() else pair[::-1])]
    one = w.constant(1)
    rates = [w.over(one, hour, sort="constant") for hour in hours]
    both = w.plus(*rates)
    time = w.over(one, both, sort="measure")
    for who, hour in zip(people, hours, strict=True):
        w.fact("alone", who=who, task=task, n=hour)
    w.fact("jointly", all=w.together(people), task=task, n=time, fixed=True)


def crews(w: Builder) -> None:
    """More workers need fewer days for the same work."""
    task = w.entity("big_task")
    workers, days, more = w.count(2, 15), w.count(3, 30), w.count(2, 30)
    work = w.times(workers, days)
    fewer = w.over(work, more)
    w.fact("crew", task=task, workers=workers, days=days)
    w.fact("crew_more", task=task, workers=more, days=fewer)
    if w.chance(0.6):
        w.fact("crew", task=w.entity("big_task"), workers=w.count(2, 15), days=w.count(3, 30))
    if w.value(workers) == w.value(more):
        raise Unfit


def cooking(w: Builder) -> None:
    """A recipe for some people is made for others; it takes several things."""
    dish = w.entity("dish")
    people, more = w.count(2, 8), w.count(3, 40)
    for number in range(w.choose(1, 2)):
        scene = w.choose("dry", "wet") if number == 0 else "dry"
        stuff, unit = w.entity(f"stuff_{scene}"), w.entity(f"unit_{scene}")
        each = w.given(Fraction(w.between(1, 8), w.choose(2, 4, 4)), "measure")
        amount = w.times(each, people, sort="measure")
        needed = w.times(each, more, sort="measure")
        w.fact("recipe", dish=dish, stuff=stuff, unit=unit, people=people, amount=amount)
        w.fact("recipe_more", dish=dish, stuff=stuff, unit=unit, people=more, amount=needed)
        w.give_first(amount)
        w.ask_first(each)


def tanks(w: Builder) -> None:
    """A tank is filled or emptied at a rate; it holds only so much."""
    tank, unit = w.entity("tank"), w.entity("volume")
    before, rate, time = w.count(10, 400, 5), w.count(2, 20), w.count(3, 30)
    poured = w.times(rate, time)
    after = w.plus(before, poured)
    w.fact("tank", tank=tank, unit=unit, n=before, fixed=True)
    w.fact("tank_flow", tank=tank, unit=unit, rate=rate, time=time, poured=poured, fixed=True)
    w.fact("tank_now", tank=tank, unit=unit, n=after, fixed=True)
    room = w.count(5, 200, 5)
    capacity = w.plus(after, room)
    w.fact("tank_size", tank=tank, unit=unit, n=capacity)
    w.fact("tank_space", tank=tank, unit=unit, n=room, fixed=True)
    w.ask_first(room)
    w.give_first(capacity)
