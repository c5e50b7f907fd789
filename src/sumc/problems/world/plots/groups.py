"""Equal groups: boxes of things, rows of seats, things shared equally or in a ratio."""

from __future__ import annotations

from sumc.problems.world.building import Builder
from sumc.problems.world.facts import Entity
from sumc.problems.world.plots.amounts import THINGS, compared, more_than


def packing(w: Builder) -> None:
    """Boxes with equally many things each, loose ones beside them, and another sort of box."""
    words = w.choose(*THINGS)
    who, thing, box = w.entity("person"), w.entity(words), w.entity("box")
    is_used = w.chance(0.4)
    total = _boxes(w, who, thing, box, asks=not is_used)
    if w.chance(0.5):
        more = _boxes(w, who, thing, w.entity("box"), asks=not is_used)
    else:
        more = w.size(2, 15)
        w.fact("loose", who=who, thing=thing, box=box, n=more, asks=not is_used)
    whole = w.plus(total, more)
    w.fact("whole_first" if is_used else "whole", who=who, thing=thing, n=whole, fixed=True)
    if is_used:
        _use_some(w, words, who, thing, whole)
    elif w.chance(0.6):
        things = [thing, w.entity(words)]
        others = _boxes(w, who, things[1], w.entity("box"))
        most, least, gap = compared(w, things, whole, others)
        w.fact("more_things", who=who, thing=most, than=least, n=gap, fixed=True)


def hoards(w: Builder) -> None:
    """Two people have boxes of the same things: how many together, and who has more?"""
    people = [w.entity("person"), w.entity("person")]
    thing = w.entity(w.choose(*THINGS))
    totals = [_boxes(w, who, thing, w.entity("box")) for who in people]
    if w.chance(0.3):
        totals[1] = w.size(4, 30)
        w.facts.pop()
        w.fact("has", who=people[1], thing=thing, n=totals[1])
    w.fact("total", all=w.together(people), thing=thing, n=w.plus(*totals), fixed=True)
    more_than(w, "more", people, *totals, thing=thing, fixed=True)


def _boxes(w: Builder, who: Entity, thing: Entity, box: Entity, asks: bool = True) -> int:
    boxes, each = w.count(2, 15), w.count(2, 30)
    total = w.times(boxes, each)
    roles = {"who": who, "thing": thing, "box": box}
    w.fact("groups", roles, boxes=boxes, each=each, total=total, asks=asks)
    return total


def _use_some(w: Builder, words: str, who: Entity, thing: Entity, whole: int) -> None:
    """Let some of all things go at the end."""
    change, act = w.count(3, 60), w.entity(f"loss_{words}")
    w.fact("loss", who=who, act=act, thing=thing, n=change, event=True)
    end = w.choose("now", "left")
    w.fact(end, who=who, thing=thing, n=w.minus(whole, change), fixed=True)


def sharing(w: Builder) -> None:
    """Somebody shares what is left of some things among friends, who all get the same."""
    words = w.choose(*THINGS)
    who, thing = w.entity("child"), w.entity(words)
    people, each = w.count(2, 12), w.count(2, 20)
    total = given = w.times(people, each)
    if w.chance(0.4):
        rest = w.given(w.between(1, int(w.value(people)) - 1))
        total = w.plus(given, rest)
        w.fact("left_over", who=who, thing=thing, n=rest, fixed=True)
        w.ask_first(rest)
    else:
        w.ask_first(each)
    w.give_first(total)
    if w.chance(0.6):
        _before_sharing(w, words, who, thing, total)
    w.fact("share", who=who, thing=thing, total=total, people=people, each=each, fixed=True)
    w.facts.sort(key=lambda fact: fact.kind == "left_over")
    if w.chance(0.5):
        w.fact("has", who=w.entity("child"), thing=thing, n=w.size(4, 24), fixed=True)


def _before_sharing(w: Builder, words: str, who: Entity, thing: Entity, total: int) -> None:
    """Let something come or go before the rest is shared."""
    gains, change = w.turn(), w.size(2, 10)
    kind = "gain" if gains else "loss"
    act = w.entity(f"{kind}_{words}")
    start = (w.minus if gains else w.plus)(total, change)
    w.fact("start", who=who, thing=thing, n=start, fixed=True)
    w.fact(kind, who=who, act=act, thing=thing, n=change, event=True)
    w.give_first(start)
    w.ask_first(total)


def seating(w: Builder) -> None:
    """Rows of seats or plants, of which some are taken."""
    scene = w.choose("seat", "plant", "chair")
    where, thing, row = (w.entity(f"{name}_{scene}") for name in ("where", "thing", "row"))
    rows, each = w.count(3, 24), w.count(4, 30)
    total = w.times(rows, each)
    w.fact("rows", where=where, thing=thing, row=row, count=rows, each=each, total=total)
    if scene != "plant":
        taken = w.count(5, 200)
        w.fact("taken", where=where, thing=thing, n=taken, fixed=True)
        w.fact("free", where=where, thing=thing, n=w.minus(total, taken), fixed=True)
    if w.chance(0.7):
        other = w.entity(f"where_{scene}")
        rows, each = w.count(3, 24), w.count(4, 30)
        more = w.times(rows, each)
        w.fact("rows", where=other, thing=thing, row=row, count=rows, each=each, total=more)
        full, less, gap = compared(w, (where, other), total, more)
        w.fact("rows_more", where=full, other=less, thing=thing, n=gap)


def ratios(w: Builder) -> None:
    """Two people share something in a ratio."""
    who, other = w.entity("friend"), w.entity("friend")
    thing = w.entity(w.choose(*THINGS))
    a, b, unit = w.count(2, 9), w.count(2, 9), w.count(2, 30)
    one, two = w.times(a, unit), w.times(b, unit)
    total = w.plus(one, two)
    w.give_first(total)
    w.ask_first(unit)
    w.fact("shared", all=w.together((who, other)), thing=thing, n=total)
    w.fact("ratio", who=who, other=other, thing=thing, a=a, b=b, asks=False)
    for person, place in ((who, one), (other, two)):
        w.fact("got", who=person, thing=thing, n=place)
    more_than(w, "got_more", (who, other), one, two, thing=thing)
    if w.chance(0.5):
        w.fact("has", who=w.entity("child"), thing=thing, n=w.size(4, 24))
