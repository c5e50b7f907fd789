"""How fast problems are read from a store in random order, and how much memory that takes.

    .venv/bin/python benchmarks/streaming.py

The built-in problems, repeated under different ids, are written to a store one at a time and
read back shuffled, as a training does. Every row is a process of its own; memory is the peak of
that process, and speed is measured in processor time. The last row holds the problems as objects
instead.
"""

import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from time import process_time

import numpy as np
from rich.console import Console
from rich.table import Table

from sumc.problems.datasets import load_dataset
from sumc.problems.problem import Problem
from sumc.problems.sequences import select
from sumc.problems.store import store_problems

ROWS = (("store", 6_000), ("store", 60_000), ("store", 600_000), ("objects", 60_000))


def main() -> None:
    """Print the table, or measure one row of it."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("row", nargs="*", help="kind and number of problems")
    row = parser.parse_args().row
    if row:
        print(*measure(row[0], int(row[1])))
        return
    table = Table("", "problems", "written a second", "read a second", "peak memory, MB")
    load_dataset("generated")  # so that no row pays for drawing them
    for kind, size in ROWS:
        command = [sys.executable, __file__, kind, str(size)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        written, read, memory = map(float, done.stdout.split())
        table.add_row(kind, f"{size:,}", f"{written:,.0f}", f"{read:,.0f}", f"{memory:,.0f}")
    Console().print(table)


def measure(kind: str, size: int) -> tuple[float, float, float]:
    """Problems written and read a second, and the peak of memory in megabytes."""
    start = process_time()
    problems = store_problems(many(size)) if kind == "store" else [*many(size)]
    written = process_time()
    order = np.random.default_rng(0).permutation(size)
    seconds = process_time()
    numbers = sum(len(problem.quantities) for problem in select(problems, order))
    assert numbers > size
    return size / (written - start), size / (process_time() - seconds), peak_memory()


def peak_memory() -> float:
    """The most memory that this process ever had, in megabytes."""
    status = Path("/proc/self/status")
    if status.exists():  # what `getrusage` says there includes the parent's memory
        return int(status.read_text(encoding="utf-8").split("VmHWM:")[1].split()[0]) / 1024
    return getrusage(RUSAGE_SELF).ru_maxrss / (1 << 20)


def many(size: int) -> Iterator[Problem]:
    """This many problems, one at a time."""
    built_in = load_dataset("generated").problems
    for number in range(size):
        yield replace(built_in[number % len(built_in)], id=str(number))


if __name__ == "__main__":
    main()
