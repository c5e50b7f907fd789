"""How Ray and several processes scale on this machine, in one table.

    .venv/bin/python benchmarks/scale.py                   everything; about half an hour
    .venv/bin/python benchmarks/scale.py --only overhead   or workers, memory, training
    .venv/bin/python benchmarks/scale.py --rows 2000       a trial
    .venv/bin/python benchmarks/scale.py --model en-tiny   a model other than the default one

Throughput depends on what else the machine does, so its load is printed before every row. Ratios
compare runs made one after the other.
"""

import argparse
import io
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread
from typing import Any

from sumc import Solver
from sumc.bulk.run import Tally, run_bulk
from sumc.bulk.tasks import Solving
from sumc.problems.generator import generate_one
from sumc.scale.bulk import Request, run_on_ray

PARTITION = 1_000
MANY = 25
"""How many times more rows the second run of the row `memory` has."""


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=_Plain)
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--only", choices=[*ROWS])
    parser.add_argument("--model", default="en")
    options = parser.parse_args()
    for name, measure in ROWS.items():
        if options.only in (None, name):
            one, five, fifteen = os.getloadavg()
            print(f"\n{name}  (load {one:.2f} {five:.2f} {fifteen:.2f}, {os.cpu_count()} cores)")
            measure(options.rows, options.model)


class _Plain(argparse.RawTextHelpFormatter):
    """Shows the text above as it is."""


def write_problems(path: Path, rows: int) -> None:
    """Built-in problems in English, a thousand different ones."""
    texts = [generate_one("en", number).text for number in range(1_000)]
    with path.open("w", encoding="utf-8") as file:
        for number in range(rows):
            file.write(json.dumps({"id": number, "text": texts[number % 1_000]}) + "\n")


class Speed:
    """Rows a second, with and without start-up and end."""

    def __init__(self) -> None:
        self.start = time.monotonic()
        self.seen: list[tuple[float, int]] = []

    def note(self, tally: Tally, _: int = 0) -> None:
        """Note how many rows are done by now."""
        if tally.lines:
            self.seen.append((time.monotonic(), tally.lines))

    @property
    def steady(self) -> float:
        """Without what comes before the first answers."""
        (begin, first), (end, last) = self.seen[0], self.seen[-1]
        return (last - first) / max(1e-9, end - begin)

    @property
    def whole(self) -> float:
        """With start-up and end."""
        return self.seen[-1][1] / (time.monotonic() - self.start)


def local_speed(source: Path, model: str) -> tuple[float, float]:
    """The local path in this process: steady and whole."""
    speed = Speed()
    task = Solving(Solver.load(model))
    run_bulk(
        task, io.BytesIO(source.read_bytes()), io.BytesIO(), batch_size=128, progress=speed.note
    )
    return speed.steady, speed.whole


def ray_speed(source: Path, workers: int, model: str) -> tuple[float, float]:
    """The Ray path with some workers: steady and whole."""
    with tempfile.TemporaryDirectory() as folder:
        speed = Speed()
        request = Request(str(source), f"{folder}/out", workers=workers, partition_rows=PARTITION)
        run_on_ray(Solving(Solver.load(model)), request, speed.note)
        return speed.steady, speed.whole


def overhead(rows: int, model: str) -> None:
    """One Ray worker compared with the local path."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "in.jsonl"
        write_problems(source, rows)
        here, there = local_speed(source, model), ray_speed(source, 1, model)
    _show("local path, one process", *here)
    _show("one Ray worker", *there)
    print(f"  steady state: {there[0] / here[0]:.0%} of the local throughput (wanted: 85 %)")


def workers(rows: int, model: str) -> None:
    """Two Ray workers compared with one."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "in.jsonl"
        write_problems(source, rows)
        one, two = ray_speed(source, 1, model), ray_speed(source, 2, model)
    _show("one Ray worker", *one)
    _show("two Ray workers", *two)
    print(f"  steady state: {two[0] / one[0]:.2f} times (wanted: 1.7 on an idle machine)")


def _show(what: str, steady: float, whole: float) -> None:
    print(f"  {what:26}{steady:10,.0f} rows/s steady{whole:10,.0f} rows/s with start-up")


def memory(rows: int, model: str) -> None:
    """Memory and speed with few rows and with many."""
    found = []
    for count in (rows, MANY * rows):
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "in.jsonl"
            write_problems(source, count)
            with Watch() as watch:
                steady, _ = ray_speed(source, os.cpu_count() or 1, model)
        driver = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        found.append((count, steady, driver, watch.largest))
    for count, steady, driver, worker in found:
        sizes = f"{driver:9,.0f} MB driver{worker:9,.0f} MB worker"
        print(f"  {count:>9,} rows{steady:10,.0f} rows/s{sizes}")


class Watch:
    """The largest memory of a worker while something runs."""

    def __init__(self) -> None:
        self.largest = 0.0
        self.is_over = Event()
        self.thread = Thread(target=self._look, daemon=True)

    def __enter__(self) -> "Watch":
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.is_over.set()
        self.thread.join()

    def _look(self) -> None:
        while not self.is_over.wait(0.5):
            for path in Path("/proc").glob("[0-9]*/cmdline"):
                self._add(path)

    def _add(self, path: Path) -> None:
        try:
            if b"PartitionWorker" in path.read_bytes():
                pages = int((path.parent / "statm").read_text().split()[1])
                self.largest = max(self.largest, pages * os.sysconf("SC_PAGE_SIZE") / 1e6)
        except OSError:
            return  # it has ended


TRAINING = (
    *("data.dataset=generated", "training.epochs=1", "training.batch_size=64"),
    *("training.threads=1", "training.device=cpu", "training.ranker=false"),
)


def training(*_: object) -> None:
    """Two processes that train together, compared with one."""
    speeds = []
    for processes in (1, 2):
        with tempfile.TemporaryDirectory() as folder:
            results = _train(Path(folder) / "run", processes)
        speeds.append(results["speed"])
        size = 4 * results["parameters"] / 1e6
        sent = f"{size:.1f} MB all-reduced a step" if processes > 1 else ""
        print(f"  {processes} at once{results['speed']:12,.0f} problems/s  {sent}")
    print(f"  {speeds[1] / speeds[0]:.2f} times")


def _train(folder: Path, processes: int) -> dict[str, Any]:
    launch = ["-m", "torch.distributed.run", "--standalone", "--nproc-per-node", str(processes)]
    command = [sys.executable, *launch, "-m", "sumc", "train", "--output", str(folder)]
    for setting in TRAINING:
        command += ["--set", setting]
    subprocess.run(command, check=True, capture_output=True)
    last = (folder / "metrics.jsonl").read_text(encoding="utf-8").splitlines()[-1]
    facts: dict[str, Any] = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    return {**facts, "speed": json.loads(last)["problems_per_second"]}


ROWS: dict[str, Callable[[int, str], None]] = {
    "overhead": overhead,
    "workers": workers,
    "memory": memory,
    "training": training,
}


if __name__ == "__main__":
    main()
