"""Sequences of problems that do not hold them in memory: datasets and their splits.

    ProblemSequence          read-only, problems are built when they are asked for
    ├── ProblemStore         a file of JSON lines with an index (see `store`)
    └── Selection            chosen places of other sequences, as an array of whole numbers

A selection of a selection is again one array over the same files, so a split of half a million
problems costs two megabytes. Columns answer what splits ask of every problem (which fold? which
text?) without reading it.
"""

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any, Literal, get_args, overload

import numpy as np
from numpy.typing import NDArray

from sumc.problems.numbers import Language
from sumc.problems.problem import Problem
from sumc.problems.provenance import ROLES
from sumc.problems.texts import base_text_key, family_key, text_key

Array = NDArray[Any]
ColumnName = Literal["role", "fold", "language", "agrees", "text", "base_text", "family"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
NO_FOLD = -1

COLUMNS: Mapping[ColumnName, tuple[type[np.generic], Callable[[Problem], int]]] = {
    "role": (np.int8, lambda problem: ROLES.index(problem.part.role)),
    "fold": (np.int16, lambda problem: NO_FOLD if (f := problem.part.fold) is None else f),
    "language": (np.int8, lambda problem: LANGUAGES.index(problem.language)),
    "agrees": (np.int8, lambda problem: problem.agrees),
    "text": (np.uint64, text_key),
    "base_text": (np.uint64, base_text_key),
    "family": (np.uint64, family_key),
}
"""What is known of a problem without reading it: the type of each number, and how to get it."""


def column(problems: Sequence[Problem], name: ColumnName) -> Array:
    """One number for every problem; see `COLUMNS`."""
    if isinstance(problems, ProblemSequence):
        return problems.column(name)
    kind, read = COLUMNS[name]
    return np.fromiter(map(read, problems), kind, len(problems))


def select(problems: Sequence[Problem], places: Iterable[int] | Array) -> "Selection":
    """The problems at these places, in this order; nothing is read.

    >>> from sumc.problems.datasets import load_dataset
    >>> [problem.id for problem in select(load_dataset("generated").problems, [5, 2])]
    ['en-6', 'en-3']
    """
    chosen = np.asarray(places if isinstance(places, np.ndarray) else [*places], np.int64)
    if isinstance(problems, Selection):
        return Selection(problems.bases, problems.places[chosen])
    return Selection((problems,), np.arange(len(problems), dtype=np.int32)[chosen])


def concatenate(*sequences: Sequence[Problem]) -> "Selection":
    """The problems of all sequences, one after the other; nothing is read."""
    bases: list[Sequence[Problem]] = []
    places: list[Array] = []
    for each in sequences:
        inner = each if isinstance(each, Selection) else select(each, np.arange(len(each)))
        start = sum(map(len, bases))
        places.append(inner.places + np.int32(start))
        bases += inner.bases
    return Selection(tuple(bases), np.concatenate([np.empty(0, np.int32), *places]))


class ProblemSequence(Sequence[Problem], ABC):
    """A read-only sequence that builds its problems on demand."""

    @abstractmethod
    def read(self, place: int) -> Problem:
        """The problem at a place from 0 to the last."""

    @abstractmethod
    def column(self, name: ColumnName) -> Array:
        """One number for every problem, without reading it."""

    @overload
    def __getitem__(self, place: int) -> Problem: ...
    @overload
    def __getitem__(self, place: slice) -> "Selection": ...
    def __getitem__(self, place: int | slice) -> "Problem | Selection":
        if isinstance(place, slice):
            return select(self, np.arange(*place.indices(len(self))))
        try:
            return self.read(range(len(self))[place])
        except IndexError:
            raise IndexError(f"there are {len(self):,} problems, none at {place}") from None

    def __iter__(self) -> Iterator[Problem]:
        return map(self.read, range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ProblemSequence | tuple | list):
            return NotImplemented
        return len(self) == len(other) and all(map(Problem.__eq__, self, other))

    __hash__ = None  # type: ignore[assignment]  # like a list: it is compared by its problems

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self):,} problems>"


class Selection(ProblemSequence):
    """Chosen problems of one or more other sequences, in any order."""

    __slots__ = ("bases", "places", "starts")

    def __init__(self, bases: tuple[Sequence[Problem], ...], places: Array) -> None:
        self.bases = bases
        self.places = places
        """Where the problems are once all bases are concatenated."""
        self.starts = [0, *accumulate(map(len, bases))]

    def __len__(self) -> int:
        return len(self.places)

    def read(self, place: int) -> Problem:
        """The problem at a place from 0 to the last."""
        found = int(self.places[place])
        base = bisect_right(self.starts, found) - 1
        return self.bases[base][found - self.starts[base]]

    def column(self, name: ColumnName) -> Array:
        """One number for every problem, without reading those that are in files."""
        whole = [column(base, name) for base in self.bases]
        return np.concatenate([np.empty(0, COLUMNS[name][0]), *whole])[self.places]
