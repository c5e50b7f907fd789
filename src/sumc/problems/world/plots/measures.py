"""Ages, shapes, averages, clocks, units and sizes."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from sumc.problems.world.building import Builder, Unfit
from sumc.problems.world.facts import Entity
from sumc.problems.world.plots.amounts import more_than, times


def ages(w: Builder) -> None:
    """How old people are, were and will be."""
    people = [w.entity("child"), w.entity("grown" if w.chance(0.4) else "child")]
    young = w.count(4, 15)
    gap = w.count(20, 40) if people[1].words == "grown" else w.count(2, 9)
    old = w.plus(young, gap)
    w.fact("age_now", who=people[0], n=young)
    w.fact("age_now", who=people[1], n=old)
    w.fact("older", who=people[1], other=people[0], n=gap)
    factor = w.value(old) / w.value(young)
    if factor.denominator == 1:
        place = w.over(old, young, sort="times")
        w.fact("age_times", who=people[1], other=people[0], k=place, asks=False)
    w.fact("age_sum", all=w.together(people), n=w.plus(young, old))
    who, now = w.choose((people[0], young), (people[1], old))
    years = w.count(2, 15)
    if w.turn():
        w.fact("age_later", who=who, years=years, n=w.plus(now, years))
    else:
        w.fact("age_before", who=who, years=years, n=w.minus(now, years))


def rectangles(w: Builder) -> None:
    """A rectangle with its sides, perimeter and area; a fence, tiles, another rectangle."""
    unit = w.entity("side_unit")
    what = w.entity("field")
    length, width = w.count(4, 60), w.count(3, 40)
    if w.value(length) <= w.value(width):
        raise Unfit
    around, area = _around_and_area(w, length, width)
    w.fact("rect", what=what, unit=unit, length=length, width=width, around=around, area=area)
    if w.chance(0.5):
        rate = w.money(2, 25, 0.3)
        cost = w.times(around, rate, sort="money")
        w.fact("fence", what=what, unit=unit, rate=rate, cost=cost)
    if w.chance(0.6):
        other = w.entity("field")
        long, wide = w.count(4, 60), w.count(3, 40)
        if w.value(long) <= w.value(wide):
            raise Unfit
        way, space = _around_and_area(w, long, wide)
        w.fact("rect", what=other, unit=unit, length=long, width=wide, around=way, area=space)
        place, is_larger = w.apart(area, space)
        pair = (what, other) if is_larger else (other, what)
        w.fact("rect_more", what=pair[0], other=pair[1], unit=unit, n=place)


def _around_and_area(w: Builder, length: int, width: int) -> tuple[int, int]:
    half = w.plus(length, width)
    return w.times(half, w.constant(2)), w.times(length, width)


def shapes(w: Builder) -> None:
    """Squares, triangles and boxes, one or two of them."""
    unit = w.entity("side_unit")
    makers = [_square, _triangle, _hollow]
    w.random.shuffle(makers)
    for make in makers[: w.choose(1, 2)]:
        make(w, unit)


def _square(w: Builder, unit: Entity) -> None:
    for _ in range(w.choose(1, 2)):
        side = w.count(2, 40)
        around = w.times(side, w.constant(4))
        w.fact("square", what=w.entity("plot"), unit=unit, side=side, around=around)


def _triangle(w: Builder, unit: Entity) -> None:
    base, height = w.count(4, 40), w.count(3, 30)
    area = w.over(w.times(base, height), w.constant(2), sort="measure")
    w.fact("triangle", what=w.entity("sign"), unit=unit, base=base, height=height, area=area)


def _hollow(w: Builder, unit: Entity) -> None:
    long, wide, high = w.count(2, 30), w.count(2, 20), w.count(2, 15)
    volume = w.times(long, wide, high)
    roles = {"what": w.entity("hollow"), "unit": unit}
    w.fact("room", roles, length=long, width=wide, height=high, volume=volume)


def averages(w: Builder) -> None:
    """Results of several tests and their average; the same of another person or subject."""
    test = w.entity("test")
    people = [w.entity("child") for _ in range(w.choose(1, 2))]
    found = []
    for who in people:
        places = [w.count(40, 100) for _ in range(3)]
        total = w.plus(*places)
        mean = w.over(total, w.constant(3))
        a, b, c = places
        w.fact("scores", who=who, test=test, a=a, b=b, c=c)
        w.fact("score_sum", who=who, test=test, n=total, tells=False)
        w.fact("mean", who=who, test=test, n=mean, fixed=True)
        found.append(mean)
    if len(people) > 1:
        more_than(w, "mean_more", people, *found, test=test, fixed=True)


def means(w: Builder) -> None:
    """An average over several results: what is the sum, and what was the last result?"""
    for who in [w.entity("person") for _ in range(w.choose(1, 2))]:
        test, count, mean = w.entity("counted"), w.count(4, 20), w.count(6, 90)
        w.fact("mean_of", who=who, test=test, count=count, n=mean)
        w.fact("score_sum", who=who, test=test, n=w.times(count, mean))


def clocks(w: Builder) -> None:
    """Something begins at one time and ends at another; how long does it last?"""
    hour = w.constant(60)
    for _ in range(w.choose(1, 2)):
        what = w.entity("show")
        h, m = w.given(w.between(1, 9), "clock"), w.given(w.between(5, 55, 5), "clock")
        length = w.given(w.between(35, 170, 5))
        begin = w.plus(w.times(h, hour), m)
        end = w.value(begin) + w.value(length)
        if end % 60 == 0:
            raise Unfit
        late, minutes = w.given(end // 60, "clock"), w.given(end % 60, "clock")
        finish = w.plus(w.times(late, hour), minutes)
        w.relate_sum(finish, begin, length)
        w.ask_first(length)
        w.fact("begins", what=what, h=h, m=m, fixed=True, asks=False)
        w.fact("ends", what=what, h=late, m=minutes, fixed=True, asks=False)
        w.fact("lasts", what=what, n=length, tells=False)


UNITS = {
    "long": ("meter", "centimeter", 100, (2, 40)),
    "far": ("kilometer", "meter", 1000, (1, 12)),
    "heavy": ("kilogram", "gram", 1000, (1, 12)),
    "wet": ("liter", "milliliter", 1000, (1, 12)),
    "time": ("hour", "minute", 60, (1, 9)),
    "feet": ("foot", "inch", 12, (2, 20)),
}
"""For each measure: the large unit, the small one, how many make a large one, and its range."""


def units(w: Builder) -> None:
    """Something measured in two units is divided into pieces of the small one."""
    scene = w.choose(*UNITS)
    large, small, size, (low, high) = UNITS[scene]
    big, little, verb = w.entity(large), w.entity(small), w.entity(f"verb_{scene}")
    for _ in range(w.choose(1, 2)):
        what = w.entity(f"measured_{scene}")
        much, few = w.count(low, high), w.given(w.between(1, size - 1, 5 if size > 12 else 1))
        whole = w.plus(w.times(much, w.constant(size)), few)
        roles = {"what": what, "verb": verb, "small": little}
        w.fact("mixed", roles, big=big, much=much, little=few, asks=False)
        w.fact("whole_small", roles, n=whole, tells=False)
        if scene in ("long", "feet", "wet", "heavy"):
            _pieces(w, whole, **roles)


def _pieces(w: Builder, whole: int, **roles: Entity) -> None:
    total = int(w.value(whole))
    counts = [count for count in range(2, 41) if total % count == 0 and total > 3 * count]
    if not counts:
        return
    count = w.given(w.choose(*counts))
    each = w.over(whole, count)
    w.fact("piece", roles, each=each, count=count)


def weather(w: Builder) -> None:
    """Temperatures of several days or hours, and how far apart they are."""
    where = w.entity("town")
    days = times(w, w.choose(2, 3))
    here = w.count(12, 30)
    w.fact("degrees", where=where, when=days[0], n=here, fixed=True)
    for before, day in pairwise(days):
        change, is_warmer = w.count(2, 10), w.turn()
        pair = (day, before) if is_warmer else (before, day)
        w.fact("warmer", where=where, day=pair[0], than=pair[1], n=change, fixed=True)
        here = (w.plus if is_warmer else w.minus)(here, change)
        w.fact("degrees", where=where, when=day, n=here, fixed=True)
    if w.chance(0.5):
        other = w.entity("town")
        w.fact("degrees", where=other, when=days[-1], n=w.count(5, 35), fixed=True)


SIZES = {"tall": (2, 60), "long": (3, 90), "deep": (2, 40)}


def sizes(w: Builder) -> None:
    """How tall, long or deep things are, and how they compare."""
    scene = w.choose(*SIZES)
    dim, unit = w.entity(f"dim_{scene}"), w.entity("side_unit")
    _chain(w, "size", f"sized_{scene}", SIZES[scene], dim=dim, unit=unit)


def weights(w: Builder) -> None:
    """How heavy things are, and how they compare."""
    _chain(w, "weigh", "sized_heavy", (2, 90), unit=w.entity("weight"))


def _chain(w: Builder, kind: str, words: str, limits: tuple[int, int], **measure: Entity) -> None:
    """Tell each thing by itself or by the one before it."""
    whats = [w.entity(words) for _ in range(w.choose(2, 2, 3))]
    places = [w.measure(*limits)]
    w.fact(kind, measure, what=whats[0], n=places[0])
    for before, what in pairwise(whats):
        places.append(_sized(w, kind, (what, before), places[-1], measure))
        w.fact(kind, measure, what=what, n=places[-1])
    if len(whats) == 2:
        w.fact(f"{kind}_sum", measure, what=whats[0], other=whats[1], n=w.plus(*places))


def _sized(
    w: Builder, kind: str, pair: tuple[Entity, Entity], before: int, measure: dict[str, Entity]
) -> int:
    what, other = pair
    if w.chance(0.3):
        factor = w.given(Fraction(w.choose(2, 3, 4, 5)), "times")
        dim = {name: each for name, each in measure.items() if name == "dim"}
        w.fact(f"{kind}_times", dim, what=what, other=other, k=factor)
        return w.times(factor, before, sort="measure")
    gap, is_more = w.measure(1, 20), w.turn()
    more, less = (what, other) if is_more else (other, what)
    w.fact(f"{kind}_more", measure, what=more, other=less, n=gap)
    return (w.plus if is_more else w.minus)(before, gap)


def riddles(w: Builder) -> None:
    """A number is multiplied, then something is added or taken away."""
    x, a, b = w.count(2, 60), w.count(2, 12), w.count(2, 90)
    product, is_more = w.times(x, a), w.turn()
    c = (w.plus if is_more else w.minus)(product, b)
    w.fact("riddle" if is_more else "riddle_less", x=x, a=a, b=b, c=c)
    w.give_first(c)
    w.ask_first(x)
