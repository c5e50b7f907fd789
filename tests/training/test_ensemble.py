"""Runs that are asked together: what they make of a problem is averaged."""

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="runs need torch")

from sumc.problems.loading import load_split
from sumc.training.ensemble import load_ensemble
from sumc.training.run import Run
from sumc.training.train import train
from training.tiny import tiny_settings, write_problems


@pytest.fixture(name="problems", scope="module")
def _problems(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_problems(tmp_path_factory.mktemp("data"))


def _train(problems: Path, name: str, *settings: str) -> Run:
    chosen = tiny_settings(problems, settings)
    return train(chosen, load_split(chosen.data), problems.parent / name, resume=True)


def test_a_run_with_itself_says_what_it_says_alone(problems: Path) -> None:
    run = _train(problems, "one")
    split = load_split(run.settings.data)
    ensemble, runs = load_ensemble([run.folder, run.folder], split.validation)
    assert [each.folder for each in runs] == [run.folder, run.folder]
    alone, found = list(run.predict(split.test)), list(ensemble.predict(split.test))
    assert [each.answer for each in found] == [each.answer for each in alone]
    for mine, theirs in zip(found, alone, strict=True):
        assert mine.shares == pytest.approx(theirs.shares)


def test_models_that_read_and_predict_differently_answer_together(problems: Path) -> None:
    """Words and characters, with and without shapes, M-tree codes and binary ones."""
    one = _train(problems, "one")
    other = _train(problems, "other", "encoder.unit=characters", "model.shapes=false")
    third = _train(problems, "third", "codec.name=binary")
    split = load_split(one.settings.data)
    for folders in ([one.folder, other.folder], [third.folder, one.folder]):
        ensemble, _ = load_ensemble(folders, split.validation)
        found = list(ensemble.predict(split.test))
        assert len(found) == len(split.test)
        assert all(each.answer is not None for each in found)
        assert all(0 <= each.confidence <= 1 for each in found)
