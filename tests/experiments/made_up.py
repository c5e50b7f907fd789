"""Made-up results, small enough to count by hand."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from sumc.experiments.jobs import Job
from sumc.experiments.results import Answer, JobResult, Results, Scope


def answers(marks: str, first: int = 1, scope: Scope = "", operands: int = 2) -> list[Answer]:
    """An answer for each mark, `+` for a right one; ids count from the first."""
    return [
        Answer(str(first + place), mark == "+", "n1+n2", operands, scope)
        for place, mark in enumerate(marks)
    ]


def result(
    job: Job, given: Iterable[Answer], seconds: float = 60.0, speed: float = 100.0
) -> JobResult:
    """The result of a job."""
    return JobResult(
        job.name,
        job.system,
        job.dataset,
        job.variant,
        "sumc train",
        {"training": {"seed": 0}},
        1_500_000,
        10,
        7,
        (3, 4),
        seconds,
        speed,
        {"sumc": "0.1.0"},
        tuple(given),
    )


def write(folder: Path, results: Sequence[JobResult]) -> Results:
    """The results in a folder, as a training writes them."""
    found = Results(folder)
    for each in results:
        path = found.path(each.job)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(each.to_json()), encoding="utf-8")
    return found
