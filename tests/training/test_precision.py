"""Training in bfloat16: nearly the same losses, and weights that stay float32."""

import json
from pathlib import Path

import pytest
import torch

from sumc.problems.loading import load_split
from sumc.settings.settings import load_settings
from sumc.training.folder import METRICS
from sumc.training.precision import precision_on
from sumc.training.run import Run
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


CPU = torch.device("cpu")


@pytest.mark.parametrize(
    ("able", "chosen"),
    [
        ({"avx512_bf16": True, "amx_bf16": False}, "bfloat16"),
        ({"amx_bf16": True}, "bfloat16"),
        ({"avx512_bf16": False, "avx512_f": True}, "float32"),
        ({}, "float32"),
    ],
)
def test_auto_is_bfloat16_where_the_processor_is_quick_at_it(
    able: dict[str, bool], chosen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: able)
    assert precision_on(CPU, "auto") == chosen
    assert precision_on(CPU, "float32") == "float32"
    assert precision_on(CPU, "bfloat16") == "bfloat16"


def test_a_version_of_torch_that_does_not_say_trains_in_float32(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(torch.cpu, "get_capabilities")
    assert precision_on(CPU, "auto") == "float32"


def test_results_say_what_auto_was(tmp_path: Path) -> None:
    run, losses = _train(tmp_path, "training.precision=auto")
    assert run.results["precision"] == precision_on(CPU, "auto")
    (tmp_path / "same").mkdir()
    again = f"training.precision={run.results['precision']}"
    assert _train(tmp_path / "same", again)[1] == losses
