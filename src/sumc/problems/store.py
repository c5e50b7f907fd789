"""`ProblemStore`: the problems of a file, one at a time and in any order, in flat memory.

Two files side by side hold a store:

    NAME.jsonl    one line of JSON for every problem (see `problem_lines`)
    NAME.npz      where each line starts, the columns, and a note in JSON with the size and the
                  checksum of the lines

The index is written last, and a store is opened only if the checksum is right: a file that was
cut off, damaged or written by somebody else is noticed before its first problem is read. Lines
are read with `pread`, not through a memory map, because the pages of a map count as memory of the
process. Threads and forked processes can share the file, because `pread` moves no position in it.
"""

import json
import os
import weakref
import zipfile
import zlib
from array import array
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryFile
from threading import Lock
from typing import Any, BinaryIO

import numpy as np

from sumc.errors import DatasetError
from sumc.problems.problem import Problem
from sumc.problems.problem_lines import read_line, write_line
from sumc.problems.sequences import COLUMNS, Array, ColumnName, ProblemSequence
from sumc.strict_json import parse_json

LINES, INDEX = ".jsonl", ".npz"
CHUNK = 1 << 20
Note = Mapping[str, Any]
"""What else belongs to the problems, as JSON."""


class ProblemStore(ProblemSequence):
    """A read-only sequence of the problems in a file."""

    def __init__(self, lines: BinaryIO, starts: Array, columns: Mapping[str, Array]) -> None:
        self._name = str(getattr(lines, "name", "the temporary file"))
        self._read_at = _reader(lines)
        self._starts = starts
        self._columns = columns
        weakref.finalize(self, lines.close)

    def __len__(self) -> int:
        return len(self._starts) - 1

    def read(self, place: int) -> Problem:
        """The problem at a place from 0 to the last."""
        start, end = int(self._starts[place]), int(self._starts[place + 1])
        try:
            return read_line(self._read_at(end - start, start))
        except (ValueError, TypeError, OSError):
            raise DatasetError(
                f"{self._name} was changed while it was being read: start again"
            ) from None

    def column(self, name: ColumnName) -> Array:
        """One number for every problem; see `sequences.COLUMNS`."""
        return self._columns[name]


def _reader(lines: BinaryIO) -> Callable[[int, int], bytes]:
    """A function that reads a number of bytes at an offset of the file, safe for threads."""
    if isinstance(lines, BytesIO):
        content = lines.getvalue()
        return lambda size, start: content[start : start + size]
    if hasattr(os, "pread"):
        number = lines.fileno()
        return lambda size, start: os.pread(number, size, start)
    lock = Lock()

    def read(size: int, start: int) -> bytes:
        with lock:
            lines.seek(start)
            return lines.read(size)

    return read


class StoreWriter:
    """Writes problems to a stream one by one and remembers where each of them is."""

    def __init__(self, lines: BinaryIO) -> None:
        self._lines = lines
        self._starts = array("q", [0])
        self._columns = {
            name: array(np.dtype(kind).char, []) for name, (kind, _) in COLUMNS.items()
        }
        self._checksum = 0

    def __len__(self) -> int:
        return len(self._starts) - 1

    def add(self, problem: Problem) -> None:
        """Append a problem."""
        line = write_line(problem) + b"\n"
        self._lines.write(line)
        self._checksum = zlib.crc32(line, self._checksum)
        self._starts.append(self._starts[-1] + len(line))
        for name, (_, read) in COLUMNS.items():
            self._columns[name].append(read(problem))

    def arrays(self) -> dict[str, Array]:
        """The index: where each line starts, and the columns; nothing is copied."""
        arrays: dict[str, Array] = {"starts": np.asarray(self._starts, np.int64)}
        for name, (kind, _) in COLUMNS.items():
            arrays[name] = np.asarray(self._columns[name], kind)
        return arrays

    def store(self) -> ProblemStore:
        """What was written, to be read from the same stream."""
        self._lines.flush()
        arrays = self.arrays()
        return ProblemStore(self._lines, arrays.pop("starts"), arrays)

    def write_index(self, stream: BinaryIO, note: Note) -> None:
        """Write the index of all problems that were added."""
        text = {**note, "size": self._starts[-1], "checksum": self._checksum}
        packed = np.frombuffer(json.dumps(text).encode(), np.uint8)
        arrays: dict[str, Any] = self.arrays()
        np.savez(stream, note=packed, **arrays)


def store_problems(problems: Iterable[Problem]) -> ProblemStore:
    """The problems in a temporary file: a sequence of any length that takes no memory."""

    def fill(writer: StoreWriter) -> Note:
        for problem in problems:
            writer.add(problem)
        return {}

    return temporary_store(fill)[0]


def temporary_store(fill: Callable[[StoreWriter], Note]) -> tuple[ProblemStore, Note]:
    """The store that `fill` writes, in a file deleted with it, and the note that it returns."""
    lines = _temporary_lines()
    with ExitStack() as on_error:
        on_error.callback(lines.close)
        writer = StoreWriter(lines)
        note = fill(writer)
        store = writer.store()
        on_error.pop_all()
    return store, note


def _temporary_lines() -> BinaryIO:
    """A file that is deleted by itself, or memory if no file can be written."""
    try:
        return TemporaryFile()
    except OSError:
        return BytesIO()


def open_store(path: Path) -> tuple[ProblemStore, Note]:
    """The store of a path without suffix, and the note that was written with it."""
    try:
        arrays, note = _read_index(Path(f"{path}{INDEX}"))
        lines = Path(f"{path}{LINES}").open("rb")  # noqa: SIM115  (the store closes it)
    except _NO_INDEX as error:
        raise DatasetError(f"{path}{INDEX} is not the index of a store: {error}") from None
    store = ProblemStore(lines, arrays.pop("starts"), arrays)
    if _measure(lines) != (note.get("size"), note.get("checksum")):
        raise DatasetError(f"{path}{LINES} does not match the index beside it")
    return store, note


_NO_INDEX = (
    *(OSError, ValueError, KeyError, TypeError, AttributeError, EOFError),
    *(zipfile.BadZipFile, zlib.error, NotImplementedError),
)
"""What numpy may raise when it opens a file that is damaged, or of another kind; zipfile raises
NotImplementedError for a compression that it does not know."""


def _read_index(path: Path) -> tuple[dict[str, Array], Note]:
    with path.open("rb") as file, np.load(file, allow_pickle=False) as index:
        arrays = {name: index[name] for name in ("note", "starts", *COLUMNS)}
    note: Note = parse_json(arrays.pop("note").tobytes())
    if {len(arrays[name]) + 1 for name in COLUMNS} != {len(arrays["starts"])}:
        raise ValueError("columns of different lengths")
    return arrays, {**note}


def _measure(lines: BinaryIO) -> tuple[int, int]:
    """Size and checksum of a file."""
    size = checksum = 0
    while piece := lines.read(CHUNK):
        size += len(piece)
        checksum = zlib.crc32(piece, checksum)
    return size, checksum
