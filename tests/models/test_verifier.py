"""The verifier: what it is taught with, and that it learns."""

from pathlib import Path

import numpy as np
import pytest
import torch

from models.small import PROBLEMS, batch_of, covered, labelled, small_model
from onnx_export.tiny import tiny_model
from sumc.decoding.code_search import find_candidates
from sumc.models.seq2code_joint import Seq2CodeJoint
from sumc.models.verifier import value_numbers, wrong_candidates
from sumc.problems.numbers import find_quantities
from sumc.problems.problem import Problem

CONSTANTS, CLASSES = 2, 6


def _model() -> Seq2CodeJoint:
    model = small_model("seq2code-joint", "model.verifier=true")
    assert isinstance(model, Seq2CodeJoint)
    return model


def _wrong(labels: list[int], values: list[int]) -> torch.Tensor:
    slots = torch.ones(1, len(labels), dtype=torch.bool)
    chances = torch.randn(1, len(labels), CLASSES).log_softmax(-1)
    numbers = torch.tensor([values])
    return wrong_candidates(chances, torch.tensor([labels]), slots, numbers, CONSTANTS)[0]


def test_traded_candidates_trade_between_numbers_of_the_text_that_differ() -> None:
    torch.manual_seed(0)
    labels, values = [0, 3, 1, 2, 0, 0], [0, 1, 2, 3, 4, 4]
    for _ in range(20):
        for row in _wrong(labels, values)[:3].tolist():
            assert row != labels
            assert sorted(row) == sorted(labels)
            assert row[:CONSTANTS] == labels[:CONSTANTS]
            changed = [slot for slot in range(6) if row[slot] != labels[slot]]
            assert len(changed) == 2
            assert values[changed[0]] != values[changed[1]]


def test_where_nothing_can_be_traded_the_labels_come_back() -> None:
    assert _wrong([0, 3, 1, 1], [0, 1, 2, 3])[:3].tolist() == [[0, 3, 1, 1]] * 3
    assert _wrong([0, 3, 1, 2], [0, 1, 2, 2])[:3].tolist() == [[0, 3, 1, 2]] * 3


def test_drawn_candidates_always_differ_from_the_labels() -> None:
    torch.manual_seed(0)
    labels = [0, 3, 1, 2]
    for _ in range(30):
        assert all(row != labels for row in _wrong(labels, [0, 1, 2, 3])[3:].tolist())


def test_equal_numbers_share_a_number() -> None:
    text = "He has 5 pens, 7 caps and 5 hats. How many?"
    problem = Problem("1", text, "en", find_quantities(text))
    assert value_numbers([problem], CONSTANTS, 6).tolist() == [[0, 1, 2, 3, 2, 5]]


def test_the_gold_candidates_come_first_after_some_steps() -> None:
    model = _model().train()
    batch = labelled(model, covered(model)[:12])
    optimizer = torch.optim.Adam(model.parameters(), 1e-2)
    losses = []
    for _ in range(80):
        optimizer.zero_grad()
        loss = model(batch)
        losses.append((loss.totals[-2] / loss.counts[-2]).item())
        loss.mean().backward()
        optimizer.step()
    assert np.mean(losses[-10:]) < 0.6 * np.mean(losses[:5])


def test_candidates_are_verified_the_same_alone_and_together() -> None:
    model = _model()
    with torch.no_grad():
        scores = model.scores(batch_of(model, PROBLEMS[:4]))
        found = [
            (number, each.classes)
            for number, some in enumerate(find_candidates(model.codec, PROBLEMS[:4], scores))
            for each in some[:3]
        ]
        assert scores.verify is not None
        together = scores.verify(found)
        for (number, classes), score in zip(found, together, strict=True):
            alone = model.scores(batch_of(model, PROBLEMS[number : number + 1]))
            assert alone.verify is not None
            assert alone.verify([(0, classes)])[0] == pytest.approx(score, abs=1e-4)


def test_a_verifier_reads_the_text() -> None:
    """The same numbers with the same codes are more or less likely in another text."""
    model = tiny_model("model.verifier=true")
    assert model.verifier is not None
    width = model.settings.width
    texts = torch.randn(2, 5, model.encoder.output_width)
    given = (torch.randn(6, width), torch.arange(3), torch.zeros(3, dtype=torch.int64))
    row = (torch.arange(3)[None], torch.ones(1, 3, dtype=torch.bool))
    mask = torch.ones(2, 5, dtype=torch.bool)
    with torch.no_grad():
        one = model.verifier(*given, *row, texts, mask)
        other = model.verifier(*given, *row, texts.flip(0), mask)
        hidden = model.verifier(*given, *row, texts, mask & False)
    assert abs(one - other).item() > 1e-3
    assert abs(one - hidden).item() > 1e-3


def test_an_exported_verifier_says_the_same(tmp_path: Path) -> None:
    onnxruntime = pytest.importorskip("onnxruntime")
    pytest.importorskip("onnx")
    from sumc.onnx.graphs import verifier_graph

    model = tiny_model("model.verifier=true")
    assert model.verifier is not None
    random = np.random.default_rng(0)
    graph = onnxruntime.InferenceSession(verifier_graph(model).SerializeToString())
    for rows, size, texts in ((1, 1, 1), (3, 5, 2), (7, 2, 4)):
        tokens = (texts, 6)
        hidden = random.normal(size=(*tokens, model.encoder.output_width))
        states = random.normal(size=(texts * size, model.settings.width))
        arrays = {
            "states": states.astype(np.float32),
            "origins": random.integers(0, texts * size, rows * size),
            "given": random.integers(0, len(model.codec.classes), rows * size),
            "rows": np.arange(rows * size).reshape(rows, size),
            "slots": np.ones((rows, size), np.bool_),
            "hidden": hidden.astype(np.float32),
            "mask": np.arange(6) < random.integers(1, 7, (texts, 1)),
        }
        with torch.no_grad():
            expected = model.verifier(*map(torch.from_numpy, arrays.values())).numpy()
        np.testing.assert_allclose(graph.run(None, arrays)[0], expected, atol=1e-4)
