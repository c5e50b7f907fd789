"""The benchmark of the compared systems, on a model that learned for a second."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

pytest.importorskip("torch", reason="the systems run in torch")

import torch
from torch import nn

from sumc.decoding.hypothesis import Search
from sumc.experiments.systems import SYSTEMS
from sumc.models.encoders import BidirectionalLayer
from sumc.problems.loading import load_split
from sumc.training.train import train
from training.tiny import tiny_settings, write_problems

PATH = Path(__file__).parents[1] / "benchmarks" / "peers.py"


@pytest.fixture(name="peers", scope="module")
def _peers() -> ModuleType:
    spec = importlib.util.spec_from_file_location("peers", PATH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["peers"] = module  # dataclasses look for their module
    spec.loader.exec_module(module)
    return module


def _line(peers: Any, system: str, encoder: str, decoding: str, alone: float) -> Any:
    rates = (alone, 10 * alone)
    return peers.Line(system, system, encoder, "torch", decoding, "trained", 0.5, 2.0, *rates)


def test_systems_are_compared_with_gts_on_the_same_encoder(peers: Any) -> None:
    lines = peers.with_ratios(
        [
            _line(peers, "gts", "rnn", "beam 5", 10.0),
            _line(peers, "gts", "rnn", "greedy", 20.0),
            _line(peers, "joint-rnn", "rnn", "joint", 50.0),
            _line(peers, "joint-plm", "plm", "joint", 50.0),
        ]
    )
    assert [each.times_alone for each in lines] == [1.0, 2.0, 5.0, None]
    assert [each.times_together for each in lines] == [1.0, 2.0, 5.0, None]


def test_tables_have_a_cell_for_every_heading(peers: Any) -> None:
    lines = [_line(peers, "gts", "rnn", "beam 5", 10.0)]
    rows = list(peers._rows(lines, markdown=True))
    assert {row.count("|") for row in rows} == {len(peers.HEADINGS) + 1}
    assert "| 10.0 | - | 100.0 | - | - | - | 50.0 % | 2.00 |" in rows[-1]


@pytest.mark.parametrize("dataset", ["generated", "mawps", "math23k"])
@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)
def test_every_system_can_be_trained_briefly(peers: Any, system: Any, dataset: str) -> None:
    settings = peers.brief_settings(system, dataset)
    assert settings.data.dataset == dataset
    assert settings.training.epochs == peers.EPOCHS[system.encoder]


@pytest.mark.parametrize(("reader", "apart"), [("float32", 0.0), ("bfloat16", 0.05)])
def test_another_reader_reads_nearly_the_same(peers: Any, reader: str, apart: float) -> None:
    layer = BidirectionalLayer("gru", 8, 16)
    states, backwards = torch.randn(2, 5, 8), torch.arange(5).flip(0).expand(2, 5)
    before = layer(states, backwards)
    peers.change_reader(layer, reader)
    assert (layer(states, backwards) - before).abs().max() <= apart
    assert (type(layer.forwards) is nn.GRU) == (reader == "float32")


def test_what_is_measured_is_what_the_model_does(peers: Any, tmp_path: Path) -> None:
    settings = tiny_settings(write_problems(tmp_path))
    split = load_split(settings.data)
    run = train(settings, split, tmp_path / "run")
    clock = peers.ReadingClock(run.model)
    entry = peers.Entry(
        *("joint-rnn", "ours", "rnn", "torch", "joint"),
        *(run.predictor, Search("joint"), "trained", clock),
    )
    (line,) = peers.measure([entry], split.test, alone=4, rounds=2)
    predictions = list(run.predict(split.test, Search("joint")))
    pairs = zip(predictions, split.test, strict=True)
    right = sum(each.solves(problem) for each, problem in pairs)
    assert line.right == round(right / len(split.test), 4)
    assert line.alone > 0
    assert line.together > 0
    assert line.reading > 0
    assert line.reading + line.after == pytest.approx(1000 / line.alone, rel=0.5)
