"""Progress of a training: a bar on a terminal, otherwise one line per epoch."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

if TYPE_CHECKING:  # the package of trainings imports torch
    from sumc.training.progress import (
        EpochDone,
        Event,
        ProcessesChanged,
        StepDone,
        TrainingStarted,
    )


@contextmanager
def training_progress() -> Iterator[Callable[["Event"], None]]:
    """What a training reports to; everything goes to standard error."""
    if not sys.stderr.isatty():
        yield _Lines()
        return
    screen = Console(stderr=True, highlight=False, markup=False)
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn())
    with Progress(*columns, TextColumn("{task.fields[status]}"), console=screen) as bar:
        yield _Bar(bar)


class _Lines:
    """One plain line for the start and for every epoch."""

    def __call__(self, event: "Event") -> None:
        from sumc.training.progress import EpochDone, ProcessesChanged, TrainingStarted

        if isinstance(event, TrainingStarted):
            self.write(started_text(event))
        elif isinstance(event, ProcessesChanged):
            self.write(processes_text(event))
        elif isinstance(event, EpochDone):
            self.write(epoch_text(event))

    def write(self, text: str) -> None:
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()


class _Bar(_Lines):
    """A bar over all steps, with the lines above it."""

    def __init__(self, bar: Progress) -> None:
        self.bar = bar
        self.task = bar.add_task("preparing", total=None, status="")
        self.accuracy = ""
        self.epochs = 0

    def __call__(self, event: "Event") -> None:
        from sumc.training.progress import EpochDone, StepDone, TrainingStarted

        super().__call__(event)
        if isinstance(event, TrainingStarted):
            self.epochs = event.epochs
            self.bar.update(self.task, total=event.steps, completed=event.steps_done)
        elif isinstance(event, EpochDone) and event.accuracy is not None:
            self.accuracy = f"validation {100 * event.accuracy:.1f} %  "
        elif isinstance(event, StepDone):
            self.bar.update(
                self.task,
                description=self._place(event),
                completed=event.steps_done,
                status=f"loss {event.loss:.4f}  {self.accuracy}{speed_text(event)}",
            )

    def _place(self, event: "StepDone") -> str:
        if event.stage:  # how long a stage lasts is known when it is over
            return f"{event.stage}, epoch {event.epoch}"
        return f"epoch {event.epoch}/{self.epochs}"

    def write(self, text: str) -> None:
        self.bar.console.print(text)


def started_text(event: "TrainingStarted") -> str:
    """The start of a training in one line."""
    generated = f" and up to {event.generated:,} built-in ones" if event.generated else ""
    stories = f" and {event.stories:,} stories an epoch" if event.stories else ""
    notes = [f"{event.left_out:,} left out"] if event.left_out else []
    notes += [f"{count:,} removed: {why}" for why, count in event.removed.items() if count]
    missing = f" ({'; '.join(notes)})" if notes else ""
    resumed = f", resumed after {event.steps_done:,}" if event.steps_done else ""
    return (
        f"{_counted(event.train, 'problem')}{missing}{generated}{stories}, "
        f"{event.validation:,} for validation; {_counted(event.parameters, 'weight')} on "
        f"{event.device}; {_counted(event.steps, 'step')}{resumed}"
    )


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}{'s' * (count != 1)}"


def processes_text(event: "ProcessesChanged") -> str:
    """What differs when a training continues with another number of processes."""
    return (
        f"trained by {event.before} process{'es' * (event.before > 1)} so far and by {event.now} "
        "from here on: the same batches, but sums are rounded and dropout is drawn differently"
    )


def epoch_text(event: "EpochDone") -> str:
    """An epoch in one line."""
    validation = ""
    if event.accuracy is not None:
        best = " (best)" if event.is_best else ""
        validation = f"validation {100 * event.accuracy:.2f} %{best}  "
    stage = f"{event.stage}, " if event.stage else ""
    head = f"{stage}epoch {event.epoch}/{event.epochs}  loss {event.loss:.4f}"
    return f"{head}  {validation}{speed_text(event)}"


def speed_text(event: "StepDone | EpochDone") -> str:
    """The speed, and the time that is left.

    >>> duration_text(75), duration_text(3700), duration_text(200_000)
    ('1:15', '1:01:40', '55:33:20')
    """
    left = duration_text(event.seconds_left)
    return f"{event.problems_per_second:,.0f} problems/s  {left} left"


def duration_text(seconds: float) -> str:
    """Hours, minutes and seconds."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
