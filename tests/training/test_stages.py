"""A model that is trained in stages: each with settings of its own, chosen, killed and resumed."""

import json
import os
import shutil
import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch", reason="training needs torch")

import numpy as np
import torch

from sumc.decoding.hypothesis import Hypothesis, Search
from sumc.encoding.batches import Batch
from sumc.errors import StoppedRunError
from sumc.models.t_rnn import TRNN
from sumc.problems.loading import load_split
from sumc.settings.settings import Settings
from sumc.training.checkpoint import read_checkpoint
from sumc.training.clock import Clock
from sumc.training.curve import draw_curve
from sumc.training.folder import CHECKPOINT, METRICS, RESULTS, WEIGHTS
from sumc.training.loop import Training
from sumc.training.progress import EpochDone, Event, StepDone
from sumc.training.run import Run
from sumc.training.stream import open_stream
from sumc.training.train import train
from training.killing import kill_again_and_again
from training.tiny import tiny_settings, write_problems

STAGED = (
    "model.name=t-rnn",
    "model.operator_embedding=8",
    "model.operator_hidden=8",
    "model.node=8",
    "encoder.dropout=0.3",
    "training.average=0.8",
    "training.checkpoint_minutes=0",
    "stages.template.epochs=2",
    "stages.operators.epochs=3",
    "stages.operators.evaluate_every=2",
    "stages.operators.batch_size=16",
    "stages.operators.average=0",
    "stages.operators.optimizer.kind=sgd",
    "stages.operators.optimizer.learning_rate=0.1",
    "stages.operators.schedule.kind=constant",
)
STEPS = 2 * 6 + 3 * 3
"""43 problems in batches of 8, then of 16."""


@pytest.fixture(name="settings", scope="module")
def _settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    path = write_problems(tmp_path_factory.mktemp("data"))
    return tiny_settings(path, STAGED, without=("model.width", "model.attention"))


@pytest.fixture(name="whole", scope="module")
def _whole(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """The training without any interruption."""
    return _go(settings, tmp_path_factory.mktemp("whole") / "run")


def _go(settings: Settings, folder: Path, **options: Any) -> Run:
    return train(settings, load_split(settings.data), folder, **options)


def _rows(folder: Path, name: str = METRICS) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / name).read_text().splitlines()]


def _facts(folder: Path) -> tuple[bytes, list[Any], list[Any]]:
    """Everything about a run that does not depend on the time it took."""
    results = json.loads((folder / RESULTS).read_text())
    names = ("stage", "epoch", "steps", "loss", "validation_accuracy")
    return (
        (folder / WEIGHTS).read_bytes(),
        [[row[name] for name in names] for row in _rows(folder)],
        [results[name] for name in ("validation_correct", "stages", "best_epoch", "epochs")],
    )


def test_every_stage_has_its_own_settings(settings: Settings, tmp_path: Path) -> None:
    events: list[Event] = []
    trained = _go(settings, tmp_path / "run", progress=events.append)
    steps = [event for event in events if isinstance(event, StepDone)]
    assert [event.steps_done for event in steps] == list(range(1, STEPS + 1))
    assert [event.stage for event in steps] == ["template"] * 12 + ["operators"] * 9
    epochs = [event for event in events if isinstance(event, EpochDone)]
    assert [(event.stage, event.epoch, event.epochs) for event in epochs] == [
        ("template", 1, 2),
        ("template", 2, 2),
        ("operators", 1, 3),
        ("operators", 2, 3),
        ("operators", 3, 3),
    ]
    validated = [event.accuracy is not None for event in epochs]
    assert validated == [True, True, False, True, True]
    results = trained.results
    assert {name: stage["epochs"] for name, stage in results["stages"].items()} == {
        "template": 2,
        "operators": 3,
    }
    last = results["stages"]["operators"]
    assert results["validation_accuracy"] == last["validation_accuracy"]
    assert results["best_epoch"] == last["best_epoch"]


def test_optimizers_are_those_of_the_stages(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: dict[str, str] = {}
    step = Training._step

    def noted(training: Training, examples: Any) -> None:
        seen[training.state.model.stage] = type(training.state.optimizer).__name__
        step(training, examples)

    monkeypatch.setattr(Training, "_step", noted)
    _go(settings, tmp_path / "run")
    assert seen == {"template": "AdamW", "operators": "SGD"}


# ---- killed and resumed


def test_a_training_that_is_stopped_after_every_step_ends_the_same(
    settings: Settings, whole: Run, tmp_path: Path
) -> None:
    """Also after the last step of a stage, and after the first of the next."""

    def stop(event: Event) -> None:
        if isinstance(event, StepDone):
            signal.raise_signal(signal.SIGTERM)

    sessions = 0
    while not (tmp_path / RESULTS).exists():
        sessions += 1
        try:
            _go(settings, tmp_path, resume=True, progress=stop)
        except StoppedRunError:
            assert not (tmp_path / RESULTS).exists()
    assert sessions == STEPS + 1
    assert _facts(tmp_path) == _facts(whole.folder)


class _KilledError(Exception):
    """What ends a training in a test as a kill would."""


@pytest.mark.parametrize("place", ["before", "loaded", "saved"])
def test_a_kill_between_two_stages_does_no_harm(
    settings: Settings, whole: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    """Before the next stage begins, with its weights in memory, and with all of it on the disk."""
    begin, save = Training._next_stage, Training._save

    def killed(training: Training) -> None:
        if place == "before":
            raise _KilledError
        with monkeypatch.context() as patched:
            patched.setattr(Training, "_save", lambda each: _end(each, place))
            begin(training)

    def _end(training: Training, place: str) -> None:
        if place == "saved":
            save(training)
        raise _KilledError

    with monkeypatch.context() as patched:
        patched.setattr(Training, "_next_stage", killed)
        with pytest.raises(_KilledError):
            _go(settings, tmp_path / "run")
    stage = read_checkpoint(tmp_path / "run" / CHECKPOINT).facts["position"]["stage"]
    assert stage == (1 if place == "saved" else 0)
    _go(settings, tmp_path / "run", resume=True)
    assert _facts(tmp_path / "run") == _facts(whole.folder)


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that are made by fork")
def test_a_process_that_is_killed_again_and_again_ends_the_same(
    settings: Settings, whole: Run, tmp_path: Path
) -> None:
    """SIGKILL at random moments and while a checkpoint is being written."""
    killed, _ = kill_again_and_again(settings, tmp_path / "run", seed=1)
    assert killed >= 1, "a quick machine may be done before the third kill"
    assert _facts(tmp_path / "run") == _facts(whole.folder)


# ---- the best weights of a stage


def test_the_best_weights_of_a_stage_start_the_next(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not the last ones; and the second stage leaves what the first has learned as it is."""
    counts = iter([5, 3, 1, 2])  # two epochs of templates, two validations of operators
    monkeypatch.setattr(Training, "_validate", lambda training: next(counts))
    folder, kept = tmp_path / "run", tmp_path / "kept.safetensors"
    begun: list[dict[str, torch.Tensor]] = []

    def keep(event: Event) -> None:
        if isinstance(event, EpochDone) and (event.stage, event.epoch) == ("template", 1):
            shutil.copy(folder / WEIGHTS, kept)

    begin = Training._next_stage

    def noted(training: Training) -> None:
        begin(training)
        weights = training.state.model.state_dict()
        begun.append({name: weight.clone() for name, weight in weights.items()})

    monkeypatch.setattr(Training, "_next_stage", noted)
    trained = _go(settings, folder, progress=keep)
    best = read_checkpoint(kept).tensors
    (first,) = begun
    assert first.keys() == best.keys()
    assert all(torch.equal(first[name], best[name]) for name in best)
    final = trained.model.state_dict()
    changed = {name.split(".")[0] for name in best if not torch.equal(final[name], best[name])}
    assert changed == {"operator_encoder", "operators"}
    assert trained.results["stages"]["template"]["best_epoch"] == 1
    assert trained.results["best_epoch"] == 3


def test_a_stage_that_stops_early_hands_over_to_the_next(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stages = {
        "template": replace(settings.stages["template"], epochs=9, patience=2),
        "operators": replace(settings.stages["operators"], epochs=5, evaluate_every=1, patience=1),
    }
    counts = iter([1, 2, 2, 1, 7, 7])
    monkeypatch.setattr(Training, "_validate", lambda training: next(counts))
    trained = _go(replace(settings, stages=stages), tmp_path / "run")
    epochs = {name: stage["epochs"] for name, stage in trained.results["stages"].items()}
    assert epochs == {"template": 4, "operators": 2}
    assert trained.results["stopped_early"]


def test_the_time_that_is_left_follows_from_the_present_stage(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Steps that an early end left out took no time, and other stages have other speeds."""
    now = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    clock = Clock(0, seconds_before=100)
    with clock.learning(30):
        now[0] += 10
    assert (clock.seconds_left(5, 25), clock.problems_per_second) == (40, 3)
    clock.begin_stage(20)  # 15 steps were left out
    with clock.learning(4):
        now[0] += 1
    assert (clock.seconds_left(21, 25), clock.problems_per_second) == (4, 4)
    assert clock.seconds == 111


def test_processor_time_goes_on_where_the_session_before_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    used = [3.0]  # of this process, before the training began
    monkeypatch.setattr("time.process_time", lambda: used[0])
    clock = Clock(0, seconds_before=100, processor_before=40)
    used[0] += 2
    assert clock.processor_seconds == 42


# ---- how a stage is judged


@pytest.fixture(name="judged")
def _judged(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int, bool]]:
    """Of every judgement the stage, the batch size, and whether it had dropout or gradients."""
    seen: list[tuple[str, int, bool]] = []
    judge = TRNN.judge_stage

    def noted(model: TRNN, batch: Batch) -> list[bool] | None:
        seen.append((model.stage, len(batch.problems), model.training or torch.is_grad_enabled()))
        return judge(model, batch)

    monkeypatch.setattr(TRNN, "judge_stage", noted)
    return seen


def test_a_stage_is_judged_by_problems_that_have_a_target(
    settings: Settings, tmp_path: Path, judged: list[tuple[str, int, bool]]
) -> None:
    """Those without one are not right, and there is no dropout and no learning meanwhile."""
    split = load_split(settings.data)
    bare = tuple(replace(problem, expression=None) for problem in split.validation[:2])
    some = replace(split, validation=(*bare, *split.validation[2:]))
    train(settings, some, tmp_path / "run")
    covered = len(split.validation) - 2
    assert set(judged) == {("template", covered, False), ("operators", covered, False)}
    accuracies = [row["validation_accuracy"] for row in _rows(tmp_path / "run")[:2]]
    assert all(accuracy <= covered / len(split.validation) for accuracy in accuracies)


def test_answers_are_judged_also_where_no_problem_has_a_target(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where validation problems have only answers, the model can be chosen by them."""

    def solve(model: TRNN, batch: Batch, search: Search) -> list[list[Hypothesis]]:
        return [[_right(problem)] for problem in batch.problems]

    def _right(problem: Any) -> Hypothesis:
        expression = known[problem.id]
        assert expression is not None
        found = Hypothesis.of(expression, 0.0, problem)
        assert found is not None
        return found

    split = load_split(settings.data)
    known = {problem.id: problem.expression for problem in split.validation}
    bare = tuple(replace(problem, expression=None) for problem in split.validation)
    monkeypatch.setattr(TRNN, "predict", solve)
    trained = train(settings, replace(split, validation=bare), tmp_path / "run")
    assert trained.results["validation_accuracy"] == 1
    assert trained.results["stages"]["template"]["validation_accuracy"] == 1


# ---- what a stage learns from, and how it is shown


def test_built_in_problems_are_in_the_first_epochs_of_every_stage(settings: Settings) -> None:
    split = load_split(settings.data)
    own = replace(settings, data=replace(settings.data, generated_share=0.5))
    stream = replace(open_stream(own, split), generated=split.test)
    mixed = [stream.lasting(4).size(epoch) > len(stream.usable) for epoch in range(4)]
    assert mixed == [True, True, False, False]
    assert [stream.lasting(2).size(epoch) > len(stream.usable) for epoch in range(2)] == [
        True,
        False,
    ]
    assert stream.lasting(2)._memory is stream._memory


def test_the_title_of_the_curve_says_which_stage_an_epoch_is_of(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    titles: list[str] = []
    monkeypatch.setattr(
        "sumc.training.train.draw_curve", lambda _rows, _points, title, _path: titles.append(title)
    )
    best = train(settings, load_split(settings.data), tmp_path / "run").results["best_epoch"]
    assert titles[0].endswith(f" % at epoch {best} of `operators`")


def test_a_stop_says_which_stage_an_epoch_is_of(settings: Settings, tmp_path: Path) -> None:
    def stop(event: Event) -> None:
        if isinstance(event, StepDone) and event.stage == "operators":
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(StoppedRunError, match="stopped in epoch 1 of `operators`; everything"):
        train(settings, load_split(settings.data), tmp_path / "run", progress=stop)


def test_the_curve_shows_one_stage_after_the_other(whole: Run, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="the extra `plots`")
    from matplotlib.figure import Figure

    from sumc.training import curve

    rows, points = _rows(whole.folder), _rows(whole.folder, "steps.jsonl")
    assert draw_curve(rows, points, "two stages", tmp_path / "curve.png")
    figure = Figure()
    curve._draw(figure, rows, points, "two stages")
    lines = [line for line in figure.axes[0].get_lines() if line.get_color() == curve.LOSS]
    places = [np.asarray(line.get_xdata()).tolist() for line in lines]
    assert [places[1], places[3]] == [[0.5, 1.5], [2.5, 3.5, 4.5]]
    assert [places[0][-1], places[2][-1]] == [2, 5]
    assert sorted(places[0] + places[2]) == places[0] + places[2]
