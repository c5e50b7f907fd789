"""Files that are written whole or not at all, and files that are safe to read.

A file is written under another name, flushed to disk and then renamed, so that a kill at any
moment leaves the old file or the new one. That name cannot be predicted, and nothing that already
exists is opened by it: in a folder that others may write to, it could be a link of theirs.

What is read must be a regular file: opening a FIFO waits for somebody, and a device never ends.
"""

import errno
import os
import re
import secrets
import shutil
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, SupportsBytes

DRAFT = ".tmp"
"""Ending of a file that is being written."""
_OUR_DRAFTS = re.compile(rf"\.[0-9a-f]{{16}}{re.escape(DRAFT)}")
LARGEST = 1 << 30
"""Bytes of a file that is read as a whole unless another limit is given."""


def write_whole(path: Path, parts: Iterable[bytes | SupportsBytes]) -> None:
    """Write a file as a whole and flush it to disk; its parts are made one at a time."""
    draft = path.with_name(f".{secrets.token_hex(8)}{DRAFT}")
    with draft.open("xb") as file:
        try:
            for part in parts:
                file.write(bytes(part))
            file.flush()
            os.fsync(file.fileno())
            file.close()  # some systems cannot rename an open file
            with suppress(FileNotFoundError):
                shutil.copymode(path, draft)
            draft.replace(path)
        except BaseException:
            file.close()
            draft.unlink(missing_ok=True)
            raise
    _sync_folder(path.parent)


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file as a whole and flush it to disk."""
    write_whole(path, (data,))


def write_text(path: Path, text: str) -> None:
    """Write a text file as a whole."""
    write_whole(path, (text.encode("utf-8"),))


def _sync_folder(folder: Path) -> None:
    """Flush the new name to disk, where the system lets folders be opened."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def remove_drafts(folder: Path) -> None:
    """Remove what killed processes left behind; nobody else may be writing there."""
    for path in folder.iterdir():
        if _OUR_DRAFTS.fullmatch(path.name):
            path.unlink(missing_ok=True)


def open_regular(path: Path) -> BinaryIO:
    """A regular file, open for reading; an `OSError` for anything else. Never blocks."""
    file = open(path, "rb", opener=_without_waiting)  # noqa: SIM115  (the caller closes it)
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise _not_regular(path)
    return file


def _without_waiting(path: str, flags: int) -> int:
    if os.path.isdir(path):  # Python's own complaint comes before ours
        raise _not_regular(path)
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _not_regular(path: str | Path) -> OSError:
    return OSError(errno.EINVAL, "not a regular file", str(path))


def read_regular(path: Path, most: int = LARGEST) -> bytes:
    """The bytes of a regular file; an `OSError` if there are more than `most`."""
    with open_regular(path) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"more than {most} bytes", str(path))
    return data
