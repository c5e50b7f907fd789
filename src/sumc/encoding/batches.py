"""Examples to batches: arrays with padding, problems of similar length together."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from sumc.encoding.features import Example
from sumc.encoding.number_features import FEATURE_SIZES
from sumc.encoding.tokens import PARTS
from sumc.problems.problem import Problem

NO_LABEL = -100
"""Stands where there is no slot or no known class; losses pass it over."""
BUCKET = 50
"""Batches that are sorted by length together: enough to save padding, few enough to stay mixed."""

Integers = np.ndarray[Any, np.dtype[np.int64]]
Booleans = np.ndarray[Any, np.dtype[np.bool_]]
Floats = np.ndarray[Any, np.dtype[np.float32]]


@dataclass(frozen=True, slots=True)
class Batch:
    """Problems side by side: B problems, T tokens, M slots, l codes."""

    problems: tuple[Problem, ...]
    tokens: Integers  # (B, T)
    parts: Integers  # (B, T, 4)
    mask: Booleans  # (B, T), whether there is a token
    positions: Integers  # (B, M)
    slots: Booleans  # (B, M), whether there is a slot
    features: Integers  # (B, M, 4)
    labels: Integers  # (B, M)
    counts: Floats  # (B, M, l); l is 0 when the solutions are not known
    shapes: Integers  # (B,)


def collate(examples: Sequence[Example]) -> Batch:
    """One batch of some examples."""
    problems = len(examples)
    length = max(example.length for example in examples)
    slots = max(len(example.positions) for example in examples)
    codes = max((len(each.counts[0]) for each in examples if each.counts), default=0)
    batch = Batch(
        tuple(example.problem for example in examples),
        np.zeros((problems, length), np.int64),
        np.zeros((problems, length, PARTS), np.int64),
        np.zeros((problems, length), np.bool_),
        np.zeros((problems, slots), np.int64),
        np.zeros((problems, slots), np.bool_),
        np.zeros((problems, slots, len(FEATURE_SIZES)), np.int64),
        np.full((problems, slots), NO_LABEL, np.int64),
        np.zeros((problems, slots, codes), np.float32),
        np.array([example.shape for example in examples], np.int64),
    )
    for row, example in enumerate(examples):
        _fill(batch, row, example)
    return batch


def _fill(batch: Batch, row: int, example: Example) -> None:
    length, slots = example.length, len(example.positions)
    batch.tokens[row, :length] = example.tokens
    batch.parts[row, :length] = example.parts
    batch.mask[row, :length] = True
    batch.positions[row, :slots] = example.positions
    batch.slots[row, :slots] = True
    batch.features[row, :slots] = example.features
    if example.counts:
        batch.labels[row, :slots] = [NO_LABEL if each < 0 else each for each in example.labels]
        batch.counts[row, :slots] = example.counts


def training_batches(
    examples: Sequence[Example], size: int, seed: int, epoch: int
) -> list[list[Example]]:
    """All examples in shuffled batches of similar length: a pure function of its arguments."""
    random = Random(f"batches {seed} {epoch}")
    order = list(examples)
    random.shuffle(order)
    batches: list[list[Example]] = []
    for start in range(0, len(order), size * BUCKET):
        bucket = sorted(order[start : start + size * BUCKET], key=_length)
        batches += [bucket[first : first + size] for first in range(0, len(bucket), size)]
    random.shuffle(batches)
    return batches


def _length(example: Example) -> int:
    return example.length


def evaluation_batches(examples: Sequence[Example], size: int) -> Iterator[list[Example]]:
    """The examples in their order, a batch at a time."""
    for start in range(0, len(examples), size):
        yield list(examples[start : start + size])
