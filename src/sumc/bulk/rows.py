"""Rows of an input: JSON lines, CSV, lines of text or Parquet.

A format gives records, which are cheap to read and to hand to another process, and makes a row of
each. What cannot be read is a row too, with the reason: row n of an output belongs to record n.
"""

import csv
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, time
from math import isfinite
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from sumc.errors import ProblemError, SumcError
from sumc.strict_json import parse_json

if TYPE_CHECKING:  # imported when a Parquet file is read
    from pyarrow.parquet import ParquetFile

LONGEST_LINE = 1 << 20
"""The longest line in bytes; only the start of a longer one is read."""
SHOWN = 1_000
"""Characters of an unreadable line that are kept in its error row."""

Json = dict[str, Any]
Record = Any
"""What a format reads: bytes of a line, cells of a table."""


@dataclass(frozen=True, slots=True)
class Row:
    """A record of the input: its fields, and why it cannot be read if it cannot."""

    fields: Json
    number: int = 0
    """From 1."""
    error: str = ""


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file."""

    name: str
    endings: tuple[str, ...]
    """The suffixes of such files."""
    records: Callable[["Lines", tuple[str, ...]], Iterator[Record]]
    """The records of a file, which must have certain columns."""
    read: Callable[[Record, str], Json]
    """The fields of a record; a bare text goes to the field of this name."""


def read_row(kind: Format, record: Record, number: int, main: str) -> Row:
    """The row of a record, or one with the reason why there is none.

    >>> read_row(JSON_LINES, b'{"id": 7, "text": "How much is 3 and 4?"}', 1, "text").fields
    {'id': 7, 'text': 'How much is 3 and 4?'}
    >>> read_row(JSON_LINES, b"?", 2, "text").fields
    {'text': '?'}
    """
    try:
        return Row(kind.read(record, main), number)
    except SumcError as error:
        return Row({main: _shown(record)}, number, str(error))


def _shown(record: Record) -> str:
    """What is left of a record that cannot be read."""
    if isinstance(record, bytes):
        return record[: 4 * SHOWN].decode("utf-8", "replace").rstrip("\r\n")[:SHOWN]
    return ",".join(map(str, record.cells))[:SHOWN].encode("utf-8", "replace").decode()


class Lines:
    """The lines of a file from here to a place; of an endless line only the start is kept."""

    def __init__(self, source: BinaryIO, start: int = 0, end: int | None = None) -> None:
        self.source = source
        self.position = start
        """Bytes of the file that were read."""
        self.end = end

    def __iter__(self) -> Iterator[bytes]:
        while (self.end is None or self.position < self.end) and (line := self._next()):
            yield line

    def _next(self) -> bytes:
        most = LONGEST_LINE + 1
        line = rest = self.source.readline(most)
        self.position += len(line)
        while len(rest) == most and not rest.endswith(b"\n"):
            rest = self.source.readline(most)
            self.position += len(rest)
        return line


def _line_records(lines: Lines, _: tuple[str, ...]) -> Iterator[bytes]:
    return iter(lines)


def _read_json(line: bytes, main: str) -> Json:
    """The object of a line; a JSON string is the text alone."""
    _check_length(line)
    try:
        content = parse_json(line)
    except UnicodeDecodeError as error:
        raise _not_utf8(error) from None
    except ValueError as error:
        raise ProblemError(f"{_expected(main)}, found no JSON ({error})") from None
    match content:
        case str(text):
            return {main: text}
        case dict():
            return content
    raise ProblemError(f"{_expected(main)}, found {_kind(content)}")


def _read_text(line: bytes, main: str) -> Json:
    _check_length(line)
    try:
        return {main: line.decode("utf-8-sig").rstrip("\r\n")}
    except UnicodeDecodeError as error:
        raise _not_utf8(error) from None


def _check_length(line: bytes) -> None:
    if len(line) > LONGEST_LINE:
        raise ProblemError(f"the line is longer than {LONGEST_LINE} bytes")


def _not_utf8(error: UnicodeDecodeError) -> ProblemError:
    return ProblemError(f"the line is not UTF-8: {error.reason} at byte {error.start}")


def _expected(main: str) -> str:
    return f'expected a JSON string, or an object with a "{main}"'


def _kind(content: object) -> str:
    names = {list: "a list", bool: "true or false", type(None): "null"}
    return names.get(type(content), "a number")


class Cells(NamedTuple):
    """A record of a table; `error` says why it cannot be read."""

    header: tuple[str, ...]
    cells: tuple[Any, ...]
    error: str = ""


def _csv_records(lines: Lines, needed: tuple[str, ...]) -> Iterator[Cells]:
    first = next(iter(lines), None)
    return iter(()) if first is None else csv_rows(lines, read_header(first, needed))


class Header(NamedTuple):
    """The first line of a CSV file."""

    names: tuple[str, ...]
    delimiter: str


def read_header(line: bytes, needed: tuple[str, ...]) -> Header:
    """The columns of a CSV file, and its delimiter.

    >>> read_header(b"id;text\\r\\n", ("text",))
    Header(names=('id', 'text'), delimiter=';')
    """
    text = line.decode("utf-8-sig", "replace").rstrip("\r\n")
    delimiter = max(",;\t", key=text.count)
    try:
        names = tuple(next(csv.reader([text], delimiter=delimiter), ()))
    except csv.Error as error:
        raise ProblemError(f"the header cannot be read: {error}") from None
    check_columns(names, needed)
    return Header(names, delimiter)


def check_columns(names: Iterable[str], needed: tuple[str, ...]) -> None:
    """Make sure that a table has the columns of a task, each once."""
    found = list(names)
    if missing := [name for name in needed if name not in found]:
        columns = ", ".join(found)[:200]
        raise ProblemError(f'expected a column "{missing[0]}", found the columns {columns}')
    if twice := [name for name in found if found.count(name) > 1]:
        raise ProblemError(f'the column "{twice[0]}" appears twice')


def csv_rows(lines: Lines, header: Header) -> Iterator[Cells]:
    """The records below a header; after an unreadable one, reading continues on the next line."""
    texts = (line.decode("utf-8", "surrogateescape") for line in lines)
    reader = csv.reader(texts, delimiter=header.delimiter)
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield Cells(header.names, (), f"the row cannot be read: {error}")
            continue
        if cells:  # a blank line is no record
            yield Cells(header.names, tuple(cells))


def _read_cells(record: Cells, _: str) -> Json:
    if record.error:
        raise ProblemError(record.error)
    if len(record.cells) != len(record.header):
        wanted, found = len(record.header), len(record.cells)
        raise ProblemError(f"expected {wanted} columns, found {found}")
    if any(map(_has_surrogates, record.cells)):
        raise ProblemError("the row is not UTF-8")
    return dict(zip(record.header, map(plain, record.cells), strict=True))


def _has_surrogates(cell: Any) -> bool:
    return (
        isinstance(cell, str)
        and not cell.isascii()
        and any("\ud800" <= c < "\ue000" for c in cell)
    )


def _parquet_records(lines: Lines, needed: tuple[str, ...]) -> Iterator[Cells]:
    file = open_parquet(lines.source)
    check_columns(file.schema_arrow.names, needed)
    for group in range(file.num_row_groups):
        yield from parquet_rows(file, group)
        lines.position += file.metadata.row_group(group).total_byte_size


def open_parquet(source: BinaryIO) -> "ParquetFile":
    """A Parquet file; a damaged one raises a `ProblemError`."""
    from pyarrow import ArrowInvalid
    from pyarrow.parquet import ParquetFile

    try:
        return ParquetFile(source)
    except (ArrowInvalid, OSError) as error:
        raise ProblemError(f"not a Parquet file: {error}") from None


def parquet_rows(file: "ParquetFile", group: int) -> Iterator[Cells]:
    """The rows of a row group, a thousand in memory at a time."""
    for batch in file.iter_batches(1_000, row_groups=[group]):
        header = tuple(batch.schema.names)
        columns = [column.to_pylist() for column in batch.columns]
        yield from (Cells(header, cells) for cells in zip(*columns, strict=True))


def plain(value: Any) -> Any:
    """A value of a table as JSON: dates and decimals become strings, NaN becomes null."""
    match value:
        case None | bool() | int() | str():
            return value
        case float():
            return value if isfinite(value) else None
        case date() | time():
            return value.isoformat()
        case list() | tuple():
            return [plain(each) for each in value]
        case dict():
            return {str(name): plain(each) for name, each in value.items()}
    return str(value)


JSON_LINES = Format("jsonl", (".jsonl", ".ndjson", ".json"), _line_records, _read_json)
TEXT = Format("text", (".txt", ".text"), _line_records, _read_text)
CSV = Format("csv", (".csv", ".tsv"), _csv_records, _read_cells)
PARQUET = Format("parquet", (".parquet", ".pq"), _parquet_records, _read_cells)
FORMATS = {each.name: each for each in (JSON_LINES, CSV, TEXT, PARQUET)}


def format_of(name: str, start: bytes = b'{"') -> Format:
    """The format of a file by its name, else by its first bytes: JSON lines start with { or ".

    >>> format_of("problems.csv.gz").name, format_of("-", b"Ann has 3").name, format_of("a").name
    ('csv', 'text', 'jsonl')
    """
    plain_name = name.lower().removesuffix(".gz")
    for each in FORMATS.values():
        if plain_name.endswith(each.endings):
            return each
    if start.startswith(b"PAR1"):
        return PARQUET
    is_text = name == "-" and start.removeprefix(b"\xef\xbb\xbf").strip()[:1] not in _JSON_STARTS
    return TEXT if is_text else JSON_LINES


_JSON_STARTS = (b"", b"{", b"[", b'"')
