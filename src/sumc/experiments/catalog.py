"""The tables and figures of the paper by name: what must be trained, and how they are drawn."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sumc.experiments.figure_text import (
    csv_json,
    low_resource_csv,
    low_resource_tables,
    operands_csv,
    operands_tables,
)
from sumc.experiments.jobs import Plan
from sumc.experiments.low_resource import collect_low_resource, low_resource_plan
from sumc.experiments.operands import collect_operands, operands_plan
from sumc.experiments.pictures import Picture, low_resource_picture, operands_picture
from sumc.experiments.results import Results
from sumc.experiments.table_1 import Budget, collect_table_1, table_1_plan
from sumc.experiments.table_1_csv import comparisons_csv, costs_csv, table_1_csv
from sumc.experiments.table_1_text import table_1_json, table_1_tables
from sumc.experiments.table_2 import CodeCounts, table_2_plan
from sumc.experiments.table_2_text import table_2_json, table_2_tables
from sumc.experiments.tables import Table


@dataclass(frozen=True, slots=True)
class Sources:
    """What everything is drawn from."""

    results: Results
    counts: CodeCounts | None
    """The codes of table 2, which are counted without a training."""
    budget: Budget = "cpu"
    """The budget that is asked for: what is missing is counted for it."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """What the sources of an experiment give."""

    title: str
    tables: tuple[Table, ...]
    data: Mapping[str, Any]
    """All figures for programs."""
    pictures: tuple[Picture, ...] = ()
    csv: tuple[Table, ...] = ()


@dataclass(frozen=True, slots=True)
class Experiment:
    """A table or figure of the paper."""

    name: str
    plan: Callable[[Budget], Plan]
    draw: Callable[[Sources], Drawing]


def _draw_table_1(sources: Sources) -> Drawing:
    table = collect_table_1(sources.results)
    return Drawing(
        "Table 1: answer accuracy",
        table_1_tables(table, sources.budget),
        table_1_json(table),
        csv=(table_1_csv(table), comparisons_csv(table), costs_csv(table)),
    )


def _draw_table_2(sources: Sources) -> Drawing:
    tables = table_2_tables(sources.results, sources.counts)
    data = table_2_json(sources.results, sources.counts)
    return Drawing("Table 2: M-tree codes and binary-tree codes", tables, data)


def _draw_low_resource(sources: Sources) -> Drawing:
    figure = collect_low_resource(sources.results)
    numbers = low_resource_csv(figure)
    return Drawing(
        "Figure: low-resource conditions",
        low_resource_tables(figure),
        {
            "figure": "figure-low-resource",
            "points": csv_json(numbers),
            "missing": figure.missing,
        },
        (low_resource_picture(figure),) if figure.found else (),
        (numbers,),
    )


def _draw_operands(sources: Sources) -> Drawing:
    figure = collect_operands(sources.results)
    numbers = operands_csv(figure)
    return Drawing(
        "Figure: number of operands",
        operands_tables(figure),
        {"figure": "figure-operands", "bars": csv_json(numbers), "missing": figure.missing},
        (operands_picture(figure),) if figure.found else (),
        (numbers,),
    )


EXPERIMENTS = {
    each.name: each
    for each in (
        Experiment("table-1", table_1_plan, _draw_table_1),
        Experiment("table-2", lambda budget: table_2_plan(), _draw_table_2),
        Experiment("figure-low-resource", lambda budget: low_resource_plan(), _draw_low_resource),
        Experiment("figure-operands", lambda budget: operands_plan(), _draw_operands),
    )
}


def joint_plan(experiments: Sequence[Experiment], budget: Budget) -> Plan:
    """The jobs of several experiments, each once."""
    jobs = {job.name: job for each in experiments for job in each.plan(budget).jobs}
    names = [each.name for each in experiments]
    return Plan(names[0] if len(names) == 1 else "all", tuple(jobs.values()))
