"""One byte a weight, so that what a text is answered never depends on its neighbours in a batch.

onnxruntime's own dynamic quantization finds one scale for all activations of a batch: a text that
is read beside another one would be rounded differently and could get another answer. So products
are rewritten here with a scale for each token, from operations that onnxruntime has for bytes:

    states @ weight   becomes   (states / size as bytes) @ (weight as bytes) * size * scales

where `size` is the largest value of each token's state and `scales` belong to the columns of the
weight. Tables (embeddings) and recurrent weights are stored as bytes and turned into floats when
they are used. All bytes are from 1 to 255 around 128: processors without instructions for products
of bytes lose digits when one side has a sign.
"""

from typing import Any

import numpy as np
from onnx import ModelProto, NodeProto, TensorProto, helper, numpy_helper

LARGEST = 127
"""Symmetric: -128 is not used, so that 0 stays exactly 0."""
MIDDLE = 128
"""Stands for 0 among the bytes of a product."""
TINY = 1e-9
"""What a state of zeros is divided by."""
SMALLEST_SIDE = 16
"""Matrices with a shorter side stay floats: they save nothing."""
SMALLEST_TABLE = 8_192
"""Values of a table from which on it is worth storing bytes."""
MICROSOFT = "com.microsoft"
"""The set of operations that onnxruntime adds to those of ONNX."""

Array = np.ndarray[Any, np.dtype[Any]]


def quantize_rows(array: Array) -> tuple[Array, Array]:
    """Whole numbers from -127 to 127, and for every row (of the last axis) what 1 is worth.

    >>> rows, scales = quantize_rows(np.array([[0.0, 254.0], [0.0, 0.0]], np.float32))
    >>> rows.tolist(), scales.tolist()
    ([[0, 127], [0, 0]], [[2.0], [1.0]])
    """
    scales = np.abs(array).max(-1, keepdims=True) / LARGEST
    scales = np.where(scales > 0, scales, 1.0).astype(np.float32)
    return np.rint(array / scales).astype(np.int8), scales


def quantize(model: ModelProto) -> ModelProto:
    """The same graph with one byte a weight."""
    rewriting = _Rewriting(model)
    for node in model.graph.node:
        rewriting.add(node)
    used = {name for node in rewriting.nodes for name in node.input}
    del model.graph.node[:]
    model.graph.node.extend(rewriting.nodes)
    del model.graph.initializer[:]
    kept = (tensor for name, tensor in rewriting.weights.items() if name in used)
    model.graph.initializer.extend(kept)
    if MICROSOFT not in {each.domain for each in model.opset_import}:
        model.opset_import.append(helper.make_opsetid(MICROSOFT, 1))
    return model


class _Rewriting:
    """The nodes of a graph, one after the other, with smaller weights."""

    def __init__(self, model: ModelProto) -> None:
        self.weights = {each.name: each for each in model.graph.initializer}
        self.nodes: list[NodeProto] = []
        self._bytes: dict[str, tuple[str, str]] = {}
        """States that are bytes already, and their sizes: several products may share them."""
        self._step = self._weight("step", np.array(1 / LARGEST, np.float32))
        self._middle = self._weight("middle", np.array(MIDDLE, np.uint8))
        self._tiny = self._weight("tiny", np.array(TINY, np.float32))
        self._last = self._weight("last axis", np.array([-1], np.int64))

    def add(self, node: NodeProto) -> None:
        """Take a node over, with bytes where it has a large weight."""
        settings = {each.name: helper.get_attribute_value(each) for each in node.attribute}
        if node.op_type == "Gather" and not settings.get("axis") and self._is_table(node.input[0]):
            self._look_up(node)
        elif node.op_type in ("MatMul", "Gemm") and self._is_matrix(node.input[1]):
            self._multiply(node, turned=bool(settings.get("transB")))
        else:
            if node.op_type in ("GRU", "LSTM"):
                for place in (1, 2):
                    node.input[place] = self._as_floats(node.input[place])
            self.nodes.append(node)

    def _is_table(self, name: str) -> bool:
        tensor = self._floats(name)
        return tensor is not None and len(tensor.dims) == 2 and _size(tensor) >= SMALLEST_TABLE

    def _is_matrix(self, name: str) -> bool:
        tensor = self._floats(name)
        return tensor is not None and len(tensor.dims) == 2 and min(tensor.dims) >= SMALLEST_SIDE

    def _floats(self, name: str) -> TensorProto | None:
        tensor = self.weights.get(name)
        is_float = tensor is not None and tensor.data_type == TensorProto.FLOAT
        return tensor if is_float else None

    def _look_up(self, node: NodeProto) -> None:
        """Rows of a table: the bytes and the scale of each."""
        table, places = node.input
        rows, scales = quantize_rows(numpy_helper.to_array(self.weights[table]))
        whole = self._apply("Gather", self._weight(f"{table} rows", rows), places)
        scale = self._apply("Gather", self._weight(f"{table} scales", scales), places)
        floats = self._apply("Cast", whole, to=TensorProto.FLOAT)
        self._apply("Mul", floats, scale, output=node.output[0])

    def _multiply(self, node: NodeProto, *, turned: bool) -> None:
        """A product with a weight, plus a bias if there is one."""
        states, name, *bias = node.input
        weight = numpy_helper.to_array(self.weights[name])
        product = self._product(states, weight if turned else weight.T, name)
        if bias:
            self._apply("Add", product, bias[0], output=node.output[0])
        else:
            self._apply("Identity", product, output=node.output[0])

    def _product(self, states: str, weight: Array, name: str) -> str:
        """States times a weight that has its outputs in rows."""
        whole, size = self._as_bytes(states)
        rows, scales = quantize_rows(weight)
        bytes_of_weight = (rows.T.astype(np.int16) + MIDDLE).astype(np.uint8)
        product = self._apply(
            "MatMulIntegerToFloat",
            whole,
            self._weight(f"{name} rows", bytes_of_weight),
            self._step,
            self._weight(f"{name} scales", scales[:, 0]),
            self._middle,
            self._weight(f"middle {len(rows)}", np.full(len(rows), MIDDLE, np.uint8)),
            domain=MICROSOFT,
        )
        return self._apply("Mul", product, size)

    def _as_bytes(self, states: str) -> tuple[str, str]:
        """States divided by the largest value of each token, as bytes, and that value."""
        if states not in self._bytes:
            largest = self._apply("ReduceMax", self._apply("Abs", states), self._last, keepdims=1)
            size = self._apply("Max", largest, self._tiny)
            divided = self._apply("Div", states, size)
            whole = self._apply("QuantizeLinear", divided, self._step, self._middle)
            self._bytes[states] = whole, size
        return self._bytes[states]

    def _as_floats(self, name: str) -> str:
        """A recurrent weight, which onnxruntime wants as floats, stored as bytes."""
        rows, scales = quantize_rows(numpy_helper.to_array(self.weights[name]))
        floats = self._apply("Cast", self._weight(f"{name} rows", rows), to=TensorProto.FLOAT)
        return self._apply("Mul", floats, self._weight(f"{name} scales", scales))

    def _weight(self, name: str, array: Array) -> str:
        plain = np.ascontiguousarray(array).reshape(array.shape)
        self.weights[name] = numpy_helper.from_array(plain, name)
        return name

    def _apply(
        self, operation: str, *inputs: str, output: str = "", domain: str = "", **settings: Any
    ) -> str:
        output = output or f"bytes {len(self.nodes)}"
        node = helper.make_node(operation, list(inputs), [output], domain=domain, **settings)
        self.nodes.append(node)
        return output


def _size(tensor: TensorProto) -> int:
    return int(np.prod(tensor.dims))
