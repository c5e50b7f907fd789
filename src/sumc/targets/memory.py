"""Training problems with similar texts: how they were solved is evidence for the ranker.

The memory holds for every training problem the classes of its numbers, and for every one and two
neighbouring words of the training texts (characters in Chinese) the problems that have them. It
keeps no text: what is looked for is a sum of the words.
"""

import io
import re
import unicodedata
import zipfile
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from itertools import chain, pairwise
from typing import Any
from zlib import crc32

import numpy as np

from sumc.errors import CodeError
from sumc.problems.numbers import mask_numbers
from sumc.problems.problem import Problem

Array = np.ndarray[Any, np.dtype[Any]]

NEIGHBOURS = 16
"""Training problems that are looked at."""
SHARPNESS = 10.0
"""How much more the most similar ones count."""
FEWEST = 2
"""Training problems that must share some words before they are remembered."""
MOST = 2_000
"""Training problems that may share them: what more have says little and takes long."""
_PIECES = re.compile(r"[a-z]+|[^\W\d_]|[#?$%]")

Neighbour = tuple[tuple[int, ...], float]
"""The classes of the slots of a training problem, and its share of the attention."""


@dataclass(frozen=True, eq=False)
class Memory:
    """What the training problems have in common, and how they are solved."""

    sums: Array
    """A number for every word or pair of words, sorted."""
    ends: Array
    """Where the problems of each of them end in `problems`."""
    problems: Array
    """Numbers of training problems, words by words."""
    classes: Array
    """The classes of all slots of all training problems, one after the other."""
    class_ends: Array
    """Where the classes of each training problem end."""

    @classmethod
    def learn(cls, solved: Iterable[tuple[Problem, Sequence[int]]]) -> "Memory":
        """The memory of problems with the classes of their slots."""
        having: defaultdict[int, list[int]] = defaultdict(list)
        classes: list[Sequence[int]] = []
        for number, (problem, labels) in enumerate(solved):
            classes.append(labels)
            for each in _sums(problem):
                having[each].append(number)
        sums = sorted(each for each, there in having.items() if FEWEST <= len(there) <= MOST)
        return cls(
            np.array(sums, np.uint32),
            np.cumsum([len(having[each]) for each in sums], dtype=np.uint32),
            _joined([having[each] for each in sums]),
            _joined(classes),
            np.cumsum([len(labels) for labels in classes], dtype=np.uint32),
        )

    def recall(self, problem: Problem) -> list[Neighbour]:
        """The solutions of the training problems whose texts are most like this one."""
        wanted = np.fromiter(_sums(problem), np.uint32)
        places = np.searchsorted(self.sums, wanted).clip(max=max(0, len(self.sums) - 1))
        places = places[self.sums[places] == wanted] if len(self.sums) else places[:0]
        if not len(places):
            return []
        found = np.concatenate([self._problems_of(place) for place in places.tolist()])
        weights = self._weights[places]
        shared = np.bincount(found, np.repeat(weights, self._counts[places]))
        unlikeness = shared / self._sizes[: len(shared)]
        count = min(NEIGHBOURS, len(unlikeness))
        best = np.argpartition(unlikeness, count - 1)[:count]
        best = best[np.lexsort((best, unlikeness[best]))]
        best = best[unlikeness[best] < 0]
        cosines = -unlikeness[best] / np.sqrt(weights.sum())
        shares = np.exp((cosines - cosines[0]) * SHARPNESS) * cosines
        shares /= shares.sum()
        classes = map(self._classes_of, best.tolist())
        return list(zip(classes, shares.tolist(), strict=True))

    def _problems_of(self, place: int) -> Array:
        return self.problems[self.ends[place] - self._counts[place] : self.ends[place]]

    def _classes_of(self, number: int) -> tuple[int, ...]:
        start = self.class_ends[number - 1] if number else 0
        return tuple(self.classes[start : self.class_ends[number]].tolist())

    @cached_property
    def _counts(self) -> Array:
        return np.diff(self.ends, prepend=np.uint32(0)).astype(np.int64)

    @cached_property
    def _weights(self) -> Array:
        """What it says to share some words, squared: more when fewer problems have them."""
        return np.log((1 + len(self.class_ends)) / np.maximum(1, self._counts)) ** 2

    @cached_property
    def _sizes(self) -> Array:
        """How much there is to share with each training problem, below zero: less comes first."""
        every = np.repeat(self._weights, self._counts)
        total = np.bincount(self.problems, every, len(self.class_ends))
        return -np.sqrt(np.maximum(total, 1e-9))

    def to_bytes(self) -> bytes:
        """What is written to a file; `from_bytes` reads it back."""
        file = io.BytesIO()
        np.savez(file, **{each.name: getattr(self, each.name) for each in fields(self)})
        return file.getvalue()

    @classmethod
    def from_bytes(cls, data: bytes, classes: int) -> "Memory":
        """Read what `to_bytes` wrote, for that many classes; anything else is a `CodeError`."""
        try:
            _check_sizes(data)
            with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
                memory = cls(**{each.name: arrays[each.name] for each in fields(cls)})
            memory._check(classes)
        except (OSError, EOFError, KeyError, NotImplementedError, ValueError, zipfile.BadZipFile):
            raise CodeError("expected the arrays of a memory") from None
        return memory

    def _check(self, classes: int) -> None:
        """Make sure that the arrays belong together; a `ValueError` if they do not."""
        arrays = [getattr(self, each.name) for each in fields(self)]
        if any(each.ndim != 1 or each.dtype.kind != "u" for each in arrays):
            raise ValueError
        whole = (
            len(self.sums) == len(self.ends)
            and np.all(self.sums[1:] > self.sums[:-1])
            and _are_ends(self.ends, self.problems)
            and _are_ends(self.class_ends, self.classes)
            and np.all(self.problems < len(self.class_ends))
            and np.all(self.classes < classes)
        )
        if not whole:
            raise ValueError


def _check_sizes(data: bytes) -> None:
    """Make sure that nothing in a file becomes larger when it is read; else a `ValueError`."""
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        if sum(each.file_size for each in file.infolist()) > len(data):
            raise ValueError


def _are_ends(ends: Array, parts: Array) -> bool:
    """Whether numbers say where each of several parts ends in an array of all."""
    last = int(ends[-1]) if len(ends) else 0
    return bool(np.all(ends[1:] >= ends[:-1])) and last == len(parts)


def _joined(lists: Sequence[Sequence[int]]) -> Array:
    """One array, of as few bytes a number as they need."""
    flat = np.fromiter(chain.from_iterable(lists), np.uint32)
    return flat.astype(np.min_scalar_type(flat.max(initial=0)))


def _sums(problem: Problem) -> list[int]:
    """A number for every different word and pair of neighbouring words of a text."""
    text = mask_numbers(problem.text, problem.quantities, " # ")
    pieces = _PIECES.findall(unicodedata.normalize("NFKC", text).lower())
    pairs = map(" ".join, pairwise(pieces))
    return sorted({crc32(each.encode()) for each in chain(pieces, pairs)})
