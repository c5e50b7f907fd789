"""An exported model as the start of a training: from its graphs back to their weights.

torch's exporter keeps the names of most weights. Those of linear layers it transposes, those of
recurrent layers it reorders gate by gate, and both lose their names; the node that reads
them is still named after its layer.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnx import NodeProto, numpy_helper
from torch import Tensor, nn

from sumc.encoding.text import TextEncoding
from sumc.errors import ModelError, SettingsError
from sumc.models import Model, build_model
from sumc.models.pretrained import PretrainedEncoder
from sumc.settings.encoders import RecurrentSettings
from sumc.settings.settings import Settings
from sumc.solving.exported import read_files, read_learned
from sumc.solving.manifest import CLASSIFIER, KIND, READER, VERIFIER
from sumc.solving.solver import SHIPPED, SHIPPED_FOLDER

Array = np.ndarray[Any, np.dtype[Any]]

GRAPHS = (READER, CLASSIFIER, VERIFIER)
NAMED = "model."
"""Begins the names that the exporter keeps."""
ROWS, SCALES = "/rows", "/scales"
"""A weight of one byte each: whole numbers, and the value of 1 in each row."""
RECURRENT, PRETRAINED = "recurrent", "pretrained"
GATES = {"GRU": (1, 0, 2), "LSTM": (0, 2, 3, 1)}
"""Where ONNX has each of torch's gates."""


def model_folder(start: str) -> Path:
    """The folder of a model, by its name if it is one of ours."""
    return SHIPPED_FOLDER / start if start in SHIPPED else Path(start)


def load_exported_weights(
    folder: Path, settings: Settings, option: str = "training.start"
) -> Model:
    """The model of an exported folder in torch; settings must have the sizes it was trained with.

    Weights of one byte each are as precise as in the export. `option` is what named the folder,
    for the message if the settings are others.
    """
    manifest, files = read_files(folder)
    codec, encoding = read_learned(manifest, files, folder)
    if mistake := _another_kind(folder, encoding, settings):
        raise SettingsError(option, [mistake])
    model = build_model(settings, encoding, codec)
    _fit_vocabulary(model, encoding)
    own, found = model.state_dict(), dict[str, Array]()
    for name in GRAPHS:
        if name in files:
            found |= _Graph(files[name]).weights()
    if mistake := _other_sizes(folder, found, own):
        raise SettingsError(option, [mistake])
    model.load_state_dict({name: torch.tensor(each) for name, each in found.items()}, strict=False)
    return model


def _another_kind(folder: Path, encoding: TextEncoding, settings: Settings) -> str:
    """In what an exported model and the settings differ so much that they share no weights."""
    theirs = RECURRENT if encoding.words is not None else PRETRAINED
    ours = RECURRENT if isinstance(settings.encoder, RecurrentSettings) else PRETRAINED
    if settings.model.name != KIND:
        found = f"has the model {KIND}, these settings have {settings.model.name}"
    elif theirs != ours:
        found = f"has a {theirs} encoder, these settings have a {ours} one"
    else:
        return ""
    return f"{folder.name} {found}; {_advice(folder)}"


def _other_sizes(folder: Path, found: Mapping[str, Array], own: Mapping[str, Tensor]) -> str:
    """Which sizes of the settings are not those of the exported model."""
    shapes = {name: tuple(weight.shape) for name, weight in own.items()}
    wrong = [name for name, each in sorted(found.items()) if each.shape != shapes.get(name)]
    if not wrong:
        return ""
    name = wrong[0]
    here = f"of size {shapes[name]} here" if name in shapes else "missing here"
    return (
        f"{folder.name}: {len(wrong)} of its {len(found)} weights have other sizes: {name} is of "
        f"size {found[name].shape} there and {here}; {_advice(folder)}"
    )


def _advice(folder: Path) -> str:
    is_ours = folder.parent == SHIPPED_FOLDER
    where = f" (see configs/shipped/{folder.name}.toml)" if is_ours else ""
    return f"[encoder] and [model] must be as they were when it was trained{where}"


def _fit_vocabulary(model: Model, encoding: TextEncoding) -> None:
    """Give pretrained encoders a table as long as the vocabulary, which an export may have cut."""
    if encoding.pieces is None:
        return
    for module in model.modules():
        if isinstance(module, PretrainedEncoder):
            rows = nn.Embedding(len(encoding.pieces.vocabulary), module.input_width)
            module.network.set_input_embeddings(rows)


class _Graph:
    """A graph with all its weights in floats, and what reads them."""

    def __init__(self, data: bytes) -> None:
        graph = onnx.load_model_from_string(data).graph
        self._stored = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
        self._nodes = list(graph.node)
        self._maker = {name: node for node in graph.node for name in node.output}
        self._users: dict[str, list[NodeProto]] = {}
        for node in graph.node:
            for name in node.input:
                self._users.setdefault(name, []).append(node)

    def weights(self) -> dict[str, Array]:
        """The weights by the names that they have in the model."""
        found = dict[str, Array]()
        for name in self._stored:
            name = name.removesuffix(ROWS)
            if name.startswith(NAMED) and not name.endswith(SCALES):
                found[name.removeprefix(NAMED)] = self._floats(name)
        for node in self._nodes:
            if node.op_type in GATES:
                found |= self._recurrent(node)
            elif node.op_type in ("MatMul", "MatMulIntegerToFloat"):
                found |= self._linear(node)
        return found

    def _floats(self, name: str) -> Array:
        """A weight as torch has it, except that linear layers in floats are still transposed."""
        if name in self._stored:
            return self._stored[name]
        rows, scales = self._stored[name + ROWS], self._stored[name + SCALES]
        values: Array = rows.astype(np.float32) * scales
        return values.T if scales.ndim == 1 else values

    def _linear(self, node: NodeProto) -> dict[str, Array]:
        """The weight of a linear layer that has lost its name; nothing for other products."""
        name = node.input[1].removesuffix(ROWS)
        is_weight = name in self._stored or name + ROWS in self._stored
        if not is_weight or name.startswith(NAMED):
            return {}
        values = self._floats(name)
        if name in self._stored:
            values = values.T
        else:
            node = self._users[node.output[0]][0]  # the product times the sizes of the states
        return {self._layer(node) + ".weight": values}

    def _layer(self, node: NodeProto) -> str:
        """The name of a linear layer: that of its bias, or of where its product is made."""
        for user in self._users.get(node.output[0], ()):
            for name in user.input if user.op_type == "Add" else ():
                if name.startswith(NAMED) and name.endswith(".bias"):
                    return str(name).removeprefix(NAMED).removesuffix(".bias")
        return _place(node)

    def _recurrent(self, node: NodeProto) -> dict[str, Array]:
        """What a recurrent layer of one direction learned: its gates in torch's order."""
        order = GATES[node.op_type]

        def gates(values: Array) -> Array:
            pieces = np.split(values, len(order))
            return np.concatenate([pieces[place] for place in order])

        inputs, states, biases = (self._floats(self._source(node.input[n]))[0] for n in (1, 2, 3))
        read, kept = np.split(biases, 2)
        arrays = {"weight_ih": inputs, "weight_hh": states, "bias_ih": read, "bias_hh": kept}
        return {f"{_place(node)}.{name}_l0": gates(each) for name, each in arrays.items()}

    def _source(self, name: str) -> str:
        """The weight behind a value: itself, or bytes times their scales."""
        if name in self._stored:
            return name
        (scales,) = (each for each in self._maker[name].input if each.endswith(SCALES))
        return str(scales).removesuffix(SCALES)


def _place(node: NodeProto) -> str:
    """The layer in which a value is made: of `/attention/score/MatMul_output_0`,
    `attention.score`."""
    _, *layers, _ = node.output[0].split("/")
    if not layers:
        raise ModelError(f"no weight can be recovered from the graph node {node.output[0]!r}")
    return ".".join(layers)
