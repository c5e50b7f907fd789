"""One byte per weight: what is stored, how far it is off, and that products stay exact."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason="exporting needs torch")
pytest.importorskip("onnx", reason="exporting needs onnx")

import onnxruntime
from onnx import ModelProto, TensorProto, helper, numpy_helper

from onnx_export.tiny import pretrained, tiny_model
from sumc.onnx.graphs import classifier_graph, reader_graph
from sumc.onnx.quantization import LEAST, quantize, quantize_rows
from sumc.solving import exported
from sumc.solving.exported import PRODUCT, _session

Array = np.ndarray[Any, np.dtype[Any]]
RANDOM = np.random.default_rng(0)
WEIGHT = RANDOM.normal(size=(96, 80)).astype(np.float32)
BIAS = RANDOM.normal(size=80).astype(np.float32)


def _graph(operation: str, weight: Array, *more: Array, **settings: Any) -> ModelProto:
    """A graph of one operation with an input x and a weight, which stands first for a table."""
    inputs = ["weight", "x"] if operation == "Gather" else ["x", "weight"]
    named = {"weight": weight} | {f"more{number}": each for number, each in enumerate(more)}
    node = helper.make_node(operation, [*inputs, *list(named)[1:]], ["y"], **settings)
    kind = TensorProto.INT64 if operation == "Gather" else TensorProto.FLOAT
    graph = helper.make_graph(
        [node],
        operation,
        [helper.make_tensor_value_info("x", kind, None)],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)],
        [numpy_helper.from_array(each, name) for name, each in named.items()],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)


def _run(model: ModelProto, x: Array) -> Array:
    session = _session(model.SerializeToString(), Path("graph"), ("x",), "y")
    return np.asarray(session.run(None, {"x": x})[0])


PRODUCTS = {
    "a product": _graph("MatMul", WEIGHT),
    "a product with a bias": _graph("Gemm", WEIGHT, BIAS),
    "a product with a turned weight": _graph("Gemm", WEIGHT.T.copy(), BIAS, transB=1),
}


@pytest.mark.parametrize("plain", PRODUCTS.values(), ids=PRODUCTS)
def test_products_are_off_by_no_more_than_the_rounding(plain: ModelProto) -> None:
    """Half a step of the state for each weight, and half a step of the weight for each value."""
    x = RANDOM.normal(size=(50, 96)).astype(np.float32) * np.logspace(-3, 3, 50)[:, None]
    x[7] = 0
    x = x.astype(np.float32)
    wrong = np.abs(_run(quantize(plain), x) - _run(plain, x))
    steps = np.abs(x).max(-1, keepdims=True) / 127
    allowed = steps / 2 * np.abs(WEIGHT).sum(0) + np.abs(x).sum(-1, keepdims=True) * (
        np.abs(WEIGHT).max(0) / 127 / 2
    )
    assert (wrong <= 1.1 * allowed + 1e-5).all()
    assert wrong.max() > 0


@pytest.mark.parametrize("plain", PRODUCTS.values(), ids=PRODUCTS)
def test_a_state_is_rounded_for_itself(plain: ModelProto) -> None:
    model, x = quantize(plain), RANDOM.normal(size=(9, 96)).astype(np.float32)
    x[4] *= 1e4
    together = _run(model, x)
    for row in range(9):
        np.testing.assert_array_equal(together[row], _run(model, x[row : row + 1])[0])


def test_what_is_a_whole_number_already_stays_exact() -> None:
    """Also sums of products at their largest, which 16 bits cannot hold, on every processor."""
    x, weight = np.full((3, 96), 127, np.float32), np.full((96, 80), 127, np.float32)
    weight[:, ::2] *= -1
    np.testing.assert_allclose(_run(quantize(_graph("MatMul", weight)), x), x @ weight, rtol=1e-6)


def test_tables_are_off_by_no_more_than_half_a_step() -> None:
    table = RANDOM.normal(size=(200, 40)).astype(np.float32) * np.logspace(-3, 3, 200)[:, None]
    plain, places = _graph("Gather", table.astype(np.float32)), np.array([[0, 7], [199, 7]])
    found = _run(quantize(plain), places)
    steps = np.abs(table[places]).max(-1, keepdims=True) / 127
    assert (np.abs(found - table[places]) <= 0.51 * steps).all()


@pytest.mark.parametrize("operation", ["MatMul", "Gather"])
def test_small_matrices_stay_as_they_are(operation: str) -> None:
    plain = _graph(operation, np.ones((LEAST // 16 - 1, 16), np.float32))
    assert quantize(plain).graph == plain.graph


def test_a_gather_along_another_axis_is_no_table() -> None:
    plain = _graph("Gather", WEIGHT, axis=1)
    assert quantize(plain).graph == plain.graph


def test_a_graph_is_not_changed_itself() -> None:
    plain = reader_graph(tiny_model(width=64))
    before = plain.SerializeToString(deterministic=True)
    quantize(plain)
    assert plain.SerializeToString(deterministic=True) == before


@pytest.mark.parametrize("kind", ["gru", "lstm", "bert", "roformer"])
def test_no_large_matrix_is_left_in_floats(kind: str, tmp_path: Path) -> None:
    recurrent = kind in ("gru", "lstm")
    encoder = () if recurrent else pretrained(tmp_path, kind, 64)
    cell = (f"encoder.cell={kind}",) if recurrent else ()
    model = tiny_model(*cell, width=64, encoder=encoder)
    for graph in (reader_graph(model, int8=True), classifier_graph(model, int8=True)):
        floats = [each for each in graph.graph.initializer if each.data_type == TensorProto.FLOAT]
        assert all(np.prod(each.dims) < LEAST for each in floats if len(each.dims) > 1)


def test_rows_are_rounded_to_their_own_scale() -> None:
    rows = RANDOM.normal(size=(50, 64)).astype(np.float32) * np.logspace(-6, 6, 50)[:, None]
    rows[7] = 0
    whole, scales = quantize_rows(rows)
    assert np.abs(whole).max() == 127
    assert (np.abs(whole * scales - rows) <= scales / 2 + 1e-30).all()


def test_the_product_that_is_tried_out_is_one_of_bytes() -> None:
    kinds = {"a": TensorProto.UINT8, "b": TensorProto.INT8, "c": TensorProto.INT32}
    a, b, c = (
        helper.make_tensor_value_info(name, kind, [None, None]) for name, kind in kinds.items()
    )
    node = helper.make_node("MatMulInteger", ["a", "b"], ["c"])
    assert ModelProto.FromString(PRODUCT).graph == helper.make_graph([node], "p", [a, b], [c])


@pytest.mark.parametrize("clipped", [False, True])
def test_onnxruntime_is_told_to_be_exact_only_where_it_is_not(
    clipped: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Below the extended level of optimisation it silently ignores what it is told."""
    told: list[str] = []
    options = onnxruntime.SessionOptions
    note = staticmethod(lambda key, value: told.append(f"{key}={value}"))
    noting = type("Options", (options,), {"add_session_config_entry": note})
    monkeypatch.setattr(onnxruntime, "SessionOptions", noting)
    monkeypatch.setattr(exported, "products_are_clipped", lambda: clipped)
    session = _session(PRODUCT, Path("product"), ("a", "b"), "c")
    level = session.get_session_options().graph_optimization_level
    assert (level == onnxruntime.GraphOptimizationLevel.ORT_ENABLE_EXTENDED) == clipped
    exact = [each for each in told if "quantprecision" in each]
    assert exact == ["session.x64quantprecision=1"] * clipped
