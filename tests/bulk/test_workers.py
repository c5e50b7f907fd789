"""Several processes write what one writes, and none is left behind."""

import io
import json
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from solving.stubs import CHINESE_PENCILS, PENCILS
from sumc import Solver
from sumc.bulk.rows import JSON_LINES
from sumc.bulk.run import resume_at, run_bulk
from sumc.bulk.tasks import Solving
from sumc.bulk.workers import worker_processes
from sumc.errors import SumcError

pytestmark = pytest.mark.slow
LINES = (
    "".join(
        line + "\n"
        for number in range(20)
        for line in (
            json.dumps({"id": number, "text": PENCILS.replace("7", str(number + 1))}),
            "broken",
            json.dumps(CHINESE_PENCILS),
        )
    )
).encode()


def test_workers_change_nothing_about_the_output() -> None:
    task = Solving(Solver.load("auto"))
    alone, shared = io.BytesIO(), io.BytesIO()
    tally = run_bulk(task, io.BytesIO(LINES), alone, batch_size=7)
    with worker_processes(task, JSON_LINES, 2) as answering:
        both = run_bulk(task, io.BytesIO(LINES), shared, batch_size=7, answering=answering)
        torn = io.BytesIO(shared.getvalue()[:5_000])
        done = resume_at(torn)
        assert done.torn
        run_bulk(task, io.BytesIO(LINES), torn, batch_size=7, done=done, answering=answering)
    assert shared.getvalue() == torn.getvalue() == alone.getvalue()
    assert (tally.lines, tally.refused, tally.bad) == (both.lines, both.refused, both.bad)
    assert tally.bad == 20


def _children(parent: int) -> list[int]:
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(parent)], capture_output=True)
    return [int(each) for each in found.stdout.split()]


def _is_running(process: int) -> bool:
    try:
        state = (
            Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
        )
    except FileNotFoundError:
        return False
    return state != "Z"


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes in /proc")
@pytest.mark.parametrize("victim", ["worker", "first"])
def test_a_killed_process_takes_the_others_along_and_the_run_goes_on(
    tmp_path: Path, victim: str
) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_bytes(LINES * 20)
    command = [sys.executable, "-m", "sumc", "solve", "--input", str(source), "--workers", "2"]
    command += ["--batch-size", "4", "--output", str(target)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe) as run:
        while run.poll() is None and (not target.exists() or not target.stat().st_size):
            time.sleep(0.01)
        children = _children(run.pid)
        workers = [each for each in children if b"spawn_main" in _command(each)]
        assert len(workers) == 2
        os.kill(workers[0] if victim == "worker" else run.pid, signal.SIGKILL)
        _, err = run.communicate()
    if victim == "worker":
        assert run.returncode == 2
        assert b"a worker process was killed" in err
    deadline = time.monotonic() + 20
    while any(map(_is_running, workers)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(_is_running, workers)), "no process is left behind"
    whole = io.BytesIO()
    task = Solving(Solver.load("auto"))
    run_bulk(task, io.BytesIO(LINES * 20), whole, batch_size=4)
    with target.open("r+b") as file:
        run_bulk(task, io.BytesIO(LINES * 20), file, batch_size=4, done=resume_at(file))
    assert target.read_bytes() == whole.getvalue()


def _command(process: int) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except FileNotFoundError:
        return b""


def test_an_error_in_a_worker_is_the_error_of_the_run() -> None:
    task, target = Solving(Solver.load("en")), io.BytesIO(b'{"text": "another"}\n')
    done = resume_at(target)
    with worker_processes(task, JSON_LINES, 1) as answering:
        run = partial(run_bulk, task, io.BytesIO(LINES), target, batch_size=4, done=done)
        with pytest.raises(SumcError, match="belongs to another"):
            run(answering=answering)
