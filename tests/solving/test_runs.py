"""A run of `sumc train` solves like an exported model."""

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from solving.folders import OLD, read_json
from solving.stubs import problem_of
from sumc import Solver

PENS = "Ann has 31 pens and finds 5 more. How many pens does she have?"


@pytest.fixture(name="run", scope="module")
def _run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("torch", reason="a run needs torch")
    from sumc.problems.loading import load_split
    from sumc.training.train import train
    from training.tiny import tiny_settings, write_problems

    folder = tmp_path_factory.mktemp("trained")
    settings = tiny_settings(write_problems(folder), ["training.epochs=1", "data.words=false"])
    train(settings, load_split(settings.data), folder / "mine")
    return folder / "mine"


def test_a_run_predicts_what_it_predicts_elsewhere(run: Path) -> None:
    from sumc.training.run import Run

    solution = Solver.load(run).solve(PENS)
    (prediction,) = Run.load(run).predict([problem_of(PENS)])
    assert solution.answer == prediction.answer
    assert solution.confidence == prediction.confidence
    assert solution.model == "mine"


FIVE = "Ann has 31 pens and finds five more. How many pens does she have?"


def test_a_run_reads_numbers_as_it_was_trained_to(run: Path) -> None:
    assert [number.text for number in Solver.load(run).solve(FIVE).numbers] == ["31"]


def test_an_exported_run_reads_numbers_as_it_was_trained_to(run: Path, tmp_path: Path) -> None:
    from sumc.onnx.export import export_run

    export_run(run, tmp_path / "exported")
    solver = Solver.load(tmp_path / "exported")
    assert [number.text for number in solver.solve(FIVE).numbers] == ["31"]


def test_a_text_that_is_too_long_does_not_stop_the_others(run: Path) -> None:
    long = PENS + " ." * 600
    found = list(Solver.load(run).solve_many([PENS, long, PENS]))
    assert [solution.reason for solution in found] == [None, "too-long", None]
    assert found[0].answer == found[2].answer


def test_a_run_is_pickled_by_its_folder(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(run.parent)
    data = pickle.dumps(Solver.load("mine"))
    monkeypatch.chdir(run.parent.parent)
    assert pickle.loads(data).solve(PENS) == Solver.load(run).solve(PENS)


@pytest.mark.parametrize("name", ["words", "pieces"])
def test_a_run_of_version_1_says_what_it_said(name: str) -> None:
    """Its settings were flat, and its codec and encoding were one file."""
    pytest.importorskip("torch", reason="a run needs torch")
    if name == "pieces":
        pytest.importorskip("transformers", reason='needs pip install "sumc[plm]"')
    solver = Solver.load(OLD / f"run-{name}")
    assert solver.name == f"run-{name}"
    for row in read_json(OLD / f"run-{name}" / "answers.json"):
        found = solver.solve(row["text"])
        assert (str(found.answer), str(found.tree)) == (row["answer"], row["tree"])
        assert found.confidence == pytest.approx(row["confidence"], abs=1e-5)


def test_without_torch_the_message_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("")
    code = (
        "import sys; sys.modules['torch'] = None\n"
        "from sumc import Solver, SumcError\n"
        f"try: Solver.load({str(tmp_path)!r})\n"
        "except SumcError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("solving with a run needs torch: pip install")
    assert "sumc export RUN DIR" in done.stdout
