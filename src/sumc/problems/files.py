"""Reading dataset files piece by piece; a broken one gives an error with file and line."""

import csv
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TextIO

from sumc.errors import DatasetError

Object = Mapping[str, Any]
CHUNK = 1 << 16
LARGEST_OBJECT = 1 << 22
"""Characters of one JSON object; a longer one is a broken file that never ends."""


def find_file(folder: Path, name: str) -> Path:
    """The path of a dataset's file, or an error that says where files are looked for."""
    path = folder / name
    if path.is_file():
        return path
    raise DatasetError(
        f"no file {path}: datasets are looked for in --data DIR, else in $SUMC_DATA, "
        "under the names they are published with (`sumc data list` shows them)"
    )


def read_json_objects(path: Path) -> Iterator[Object]:
    """The objects of a JSON list, of JSON lines or of objects one after the other."""
    with open_text(path) as stream:
        buffer, line = "", 1
        decoder = json.JSONDecoder()
        while True:
            stripped = buffer.lstrip(" \t\r\n,[]\ufeff")
            line += buffer[: len(buffer) - len(stripped)].count("\n")
            buffer = stripped
            try:
                value, end = decoder.raw_decode(buffer)
            except (ValueError, RecursionError) as error:
                more = _read_piece(stream, path, line)
                if not more and not buffer:
                    return
                if not more or len(buffer) > LARGEST_OBJECT:
                    raise broken(path, line, f"expected a JSON object ({error})") from None
                buffer += more
                continue
            if not isinstance(value, dict):
                raise broken(path, line, f"expected a JSON object, found {str(value)[:40]!r}")
            yield value
            line += buffer[:end].count("\n")
            buffer = buffer[end:]


def _read_piece(stream: TextIO, path: Path, line: int) -> str:
    try:
        return stream.read(CHUNK)
    except UnicodeDecodeError as error:
        raise _not_utf8(path, line, error) from None


def read_csv_rows(path: Path) -> Iterator[Object]:
    """The rows of a CSV file by the names in its first line."""
    with open_text(path) as stream:
        rows = csv.DictReader(stream, strict=True)
        try:
            yield from rows
        except csv.Error as error:
            raise broken(path, rows.line_num + 1, str(error)) from None
        except UnicodeDecodeError as error:
            raise _not_utf8(path, rows.line_num + 1, error) from None


def _not_utf8(path: Path, line: int, error: UnicodeDecodeError) -> DatasetError:
    return broken(path, line, f"at or after this line the file is not UTF-8 ({error.reason})")


def open_text(path: Path) -> TextIO:
    """Open a file as UTF-8; what is not UTF-8 is an error of ours when it is read."""
    try:
        return path.open(encoding="utf-8", errors="strict", newline="")
    except OSError as error:
        raise DatasetError(f"cannot read {path}: {error.strerror}") from None


def broken(path: Path, line: int, reason: str) -> DatasetError:
    """The error for a file that cannot be read on from a line."""
    return DatasetError(f"{path}, line {line}: {reason}")
