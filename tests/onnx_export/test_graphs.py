"""Graphs beside torch: the same numbers for every kind of model, with random weights."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="exporting needs torch")
pytest.importorskip("onnx", reason="exporting needs onnx")

import torch

from built_in import generated_dataset
from onnx_export.tiny import PRETRAINED, exported, pretrained, tiny_model
from sumc.decoding.code_search import find_candidates
from sumc.encoding.batches import collate
from sumc.models.seq2code_joint import Seq2CodeJoint
from sumc.onnx.export import _files
from sumc.onnx.graphs import classifier_graph, reader_graph
from sumc.solving.exported import READS, OnnxBackend, build_exported
from sumc.solving.predictor import Predictor

PROBLEMS = generated_dataset().problems
FEW = [*PROBLEMS[:20], *PROBLEMS[10_000:10_020]]


def _exported(model: Seq2CodeJoint, *, int8: bool = False) -> Predictor:
    return build_exported(*exported(model, int8=int8), Path("tiny"))


def _differences(model: Seq2CodeJoint, exported: Predictor) -> tuple[float, float]:
    """The largest distances between torch and onnxruntime: first pass and shapes, second pass."""
    backend = exported.backend
    assert isinstance(backend, OnnxBackend)
    batch = collate([model.encoding.encode(problem) for problem in FEW])
    with torch.no_grad():
        scores, found = model.scores(batch), backend.scores(batch)
        pairs = [*zip(scores.classes, found.classes, strict=True)]
        if model.settings.shapes:
            assert scores.shapes is not None
            assert found.shapes is not None
            pairs.append((scores.shapes, found.shapes))
        else:
            assert scores.shapes is found.shapes is None
        candidates = [
            (number, each.classes)
            for number, some in enumerate(find_candidates(model.codec, FEW, scores))
            for each in some
        ]
        assert scores.second_pass is not None
        assert found.second_pass is not None
        again = zip(scores.second_pass(candidates), found.second_pass(candidates), strict=True)
        first = max(float(np.abs(a - b).max()) for a, b in pairs)
        return first, max(abs(a - b) for a, b in again)


KINDS = {
    "gru": ("encoder.cell=gru",),
    "lstm": ("encoder.cell=lstm",),
    "two layers": ("encoder.cell=gru", "encoder.layers=2"),
    "no subwords": ("encoder.subwords=false",),
    "no features of numbers": ("model.number_features=false",),
    "no shapes": ("model.shapes=false",),
    "numbers that see nothing": ("model.interaction=0",),
    "numbers that look twice": ("model.interaction=2",),
    "numbers that look three times": ("model.interaction=3",),
}


@pytest.mark.parametrize("changes", KINDS.values(), ids=KINDS)
def test_recurrent_models_give_the_same_numbers(changes: tuple[str, ...]) -> None:
    model = tiny_model(*changes)
    first, second = _differences(model, _exported(model))
    assert first < 1e-4
    assert second < 1e-3


@pytest.mark.parametrize("kind", PRETRAINED)
def test_pretrained_encoders_give_the_same_numbers(kind: str, tmp_path: Path) -> None:
    model = tiny_model(encoder=pretrained(tmp_path, kind))
    first, second = _differences(model, _exported(model))
    assert first < 1e-4
    assert second < 1e-3


@pytest.mark.parametrize("size", [1, 3, 40])
def test_what_is_read_together_does_not_matter(size: int) -> None:
    model = tiny_model(width=64)
    for int8 in (False, True):
        exported = _exported(model, int8=int8)
        alone = [next(exported.predict([problem])) for problem in FEW]
        batches = [FEW[start : start + size] for start in range(0, len(FEW), size)]
        together = [each for batch in batches for each in exported.predict(batch)]
        assert [each.tree for each in together] == [each.tree for each in alone]
        np.testing.assert_allclose(
            [each.confidence for each in together], [each.confidence for each in alone], atol=1e-3
        )


def test_bytes_give_nearly_the_same_numbers_in_a_quarter_of_the_space() -> None:
    model = tiny_model(width=64)
    for graph in (reader_graph, classifier_graph):
        small, large = (graph(model, int8=each).ByteSize() for each in (True, False))
        assert small < 0.45 * large
    first, _ = _differences(model, _exported(model, int8=True))
    batch = collate([model.encoding.encode(problem) for problem in FEW])
    with torch.no_grad():
        shapes = model.scores(batch).shapes
    assert shapes is not None
    assert 0 < first < 0.1 * np.ptp(shapes)  # those of random weights are far apart


@pytest.mark.parametrize("int8", [False, True])
def test_the_same_model_gives_the_same_bytes(int8: bool) -> None:
    first, second = (_files(tiny_model(), int8=int8) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("training", [False, True])
def test_an_export_leaves_a_model_as_it_was(training: bool) -> None:
    """Its graph is that of predicting, without dropout, whatever it is doing at the moment."""
    model = tiny_model().train(training)
    graph = reader_graph(model)
    assert all(each.training == training for each in model.modules())
    assert graph == reader_graph(model.eval())


def test_a_graph_takes_all_inputs_although_a_model_may_have_no_use_for_some() -> None:
    model = tiny_model("encoder.subwords=false", "model.number_features=false")
    names = [each.name for each in reader_graph(model).graph.input]
    assert names == list(READS)
