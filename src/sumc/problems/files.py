"""Reading dataset files piece by piece; a broken one gives an error with file and line."""

import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, TextIO

from sumc.errors import DatasetError
from sumc.strict_json import parse_json

Object = Mapping[str, Any]
CHUNK = 1 << 16
LARGEST_OBJECT = 1 << 22
"""Characters of one JSON object; a longer one is a broken file that never ends."""
MOST_NAMED = 3
"""Broken lines that are named where there is no other."""


def find_file(folder: Path, name: str) -> Path:
    """The path of a dataset's file, or an error that says where files are looked for."""
    path = folder / name
    if path.is_file():
        return path
    raise DatasetError(
        f"no file {path}: datasets are looked for in --data DIR, else in $SUMC_DATA, "
        "under the names they are published with"
    )


def read_json_objects(path: Path) -> Iterator[Object]:
    """The objects of a JSON list, of JSON lines or of objects one after the other."""
    with open_text(path) as stream:
        source = _Source(stream, path)
        is_list = source.skip("[")
        closed = is_list and source.skip("]")
        count = 0
        while not closed and (is_list or not source.at_end()):
            yield source.read_object()
            count += 1
            if is_list and not source.skip(","):
                closed = source.skip("]")
                if not closed:
                    raise source.broken('expected "," or "]" after an object of the list')
        if not source.at_end():
            raise source.broken('expected the end of the file after "]"')
        if not count:
            raise source.broken("the file holds no problems")


class BrokenLine(NamedTuple):
    """A line that is no JSON object."""

    line: int
    reason: str


def read_json_lines(path: Path) -> Iterator[Object | BrokenLine]:
    """The objects of JSON lines; a line that is broken is named, and the others go on."""
    decoder = json.JSONDecoder()
    found = False
    wrong: list[str] = []
    with open_bytes(path) as stream:
        for number, line in enumerate(_whole_lines(stream), start=1):
            if not line.strip():
                continue
            item = _read_line(line, number, decoder)
            if not isinstance(item, BrokenLine):
                found = True
            elif len(wrong) < MOST_NAMED:
                wrong.append(f"; line {number}: {item.reason}")
            yield item
    if not found:
        raise DatasetError(f"{path}: the file holds no problems{''.join(wrong)}")


def starts_list(path: Path) -> bool:
    """Whether a file begins like a JSON list, whatever it is called."""
    with open_bytes(path) as stream:
        return stream.read(CHUNK).removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"[")


def _whole_lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a file; of one that never ends only the start is kept."""
    most = LARGEST_OBJECT + 1
    while line := stream.readline(most):
        rest = line
        while len(rest) == most and not rest.endswith(b"\n"):
            rest = stream.readline(most)
        yield line


def _read_line(line: bytes, number: int, decoder: json.JSONDecoder) -> Object | BrokenLine:
    if len(line) > LARGEST_OBJECT:
        return BrokenLine(number, f"longer than {LARGEST_OBJECT} bytes")
    try:
        value = decoder.decode(line.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        return BrokenLine(number, f"not UTF-8 ({error.reason})")
    except (ValueError, RecursionError) as error:
        return BrokenLine(number, f"expected a JSON object ({error})")
    if not isinstance(value, dict):
        return BrokenLine(number, f"expected a JSON object, found {str(value)[:40]!r}")
    return value


class _Source:
    """A file of JSON, read piece by piece; it knows the line it is at."""

    def __init__(self, stream: TextIO, path: Path) -> None:
        self.stream = stream
        self.path = path
        self.line = 1
        self.buffer = ""
        self.decoder = json.JSONDecoder()

    def at_end(self) -> bool:
        """Whether only blanks are left; what is not blank is at the start of the buffer then."""
        while True:
            blank = len(self.buffer) - len(self.buffer.lstrip())
            self.advance(blank)
            if self.buffer:
                return False
            self.buffer = self.more()
            if not self.buffer:
                return True

    def skip(self, sign: str) -> bool:
        """Whether a sign comes next; if so it is read."""
        found = not self.at_end() and self.buffer[0] == sign
        self.advance(1 if found else 0)
        return found

    def read_object(self) -> Object:
        """The object that comes next."""
        if self.at_end():
            raise self.broken("expected a JSON object, found the end of the file")
        while True:
            try:
                value, end = self.decoder.raw_decode(self.buffer)
                break
            except (ValueError, RecursionError) as error:
                more = self.more() if len(self.buffer) <= LARGEST_OBJECT else ""
                if not more:
                    raise self.broken(f"expected a JSON object ({error})") from None
                self.buffer += more
        if not isinstance(value, dict):
            raise self.broken(f"expected a JSON object, found {str(value)[:40]!r}")
        self.advance(end)
        return value

    def advance(self, length: int) -> None:
        self.line += self.buffer.count("\n", 0, length)
        self.buffer = self.buffer[length:]

    def more(self) -> str:
        return _read_piece(self.stream, self.path, self.line)

    def broken(self, reason: str) -> DatasetError:
        return broken(self.path, self.line, reason)


def _read_piece(stream: TextIO, path: Path, line: int) -> str:
    try:
        return stream.read(CHUNK)
    except UnicodeDecodeError as error:
        raise _not_utf8(path, line, error) from None


def read_csv_rows(path: Path, header: Sequence[str] = ()) -> Iterator[Object]:
    """The rows of a CSV file by the names in its first line, or by those of a header."""
    with open_text(path) as stream:
        rows = csv.DictReader(stream, header or None, strict=True)
        try:
            yield from rows
        except csv.Error as error:
            raise broken(path, rows.line_num + 1, str(error)) from None
        except UnicodeDecodeError as error:
            raise _not_utf8(path, rows.line_num + 1, error) from None


def _not_utf8(path: Path, line: int, error: UnicodeDecodeError) -> DatasetError:
    return broken(path, line, f"at or after this line the file is not UTF-8 ({error.reason})")


def read_json_value(path: Path) -> object:
    """A small file that is one JSON value."""
    try:
        value: object = parse_json(path.read_bytes())
    except ValueError as error:
        raise DatasetError(f"{path}: expected JSON ({error})") from None
    return value


def open_text(path: Path) -> TextIO:
    """Open a file as UTF-8; what is not UTF-8 is an error of ours when it is read."""
    try:
        return path.open(encoding="utf-8-sig", newline="")
    except OSError as error:
        raise DatasetError(f"cannot read {path}: {error.strerror}") from None


def open_bytes(path: Path) -> BinaryIO:
    """Open a file."""
    try:
        return path.open("rb")
    except OSError as error:
        raise DatasetError(f"cannot read {path}: {error.strerror}") from None


def broken(path: Path, line: int, reason: str) -> DatasetError:
    """The error for a file that cannot be read on from a line."""
    return DatasetError(f"{path}, line {line}: {reason}")


def field_text(item: Object, *names: str) -> str:
    """The first of these fields as text: a missing, empty or structured one is the empty text."""
    for name in names:
        value = item.get(name)
        if isinstance(value, list) and len(value) == 1:  # the one equation or solution
            value = value[0]
        if isinstance(value, float):
            return format(Decimal(str(value)), "f")  # never 2e-05, which nobody publishes
        if isinstance(value, str | int) and not isinstance(value, bool):
            return str(value).strip()
    return ""
