"""What several tests of the commands share."""

from pathlib import Path

import pytest

from cli.in_process import Command
from sumc.settings.settings import to_toml
from training.tiny import tiny_settings, write_problems


@pytest.fixture(name="train")
def _train(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Command:
    monkeypatch.chdir(tmp_path)
    settings = tiny_settings(write_problems(Path()), ["training.epochs=2"])
    Path("tiny.toml").write_text(to_toml(settings), encoding="utf-8")
    return Command("train", capsys, monkeypatch)
