"""The progress of `sumc reproduce`: one line for every event."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn

from sumc.cli.training_progress import duration_text


@contextmanager
def job_progress(jobs: int) -> Iterator[Callable[[str, str], None]]:
    """What `run_jobs` reports to; everything goes to standard error."""
    if not sys.stderr.isatty():
        yield _Lines(jobs)
        return
    screen = Console(stderr=True, highlight=False, markup=False)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    with Progress(*columns, TextColumn("{task.fields[status]}"), console=screen) as bar:
        yield _Bars(jobs, bar)


class _Lines:
    """A plain line for every event of a job."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.over = 0
        self.begun: dict[str, float] = {}

    def __call__(self, job: str, what: str) -> None:
        if what == "started":
            self.begun[job] = time.monotonic()
        is_over = what == "done" or what.startswith("failed")
        self.over += is_over
        took = f" after {duration_text(time.monotonic() - self.begun[job])}" if is_over else ""
        self.write(job, f"{what}{took}", is_over)

    def write(self, job: str, what: str, is_over: bool) -> None:
        sys.stderr.write(f"{self.over}/{self.jobs}  {job}  {what}\n")
        sys.stderr.flush()


class _Bars(_Lines):
    """A bar for all jobs and a line for each running one; finished jobs scroll above."""

    def __init__(self, jobs: int, bar: Progress) -> None:
        super().__init__(jobs)
        self.bar = bar
        self.whole = bar.add_task("trainings", total=jobs, status="")
        self.tasks: dict[str, TaskID] = {}

    def write(self, job: str, what: str, is_over: bool) -> None:
        if what == "started":
            self.tasks[job] = self.bar.add_task(job, total=1, status=what)
        self.bar.update(self.tasks[job], status=what)
        if is_over:
            self.bar.remove_task(self.tasks.pop(job))
            self.bar.console.print(f"{job}  {what}")
            self.bar.update(self.whole, completed=self.over)
