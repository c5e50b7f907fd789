"""On a real cluster of two nodes: answers and trainings are those of one process, whatever is
killed.

One cluster serves the whole file: to start one takes seconds.
"""

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from solving.stubs import CHINESE_PENCILS, PENCILS
from sumc import Solver
from sumc.bulk.rows import CSV
from sumc.bulk.run import run_bulk
from sumc.bulk.tasks import Solving
from sumc.errors import SumcError

pytest.importorskip("ray", reason="the extra `scale`")
pytest.importorskip("torch", reason="the extra `train`")

import torch

from scaling.cluster import add_node, several_nodes, wait_for
from scaling.processes import ray_processes
from sumc.problems.loading import load_split
from sumc.scale import solve_dataset
from sumc.scale.bulk import Request, run_on_ray
from sumc.scale.jobs import run_calls
from sumc.scale.training import train_alone, train_on_ray
from sumc.training.checkpoint import read_checkpoint
from sumc.training.train import train
from training.tiny import tiny_settings, write_problems

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),  # Ray's own, in every second release another
]
ROWS = 600


@pytest.fixture(name="cluster", scope="module")
def _cluster() -> Iterator[Any]:
    with several_nodes(2) as cluster:
        yield cluster


@pytest.fixture(name="source", scope="module")
def _source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Problems, some of them bad, in CSV."""
    path = tmp_path_factory.mktemp("rows") / "in.csv"
    lines = [
        f'{n},"{PENCILS.replace("7", str(n % 30))}"' if n % 10 else f"{n},x,too many"
        for n in range(ROWS)
    ]
    path.write_text("id,text\n" + "\n".join(lines), encoding="utf-8")
    return path


@pytest.fixture(name="expected", scope="module")
def _expected(source: Path) -> bytes:
    """What the local run writes."""
    target = io.BytesIO()
    task = Solving(Solver.load("en"))
    run_bulk(task, io.BytesIO(source.read_bytes()), target, batch_size=20, kind=CSV)
    return target.getvalue()


def request(source: Path, target: Path) -> Request:
    return Request(str(source), str(target), workers=2, batch_size=20, partition_rows=60)


def written(target: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(target.glob("part-*")))


def test_a_dataset_keeps_its_columns_and_gets_ours(cluster: Any) -> None:
    import ray

    texts = [PENCILS, None, CHINESE_PENCILS, "Nothing to count?"]
    rows = [{"text": text, "answer": n, "when": [n]} for n, text in enumerate(texts)]
    found = solve_dataset(ray.data.from_items(rows), workers=1, batch_size=2).take_all()
    found.sort(key=lambda row: row["input_answer"])
    assert [row["answer"] for row in found] == ["29", None, "29", None]
    assert [row["said"] for row in found] == ["29 pencils", None, "29支", None]
    assert (found[1]["error"], found[3]["reason"]) == (
        'expected an object with a "text", found a "text" that is not a string',
        "no-numbers",
    )
    assert [list(row["when"]) for row in found] == [[0], [1], [2], [3]]


def test_files_are_answered_as_the_local_run_does_and_a_second_start_does_what_is_missing(
    cluster: Any, source: Path, expected: bytes, tmp_path: Path
) -> None:
    seen: list[tuple[int, int]] = []
    report = run_on_ray(
        Solving(Solver.load("en")),
        request(source, tmp_path / "out"),
        lambda tally, rows: seen.append((tally.lines, rows)),
    )
    assert written(tmp_path / "out") == expected
    assert (report.tally.lines, report.tally.bad, report.before) == (ROWS, 60, 0)
    assert (seen[0], seen[-1]) == ((0, ROWS), (ROWS, ROWS))
    parts = sorted((tmp_path / "out").glob("part-*"))
    assert len(parts) == 10
    for path in parts[3:5]:
        path.unlink()
    again = run_on_ray(Solving(Solver.load("en")), request(source, tmp_path / "out"))
    assert (again.tally.lines, again.before) == (120, 480)
    assert written(tmp_path / "out") == expected
    with pytest.raises(SumcError, match="another model"):
        run_on_ray(Solving(Solver.load("zh")), request(source, tmp_path / "out"))


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="looks at processes in /proc")
def test_killing_an_actor_and_a_node_loses_nothing(
    cluster: Any, source: Path, expected: bytes, tmp_path: Path
) -> None:
    target = tmp_path / "out"
    (victim,) = cluster.worker_nodes
    errors: list[BaseException] = []

    def run() -> None:
        try:
            run_on_ray(Solving(Solver.load("en")), request(source, target))
        except BaseException as error:
            errors.append(error)

    thread = Thread(target=run)
    thread.start()
    wait_for(lambda: bool(list(target.glob("part-*"))))
    for process in ray_processes("PartitionWorker")[:1]:
        os.kill(process, signal.SIGKILL)
    cluster.remove_node(victim, allow_graceful=False)
    thread.join(600)
    assert not thread.is_alive()
    assert not errors
    assert written(target) == expected
    add_node(cluster)  # for the tests below


def test_killing_the_driver_loses_nothing(
    cluster: Any, source: Path, expected: bytes, tmp_path: Path
) -> None:
    target = tmp_path / "out"
    code = (
        "import sys; from sumc import Solver; from sumc.bulk.tasks import Solving\n"
        "from sumc.scale.bulk import Request, run_on_ray\n"
        "source, target, address = sys.argv[1:]\n"
        "run_on_ray(Solving(Solver.load('en')), Request(source, target, workers=2,"
        " batch_size=20, partition_rows=60, address=address))"
    )
    command = [sys.executable, "-c", code, str(source), str(target), cluster.address]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as driver:
        wait_for(lambda: bool(list(target.glob("part-*"))))
        driver.kill()
    assert len(list(target.glob("part-*"))) < 10, "it was killed before the end"
    run_on_ray(Solving(Solver.load("en")), request(source, target))
    assert written(target) == expected


def test_ray_starts_processes_that_train_together(cluster: Any, tmp_path: Path) -> None:
    settings = tiny_settings(write_problems(tmp_path))
    told: list[str] = []
    train_on_ray(settings, tmp_path / "run", workers=2, progress=told.append)
    results = json.loads((tmp_path / "run" / "results.json").read_text())
    assert (results["processes"], results["epochs"]) == (2, 3)
    assert [json.loads(line)["epoch"] for line in told] == [1, 2, 3]
    assert not list(tmp_path.glob(".run.ray"))


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="looks at processes in /proc")
def test_jobs_are_done_in_parallel_and_again_after_a_kill(cluster: Any, tmp_path: Path) -> None:
    settings = tiny_settings(write_problems(tmp_path), ("training.epochs=12",))
    alone = train(settings, load_split(settings.data), tmp_path / "alone")
    calls = {
        "one": partial(train_alone, settings, tmp_path / "one"),
        "two": partial(train_alone, settings, tmp_path / "two"),
        "bad": partial(train_alone, settings, tmp_path / "problems.jsonl"),
    }
    said: list[tuple[str, str]] = []
    failed: list[str] = []

    def run() -> None:
        failed.extend(run_calls(calls, 2, lambda name, what: said.append((name, what))))

    thread = Thread(target=run)
    thread.start()
    wait_for(lambda: (tmp_path / "one" / "checkpoint.safetensors").exists())
    for process in ray_processes("_call"):
        os.kill(process, signal.SIGKILL)
    thread.join(600)
    assert failed == ["bad"]
    assert [what for name, what in said if name == "one"] == ["started", "done"]
    assert "is a file, not a folder" in dict(said)["bad"]
    expected = read_checkpoint(alone.folder / "model.safetensors").tensors
    for name in ("one", "two"):
        found = read_checkpoint(tmp_path / name / "model.safetensors").tensors
        assert all(torch.equal(found[key], expected[key]) for key in expected)
