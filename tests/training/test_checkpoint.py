"""Checkpoints: the same bytes for the same state, whole or not there, and nothing foreign."""

import os
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="training needs torch")

import torch
from torch import nn

from sumc.errors import RunError
from sumc.training.checkpoint import copy_into, read_checkpoint, write_checkpoint


def test_tensors_and_facts_come_back_to_the_bit(tmp_path: Path) -> None:
    path = tmp_path / "a.safetensors"
    tensors = {
        "weights.a": torch.randn(3, 4).T,
        "weights.b": torch.tensor([float("nan"), -0.0, 1e-45]),
        "random": torch.get_rng_state(),
        "nothing": torch.zeros(0),
        "step": torch.tensor(7.0),
    }
    facts = {"loss": 0.1 + 0.2, "rows": [{"epoch": 1}], "none": None}
    write_checkpoint(path, tensors, facts)
    found = read_checkpoint(path)
    assert found.facts == facts
    for name, tensor in tensors.items():
        same = found.tensors[name]
        assert same.dtype == tensor.dtype
        assert same.contiguous().numpy().tobytes() == tensor.contiguous().numpy().tobytes()
    assert sorted(found.part("weights")) == ["a", "b"]


def test_the_same_state_gives_the_same_bytes(tmp_path: Path) -> None:
    tensors = {name: torch.ones(2) for name in "cab"}
    for name, order in (("one", "abc"), ("two", "bca")):
        chosen = {key: tensors[key] for key in order}
        write_checkpoint(tmp_path / name, chosen, dict.fromkeys(order, 1))
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_weights_that_share_memory_can_be_written(tmp_path: Path) -> None:
    first, second = nn.Linear(2, 2), nn.Linear(2, 2)
    second.weight = first.weight
    both = nn.Sequential(first, second)
    write_checkpoint(tmp_path / "tied", both.state_dict(), {})
    kept = first.weight.detach().clone()
    nn.init.zeros_(first.weight)
    copy_into(both.state_dict(), read_checkpoint(tmp_path / "tied").tensors, tmp_path)
    assert torch.equal(first.weight, kept)
    assert second.weight is first.weight


def test_a_write_that_fails_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.safetensors"
    write_checkpoint(path, {"a": torch.ones(1)}, {"number": 1})

    def full(_: int) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="full"):
        write_checkpoint(path, {"a": torch.zeros(1)}, {"number": 2})
    assert read_checkpoint(path).facts == {"number": 1}


def test_what_is_damaged_foreign_or_missing_is_one_clear_error(tmp_path: Path) -> None:
    from safetensors.torch import save

    whole = tmp_path / "whole"
    write_checkpoint(whole, {"a": torch.ones(100)}, {})
    data = whole.read_bytes()
    foreign = (save({"a": torch.ones(1)}), save({"a": torch.ones(1)}, {"sumc": "[1]"}))
    for damaged in (b"", data[:-1], data[:20], data + b"x", b"\xff" * 100, *foreign):
        path = tmp_path / "damaged"
        path.write_bytes(damaged)
        with pytest.raises(RunError, match=r"damaged|not one of ours"):
            read_checkpoint(path)
    with pytest.raises(RunError, match="missing"):
        read_checkpoint(tmp_path / "nothing")


@pytest.mark.parametrize(
    "weights", [{}, {"a": [1.0]}, {"a": [1.0, 2.0], "b": [1.0]}, {"b": [1.0, 2.0]}, {"a": [1, 2]}]
)
def test_weights_that_do_not_fit_are_refused(weights: dict[str, list[float]]) -> None:
    source = {name: torch.tensor(values) for name, values in weights.items()}
    with pytest.raises(RunError, match="does not fit"):
        copy_into({"a": torch.zeros(2)}, source, Path("here"))
