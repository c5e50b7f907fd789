"""`Graph`: an ONNX graph that grows by one operation at a time; values go by their names."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from onnx import ModelProto, TensorProto, ValueInfoProto, checker, helper, numpy_helper

from sumc.onnx.quantization import LARGEST, quantize_rows

OPSET = 20
IR_VERSION = 9
"""Format of the file: onnxruntime reads it since 1.17."""
MICROSOFT = "com.microsoft"
"""The set of operations that onnxruntime adds to those of ONNX."""

MIDDLE = 128
"""Stands for 0 among whole numbers from 0 to 255."""
TINY = 1e-9
"""What a state of zeros is divided by."""

Array = np.ndarray[Any, np.dtype[Any]]
Shape = Sequence[int | str]
"""Sizes; a name stands for a size that is not known before the graph runs."""


class Graph:
    """Operations in the order in which they run, with the weights that they use.

    With `int8`, tables and the weights of products take one byte a weight.
    """

    def __init__(self, name: str, *, int8: bool = False) -> None:
        self.name = name
        self.int8 = int8
        self._nodes: list[Any] = []
        self._weights: dict[str, TensorProto] = {}
        self._inputs: list[ValueInfoProto] = []
        self._outputs: list[ValueInfoProto] = []

    def input(self, name: str, kind: type[Any], shape: Shape) -> str:
        """A value that is given when the graph runs."""
        self._inputs.append(_described(name, kind, shape))
        return name

    def output(self, name: str, value: str, kind: type[Any], shape: Shape) -> None:
        """A value that the graph gives."""
        self._nodes.append(helper.make_node("Identity", [value], [name]))
        self._outputs.append(_described(name, kind, shape))

    def weight(self, array: Array) -> str:
        """A value that is always the same."""
        name = f"w{len(self._weights)}"
        plain = np.ascontiguousarray(array).reshape(array.shape)
        self._weights[name] = numpy_helper.from_array(plain, name)
        return name

    def integers(self, *numbers: int) -> str:
        """A list of whole numbers that is always the same."""
        return self.weight(np.array(numbers, np.int64))

    def apply(self, operation: str, *inputs: str, domain: str = "", **settings: Any) -> str:
        """The result of an operation."""
        name = f"v{len(self._nodes)}"
        node = helper.make_node(operation, list(inputs), [name], domain=domain, **settings)
        self._nodes.append(node)
        return name

    def split(self, value: str, parts: int) -> list[str]:
        """The last axis of a value, cut into equal parts."""
        names = [f"v{len(self._nodes)}.{number}" for number in range(parts)]
        self._nodes.append(helper.make_node("Split", [value], names, axis=-1, num_outputs=parts))
        return names

    def table(self, array: Array, places: str) -> str:
        """The rows of a table (an embedding) at some places."""
        if not self.int8:
            return self.apply("Gather", self.weight(array), places)
        rows, scales = quantize_rows(array)
        found = self.apply("Gather", self.weight(rows), places)
        scale = self.apply("Gather", self.weight(scales), places)
        return self.apply("Mul", self.as_floats(found), scale)

    def linear(self, states: str, weight: Array, bias: Array | None = None) -> str:
        """States times a weight (outputs by inputs, as torch has it), plus a bias."""
        if self.int8:
            product = self._linear_int8(states, weight)
        else:
            product = self.apply("MatMul", states, self.weight(weight.T))
        return product if bias is None else self.apply("Add", product, self.weight(bias))

    def _linear_int8(self, states: str, weight: Array) -> str:
        """The product in whole numbers: every state is first divided by its largest value.

        So each token is rounded for itself, and a text has one answer whatever is read beside
        it. All whole numbers are from 1 to 255 around 128: processors without instructions for
        products of bytes lose digits when one side has a sign.
        """
        rows, scales = quantize_rows(weight)
        size = self.apply("ReduceMax", self.apply("Abs", states), self.integers(-1), keepdims=1)
        size = self.apply("Max", size, self.number(TINY))
        step, middle = self.number(1 / LARGEST), self.weight(np.array(MIDDLE, np.uint8))
        whole = self.apply("QuantizeLinear", self.apply("Div", states, size), step, middle)
        product = self.apply(
            "MatMulIntegerToFloat",
            whole,
            self.weight((rows.T.astype(np.int16) + MIDDLE).astype(np.uint8)),
            step,
            self.weight(scales[:, 0]),
            middle,
            self.weight(np.full(len(rows), MIDDLE, np.uint8)),
            domain=MICROSOFT,
        )
        return self.apply("Mul", product, size)

    def constant(self, array: Array) -> str:
        """A matrix for operations that want it in floats, whatever it takes in the file."""
        if not self.int8:
            return self.weight(array)
        rows, scales = quantize_rows(array)
        return self.apply("Mul", self.as_floats(self.weight(rows)), self.weight(scales))

    def number(self, value: float) -> str:
        """A single float that is always the same."""
        return self.weight(np.array(value, np.float32))

    def as_floats(self, value: str) -> str:
        """The same numbers as floats."""
        return self.apply("Cast", value, to=TensorProto.FLOAT)

    def norm(self, states: str, weight: Array, bias: Array, epsilon: float) -> str:
        """States with mean 0 and spread 1, then scaled and moved."""
        scale, shift = self.weight(weight), self.weight(bias)
        return self.apply("LayerNormalization", states, scale, shift, epsilon=epsilon)

    def model(self) -> ModelProto:
        """The finished graph, checked."""
        graph = helper.make_graph(
            self._nodes, self.name, self._inputs, self._outputs, list(self._weights.values())
        )
        imports = [helper.make_opsetid("", OPSET), helper.make_opsetid(MICROSOFT, 1)]
        model = helper.make_model(graph, opset_imports=imports, ir_version=IR_VERSION)
        checker.check_model(model)
        return model


def _described(name: str, kind: type[Any], shape: Shape) -> ValueInfoProto:
    element = helper.np_dtype_to_tensor_dtype(np.dtype(kind))
    return helper.make_tensor_value_info(name, element, list(shape))
