"""Equal groups: boxes of things, and things shared equally."""

from __future__ import annotations

from sumc.problems.world.building import Builder
from sumc.problems.world.facts import Entity
from sumc.problems.world.plots.amounts import THINGS


def packing(w: Builder) -> None:
    """Boxes with as many things each, loose ones beside them, and another sort of boxes."""
    words = w.choose(*THINGS)
    who, thing = w.entity("person"), w.entity(words)
    box, other_box = w.entity("box"), w.entity("box")
    total = _boxes(w, who, thing, box)
    if w.chance(0.5):
        more = _boxes(w, who, thing, other_box)
    else:
        more = w.size(2, 15)
        w.fact("loose", who=who, thing=thing, box=box, n=more)
    w.fact("whole", who=who, thing=thing, n=w.plus(total, more))
    if w.chance(0.5):
        _boxes(w, who, w.entity(words), box)


def _boxes(w: Builder, who: Entity, thing: Entity, box: Entity) -> int:
    boxes, each = w.count(2, 15), w.count(2, 30)
    total = w.times(boxes, each)
    w.fact("groups", who=who, thing=thing, box=box, boxes=boxes, each=each, total=total)
    return total


def sharing(w: Builder) -> None:
    """Somebody shares what is left of some things among friends."""
    words = w.choose(*THINGS)
    who, thing = w.entity("child"), w.entity(words)
    people, each = w.count(2, 12), w.count(2, 20)
    total = w.times(people, each)
    w.give_first(total)
    w.ask_first(each)
    if w.chance(0.6):
        kept = w.size(2, 10)
        start = w.plus(total, kept, fact=len(w.facts) + 1)
        w.fact("start", who=who, thing=thing, n=start)
        act = w.entity(f"loss_{words}")
        w.fact("loss", who=who, act=act, thing=thing, n=kept, event=True)
        w.give_first(start)
        w.ask_first(total)
    w.fact("share", who=who, thing=thing, total=total, people=people, each=each, fixed=True)
    w.fact("start", who=w.entity("child"), thing=thing, n=w.size(4, 24))
