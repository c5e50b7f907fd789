"""One byte per weight in an exported graph: tables, recurrent layers and products.

onnxruntime's own tools (1.31) were tried on the shipped models and do less:

- `quantize_dynamic` rounds all states of a product with one scale, so that a text's answer
  depends on what is read beside it: of 1,667 texts 8 got another answer in a batch than alone,
  and confidences moved by up to 0.25. Here every state has a scale of its own; no answer
  changes and confidences agree to 1e-6. It also leaves GRUs in floats (zh: 7.0 MB, not 4.0).
- `MatMulNBitsQuantizer` gives every state scales of its own, but its products (50 tokens, blocks
  of 32 to 128) take 1.5 to 2.3 times as long as these on a processor with VNNI instructions, and
  it leaves GRUs and 8-bit tables in floats.
"""

from typing import Any

import numpy as np
from onnx import ModelProto, NodeProto, TensorProto, helper, numpy_helper

LARGEST = 127
"""Symmetric: -128 is not used, so that 0 stays exactly 0."""
MIDDLE = 128
"""Stands for 0 among the states, which are whole numbers from 1 to 255."""
TINY = 1e-9
"""What a state of zeros is divided by."""
LEAST = 4096
"""Smaller matrices stay as they are: more operations would cost more than their bytes."""
MICROSOFT = "com.microsoft"
"""The set of operations that onnxruntime adds to those of ONNX."""

Array = np.ndarray[Any, np.dtype[Any]]


def quantize_rows(array: Array) -> tuple[Array, Array]:
    """Whole numbers from -127 to 127, and for every row (of the last axis) the value of 1.

    >>> rows, scales = quantize_rows(np.array([[0.0, 254.0], [0.0, 0.0]], np.float32))
    >>> rows.tolist(), scales.tolist()
    ([[0, 127], [0, 0]], [[2.0], [1.0]])
    """
    scales = np.abs(array).max(-1, keepdims=True) / LARGEST
    scales = np.where(scales > 0, scales, 1.0).astype(np.float32)
    return np.rint(array / scales).astype(np.int8), scales


def quantize(model: ModelProto) -> ModelProto:
    """The same graph with a byte for each weight of its larger matrices."""
    changed = ModelProto()
    changed.CopyFrom(model)
    rewriter = _Rewriter(changed)
    for node in model.graph.node:
        rewriter.add(node)
    used = {name for node in rewriter.nodes for name in node.input}
    del changed.graph.node[:], changed.graph.initializer[:]
    changed.graph.node.extend(rewriter.nodes)
    changed.graph.initializer.extend(
        weight for name, weight in rewriter.weights.items() if name in used
    )
    changed.opset_import.append(helper.make_opsetid(MICROSOFT, 1))
    return changed


class _Rewriter:
    """The nodes and weights of a graph that grows node by node."""

    def __init__(self, model: ModelProto) -> None:
        self.nodes: list[NodeProto] = []
        self.weights = {each.name: each for each in model.graph.initializer}
        self._whole: dict[str, tuple[str, str]] = {}
        """States that are rounded already: several products may share them."""
        self._step = self._weight("bytes/step", np.array(1 / LARGEST, np.float32))
        self._middle = self._weight("bytes/middle", np.array(MIDDLE, np.uint8))
        self._tiny = self._weight("bytes/tiny", np.array(TINY, np.float32))
        self._last = self._weight("bytes/last", np.array([-1], np.int64))

    def add(self, node: NodeProto) -> None:
        """Add a node, or what takes its place."""
        settings = {each.name: helper.get_attribute_value(each) for each in node.attribute}
        if node.op_type in ("GRU", "LSTM"):
            self._recurrent(node)
        elif node.op_type == "Gather" and not settings.get("axis") and self._large(node.input[0]):
            self._table(node)
        elif node.op_type in ("MatMul", "Gemm") and self._large(node.input[1]):
            self._linear(node, settings)
        else:
            self.nodes.append(node)

    def _large(self, name: str) -> bool:
        """Whether a value is a matrix that is large enough to be worth it."""
        weight = self.weights.get(name)
        if weight is None or weight.data_type != TensorProto.FLOAT or len(weight.dims) != 2:
            return False
        return int(np.prod(weight.dims)) >= LEAST

    def _recurrent(self, node: NodeProto) -> None:
        """A recurrent layer needs floats: onnxruntime makes them once, when it loads the graph."""
        changed = NodeProto()
        changed.CopyFrom(node)
        for place in (1, 2):
            rows, scales = self._rows(node.input[place])
            floats = self._apply("Cast", rows, to=TensorProto.FLOAT)
            changed.input[place] = self._apply("Mul", floats, scales)
        self.nodes.append(changed)

    def _table(self, node: NodeProto) -> None:
        """The rows of an embedding at some places."""
        table, places = node.input
        rows, scales = (self._apply("Gather", each, places) for each in self._rows(table))
        floats = self._apply("Cast", rows, to=TensorProto.FLOAT)
        self._apply("Mul", floats, scales, output=node.output[0])

    def _linear(self, node: NodeProto, settings: dict[str, Any]) -> None:
        """States times a weight; a `Gemm` of torch's adds a bias and has its weight transposed."""
        states, weight, *bias = node.input
        matrix = numpy_helper.to_array(self.weights[weight])
        by_output = matrix if settings.get("transB") else matrix.T
        if bias:
            product = self._product(states, weight, by_output)
            self._apply("Add", product, *bias, output=node.output[0])
        else:
            self._product(states, weight, by_output, node.output[0])

    def _product(self, states: str, weight: str, by_output: Array, output: str = "") -> str:
        rows, scales = quantize_rows(by_output)
        whole, sizes = self._rounded(states)
        product = self._apply(
            "MatMulIntegerToFloat",
            whole,
            self._weight(f"{weight}/rows", rows.T),
            self._step,
            self._weight(f"{weight}/scales", scales[:, 0]),
            self._middle,
            domain=MICROSOFT,
        )
        return self._apply("Mul", product, sizes, output=output)

    def _rounded(self, states: str) -> tuple[str, str]:
        """States in whole numbers, and the largest value of each, by which it is divided.

        So each token is rounded separately, and a text has one answer whatever else is in its
        batch.
        """
        if states not in self._whole:
            largest = self._apply("ReduceMax", self._apply("Abs", states), self._last, keepdims=1)
            sizes = self._apply("Max", largest, self._tiny)
            shares = self._apply("Div", states, sizes)
            whole = self._apply("QuantizeLinear", shares, self._step, self._middle)
            self._whole[states] = whole, sizes
        return self._whole[states]

    def _rows(self, name: str) -> tuple[str, str]:
        """A weight as bytes and the scales of its rows."""
        rows, scales = quantize_rows(numpy_helper.to_array(self.weights[name]))
        return self._weight(f"{name}/rows", rows), self._weight(f"{name}/scales", scales)

    def _weight(self, name: str, array: Array) -> str:
        plain = np.ascontiguousarray(array).reshape(array.shape)  # which makes a number a list
        self.weights[name] = numpy_helper.from_array(plain, name)
        return name

    def _apply(self, operation: str, *inputs: str, output: str = "", **settings: Any) -> str:
        output = output or f"bytes/{len(self.nodes)}"
        self.nodes.append(helper.make_node(operation, list(inputs), [output], **settings))
        return output
