"""`SHA256SUMS`: the checksums of the files of a run when they were written.

A flipped bit in weights gives wrong answers and no error, so every file that a run is read from
has a sum. The files that change during a training (weights, checkpoint) carry their own inside;
those that do not are listed when it begins, and all of them when it is done. `sha256sum -c
SHA256SUMS` checks a folder without sumc. Runs from before there were sums can still be read.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from sumc.errors import RunError
from sumc.storage import open_regular, read_regular, write_text
from sumc.training.checkpoint import ADVICE
from sumc.training.folder import SETTINGS, SUMMED, SUMS

LARGEST = 10_000
"""The most bytes of the list; ours have fewer than 1,000."""
CHUNK = 1 << 20
_LINE = re.compile(r"([0-9a-f]{64})  (\S+)")


def write_sums(
    folder: Path, names: Iterable[str], written: Mapping[str, bytes] | None = None
) -> None:
    """List the files of a folder that are there, and some that are about to be `written`."""
    sums = {name: _sum_of(folder / name) for name in names if (folder / name).is_file()}
    sums |= {name: hashlib.sha256(data).hexdigest() for name, data in (written or {}).items()}
    write_text(folder / SUMS, "".join(f"{sums[name]}  {name}\n" for name in sorted(sums)))


def read_sums(folder: Path) -> dict[str, str]:
    """The sums of a folder by the names of its files; none where it has no list."""
    path = folder / SUMS
    if not path.exists():
        return {}
    try:
        lines = read_regular(path, LARGEST).decode("ascii").splitlines()
    except (OSError, ValueError) as error:
        raise RunError(f"{path} is damaged: {error}; {ADVICE}") from None
    found = [_LINE.fullmatch(line) for line in lines]
    sums = {match[2]: match[1] for match in found if match}
    cut_off = SETTINGS not in sums  # the last of the list
    if cut_off or len(sums) < len(lines) or not sums.keys() <= frozenset(SUMMED):
        raise RunError(f"{path} is damaged: expected a checksum and a name per line; {ADVICE}")
    return sums


def check_sum(folder: Path, name: str) -> None:
    """Make sure that a file is the one that was written, where there is a sum of it."""
    wanted, path = read_sums(folder).get(name), folder / name
    if wanted is None:
        return
    try:
        found = _sum_of(path)
    except OSError as error:
        raise RunError(f"{path} cannot be read: {error.strerror}; {ADVICE}") from None
    if found != wanted:
        raise RunError(f"{path} is damaged: its checksum is not the one in {SUMS}; {ADVICE}")


def _sum_of(path: Path) -> str:
    state = hashlib.sha256()
    with open_regular(path) as file:
        while piece := file.read(CHUNK):
            state.update(piece)
    return state.hexdigest()
