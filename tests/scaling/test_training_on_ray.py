"""Trainings on a real cluster: several processes for one, and several trainings at once."""

import json
import os
import signal
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import torch

pytest.importorskip("ray", reason="the extra `scale`")

from scaling.cluster import several_nodes, wait_for
from scaling.processes import ray_processes
from sumc.problems.loading import load_split
from sumc.scale.jobs import run_calls
from sumc.scale.training import train_alone, train_on_ray
from sumc.training.checkpoint import read_checkpoint
from sumc.training.train import train
from training.tiny import tiny_settings, write_problems

pytestmark = pytest.mark.filterwarnings("ignore")  # Ray's own, in every second release another


@pytest.fixture(name="cluster", scope="module")
def _cluster() -> Iterator[Any]:
    with several_nodes(2) as cluster:
        yield cluster


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
