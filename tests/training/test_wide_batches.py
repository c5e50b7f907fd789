"""Batches with long texts: learned from in parts, with the gradient of the whole."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import torch

from models.tiny_bert import write_encoder
from sumc.codecs import Codec
from sumc.encoding.batches import Batch, Example, collate
from sumc.models import Model
from sumc.problems.loading import load_split
from sumc.settings.settings import load_settings
from sumc.training import loop
from sumc.training.train import train
from training.tiny import PROBLEMS, write_problems

NARROW = 1500
"""Pairs of tokens: a few texts of these problems."""


def _train(folder: Path, name: str, *more: str) -> Model:
    folder.mkdir()
    path = write_problems(folder)
    encoder = write_encoder(folder, (text for text, _ in PROBLEMS))
    settings = load_settings(
        None,
        [
            *(f"data.dataset={path}", "training.epochs=1", "training.batch_size=16"),
            *("encoder.kind=pretrained", f"encoder.weights={encoder}", "encoder.dropout=0"),
            *(f"model.name={name}", "model.dropout=0", *more),
        ],
    )
    return train(settings, load_split(settings.data), folder / "run").model


@pytest.mark.parametrize("name", ["gts", "seq2code"])
def test_a_wide_batch_in_parts_teaches_what_it_teaches_as_a_whole(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = _train(tmp_path / "whole", name)
    widths: list[int] = []

    def note(part: Sequence[Example], codec: Codec[Any]) -> Batch:
        batch = collate(part, codec)
        widths.append(len(part) * batch.tokens.shape[1] ** 2)
        return batch

    monkeypatch.setattr(loop, "MOST_PAIRS", NARROW)
    monkeypatch.setattr(loop, "collate", note)
    in_parts = _train(tmp_path / "parts", name)
    assert len(widths) > 8, "more parts than batches"
    assert max(widths) <= NARROW
    for one, other in zip(whole.parameters(), in_parts.parameters(), strict=True):
        assert torch.allclose(one, other, atol=1e-5)


@pytest.mark.parametrize("name", ["gts", "seq2code"])
def test_parts_of_a_chosen_size_teach_the_same(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = _train(tmp_path / "whole", name)
    sizes: list[int] = []

    def note(part: Sequence[Example], codec: Codec[Any]) -> Batch:
        sizes.append(len(part))
        return collate(part, codec)

    monkeypatch.setattr(loop, "collate", note)
    in_parts = _train(tmp_path / "parts", name, "training.part_size=3")
    assert max(sizes) == 3
    for one, other in zip(whole.parameters(), in_parts.parameters(), strict=True):
        assert torch.allclose(one, other, atol=1e-5)
