"""`sumc reproduce`: a table or figure of the paper, ours beside theirs."""

from collections.abc import Sequence
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer
from rich.table import Table

from sumc.cli.data import AsJson, DataFolder
from sumc.cli.output import NO, Json, console, print_json, show_error, working
from sumc.cli.reproduce_progress import job_progress
from sumc.cli.reproduce_text import plan_json, show_plan, show_tables
from sumc.errors import SumcError

if TYPE_CHECKING:  # imported when something is drawn or trained
    from sumc.experiments.catalog import Drawing
    from sumc.experiments.jobs import Job
    from sumc.experiments.results import Results

KNOWN = ("table-1", "table-2")
RUNS = Path("runs") / "reproduce"
"""Default folder of the runs, with their results in `results`."""


def reproduce_command(
    what: Annotated[str, typer.Argument(metavar="WHAT", help=f"One of: {', '.join(KNOWN)}.")],
    plan: Annotated[
        bool,
        typer.Option("--plan", help="Show which results exist and which are missing, then stop."),
    ] = False,
    kept: Annotated[
        bool, typer.Option("--kept", help="Train nothing: use the existing results.")
    ] = False,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Train again, although sumc ships with results.")
    ] = False,
    budget: Annotated[
        str,
        typer.Option(
            metavar="cpu|paper", help="Our settings for a CPU, or those of the systems' papers."
        ),
    ] = "cpu",
    workers: Annotated[
        int, typer.Option(metavar="N", min=1, help="Trainings to run in parallel, one per core.")
    ] = 1,
    results: Annotated[
        Optional[Path],  # noqa: UP045  (typer reads the annotation at run time on Python 3.10)
        typer.Option(
            metavar="DIR",
            help="Folder of results to read and write; default: read those shipped with sumc, "
            "write new ones to RUNS/results.",
        ),
    ] = None,
    runs: Annotated[
        Path, typer.Option(metavar="DIR", help="Folder of the trainings themselves.")
    ] = RUNS,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown.")] = False,
    latex: Annotated[bool, typer.Option("--latex", help="Print LaTeX (booktabs).")] = False,
    data: DataFolder = None,
    as_json: AsJson = False,
) -> None:
    """Reproduce a table or figure of the paper: train what is missing, print ours beside theirs.

    Existing results are reused, so a complete table takes seconds and needs neither torch nor
    data. Whatever stops a training, the same command resumes it. Exit code: 0 done, 1 when a
    training failed, 2 bad usage or data.
    """
    if what not in KNOWN:
        raise SumcError(f"expected one of {', '.join(KNOWN)}, found {what!r}")
    if what == "table-2":
        _table_2(data, as_json)
        return
    from sumc.experiments.catalog import EXPERIMENTS
    from sumc.experiments.table_1 import BUDGETS

    chosen = next((each for each in BUDGETS if each == budget), None)
    if chosen is None:
        raise SumcError(f"expected cpu or paper after --budget, found {budget!r}")
    found = _results(results, runs, fresh)
    experiment = EXPERIMENTS[what]
    planned = experiment.plan(chosen)
    if plan:
        print_json(plan_json(planned, found)) if as_json else show_plan(planned, found, workers)
        return
    missing = [] if kept else planned.missing(found.names())
    failed: list[str] = []
    if missing:
        show_plan(planned, found, workers, to_error=True)
        failed = _train(missing, found.folders[0], runs, data, workers)
    _show(experiment.draw(found), markdown, latex, as_json)
    if failed:
        show_error(f"{len(failed)} of {len(missing)} trainings failed: {', '.join(failed)}")
        raise typer.Exit(NO)


def _results(folder: Path | None, runs: Path, fresh: bool) -> "Results":
    """The results that are read; new ones go into the first folder."""
    from sumc.experiments.results import Results, kept_results

    if folder:
        return Results(folder)
    return Results(runs / "results", *([] if fresh else [kept_results()]))


def _train(
    jobs: "Sequence[Job]", results: Path, runs: Path, data: str | None, workers: int
) -> list[str]:
    """Run jobs, reporting on standard error; return the names of those that failed."""
    from sumc.experiments.processes import run_jobs
    from sumc.problems.datasets import find_origin

    if find_spec("torch") is None:
        raise SumcError(
            f"{len(jobs)} trainings are missing, and training needs torch: pip install "
            '"sumc[train]"; --kept uses the existing results'
        )
    for name in {job.dataset for job in jobs}:  # before torch is imported for each of them
        paths = find_origin(name, data).paths
        if lost := [path for path in paths if not path.is_file()]:
            raise SumcError(f"{name} cannot be read: no file {lost[0]}")
    with job_progress(len(jobs)) as report:
        try:
            return run_jobs(jobs, results, runs, data, workers, report)
        except KeyboardInterrupt:
            show_error("stopped; everything is saved, run the same command to resume")
            raise


def _show(drawing: "Drawing", markdown: bool, latex: bool, as_json: bool) -> None:
    if as_json:
        print_json({**drawing.data})
    elif markdown or latex:
        texts = (each.to_latex() if latex else each.to_markdown() for each in drawing.tables)
        print("\n\n".join(texts))
    else:
        show_tables(drawing.tables)


def _table_2(data: str | None, as_json: bool) -> None:
    from sumc.experiments import table_2
    from sumc.problems.datasets import load_dataset

    with working("reading Math23K and building both code sets"):
        rows = table_2.table_2(load_dataset("math23k", data))
    if as_json:
        content: Json = {"table": "table-2", "rows": [asdict(row) for row in rows]}
        print_json(content)
        return
    table = Table("codes", "code set", "test covered", "paper: set", "paper: covered")
    for row in rows:
        covered, theirs = f"{row.coverage:.1f} %", f"{row.paper_coverage:.1f} %"
        table.add_row(row.codes, f"{row.size:,}", covered, f"{row.paper_size:,}", theirs)
    screen = console()
    screen.print(table)
    how = (table_2.__doc__ or "").split("\n\n", 1)[1]
    screen.print(" ".join(how.split()))
