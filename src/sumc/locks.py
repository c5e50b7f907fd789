"""One writer at a time: a lock on an open file, released when its process ends, however it ends.

The operating system keeps the lock, so there are no stale ones. A note beside the file says who
holds it; it is for people alone, and one that a killed process left behind means nothing.
"""

import json
import os
import platform
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timezone
from pathlib import Path
from typing import IO, Any, BinaryIO

from sumc.errors import SumcError
from sumc.storage import read_regular
from sumc.strict_json import parse_json

_LARGEST_NOTE = 1_000  # bytes
_FAR = 1 << 40  # Windows locks bytes of a file, and others must still be able to read its content


@contextmanager
def only_writer(
    file: IO[Any], note: Path, what: str, error: type[SumcError] = SumcError
) -> Iterator[None]:
    """Keep an open file to ourselves; if another process holds it, the error says which one.

    `what` says what the holder is doing: "writing out.jsonl".
    """
    if not _lock(file):
        raise error(f"{_holder(note)} is {what}")
    written = _write_note(note)
    try:
        yield
    finally:
        if written:
            with suppress(OSError):
                note.unlink()


def open_lock(path: Path) -> BinaryIO:
    """The file of a lock; anything there but a regular file, such as a link, is removed."""
    if path.is_symlink() or (path.exists() and not path.is_file()):
        path.unlink()
    return path.open("ab")


def _lock(file: IO[Any]) -> bool:
    """Whether we hold the lock now; always true on systems without locks."""
    try:
        if sys.platform == "win32":
            import msvcrt

            place = file.tell()
            file.seek(_FAR)
            try:
                msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            finally:
                file.seek(place)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:
        return True
    except (BlockingIOError, PermissionError):
        return False
    return True


def _write_note(note: Path) -> bool:
    """Say who we are; a lock without a note is still a lock."""
    since = datetime.now(timezone.utc).isoformat(timespec="seconds")
    content = {"process": os.getpid(), "host": platform.node(), "since": since}
    try:
        note.unlink(missing_ok=True)
        with note.open("x", encoding="utf-8") as file:  # never through a link
            file.write(json.dumps(content) + "\n")
    except OSError:
        return False
    return True


def _holder(note: Path) -> str:
    try:
        content = parse_json(read_regular(note, _LARGEST_NOTE))
    except (OSError, ValueError):
        content = None
    match content:
        case {"process": int(process), "host": str(host), "since": str(since)}:
            return f"process {process} on {host} since {since}"
    return "another process"
