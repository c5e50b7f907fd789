"""Several processes train as one would, and go on after any of them was killed."""

import json
from pathlib import Path

import pytest
import torch

from sumc.settings.settings import Settings
from sumc.training.checkpoint import read_checkpoint
from sumc.training.team import ALONE, Team
from training.team import train_together
from training.tiny import tiny_settings, write_problems

pytestmark = pytest.mark.slow

JOINT = ("model.refinement=false", "model.interaction=0")  # both draw random numbers
FAMILIES = {
    "seq2code": ("model.name=seq2code",),
    "seq2code-joint": ("model.name=seq2code-joint", *JOINT),
    "gts": ("model.name=gts",),
}
SIZES = {"seq2code": (1, 2, 3), "seq2code-joint": (1, 3), "gts": (1, 3)}
"""How many processes train together; an odd number leaves shares of different sizes."""
ONE_EPOCH = ("training.epochs=1", "training.batch_size=5")
"""The last batch is smaller than the number of processes, so one has no share of it."""


def settings_of(path: Path, family: str, *more: str) -> Settings:
    without = ("model.width", "model.attention") if family != "seq2code-joint" else ()
    plain = ("encoder.dropout=0", "model.dropout=0")
    return tiny_settings(path, (*FAMILIES[family], *plain, *more), without)


def weights(folder: Path) -> dict[str, torch.Tensor]:
    return dict(read_checkpoint(folder / "model.safetensors").tensors)


def test_the_weights_after_twenty_steps_are_those_of_one_process(tmp_path: Path) -> None:
    path = write_problems(tmp_path, 146)
    train_together(
        *(
            (settings_of(path, family, *ONE_EPOCH), tmp_path / f"{family}-{size}", size)
            for family, sizes in SIZES.items()
            for size in sizes
        )
    )
    for family, sizes in SIZES.items():
        folders = [tmp_path / f"{family}-{size}" for size in sizes]
        rows = [json.loads((folder / "metrics.jsonl").read_text()) for folder in folders]
        assert rows[0]["steps"] >= 20
        losses = [row["loss"] for row in rows]
        assert losses == pytest.approx([losses[0]] * len(losses), rel=1e-4)
        one, *others = map(weights, folders)
        for name in one:
            for other in others:
                torch.testing.assert_close(other[name], one[name], rtol=1e-4, atol=1e-5)


def test_a_training_goes_on_after_any_and_all_of_its_processes_were_killed(tmp_path: Path) -> None:
    often = ("training.checkpoint_minutes=0", "encoder.dropout=0.2")
    settings = settings_of(write_problems(tmp_path), "seq2code", *often)
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    said = train_together((settings, whole, 2), (settings, killed, 2, "0", "1", "all", ""))
    assert said == ""
    expected = weights(whole)
    for name, weight in weights(killed).items():
        assert torch.equal(weight, expected[name]), name
    assert json.loads((killed / "results.json").read_text())["processes"] == 2
    assert not (killed / "checkpoint.safetensors").exists()


def test_another_number_of_processes_goes_on_and_says_so(tmp_path: Path) -> None:
    often = ("training.checkpoint_minutes=0", "training.epochs=20")
    settings = settings_of(write_problems(tmp_path), "seq2code", *often)
    folder = tmp_path / "run"
    assert train_together((settings, folder, 2, "stop"), (settings, folder, 3)) == "2 to 3\n"
    assert json.loads((folder / "results.json").read_text())["processes"] == 3


def test_one_process_alone_does_everything_and_asks_nobody() -> None:
    assert ALONE.share([1, 2, 3]) == [1, 2, 3]
    assert ALONE.total([1.5, 2]) == [1.5, 2]
    assert ALONE.largest(15) == 15
    before = torch.get_rng_state()
    ALONE.seed_step(0, 0, 0)
    assert torch.equal(torch.get_rng_state(), before)
    shares = [Team(rank, 3).share(range(7)) for rank in range(3)]
    assert sorted(each for share in shares for each in share) == list(range(7))
