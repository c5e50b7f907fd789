"""Plans and tables of `sumc reproduce` in the terminal."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from sumc.cli.output import Json, console

if TYPE_CHECKING:  # imported when something is drawn
    from sumc.experiments.claims import Claim
    from sumc.experiments.jobs import Job, Minutes, Plan
    from sumc.experiments.results import Results
    from sumc.experiments.tables import Table

UNKNOWN = "unknown"
"""How long a training takes that needs a GPU."""


def show_plan(
    plan: "Plan", results: "Results", workers: int = 1, *, to_error: bool = False
) -> None:
    """Print which results exist, which are missing and roughly how long those take."""
    minutes, missing = _estimate(plan, results), plan.missing(results.names())
    grid = Grid("dataset", "system", box=None, header_style="dim", pad_edge=False)
    for heading in ("there", "missing", "minutes each", "hours"):
        grid.add_column(heading, justify="right")
    for dataset, system in dict.fromkeys((job.dataset, job.system) for job in plan.jobs):
        own = [job for job in plan.jobs if (job.dataset, job.system) == (dataset, system)]
        lost = [job for job in own if job in missing]
        figures = _time_cells(lost, minutes) if lost else ("", "")
        grid.add_row(dataset, system, str(len(own) - len(lost)), str(len(lost)), *figures)
    screen = Console(stderr=True, highlight=False, markup=False) if to_error else console()
    screen.print(grid)
    screen.print(_summary(plan, missing, minutes, workers))
    for folder, count in sources_of(plan, results).items():
        screen.print(Text(f"{count} from {folder}", style="dim"))


def _estimate(plan: "Plan", results: "Results") -> "Minutes":
    """About how long the jobs of a plan take, judging by the results of all plans."""
    from sumc.experiments.jobs import estimate
    from sumc.experiments.keeping import all_jobs

    jobs = {job.name: job for job in (*all_jobs(), *plan.jobs)}
    done = results.load_all(jobs)
    return estimate(jobs.values(), {result.job: result.train_seconds for result in done})


def _time_cells(jobs: "Sequence[Job]", minutes: "Minutes") -> tuple[str, str]:
    """The minutes of each job and the hours of all, where they are known."""
    if _without_estimate(jobs, minutes):
        return UNKNOWN, UNKNOWN
    hours = _hours(jobs, minutes)
    return f"{60 * hours / len(jobs):.0f}", f"{hours:.1f}"


def _hours(jobs: "Iterable[Job]", minutes: "Minutes") -> float:
    """The hours of those jobs whose time is known."""
    return sum(minutes[job.name] or 0 for job in jobs) / 60


def _without_estimate(jobs: "Iterable[Job]", minutes: "Minutes") -> int:
    return sum(minutes[job.name] is None for job in jobs)


def _summary(plan: "Plan", missing: "tuple[Job, ...]", minutes: "Minutes", workers: int) -> str:
    from sumc.evaluation.score import counted

    there = f"{plan.name}: {len(plan.jobs) - len(missing)} of {len(plan.jobs)} trainings are done"
    if not missing:
        return f"{there}; nothing is missing"
    hours, unknown = _hours(missing, minutes), _without_estimate(missing, minutes)
    gpu = "need a GPU; how long they take is unknown"
    if unknown == len(missing):
        return f"{there}; the others {gpu}"
    cores = f", {hours / workers:.1f} hours on {workers}" if workers > 1 else ""
    rest = f", not counting {counted(unknown, 'training')} that {gpu}" if unknown else ""
    return f"{there}; the others take about {hours:.1f} hours on one core{cores}{rest}"


def sources_of(plan: "Plan", results: "Results") -> dict[str, int]:
    """How many of the results each folder has."""
    paths = [path for job in plan.jobs if (path := results.find(job.name))]
    counts = {
        folder: sum(path.is_relative_to(folder) for path in paths) for folder in results.folders
    }
    return {str(folder): count for folder, count in counts.items() if count}


def plan_json(plan: "Plan", results: "Results") -> Json:
    """The plan for programs: every job, where its result is or about how long it takes.

    Times are None where they are not known; `hours` is the sum of those that are.
    """
    minutes, missing = _estimate(plan, results), plan.missing(results.names())
    jobs = [
        {
            "job": job.name,
            "config": job.config,
            "settings": list(job.overrides),
            "result": str(path) if (path := results.find(job.name)) else None,
            "minutes": None if (each := minutes[job.name]) is None else round(each, 1),
        }
        for job in plan.jobs
    ]
    unknown, hours = _without_estimate(missing, minutes), round(_hours(missing, minutes), 2)
    return {
        "plan": plan.name,
        "missing": len(missing),
        "hours": hours if unknown < len(missing) or not missing else None,
        "without_estimate": unknown,
        "jobs": jobs,
    }


def show_tables(tables: "Iterable[Table]") -> None:
    """Print tables with their notes."""
    screen = console()
    for table in tables:
        grid = Grid(box=None, header_style="dim", pad_edge=False)
        for column, heading in enumerate(table.headings):
            grid.add_column(heading, justify="left" if column < table.texts else "right")
        for row in table.rows:
            grid.add_row(*map(Text, row))
        screen.print(Text(table.title, style="bold"))
        screen.print(grid)
        for note in table.notes:
            screen.print(Text(f"- {note}", style="dim"))
        screen.print()


def show_claims(claims: "Iterable[Claim]") -> None:
    """Print how far every claim of the paper holds."""
    screen = console()
    screen.print(Text("What the paper claims, and how far it holds here", style="bold"))
    for claim in claims:
        about = f" ({claim.about})" if claim.about else ""
        said = f"{claim.statement}{about}"
        screen.print(Text.assemble((f"- {claim.outcome.text}: ", "bold"), said))
        if claim.evidence:
            screen.print(Text(f"  {claim.evidence}", style="dim"))
