"""The kinds of facts that worlds are made of, as `kinds.toml` lists them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sumc.problems.generator.places import Mistake, refuse
from sumc.problems.generator.tables import Table, read_toml


@dataclass(frozen=True, slots=True)
class Kind:
    """What a fact of this kind is about: roles that phrases can name, and numbers."""

    roles: tuple[str, ...]
    numbers: tuple[str, ...]


def read_kinds(path: Path) -> tuple[dict[str, dict[str, Kind]], list[Mistake]]:
    """Return the kinds of a file by the topic they belong to, and all that is wrong with it."""
    mistakes: list[Mistake] = []
    file = read_toml(path, mistakes)
    topics: dict[str, dict[str, Kind]] = {}
    for topic in file.values:
        table = file.table(topic)
        before = {name for kinds in topics.values() for name in kinds}
        for name in sorted(before & table.values.keys()):
            table.note(f"{name}: another topic has a kind of this name", name)
        topics[topic] = {name: _read_kind(name, table) for name in table.values}
    return topics, mistakes


def _read_kind(name: str, table: Table) -> Kind:
    """Read `who other thing | n`: every kind has numbers, and all its names differ."""
    text = table.text(name)
    roles, _, numbers = ([*part.split()] for part in text.partition("|"))
    if text and (not numbers or len({*roles, *numbers}) < len(roles) + len(numbers)):
        table.note(
            f"{name}: expected different names, as in `who thing | n`, found {text!r}", name
        )
    return Kind(tuple(roles), tuple(numbers))


def _load() -> dict[str, dict[str, Kind]]:
    topics, mistakes = read_kinds(Path(__file__).with_name("kinds.toml"))
    refuse(mistakes)
    return topics


_TOPICS = _load()

KINDS: Mapping[str, Kind] = {
    name: kind for each in _TOPICS.values() for name, kind in each.items()
}
NOISE: Mapping[str, Kind] = _TOPICS["noise"]
"""Sentences whose number never matters."""
SUMS = frozenset(
    ["all_things", "whole", "whole_first", "did_all", "spent", "ticket_all", "ticket_income"]
)
"""Kinds that ask for a sum without naming its parts: a part left out would not be missed."""
TAKES_ALL = SUMS | {"money_left", "did_mean"}
"""Kinds whose number depends on everything that a story tells."""
