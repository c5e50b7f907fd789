"""Reading dataset files piece by piece.

A broken record is reported with its line, and reading goes on where the next one clearly begins;
if that is unclear, the file is refused.
"""

import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import zip_longest
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, TextIO

from sumc.errors import DatasetError
from sumc.lazy_regex import lazy_regex
from sumc.strict_json import parse_json

Object = Mapping[str, Any]
CHUNK = 1 << 16
LARGEST_OBJECT = 1 << 22
"""The most characters of one JSON object; a longer one is a broken file that never ends."""
LONGEST_TOKEN = 40
"""The most characters of a JSON number or name that the end of a piece may have cut."""
_NEXT_OBJECT = lazy_regex(r"\n\s*(?=\{)")
_SURROGATE = lazy_regex("[\udc80-\udcff]")
_ID = lazy_regex(r'"(?:id|iIndex)"\s*:\s*"?([\w.-]+)')
LONGEST_START = 1000
"""How many characters are kept of an object that cannot be read."""
MOST_NAMED = 3
"""How many broken lines the error names if a file has no others."""


def find_file(folder: Path, name: str) -> Path:
    """The path of a dataset's file, or an error that says where files are looked for."""
    path = folder / name
    if path.is_file():
        return path
    raise DatasetError(
        f"no file {path}: datasets are looked for in --data DIR, else in $SUMC_DATA, "
        "under the names that they were published under"
    )


class BrokenLine(NamedTuple):
    """A line that cannot be read, or on which an object begins that cannot be read."""

    line: int
    reason: str
    text: str = ""
    """The beginning of a JSON object that cannot be read."""


def read_json_items(path: Path) -> Iterator[Object | BrokenLine]:
    """The objects of a JSON list, or one after the other; broken ones are reported.

    After a broken object, the next one is looked for at the beginning of a line.
    """
    with _open_any(path) as stream:
        yield from _with_some(path, _Source(stream).items())


def _with_some(path: Path, items: Iterator[Object | BrokenLine]) -> Iterator[Object | BrokenLine]:
    """The items of a file; a file with nothing but broken ones is refused."""
    found = False
    wrong: list[str] = []
    for item in items:
        if not isinstance(item, BrokenLine):
            found = True
        elif len(wrong) < MOST_NAMED:
            wrong.append(f"; line {item.line}: {item.reason}")
        yield item
    if not found:
        raise DatasetError(f"{path}: the file holds no problems{''.join(wrong)}")


def read_json_lines(path: Path) -> Iterator[Object | BrokenLine]:
    """The objects of JSON lines; a broken line is reported, and reading goes on."""
    decoder = json.JSONDecoder()
    with open_bytes(path) as stream:
        lines = enumerate(_whole_lines(stream), start=1)
        items = (_read_line(line, number, decoder) for number, line in lines if line.strip())
        yield from _with_some(path, items)


def starts_list(path: Path) -> bool:
    """Whether a file begins like a JSON list, whatever its name."""
    with open_bytes(path) as stream:
        return stream.read(CHUNK).removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"[")


def _whole_lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a file; only the start is kept of a line that never ends."""
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

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.line = 1
        self.buffer = ""
        self.decoder = json.JSONDecoder()

    def at_end(self) -> bool:
        """Whether only blanks are left; if not, the buffer starts with what is not blank."""
        while True:
            blank = len(self.buffer) - len(self.buffer.lstrip())
            self.advance(blank)
            if self.buffer:
                return False
            self.buffer = self.stream.read(CHUNK)
            if not self.buffer:
                return True

    def skip(self, sign: str) -> bool:
        """Whether a sign comes next; if so, it is consumed."""
        found = not self.at_end() and self.buffer[0] == sign
        self.advance(1 if found else 0)
        return found

    def read_item(self) -> Object | BrokenLine:
        """The object that comes next; or why there is none, and nothing is consumed."""
        while True:
            try:
                value, end = self.decoder.raw_decode(self.buffer)
                break
            except (ValueError, RecursionError) as error:
                more = self.stream.read(CHUNK) if self.may_go_on(error) else ""
                if not more:
                    return self.broken(f"expected a JSON object ({error})")
                self.buffer += more
        if not isinstance(value, dict):
            return self.broken(f"expected a JSON object, found {str(value)[:40]!r}")
        if _has_surrogates(self.buffer[:end]):
            return self.broken("not UTF-8")
        self.advance(end)
        return value

    def may_go_on(self, error: Exception) -> bool:
        """Whether what could not be read may be an object whose end is still to come."""
        if len(self.buffer) > LARGEST_OBJECT:
            return False
        if not isinstance(error, json.JSONDecodeError) or error.msg.startswith("Unterminated"):
            return True
        return error.pos >= len(self.buffer) - LONGEST_TOKEN

    def items(self) -> Iterator[Object | BrokenLine]:
        """All objects and broken lines, whether they are in a list or not.

        If the last object is broken, the end of the list is lost with it: that is reported once.
        """
        item: Object | BrokenLine = {}
        is_open = is_list = self.skip("[")
        while not self.at_end():
            if is_list and self.skip("]"):
                is_open = False
                break
            item = self.read_item()
            yield item
            if isinstance(item, BrokenLine):
                self.skip_to_object()
            elif is_list and not self.skip(",") and not self.at_end() and self.buffer[0] != "]":
                yield BrokenLine(self.line, 'expected "," or "]" after an object of the list')
                self.skip_to_object(self.buffer[0] == "{")
        if (is_open and not isinstance(item, BrokenLine)) or not self.at_end():
            where = 'the end of the list, "]"' if is_open else 'the end of the file after "]"'
            yield BrokenLine(self.line, f"expected {where}")

    def skip_to_object(self, is_there: bool = False) -> None:
        """Go to the next line that begins with an object, else to the end."""
        while not is_there and self.buffer:
            found = _NEXT_OBJECT.search(self.buffer)
            self.advance(found.end() if found else len(self.buffer))
            is_there = found is not None
            self.buffer = self.buffer or self.stream.read(CHUNK)

    def advance(self, length: int) -> None:
        self.line += self.buffer.count("\n", 0, length)
        self.buffer = self.buffer[length:]

    def broken(self, reason: str) -> BrokenLine:
        """What is wrong with the object that comes next."""
        following = _NEXT_OBJECT.search(self.buffer)
        end = following.start() if following else len(self.buffer)
        return BrokenLine(self.line, reason, self.buffer[: min(end, LONGEST_START)])


def read_csv_rows(path: Path, header: Sequence[str] = ()) -> Iterator[Object | BrokenLine]:
    """The rows of a CSV file by the names in its first line, or by those of a header.

    A broken row is reported, and reading goes on.
    """
    with _open_any(path) as stream:
        yield from _with_some(path, _csv_items(csv.reader(stream, strict=True), header))


def _csv_items(rows: Any, header: Sequence[str]) -> Iterator[Object | BrokenLine]:
    names = tuple(header)
    while True:
        line = rows.line_num + 1
        try:
            cells = next(rows)
        except StopIteration:
            return
        except csv.Error as error:
            yield BrokenLine(line, str(error))
            continue
        if not cells:
            continue
        if any(map(_has_surrogates, cells)):
            yield BrokenLine(line, "not UTF-8")
        elif not names:
            names = tuple(cells)
        elif len(cells) > len(names):
            yield BrokenLine(line, f"expected {len(names)} columns, found {len(cells)}")
        else:
            yield dict(zip_longest(names, cells))


def _has_surrogates(text: str) -> bool:
    """Whether a text has bytes that are not UTF-8, as `surrogateescape` reads them."""
    return not text.isascii() and _SURROGATE.search(text) is not None


def read_json_value(path: Path) -> object:
    """The JSON value in a small file."""
    try:
        value: object = parse_json(path.read_bytes())
    except ValueError as error:
        raise DatasetError(f"{path}: expected JSON ({error})") from None
    return value


def read_text(path: Path) -> str:
    """All of a small file in UTF-8."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise DatasetError(f"{path}: not UTF-8 ({error.reason})") from None
    except OSError as error:
        raise DatasetError(f"cannot read {path}: {error.strerror}") from None


def _open_any(path: Path) -> TextIO:
    """Open a file as UTF-8; bytes that are not become surrogates."""
    try:
        return path.open(encoding="utf-8-sig", errors="surrogateescape", newline="")
    except OSError as error:
        raise DatasetError(f"cannot read {path}: {error.strerror}") from None


def open_bytes(path: Path) -> BinaryIO:
    """Open a file."""
    try:
        return path.open("rb")
    except OSError as error:
        raise DatasetError(f"cannot read {path}: {error.strerror}") from None


def broken(path: Path, line: int, reason: str) -> DatasetError:
    """The error for a file that cannot be read any further from some line."""
    return DatasetError(f"{path}, line {line}: {reason}")


def record_id(item: Object | BrokenLine) -> str:
    """The id of a record, even of a broken one if its beginning has it.

    >>> record_id({"iIndex": 7}), record_id(BrokenLine(3, "cut off", '{"id": "7", "te'))
    ('7', '7')
    """
    if not isinstance(item, BrokenLine):
        return field_text(item, "id", "iIndex")
    found = _ID.search(item.text)
    return found[1] if found else ""


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
