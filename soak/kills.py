"""Killed at random moments and started again: the end is the same as without any kill."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from soak.engine import Budget, Row, peak_of
from sumc.errors import ModelError
from sumc.problems.generator import generate_one

SUMC = (sys.executable, "-m", "sumc")
SETTINGS = """
[data]
dataset = "{problems}"
[encoder]
kind = "rnn"
hidden = 8
embedding = 8
[model]
name = "seq2code-joint"
attention = 8
width = 8
[training]
epochs = 3
batch_size = 8
average = 0.9
checkpoint_minutes = 0.0
device = "cpu"
"""


def write_lines(path: Path, count: int) -> None:
    """Problems in JSON lines, one in fifty of them broken."""
    with path.open("w", encoding="utf-8") as file:
        for number in range(count):
            text = generate_one("zh" if number % 2 else "en", number).text
            line = json.dumps({"id": number, "text": text}, ensure_ascii=False)
            file.write((line if number % 50 else line[:20]) + "\n")


def small_training(folder: Path) -> Path:
    """The settings of a training that is over soon, with its problems beside them."""
    rows = []
    for number in range(120):
        a, b = 20 + 7 * number, 2 + number % 13
        text = f"Ann has {a} pens and finds {b} more. How many pens does she have?"
        rows.append(json.dumps({"text": text, "equation": f"{a}+{b}"}))
    (folder / "problems.jsonl").write_text("\n".join(rows) + "\n", encoding="utf-8")
    path = folder / "small.toml"
    path.write_text(SETTINGS.format(problems=folder / "problems.jsonl"), encoding="utf-8")
    return path


def trained(settings: Path, folder: Path) -> Path:
    """The folder of a training that nobody disturbed."""
    finish([*SUMC, "train", str(settings), "--output", str(folder)])
    return folder


def finish(command: list[str], codes: tuple[int, ...] = (0, 1, 2)) -> float:
    """Run a command to its end; how long it took."""
    start = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    what = f"{command} ended with {done.returncode}: {done.stderr[-500:]}"
    assert done.returncode in codes, what
    assert "Traceback" not in done.stderr, done.stderr[-2000:]
    return time.monotonic() - start


def kill_soon(command: list[str], random: Random, longest: float) -> tuple[bool, float]:
    """Start a command and kill it; whether it was still running, and its memory."""
    environment = {**os.environ, "PYTHONHASHSEED": str(random.randrange(1, 10**6))}
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment
    ) as process:
        time.sleep(random.uniform(0, longest))
        memory = peak_of(process.pid)
        running = process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.wait()
    return running, memory


def killed(
    row: Row,
    budget: Budget,
    command: list[str],
    longest: float,
    holds: Callable[[], str],
) -> None:
    """Kill a command again and again; after every kill something must hold."""
    random = Random(f"{row.what} {budget.seed}")
    for _ in budget.rounds():
        start = time.monotonic()
        running, memory = kill_soon(command, random, longest)
        row.memory_mb = max(row.memory_mb, memory)
        if running:
            row.add(time.monotonic() - start, holds())


def bulk_kills(budget: Budget) -> Row:
    """`sumc solve --resume`: the output is the same to the byte, whatever the hash seed is."""
    row = Row("kills of bulk solving")
    folder = Path(tempfile.mkdtemp())
    source, whole, target = (folder / name for name in ("in.jsonl", "whole", "out"))
    write_lines(source, 20_000 if budget.seconds > 600 else 2_000)
    command = [*SUMC, "solve", "--input", str(source), "--batch-size", "64", "--output"]
    took = finish([*command, str(whole)])
    wanted = whole.read_bytes()

    def holds() -> str:
        found = target.read_bytes() if target.exists() else b""
        whole_lines = found[: found.rfind(b"\n") + 1]
        return "" if wanted.startswith(whole_lines) else "lines that nobody would have written"

    resumed = [*command, str(target), "--resume"]
    killed(row, budget, resumed, min(took, budget.seconds / 4), holds)
    finish(resumed)
    if target.read_bytes() != wanted:
        row.add(0, f"{target} is not {whole}")
    row.note = f"{len(wanted.splitlines()):,} lines, the same bytes in the end"
    return row


def training_kills(budget: Budget) -> Row:
    """`sumc train --resume`: the weights are the same to the bit."""
    row = Row("kills of training")
    settings = small_training(Path(tempfile.mkdtemp()))
    whole, target = settings.parent / "whole", settings.parent / "run"
    start = time.monotonic()
    trained(settings, whole)
    took = time.monotonic() - start
    command = [*SUMC, "train", str(settings), "--output", str(target), "--resume"]
    killed(row, budget, command, took, lambda: "")
    finish(command, (0,))
    for name in ("model.safetensors", "ranker.json", "calibration.json", "codec.json"):
        if (whole / name).read_bytes() != (target / name).read_bytes():
            row.add(0, f"{target / name} is not that of a training without kills")
    row.note = "the same weights, ranker and calibration in the end"
    return row


def export_kills(budget: Budget) -> Row:
    """`sumc export`: a folder is a model or none, and the same command makes it one."""
    from sumc import Solver

    row = Row("kills of exporting")
    settings = small_training(Path(tempfile.mkdtemp()))
    run, target = trained(settings, settings.parent / "run"), settings.parent / "model"
    command = [*SUMC, "export", str(run), str(target)]
    took = finish(command, (0,))
    shutil.rmtree(target)

    def holds() -> str:
        try:
            Solver.load(target)
        except ModelError:
            return ""
        return ""

    killed(row, budget, command, took, holds)
    finish(command, (0,))
    Solver.load(target)
    row.note = "a model in the end"
    return row
