"""A model's functions as ONNX graphs, by torch's own exporter.

The reader sees a text once, the classifier numbers and codes: it runs without any code given and
again with the codes of candidates. Separate graphs keep its weights from being stored twice.

torch has two exporters. The newer one (`dynamo=True`) was tried with torch 2.13 and onnxscript
0.7: it gives the same numbers, but takes 20 seconds of processor time for a GRU of 2 million
weights where the older one takes 0.4, needs two more packages, and fails on the second GRU that a
process exports: by then torch takes a GRU apart into as many steps as the example has tokens. So
this is the older one, which follows the operations of one example; that the graphs are right for
all sizes is tested.
"""

import warnings
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from typing import Any

import onnx
import torch
from onnx import ModelProto, ValueInfoProto, helper
from torch import Tensor, nn

from sumc.encoding.number_features import FEATURE_SIZES
from sumc.encoding.tokens import SUBWORDS
from sumc.models.seq2code_joint import Seq2CodeJoint
from sumc.onnx.quantization import quantize
from sumc.onnx.rotation import rotation_as_product

OPSET = 20
"""The first with GELU as one operation; onnxruntime 1.18, the oldest we accept, reads it."""

Example = Mapping[str, tuple[Tensor, str]]
"""A graph's inputs: an example of each, and a letter for each of its axes that may vary."""


def reader_graph(model: Seq2CodeJoint, *, int8: bool = False) -> ModelProto:
    """Batches of texts to the states of their numbers, (B, M, w), the shape scores, the odds of an
    answer and the states of the texts, as far as the model uses them.

    With `int8`, weights take one byte each.
    """
    slots = len(model.codec.constants) + 2
    sizes = {"B": 2, "T": slots + 1, "M": slots}  # no two alike, or axes would be mixed up
    example = {
        "tokens": _integers("BT", sizes),
        "parts": _integers("BT", sizes, SUBWORDS),
        "mask": _booleans("BT", sizes),
        "positions": _integers("BM", sizes),
        "slots": _booleans("BM", sizes),
        "features": _integers("BM", sizes, len(FEATURE_SIZES)),
    }
    outputs = {"states": "BM"}
    outputs |= {} if model.shapes is None else {"shapes": "B"}
    outputs |= {} if model.answerable is None else {"answerable": "B"}
    outputs |= {} if model.verifier is None else {"hidden": "BT"}
    graph = _export(model, model.read, example, outputs)
    return quantize(graph) if int8 else graph


def classifier_graph(model: Seq2CodeJoint, *, int8: bool = False) -> ModelProto:
    """Numbers with given classes, in rows, to the log-probabilities of the classes of some."""
    sizes = {"P": 5, "N": 6, "R": 2, "M": 3, "A": 4}
    states = torch.zeros(sizes["P"], model.settings.width)
    example = {
        "states": (states, "P"),
        "origins": _integers("N", sizes),
        "given": _integers("N", sizes),
        "rows": _integers("RM", sizes),
        "slots": _booleans("RM", sizes),
        "asked": _integers("RA", sizes),
    }
    graph = _export(model, model.classify, example, {"scores": "RA"})
    return quantize(graph) if int8 else graph


def verifier_graph(model: Seq2CodeJoint, *, int8: bool = False) -> ModelProto:
    """Numbers with given classes, in rows, and their texts to one score for each row."""
    assert model.verifier is not None
    sizes = {"P": 8, "N": 6, "R": 5, "M": 3, "B": 2, "T": 4}
    hidden = torch.zeros(sizes["B"], sizes["T"], model.encoder.output_width)
    example = {
        "states": (torch.zeros(sizes["P"], model.settings.width), "P"),
        "origins": _integers("N", sizes),
        "given": _integers("N", sizes),
        "rows": _integers("RM", sizes),
        "slots": _booleans("RM", sizes),
        "hidden": (hidden, "BT"),
        "mask": _booleans("BT", sizes),
    }
    graph = _export(model, model.verifier.forward, example, {"verified": "R"})
    return quantize(graph) if int8 else graph


def _integers(axes: str, sizes: Mapping[str, int], *width: int) -> tuple[Tensor, str]:
    return torch.zeros(*(sizes[axis] for axis in axes), *width, dtype=torch.int64), axes


def _booleans(axes: str, sizes: Mapping[str, int]) -> tuple[Tensor, str]:
    return torch.ones(*(sizes[axis] for axis in axes), dtype=torch.bool), axes


class _Function(nn.Module):
    """A function of a model as a module, which is what torch exports."""

    def __init__(self, model: nn.Module, function: Callable[..., Any]) -> None:
        super().__init__()
        self.model = model
        self.function = function

    def forward(self, *inputs: Tensor) -> Any:
        found = self.function(*inputs)
        return found if isinstance(found, Tensor) else tuple(x for x in found if x is not None)


def _export(
    model: nn.Module, function: Callable[..., Any], example: Example, outputs: Mapping[str, str]
) -> ModelProto:
    axes = {name: _numbered(letters) for name, (_, letters) in example.items()}
    axes |= {name: _numbered(letters) for name, letters in outputs.items()}
    file = BytesIO()
    with warnings.catch_warnings(), torch.no_grad(), rotation_as_product(model):
        warnings.simplefilter("ignore")
        torch.onnx.export(
            _Function(model, function).train(model.training),
            tuple(tensor for tensor, _ in example.values()),
            file,  # type: ignore[arg-type]
            dynamo=False,
            input_names=list(example),
            output_names=list(outputs),
            dynamic_axes=axes,
            opset_version=OPSET,
        )
    found = onnx.load_model_from_string(file.getvalue())
    del found.graph.input[:]  # torch leaves out those that this model has no use for
    found.graph.input.extend(_described(name, *each) for name, each in example.items())
    return found


def _described(name: str, tensor: Tensor, axes: str) -> ValueInfoProto:
    element = helper.np_dtype_to_tensor_dtype(tensor.numpy().dtype)
    return helper.make_tensor_value_info(name, element, [*axes, *tensor.shape[len(axes) :]])


def _numbered(axes: Sequence[str]) -> dict[int, str]:
    return dict(enumerate(axes))
