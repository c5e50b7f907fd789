"""The configurations with the settings of papers train, for a few steps of a narrow encoder."""

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="training needs torch")

from sumc.problems.loading import load_split
from sumc.settings.encoders import RecurrentSettings
from sumc.settings.settings import load_settings
from sumc.training.train import train
from training.tiny import write_problems

FOLDER = Path(__file__).parents[2] / "configs"
RECURRENT = [
    path
    for path in sorted(FOLDER.rglob("*-paper.toml"))
    if isinstance(load_settings(path).encoder, RecurrentSettings)
]


@pytest.mark.parametrize("path", RECURRENT, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_settings_of_a_paper_train(path: Path, tmp_path: Path) -> None:
    few = ("data.split=auto", "data.limit=8", "training.epochs=1", "encoder.hidden=16")
    problems = f"data.dataset={write_problems(tmp_path)}"
    settings = load_settings(path, [problems, *few])
    trained = train(settings, load_split(settings.data), tmp_path / "run")
    assert trained.results["trained_on"] == 8
    assert trained.settings.kind.name in path.stem or path.stem.startswith("sumc")
