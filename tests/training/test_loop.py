"""The loop: seeded, chosen on validation alone, honest about what it left out."""

import json
import math
import os
import shutil
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch", reason="training needs torch")

import torch

from solving.folders import OLD
from sumc.decoding.calibration import Calibration
from sumc.decoding.code_search import EVIDENCE
from sumc.decoding.ranking import Ranker
from sumc.errors import DatasetError, RunError, SettingsError
from sumc.models.loss import LossSum
from sumc.models.seq2code_joint import Seq2CodeJoint
from sumc.problems.alignment import to_problem
from sumc.problems.loading import load_split
from sumc.problems.problem import Problem
from sumc.problems.records import Record
from sumc.problems.splits import Split
from sumc.settings.training import (
    AdamSettings,
    AdamWSettings,
    ConstantSettings,
    CosineSettings,
    DataSettings,
    LinearSettings,
    SGDSettings,
    StepSettings,
)
from sumc.training import curve, loop, run
from sumc.training.curve import draw_curve
from sumc.training.fitting import fit_on_validation
from sumc.training.folder import METRICS, STEPS, WEIGHTS
from sumc.training.loop import Training
from sumc.training.optimization import WeightAverage, build_optimizer, learning_rate_factor
from sumc.training.progress import EpochDone, Event, LossPoint, StepDone, TrainingStarted
from sumc.training.run import Run, check_folder, read_settings
from sumc.training.stream import open_stream
from sumc.training.train import train
from training.tiny import tiny_settings, write_problems


@pytest.fixture(name="problems")
def _problems(tmp_path: Path) -> Path:
    return write_problems(tmp_path)


def _train(path: Path, name: str, *overrides: str, **options: Any) -> Run:
    settings = tiny_settings(path, overrides)
    return train(settings, load_split(settings.data), path.parent / name, **options)


def _rows(trained: Run, name: str = METRICS) -> list[dict[str, Any]]:
    text = (trained.folder / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def _weights(trained: Run) -> bytes:
    return (trained.folder / WEIGHTS).read_bytes()


def test_two_runs_have_the_same_weights_and_another_seed_has_others(problems: Path) -> None:
    first, second = _train(problems, "first"), _train(problems, "second")
    assert _weights(first) == _weights(second)
    assert [row["loss"] for row in _rows(first)] == [row["loss"] for row in _rows(second)]
    assert _weights(_train(problems, "third", "training.seed=1")) != _weights(first)


def test_a_model_learns_what_is_simple(problems: Path) -> None:
    """Four texts and their operations: a model that does not learn these learns nothing."""
    bigger = ("encoder.hidden=16", "encoder.embedding=16", "model.width=16", "model.dropout=0.1")
    trained = _train(
        problems, "run", *bigger, "training.epochs=25", "training.average=0.9", "data.words=false"
    )
    assert trained.results["validation_accuracy"] == 1.0
    split = load_split(trained.settings.data)
    right = [p.solves(q) for p, q in zip(trained.predict(split.test), split.test, strict=True)]
    assert sum(right) == len(split.test)


def test_a_run_is_a_folder_that_explains_itself(problems: Path) -> None:
    trained = _train(problems, "run")
    names = {path.name for path in trained.folder.iterdir()} - {"curve.png"}
    assert names == {
        "README.md",
        "SHA256SUMS",
        "calibration.json",
        "codec.json",
        "encoding.json",
        "metrics.jsonl",
        "model.safetensors",
        "ranker.json",
        "results.json",
        "settings.toml",
        "steps.jsonl",
    }
    results = trained.results
    assert results["split"]["train"] == 43
    assert (results["trained_on"], results["left_out_of_training"]) == (43, 0)
    assert (results["seed"], results["epochs"], results["stopped_early"]) == (0, 3, False)
    assert results["versions"]["torch"] == torch.__version__
    assert [row["epoch"] for row in _rows(trained)] == [1, 2, 3]


def test_a_loaded_run_predicts_as_it_did_and_keeps_the_order(problems: Path) -> None:
    trained = _train(problems, "run")
    loaded = Run.load(trained.folder)
    assert loaded.settings == trained.settings
    test = load_split(trained.settings.data).test
    one_by_one = [next(loaded.predict([problem])) for problem in test]
    together = list(trained.predict(iter(test)))
    assert [each.tree for each in together] == [each.tree for each in one_by_one]
    assert len(together) == len(test)
    assert list(loaded.predict([])) == []


def test_ranker_and_calibration_are_fitted_on_validation_and_kept(problems: Path) -> None:
    trained = _train(problems, "run")
    assert trained.predictor.ranker != Ranker.default(EVIDENCE)
    assert trained.predictor.calibration != Calibration()
    loaded = Run.load(trained.folder).predictor
    assert loaded.ranker == trained.predictor.ranker
    assert loaded.calibration == trained.predictor.calibration
    ranked = trained.results["validation_correct_after_fitting_the_ranker_on_it"]
    assert ranked >= trained.results["validation_correct"]
    plain = _train(problems, "plain", "training.ranker=false")
    assert not (plain.folder / "ranker.json").exists()
    assert _weights(plain) == _weights(trained)


def test_the_ranker_learns_from_nothing_but_the_problems_it_is_given(problems: Path) -> None:
    trained = _train(problems, "run", "training.epochs=2")
    validation = load_split(trained.settings.data).validation

    def fitted(judges: Sequence[Problem]) -> object:
        for name in ("ranker.json", "SHA256SUMS"):
            (trained.folder / name).unlink(missing_ok=True)
        fit_on_validation(trained.folder, judges)
        return json.loads((trained.folder / "ranker.json").read_text())

    kept = fitted(validation)
    assert kept == fitted(validation)
    assert kept != fitted(validation[:2])
    assert fitted(()) == pytest.approx(Ranker.default(EVIDENCE).weights)


def test_codec_and_encoding_are_learned_from_the_training_problems_alone(problems: Path) -> None:
    settings = tiny_settings(problems)
    split = load_split(settings.data)
    strange = to_problem(Record("x", "A zeppelin has 8 and 9 of 3?", "(8+9)*3*17", ""))
    assert isinstance(strange, Problem)
    elsewhere = replace(split, validation=(*split.validation, *[strange] * 9), test=(strange,) * 9)
    kept, found = open_stream(settings, split), open_stream(settings, elsewhere)
    assert (found.codec, found.encoding) == (kept.codec, kept.encoding)
    learned = open_stream(settings, replace(split, train=(*split.train, *[strange] * 9)))
    assert learned.codec != kept.codec
    assert learned.encoding.words is not None
    assert "zeppelin" in learned.encoding.words.tokens.positions
    assert "17" in learned.codec.constants


def test_a_training_can_start_from_another(problems: Path) -> None:
    first = _train(problems, "first", "training.epochs=6", "training.average=0")
    fresh = _train(problems, "fresh", "training.epochs=1", "training.average=0")
    start = f"training.start={first.folder}"
    again = _train(problems, "again", "training.epochs=1", "training.average=0", start)
    assert _rows(again)[0]["loss"] < _rows(fresh)[0]["loss"]
    with pytest.raises(RunError, match="not the folder of a training"):
        _train(problems, "wrong", "training.start=nowhere")
    wide = ("model.width=64", "model.attention=56", "encoder.hidden=56", "encoder.embedding=9")
    with pytest.raises(SettingsError, match=r"another kind of model: \d+ of \d+ tensors match"):
        _train(problems, "wide", start, *wide)
    assert not (problems.parent / "wrong" / "settings.toml").exists()


def test_progress_is_told_step_by_step(problems: Path) -> None:
    events: list[Event] = []
    _train(problems, "run", progress=events.append)
    started, *rest = events
    assert isinstance(started, TrainingStarted)
    assert (started.steps, started.steps_done, started.train) == (18, 0, 43)
    steps = [event for event in rest if isinstance(event, StepDone)]
    assert [event.steps_done for event in steps] == list(range(1, 19))
    assert steps[-1].seconds_left == 0
    epochs = [event for event in rest if isinstance(event, EpochDone)]
    assert epochs[0].is_best
    assert all(event.problems_per_second > 0 for event in steps)


def test_the_learning_curve_has_points_within_the_epochs(problems: Path) -> None:
    events: list[Event] = []
    trained = _train(problems, "run", "training.schedule.warmup=0", progress=events.append)
    rows = _rows(trained, STEPS)
    assert [row["step"] for row in rows] == list(range(1, 19))
    assert [row["epoch"] for row in rows] == [round(step / 6, 4) for step in range(1, 19)]
    rates = [row["learning_rate"] for row in rows]
    assert rates[0] == trained.settings.training.optimizer.learning_rate
    assert rates == sorted(rates, reverse=True)
    told = [event for event in events if isinstance(event, LossPoint)]
    assert [(each.step, each.loss) for each in told] == [
        (row["step"], row["loss"]) for row in rows
    ]


def test_points_are_means_over_the_steps_since_the_one_before(
    problems: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    every = _rows(_train(problems, "every", "training.batch_size=1"), STEPS)
    monkeypatch.setattr(loop, "POINTS", len(every) // 4)
    fourth = _rows(_train(problems, "fourth", "training.batch_size=1"), STEPS)
    assert [row["step"] for row in fourth] == list(range(4, len(every) + 1, 4))
    for row in fourth:
        last = [each["loss"] for each in every[row["step"] - 4 : row["step"]]]
        assert row["loss"] == pytest.approx(sum(last) / 4)


class _Scripted:
    """Gives the validations of a training results that were decided before."""

    def __init__(self, correct: Sequence[int], monkeypatch: pytest.MonkeyPatch) -> None:
        self.correct = iter(correct)
        self.seen: list[dict[str, torch.Tensor]] = []
        monkeypatch.setattr(Training, "_validate", lambda training: self.validate(training))

    def validate(self, training: Training) -> int:
        model, average = training.state.model, training.state.average
        weights = average.weights if average else dict(model.named_parameters())
        self.seen.append({name: each.detach().clone() for name, each in weights.items()})
        return next(self.correct)


@pytest.mark.parametrize("average", ["0", "0.9"])
def test_the_first_of_the_best_epochs_is_kept(
    problems: Path, monkeypatch: pytest.MonkeyPatch, average: str
) -> None:
    script = _Scripted([1, 3, 3, 2], monkeypatch)
    trained = _train(problems, "run", "training.epochs=4", f"training.average={average}")
    assert trained.results["best_epoch"] == 2
    assert trained.results["validation_correct"] == 3
    for name, weight in trained.model.named_parameters():
        assert torch.equal(weight, script.seen[1][name])


def test_training_stops_when_nothing_gets_better(
    problems: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _Scripted([1, 2, 2, 1, 5], monkeypatch)
    trained = _train(problems, "run", "training.epochs=9", "training.patience=2")
    assert (trained.results["epochs"], trained.results["best_epoch"]) == (4, 2)
    assert trained.results["stopped_early"]


def test_patience_waits_for_a_validation(problems: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _Scripted([1, 0, 5], monkeypatch)
    sparse = ("training.evaluate_every=3", "training.patience=1", "training.epochs=8")
    trained = _train(problems, "run", *sparse)
    assert (trained.results["epochs"], trained.results["best_epoch"]) == (6, 3)
    validated = [row["epoch"] for row in _rows(trained) if row["validation_accuracy"] is not None]
    assert validated == [3, 6]


def test_the_last_epoch_is_always_validated(problems: Path) -> None:
    trained = _train(problems, "run", "training.evaluate_every=100")
    assert trained.results["best_epoch"] == 3


def test_the_test_problems_are_never_touched(problems: Path) -> None:
    settings = tiny_settings(problems)
    split = load_split(settings.data)
    blind = replace(split, test=())
    first = train(settings, split, problems.parent / "first")
    second = train(settings, blind, problems.parent / "second")
    assert _weights(first) == _weights(second)


def test_problems_without_codes_are_left_out_and_counted(problems: Path) -> None:
    settings = tiny_settings(problems)
    split = load_split(settings.data)
    unsolved = tuple(replace(problem, expression=None) for problem in split.train[:5])
    some = replace(split, train=(*unsolved, *split.train[5:]))
    trained = train(settings, some, problems.parent / "run")
    assert (trained.results["trained_on"], trained.results["left_out_of_training"]) == (38, 5)
    assert trained.results["left_out_because"] == {"without an equation": 5}
    assert trained.results["split"]["removed"] == {}


def test_a_language_without_problems_is_a_clear_error(problems: Path) -> None:
    with pytest.raises(DatasetError, match="no problems in the language 'zh'"):
        load_split(tiny_settings(problems, ["data.language=zh"]).data)


def test_a_split_that_cannot_be_learned_from_is_refused(problems: Path) -> None:
    settings = tiny_settings(problems)
    split = load_split(settings.data)
    bare = tuple(replace(problem, expression=None) for problem in split.train)
    for broken, why in ((replace(split, train=bare), "equation"), (_empty(split), "validation")):
        with pytest.raises(RunError, match=why):
            train(settings, broken, problems.parent / "run")


def _empty(split: Split) -> Split:
    return replace(split, validation=())


def test_a_loss_that_explodes_is_a_clear_error(
    problems: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing = LossSum.of(torch.tensor(math.nan), 1)
    monkeypatch.setattr(Seq2CodeJoint, "forward", lambda _, batch: nothing)
    with pytest.raises(RunError, match=r"loss is nan in epoch 1, step 1.*learning_rate"):
        _train(problems, "run")


@pytest.mark.parametrize("size", ["model.width=7", "model.width=5"])
def test_sizes_that_no_model_can_have_are_a_mistake_and_leave_no_run(
    problems: Path, size: str
) -> None:
    with pytest.raises(SettingsError, match=r"section \[model\] has 1 mistake"):
        _train(problems, "run", size)
    assert _train(problems, "run", "training.epochs=1").results["epochs"] == 1


def test_a_gpu_that_is_not_there_is_a_mistake(
    problems: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(SettingsError, match="no GPU"):
        _train(problems, "run", "training.device=cuda")


def test_training_leaves_the_number_of_threads_alone(
    problems: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts: list[int] = []
    monkeypatch.setattr(torch, "set_num_threads", counts.append)
    _train(problems, "run", "training.threads=3", "training.epochs=1")
    assert counts == [3, torch.get_num_threads()]


# ---- folders


def test_a_folder_that_is_in_use_is_not_overwritten(problems: Path) -> None:
    trained = _train(problems, "run")
    with pytest.raises(RunError, match=r"not empty.*--resume.*--output"):
        _train(problems, "run")
    with pytest.raises(RunError, match="is a file"):
        train(trained.settings, load_split(trained.settings.data), problems)
    assert not list(problems.parent.glob(".lock"))


def test_two_processes_do_not_train_in_one_folder(problems: Path) -> None:
    with (
        run.locked(problems.parent / "run"),
        pytest.raises(RunError, match=rf"process {os.getpid()} on .* is training in"),
    ):
        _train(problems, "run")


def test_a_folder_that_is_no_run_is_refused(problems: Path) -> None:
    settings = tiny_settings(problems)
    with pytest.raises(RunError, match=r"no settings\.toml"):
        train(settings, load_split(settings.data), problems.parent, resume=True)
    for folder in (problems.parent, problems.parent / "nowhere", problems):
        with pytest.raises(RunError, match=r"no settings\.toml"):
            Run.load(folder)


def test_an_unfinished_run_of_an_older_version_is_not_resumed(tmp_path: Path) -> None:
    """It was trained again from the beginning, over its weights, and then could not be read."""
    folder = tmp_path / "old"
    shutil.copytree(OLD / "run-words", folder)
    (folder / "results.json").unlink()
    with pytest.raises(RunError, match=r"older version of sumc.*--set training\.start="):
        check_folder(folder, read_settings(folder), resume=True)


_FILES = (
    "settings.toml",
    "codec.json",
    "encoding.json",
    "ranker.json",
    "calibration.json",
    "model.safetensors",
    "results.json",
)
_DAMAGE = (None, b"", b"{", b"[]", b"\xff\xfe", b'{"version": 1}')
_FINE = (
    ("settings.toml", b""),  # all defaults: weights that do not fit are tested elsewhere
    ("ranker.json", None),  # models without one still predict
    ("calibration.json", None),
    ("results.json", b'{"version": 1}'),
)


@pytest.mark.parametrize(
    ("name", "data"),
    [(name, data) for name in _FILES for data in _DAMAGE if (name, data) not in _FINE],
)
def test_a_damaged_file_of_a_run_is_one_clear_error(
    finished: Run, tmp_path: Path, name: str, data: bytes | None
) -> None:
    folder = Path(shutil.copytree(finished.folder, tmp_path / "copy"))
    (folder / name).unlink()
    if data is not None:
        (folder / name).write_bytes(data)
    with pytest.raises(RunError, match=name.replace(".", r"\.")):
        assert Run.load(folder).results


@pytest.fixture(name="finished", scope="module")
def _finished(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return _train(write_problems(tmp_path_factory.mktemp("data")), "run", "training.epochs=1")


# ---- the split and the built-in problems


def test_a_split_follows_the_settings(problems: Path) -> None:
    def split(**settings: Any) -> Split:
        return load_split(DataSettings(dataset=str(problems), **settings))

    assert split() == split(split="fold-0")
    assert split(split="fold-1").test != split(split="fold-0").test
    assert split(split="template-0").name.endswith("without shared texts, fold 0")
    assert len(split(limit=10).train) == 10
    assert split(limit=10).test == split().test
    assert split(language="en") == split()
    with pytest.raises(ValueError, match="published"):
        split(split="published")


def test_other_datasets_are_learned_from_but_no_text_that_is_to_stay_unseen(
    problems: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.jsonl"
    rows = [{"text": f"{word} {n} and 3?", "equation": f"{n}+3"} for n in (5, 6) for word in WORDS]
    other.write_text("".join(map(_line, rows)), encoding="utf-8")
    alone = tmp_path / "unseen.jsonl"
    alone.write_text(_line({"text": "SUM  77 and 88 ?", "equation": "77+88"}), encoding="utf-8")

    def texts(**settings: Any) -> set[str]:
        split = load_split(DataSettings(dataset=str(problems), **settings))
        return {p.text for p in (*split.train, *split.validation)}

    tested = load_split(DataSettings(dataset=str(problems))).test[0]
    copies = [{"text": tested.text.replace("?", "!"), "equation": "1+1"} for _ in range(30)]
    own = tmp_path / "own.jsonl"
    own.write_text("".join(map(_line, [*copies, *rows])), encoding="utf-8")
    assert not any(text.endswith("!") for text in texts(also=str(own))), "it is asked in the test"
    assert "sum 5 and 3?" in texts(also=str(own))
    added = texts(also=str(other)) - texts()
    assert {"sum 5 and 3?", "sum 6 and 3?"} <= added
    assert texts(also=str(other), unseen=str(alone)) == texts(also=str(other)) - {
        "sum 5 and 3?",
        "sum 6 and 3?",
    }
    with pytest.raises(ValueError, match="no split is called 'x'"):
        texts(unseen=f"{alone}:x")


WORDS = ("sum", "total", "add", "join", "plus", "both", "all", "count", "put", "whole")


def _line(row: dict[str, str]) -> str:
    return json.dumps(row) + "\n"


def test_built_in_problems_are_mixed_into_the_first_epochs(
    problems: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = load_split(DataSettings(dataset=str(problems)))
    foreign = replace(own.test[0], language="zh")
    unsolved = replace(own.test[0], expression=None)
    built_in: list[Problem] = [foreign, unsolved, *own.test, *own.validation, *own.train]
    monkeypatch.setattr("sumc.training.stream.load_dataset", lambda *_, **__: _Bag(built_in))
    settings = tiny_settings(
        problems, ["data.generated=50", "data.generated_share=0.5", "training.epochs=4"]
    )
    stream = open_stream(settings, own)
    assert list(stream.generated) == built_in[2:52]
    sizes = [sum(map(len, stream.batches(epoch, 8))) for epoch in range(4)]
    assert sizes == [stream.size(epoch) for epoch in range(4)] == [43 + 43, 43 + 43, 43, 43]
    for epoch in range(4):
        assert stream.steps(epoch, 8) == len(list(stream.batches(epoch, 8)))


class _Bag:
    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems


# ---- the optimizer


def test_the_learning_rate_rises_and_falls_to_nothing() -> None:
    for schedule in (LinearSettings(warmup=0.25), CosineSettings(warmup=0.25)):
        factors = [learning_rate_factor(step, 40, 0, schedule) for step in range(41)]
        assert factors[:10] == sorted(factors[:10])
        assert factors[9] == 1
        assert factors[10:] == sorted(factors[10:], reverse=True)
        assert factors[40] == pytest.approx(0, abs=1e-12)
        assert learning_rate_factor(100, 40, 0, schedule) == pytest.approx(0, abs=1e-12)
    assert learning_rate_factor(0, 10, 0, LinearSettings(warmup=0)) == 1
    assert learning_rate_factor(9, 10, 0, LinearSettings(warmup=1)) == 1


def test_the_learning_rate_falls_in_steps_or_never() -> None:
    falling = StepSettings(every=20, factor=0.5)
    assert [learning_rate_factor(7, 9, epoch, falling) for epoch in (0, 19, 20, 79)] == [
        1.0,
        1.0,
        0.5,
        0.125,
    ]
    assert {learning_rate_factor(7, 9, epoch, ConstantSettings()) for epoch in range(99)} == {1.0}


def test_only_matrices_decay_and_every_weight_is_trained_once(finished: Run) -> None:
    optimizer = build_optimizer(finished.model, AdamWSettings(weight_decay=0.5))
    trained = [each for group in optimizer.param_groups for each in group["params"]]
    wanted = [each for each in finished.model.parameters() if each.requires_grad]
    assert sorted(map(id, trained)) == sorted(map(id, wanted))
    for group in optimizer.param_groups:
        assert {each.dim() > 1 for each in group["params"]} == {group["weight_decay"] == 0.5}


@pytest.mark.parametrize(
    ("settings", "kind"),
    [(AdamSettings(weight_decay=0.5), "Adam"), (SGDSettings(weight_decay=0.5), "SGD")],
)
def test_adam_and_sgd_regularise_every_weight(
    finished: Run, settings: AdamSettings | SGDSettings, kind: str
) -> None:
    optimizer = build_optimizer(finished.model, settings)
    assert type(optimizer).__name__ == kind
    assert {group["weight_decay"] for group in optimizer.param_groups} == {0.5}
    assert {group["lr"] for group in optimizer.param_groups} == {settings.learning_rate}


def test_the_average_follows_the_weights_and_gives_them_back() -> None:
    model = torch.nn.Linear(2, 1, bias=False)
    average = WeightAverage(model, 0.5)
    start = model.weight.detach().clone()
    with torch.no_grad():
        model.weight += 1
    average.update(model, step=1000)
    with average.inside(model):
        assert torch.allclose(model.weight, start + 0.5)
    assert torch.equal(model.weight, start + 1)


# ---- the curve


def test_the_curve_is_drawn_where_matplotlib_is_there(finished: Run, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="the extra `plots`")
    points = _rows(finished, STEPS)
    assert draw_curve(_rows(finished), points, "a title", tmp_path / "curve.png")
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
    assert [path.name for path in tmp_path.iterdir()] == ["curve.png"]


def test_without_matplotlib_there_is_no_curve_and_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.backends.backend_agg", None)
    assert not draw_curve([], [], "", tmp_path / "curve.png")


def test_the_curve_says_what_it_shows(finished: Run) -> None:
    figures = pytest.importorskip("matplotlib.figure", reason="the extra `plots`")
    figure = figures.Figure()
    points = _rows(finished, STEPS)
    curve._draw(figure, _rows(finished), points, "a model on some data")
    losses, shares = figure.axes
    assert losses.get_title() == "a model on some data"
    labels = losses.get_xlabel(), losses.get_ylabel(), shares.get_ylabel()
    assert labels == ("epoch", "training loss", "validation accuracy, %")
    assert any(line.get_visible() for line in losses.get_xgridlines())
    assert len(losses.lines[0].get_xdata()) == len(points)
    assert losses.get_xlim() == (0, len(_rows(finished)))
