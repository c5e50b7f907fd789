"""Table 2 in words and numbers: both code sets, and what the same model answers with each."""

from collections.abc import Iterator
from typing import Any

from sumc.evaluation.statistics import Comparison, p_text
from sumc.experiments import table_2
from sumc.experiments.measurements import compare, of_folds
from sumc.experiments.results import JobResult, Results
from sumc.experiments.table_1_text import interval_text, points, points_interval
from sumc.experiments.table_2 import CodeCounts, code_jobs
from sumc.experiments.tables import MISSING, Table


def answers_by_codes(results: Results) -> dict[str, JobResult]:
    """What the same model answers with each kind of codes, as far as it is trained."""
    jobs = code_jobs()
    return {n: results.load(job.name) for n, job in jobs.items() if results.find(job.name)}


def table_2_tables(results: Results, counts: CodeCounts | None) -> tuple[Table, ...]:
    """Both code sets beside the paper's, and the answers with each."""
    answers = answers_by_codes(results)
    tables = [_codes_table(counts)] if counts else []
    return (*tables, _answers_table(answers))


def _codes_table(counts: CodeCounts) -> Table:
    headings = ("codes", "code set", "test covered", "paper: set", "paper: covered")
    rows = tuple(
        (
            row.codes,
            f"{row.size:,}",
            f"{row.coverage:.1f} %",
            f"{row.paper_size:,}",
            f"{row.paper_coverage:.1f} %",
        )
        for row in counts.rows
    )
    how = " ".join((table_2.__doc__ or "").split("\n\n", 1)[1].split())
    marks = (
        f"{counts.unmarked:.1f} % of all solutions need no marks to tell branches of one kind "
        "apart (about 90 % in the paper's limitations)."
    )
    title = "The code sets of M-trees and of binary trees on Math23K"
    return Table("table-2", title, headings, rows, (how, marks))


def _answers_table(answers: dict[str, JobResult]) -> Table:
    headings = ("codes", "right", "of", "percent", "95 % interval")
    rows = tuple(_answers_row(name, answers.get(name)) for name in code_jobs())
    notes = [
        "Our model on Math23K's public test, trained alike with both kinds of codes; the paper "
        "compares the code sets alone."
    ]
    if found := compare_codes(answers):
        notes.append(f"M-tree against binary codes: {difference_text(found)}.")
    lost = [name for name in code_jobs() if name not in answers]
    notes += [f"Not measured yet: {', '.join(lost)}."] if lost else []
    title = "Answers with M-tree codes and with binary-tree codes"
    return Table("table-2-answers", title, headings, rows, tuple(notes))


def _answers_row(name: str, result: JobResult | None) -> tuple[str, ...]:
    if result is None:
        return name, *([MISSING] * 4)
    score = of_folds(result.answers)
    share = f"{100 * score.share:.1f}"
    return name, f"{score.right:,}", f"{score.total:,}", share, interval_text(score)


def compare_codes(answers: dict[str, JobResult]) -> Comparison | None:
    """The answers with M-tree codes against those with binary codes."""
    if len(answers) < len(code_jobs()):
        return None
    first, second = (answers[name].answers for name in code_jobs())
    return compare(first, second)


def difference_text(comparison: Comparison) -> str:
    """For example `+1.2 points (-0.3 to +2.7, p 0.120)`."""
    difference = f"{points(comparison.difference)} points"
    return f"{difference} ({points_interval(comparison)}, p {p_text(comparison.p_value)})"


def table_2_json(results: Results, counts: CodeCounts | None) -> dict[str, Any]:
    """The code sets and the answers for programs."""
    answers = answers_by_codes(results)
    found = compare_codes(answers)
    return {
        "table": "table-2",
        **(counts.to_json() if counts else {"rows": [], "unmarked": None}),
        "answers": dict(_answers_json(answers)),
        "comparison": found.to_json() if found else None,
    }


def _answers_json(answers: dict[str, JobResult]) -> Iterator[tuple[str, Any]]:
    for name, result in answers.items():
        yield name, {"job": result.job, **of_folds(result.answers).to_json()}
