"""Tensors as safetensors with JSON beside them, in files that are whole or not there."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from torch import Tensor

from sumc.errors import RunError
from sumc.storage import write_whole
from sumc.strict_json import parse_json

FACTS = "sumc"
"""The one key of our metadata."""
DTYPES = {
    torch.float64: "F64",
    torch.float32: "F32",
    torch.float16: "F16",
    torch.int64: "I64",
    torch.int32: "I32",
    torch.uint8: "U8",
    torch.bool: "BOOL",
}
"""What safetensors calls the types of tensors that a training has."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Tensors by name, and JSON facts about them."""

    tensors: Mapping[str, Tensor]
    facts: Mapping[str, Any]

    def part(self, name: str) -> dict[str, Tensor]:
        """The tensors whose names start with `name.`, without that start."""
        start = f"{name}."
        named = {key: tensor for key, tensor in self.tensors.items() if key.startswith(start)}
        return {key.removeprefix(start): tensor for key, tensor in named.items()}


def write_checkpoint(path: Path, tensors: Mapping[str, Tensor], facts: Mapping[str, Any]) -> None:
    """Write tensors and facts into one file; the same ones always give the same bytes.

    This is the format of safetensors, one tensor after the other: the library would copy all of
    them before it writes the first, which is more memory than the training itself needs.
    """
    names = sorted(tensors)
    write_whole(path, (_header(tensors, names, facts), *(_Bytes(tensors[name]) for name in names)))


def _header(
    tensors: Mapping[str, Tensor], names: Sequence[str], facts: Mapping[str, Any]
) -> bytes:
    header: dict[str, Any] = {"__metadata__": {FACTS: json.dumps(facts, sort_keys=True)}}
    start = 0
    for name in names:
        tensor = tensors[name]
        end = start + tensor.numel() * tensor.element_size()
        shape, kind = list(tensor.shape), DTYPES[tensor.dtype]
        header[name] = {"dtype": kind, "shape": shape, "data_offsets": [start, end]}
        start = end
    text = json.dumps(header, separators=(",", ":")).encode("utf-8")
    text += b" " * (-len(text) % 8)  # the tensors start at a multiple of 8 bytes
    return len(text).to_bytes(8, "little") + text


class _Bytes:
    """The bytes of a tensor, made when needed."""

    def __init__(self, tensor: Tensor) -> None:
        self.tensor = tensor

    def __bytes__(self) -> bytes:
        return self.tensor.detach().to("cpu").contiguous().numpy().tobytes()


def read_checkpoint(path: Path) -> Checkpoint:
    """Read what `write_checkpoint` wrote; a damaged or foreign file is a clear error."""
    try:
        with safe_open(path, framework="pt") as file:
            facts = parse_json((file.metadata() or {})[FACTS])
            tensors = {name: file.get_tensor(name).clone() for name in file.keys()}  # noqa: SIM118
    except FileNotFoundError:
        raise RunError(f"{path} is missing") from None
    except (SafetensorError, KeyError, ValueError) as error:
        raise RunError(f"{path} is damaged or not one of ours: {error}") from None
    if not isinstance(facts, dict):
        raise RunError(f"{path} is not one of ours")
    return Checkpoint(tensors, facts)


def copy_into(target: Mapping[str, Tensor], source: Mapping[str, Tensor], path: Path) -> None:
    """Copy weights into those of a model; names and shapes must be the same."""
    if _shapes(target) != _shapes(source):
        raise RunError(f"{path} does not fit the model of its settings")
    with torch.no_grad():
        for name, tensor in target.items():
            tensor.copy_(source[name])


def _shapes(tensors: Mapping[str, Tensor]) -> dict[str, tuple[object, ...]]:
    return {name: (tensor.dtype, *tensor.shape) for name, tensor in tensors.items()}
