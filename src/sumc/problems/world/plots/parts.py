"""Parts of a whole: fractions and percents of groups, prices and values."""

from __future__ import annotations

from fractions import Fraction

from sumc.problems.world.building import Builder
from sumc.problems.world.facts import Entity
from sumc.problems.world.plots.amounts import compared


def portions(w: Builder) -> None:
    """Some of a group have a trait, told as a fraction or in percent; so do others."""
    scene = w.choose("school", "farm", "team")
    where, thing = w.entity(f"where_{scene}"), w.entity(f"thing_{scene}")
    whole = w.given(w.between(4, 40) * w.choose(5, 10, 12, 20, 60))
    w.fact("members", where=where, thing=thing, n=whole)
    traits = [w.entity(f"trait_{scene}") for _ in range(w.choose(1, 2, 2))]
    counts = [_trait(w, where, thing, trait, whole) for trait in traits]
    if len(traits) > 1 and w.value(counts[0]) != w.value(counts[1]):
        more, fewer, gap = compared(w, traits, *counts)
        w.fact("trait_more", where=where, thing=thing, trait=more, other=fewer, n=gap)
    if w.chance(0.4):
        other = w.entity(f"where_{scene}")
        w.fact("members", where=other, thing=thing, n=w.given(w.between(4, 40) * 10))


def _trait(w: Builder, where: Entity, thing: Entity, trait: Entity, whole: int) -> int:
    roles = {"where": where, "thing": thing, "trait": trait}
    is_percent = w.chance(0.5)
    part = w.percent(5, 95) if is_percent else w.part_of(whole)
    count = w.times(part, whole)
    if is_percent and w.chance(0.3):
        w.fact("trait_percent", roles, n=w.times(part, w.constant(100)), tells=False)
    else:
        w.fact("share_of", roles, f=part, asks=not is_percent)
    w.fact("trait", roles, n=count)
    w.fact("no_trait", roles, n=w.minus(whole, count))
    return count


def discounts(w: Builder) -> None:
    """Something is sold for less than usual, and something else too."""
    where = w.entity("shop")
    things = [w.entity("costly") for _ in range(w.choose(1, 2))]
    sales = [_discount(w, thing, where) for thing in things]
    if len(things) > 1:
        more, less, gap = compared(w, things, *sales)
        w.fact("sale_more", thing=more, than=less, where=where, n=gap, fixed=True)


def _discount(w: Builder, thing: Entity, where: Entity) -> int:
    """Reduce the price of something; return what it costs then."""
    price = w.given(w.between(2, 60) * w.choose(5, 10, 20), "money")
    w.fact("list_price", thing=thing, where=where, n=price)
    if w.chance(0.35):
        kept = w.percent(50, 95)
        sale = w.times(kept, price, sort="money")
        w.fact("kept", thing=thing, where=where, p=kept, asks=False)
        saved = w.minus(price, sale)
    else:
        saved = _reduction(w, thing, where, price)
        sale = w.minus(price, saved)
    w.fact("saved", thing=thing, where=where, n=saved)
    w.fact("sale", thing=thing, where=where, n=sale, fixed=True)
    return sale


def _reduction(w: Builder, thing: Entity, where: Entity, price: int) -> int:
    """Return by how much a price is reduced, told or asked for in percent."""
    percent = w.percent(5, 60)
    saved = w.times(percent, price, sort="money")
    if w.chance(0.75):
        w.fact("off", thing=thing, where=where, p=percent, asks=False)
    else:
        written = w.times(percent, w.constant(100))
        w.fact("off_percent", thing=thing, where=where, n=written, tells=False)
    return saved


def dining(w: Builder) -> None:
    """A bill with a tip in percent, paid out of a purse."""
    who = w.entity("person")
    bill = w.given(w.between(6, 60) * w.choose(1, 2, 5), "money")
    percent = w.percent(5, 30)
    tip = w.times(percent, bill, sort="money")
    total = w.plus(bill, tip)
    w.fact("bill", who=who, n=bill)
    w.fact("tip", who=who, p=percent, n=tip)
    w.fact("bill_all", who=who, n=total, fixed=True)
    wallet = w.given(w.between(20, 400, 10), "money")
    w.fact("wallet", who=who, n=wallet)
    w.fact("money_left", who=who, n=w.minus(wallet, total), fixed=True)
    if w.chance(0.4):
        other = w.given(w.between(6, 60), "money")
        w.fact("bill", who=w.entity("person"), n=other)


def growing(w: Builder) -> None:
    """A value rises or falls by a percentage; so does another one."""
    for _ in range(w.choose(1, 2)):
        what = w.entity("grows")
        old = w.given(w.between(2, 60) * w.choose(20, 50, 100))
        percent = w.percent(5, 60)
        change = w.times(percent, old)
        is_rise = w.turn()
        kind = "rise" if is_rise else "fall"
        w.fact("value", what=what, n=old, fixed=True)
        w.fact(kind, what=what, p=percent, n=change, event=True)
        new = (w.plus if is_rise else w.minus)(old, change)
        w.fact("new_value", what=what, n=new, fixed=True)


def interest(w: Builder) -> None:
    """Money in a bank grows by simple interest."""
    for _ in range(w.choose(1, 2)):
        who = w.entity("person")
        amount = w.given(w.between(2, 80) * 100, "money")
        percent = w.given(Fraction(w.between(2, 9), 100), "percent")
        years = w.count(2, 8)
        gained = w.times(amount, percent, years, sort="money")
        w.fact("interest", who=who, sum=amount, p=percent, years=years, n=gained)
