"""Logs of a training outside its folder: TensorBoard, and JSON lines for programs."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from sumc.cli.output import choose, print_json

if TYPE_CHECKING:  # the package of trainings imports torch
    from sumc.training.progress import Event

TENSORBOARD = "tensorboard"
JSON_LINES = "jsonl"
LOGS = (TENSORBOARD, JSON_LINES)
RENAMED = {"accuracy": "validation_accuracy"}
"""What metrics.jsonl calls the fields of events."""


def check_logs(names: Sequence[str]) -> None:
    """Refuse an unknown log."""
    for name in names:
        choose("--log", name, LOGS)


@contextmanager
def training_logs(
    names: Sequence[str], folder: Path, show: Callable[["Event"], None]
) -> Iterator[Callable[["Event"], None]]:
    """What a training reports to: `show`, and the logs of these names."""
    with ExitStack() as opened:
        logs = [show]
        if TENSORBOARD in names:
            from sumc.training.tensorboard import tensorboard_log

            logs.append(opened.enter_context(tensorboard_log(folder / TENSORBOARD)))
        if JSON_LINES in names:
            logs.append(_print_event)

        def report(event: "Event") -> None:
            for log in logs:
                log(event)

        yield report


def _print_event(event: "Event") -> None:
    """Print an event as a line of JSON; of the steps only the points of the learning curve."""
    from sumc.training.progress import EpochDone, LossPoint, ProcessesChanged, TrainingStarted

    kinds = {
        TrainingStarted: "started",
        ProcessesChanged: "processes",
        LossPoint: "step",
        EpochDone: "epoch",
    }
    if kind := kinds.get(type(event)):
        row = {RENAMED.get(name, name): value for name, value in asdict(event).items()}
        if not row.get("stage", True):
            del row["stage"]
        print_json({"event": kind, **row})
        sys.stdout.flush()
