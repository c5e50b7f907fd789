"""An exported model says what the trained one says, and damaged folders are refused."""

import json
import shutil
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="exporting needs torch")
pytest.importorskip("onnx", reason="exporting needs onnx")

from sumc.cli.main import main
from sumc.encoding.batches import collate
from sumc.errors import ModelError
from sumc.onnx.export import export_run
from sumc.problems.datasets import load_dataset
from sumc.problems.loading import load_split
from sumc.problems.problem import Problem
from sumc.problems.splits import Split
from sumc.settings.settings import load_settings
from sumc.settings.training import DataSettings
from sumc.solving.exported import OnnxBackend, load_exported
from sumc.solving.predictor import Predictor
from sumc.solving.solver import Solver
from sumc.training.run import Run
from sumc.training.train import train
from training.tiny import tiny_settings, write_problems

TEXTS = 500
"""Problems on which torch and ONNX must agree."""
KINDS = {"gru": ["encoder.cell=gru", "encoder.layers=2"]}
"""What is trained here; `test_graphs.py` has all kinds of models, with random weights."""


@pytest.fixture(name="runs", scope="module")
def _runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Run]:
    """Small trained models of every kind, of the built-in problems in both languages."""
    folder = tmp_path_factory.mktemp("runs")
    common = ["data.limit=300", "training.epochs=2", "training.optimizer.learning_rate=0.01"]
    size = ["encoder.hidden=16", "encoder.embedding=16", "model.width=16", "model.attention=16"]
    found = {}
    for name, overrides in KINDS.items():
        settings = load_settings(None, [*common, *size, *overrides])
        found[name] = train(settings, _few_judges(settings.data), folder / name)
    return found


@pytest.fixture(name="exported", scope="module")
def _exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an exported model of four simple kinds of problems."""
    folder = tmp_path_factory.mktemp("exported")
    settings = tiny_settings(write_problems(folder), ["training.epochs=20"])
    train(settings, load_split(settings.data), folder / "run")
    export_run(folder / "run", folder / "model")
    return folder / "model"


@cache
def _problems(count: int) -> Sequence[Problem]:
    problems = load_dataset("generated").problems
    return problems[:: len(problems) // count][:count]


@pytest.mark.parametrize("kind", KINDS)
def test_torch_and_onnx_agree(
    kind: str, runs: dict[str, Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same answers to 500 problems, and the same scores but for rounding."""
    run, problems = runs[kind], _problems(TEXTS)
    monkeypatch.setattr("sumc.onnx.export.load_split", _few_judges)
    export_run(run.folder, tmp_path / "model")
    exported = _load(tmp_path / "model")
    theirs, ours = (list(each.predict(problems)) for each in (run.predictor, exported))
    assert [each.answer for each in ours] == [each.answer for each in theirs]
    assert [each.tree for each in ours] == [each.tree for each in theirs]
    np.testing.assert_allclose(
        [each.score for each in ours], [each.score for each in theirs], atol=1e-3
    )


def _load(folder: Path) -> Predictor:
    """What was exported; a run does not look at the units of candidates either."""
    return replace(load_exported(folder)[1], sense=False)


@cache
def _few_judges(data: DataSettings, _: object = None) -> Split:
    split = load_split(data)
    return replace(split, validation=split.validation[:40])


def test_a_batch_says_what_each_problem_says_alone(exported: Path) -> None:
    model, problems = _load(exported), _problems(40)
    together = list(model.predict(problems))
    alone = [next(model.predict([problem])) for problem in problems]
    assert [each.answer for each in together] == [each.answer for each in alone]
    np.testing.assert_allclose(
        [each.confidence for each in together], [each.confidence for each in alone], atol=1e-4
    )


def test_a_byte_a_weight_is_smaller_and_says_nearly_the_same(
    runs: dict[str, Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sumc.onnx.export.load_split", _few_judges)
    sizes, scores = [], []
    batch = None
    for name, int8 in (("whole", False), ("small", True)):
        export_run(runs["gru"].folder, tmp_path / name, int8=int8)
        sizes.append((tmp_path / name / "reader.onnx").stat().st_size)
        backend = _load(tmp_path / name).backend
        assert isinstance(backend, OnnxBackend)
        batch = batch or collate([backend.encoding.encode(p) for p in _problems(50)])
        scores.append(np.concatenate(backend.scores(batch).classes))
    assert sizes[1] < 0.5 * sizes[0]
    same = scores[0].argmax(-1) == scores[1].argmax(-1)
    assert same.mean() > 0.95


def test_the_confidence_is_calibrated_on_other_datasets_as_well(
    runs: dict[str, Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On stories, which it has not learned to solve, it is less sure of itself."""
    monkeypatch.setattr("sumc.onnx.export.load_split", _few_judges)
    monkeypatch.setattr("sumc.problems.datasets.STORIES_SIZE", 100)
    told = load_dataset("stories").problems[:100]
    sure = []
    for name, names in (("plain", ""), ("wider", "stories")):
        export_run(runs["gru"].folder, tmp_path / name, calibration=names)
        sure.append(sum(each.confidence for each in _load(tmp_path / name).predict(told)))
    assert sure[1] < sure[0]


def test_an_exported_model_solves(exported: Path) -> None:
    solution = Solver.load(exported).solve("There are 5 bags with 8 nuts each. How many nuts?")
    assert solution.answer is not None
    assert 0 <= solution.confidence <= 1
    assert solution.model == "model"


@pytest.mark.parametrize(
    "name", ["model.json", "codec.json", "encoding.json", "reader.onnx", "classifier.onnx"]
)
@pytest.mark.parametrize("damage", ["gone", "empty", "cut", "changed"])
def test_a_damaged_folder_is_refused_by_the_name_of_the_file(
    name: str, damage: str, exported: Path, tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(exported, tmp_path / "copy"))
    path = folder / name
    content = path.read_bytes()
    if damage == "gone":
        path.unlink()
    else:
        changed = content[:50] + bytes([content[50] ^ 1]) + content[51:]
        path.write_bytes({"empty": b"", "cut": content[:-20], "changed": changed}[damage])
    with pytest.raises(ModelError, match=name.replace(".", r"\.")):
        _load(folder)


def test_files_of_another_model_are_refused_although_their_sums_are_right(
    exported: Path, tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(exported, tmp_path / "copy"))
    manifest = json.loads((folder / "model.json").read_text(encoding="utf-8"))
    (folder / "reader.onnx").write_bytes((folder / "classifier.onnx").read_bytes())
    manifest["files"]["reader.onnx"] = manifest["files"]["classifier.onnx"]
    (folder / "model.json").write_text(json.dumps(manifest), encoding="utf-8")
    with pytest.raises(ModelError, match=r"reader\.onnx is not one of ours"):
        _load(folder)


def test_nothing_of_others_is_written_over(runs: dict[str, Run], tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear", encoding="utf-8")
    with pytest.raises(ModelError, match="is not empty"):
        export_run(runs["gru"].folder, tmp_path)
    with pytest.raises(ModelError, match="is a file"):
        export_run(runs["gru"].folder, tmp_path / "letter.txt")


def test_the_papers_model_is_not_exported_and_it_says_so(tmp_path: Path) -> None:
    settings = tiny_settings(
        write_problems(tmp_path), ["model.name=seq2code"], without=["model.width"]
    )
    train(settings, load_split(settings.data), tmp_path / "run")
    with pytest.raises(ModelError, match="only 'seq2code-joint' can be exported"):
        export_run(tmp_path / "run", tmp_path / "model")


def test_the_command_exports_a_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = tiny_settings(write_problems(tmp_path))
    train(settings, load_split(settings.data), tmp_path / "run")
    arguments = ["sumc", "export", str(tmp_path / "run"), str(tmp_path / "mine"), "--json"]
    monkeypatch.setattr(sys, "argv", arguments)
    with pytest.raises(SystemExit) as done:
        main()
    assert not done.value.code
    told = json.loads(capsys.readouterr().out)
    assert (told["name"], told["language"]) == ("mine", "en")
    assert set(told["files"]) == {"codec.json", "encoding.json", "reader.onnx", "classifier.onnx"}
    assert Solver.load(tmp_path / "mine").solve("Ann has 3 pens and 4 cups. How many?").numbers
