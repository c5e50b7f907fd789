"""Graphs on random inputs of all sizes, beside torch: one text or many, one token, one number."""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

pytest.importorskip("torch", reason="exporting needs torch")
pytest.importorskip("onnx", reason="exporting needs onnx")

import torch

from onnx_export.tiny import WORDS, pretrained, tiny_model
from sumc.encoding.number_features import FEATURE_SIZES
from sumc.encoding.tokens import SUBWORDS
from sumc.models.seq2code_joint import Seq2CodeJoint
from sumc.onnx.graphs import classifier_graph, reader_graph
from sumc.solving.exported import CLASSIFIES, READS, _session

Arrays = Mapping[str, np.ndarray[Any, np.dtype[Any]]]
WIDTH = 64
"""Wide enough for bytes."""
KINDS = ("gru", "lstm", "bert", "roformer")
MODELS: dict[str, Seq2CodeJoint] = {}


@pytest.fixture(autouse=True, scope="module")
def _models(tmp_path_factory: pytest.TempPathFactory) -> None:
    """A model of every kind, for the whole file."""
    for kind in KINDS:
        folder: Path = tmp_path_factory.mktemp(kind)
        if kind in ("gru", "lstm"):
            MODELS[kind] = tiny_model(f"encoder.cell={kind}", width=WIDTH)
        else:
            MODELS[kind] = tiny_model(width=WIDTH, encoder=pretrained(folder, kind, WIDTH))


@cache
def _reader(kind: str, int8: bool = False) -> Any:
    data = reader_graph(MODELS[kind], int8=int8).SerializeToString()
    return _session(data, Path(kind), READS, "states", "shapes")


@cache
def _classifier(int8: bool = False) -> Any:
    data = classifier_graph(MODELS["gru"], int8=int8).SerializeToString()
    return _session(data, Path("gru"), CLASSIFIES, "scores")


def _texts(texts: int, tokens: int, numbers: int) -> Arrays:
    """Texts of random lengths with random numbers; the first of them has no padding."""
    random = np.random.default_rng(0)
    lengths = random.integers(1, tokens + 1, texts)
    counts = random.integers(1, numbers + 1, texts)
    lengths[0], counts[0] = tokens, numbers
    features = [random.integers(0, size, (texts, numbers)) for size in FEATURE_SIZES]
    return {
        "tokens": random.integers(1, len(WORDS), (texts, tokens)),
        "parts": random.integers(0, len(WORDS), (texts, tokens, SUBWORDS)),
        "mask": np.arange(tokens) < lengths[:, None],
        "positions": random.integers(0, lengths[:, None], (texts, numbers)),
        "slots": np.arange(numbers) < counts[:, None],
        "features": np.stack(features, -1),
    }


def _questions(states: int, numbers: int, rows: int, size: int, asked: int) -> Arrays:
    """Rows of some size with random numbers; the first number of each row exists."""
    random = np.random.default_rng(0)
    slots = random.random((rows, size)) < 0.7
    slots[:, 0] = True
    return {
        "states": random.normal(size=(states, WIDTH)).astype(np.float32),
        "origins": random.integers(0, states, numbers),
        "given": random.integers(0, 5, numbers),
        "rows": random.integers(0, numbers, (rows, size)),
        "slots": slots,
        "asked": random.integers(0, size, (rows, asked)),
    }


def _by_torch(function: Callable[..., Any], arrays: Arrays) -> list[Any]:
    with torch.no_grad():
        found = function(*map(torch.from_numpy, arrays.values()))
    every = found if isinstance(found, tuple) else (found,)
    return [each.numpy() for each in every if each is not None]


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=15)
@example(1, 1, 1)
@example(1, 200, 1)
@example(20, 1, 1)
@example(20, 200, 30)
@given(st.integers(1, 4), st.integers(1, 40), st.integers(1, 9))
def test_a_reader_reads_batches_of_all_sizes(
    kind: str, texts: int, tokens: int, numbers: int
) -> None:
    arrays = _texts(texts, tokens, numbers)
    found = _reader(kind).run(None, dict(arrays))
    states, shapes = _by_torch(MODELS[kind].read, arrays)
    there = arrays["slots"]
    np.testing.assert_allclose(found[0][there], states[there], atol=1e-3)
    np.testing.assert_allclose(found[1], shapes, atol=1e-3)


@settings(max_examples=25)
@example(1, 1, 1, 1, 1)
@example(300, 200, 500, 30, 2)
@given(*[st.integers(1, 9)] * 5)
def test_a_classifier_answers_questions_of_all_sizes(
    states: int, numbers: int, rows: int, size: int, asked: int
) -> None:
    arrays = _questions(states, numbers, rows, size, asked)
    (found,) = _classifier().run(None, dict(arrays))
    (expected,) = _by_torch(MODELS["gru"].classify, arrays)
    assert found.shape == expected.shape == (rows, asked, len(MODELS["gru"].codec.classes))
    np.testing.assert_allclose(found, expected, atol=1e-3)


@pytest.mark.parametrize("int8", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_a_text_reads_the_same_alone_and_beside_others(kind: str, int8: bool) -> None:
    """Bytes would not, if all texts of a batch were rounded with one scale."""
    session, arrays = _reader(kind, int8), _texts(9, 50, 7)
    together, shapes = session.run(None, dict(arrays))
    for row in range(9):
        alone = {name: each[row : row + 1] for name, each in arrays.items()}
        length, count = alone["mask"].sum(), alone["slots"].sum()
        for name in ("tokens", "parts", "mask"):
            alone[name] = alone[name][:, :length]
        for name in ("positions", "slots", "features"):
            alone[name] = alone[name][:, :count]
        states, shape = session.run(None, alone)
        np.testing.assert_allclose(together[row, :count], states[0], rtol=1e-4, atol=1e-4)
        np.testing.assert_allclose(shapes[row], shape[0], rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("int8", [False, True])
def test_a_question_is_answered_the_same_alone_and_beside_others(int8: bool) -> None:
    """Also beside a number whose state is a thousand times as large."""
    session, arrays = _classifier(int8), dict(_questions(20, 30, 12, 6, 1))
    arrays["states"][7] *= 1000
    (together,) = session.run(None, arrays)
    for row in range(12):
        names = ("rows", "slots", "asked")
        (alone,) = session.run(None, arrays | {name: arrays[name][row, None] for name in names})
        np.testing.assert_allclose(together[row], alone[0], rtol=1e-4, atol=1e-4)
