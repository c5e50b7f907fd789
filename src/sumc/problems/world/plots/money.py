"""Money: what things cost, what people earn, spend and have left."""

from __future__ import annotations

from sumc.problems.world.building import Builder, Unfit
from sumc.problems.world.facts import Entity

GOODS = ("goods", "cheap", "food_goods")


def shopping(w: Builder) -> None:
    """Somebody buys several of some things and pays for them; other prices are seen too."""
    who, words = w.entity("person"), w.choose(*GOODS)
    things = [w.entity(words) for _ in range(w.choose(1, 2, 2, 3))]
    costs = [_purchase(w, who, thing) for thing in things]
    total = costs[0] if len(costs) == 1 else w.plus(*costs)
    if len(costs) > 1:
        w.fact("spent", who=who, n=total, fixed=True)
    if w.chance(0.6):
        _pay(w, who, total)
    w.fact("price", thing=w.entity(words), n=w.money(1, 20))
    if w.chance(0.4):
        other = w.entity("person")
        count = w.count(2, 12)
        price = w.facts[0].numbers["price"]
        cost = w.times(count, price, sort="money")
        w.fact("purchase", who=other, thing=things[0], count=count, price=price, cost=cost)


def _purchase(w: Builder, who: Entity, thing: Entity) -> int:
    count, price = w.count(2, 12), w.money(1, 20)
    cost = w.times(count, price, sort="money")
    w.fact("purchase", who=who, thing=thing, count=count, price=price, cost=cost)
    return cost


def _pay(w: Builder, who: Entity, total: int) -> None:
    had = next((b for b in (5, 10, 20, 50, 100, 200, 500) if b > w.value(total)), None)
    if had is None:
        raise Unfit
    wallet = w.given(had if w.chance(0.5) else had + w.between(1, 40), "money")
    w.fact("wallet", who=who, n=wallet)
    w.fact("money_left", who=who, n=w.minus(wallet, total), fixed=True)


def earning(w: Builder) -> None:
    """People work for so much an hour, and spend some of it."""
    people = [w.entity("person") for _ in range(w.choose(1, 2, 2))]
    pays = [_work(w, who) for who in people]
    if len(people) > 1:
        w.fact("pay_all", all=w.together(people), n=w.plus(*pays))
        if w.value(pays[0]) == w.value(pays[1]):
            raise Unfit
        gap, is_larger = w.apart(*pays)
        more, less = people if is_larger else reversed(people)
        w.fact("pay_more", who=more, other=less, n=gap)
    if w.chance(0.6):
        spent = w.money(5, 60)
        fact = w.fact("expense", who=people[0], thing=w.entity("goods"), n=spent, event=True)
        left = w.minus(pays[0], spent, fact=fact)
        w.fact("money_left", who=people[0], n=left, fixed=True)


def _work(w: Builder, who: Entity) -> int:
    rate, hours = w.money(8, 30, cents=0.2), w.count(2, 40)
    pay = w.times(rate, hours, sort="money")
    w.fact("work", who=who, rate=rate, hours=hours, pay=pay)
    return pay
