"""What an ONNX graph would read besides its own file, found with the standard library alone.

A tensor may have its numbers in another file, which onnxruntime looks for in the folder that the
process happens to be in. No checksum covers that file, so such a graph is not loaded.
"""

from collections.abc import Iterator
from typing import NamedTuple

LOCATION = b"location"
"""What every tensor with its numbers in another file mentions."""
DEEPEST = 50
"""How many levels of nested graphs are searched."""

MODEL, GRAPH, NODE, ATTRIBUTE, FUNCTION, TRAINING, SPARSE, TENSOR = range(8)
PARTS: dict[int, dict[int, int]] = {
    MODEL: {7: GRAPH, 20: TRAINING, 25: FUNCTION},
    TRAINING: {1: GRAPH, 2: GRAPH},
    GRAPH: {1: NODE, 5: TENSOR, 15: SPARSE},
    FUNCTION: {7: NODE, 11: ATTRIBUTE},
    NODE: {5: ATTRIBUTE},
    ATTRIBUTE: {5: TENSOR, 6: GRAPH, 10: TENSOR, 11: GRAPH, 22: SPARSE, 23: SPARSE},
    SPARSE: {1: TENSOR, 2: TENSOR},
    TENSOR: {},
}
"""Which fields of each message of onnx.proto hold messages that may have tensors, by number."""
EXTERNAL_DATA, DATA_LOCATION = 13, 14
"""The fields of a tensor that name another file."""


class Field(NamedTuple):
    """A field of a message: its number, and its value if that is a whole number, or its bytes."""

    number: int
    value: int
    content: memoryview


def has_external_data(data: bytes) -> bool:
    """Whether a graph has numbers outside its file, or cannot be searched."""
    if LOCATION not in data:  # most have none, and this is a thousand times as fast
        return False
    try:
        return _looks_outside(MODEL, memoryview(data), DEEPEST)
    except ValueError:
        return True


def _looks_outside(message: int, data: memoryview, depth: int) -> bool:
    if not depth:
        raise ValueError("too deep")
    for number, value, content in _fields(data):
        if message == TENSOR and (number == EXTERNAL_DATA or (number == DATA_LOCATION and value)):
            return True
        part = PARTS[message].get(number)
        if part is not None and _looks_outside(part, content, depth - 1):
            return True
    return False


_NOTHING = memoryview(b"")


def _fields(data: memoryview) -> Iterator[Field]:
    """The fields of a message in the format of protobuf."""
    place = 0
    while place < len(data):
        key, place = _number(data, place)
        value, size, kind = 0, 0, key & 7
        if kind == 0:
            value, place = _number(data, place)
        elif kind == 2:
            size, place = _number(data, place)
        elif kind in (1, 5):
            size = 8 if kind == 1 else 4
        else:
            raise ValueError("groups are not used")
        if place + size > len(data):
            raise ValueError("cut off")
        yield Field(key >> 3, value, data[place : place + size] if kind == 2 else _NOTHING)
        place += size


def _number(data: memoryview, place: int) -> tuple[int, int]:
    """A whole number with seven bits in each byte, and the place after it."""
    value = 0
    for shift in range(0, 70, 7):
        if place >= len(data):
            break
        byte = data[place]
        place += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, place
    raise ValueError("no number")
