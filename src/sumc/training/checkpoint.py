"""Tensors as safetensors with JSON beside them, in files that are either whole or not there."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from torch import Tensor

from sumc.errors import RunError
from sumc.storage import open_regular, write_whole
from sumc.strict_json import parse_json

FACTS = "sumc"
"""The metadata key of the facts."""
SUM = "sha256"
"""The metadata key of the checksum of facts and tensors."""
ADVICE = "restore it from a copy, or train again"
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
    them before it writes the first, which is more memory than the training itself needs. A
    checksum of everything is next to the facts, because a flipped bit in weights raises no error.
    """
    names = sorted(tensors)
    text = json.dumps(facts, sort_keys=True)
    metadata = {FACTS: text, SUM: _sum_of(tensors, text)}
    header = _header(tensors, names, metadata)
    write_whole(path, (header, *(_Bytes(tensors[name]) for name in names)))


def _sum_of(tensors: Mapping[str, Tensor], facts: str) -> str:
    state = hashlib.sha256(facts.encode("utf-8"))
    for name in sorted(tensors):
        tensor = tensors[name]
        state.update(f"{name} {DTYPES[tensor.dtype]} {list(tensor.shape)}\n".encode())
        state.update(bytes(_Bytes(tensor)))
    return state.hexdigest()


def _header(
    tensors: Mapping[str, Tensor], names: Sequence[str], metadata: Mapping[str, str]
) -> bytes:
    header: dict[str, Any] = {"__metadata__": dict(metadata)}
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
    """Read what `write_checkpoint` wrote; a damaged or foreign file is a clear error.

    Files older than these checksums have none.
    """
    try:
        open_regular(path).close()  # safetensors would wait for whoever writes to a FIFO
        with safe_open(path, framework="pt") as file:
            metadata = dict(file.metadata() or {})
            tensors = {name: file.get_tensor(name).clone() for name in file.keys()}  # noqa: SIM118
        facts = parse_json(metadata[FACTS])
        _check_sum(metadata, tensors)
    except FileNotFoundError:
        raise RunError(f"{path} is missing") from None
    except OSError as error:
        raise RunError(f"{path} cannot be read: {error.strerror or error}") from None
    except (SafetensorError, KeyError, ValueError, TypeError, RuntimeError) as error:
        raise RunError(f"{path} is damaged or not one of ours: {error}; {ADVICE}") from None
    if not isinstance(facts, dict):
        raise RunError(f"{path} is not one of ours: expected an object of facts")
    return Checkpoint(tensors, facts)


def _check_sum(metadata: Mapping[str, str], tensors: Mapping[str, Tensor]) -> None:
    if not metadata.keys() <= {FACTS, SUM}:
        raise ValueError("unknown metadata")
    if SUM in metadata and metadata[SUM] != _sum_of(tensors, metadata[FACTS]):
        raise ValueError("its checksum does not match its content")


def copy_into(target: Mapping[str, Tensor], source: Mapping[str, Tensor], path: Path) -> None:
    """Copy weights into those of a model; names and shapes must be the same."""
    if _shapes(target) != _shapes(source):
        raise RunError(f"{path} does not fit the model of its settings")
    with torch.no_grad():
        for name, tensor in target.items():
            tensor.copy_(source[name])


def _shapes(tensors: Mapping[str, Tensor]) -> dict[str, tuple[object, ...]]:
    return {name: (tensor.dtype, *tensor.shape) for name, tensor in tensors.items()}
