"""A training in TensorBoard: what it reports, as scalars."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from sumc.training.progress import EpochDone, Event, LossPoint, StepDone, TrainingStarted


class Writer(Protocol):
    """What is used of torch's `SummaryWriter`."""

    def add_scalar(self, tag: str, scalar_value: float, global_step: int) -> None:
        """Note a figure at a step."""

    def close(self) -> None:
        """Write what is not written yet."""


@contextmanager
def tensorboard_log(folder: Path) -> Iterator["TensorBoardLog"]:
    """Something to report a training to, which writes event files into a folder.

    Without TensorBoard it raises a `ModuleNotFoundError` at once.
    """
    from torch.utils.tensorboard import SummaryWriter

    writer: Any = SummaryWriter  # torch has no types for it
    log = TensorBoardLog(lambda step: writer(str(folder), purge_step=step))
    try:
        yield log
    finally:
        log.close()


class TensorBoardLog:
    """Scalars of a training: loss and learning rate, validation accuracy, speed."""

    def __init__(self, open_writer: Callable[[int], Writer]) -> None:
        self._open = open_writer
        self._writer: Writer | None = None
        self._step = 0

    def __call__(self, event: Event) -> None:
        if isinstance(event, TrainingStarted):
            # what a killed training wrote after its last checkpoint is written again
            self._writer, self._step = self._open(event.steps_done + 1), event.steps_done
        elif isinstance(event, StepDone):
            self._step = event.steps_done
        elif isinstance(event, LossPoint):
            self._add("training/loss", event.loss, event.stage)
            self._add("training/learning_rate", event.learning_rate, event.stage)
        elif isinstance(event, EpochDone):
            self._add_epoch(event)

    def _add_epoch(self, event: EpochDone) -> None:
        self._add("training/loss_of_epoch", event.loss, event.stage)
        self._add("training/problems_per_second", event.problems_per_second, event.stage)
        if event.accuracy is not None:
            self._add("validation/accuracy", event.accuracy, event.stage)

    def _add(self, tag: str, value: float, stage: str) -> None:
        assert self._writer is not None  # a training starts before it does anything
        self._writer.add_scalar(f"{stage}/{tag}" if stage else tag, value, self._step)

    def close(self) -> None:
        """Write what is not written yet."""
        if self._writer is not None:
            self._writer.close()
