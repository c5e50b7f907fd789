"""What TensorBoard is told of a training: by a writer that only listens, and by a real one."""

from dataclasses import dataclass, field
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="training needs torch")

from sumc.problems.loading import load_split
from sumc.training.progress import EpochDone, LossPoint, StepDone, TrainingStarted
from sumc.training.tensorboard import TensorBoardLog, tensorboard_log
from sumc.training.train import train
from training.tiny import tiny_settings, write_problems


@dataclass
class _Listener:
    first: int
    scalars: list[tuple[str, float, int]] = field(default_factory=list)
    is_closed: bool = False

    def add_scalar(self, tag: str, scalar_value: float, global_step: int) -> None:
        self.scalars.append((tag, scalar_value, global_step))

    def close(self) -> None:
        self.is_closed = True


def _started(steps_done: int) -> TrainingStarted:
    return TrainingStarted(3, 30, steps_done, 10, 5, 0, 0, parameters=100, device="cpu")


def test_figures_are_told_at_their_steps() -> None:
    opened: list[_Listener] = []

    def open_writer(step: int) -> _Listener:
        opened.append(_Listener(step))
        return opened[-1]

    log = TensorBoardLog(open_writer)
    for event in (
        _started(0),
        StepDone(1, 1, 0.5, 10.0, 1.0),
        LossPoint(1, 0.1, 0.5, 1e-3),
        StepDone(1, 2, 0.4, 10.0, 1.0, "second"),
        EpochDone(1, 3, 0.45, 0.75, True, 10.0, 1.0, "second"),
        EpochDone(2, 3, 0.4, None, False, 10.0, 1.0),
    ):
        log(event)
    log.close()
    (found,) = opened
    assert found.scalars == [
        ("training/loss", 0.5, 1),
        ("training/learning_rate", 1e-3, 1),
        ("second/training/loss_of_epoch", 0.45, 2),
        ("second/training/problems_per_second", 10.0, 2),
        ("second/validation/accuracy", 0.75, 2),
        ("training/loss_of_epoch", 0.4, 2),
        ("training/problems_per_second", 10.0, 2),
    ]
    assert found.is_closed


def test_a_resumed_training_writes_again_what_came_after_its_checkpoint() -> None:
    opened: list[_Listener] = []

    def open_writer(step: int) -> _Listener:
        opened.append(_Listener(step))
        return opened[-1]

    log = TensorBoardLog(open_writer)
    log(_started(7))
    log(EpochDone(1, 3, 0.4, None, False, 10.0, 1.0))
    assert opened[0].first == 8
    assert {step for _, _, step in opened[0].scalars} == {7}


def test_a_log_that_was_never_used_can_be_closed() -> None:
    opened: list[int] = []

    def open_writer(step: int) -> _Listener:
        opened.append(step)
        return _Listener(step)

    TensorBoardLog(open_writer).close()
    assert opened == [], "no file is begun for a training that never began"


def test_event_files_can_be_read_back(tmp_path: Path) -> None:
    reader = pytest.importorskip(
        "tensorboard.backend.event_processing.event_accumulator", reason="the extra `tensorboard`"
    )
    settings = tiny_settings(write_problems(tmp_path), ["training.epochs=2"])
    with tensorboard_log(tmp_path / "log") as log:
        train(settings, load_split(settings.data), tmp_path / "run", progress=log)
    events = reader.EventAccumulator(str(tmp_path / "log"))
    events.Reload()
    assert len(events.Scalars("training/loss")) == 12
    assert [each.step for each in events.Scalars("validation/accuracy")] == [6, 12]
