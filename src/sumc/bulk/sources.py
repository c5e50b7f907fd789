"""The wrapping of an input, recognised by its first bytes: gzip is unpacked, the rest is refused.

Read as text, a compressed file would give an error for every newline byte that it happens to have.
"""

import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
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


class _Gzip(gzip.GzipFile):
    """A gzip file; damage raises our own error, and only one line is in memory."""

    def __init__(self, source: BufferedReader, name: str) -> None:
        super().__init__(fileobj=source, mode="rb")
        self._shown = name

    def readline(self, size: int | None = -1) -> bytes:
        """The next line, or its first bytes up to a limit."""
        with self._damages():
            return super().readline(-1 if size is None else size)

    def peek(self, n: int) -> bytes:
        """The next bytes, which are not consumed."""
        with self._damages():
            return super().peek(n)

    @contextmanager
    def _damages(self) -> Iterator[None]:
        try:
            yield
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise ProblemError(f"{self._shown} is a damaged gzip file: {error}") from None
