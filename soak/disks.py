"""Disks that are full, folders that cannot be written, and two processes at once."""

import os
import resource
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from soak.engine import Budget, Row
from soak.kills import SUMC, finish, small_training, write_lines


def disks(budget: Budget) -> Row:
    """Every trouble is one message and exit code 2, and the same command goes on afterwards."""
    row = Row("disks and second processes")
    troubles = (_full_disk, _full_device, _no_permission, _second_writer, _second_training)
    for number in budget.rounds():
        start = time.monotonic()
        trouble = troubles[number % len(troubles)]
        try:
            trouble()
            failure = ""
        except AssertionError as error:
            failure = f"{trouble.__name__}: {error}"
        row.add(time.monotonic() - start, failure)
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        row.note = "as root, who may write everywhere: permissions were not tried"
    return row


def _bulk(folder: Path, *options: str) -> list[str]:
    source = folder / "in.jsonl"
    if not source.exists():
        write_lines(source, 400)
    return [*SUMC, "solve", "--input", str(source), *options]


def _run(command: list[str], before: Callable[[], None] | None = None) -> tuple[int, str]:
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, preexec_fn=before, timeout=600
    )
    return done.returncode, done.stderr


def _told(command: list[str], before: Callable[[], None] | None = None) -> None:
    code, error = _run(command, before)
    assert code == 2, f"ended with {code}"
    assert error.startswith("error: "), error[-500:]
    assert "Traceback" not in error, error[-500:]


def _full_disk() -> None:
    """A file may grow to 64 kB and no further; then there is room again."""
    folder = Path(tempfile.mkdtemp())
    whole, target = folder / "whole", folder / "out"
    finish(_bulk(folder, "--output", str(whole)))

    def few_bytes() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (65_536, 65_536))

    _told(_bulk(folder, "--output", str(target)), few_bytes)
    finish(_bulk(folder, "--output", str(target), "--resume"))
    assert target.read_bytes() == whole.read_bytes(), "another output after the disk was full"


def _full_device() -> None:
    if Path("/dev/full").exists():
        folder = Path(tempfile.mkdtemp())
        _told(_bulk(folder, "--output", "/dev/full"))
        _told([*SUMC, "tree", "1+2", "--svg", "/dev/full"])


def _no_permission() -> None:
    if not hasattr(os, "geteuid") or os.geteuid() == 0:
        return
    folder = Path(tempfile.mkdtemp())
    settings = small_training(folder)
    locked = folder / "locked"
    locked.mkdir(mode=0o500)
    _told(_bulk(folder, "--output", str(locked / "out")))
    _told([*SUMC, "tree", "1+2", "--svg", str(locked / "tree.svg")])
    _told([*SUMC, "train", str(settings), "--output", str(locked / "run")])


def _second_writer() -> None:
    folder = Path(tempfile.mkdtemp())
    target = folder / "out"
    command = [*SUMC, "solve", "--input", "-", "--output", str(target)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL) as first:
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
            if (target / ".holder").exists():
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
    write_lines(folder / "in.jsonl", 2_000 if budget.seconds > 120 else 200)
    command = [*SUMC, "solve", "--input", str(folder / "in.jsonl"), "--explain", "--output"]
    outputs: set[bytes] = set()
    for number in budget.rounds():
        start, target = time.monotonic(), folder / str(number)
        environment = {**os.environ, "PYTHONHASHSEED": str(number)}
        subprocess.run([*command, str(target)], env=environment, capture_output=True, check=False)
        outputs.add(target.read_bytes())
        row.add(time.monotonic() - start, "another output" if len(outputs) > 1 else "")
    return row
