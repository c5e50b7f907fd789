"""The rotation that is exported beside the one of transformers."""

from collections import Counter
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="exporting needs torch")
pytest.importorskip("transformers", reason="the rotation is that of an encoder of transformers")

import torch
from onnx import ModelProto
from transformers.models.roformer.modeling_roformer import RoFormerSelfAttention

from onnx_export.tiny import pretrained, tiny_model
from sumc.onnx.graphs import reader_graph
from sumc.onnx.rotation import ROTATION, rotate, rotation_as_product


@pytest.mark.parametrize("count", [2, 3])
def test_states_are_turned_as_by_transformers_to_the_last_bit(count: int) -> None:
    torch.manual_seed(0)
    angles, states = torch.randn(1, 1, 5, 6), torch.randn(count, 2, 3, 5, 6)
    expected = getattr(RoFormerSelfAttention, ROTATION)(angles, *states)
    found = rotate(angles, *states)
    assert len(found) == count
    assert all(map(torch.equal, found, expected))


def test_only_encoders_that_rotate_are_changed_and_only_for_a_while(tmp_path: Path) -> None:
    (tmp_path / "bert").mkdir()
    model = tiny_model(encoder=pretrained(tmp_path, "roformer"))
    layers = [each for each in model.modules() if hasattr(each, ROTATION)]
    with rotation_as_product(model):
        assert layers
        assert all(getattr(each, ROTATION) is rotate for each in layers)
    assert all(getattr(each, ROTATION) is not rotate for each in layers)
    bert = tiny_model(encoder=pretrained(tmp_path / "bert", "bert"))
    assert not any(hasattr(each, ROTATION) for each in bert.modules())


def test_the_graph_has_fewer_operations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = tiny_model(encoder=pretrained(tmp_path, "roformer"))
    short = operations(reader_graph(model))
    monkeypatch.setattr("sumc.onnx.rotation.ROTATION", "nothing is called like this")
    long = operations(reader_graph(model))
    layers = [each for each in model.modules() if isinstance(each, RoFormerSelfAttention)]
    assert long["Slice"] - short["Slice"] == 2 * 2 * len(layers)
    assert short.total() < long.total()


def operations(graph: ModelProto) -> Counter[str]:
    return Counter(node.op_type for node in graph.graph.node)
