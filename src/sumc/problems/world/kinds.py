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
    gain: who act thing | n
    loss: who act thing | n
    give: who other thing | n
    now: who thing | n
    by_day: who thing day | n
    more: who other thing | n
    times: who other thing | k
    total: all thing | n
    all_things: who thing | n
    more_things: who thing than | n
    did: who act thing when | n
    did_more: who act thing day than | n
    did_all: who act thing | n
    """
)

GROUPS = _read(
    """
    groups: who thing box | boxes each total
    loose: who thing box | n
    whole: who thing | n
    share: who thing | total people each
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
    """
)

NOISE = _read(
    """
    age: who | z
    house: who | z
    grade: who | z
    family: who | z
    date: who | z
    warm: | z
    walk: who | z
    room: who | z
    """
)
"""Sentences whose number never matters."""

KINDS: Mapping[str, Kind] = {**AMOUNTS, **GROUPS, **MONEY, **NOISE}
