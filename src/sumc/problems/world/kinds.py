"""The kinds of facts that worlds are made of, with the roles and numbers that phrases can use.

The first role is the one that verbs agree with. `who` owns or does something, `other` is a second
one, `all` are several together, `act` is a verb; `n` is the number of a kind that has one alone.
Any fact may have a `when` too, which the grammar of a language adds to its clause.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Kind:
    """What a fact of this kind is about."""

    roles: tuple[str, ...]
    numbers: tuple[str, ...]


def _read(lines: str) -> dict[str, Kind]:
    """Read lines such as `give: who other thing | n`."""
    kinds = {}
    for line in filter(None, map(str.strip, lines.splitlines())):
        name, _, rest = line.partition(":")
        roles, _, numbers = rest.partition("|")
        kinds[name] = Kind(tuple(roles.split()), tuple(numbers.split()))
    return kinds


AMOUNTS = _read(
    """
    start: who thing | n
    has: who thing | n
    gain: who act thing | n
    loss: who act thing | n
    loss_part: who act thing | f n
    give: who other thing | n
    now: who thing | n
    by_day: who thing day | n
    more: who other thing | n
    times: who other thing | k
    percent_more: who other thing | p
    total: all thing | n
    all_things: who thing | n
    more_things: who thing than | n
    did: who act thing when | n
    did_more: who act thing day than | n
    did_all: who act thing | n
    did_mean: who act thing first last | n
    aboard: where thing | n
    come: where thing act | n
    leave: where thing act | n
    aboard_now: where thing | n
    """
)

GROUPS = _read(
    """
    groups: who thing box | boxes each total
    loose: who thing box | n
    whole: who thing | n
    share: who thing | total people each
    left_over: who thing | n
    rows: where thing row | count each total
    taken: where thing | n
    free: where thing | n
    ratio: who other thing | a b
    got: who thing | n
    shared: all thing | n
    got_more: who other thing | n
    """
)

PARTS = _read(
    """
    members: where thing | n
    share_of: where thing trait | f
    trait: where thing trait | n
    no_trait: where thing trait | n
    trait_percent: where thing trait | n
    list_price: thing where | n
    off: thing where | p
    off_percent: thing where | n
    saved: thing where | n
    sale: thing where | n
    bill: who | n
    tip: who | p n
    bill_all: who | n
    value: what | n
    rise: what | p n
    fall: what | p n
    new_value: what | n
    interest: who | sum p years n
    """
)

MONEY = _read(
    """
    purchase: who thing | count price cost
    price: thing | n
    spent: who | n
    wallet: who | n
    money_left: who | n
    work: who | rate hours pay
    pay_all: all | n
    pay_more: who other | n
    expense: who thing | n
    save: who | each weeks saved
    has_saved: who | n
    goal: who thing | n
    fee: who thing unit | base rate distance cost
    bundle: thing | count cost price
    bundle_more: thing | count cost
    stand: who thing | count cost price income
    profit: who thing | n
    ticket_price: where guest | n
    ticket_sold: where guest | n
    ticket_money: where guest | n
    ticket_all: where | n
    ticket_income: where | n
    """
)

RATES = _read(
    """
    trip: who act unit | speed time distance
    trip_more: who other act unit | n
    route: who act unit | n
    to_go: who act unit | n
    meet: who other unit | apart one two time
    chase: who other unit | apart one two time
    run: who thing unit | rate time output
    run_all: all thing | n
    run_more: who other thing | n
    pages: who thing | n
    reading: who thing | rate days done
    pages_left: who thing | n
    alone: who task | n
    jointly: all task | n
    crew: task | workers days
    crew_more: task | workers days
    recipe: dish stuff unit | people amount
    recipe_more: dish stuff unit | people amount
    tank: tank unit | n
    tank_flow: tank unit | rate time poured
    tank_now: tank unit | n
    tank_size: tank unit | n
    tank_space: tank unit | n
    """
)

MEASURES = _read(
    """
    age_now: who | n
    age_later: who | years n
    age_before: who | years n
    older: who other | n
    age_times: who other | k
    age_sum: all | n
    rect: what unit | length width around area
    fence: what unit | rate cost
    rect_more: what other unit | n
    square: what unit | side around
    triangle: what unit | base height area
    room: what unit | length width height volume
    scores: who test | a b c
    mean: who test | n
    score_sum: who test | n
    mean_of: who test | count n
    begins: what | h m
    ends: what | h m
    lasts: what | n
    mixed: what verb big small | much little
    whole_small: what verb small | n
    piece: what verb small | each count
    degrees: where when | n
    warmer: where day than | n
    size: what dim unit | n
    size_more: what other dim unit | n
    size_times: what other dim | k
    size_sum: what other dim unit | n
    weigh: what unit | n
    weigh_more: what other unit | n
    weigh_times: what other | k
    weigh_sum: what other unit | n
    riddle: | x a b c
    riddle_less: | x a b c
    """
)

NOISE = _read(
    """
    is_old: who | z
    house: who | z
    grade: who | z
    family: who | z
    date: who | z
    warm: | z
    walk: who | z
    classroom: who | z
    bus: who | z
    shoe: who | z
    year: | z
    page: who | z
    clock: | z
    floor: who | z
    pets: who | z
    shirt: who | z
    """
)
"""Sentences whose number never matters."""

SUMS = frozenset({"all_things", "whole", "did_all", "spent", "ticket_all", "ticket_income"})
"""Kinds that ask for a sum without naming its parts: a part left out would not be missed."""
TAKES_ALL = SUMS | {"money_left", "did_mean"}
"""Kinds whose number depends on everything that a story tells."""

KINDS: Mapping[str, Kind] = {**AMOUNTS, **GROUPS, **PARTS, **MONEY, **RATES, **MEASURES, **NOISE}
