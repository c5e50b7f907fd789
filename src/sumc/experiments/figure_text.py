"""The numbers of both figures, as tables for people and for programs."""

from typing import Any

from sumc.evaluation.score import Score, counted
from sumc.experiments.low_resource import SIZES, SYSTEMS, LowResource, Size, problems_of
from sumc.experiments.measurements import of_folds
from sumc.experiments.operands import GROUPS, ByOperands
from sumc.experiments.systems import System
from sumc.experiments.table_1_csv import score_cells
from sumc.experiments.table_1_text import interval_text
from sumc.experiments.tables import MISSING, Table

LABELS = {system.name: system.label for system in SYSTEMS} | {
    "sumc-rnn": "SUMC-Solver (the paper's model)",
    "joint-rnn": "ours",
}
SPLIT_NOTE = (
    "Tested on 2,312 records of Math23K, sampled once with a fixed seed (the split "
    "`low-resource`); the epoch was chosen on 500 others. Every smaller training set is part of "
    "every larger one. The same small recurrent encoder for all: one layer of 128 in each "
    "direction."
)


def low_resource_tables(figure: LowResource) -> tuple[Table, ...]:
    """Answer accuracy by system and size of the training set."""
    headings = ("system", *(_size_text(size) for size in SIZES))
    rows = tuple(
        (LABELS[system.name], *(_score_cell(figure.score(system.name, size)) for size in SIZES))
        for system in SYSTEMS
    )
    notes = ("Right answers in percent, with the 95 % interval by Wilson in brackets.", SPLIT_NOTE)
    title = "Low resource: answer accuracy by the number of training problems"
    return (
        Table("figure-low-resource", title, headings, rows, (*notes, *_missing(figure.missing))),
    )


def _size_text(size: Size) -> str:
    return f"all ({problems_of(size):,})" if size == "all" else f"{size:,}"


def _score_cell(score: Score | None) -> str:
    return MISSING if score is None else f"{100 * score.share:.1f} ({interval_text(score)})"


def _missing(count: int) -> list[str]:
    return [f"Not done yet: {counted(count, 'training')}."] if count else []


def low_resource_csv(figure: LowResource) -> Table:
    """One row for every training, for programs that draw."""
    headings = (
        *("system", "training_problems", "right", "of", "percent", "low", "high"),
        *("epochs", "train_seconds"),
    )
    rows = tuple(
        (
            system.name,
            str(problems_of(size)),
            *score_cells(of_folds(result.answers)),
            str(result.epochs),
            f"{result.train_seconds:.1f}",
        )
        for system in SYSTEMS
        for size in SIZES
        if (result := figure.of(system.name, size))
    )
    return Table("low-resource", "", headings, rows)


def operands_tables(figure: ByOperands) -> tuple[Table, ...]:
    """Right answers by the number of operands."""
    sizes = figure.sizes()
    heads = (f"{name}: right of {sizes.get(name, 0):,}" for name in GROUPS)
    rows = tuple(_operands_row(figure, system) for system in SYSTEMS)
    notes = (
        "Right answers, their share and its 95 % interval. Operands are the numbers of the text "
        "that the solution needs, each counted once.",
        SPLIT_NOTE,
        *_missing(figure.missing),
    )
    title = "Operands: right answers by the number of operands a problem needs"
    return (Table("figure-operands", title, ("system", *heads), rows, notes),)


def _operands_row(figure: ByOperands, system: System) -> tuple[str, ...]:
    scores = (figure.score(system.name, operands) for operands in GROUPS.values())
    cells = (
        MISSING if score is None else f"{score.right:,} = {_score_cell(score)}" for score in scores
    )
    return LABELS[system.name], *cells


def operands_csv(figure: ByOperands) -> Table:
    """One row for every system and group, for programs that draw."""
    headings = ("system", "operands", "right", "of", "percent", "low", "high")
    rows = tuple(
        (system.name, name, *score_cells(score))
        for system in SYSTEMS
        for name, operands in GROUPS.items()
        if (score := figure.score(system.name, operands))
    )
    return Table("operands", "", headings, rows)


def csv_json(table: Table) -> list[dict[str, Any]]:
    """The rows of a table for programs as objects, numbers as numbers."""
    return [
        {name: _value(cell) for name, cell in zip(table.headings, row, strict=True)}
        for row in table.rows
    ]


def _value(cell: str) -> float | int | str:
    for kind in (int, float):
        try:
            return kind(cell)
        except ValueError:
            continue
    return cell
