"""Killed at random moments and started again: the end is the same as without any kill."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from soak.engine import MOST_FAILURES, Budget, Row, peak_of
from sumc import Solver
from sumc.errors import ModelError, SumcError
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


def finish(command: list[str], codes: tuple[int, ...] = (0, 1, 2), hash_seed: str = "") -> float:
    """Run a command to its end; how long it took."""
    start = time.monotonic()
    environment = {**os.environ, **({"PYTHONHASHSEED": hash_seed} if hash_seed else {})}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    what = f"{command} ended with {done.returncode}: {done.stderr[-500:]}"
    assert done.returncode in codes, what
    assert "Traceback" not in done.stderr, done.stderr[-2000:]
    return time.monotonic() - start


@dataclass(frozen=True, slots=True)
class Victim:
    """A command that is killed again and again."""

    command: list[str]
    target: Path
    """What it writes, a file or a folder; without it, it starts from nothing."""
    longest: float
    """Seconds after which it is killed at the latest."""
    broken: Callable[[], str]
    """What is wrong with what a kill left behind."""
    unlike: Callable[[], str]
    """What is wrong with what it wrote when nobody killed it, in the end."""
    ended: tuple[int, ...] = (0,)
    """Its exit codes when all is done."""
    writes_last: bool = False
    """Whether it writes in its last moments only: every second kill then waits for those."""

    def kill(self, random: Random, *, when_written: bool) -> tuple[int | None, float]:
        """Start the command and kill it: its exit code if it was over before, and its memory."""
        environment = {**os.environ, "PYTHONHASHSEED": str(random.randrange(1, 10**6))}
        with subprocess.Popen(
            self.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment
        ) as process:
            before, deadline = self._changed(), time.monotonic() + random.uniform(0, self.longest)
            while when_written and self._changed() == before and process.poll() is None:
                time.sleep(0.001)
                deadline = time.monotonic() + random.uniform(0, SOON_WRITTEN)
            while process.poll() is None and time.monotonic() < deadline:
                time.sleep(0.001)
            memory = peak_of(process.pid)
            code = process.poll()
            process.kill()
            process.wait()
        return code, memory

    def _changed(self) -> int:
        """When something in the target was written or removed."""
        return self.target.stat().st_mtime_ns if self.target.exists() else 0

    def start_again(self) -> None:
        """Remove what it wrote."""
        if self.target.is_dir():
            shutil.rmtree(self.target)
        else:
            self.target.unlink(missing_ok=True)

    def finish(self) -> str:
        """Let the command end; what is wrong with what it wrote."""
        finish(self.command, self.ended)
        return self.unlike()


LINES_ENDED = (2,)
"""The exit code of a bulk run that is done: some of its lines are broken."""
SOON_WRITTEN = 0.05
"""Seconds in which a small model is written."""


def killed(row: Row, budget: Budget, victim: Victim) -> None:
    """Kill a command as often as there is time for; one that is done starts again from nothing."""
    random = Random(f"{row.what} {budget.seed}")
    ends = 0
    for number in replace(budget, count=10 * budget.count).rounds():
        start = time.monotonic()
        when_written = victim.writes_last and number % 2 == 1
        code, memory = victim.kill(random, when_written=when_written)
        row.memory_mb = max(row.memory_mb, memory)
        if code is None:
            row.add(time.monotonic() - start, victim.broken())
        else:
            ends += 1
            complaint = victim.unlike() if code in victim.ended else f"it ended with {code}"
            row.failures.extend([complaint] if complaint else [])
            victim.start_again()
        if row.count == budget.count or len(row.failures) >= MOST_FAILURES:
            break
    complaint = victim.finish()
    row.failures.extend([complaint] if complaint else [])
    row.note = f"{ends + 1} times to the end,"


def bulk_kills(budget: Budget) -> Row:
    """`sumc solve --resume`: the output is the same to the byte, whatever the hash seed is."""
    row = Row("kills of bulk solving")
    folder = Path(tempfile.mkdtemp())
    source, easy, whole, target = (folder / name for name in ("in.jsonl", "easy", "whole", "out"))
    write_lines(source, 20_000 if budget.seconds > 600 else 2_000)
    write_lines(easy, 1)
    command = [*SUMC, "solve", "--model", "tiny", "--batch-size", "64", "--explain"]
    took = finish([*command, "--input", str(source), "--output", str(whole)], LINES_ENDED)
    loading = finish([*command, "--input", str(easy), "--output", str(folder / "answer")])
    wanted = whole.read_bytes()

    def broken() -> str:
        found = target.read_bytes() if target.exists() else b""
        whole_lines = found[: found.rfind(b"\n") + 1]
        return "" if wanted.startswith(whole_lines) else "lines that nobody would have written"

    def unlike() -> str:
        return "" if target.read_bytes() == wanted else f"{target} is not {whole}"

    resumed = [*command, "--input", str(source), "--output", str(target), "--resume"]
    longest = 1.5 * loading + 2 * took / budget.count  # so that the kills are all over the lines
    killed(row, budget, Victim(resumed, target, longest, broken, unlike, LINES_ENDED))
    lines = len(wanted.splitlines())
    row.note = f"{lines:,} lines, tiny models; {row.note} the same bytes"
    return row


def training_kills(budget: Budget) -> Row:
    """`sumc train --resume`: the weights are the same to the bit."""
    row = Row("kills of training")
    settings = small_training(Path(tempfile.mkdtemp()))
    whole, target = settings.parent / "whole", settings.parent / "run"
    start = time.monotonic()
    trained(settings, whole)
    took = time.monotonic() - start

    def unlike() -> str:
        names = ("model.safetensors", "ranker.json", "calibration.json", "codec.json")
        others = [n for n in names if (whole / n).read_bytes() != (target / n).read_bytes()]
        return f"{target} has another {', '.join(others)} than {whole}" if others else ""

    command = [*SUMC, "train", str(settings), "--output", str(target), "--resume"]
    killed(row, budget, Victim(command, target, took, lambda: unreadable_run(target), unlike))
    row.note += " the same weights, ranker and calibration"
    return row


def unreadable_run(folder: Path) -> str:
    """What could not be read of a run that was killed: what is there is whole."""
    from sumc.training.checkpoint import read_checkpoint
    from sumc.training.folder import CHECKPOINT, SETTINGS, is_finished
    from sumc.training.run import Run, read_settings

    try:
        if (folder / SETTINGS).exists():
            read_settings(folder)
        if (folder / CHECKPOINT).exists():
            read_checkpoint(folder / CHECKPOINT)
        if is_finished(folder):
            Run.load(folder)
    except SumcError as error:
        return f"{folder} after a kill: {error}"
    return ""


def export_kills(budget: Budget) -> Row:
    """`sumc export`: a folder is the model or none, and the same command makes it one."""
    row = Row("kills of exporting")
    settings = small_training(Path(tempfile.mkdtemp()))
    run, target = trained(settings, settings.parent / "run"), settings.parent / "model"
    whole = settings.parent / "whole" / target.name  # a model is called as its folder
    took = finish([*SUMC, "export", str(run), str(whole)], (0,))
    wanted = Solver.load(whole).fingerprint()

    def unlike() -> str:
        found = Solver.load(target)
        found.solve("Ann has 3 pens and finds 4 more. How many pens does she have?")
        return "" if found.fingerprint() == wanted else f"{target} is not {whole}"

    def broken() -> str:
        try:
            return unlike()
        except ModelError:  # not a model yet
            return ""

    command = [*SUMC, "export", str(run), str(target)]
    killed(row, budget, Victim(command, target, took, broken, unlike, writes_last=True))
    row.note += " the same model"
    return row
