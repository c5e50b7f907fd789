"""The cache of datasets: what was read once is not read again. Its folder is safe to delete.

An entry is named after the dataset and a key: a hash of the files it was read from, of the
options, and of the code that reads. Different data or code lead to a different entry, so
nothing ever has to be invalidated. A damaged entry is written again; where nothing can be
written, everything works as if there were no cache.
"""

import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import BinaryIO

from sumc.errors import DatasetError
from sumc.problems.store import (
    INDEX,
    LINES,
    Note,
    ProblemStore,
    StoreWriter,
    open_store,
)

if sys.version_info >= (3, 11):
    from importlib.resources.abc import Traversable
else:
    from importlib.abc import Traversable

CACHE_VARIABLE = "SUMC_CACHE"
READING_CODE = ("errors.py", "lazy_regex.py", "strict_json.py", "algebra", "problems")
"""All parts of the package that decide what is read."""
KEPT = 6
"""Entries of one dataset: the most recently used ones stay."""
DRAFT = ".draft"
DRAFT_SECONDS = 24 * 3600
"""An older draft was left behind by an interrupted process."""
CHUNK = 1 << 20


def cache_folder() -> Path | None:
    """The folder of the cache: `$SUMC_CACHE`, else the platform's; None if it is set to ""."""
    chosen = os.environ.get(CACHE_VARIABLE)
    if chosen is not None:
        return Path(chosen) if chosen else None
    try:
        return _platform_folder() / "sumc"
    except RuntimeError:  # this user has no home folder
        return None


def _platform_folder() -> Path:
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return Path(local) if local else Path.home() / "AppData" / "Local"
    shared = os.environ.get("XDG_CACHE_HOME")
    return Path(shared) if shared else Path.home() / ".cache"


def content_key(paths: Iterable[Path], options: Iterable[object]) -> str:
    """A text that differs when the files, the options, or the code that reads them differ."""
    state = sha256(repr((reading_version(), *options)).encode())
    for path in paths:
        state.update(_file_digest(path))
    return state.hexdigest()


def _file_digest(path: Path) -> bytes:
    state = sha256()
    with path.open("rb") as stream:
        while piece := stream.read(CHUNK):
            state.update(piece)
    return state.digest()


@cache
def reading_version() -> str:
    """A hash of all code and tables that decide what is read from a dataset."""
    state = sha256(repr(sys.version_info[:2]).encode())  # every Python has its own Unicode tables
    for top in READING_CODE:
        for name, content in _sources(files("sumc") / top, top):
            state.update(f"{name} {len(content)}\n".encode() + content)
    return state.hexdigest()


def _sources(place: Traversable, name: str) -> Iterator[tuple[str, bytes]]:
    """The files at and below a place, by their names."""
    if place.is_file():
        yield name, place.read_bytes()
    elif place.name != "__pycache__":
        for each in sorted(place.iterdir(), key=lambda each: each.name):
            yield from _sources(each, f"{name}/{each.name}")


@dataclass(frozen=True, slots=True)
class Entry:
    """A place in the cache."""

    folder: Path
    name: str
    key: str

    @property
    def stem(self) -> str:
        """What the files of all entries of this dataset start with."""
        return re.sub(r"[^A-Za-z0-9_-]+", "_", Path(self.name).name)[-40:]

    @property
    def path(self) -> Path:
        """The path of the files, without their suffixes."""
        return self.folder / f"{self.stem}.{self.key[:32]}"

    def open(self) -> tuple[ProblemStore, Note] | None:
        """The store and its note; None if it is missing, damaged or foreign."""
        try:
            store, note = open_store(self.path)
        except DatasetError:
            return None
        if note.get("key") != self.key:
            return None
        with suppress(OSError):
            os.utime(f"{self.path}{INDEX}")  # so that it counts as used
        return store, note

    def write(self, fill: Callable[[StoreWriter], Note]) -> None:
        """Write the store; both files appear at once and whole, the index after the lines."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _draft(self.folder) as lines, _draft(self.folder) as index:
            writer = StoreWriter(lines)
            note = fill(writer)
            writer.write_index(index, {**note, "key": self.key})
            for draft, suffix in ((lines, LINES), (index, INDEX)):
                draft.close()
                os.replace(draft.name, f"{self.path}{suffix}")
        self._prune()

    def _prune(self) -> None:
        """Remove the least recently used entries of this dataset, and old drafts."""
        with suppress(OSError):
            own = [path.with_suffix(INDEX) for path in self.folder.glob(f"{self.stem}.*{LINES}")]
            own.sort(key=_last_use)
            old = [path.with_suffix(suffix) for path in own[:-KEPT] for suffix in (INDEX, LINES)]
            drafts = self.folder.glob(f"*{DRAFT}")
            old += [each for each in drafts if _last_use(each) < time.time() - DRAFT_SECONDS]
            for path in old:
                path.unlink(missing_ok=True)


def _last_use(path: Path) -> float:
    return path.stat().st_mtime if path.exists() else 0.0


@contextmanager
def _draft(folder: Path) -> Iterator[BinaryIO]:
    """A file that is deleted in the end unless it was renamed."""
    draft = NamedTemporaryFile(dir=folder, suffix=DRAFT, delete=False)  # noqa: SIM115
    try:
        yield draft  # type: ignore[misc]  # it does all that a BinaryIO does
    finally:
        draft.close()
        Path(draft.name).unlink(missing_ok=True)
