"""Independent jobs as Ray tasks: the trainings of a plan, folds, seeds.

A job keeps what it has done in a folder that all machines see, so Ray may run it again anywhere:
after a lost node it resumes from its last checkpoint.
"""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from sumc.experiments.jobs import Job
from sumc.experiments.processes import Report, epochs_of
from sumc.scale.cluster import connected

RETRIES = 10
"""How often a job is restarted after its process or its node was lost."""
POLL_SECONDS = 1.0


def run_jobs(
    jobs: Sequence[Job],
    results: Path,
    runs: Path,
    data: str | Path | None = None,
    workers: int | None = None,
    report: Report = lambda job, what: None,
    address: str | None = None,
) -> list[str]:
    """Run jobs on a cluster; return the names of those that failed, none of which stops another.

    Both folders, and that of the data, must be the same ones on all machines.
    """
    places = results.resolve(), runs.resolve(), Path(data).resolve() if data else None
    calls = {job.name: partial(_run_job, job, *places) for job in jobs}
    news = {job.name: epochs_of(job, runs) for job in jobs}
    return run_calls(calls, workers, report, address, news)


def _run_job(job: Job, results: Path, runs: Path, data: Path | None) -> None:
    from sumc.experiments.running import run_job

    run_job(job, results, runs, data)


def run_calls(
    calls: Mapping[str, Callable[[], None]],
    workers: int | None = None,
    report: Report = lambda job, what: None,
    address: str | None = None,
    news: Mapping[str, Iterator[str]] | None = None,
) -> list[str]:
    """Call functions on a cluster, each on one processor; return the names of failed ones."""
    import ray

    waiting, running, failed = deque(calls.items()), dict[Any, str](), list[str]()
    with connected(address, workers) as most:
        start = ray.remote(num_cpus=1, max_retries=RETRIES)(_call)
        while waiting or running:
            while waiting and len(running) < most:
                name, call = waiting.popleft()
                running[start.remote(call)] = name
                report(name, "started")
            done, _ = ray.wait(list(running), timeout=POLL_SECONDS)
            for each in done:
                name = running.pop(each)
                failed += _end(each, name, report)
            _tell(running.values(), news or {}, report)
    return failed


def _call(call: Callable[[], None]) -> None:
    call()


def _end(task: Any, name: str, report: Report) -> list[str]:
    """Tell how a job ended; return its name if it failed."""
    import ray

    try:
        ray.get(task)
    except ray.exceptions.RayError as error:
        reason = getattr(error, "cause", None) or str(error).strip().splitlines()[-1]
        report(name, f"failed: {reason}")
        return [name]
    report(name, "done")
    return []


def _tell(names: Any, news: Mapping[str, Iterator[str]], report: Report) -> None:
    """Report the epochs that running jobs have finished since the last report."""
    for name in names:
        for text in news.get(name, iter(())):
            if not text:
                break
            report(name, text)
