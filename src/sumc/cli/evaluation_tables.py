"""The tables of an evaluation in the terminal."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from sumc.cli.output import console

if TYPE_CHECKING:  # imported when there is something to evaluate
    from sumc.evaluation.benchmark import Outcome
    from sumc.evaluation.report import Report
    from sumc.evaluation.score import Score

MOST_REASONS = 8
"""Reasons shown to people; `--json` has all of them."""


def show_outcome(run: str, outcome: "Outcome") -> None:
    """Print all figures of an outcome, and how they were measured."""
    from sumc.evaluation.confidence import calibration_error

    report, screen = outcome.report, console()
    screen.print(Text.assemble((report.name, "bold"), (f"   {run}", "dim")))
    screen.print(_figures(report))
    for title, scores in (
        ("answers by operands", report.operands),
        ("answers by text", report.texts),
        ("answers by kind", report.kinds),
        ("groups of variations", {"all of them right": report.groups}),
        ("refused", report.refusals()),
        ("answers by confidence", report.coverage()),
    ):
        if any(score.total for score in scores.values()):
            screen.print(_scores_table(title, scores))
    error = calibration_error(report.confidences)
    screen.print(f"expected calibration error  {error:.3f}", highlight=False)
    if report.folds:
        screen.print(_folds_table(report))
    for title, counts in (
        ("no answer, because", report.unanswered),
        ("cannot be read, counted as wrong", report.skipped),
        ("cannot be read, outside the reference folds", report.beyond_skipped),
        ("what differs in wrong problems", outcome.errors.kinds()),
    ):
        if counts:
            screen.print(_counts_table(title, dict(counts.most_common())))
    for line in report.protocol:
        screen.print(Text(f"- {line}", style="dim"))
    screen.print()


def _figures(report: "Report") -> Table:
    """The shares that matter most, and the mean overlap of the trees."""
    table = _scores_table("", report.headlines())
    mean = f"{100 * report.overlap.value:.2f} %"
    table.add_row(
        "M-tree overlap (mean share of common paths)", "", f"{report.overlap.count:,}", mean
    )
    if report.disagreeing.total:
        label = "answers, gold equation gives another"
        table.add_row(label, *_score_cells(report.disagreeing))
    return table


def _scores_table(title: str, scores: Mapping[str, "Score"]) -> Table:
    table = Table(title, box=None, header_style="dim", pad_edge=False)
    for heading in ("right", "of", "share", "95 % interval"):
        table.add_column(heading, justify="right")
    for name, score in scores.items():
        table.add_row(name, *_score_cells(score))
    return table


def _score_cells(score: "Score") -> tuple[str, str, str, str]:
    low, high = score.interval
    counts = f"{score.right:,}", f"{score.total:,}"
    if not score.total:
        return *counts, "-", "-"
    return *counts, f"{100 * score.share:.2f} %", f"{100 * low:.2f} to {100 * high:.2f}"


def _folds_table(report: "Report") -> Table:
    """A line for every fold with all of its denominators."""
    names = report.denominators()
    table = Table("fold", box=None, header_style="dim", pad_edge=False)
    for name in names:
        table.add_column(name.removeprefix("answers, "), justify="right")
    for number, fold in enumerate(report.folds):
        scores = fold.denominators()
        table.add_row(str(number), *(_in_short(scores.get(name, fold.answers)) for name in names))
    return table


def _in_short(score: "Score") -> str:
    return f"{100 * score.share:.2f} % ({score.right:,} of {score.total:,})"


def _counts_table(title: str, counts: Mapping[str, int]) -> Table:
    table = Table(title, box=None, header_style="dim", pad_edge=False)
    table.add_column("problems", justify="right")
    rows = list(counts.items())
    for name, count in rows[:MOST_REASONS]:
        table.add_row(Text(name), f"{count:,}")
    if rest := rows[MOST_REASONS:]:
        table.add_row(f"{len(rest)} more", f"{sum(count for _, count in rest):,}", style="dim")
    return table
