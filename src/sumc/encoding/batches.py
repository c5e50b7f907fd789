"""Examples to batches: arrays with padding, problems of similar length together."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from sumc.codecs.codec import Codec
from sumc.encoding.inputs import pad
from sumc.encoding.tokens import SUBWORDS
from sumc.problems.problem import Problem

SORTED_BATCHES = 50
"""Batches that are sorted by length together: enough to save padding, few enough to stay mixed."""
PREDICTED_AT_ONCE = 64
"""Problems that are predicted at once at most."""
LONGER = 1.3
"""How many times as long as the shortest of them the longest may be: the rest is padding."""
MOST_PAIRS = 1 << 20
"""Most pairs of tokens in one pass of a training: the memory of attention grows with them. One
text of 493 tokens in a batch of 32 makes seven times as many."""

Array = np.ndarray[Any, np.dtype[Any]]
Integers = np.ndarray[Any, np.dtype[np.int64]]
Booleans = np.ndarray[Any, np.dtype[np.bool_]]


@dataclass(frozen=True, slots=True)
class Example:
    """A problem as a model reads it, and what the model should learn from it."""

    problem: Problem
    tokens: Array  # (T,)
    subwords: Array | None  # (T, 4)
    """What each token is related to, 0 where there is nothing; None if the model reads pieces."""
    positions: Array  # (M,)
    """The token of every slot: of the constants, then of the numbers of the text."""
    inputs: Mapping[str, Array]
    """Additional inputs of the model."""
    target: Any = None
    """What the codec made of the solution; None when it is not needed."""

    @property
    def length(self) -> int:
        """The number of tokens."""
        return len(self.tokens)


@dataclass(frozen=True, slots=True)
class Batch:
    """Problems side by side: B problems, T tokens, M slots."""

    problems: tuple[Problem, ...]
    tokens: Integers  # (B, T)
    subwords: Integers  # (B, T, 4)
    mask: Booleans  # (B, T), whether there is a token
    positions: Integers  # (B, M)
    slots: Booleans  # (B, M), whether there is a slot
    inputs: Mapping[str, Array]
    """Additional inputs by name; all of them (B, ...)."""
    target: Any = None
    """The targets as their codec collates them; None where there are none."""


def collate(examples: Sequence[Example], codec: Codec[Any] | None = None) -> Batch:
    """One batch of some examples; with a codec, also of their targets."""
    slots = pad([np.ones(len(each.positions), np.bool_) for each in examples])
    tokens = pad([each.tokens for each in examples], np.int64)
    names = examples[0].inputs
    return Batch(
        tuple(each.problem for each in examples),
        tokens,
        _subwords(examples, tokens.shape),
        pad([np.ones(each.length, np.bool_) for each in examples]),
        pad([each.positions for each in examples], np.int64),
        slots,
        {name: pad([each.inputs[name] for each in examples]) for name in names},
        None
        if codec is None
        else codec.collate([each.target for each in examples], slots.shape[1]),
    )


def _subwords(examples: Sequence[Example], shape: tuple[int, ...]) -> Integers:
    found = [each.subwords for each in examples if each.subwords is not None]
    return pad(found, np.int64) if found else np.zeros((*shape, SUBWORDS), np.int64)


def mixed_batches(window: Sequence[Example], size: int, seed: str) -> list[list[Example]]:
    """The examples of a window in batches of similar length, in a random order of batches."""
    batches = list(groups_of(sorted(window, key=_length), size))
    Random(f"batches {seed}").shuffle(batches)
    return batches


def groups_of(things: Iterable[Any], size: int) -> Iterator[list[Any]]:
    """The things in lists of one size, the last one perhaps shorter.

    >>> list(groups_of("abcde", 2))
    [['a', 'b'], ['c', 'd'], ['e']]
    """
    group: list[Any] = []
    for thing in things:
        group.append(thing)
        if len(group) == size:
            yield group
            group = []
    if group:
        yield group


def similar_lengths(
    examples: Sequence[Example], most: int = PREDICTED_AT_ONCE
) -> Iterator[list[int]]:
    """The places of examples that are predicted at once, with little padding."""
    group: list[int] = []
    for place in sorted(range(len(examples)), key=lambda each: examples[each].length):
        longest = LONGER * examples[group[0]].length if group else 0
        if group and (len(group) == most or examples[place].length > longest):
            yield group
            group = []
        group.append(place)
    if group:
        yield group


def narrow_parts(
    examples: Sequence[Example], size: int, most: int = MOST_PAIRS
) -> list[list[Example]]:
    """A batch in parts of `size` examples at most, in which attention sees at most `most` pairs of
    tokens, with padding; 0 for any number of them.

    Few batches have more than one part; in those, long texts are apart from short ones.
    """
    if _fits(examples, size, most):
        return [list(examples)]
    parts: list[list[Example]] = [[]]
    for example in sorted(examples, key=_length):
        if parts[-1] and not _fits([*parts[-1], example], size, most):
            parts.append([])
        parts[-1].append(example)
    return parts


def _fits(examples: Sequence[Example], size: int, most: int) -> bool:
    return len(examples) <= size and (not most or _pairs(examples) <= most)


def _pairs(examples: Sequence[Example]) -> int:
    return len(examples) * max(map(_length, examples)) ** 2


def _length(example: Example) -> int:
    return example.length
