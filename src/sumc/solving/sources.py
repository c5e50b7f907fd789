"""The wrapping of an input, recognised by its first bytes: gzip is unpacked, the rest is refused.

Read as text it would give an error for every line that some byte happens to end.
"""

import gzip
import json
import zlib
from io import BufferedReader
from typing import BinaryIO, cast

from sumc.errors import ProblemError

GZIP = b"\x1f\x8b"
OTHERS = {
    b"BZh": "is compressed by bzip2",
    b"\xfd7zXZ": "is compressed by xz",
    b"\x28\xb5\x2f\xfd": "is compressed by zstd",
    b"PK\x03\x04": "is a zip archive",
    b"\xff\xfe": "is in UTF-16",
    b"\xfe\xff": "is in UTF-16",
}
"""What is not read, by its first bytes."""


def unwrapped(source: BufferedReader, name: str) -> BinaryIO:
    """The lines of a source, unpacked where that is needed; `name` is for messages."""
    start = source.peek(8)
    if start.startswith(GZIP):
        return cast(BinaryIO, _Gzip(source, name))
    for beginning, what in OTHERS.items():
        if start.startswith(beginning):
            accepted = "expected JSON lines in UTF-8, plain or compressed by gzip"
            raise ProblemError(f"{name} {what}: {accepted}")
    return source


def is_plain_text(source: BufferedReader) -> bool:
    """Whether an input holds texts as they are, one on each line, and no JSON."""
    first = source.peek(8).removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    return bool(first) and first not in b'{["'


class PlainLines:
    """Lines of plain text as lines of JSON, so that they are read like these."""

    def __init__(self, source: BinaryIO) -> None:
        self._source = source

    def readline(self, size: int = -1) -> bytes:
        """The next line as a JSON string; what is not UTF-8 or too long stays as it is."""
        line = self._source.readline(size)
        if not line or 0 < size <= len(line):
            return line
        try:
            return json.dumps(line.decode("utf-8-sig").strip()).encode() + b"\n"
        except UnicodeDecodeError:
            return line


class _Gzip(gzip.GzipFile):
    """A gzip file whose damages are errors of ours; only a line of it is in memory."""

    def __init__(self, source: BufferedReader, name: str) -> None:
        super().__init__(fileobj=source, mode="rb")
        self._shown = name

    def readline(self, size: int | None = -1) -> bytes:
        """The next line, or its first bytes up to a limit."""
        try:
            return super().readline(-1 if size is None else size)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise ProblemError(f"{self._shown} is a damaged gzip file: {error}") from None
