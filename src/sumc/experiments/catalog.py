"""The tables and figures of the paper by name: what must be trained, and how they are drawn."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sumc.experiments.jobs import Plan
from sumc.experiments.results import Results
from sumc.experiments.table_1 import Budget, collect_table_1, table_1_plan
from sumc.experiments.table_1_text import table_1_json, table_1_tables
from sumc.experiments.tables import Table


@dataclass(frozen=True, slots=True)
class Drawing:
    """What the results of an experiment give."""

    tables: tuple[Table, ...]
    data: Mapping[str, Any]
    """All figures for programs."""


@dataclass(frozen=True, slots=True)
class Experiment:
    """A table or figure of the paper."""

    name: str
    plan: Callable[[Budget], Plan]
    draw: Callable[[Results], Drawing]


def _draw_table_1(results: Results) -> Drawing:
    table = collect_table_1(results)
    return Drawing(table_1_tables(table), table_1_json(table))


EXPERIMENTS = {each.name: each for each in (Experiment("table-1", table_1_plan, _draw_table_1),)}
