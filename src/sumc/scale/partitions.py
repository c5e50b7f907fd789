"""An input in partitions: pieces of files that are answered, written and done once.

Files are read through pyarrow's file systems, so a path may be a URI such as `s3://bucket/a.csv`.
A partition has a checksum of its bytes: with other content it is another partition.
"""

import io
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from fnmatch import fnmatchcase
from hashlib import sha256
from itertools import islice
from os.path import abspath
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, BinaryIO, cast

from sumc.bulk.rows import (
    CSV,
    FORMATS,
    PARQUET,
    Format,
    Lines,
    Record,
    check_columns,
    csv_rows,
    format_of,
    open_parquet,
    parquet_rows,
    read_header,
)
from sumc.bulk.sources import unwrapped
from sumc.errors import ProblemError, SumcError

if TYPE_CHECKING:  # imported when files are looked for
    from pyarrow.fs import FileSystem
    from pyarrow.parquet import ParquetFile

PARTITION_ROWS = 10_000
"""Rows of a partition: what is done again when a worker is killed."""
BUFFER = 1 << 20
SIGNS = ("*", "?", "[")


@dataclass(frozen=True, slots=True)
class Partition:
    """Some rows of a file."""

    path: str
    kind: str
    """The name of its format."""
    start: int
    """The first byte; for Parquet the first row of its row group."""
    end: int
    rows: int
    before: int
    """Rows of the file before it."""
    sha256: str
    group: int = 0
    """The row group of Parquet."""
    header: str = ""
    """The first line of CSV."""

    def to_json(self) -> dict[str, Any]:
        """The partition, to be sent to a worker."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Partition":
        """What `to_json` made."""
        return cls(**data)


def file_system(place: str) -> "tuple[FileSystem, str]":
    """The file system of a path or URI, and the path there."""
    from pyarrow import ArrowInvalid
    from pyarrow.fs import FileSystem, LocalFileSystem

    if "://" not in place:
        return LocalFileSystem(), abspath(place)  # workers are in other folders
    try:
        found: tuple[FileSystem, str] = FileSystem.from_uri(place)
    except (ArrowInvalid, OSError, ValueError) as error:
        raise SumcError(f"no file system for {place!r}: {error}") from None
    return found


def find_files(place: str) -> list[str]:
    """The files of a path: itself, those of a folder, or those that fit a pattern, sorted."""
    system, path = file_system(place)
    scheme = place[: -len(path)] if "://" in place and place.endswith(path) else ""
    look = _matching if any(sign in path for sign in SIGNS) else _below
    found = look(system, path)
    names = [each for each in found if not PurePosixPath(each).name.startswith((".", "_"))]
    if not names:
        raise SumcError(f"no files in {place!r}")
    return sorted(scheme + name for name in names)


def _below(system: "FileSystem", path: str) -> list[str]:
    from pyarrow.fs import FileSelector, FileType

    info = system.get_file_info(path)
    if info.type == FileType.File:
        return [path]
    if info.type != FileType.Directory:
        raise SumcError(f"cannot read {path!r}: no such file or folder")
    found = system.get_file_info(FileSelector(path, recursive=True))
    return [each.path for each in found if each.type == FileType.File]


def _matching(system: "FileSystem", pattern: str) -> list[str]:
    folder = PurePosixPath(pattern)
    while any(sign in str(folder) for sign in SIGNS):
        folder = folder.parent
    parts = PurePosixPath(pattern).parts
    return [path for path in _below(system, str(folder)) if _fits(path, parts)]


def _fits(path: str, pattern: Sequence[str]) -> bool:
    parts = PurePosixPath(path).parts
    return len(parts) == len(pattern) and all(map(fnmatchcase, parts, pattern))


def open_file(place: str) -> BinaryIO:
    """A file of a file system, open for reading."""
    system, path = file_system(place)
    try:
        return cast(BinaryIO, io.BufferedReader(system.open_input_file(path), BUFFER))
    except OSError as error:
        raise SumcError(f"cannot read {place!r}: {error}") from None


def scan(
    place: str, needed: tuple[str, ...], rows: int = PARTITION_ROWS, kind: str = ""
) -> list[Partition]:
    """The partitions of a file, each with this many rows; it is read once."""
    with open_file(place) as file:
        source = unwrapped(cast(io.BufferedReader, file), repr(place))
        start = cast(io.BufferedReader, source).peek(4)
        found = FORMATS[kind] if kind else format_of(place, start)
        try:
            if found is PARQUET:
                return list(_scan_parquet(place, source, needed, rows))
            return list(_scan_lines(place, source, found, needed, rows, source is not file))
        except ProblemError as error:
            raise ProblemError(f"{place}: {error}") from None


class _HashedLines(Lines):
    """Lines whose bytes are added to a checksum."""

    def __init__(self, source: BinaryIO, start: int = 0, end: int | None = None) -> None:
        super().__init__(source, start, end)
        self.begin(b"")

    def begin(self, header: bytes) -> None:
        """Start the checksum of a partition."""
        self.sum = sha256(header)

    def _next(self) -> bytes:
        line = super()._next()
        self.sum.update(line)
        return line


def _scan_lines(
    place: str,
    source: BinaryIO,
    kind: Format,
    needed: tuple[str, ...],
    size: int,
    is_packed: bool,
) -> Iterator[Partition]:
    """Pieces of a file; a compressed file cannot be entered in the middle, so it is one piece."""
    lines = _HashedLines(source)
    header = next(iter(lines), b"") if kind is CSV else b""
    records = _records(lines, header, needed)
    before, start = 0, lines.position
    lines.begin(header)
    most = None if is_packed else size
    while count := sum(1 for _ in islice(records, most)):
        digest = lines.sum.hexdigest()
        end = lines.position
        yield Partition(
            place, kind.name, start, end, count, before, digest, header=header.decode("latin-1")
        )
        before, start = before + count, end
        lines.begin(header)


def _records(lines: Lines, header: bytes, needed: tuple[str, ...] = ()) -> Iterator[Record]:
    """The records of some lines; those of CSV need its header."""
    return csv_rows(lines, read_header(header, needed)) if header else iter(lines)


def _scan_parquet(
    place: str, source: BinaryIO, needed: tuple[str, ...], size: int
) -> Iterator[Partition]:
    file = open_parquet(source)
    check_columns(file.schema_arrow.names, needed)
    before = 0
    for group in range(file.num_row_groups):
        count = file.metadata.row_group(group).num_rows
        digest = _group_sum(source, file, group) if count else ""
        for start in range(0, count, size):
            rows = min(size, count - start)
            key = _key(digest, group, start, start + rows)
            yield Partition(
                place, PARQUET.name, start, start + rows, rows, before, key, group=group
            )
            before += rows


def read_partition(part: Partition) -> Iterator[Record]:
    """The records of a partition, which must be what they were when it was planned."""
    with open_file(part.path) as file:
        source = unwrapped(cast(io.BufferedReader, file), repr(part.path))
        if part.kind == PARQUET.name:
            yield from _parquet_records(part, source)
            return
        if source is file:
            source.seek(part.start)
        else:
            _skip(source, part.start)
        lines = _HashedLines(source, part.start, part.end)
        header = part.header.encode("latin-1")
        lines.begin(header)
        yield from _records(lines, header)
        if lines.sum.hexdigest() != part.sha256:
            raise _changed(part)


def _parquet_records(part: Partition, source: BinaryIO) -> Iterator[Record]:
    file = open_parquet(source)
    if part.group < file.num_row_groups:
        digest = _group_sum(source, file, part.group)
        if _key(digest, part.group, part.start, part.end) == part.sha256:
            yield from islice(parquet_rows(file, part.group), part.start, part.end)
            return
    raise _changed(part)


def _key(digest: str, group: int, start: int, end: int) -> str:
    """The checksum of some rows of a row group."""
    return sha256(f"{digest} {group} {start} {end}".encode()).hexdigest()


def _group_sum(source: BinaryIO, file: "ParquetFile", group: int) -> str:
    """The checksum of the columns of a row group: their names, their types and their bytes."""
    digest = sha256(str(file.schema_arrow).encode())
    found = file.metadata.row_group(group)
    for column in map(found.column, range(found.num_columns)):
        source.seek(min(filter(None, (column.dictionary_page_offset, column.data_page_offset))))
        left = column.total_compressed_size
        while left and (piece := source.read(min(left, BUFFER))):
            digest.update(piece)
            left -= len(piece)
    return digest.hexdigest()


def _changed(part: Partition) -> ProblemError:
    return ProblemError(f"{part.path} has changed since it was first read")


def _skip(source: BinaryIO, count: int) -> None:
    """Skip the header of a compressed file."""
    while count and (line := source.readline(count)):
        count -= len(line)
