"""Money: what things cost, what people earn, save, spend and have left."""

from __future__ import annotations

from collections.abc import Sequence

from sumc.problems.world.building import Builder, Unfit
from sumc.problems.world.facts import Entity
from sumc.problems.world.plots.amounts import compared, more_than

GOODS = ("goods", "cheap", "food_goods")
BILLS = (5, 10, 20, 50, 100, 200, 500)


def shopping(w: Builder) -> None:
    """Somebody buys several of some things and pays for them; other prices are seen too."""
    who, words = w.entity("person"), w.choose(*GOODS)
    things = [w.entity(words) for _ in range(w.choose(1, 2, 2, 3))]
    costs = [_purchase(w, who, thing) for thing in things]
    first = w.facts[0].numbers["price"]
    total = costs[0] if len(costs) == 1 else w.plus(*costs)
    if len(costs) > 1:
        w.fact("spent", who=who, n=total, fixed=True)
        _compare_goods(w, who, things[:2], costs)
    if w.chance(0.6):
        _pay(w, who, total)
    if w.chance(0.6):
        w.fact("price", thing=w.entity(words), n=w.money(1, 20))
    if w.chance(0.4):
        count, price = w.count(2, 12), first
        cost = w.times(count, price, sort="money")
        other = w.entity("person")
        w.fact("purchase", who=other, thing=things[0], count=count, price=price, cost=cost)
        more_than(w, "spent_more", (who, other), costs[0], cost, thing=things[0])


def _compare_goods(w: Builder, who: Entity, pair: Sequence[Entity], costs: Sequence[int]) -> None:
    """Say by how much the counts, the prices or the costs of two things differ."""
    bought = [fact.numbers for fact in w.facts if fact.kind == "purchase"]
    kind, places = w.choose(
        ("bought_more", [each["count"] for each in bought[:2]]),
        ("price_more", [each["price"] for each in bought[:2]]),
        ("cost_more", [*costs[:2]]),
        ("cost_more", [*costs[:2]]),
    )
    thing, than, gap = compared(w, pair, *places)
    roles = {} if kind == "price_more" else {"who": who}
    w.fact(kind, roles, thing=thing, than=than, n=gap)


def weighing(w: Builder) -> None:
    """Somebody buys food by weight, and pays with a note."""
    who, unit = w.entity("person"), w.entity("sold_by")
    stuffs = [w.entity("loose_food") for _ in range(w.choose(1, 2, 2))]
    costs = [_weighed(w, who, stuff, unit) for stuff in stuffs]
    total = costs[0]
    if len(stuffs) > 1:
        total = w.plus(*costs)
        w.fact("spent", who=who, n=total, fixed=True)
        more, less, gap = compared(w, stuffs, *costs)
        w.fact("weighed_more", who=who, stuff=more, than=less, n=gap)
        prices = [fact.numbers["price"] for fact in w.facts if fact.kind == "weighed"]
        more, less, gap = compared(w, stuffs, *prices)
        w.fact("weighed_price_more", stuff=more, than=less, unit=unit, n=gap)
    if w.chance(0.6):
        _pay(w, who, total)


def _weighed(w: Builder, who: Entity, stuff: Entity, unit: Entity) -> int:
    amount, price = w.measure(2, 15), w.money(1, 30)
    cost = w.times(amount, price, sort="money")
    w.fact("weighed", who=who, stuff=stuff, unit=unit, amount=amount, price=price, cost=cost)
    return cost


def _purchase(w: Builder, who: Entity, thing: Entity) -> int:
    count, price = w.count(2, 12), w.money(1, 20)
    cost = w.times(count, price, sort="money")
    w.fact("purchase", who=who, thing=thing, count=count, price=price, cost=cost)
    return cost


def _pay(w: Builder, who: Entity, total: int) -> None:
    had = next((bill for bill in BILLS if bill > w.value(total)), None)
    if had is None:
        raise Unfit
    if w.chance(0.4):
        note = w.given(had, "money")
        w.fact("paid_with", who=who, n=note, fixed=True)
        w.fact("change", who=who, n=w.minus(note, total), fixed=True)
        return
    wallet = w.given(had if w.chance(0.5) else had + w.between(1, 40), "money")
    w.fact("wallet", who=who, n=wallet, fixed=True)
    w.facts.insert(0, w.facts.pop())  # the purse is known before anything is bought
    w.fact("money_left", who=who, n=w.minus(wallet, total), fixed=True)


def earning(w: Builder) -> None:
    """People work for so much an hour, and spend some of it."""
    people = [w.entity("person") for _ in range(w.choose(1, 2, 2))]
    pays = [_work(w, who) for who in people]
    if len(people) > 1:
        w.fact("pay_all", all=w.together(people), n=w.plus(*pays))
        more_than(w, "pay_more", people, *pays)
    if w.chance(0.6):
        spent = w.money(5, 60)
        w.fact("expense", who=people[0], thing=w.entity("goods"), n=spent, event=True)
        left = w.minus(pays[0], spent)
        w.fact("money_left", who=people[0], n=left, fixed=True)


def _work(w: Builder, who: Entity) -> int:
    rate, hours = w.money(8, 30, cents=0.2), w.count(2, 40)
    pay = w.times(rate, hours, sort="money")
    w.fact("work", who=who, rate=rate, hours=hours, pay=pay)
    return pay


def saving(w: Builder) -> None:
    """Somebody saves every week for something that costs more than they have."""
    people = [w.entity("child") for _ in range(w.choose(1, 2))]
    sums = []
    for who in people:
        thing = w.entity("costly")
        each, weeks = w.money(2, 30, cents=0.1), w.count(3, 20)
        saved = w.times(each, weeks, sort="money")
        first = w.money(5, 80, cents=0.1)
        w.fact("goal", who=who, thing=thing, n=w.plus(saved, first))
        w.fact("has_saved", who=who, n=first)
        w.fact("save", who=who, each=each, weeks=weeks, saved=saved)
        sums.append(each)
        w.give_first(w.facts[-3].numbers["n"])
        w.ask_first(weeks)
    if len(people) > 1:
        more_than(w, "saved_more", people, *sums)


def hiring(w: Builder) -> None:
    """A fee with a fixed part and a part for every mile or hour."""
    for who in [w.entity("person") for _ in range(w.choose(1, 2))]:
        thing, unit = w.entity("hired"), w.entity("hire_unit")
        base, rate, distance = w.money(2, 30, 0.3), w.money(1, 9, 0.5), w.count(3, 40)
        part = w.times(rate, distance, sort="money")
        w.fact(
            "fee",
            who=who,
            thing=thing,
            unit=unit,
            base=base,
            rate=rate,
            distance=distance,
            cost=w.plus(base, part),
        )


def bundles(w: Builder) -> None:
    """Some things cost an amount: what do more of them cost at the same price?"""
    words = w.choose(*GOODS)
    for number in range(w.choose(1, 2, 2)):
        thing, price = w.entity(words), w.money(1, 12, 0.5)
        for kind in ("bundle", "bundle_more")[: 2 - number]:
            count = w.count(2, 30)
            cost = w.times(count, price, sort="money")
            if kind == "bundle":
                w.fact(kind, thing=thing, count=count, cost=cost, price=price)
                w.give_first(cost)
            else:
                w.fact(kind, thing=thing, count=count, cost=cost)
        w.ask_first(price)


def trading(w: Builder) -> None:
    """Somebody buys things and sells them for more."""
    people = [w.entity("person") for _ in range(w.choose(1, 2))]
    profits = []
    for who in people:
        thing = w.entity("goods")
        count, cost, price = w.count(4, 60), w.money(2, 20, 0.3), w.money(8, 40, 0.3)
        paid, income = w.times(count, cost, sort="money"), w.times(count, price, sort="money")
        w.fact("stand", who=who, thing=thing, count=count, cost=cost, price=price, income=income)
        profits.append(w.minus(income, paid))
        w.fact("profit", who=who, thing=thing, n=profits[-1])
    if len(people) > 1:
        more_than(w, "profit_more", people, *profits)


def tickets(w: Builder) -> None:
    """Tickets of two prices, how many of each were sold, and what that brought in."""
    where = w.entity("venue")
    guests = [w.entity("guest"), w.entity("guest")]
    counts = [w.size(4, 40), w.size(4, 40)]
    incomes = []
    for guest, count in zip(guests, counts, strict=True):
        price = w.money(3, 30, 0.2)
        incomes.append(w.times(price, count, sort="money"))
        w.fact("ticket_price", where=where, guest=guest, n=price)
        w.fact("ticket_sold", where=where, guest=guest, n=count)
        w.fact("ticket_money", where=where, guest=guest, n=incomes[-1])
    for kind, places in (("ticket_more", counts), ("ticket_money_more", incomes)):
        more, fewer, gap = compared(w, guests, *places)
        w.fact(kind, where=where, guest=more, other=fewer, n=gap)
    w.fact("ticket_all", where=where, n=w.plus(*counts))
    w.fact("ticket_income", where=where, n=w.plus(*incomes), fixed=True)
