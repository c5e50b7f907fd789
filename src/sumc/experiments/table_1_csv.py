"""Table 1 as numbers for programs: a row for everything that was measured."""

from sumc.evaluation.score import Score
from sumc.experiments.systems import SYSTEMS
from sumc.experiments.table_1 import BUDGETS, DATASETS, Table1
from sumc.experiments.table_1_text import DENOMINATORS
from sumc.experiments.tables import Table


def table_1_csv(table: Table1) -> Table:
    """One row for every system, dataset, budget, seed and way to count, for programs."""
    headings = (
        *("encoder", "system", "dataset", "budget", "counted", "seed", "folds"),
        *("right", "of", "percent", "low", "high"),
    )
    rows = tuple(
        (
            *(system.encoder, system.name, dataset, budget, name, str(seed)),
            *(str(len(measured.seeds[seed])), *score_cells(score)),
        )
        for system in SYSTEMS
        for dataset in DATASETS
        for budget in BUDGETS
        if (measured := table.of(system, dataset, budget))
        for name, count in DENOMINATORS.items()
        for seed, score in enumerate(measured.scores(count))
    )
    return Table("table-1", "", headings, rows)


def score_cells(score: Score) -> tuple[str, ...]:
    """Right, total, the share in percent and its interval, as numbers for programs.

    >>> score_cells(Score(1, 4))
    ('1', '4', '25.00', '4.56', '69.94')
    """
    shares = (score.share, *score.interval)
    return str(score.right), str(score.total), *(f"{100 * share:.2f}" for share in shares)


def comparisons_csv(table: Table1) -> Table:
    """One row for every comparison of ours with another system, for programs."""
    headings = (
        *("dataset", "ours", "other", "only_ours_right", "only_other_right", "of"),
        *("difference_points", "low", "high", "p_value"),
    )
    rows = tuple(
        (
            *(each.dataset, each.ours.name, each.other.name),
            *map(str, (found.only_first, found.only_second, found.total)),
            *(f"{100 * share:.2f}" for share in (found.difference, *found.interval)),
            f"{found.p_value:.6g}",
        )
        for each in table.comparisons
        for found in [each.comparison]
    )
    return Table("table-1-comparisons", "", headings, rows)


def costs_csv(table: Table1) -> Table:
    """What every system costs on every dataset, for programs."""
    headings = (
        *("encoder", "system", "dataset", "budget"),
        *("parameters", "epochs", "train_seconds", "problems_per_second"),
    )
    rows = tuple(
        (
            *(system.encoder, system.name, dataset, budget),
            f"{measured.mean(lambda each: each.parameters):.0f}",
            f"{measured.mean(lambda each: each.epochs):.1f}",
            f"{measured.mean(lambda each: each.train_seconds):.1f}",
            f"{measured.mean(lambda each: each.problems_per_second):.1f}",
        )
        for system in SYSTEMS
        for dataset in DATASETS
        for budget in BUDGETS
        if (measured := table.of(system, dataset, budget))
    )
    return Table("table-1-costs", "", headings, rows)
