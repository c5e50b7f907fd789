"""Actors, nodes and drivers of a Ray cluster are killed; the answers are those of one process."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from scaling.cluster import add_node, several_nodes
from scaling.processes import ray_processes
from soak.engine import Budget, Row
from soak.kills import SUMC, finish, write_lines

NODES = 3
WAIT = 3.0
"""The longest time between two kills, in seconds."""
DRIVER = """
import sys
from sumc import Solver
from sumc.bulk.tasks import Solving
from sumc.scale.bulk import Request, run_on_ray
source, target, address = sys.argv[1:]
request = Request(source, target, workers=3, batch_size=64, partition_rows=256, address=address)
run_on_ray(Solving(Solver.load("auto")), request)
"""


def ray_kills(budget: Budget) -> Row:
    """`--engine ray`: nothing is lost and nothing is there twice."""
    row = Row("kills on a Ray cluster")
    folder = Path(tempfile.mkdtemp())
    source, whole, target = (folder / name for name in ("in.jsonl", "whole", "out"))
    write_lines(source, 256 * 4 * budget.count)
    command = [*SUMC, "solve", "--input", str(source), "--batch-size", "64", "--output"]
    finish([*command, str(whole)])
    random = Random(f"ray {budget.seed}")
    with several_nodes(NODES) as cluster:
        chaos = Chaos(cluster, source, target, random)
        for _ in budget.rounds():
            start = time.monotonic()
            if not chaos.strike():
                break  # all is done
            row.add(time.monotonic() - start)
        chaos.finish()
    found = b"".join(path.read_bytes() for path in sorted(target.glob("part-*")))
    if found != whole.read_bytes():
        row.add(0, f"{target} is not {whole}")
    row.note = f"{len(found.splitlines()):,} lines, the same bytes in the end"
    return row


class Chaos:
    """A driver that is started again when it was killed, and what is killed beside it."""

    def __init__(self, cluster: Any, source: Path, target: Path, random: Random) -> None:
        self.cluster = cluster
        self.random = random
        self.command = [sys.executable, "-c", DRIVER, str(source), str(target), cluster.address]
        self.target = target
        self.driver = subprocess.Popen(self.command, stderr=subprocess.DEVNULL)

    def strike(self) -> bool:
        """Let some partitions be done and kill something; False when there is nothing left."""
        before = len(self.done())
        while self.driver.poll() is None and len(self.done()) == before:
            time.sleep(0.05)
        time.sleep(self.random.uniform(0, WAIT))
        if self.driver.poll() is not None:
            assert self.driver.returncode == 0, f"the driver ended with {self.driver.returncode}"
            return False
        self.random.choice((self.kill_actor, self.kill_node, self.kill_driver))()
        return True

    def done(self) -> list[Path]:
        """The partitions that are there."""
        return list(self.target.glob("part-*"))

    def kill_actor(self) -> None:
        """Kill one of the processes with a model."""
        for process in ray_processes("PartitionWorker")[:1]:
            os.kill(process, signal.SIGKILL)

    def kill_node(self) -> None:
        """Kill a node with all its processes, and add another."""
        nodes = list(self.cluster.worker_nodes)
        self.cluster.remove_node(self.random.choice(nodes), allow_graceful=False)
        add_node(self.cluster)

    def kill_driver(self) -> None:
        """Kill the command itself, and start it again."""
        self.driver.kill()
        self.driver.wait()
        self.driver = subprocess.Popen(self.command, stderr=subprocess.DEVNULL)

    def finish(self) -> None:
        """Let it end."""
        assert self.driver.wait() == 0, "the last driver failed"
