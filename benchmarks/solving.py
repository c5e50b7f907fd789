"""How fast the shipped models solve: from process start, one at a time, in batches, from a file.

All figures are processor time on one thread. The texts are built-in problems, all different.

    python benchmarks/solving.py [--lines 100000] [--torch RUN] [--beside DIR] [--wheel]

`--torch` adds a run of `sumc train` through torch, a problem at a time; `--beside` compares the
shipped models with others (DIR/en, DIR/zh), both in turns; `--wheel` builds the wheel and installs
it into a fresh environment to see how large both are.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from sumc import Solver
from sumc.problems.generator import generate
from sumc.solving.solver import AUTO, BATCH_SIZE, SHIPPED, SHIPPED_FOLDER, TINY
from timing import timed

ROOT = Path(__file__).parents[1]
ROUNDS = 7
PROBLEM = (
    "Tom has 3 boxes with 12 pencils each. He gives away 7 pencils. "
    "How many pencils does he have left?"
)
BASE = "import numpy, onnxruntime"


def main() -> None:
    """Print all tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--problems", type=int, default=640, help="of the rates")
    parser.add_argument("--lines", type=int, default=0, help="of the file; 0 for none")
    parser.add_argument("--torch", metavar="RUN", help="a run to solve with through torch")
    parser.add_argument("--beside", metavar="DIR", help="other models, one folder a language")
    parser.add_argument("--wheel", action="store_true", help="measure the installation")
    options = parser.parse_args()
    show_start()
    for model, language in SHIPPED.items():
        texts = [each.text for each in generate(language, options.problems)]
        show_rates(model, model, texts)
        if options.beside:
            show_beside(model, Path(options.beside) / model, texts[: 2 * BATCH_SIZE])
    if options.torch:
        texts = [each.text for each in generate("en", options.problems // 4)]
        show_rates("torch", options.torch, texts)
    if options.lines:
        show_file(options.lines)
    if options.wheel:
        show_installation()


def show_start() -> None:
    """From process start to the answer, beside the import of the libraries that it needs."""
    commands = {
        f"sumc solve --model {model}": [sys.executable, "-m", "sumc", "solve", "--model", model]
        for model in (AUTO, TINY)
    }
    print("seconds from process start to answer, median of", ROUNDS)
    solving = ([*command, PROBLEM] for command in commands.values())
    base, *answers = _in_turns([sys.executable, "-c", BASE], *solving)
    print(f"  {BASE:28} {base:6.3f}")
    for name, answer in zip(commands, answers, strict=True):
        print(f"  {name:28} {answer:6.3f}   {answer / base:.2f} times that")


def _in_turns(*commands: Sequence[str]) -> list[float]:
    """The median processor time of each command; they take turns, so that noise hits all."""
    seconds: list[list[float]] = [[] for _ in commands]
    for _ in range(ROUNDS):
        for command, found in zip(commands, seconds, strict=True):
            found.append(_seconds(command))
    return [median(found) for found in seconds]


def _seconds(command: Sequence[str]) -> float:
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, capture_output=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def show_rates(name: str, model: str, texts: Sequence[str]) -> None:
    """Problems a second, one at a time and in batches."""
    solver = Solver.load(model)
    list(solver.solve_many(texts[:BATCH_SIZE]))  # warm up
    alone = 1 / timed(f"{name}, one at a time", solver.solve, [(text,) for text in texts])
    batches = [(texts[start : start + BATCH_SIZE],) for start in range(0, len(texts), BATCH_SIZE)]

    def solve_batch(batch: Sequence[str]) -> None:
        list(solver.solve_many(batch, BATCH_SIZE))

    seconds = timed(f"{name}, batches of {BATCH_SIZE}", solve_batch, batches)
    together = len(texts) / (seconds * len(batches))
    size = sum(each.stat().st_size for each in Path(_folder(model)).iterdir()) / 1e6
    print(
        f"{name:7} {size:6.1f} MB   one at a time {alone:6.0f} a second   "
        f"batches of {BATCH_SIZE} {together:6.0f} a second"
    )


def show_beside(model: str, other: Path, texts: Sequence[str]) -> None:
    """How fast a shipped model is compared with another one, measured in turns."""
    solvers = Solver.load(model), Solver.load(other)
    batches = [texts[start : start + BATCH_SIZE] for start in range(0, len(texts), BATCH_SIZE)]
    alone = [[text] for text in texts[:BATCH_SIZE]]
    for name, groups in (("one at a time", alone), (f"batches of {BATCH_SIZE}", batches)):
        ours, theirs = map(sum, zip(*(_least(solvers, group) for group in groups), strict=True))
        print(f"{model:7} {name}: {theirs / ours:.3f} times as fast as {other}")


def _least(solvers: Sequence[Solver], texts: Sequence[str]) -> list[float]:
    """The least processor time of each solver for the same texts; they take turns."""
    least = [float("inf")] * len(solvers)
    for turn in range(2 * ROUNDS):
        for number in (0, 1) if turn % 2 else (1, 0):
            start = time.process_time()
            list(solvers[number].solve_many(texts))
            least[number] = min(least[number], time.process_time() - start)
    return least


def _folder(model: str) -> Path:
    return SHIPPED_FOLDER / model if model in SHIPPED else Path(model)


def show_file(lines: int) -> None:
    """A long file through `sumc solve --input --output`: seconds and memory by tenths."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "in.jsonl", Path(folder) / "out.jsonl"
        with source.open("w", encoding="utf-8") as file:
            for number, problem in enumerate(generate("en", lines), start=1):
                file.write(json.dumps({"id": number, "text": problem.text}) + "\n")
        command = [sys.executable, "-m", "sumc", "solve", "--input", str(source)]
        command += ["--output", str(target), "--model", "en"]
        process = subprocess.Popen(command, env={**os.environ, "OMP_NUM_THREADS": "1"})
        marks = _watch(process, target, lines)
        done = sum(1 for _ in target.open("rb"))
    print(f"{done:,} lines through a file")
    for count, seconds, memory in marks:
        print(f"  {count:9,} lines  {seconds:8.1f} s CPU  {memory:7.1f} MB")


def _watch(
    process: "subprocess.Popen[bytes]", target: Path, lines: int
) -> list[tuple[int, float, float]]:
    """Lines, processor seconds and resident memory of a process at each tenth of its work."""
    marks: list[tuple[int, float, float]] = []
    goals = sorted({min(1000, lines), *(lines * tenth // 10 for tenth in range(1, 11))})
    while process.poll() is None and goals:
        written = _count_lines(target)
        if written >= goals[0]:
            marks.append((written, *_usage(process.pid)))
            goals = [goal for goal in goals if goal > written]
        try:
            process.wait(0.05)
        except subprocess.TimeoutExpired:
            continue
    process.wait()
    return marks


def _count_lines(path: Path) -> int:
    if not path.exists():
        return 0
    with path.open("rb") as file:
        return sum(block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b""))


def _usage(process: int) -> tuple[float, float]:
    """Processor seconds and megabytes in memory of a running process (Linux)."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    ticks = int(fields[11]) + int(fields[12])
    pages = int(Path(f"/proc/{process}/statm").read_text(encoding="utf-8").split()[1])
    return ticks / os.sysconf("SC_CLK_TCK"), pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def show_installation() -> None:
    """The size of the wheel, and of a fresh environment with the core alone."""
    with tempfile.TemporaryDirectory() as folder:
        wheels, environment = Path(folder) / "wheels", Path(folder) / "environment"
        pip = [sys.executable, "-m", "pip", "--quiet"]
        subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", wheels, ROOT], check=True)
        (wheel,) = wheels.iterdir()
        venv.create(environment, with_pip=True)
        python = str(environment / "bin" / "python")
        subprocess.run([python, "-m", "pip", "--quiet", "install", wheel], check=True)
        subprocess.run([python, "-m", "sumc", "solve", PROBLEM], check=True, capture_output=True)
        files = [each for each in environment.rglob("*") if each.is_file()]
        size = sum(each.stat().st_size for each in files if not each.is_symlink())
        print(f"wheel {wheel.stat().st_size / 1e6:.1f} MB; fresh environment {size / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
