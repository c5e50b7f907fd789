"""Training in bfloat16: nearly the same losses, and weights that stay float32."""

import json
from pathlib import Path

import pytest
import torch

from sumc.problems.loading import load_split
from sumc.settings.settings import load_settings
from sumc.training.run import METRICS, Run
from sumc.training.train import train
from training.tiny import write_problems

SYSTEMS = ("seq2code-joint", "seq2code", "gts", "graph2tree", "sau", "stackdecoder", "t-rnn")


def _train(folder: Path, *settings: str) -> tuple[Run, list[float]]:
    path = write_problems(folder)
    chosen = load_settings(None, [f"data.dataset={path}", "training.epochs=2", *settings])
    run = train(chosen, load_split(chosen.data), folder / "run")
    rows = map(json.loads, (run.folder / METRICS).read_text().splitlines())
    return run, [row["loss"] for row in rows]


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_system_learns_in_bfloat16_nearly_as_in_float32(name: str, tmp_path: Path) -> None:
    losses = {}
    for precision in ("float32", "bfloat16"):
        (tmp_path / precision).mkdir()
        run, losses[precision] = _train(
            tmp_path / precision, f"model.name={name}", f"training.precision={precision}"
        )
        assert {each.dtype for each in run.model.parameters()} == {torch.float32}
    assert losses["bfloat16"] != losses["float32"], "the setting has an effect"
    assert losses["bfloat16"] == pytest.approx(losses["float32"], rel=0.05)
