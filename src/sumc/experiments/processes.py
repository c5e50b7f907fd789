"""Run the jobs of a plan in processes of their own; torch is imported there and not here."""

import multiprocessing
import os
import sys
import threading
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import NamedTuple

from sumc.bulk.workers import end_with_parent
from sumc.errors import SumcError
from sumc.experiments.jobs import Job, config_path
from sumc.settings.settings import Settings, load_settings
from sumc.strict_json import parse_json
from sumc.training.folder import METRICS

POLL_SECONDS = 1.0
"""Between two looks at the progress of the trainings."""
SAVING_SECONDS = 120.0
"""A training that is asked to stop finishes its step and saves; after this many seconds it is
killed."""

Report = Callable[[str, str], object]
"""Called with the name of a job and what happened to it: started, an epoch, done, or an error."""


class _Running(NamedTuple):
    job: Job
    process: SpawnProcess
    told: Connection
    """What the process says before it fails."""
    progress: Iterator[str]


def run_jobs(
    jobs: Sequence[Job],
    results: Path,
    runs: Path,
    data: str | Path | None = None,
    workers: int = 1,
    report: Report = lambda job, what: None,
) -> list[str]:
    """Run jobs, several at once if wanted; return those that failed, which stop no other.

    Every job is a process of its own with one thread: whatever kills one, the others continue.
    After a kill at any moment the next call resumes from the run folders; Ctrl-C saves first.
    """
    waiting, running, failed = deque(jobs), list[_Running](), list[str]()
    try:
        while waiting or running:
            while waiting and len(running) < workers:
                running.append(_start(waiting.popleft(), results, runs, data, report))
            wait([each.process.sentinel for each in running], POLL_SECONDS)
            for each in [*running]:
                _tell_progress(each, report)
                if not each.process.is_alive():
                    running.remove(each)
                    failed += _end(each, report)
    finally:
        _stop(running)
    return failed


def _start(
    job: Job, results: Path, runs: Path, data: str | Path | None, report: Report
) -> _Running:
    context = multiprocessing.get_context("spawn")
    told, teller = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(job, results, runs, data, teller))
    process.start()
    teller.close()  # the process has a copy of its own; ours would keep the pipe open
    report(job.name, "started")
    return _Running(job, process, told, epochs_of(job, runs))


def _end(running: _Running, report: Report) -> list[str]:
    """Tell how a process ended; return the name of its job if it failed."""
    job, process, told = running.job, running.process, running.told
    process.join()
    if process.exitcode == 0:
        report(job.name, "done")
        return []
    reason = f"ended with {process.exitcode}"
    with suppress(EOFError):
        reason = told.recv() if told.poll() else reason
    report(job.name, f"failed: {reason}")
    return [job.name]


def _stop(running: Sequence[_Running]) -> None:
    """Ask processes to save and stop, and wait for them."""
    for each in running:
        each.process.terminate()
    for each in running:
        each.process.join(SAVING_SECONDS)
        each.process.kill()


def _work(
    job: Job, results: Path, runs: Path, data: str | Path | None, teller: Connection
) -> None:
    """What a process does: run a job, or say why that failed."""
    if hasattr(os, "setpgrp"):
        os.setpgrp()  # Ctrl-C reaches the first process alone, which lets this one save
    threading.Thread(target=end_with_parent, daemon=True).start()
    try:
        from sumc.experiments.running import run_job

        run_job(job, results, runs, data)
    except SumcError as error:
        _tell(teller, str(error))
        sys.exit(1)
    except Exception as error:
        details = _keep_details(runs / f"{job.name}.error.txt")
        _tell(teller, f"{type(error).__name__}: {error}{details}")
        sys.exit(1)


def _tell(teller: Connection, reason: str) -> None:
    """Say why a job failed, if anybody is still there: a signal to all may have ended the first
    process before this one."""
    with suppress(OSError):
        teller.send(reason)


def _keep_details(place: Path) -> str:
    """Write where an unforeseen error came from; say where that is."""
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(traceback.format_exc(), encoding="utf-8")
    except OSError:
        return ""
    return f" (details in {place})"


def _tell_progress(running: _Running, report: Report) -> None:
    for text in running.progress:
        if not text:
            return
        report(running.job.name, text)


def epochs_of(job: Job, runs: Path) -> Iterator[str]:
    """The progress of a training: one text per epoch, an empty one when there is no news."""
    try:
        settings = load_settings(config_path(job.config), job.overrides)
    except SumcError:
        return  # its own process says so
    path, said = runs / job.name / METRICS, None
    while True:
        text = _last_epoch(path, settings)
        if said is not None and text != said:
            yield text
        said = text  # what was there before this process is not news
        yield ""


def _last_epoch(path: Path, settings: Settings) -> str:
    """The last epoch of a training, for example `epoch 3 of 40, validation 71.5 %`."""
    try:
        row = parse_json(path.read_text(encoding="utf-8").splitlines()[-1])
        stage = row.get("stage", "")
        text = f"{stage} epoch {row['epoch']} of {settings.stage(stage).epochs}".strip()
        share = row["validation_accuracy"]
    except (OSError, ValueError, LookupError, AttributeError, TypeError):
        return ""
    return text if share is None else f"{text}, validation {100 * share:.1f} %"
