"""Additional inputs of a model, by name: an array for each problem.

A model names its inputs in its `ModelKind`; packages add inputs of their own by entry points in
the group `sumc.inputs`. An array may have any shape: in a batch all of them are padded with zeros
to the largest one.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from sumc.encoding.number_features import number_features
from sumc.encoding.quantity_graphs import quantity_graphs
from sumc.errors import PluginError
from sumc.plugins import Registry
from sumc.problems.problem import Problem

Array = np.ndarray[Any, np.dtype[Any]]


class EncodedText(NamedTuple):
    """A problem as it is read: its tokens, and the token of every slot."""

    problem: Problem
    constants: tuple[str, ...]
    tokens: Sequence[int]
    positions: Sequence[int]
    spell: Callable[[int], str]
    """The text of a token in the vocabulary."""


Input = Callable[[EncodedText], Array]


def check_input(name: str, function: object) -> None:
    """Make sure that an input of another package can be called."""
    if not callable(function):
        raise PluginError(f"the input {name!r}: expected a function, found {function!r}")


INPUTS: Registry[Input] = Registry("input", "sumc.inputs", check_input)


def _number_features(text: EncodedText) -> Array:
    """The features of the number in every slot: (slots, 4)."""
    return np.array(number_features(text.constants, text.problem.quantities), np.int64)


def _quantity_graphs(text: EncodedText) -> Array:
    """Which tokens are related through the numbers of the text: (2, tokens, tokens)."""
    values = [quantity.value for quantity in text.problem.quantities]
    numbers = text.positions[len(text.constants) :]
    return quantity_graphs(text.tokens, numbers, values, text.spell)


INPUTS.add("number_features", _number_features)
INPUTS.add("quantity_graphs", _quantity_graphs)


def pad(arrays: Sequence[Array], dtype: type[Any] | None = None) -> Array:
    """Arrays of one rank side by side, with zeros where one is smaller than the largest.

    >>> pad([np.array([1, 2]), np.array([3])]).tolist()
    [[1, 2], [3, 0]]
    """
    if len({array.shape for array in arrays}) == 1:  # as for a problem that is solved alone
        return np.array(arrays, dtype or arrays[0].dtype)
    shape = np.max([array.shape for array in arrays], axis=0)
    padded = np.zeros((len(arrays), *shape), dtype or arrays[0].dtype)
    for row, array in enumerate(arrays):
        part: Array = padded[row]
        part[tuple(slice(size) for size in array.shape)] = array
    return padded
