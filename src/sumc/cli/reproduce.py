"""`sumc reproduce`: a table or figure of the paper, ours beside theirs."""

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from sumc.cli.bulk import LOCAL, check_engine
from sumc.cli.data import DataFolder
from sumc.cli.extras import needing_extras
from sumc.cli.options import Address, AsJson, Engine
from sumc.cli.output import NO, choose, print_json, show_error, show_hint, show_note, working
from sumc.cli.reproduce_progress import job_progress
from sumc.cli.reproduce_text import plan_json, show_claims, show_plan, show_tables, sources_of
from sumc.cli.table_styles import Latex, Markdown, Style, print_tables, style_of
from sumc.errors import SumcError
from sumc.evaluation.score import counted

if TYPE_CHECKING:  # imported when something is drawn or trained
    from sumc.experiments.catalog import Drawing, Experiment, Sources
    from sumc.experiments.jobs import Job, Plan
    from sumc.experiments.results import Results
    from sumc.experiments.table_1 import Budget
    from sumc.experiments.table_2 import CodeCounts

KNOWN = ("table-1", "table-2", "figure-low-resource", "figure-operands", "all")
RUNS = Path("runs") / "reproduce"
"""Default folder of the runs, with their results in `results`."""
OUTPUT = Path("reproduction")
"""Where pictures and the report go by default."""
MOST_NAMED = 5
"""Results with other settings than planned that are named."""
STOPPED_BY = 128
"""Exit codes of commands that a signal stopped begin here."""
RESUMING = (
    "Ctrl-C stops and saves, the same command resumes; --kept draws what is there without training"
)


PlanOnly = Annotated[
    bool,
    typer.Option("--plan", help="Show which results exist and which are missing, then stop."),
]
KeptOnly = Annotated[bool, typer.Option("--kept", help="Train nothing: use the existing results.")]
Fresh = Annotated[
    bool, typer.Option("--fresh", help="Train again, although sumc ships with results.")
]
BudgetName = Annotated[
    str,
    typer.Option(
        metavar="cpu|paper", help="Our settings for a CPU, or those of the systems' papers."
    ),
]
Only = Annotated[
    Optional[list[str]],  # noqa: UP045  (typer reads the annotation at run time on Python 3.10)
    typer.Option(
        metavar="PATTERN",
        help="Plan and train only the jobs that match, such as 'mawps/gts/*'; --plan --json lists "
        "the names. May be given several times.",
    ),
]
Workers = Annotated[
    int, typer.Option(metavar="N", min=1, help="Trainings to run in parallel, one per core.")
]
ResultsFolder = Annotated[
    Optional[Path],  # noqa: UP045  (typer reads the annotation at run time on Python 3.10)
    typer.Option(
        metavar="DIR",
        help="Folder of results to read and write; default: read those shipped with sumc, "
        "write new ones to RUNS/results.",
    ),
]
RunsFolder = Annotated[
    Path, typer.Option(metavar="DIR", help="Folder of the trainings themselves.")
]
OutputFolder = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option(
        metavar="DIR",
        help=f"Folder of pictures, CSV files and the report, else {OUTPUT}; for a table, "
        "only if given.",
    ),
]


def reproduce_command(
    what: Annotated[str, typer.Argument(metavar="WHAT", help=f"One of: {', '.join(KNOWN)}.")],
    plan: PlanOnly = False,
    kept: KeptOnly = False,
    fresh: Fresh = False,
    budget: BudgetName = "cpu",
    only: Only = None,
    workers: Workers = 1,
    results: ResultsFolder = None,
    runs: RunsFolder = RUNS,
    output: OutputFolder = None,
    markdown: Markdown = False,
    latex: Latex = False,
    data: DataFolder = None,
    engine: Engine = LOCAL,
    address: Address = None,
    as_json: AsJson = False,
) -> None:
    """Reproduce a table or figure of the paper: train what is missing, print ours beside theirs.

    Existing results are reused, so a complete table takes seconds and needs neither torch nor
    data; missing trainings take hours. --plan shows them, --kept does without. Whatever stops a
    training, the same command resumes it. Exit code: 0 done, 1 when a training failed, 2 bad usage
    or data.
    """
    style = style_of(markdown, latex, as_json)
    check_engine(engine, address)
    _check_options(plan=plan, kept=kept, fresh=fresh, style=style)
    is_file = results is not None and results.is_file()
    _check_folders(results if kept or is_file else None, data if plan or kept else None)
    experiments, chosen = _experiments(what), _budget(budget, what)
    from sumc.experiments.catalog import joint_plan

    found = _results(results, runs, fresh)
    planned = joint_plan(experiments, chosen)
    if only:
        planned = planned.only(only)
    _warn_of_other_settings(planned, found)
    if plan:
        print_json(plan_json(planned, found)) if as_json else show_plan(planned, found, workers)
        return
    counts_codes = what in ("table-2", "all")
    if data and counts_codes:
        _check_math23k(data)
    missing = [] if kept else planned.missing(found.names())
    failed: list[str] = []
    if missing:
        _check_writable(found.folders[0], runs, *filter(None, [output]))
        show_plan(planned, found, workers, to_error=True)
        show_hint(RESUMING)
        run = _runner(engine, address)
        failed = _train(missing, found.folders[0], runs, data, workers, run)
    sources = _sources(found, data, chosen, needed=counts_codes)
    origins = sources_of(planned, found)
    if what == "all":
        _show_report(sources, origins, output or OUTPUT, style)
    else:
        _show(experiments[0], sources, origins, output, style)
    for folder, count in origins.items() if not style else ():
        typer.echo(f"{counted(count, 'result')} from {folder}", err=True)
    if failed:
        show_error(f"{len(failed)} of {len(missing)} trainings failed: {', '.join(failed)}")
        raise typer.Exit(NO)


def _check_options(*, plan: bool, kept: bool, fresh: bool, style: Style) -> None:
    """Refuse options that contradict each other, or that would be ignored."""
    if kept and fresh:
        raise SumcError("--kept uses the existing results, --fresh ignores them: choose one")
    if plan and style not in ("", "json"):
        raise SumcError("--plan is shown as text or as --json: leave out --markdown and --latex")


def _check_folders(*folders: "str | Path | None") -> None:
    """Refuse folders that are read and are not there; new results would make theirs."""
    for folder in folders:
        if folder and not Path(folder).is_dir():
            raise SumcError(f"no folder {str(folder)!r}")


def _check_writable(*folders: Path) -> None:
    """Refuse folders that cannot be written into before hours of training, not after."""
    for folder in folders:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with TemporaryFile(dir=folder):
                pass
        except OSError as error:
            raise SumcError(f"cannot write into {folder}: {error.strerror}") from None


def _warn_of_other_settings(plan: "Plan", results: "Results") -> None:
    """Name results that were not trained as planned: they count, but not as the same system."""
    from sumc.experiments.keeping import trained_otherwise

    if others := trained_otherwise(plan.jobs, results):
        named = ", ".join(others[:MOST_NAMED])
        more = f" and {len(others) - MOST_NAMED} more" if others[MOST_NAMED:] else ""
        show_note(f"trained with other settings than planned now: {named}{more}")


def _check_math23k(data: str) -> None:
    """Refuse a data folder without the dataset whose codes are counted."""
    from sumc.problems.datasets import find_origin

    for path in find_origin("math23k", data).paths:
        if not path.is_file():
            raise SumcError(f"the codes of table 2 are counted on Math23K: no file {path}")


def _experiments(what: str) -> "list[Experiment]":
    if what not in KNOWN:
        raise SumcError(f"expected one of {', '.join(KNOWN)}, found {what!r}")
    from sumc.experiments.catalog import EXPERIMENTS

    return [*EXPERIMENTS.values()] if what == "all" else [EXPERIMENTS[what]]


def _budget(name: str, what: str) -> "Budget":
    from sumc.experiments.table_1 import BUDGETS

    chosen = choose("--budget", name, BUDGETS)
    if chosen == "paper" and what not in ("table-1", "all"):
        raise SumcError(f"--budget paper is for table-1: {what} has settings of its own")
    return chosen


def _results(folder: Path | None, runs: Path, fresh: bool) -> "Results":
    """The results that are read; new ones go into the first folder."""
    from sumc.experiments.results import Results, kept_results

    if folder:
        return Results(folder)
    return Results(runs / "results", *([] if fresh else [kept_results()]))


def _runner(engine: str, address: str | None) -> "Callable[..., list[str]]":
    """What runs jobs: processes of this machine, or a cluster."""
    if engine == LOCAL:
        from sumc.experiments.processes import run_jobs

        return run_jobs
    with needing_extras("--engine ray"):
        import ray  # noqa: F401  (its absence is noticed before anything is read)

        from sumc.scale import jobs

    return partial(jobs.run_jobs, address=address)


def _train(
    jobs: "Sequence[Job]",
    results: Path,
    runs: Path,
    data: str | None,
    workers: int,
    run_jobs: "Callable[..., list[str]]",
) -> list[str]:
    """Run jobs, reporting on standard error; return the names of those that failed."""
    from sumc.problems.datasets import find_origin

    if find_spec("torch") is None:
        raise SumcError(
            f"{len(jobs)} trainings are missing, and training needs torch: pip install "
            '"sumc[train]"; --kept uses the existing results'
        )
    # before torch is imported for each of them
    for name in dict.fromkeys(job.dataset for job in jobs):
        paths = find_origin(name, data).paths
        if lost := [path for path in paths if not path.is_file()]:
            raise SumcError(f"{name} cannot be read: no file {lost[0]}")
    with job_progress(len(jobs)) as report, _interrupting(signal.SIGTERM) as received:
        try:
            return run_jobs(jobs, results, runs, data, workers, report)
        except KeyboardInterrupt:
            show_error("stopped; everything is saved, run the same command to resume")
            if received:
                raise typer.Exit(STOPPED_BY + received[0]) from None
            raise


@contextmanager
def _interrupting(number: signal.Signals) -> Iterator[list[int]]:
    """Let a signal interrupt like Ctrl-C; the list has its number once it was received."""
    received: list[int] = []

    def interrupt(found: int, _: object) -> None:
        received.append(found)
        raise KeyboardInterrupt

    before = signal.signal(number, interrupt)
    try:
        yield received
    finally:
        signal.signal(number, before)


def _sources(results: "Results", data: str | None, budget: "Budget", *, needed: bool) -> "Sources":
    """What tables are made of; codes are counted if --data is given or no counts are kept."""
    from sumc.experiments.catalog import Sources
    from sumc.experiments.table_2 import kept_counts

    counts = kept_counts(results) if needed else None
    if needed and (data or counts is None):
        counts = _count(data) or counts
    return Sources(results, counts, budget)


def _count(data: str | None) -> "CodeCounts | None":
    from sumc.experiments.table_2 import count_codes
    from sumc.problems.datasets import is_available, load_dataset

    if is_available("math23k", data) != "there":
        show_error(
            "Math23K was not found, so its codes are not counted: name the data folder with --data"
        )
        return None
    with working("reading Math23K and building both code sets"):
        return count_codes(load_dataset("math23k", data))


def _show(
    experiment: "Experiment",
    sources: "Sources",
    origins: dict[str, int],
    output: Path | None,
    style: Style,
) -> None:
    with working("drawing"):
        drawing = experiment.draw(sources)
    if style == "json":
        print_json({**drawing.data, "results": origins})
    elif style:
        print_tables(drawing.tables, style)
    else:
        show_tables(drawing.tables)
    if output or drawing.pictures:
        _write([drawing], output or OUTPUT)


def _show_report(sources: "Sources", origins: dict[str, int], folder: Path, style: Style) -> None:
    """Print the report in short or in the chosen style, and write all of it."""
    from sumc.experiments.claims import claims_table
    from sumc.experiments.report import make_report, report_html, report_markdown
    from sumc.storage import write_text

    with working("drawing all tables and figures"):
        report = make_report(sources)
    if style == "json":
        print_json({**report.to_json(), "results": origins})
    elif style == "latex":
        tables = (table for each in report.drawings for table in each.tables)
        print_tables((claims_table(report.claims), *tables), style)
    elif style:
        print(report_markdown(report))
    else:
        show_tables(table for drawing in report.drawings for table in drawing.tables[:1])
        show_claims(report.claims)
    folder.mkdir(parents=True, exist_ok=True)
    pages = folder / "report.html", folder / "report.md"
    for page, text in zip(pages, (report_html(report), report_markdown(report)), strict=True):
        write_text(page, text)
    _write(report.drawings, folder, *pages)


def _write(drawings: "Sequence[Drawing]", folder: Path, *pages: Path) -> None:
    """Write tables and pictures into a folder; say on standard error what was written, and which
    pages."""
    from sumc.experiments.files import write_drawing

    written = [path for drawing in drawings for path in write_drawing(drawing, folder)]
    typer.echo("written: " + ", ".join(map(str, (*pages, *written))), err=True)
    if any(each.pictures for each in drawings) and not any(p.suffix == ".svg" for p in written):
        show_error('pictures need matplotlib: pip install "sumc[plots]"')
