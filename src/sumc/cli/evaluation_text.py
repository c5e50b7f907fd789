"""The tables of an evaluation for papers and pages: what was measured, seeds, every two runs."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # imported when there is something to evaluate
    from sumc.evaluation.comparing import Evaluated, Pair, Seeds
    from sumc.evaluation.score import Score
    from sumc.experiments.tables import Table

PAIRS_HEADINGS = (
    *("first", "second", "only first", "only second", "of"),
    *("difference", "95 % interval", "p", "p, Holm"),
)
PAIRS_NOTES = (
    "Difference: how many points more the first one has right; 95 % intervals by Agresti and Min.",
    "p by McNemar's exact test, corrected for the number of comparisons by Holm's method.",
)
SEEDS_NOTE = "Mean and standard deviation of runs that differ only in their seed."


def report_tables(
    runs: Sequence["Evaluated"], seeds: Sequence["Seeds"], pairs: Sequence["Pair"]
) -> list["Table"]:
    """All tables of an evaluation; empty ones are left out."""
    found = [_figures(runs), _seeds(seeds), _pairs(pairs)]
    return [each for each in found if each.rows]


def comparison_tables(seeds: Sequence["Seeds"], pairs: Sequence["Pair"]) -> list["Table"]:
    """The tables that compare several runs; empty ones are left out."""
    return [each for each in (_seeds(seeds), _pairs(pairs)) if each.rows]


def _figures(runs: Sequence["Evaluated"]) -> "Table":
    from sumc.experiments.tables import Table

    names = dict.fromkeys(run.outcome.report.name for run in runs)
    return Table(
        "evaluation",
        f"Evaluation: {'; '.join(names)}",
        ("run", "what", "right", "of", "%", "95 % interval"),
        tuple(
            (run.name, what, *_score_cells(score))
            for run in runs
            for what, score in run.outcome.report.headlines().items()
        ),
        tuple(_notes(runs)),
        texts=2,
        grouped=True,
    )


def _notes(runs: Sequence["Evaluated"]) -> Iterator[str]:
    """The protocol of all runs, then what belongs to some of them alone, with their names."""
    protocols = {run.name: run.outcome.report.protocol for run in runs}
    lines = dict.fromkeys(line for protocol in protocols.values() for line in protocol)
    own = {line: [name for name in protocols if line in protocols[name]] for line in lines}
    yield from (line for line in lines if len(own[line]) == len(protocols))
    for line, names in own.items():
        if len(names) < len(protocols):
            yield f"{', '.join(names)}: {line}"


def _score_cells(score: "Score") -> tuple[str, str, str, str]:
    from sumc.experiments.tables import MISSING

    counts = f"{score.right:,}", f"{score.total:,}"
    if not score.total:
        return *counts, MISSING, MISSING
    return *counts, f"{100 * score.share:.2f}", _interval(score.interval)


def _seeds(seeds: Sequence["Seeds"]) -> "Table":
    from sumc.experiments.tables import Table

    return Table(
        "seeds",
        "Seeds",
        ("runs", "seeds", "answers, %"),
        tuple(
            (each.name, str(len(each.runs)), f"{100 * each.mean:.2f} ± {100 * each.deviation:.2f}")
            for each in seeds
        ),
        (SEEDS_NOTE,),
    )


def _pairs(pairs: Sequence["Pair"]) -> "Table":
    from sumc.experiments.tables import Table

    return Table(
        "pairs",
        "Every two runs on the same problems",
        PAIRS_HEADINGS,
        tuple(map(_pair_cells, pairs)),
        PAIRS_NOTES,
        texts=2,
    )


def _pair_cells(pair: "Pair") -> tuple[str, ...]:
    from sumc.evaluation.statistics import p_text

    found = pair.comparison
    counts = (found.only_first, found.only_second, found.total)
    difference = f"{100 * found.difference:+.2f}"
    tests = (p_text(found.p_value), p_text(pair.adjusted))
    return (
        *(pair.first, pair.second, *(f"{each:,}" for each in counts)),
        *(difference, _interval(found.interval), *tests),
    )


def _interval(interval: tuple[float, float]) -> str:
    low, high = interval
    return f"{100 * low:.2f} to {100 * high:.2f}"
