"""Table 1 in words and numbers: what is printed, written to the docs and given to programs."""

from collections.abc import Iterator
from typing import Any

from sumc.evaluation.score import Score, counted
from sumc.evaluation.statistics import Comparison, p_text
from sumc.experiments.measurements import (
    Denominator,
    Measurement,
    of_all_asked,
    of_all_others_wrong,
    of_folds,
)
from sumc.experiments.systems import SYSTEMS, System
from sumc.experiments.table_1 import BUDGETS, DATASETS, Budget, Dataset, Table1
from sumc.experiments.tables import MISSING, Table

TITLES: dict[Dataset, str] = {"math23k": "Math23K", "mawps": "MAWPS"}
DENOMINATORS: dict[str, Denominator] = {
    "fold_problems": of_folds,
    "all_asked": of_all_asked,
    "all_others_wrong": of_all_others_wrong,
}
SETTINGS_NOTE = (
    "here: the same data and the same encoder for all systems of a kind, one CPU thread, chosen "
    "on validation alone. Optimizer, batch size, epochs and patience are those of each system "
    "(`configs`), and all but the paper's own model have a ranker fitted on validation. Paper's "
    "settings: each system as its own paper trains it (`sumc reproduce table-1 --budget paper`)."
)
INTERVALS_NOTE = (
    "Right answers in percent, with the 95 % interval by Wilson in brackets; ± the standard "
    "deviation of several seeds, whose mean is given."
)


def table_1_tables(table: Table1, budget: Budget = "cpu") -> tuple[Table, ...]:
    """The paper's table with ours beside it, then counts, costs and comparisons.

    The notes say what is not done yet of a budget.
    """
    details = (
        *(_counts(table, dataset) for dataset in DATASETS),
        _comparisons(table),
        _costs(table),
    )
    return _overview(table, budget), *(each for each in details if each.rows)


def _overview(table: Table1, budget: Budget) -> Table:
    headings = ["encoder", "system"]
    for dataset in DATASETS:
        headings += [f"{TITLES[dataset]}: {each}" for each in ("paper", "paper's settings here")]
        sizes = ("here",) if dataset == "math23k" else ("here, 2,163", "here, 2,373")
        headings += [f"{TITLES[dataset]}: {each}" for each in sizes]
    rows = tuple(_overview_row(table, system) for system in SYSTEMS)
    notes = (INTERVALS_NOTE, SETTINGS_NOTE, *_missing_notes(table, budget))
    title = "Answer accuracy, the paper's and ours"
    return Table("table-1", title, tuple(headings), rows, notes, 2, True)


def _overview_row(table: Table1, system: System) -> tuple[str, ...]:
    cells = [system.encoder.upper(), system.label]
    for dataset in DATASETS:
        cells.append(_paper(system, dataset))
        cells.append(_share_cell(table.of(system, dataset, "paper")))
        here = table.of(system, dataset)
        cells.append(_share_cell(here))
        if dataset == "mawps":
            cells.append(_share_cell(here, of_all_asked))
    return tuple(cells)


def _paper(system: System, dataset: Dataset) -> str:
    figure = system.paper.get(dataset)
    return MISSING if figure is None else f"{figure:.1f}"


def _share_cell(measured: Measurement | None, count: Denominator = of_folds) -> str:
    """For example `87.1 ± 0.4 (85.6 to 88.4)`, and how far it is done."""
    if measured is None:
        return MISSING
    partly = f", {measured.so_far}" if measured.so_far else ""
    return f"{_share(measured, count)} ({interval_text(measured.score(count))}){partly}"


def _share(measured: Measurement, count: Denominator = of_folds) -> str:
    mean, deviation = measured.share(count)
    spread = f" ± {100 * deviation:.1f}" if len(measured.seeds) > 1 else ""
    return f"{100 * mean:.1f}{spread}"


def interval_text(score: Score) -> str:
    """The 95 % interval of a score in percent.

    >>> interval_text(Score(50, 100))
    '40.4 to 59.6'
    """
    low, high = score.interval
    return f"{100 * low:.1f} to {100 * high:.1f}"


def _missing_notes(table: Table1, budget: Budget) -> Iterator[str]:
    if count := table.missing[budget]:
        command = "sumc reproduce table-1" + (" --budget paper" if budget == "paper" else "")
        yield f"Not done yet: {counted(count, 'training')}; `{command} --plan` shows which."
    if not any(budget == "paper" for _, _, budget in table.measured):
        yield "Nothing was trained with the papers' own settings here: they need a GPU."


def _counts(table: Table1, dataset: Dataset) -> Table:
    """Right answers of a dataset under every denominator."""
    several = dataset == "mawps"
    headings = ["encoder", "system", "right", "of", "percent", "95 % interval"]
    if several:
        headings += ["2,373: others evaluated too", "2,373: others wrong"]
    rows = tuple(
        _count_row(system, measured, several)
        for system in SYSTEMS
        if (measured := table.of(system, dataset))
    )
    notes = (_COUNT_NOTES[dataset], *_partial_notes(table, dataset))
    title = f"{TITLES[dataset]}: right answers here"
    return Table(f"table-1-{dataset}", title, (*headings, "seeds"), rows, notes, 2, True)


_COUNT_NOTES: dict[Dataset, str] = {
    "math23k": "The public test set of 1,000 problems; records that cannot be read are wrong.",
    "mawps": "The five reference folds have 2,163 of the 2,373 records; the other 210, which no "
    "model was trained on, are evaluated too or count as wrong. Of several seeds the mean is "
    "given in whole problems.",
}


def _count_row(system: System, measured: Measurement, several: bool) -> tuple[str, ...]:
    score = measured.score()
    counts = f"{score.right:,}", f"{score.total:,}", _share(measured), interval_text(score)
    others = [
        f"{measured.score(count).right:,} = {_share(measured, count)} %"
        for count in (of_all_asked, of_all_others_wrong)
    ]
    seeds = measured.so_far or str(len(measured.seeds))
    return (
        system.encoder.upper(),
        system.label,
        *counts,
        *(others if several else ()),
        seeds,
    )


def _partial_notes(table: Table1, dataset: Dataset) -> Iterator[str]:
    missing = [each.label_and_kind for each in SYSTEMS if table.of(each, dataset) is None]
    if missing:
        yield f"Not measured yet: {', '.join(missing)}."


def _comparisons(table: Table1) -> Table:
    headings = (
        "dataset",
        "ours",
        "against",
        "only ours right",
        "only theirs right",
        "of",
        "difference in points",
        "95 % interval",
        "p",
    )
    rows = tuple(
        (
            TITLES[each.dataset],
            each.ours.encoder.upper(),
            each.other.label,
            f"{each.comparison.only_first:,}",
            f"{each.comparison.only_second:,}",
            f"{each.comparison.total:,}",
            points(each.comparison.difference),
            points_interval(each.comparison),
            p_text(each.comparison.p_value),
        )
        for each in sorted(table.comparisons, key=lambda each: DATASETS.index(each.dataset))
    )
    note = (
        "McNemar's exact test, two-sided, on the test problems that both systems were evaluated "
        "on (the first seed of each); a positive difference is in favour of ours."
    )
    title = "Our model against each other system on the same encoder"
    return Table("table-1-comparisons", title, headings, rows, (note,), 3, True)


def points_interval(comparison: Comparison) -> str:
    """The 95 % interval of a difference in percentage points."""
    low, high = comparison.interval
    return f"{points(low)} to {points(high)}"


def points(share: float) -> str:
    """A difference of shares in percentage points, with its sign.

    >>> points(-0.0004), points(0.0123)
    ('+0.0', '+1.2')
    """
    return f"{round(100 * share, 1) + 0.0:+.1f}"


def _costs(table: Table1) -> Table:
    headings = (
        "dataset",
        "encoder",
        "system",
        "weights",
        "epochs",
        "training, seconds",
        "problems a second",
    )
    rows = tuple(
        (TITLES[dataset], system.encoder.upper(), system.label, *_cost_cells(measured))
        for dataset in DATASETS
        for system in SYSTEMS
        if (measured := table.of(system, dataset))
    )
    note = (
        "Means of the trainings that count above: weights that are trained, epochs and seconds "
        "of processor time until validation stopped rising or the epochs were over, and test "
        "problems solved a second in batches on one thread, with the beam that the system is "
        "evaluated with. The trainings ran on processors of different kinds, in bfloat16 where "
        "that is fast, so compare seconds only roughly."
    )
    return Table("table-1-costs", "What it costs", headings, rows, (note,), 3, True)


def _cost_cells(measured: Measurement) -> tuple[str, ...]:
    return (
        f"{measured.mean(lambda each: each.parameters) / 1e6:.2f} M",
        f"{measured.mean(lambda each: each.epochs):.0f}",
        f"{measured.mean(lambda each: each.train_seconds):,.0f}",
        f"{measured.mean(lambda each: each.problems_per_second):,.0f}",
    )


def table_1_json(table: Table1) -> dict[str, Any]:
    """All figures for programs."""
    return {
        "table": "table-1",
        "systems": [_system_json(table, system) for system in SYSTEMS],
        "comparisons": [
            {
                "dataset": each.dataset,
                "ours": each.ours.name,
                "other": each.other.name,
                **each.comparison.to_json(),
            }
            for each in table.comparisons
        ],
        "missing": dict(table.missing),
    }


def _system_json(table: Table1, system: System) -> dict[str, Any]:
    measured = {
        dataset: {
            budget: measurement_json(found)
            for budget in BUDGETS
            if (found := table.of(system, dataset, budget))
        }
        for dataset in DATASETS
    }
    return {
        "system": system.name,
        "label": system.label,
        "encoder": system.encoder,
        "paper": dict(system.paper),
        "measured": measured,
    }


def measurement_json(measured: Measurement) -> dict[str, Any]:
    """The figures of a system on a dataset; `folds` are those of one seed."""
    scores = {}
    for name, count in DENOMINATORS.items():
        mean, deviation = measured.share(count)
        scores[name] = {
            "mean": round(mean, 6),
            "deviation": round(deviation, 6) if len(measured.seeds) > 1 else None,
            "mean_score": measured.score(count).to_json(),
            "seeds": [score.to_json() for score in measured.scores(count)],
        }
    return {
        **scores,
        "complete": measured.is_complete,
        "done": {"seeds": measured.seeds_done, "folds": len(measured.seeds[0])},
        "planned": {"seeds": measured.planned_seeds, "folds": measured.folds},
        "jobs": [result.job for result in measured.results],
        "parameters": round(measured.mean(lambda each: each.parameters)),
        "epochs": round(measured.mean(lambda each: each.epochs), 1),
        "train_seconds": round(measured.mean(lambda each: each.train_seconds), 1),
        "problems_per_second": round(measured.mean(lambda each: each.problems_per_second), 1),
    }
