"""Runs that are asked together."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="runs need torch")

from sumc.decoding.code_search import Scores
from sumc.decoding.ranking import Candidate
from sumc.errors import RunError
from sumc.problems.loading import load_split
from sumc.training.loop import train
from sumc.training.run import Run
from sumc.training.together import Together, average
from training.tiny import tiny_settings, write_problems


@pytest.fixture(name="problems", scope="module")
def _problems(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_problems(tmp_path_factory.mktemp("data"))


def _train(problems: Path, name: str, *settings: str) -> Run:
    chosen = tiny_settings(problems, settings)
    return train(chosen, load_split(chosen.data), problems.parent / name, resume=True)


def test_chances_are_averaged_where_models_have_them() -> None:
    def doubt(candidates: Sequence[tuple[int, Candidate]]) -> list[float]:
        return [-3.0 for _ in candidates]

    def trust(candidates: Sequence[tuple[int, Candidate]]) -> list[float]:
        return [-1.0 for _ in candidates]

    one = Scores([np.log([[0.9, 0.1]])], doubt, np.log([[0.2, 0.8]]))
    other = Scores([np.log([[0.3, 0.7]])], trust)
    both = average([one, other])
    assert np.exp(both.classes[0]) == pytest.approx(np.array([[0.6, 0.4]]))
    assert both.shapes == pytest.approx(one.shapes)
    assert both.second_pass is not None
    candidate: Candidate = object()  # type: ignore[assignment]  # nobody looks at it
    assert both.second_pass([(0, candidate)] * 2) == [-2.0, -2.0]
    alone = average([other._replace(second_pass=None)])
    assert (alone.second_pass, alone.shapes) == (None, None)
    assert alone.classes[0] == pytest.approx(other.classes[0])


def test_a_run_with_itself_says_what_it_says_alone(problems: Path) -> None:
    run = _train(problems, "one")
    split = load_split(run.settings.data)
    together = Together.load([run.folder, run.folder], split.validation)
    assert together.size == 2 * sum(each.numel() for each in run.model.parameters())
    alone, found = list(run.predict(split.test)), list(together.predict(split.test))
    assert [each.answer for each in found] == [each.answer for each in alone]
    assert [each.score for each in found] == pytest.approx([e.score for e in alone], abs=1e-4)


def test_different_readers_answer_together(problems: Path) -> None:
    """One reads words and sees shapes, the other reads characters and does not."""
    one = _train(problems, "one")
    other = _train(problems, "other", "features.unit=characters", "model.shapes=false")
    split = load_split(one.settings.data)
    for folders in ([one.folder, other.folder], [other.folder, one.folder]):
        found = list(Together.load(folders, split.validation).predict(split.test))
        assert len(found) == len(split.test)
        assert all(each.answer is not None for each in found)


def test_runs_with_other_codes_are_refused(problems: Path) -> None:
    one = _train(problems, "one")
    other = _train(problems, "binary", "features.target=binary")
    with pytest.raises(RunError, match=r"one and .*binary have other codes: only runs that"):
        Together.load([one.folder, other.folder], [])
