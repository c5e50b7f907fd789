"""Disks that are full, folders that cannot be written, and two processes at once."""

import os
import resource
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from soak.engine import Budget, Row, peak_mb
from soak.kills import LINES_ENDED, SUMC, finish, small_training, write_lines


class NotHereError(Exception):
    """A trouble that this system cannot make."""


def disks(budget: Budget) -> Row:
    """Every trouble is one message and exit code 2, and the same command goes on afterwards."""
    row = Row("disks and second processes")
    troubles = (
        *(_full_disk, _full_device, _no_permission),
        *(_full_disk_of_training, _second_writer, _second_training),
    )
    missing = set()
    for number in budget.rounds():
        start = time.monotonic()
        trouble = troubles[number % len(troubles)]
        try:
            trouble()
            row.add(time.monotonic() - start)
        except NotHereError as error:
            missing.add(str(error))
        except (AssertionError, subprocess.TimeoutExpired) as error:
            row.add(time.monotonic() - start, f"{trouble.__name__}: {error}")
    row.memory_mb = peak_mb(resource.RUSAGE_CHILDREN)
    row.note = "; ".join(sorted(missing))
    return row


def _bulk(folder: Path, *options: str) -> list[str]:
    source = folder / "in.jsonl"
    if not source.exists():
        write_lines(source, 400)
    return [*SUMC, "solve", "--model", "tiny", "--input", str(source), *options]


def _run(command: list[str], before: Callable[[], None] | None = None) -> tuple[int, str]:
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, preexec_fn=before, timeout=600
    )
    return done.returncode, done.stderr


def _told(command: list[str], before: Callable[[], None] | None = None) -> None:
    code, error = _run(command, before)
    assert code == 2, f"ended with {code}"
    assert any(line.startswith("error: ") for line in error.splitlines()), error[-500:]
    assert "Traceback" not in error, error[-500:]


def _full_disk() -> None:
    """A file may grow to 64 kB and no further; then there is room again."""
    folder = Path(tempfile.mkdtemp())
    whole, target = folder / "whole", folder / "out"
    finish(_bulk(folder, "--output", str(whole)))
    _told(_bulk(folder, "--output", str(target)), partial(_few_bytes, 65_536))
    finish(_bulk(folder, "--output", str(target), "--resume"))
    assert target.read_bytes() == whole.read_bytes(), "another output after the disk was full"


def _few_bytes(size: int) -> None:
    """Let no file of this process grow further."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def _full_disk_of_training() -> None:
    """There is room for the settings but not for a checkpoint; then there is."""
    settings = small_training(Path(tempfile.mkdtemp()))
    whole, target = settings.parent / "whole", settings.parent / "run"
    command = [*SUMC, "train", str(settings), "--resume", "--output"]
    finish([*command, str(whole)], (0,))
    _told([*command, str(target)], partial(_few_bytes, 16_384))
    finish([*command, str(target)], (0,))
    weights = [(folder / "model.safetensors").read_bytes() for folder in (whole, target)]
    assert weights[0] == weights[1], "other weights after the disk was full"


def _full_device() -> None:
    if not Path("/dev/full").exists():
        raise NotHereError("there is no /dev/full")
    folder = Path(tempfile.mkdtemp())
    _told(_bulk(folder, "--output", "/dev/full"))
    _told([*SUMC, "tree", "1+2", "--svg", "/dev/full"])


def _obeying() -> list[str]:
    """What a command starts with so that permissions hold for it: for root they do not."""
    if not hasattr(os, "geteuid") or os.geteuid():
        return []
    if not shutil.which("setpriv"):
        raise NotHereError("root may write everywhere: permissions were not tried")
    return ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"]


def _no_permission() -> None:
    obeying = _obeying()
    folder = Path(tempfile.mkdtemp())
    settings = small_training(folder)
    locked = folder / "locked"
    locked.mkdir(mode=0o500)
    _told([*obeying, *_bulk(folder, "--output", str(locked / "out"))])
    _told([*obeying, *SUMC, "tree", "1+2", "--svg", str(locked / "tree.svg")])
    _told([*obeying, *SUMC, "train", str(settings), "--output", str(locked / "run")])


def _second_writer() -> None:
    folder = Path(tempfile.mkdtemp())
    target = folder / "out"
    command = [*SUMC, "solve", "--model", "tiny", "--input", "-", "--output", str(target)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as first:
        assert first.stdin is not None
        first.stdin.write(b'"1 and 2?"\n')
        first.stdin.flush()
        _wait(target.exists)
        code, error = _run(_bulk(folder, "--output", str(target), "--resume"))
        assert code == 2, f"ended with {code}"
        assert f"process {first.pid} " in error, error
        first.stdin.close()
        first.wait()


def _second_training() -> None:
    settings = small_training(Path(tempfile.mkdtemp()))
    target = settings.parent / "run"
    command = [*SUMC, "train", str(settings), "--output", str(target), "--resume"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as first:
        _wait(lambda: (target / ".holder").exists() or first.poll() is not None)
        first.send_signal(signal.SIGSTOP)
        try:
            assert (target / ".holder").exists(), "the first training was over too soon"
            code, error = _run(command)
            assert code == 2, f"ended with {code}"
            assert f"process {first.pid} " in error, error
        finally:
            first.send_signal(signal.SIGCONT)
            first.wait()
    finish(command, (0,))


def _wait(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < deadline, "nothing happened"
        time.sleep(0.01)


def hash_seeds(budget: Budget) -> Row:
    """The same texts in processes with other hash seeds: the same JSON to the byte."""
    row = Row("hash seeds")
    folder = Path(tempfile.mkdtemp())
    source, count = folder / "in.jsonl", 2_000 if budget.seconds > 120 else 200
    write_lines(source, count)
    command = [*SUMC, "solve", "--model", "tiny", "--input", str(source), "--explain", "--output"]
    wanted = b""
    for number in budget.rounds():
        target = folder / str(number)
        took = finish([*command, str(target)], LINES_ENDED, hash_seed=str(number))
        found = target.read_bytes()
        wanted = wanted or found
        whole = found == wanted and len(found.splitlines()) == count
        row.add(took, "" if whole else f"{target} is not {folder / '0'}")
    row.memory_mb = peak_mb(resource.RUSAGE_CHILDREN)
    row.note = f"{count:,} texts each, tiny models"
    return row
