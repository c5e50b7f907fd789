"""Resuming: however often a training is stopped or killed, it ends with the same weights."""

import json
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch", reason="training needs torch")

from sumc.errors import RunError, StoppedRunError
from sumc.problems.loading import load_split
from sumc.settings.settings import Settings, to_toml
from sumc.training.folder import CHECKPOINT, METRICS, RESULTS, STEPS, WEIGHTS
from sumc.training.loop import Training
from sumc.training.progress import EpochDone, Event, StepDone, TrainingStarted
from sumc.training.run import Run
from sumc.training.train import train
from training.killing import kill_again_and_again
from training.tiny import tiny_settings, write_problems

MIXED = (
    "training.epochs=3",
    "training.evaluate_every=2",  # so that the weights that are kept are late ones
    "training.average=0.8",
    "model.dropout=0.3",
    "training.checkpoint_minutes=0",
)


@pytest.fixture(name="settings", scope="module")
def _settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return tiny_settings(write_problems(tmp_path_factory.mktemp("data")), MIXED)


@pytest.fixture(name="whole", scope="module")
def _whole(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """The training without any interruption."""
    return _go(settings, tmp_path_factory.mktemp("whole") / "run")


def _go(settings: Settings, folder: Path, **options: Any) -> Run:
    return train(settings, load_split(settings.data), folder, **options)


def _facts(folder: Path) -> tuple[bytes, list[Any], list[Any], str]:
    """Everything about a run that does not depend on the time it took."""
    rows = [json.loads(line) for line in (folder / METRICS).read_text().splitlines()]
    results = json.loads((folder / RESULTS).read_text())
    kept = ("validation_correct", "best_epoch", "epochs", "split", "trained_on")
    return (
        (folder / WEIGHTS).read_bytes(),
        [(row["epoch"], row["steps"], row["loss"], row["validation_accuracy"]) for row in rows],
        [results[name] for name in kept],
        (folder / STEPS).read_text(),
    )


class _StopAt:
    """Asks to stop, as Ctrl-C would, when a certain event comes."""

    def __init__(self, matches: Callable[[Event], bool], number: signal.Signals) -> None:
        self.matches = matches
        self.number = number

    def __call__(self, event: Event) -> None:
        if self.matches(event):
            signal.raise_signal(self.number)


@pytest.mark.parametrize("step", [1, 6, 7, 17])
def test_ctrl_c_finishes_the_step_and_a_resume_ends_the_same(
    settings: Settings, whole: Run, tmp_path: Path, step: int
) -> None:
    def matches(event: Event) -> bool:
        return isinstance(event, StepDone) and event.steps_done == step

    with pytest.raises(StoppedRunError, match="everything is saved") as stopped:
        _go(settings, tmp_path, progress=_StopAt(matches, signal.SIGINT))
    assert stopped.value.signal == signal.SIGINT
    events: list[Event] = []
    _go(settings, tmp_path, resume=True, progress=events.append)
    assert isinstance(events[0], TrainingStarted)
    assert events[0].steps_done == step
    assert _facts(tmp_path) == _facts(whole.folder)


def test_a_training_that_is_stopped_after_every_step_ends_the_same(
    settings: Settings, whole: Run, tmp_path: Path
) -> None:
    """Also by the signal that a system sends before it takes the machine away."""
    sessions = 0
    stop = _StopAt(lambda event: isinstance(event, StepDone), signal.SIGTERM)
    while not (tmp_path / RESULTS).exists():
        sessions += 1
        try:
            _go(settings, tmp_path, resume=True, progress=stop)
        except StoppedRunError as stopped:
            assert stopped.signal == signal.SIGTERM
    assert sessions == 18 + 1
    assert _facts(tmp_path) == _facts(whole.folder)


def test_a_stop_during_validation_validates_again(
    settings: Settings, whole: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    validate = Training._validate

    def interrupted(training: Training) -> int:
        signal.raise_signal(signal.SIGINT)
        return validate(training)

    with monkeypatch.context() as patched:
        patched.setattr(Training, "_validate", interrupted)
        with pytest.raises(StoppedRunError):
            _go(settings, tmp_path)
    assert not (tmp_path / WEIGHTS).exists()
    _go(settings, tmp_path, resume=True)
    assert _facts(tmp_path) == _facts(whole.folder)


def test_signals_are_handled_as_before_when_training_is_over(
    settings: Settings, tmp_path: Path
) -> None:
    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    stop = _StopAt(lambda event: isinstance(event, EpochDone), signal.SIGINT)
    with pytest.raises(StoppedRunError):
        _go(settings, tmp_path, progress=stop)
    assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)) == before


def test_the_metrics_keep_only_what_the_checkpoint_knows(
    settings: Settings, whole: Run, tmp_path: Path
) -> None:
    stop = _StopAt(lambda event: isinstance(event, EpochDone), signal.SIGINT)
    with pytest.raises(StoppedRunError):
        _go(settings, tmp_path, progress=stop)
    with (tmp_path / METRICS).open("a") as file:
        file.write('{"epoch": 2, "loss": 0.1}\n{"epoch": 3, "lo')
    _go(settings, tmp_path, resume=True)
    assert _facts(tmp_path) == _facts(whole.folder)


def test_a_finished_training_is_not_trained_again(whole: Run) -> None:
    before = {path: path.stat().st_mtime_ns for path in whole.folder.iterdir()}
    again = _go(whole.settings, whole.folder, resume=True)
    assert again.results == whole.results
    assert {path: path.stat().st_mtime_ns for path in whole.folder.iterdir()} == before


def test_other_settings_or_problems_cannot_resume(settings: Settings, tmp_path: Path) -> None:
    stop = _StopAt(lambda event: isinstance(event, StepDone), signal.SIGINT)
    with pytest.raises(StoppedRunError):
        _go(settings, tmp_path / "run", progress=stop)
    path = Path(settings.data.dataset)
    changed = tiny_settings(path, [*MIXED, "training.epochs=5", "training.seed=1"])
    with pytest.raises(RunError) as caught:
        _go(changed, tmp_path / "run", resume=True)
    lines = str(caught.value).splitlines()[1:]
    assert [line.strip() for line in lines] == [
        "training.epochs: 3 there, 5 here",
        "training.seed: 0 there, 1 here",
    ]
    split = load_split(settings.data)
    with pytest.raises(RunError, match="a different training set"):
        train(settings, _shuffled(split), tmp_path / "run", resume=True)


def _shuffled(split: Any) -> Any:
    from dataclasses import replace

    return replace(split, train=split.train[::-1])


def test_resuming_where_nothing_began_starts(
    settings: Settings, whole: Run, tmp_path: Path
) -> None:
    """Also where a kill came before the first whole file, or before the first checkpoint."""
    for names in ((), ("settings.toml.tmp",), ("settings.toml",)):
        folder = tmp_path / str(names)
        folder.mkdir()
        for name in names:
            (folder / name).write_text(to_toml(settings))
        _go(settings, folder, resume=True)
        assert _facts(folder) == _facts(whole.folder)


@pytest.mark.parametrize("change", ["cut", "foreign"])
def test_a_damaged_checkpoint_is_a_clear_error(
    settings: Settings, tmp_path: Path, change: str
) -> None:
    stop = _StopAt(lambda event: isinstance(event, StepDone), signal.SIGINT)
    with pytest.raises(StoppedRunError):
        _go(settings, tmp_path, progress=stop)
    path = tmp_path / CHECKPOINT
    data = path.read_bytes()
    path.write_bytes(data[:-10] if change == "cut" else data.replace(b"model.", b"medol."))
    with pytest.raises(RunError, match=r"checkpoint\.safetensors (is damaged|does not fit)"):
        _go(settings, tmp_path, resume=True)


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that are made by fork")
def test_a_process_that_is_killed_again_and_again_ends_the_same(
    settings: Settings, whole: Run, tmp_path: Path
) -> None:
    """SIGKILL at random moments and while a checkpoint is being written."""
    killed, killed_drafts = kill_again_and_again(settings, tmp_path / "run", seed=0)
    assert killed >= 3
    assert killed_drafts >= 1
    assert _facts(tmp_path / "run") == _facts(whole.folder)
    assert not list((tmp_path / "run").glob("*.tmp"))
