"""A run of `sumc train` solves like an exported model."""

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from sumc import Solver
from sumc.problems.numbers import find_quantities
from sumc.problems.problem import Problem

PENS = "Ann has 31 pens and finds 5 more. How many pens does she have?"


@pytest.fixture(name="run", scope="module")
def _run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("torch", reason="a run needs torch")
    from sumc.problems.loading import load_split
    from sumc.training.loop import train
    from training.tiny import tiny_settings, write_problems

    folder = tmp_path_factory.mktemp("trained")
    settings = tiny_settings(write_problems(folder), ["training.epochs=1", "data.words=false"])
    train(settings, load_split(settings.data), folder / "mine")
    return folder / "mine"


def test_a_run_predicts_what_it_predicts_elsewhere(run: Path) -> None:
    from sumc.training.run import Run

    solution = Solver.load(run).solve(PENS)
    problem = Problem("", PENS, "en", find_quantities(PENS))
    (prediction,) = Run.load(run).predict([problem])
    assert solution.answer == prediction.answer
    assert solution.confidence == prediction.confidence
    assert solution.model == "mine"


def test_a_run_reads_numbers_as_it_was_trained_to(run: Path, tmp_path: Path) -> None:
    from sumc.onnx.export import export_run

    export_run(run, tmp_path / "exported")
    text = "Ann has 31 pens and finds five more. How many pens does she have?"
    for folder in (run, tmp_path / "exported"):
        assert [number.text for number in Solver.load(folder).solve(text).numbers] == ["31"]


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
