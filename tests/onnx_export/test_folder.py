"""What an export leaves behind: a whole model or none, the same bytes for the same run."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="exporting needs torch")
pytest.importorskip("onnx", reason="exporting needs onnx")

from sumc.decoding.hypothesis import Search
from sumc.errors import DatasetError, ModelError, RunError
from sumc.locks import only_writer, open_lock
from sumc.onnx import export
from sumc.onnx.export import export_run
from sumc.problems.loading import load_split
from sumc.problems.problem import Problem
from sumc.solving.exported import load_exported
from sumc.solving.manifest import FILES, MANIFEST, VERSION, read_manifest
from sumc.solving.predictor import Predictor
from sumc.training.train import train
from training.tiny import tiny_settings, write_problems


@pytest.fixture(name="run", scope="module")
def _run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run with 40 validation problems, of which it solves some."""
    folder = tmp_path_factory.mktemp("run")
    settings = tiny_settings(write_problems(folder, 400), ["training.epochs=4"])
    train(settings, load_split(settings.data), folder / "tiny")
    return folder / "tiny"


@pytest.fixture(name="model", scope="module")
def _model(run: Path) -> Path:
    export_run(run, run.parent / "mine")
    return run.parent / "mine"


def test_the_folder_says_what_it_is(model: Path) -> None:
    manifest = read_manifest(model)
    assert (manifest.name, manifest.language, manifest.version) == ("mine", "en", VERSION)
    assert (manifest.label_smoothing, manifest.refinement) == (0.1, True)
    assert manifest.about["model"] == "seq2code-joint"
    assert {path.name for path in model.iterdir()} == {MANIFEST, *FILES[VERSION]}


def test_the_same_run_gives_the_same_bytes(run: Path, model: Path, tmp_path: Path) -> None:
    export_run(run, tmp_path / "again", name="mine")
    for name in (MANIFEST, *FILES[VERSION]):
        assert (tmp_path / "again" / name).read_bytes() == (model / name).read_bytes()


def test_the_confidence_of_validation_problems_adds_up_to_what_was_right(model: Path) -> None:
    settings = tiny_settings(model.parent / "problems.jsonl")
    validation = load_split(settings.data).validation
    predictions = list(load_exported(model)[1].predict(validation))
    right = sum(p.solves(problem) for p, problem in zip(predictions, validation, strict=True))
    confident = sum(each.confidence for each in predictions)
    assert confident == pytest.approx(right, abs=0.06 * len(validation))


def test_a_run_is_calibrated_on_nothing_but_its_own_validation_problems(
    run: Path, tmp_path: Path
) -> None:
    """Not on a part that the model chose no epoch on, nor where the data has changed since."""
    asked: list[Problem] = []

    predict = Predictor.predict

    def noted(predictor: Predictor, problems: Sequence[Problem], search: Search) -> object:
        asked.extend(problems)
        return predict(predictor, problems, search)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Predictor, "predict", noted)
        export_run(run, tmp_path / "model")
    settings = tiny_settings(run.parent / "problems.jsonl")
    assert asked == list(load_split(settings.data).validation)
    changed = replace(load_split(settings.data), validation=load_split(settings.data).test)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sumc.onnx.export.load_split", lambda *_: changed)
        with pytest.raises(ModelError, match="not those of"):
            export_run(run, tmp_path / "other")
    assert not (tmp_path / "other").exists()


def test_a_run_that_is_not_finished_is_not_exported(run: Path, tmp_path: Path) -> None:
    shutil.copytree(run, tmp_path / "run")
    (tmp_path / "run" / "results.json").unlink()
    with pytest.raises(ModelError, match="not finished: sumc train --resume"):
        export_run(tmp_path / "run", tmp_path / "model")


def test_predicting_needs_neither_torch_nor_onnx(model: Path) -> None:
    code = f"""
import sys
from sumc.problems.numbers import find_quantities
from sumc.problems.problem import Problem
from sumc.solving.exported import load_exported
text = "Ann has 5 pens and finds 3 more. How many pens does she have?"
problem = Problem("1", text, "en", find_quantities(text))
assert next(load_exported({str(model)!r})[1].predict([problem])).answer is not None
assert not {{"torch", "onnx", "safetensors", "transformers"}} & set(sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")


def test_an_export_replaces_another_one_and_nothing_else(run: Path, tmp_path: Path) -> None:
    export_run(run, tmp_path / "model", name="old")
    (tmp_path / "model" / "CARD.md").write_text("about it", encoding="utf-8")
    export_run(run, tmp_path / "model", name="new")
    assert load_exported(tmp_path / "model")[0].name == "new"
    assert (tmp_path / "model" / "CARD.md").read_text(encoding="utf-8") == "about it"


def test_an_interrupted_export_leaves_no_model(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither half of the new one nor a mixture with the old one."""
    export_run(run, tmp_path / "model")

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(export, "write_text", stop)
    with pytest.raises(KeyboardInterrupt):
        export_run(run, tmp_path / "model", int8=True)
    with pytest.raises(ModelError, match="not the folder of an exported model"):
        load_exported(tmp_path / "model")
    (tmp_path / "model" / "CARD.md").write_text("about it", encoding="utf-8")
    monkeypatch.undo()
    export_run(run, tmp_path / "model")
    assert load_exported(tmp_path / "model")
    names = {path.name for path in (tmp_path / "model").iterdir()}
    assert names == {MANIFEST, *FILES[2], "CARD.md"}, "the same command goes on"


def test_a_folder_has_one_export_at_a_time(run: Path, tmp_path: Path) -> None:
    folder = tmp_path / "model"
    folder.mkdir()
    with (
        open_lock(folder / ".exporting") as file,
        only_writer(file, folder / ".holder", "exporting"),
        pytest.raises(ModelError, match=rf"process {os.getpid()} on .* is exporting to"),
    ):
        export_run(run, folder)


def test_no_run_and_no_problems_are_errors_of_their_own(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="not the folder of a training"):
        export_run(tmp_path / "nothing", tmp_path / "model")
    problems = write_problems(tmp_path)
    settings = tiny_settings(problems)
    train(settings, load_split(settings.data), tmp_path / "run")
    problems.unlink()
    with pytest.raises(DatasetError, match="no file"):
        export_run(tmp_path / "run", tmp_path / "model")
    assert not (tmp_path / "model").exists()
