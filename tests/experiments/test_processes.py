"""Jobs in processes of their own: killed and run again they end with the same results."""

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="training needs torch")

from sumc.errors import RunError
from sumc.experiments.jobs import Job
from sumc.experiments.processes import run_jobs
from sumc.experiments.results import JobResult, Results
from sumc.experiments.running import _command, run_job
from sumc.settings.settings import to_toml
from sumc.training.folder import LOCK
from sumc.training.run import locked
from training.tiny import tiny_settings, write_problems

pytestmark = pytest.mark.slow
SLOW = ("training.epochs=400", "training.checkpoint_minutes=0", "training.patience=0")
"""A training that lasts long enough to be killed."""


@pytest.fixture(name="config", scope="module")
def _config(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("plan")
    path = folder / "tiny.toml"
    path.write_text(to_toml(tiny_settings(write_problems(folder))), encoding="utf-8")
    return path


def _job(config: Path, variant: str, *overrides: str) -> Job:
    return Job("tiny", "mine", str(config), overrides, variant)


def _facts(result: JobResult) -> tuple[object, ...]:
    """What does not depend on the time it took."""
    return result.job, result.epochs, result.validation, result.answers, result.parameters


def test_a_job_that_fails_or_is_killed_stops_no_other(config: Path, tmp_path: Path) -> None:
    """One has bad settings, one is killed from outside, the third is all right."""
    jobs = [
        _job(config, "bad", "model.width=0"),
        _job(config, "killed", *SLOW),
        _job(config, "good", "training.seed=1"),
    ]
    told: list[tuple[str, str]] = []

    def report(job: str, what: str) -> None:
        told.append((job, what))
        if job.endswith("killed") and what.startswith("epoch"):
            _kill_children()

    failed = run_jobs(jobs, tmp_path / "results", tmp_path / "runs", report=report)
    assert failed == ["mine/tiny/bad", "mine/tiny/killed"]
    assert Results(tmp_path / "results").names() == ["mine/tiny/good"]
    said = dict(told)
    assert "model.width" in said["mine/tiny/bad"]
    assert "ended with -9" in said["mine/tiny/killed"]
    assert said["mine/tiny/good"] == "done"
    assert next(what for job, what in told if job.endswith("good")) == "started"


def _kill_children() -> None:
    for child in multiprocessing.active_children():
        assert child.pid is not None
        os.kill(child.pid, signal.SIGKILL)


PLAN = """
import signal
import sys
from pathlib import Path
from sumc.experiments.jobs import Job
from sumc.experiments import processes
from sumc.experiments.processes import run_jobs
from sumc.experiments.results import Results

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it
processes.POLL_SECONDS = 0.02  # so that most epochs are news, also on a fast machine

if __name__ == "__main__":
    config, place = sys.argv[1], Path(sys.argv[2])
    jobs = [
        Job("tiny", "mine", config, (f"training.seed={n}", "training.epochs=40"), f"seed-{n}")
        for n in range(2)
    ]
    done = Results(place / "results").names()
    missing = [job for job in jobs if job.name not in done]
    tell = lambda job, what: print(job, what, flush=True)
    assert run_jobs(missing, place / "results", place / "runs", workers=2, report=tell) == []
"""


@pytest.fixture(name="script", scope="module")
def _script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("script") / "plan.py"
    path.write_text(PLAN, encoding="utf-8")
    return path


def _start(script: Path, config: Path, place: Path) -> subprocess.Popen[str]:
    command = [sys.executable, str(script), str(config), str(place)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


@pytest.fixture(name="expected", scope="module")
def _expected(config: Path, tmp_path_factory: pytest.TempPathFactory) -> list[tuple[object, ...]]:
    """What the jobs of the plan give when one process does them all and nobody disturbs it."""
    place = tmp_path_factory.mktemp("whole")
    for seed in range(2):
        overrides = (f"training.seed={seed}", "training.epochs=40")
        job = _job(config, f"seed-{seed}", *overrides)
        run_job(job, place / "results", place / "runs")
    return [_facts(each) for each in _all(place / "results")]


@pytest.mark.parametrize(
    ("number", "epochs"), [(signal.SIGKILL, (1, 3)), (signal.SIGINT, (1,))], ids=["kill", "Ctrl-C"]
)
def test_a_plan_that_is_killed_ends_as_if_nothing_had_been(
    script: Path,
    config: Path,
    expected: list[tuple[object, ...]],
    tmp_path: Path,
    number: signal.Signals,
    epochs: tuple[int, ...],
) -> None:
    """It is killed when so many epochs are over."""
    for count in epochs:
        plan = _start(script, config, tmp_path)
        news = (line for line in _lines(plan) if "epoch" in line)
        assert len([*islice(news, count)]) == count
        plan.send_signal(number)
        plan.communicate()
        assert plan.returncode not in (0, None)
        _wait_until_nobody_trains(tmp_path / "runs")
    plan = _start(script, config, tmp_path)
    plan.communicate()
    assert plan.returncode == 0
    assert [_facts(each) for each in _all(tmp_path / "results")] == expected
    assert len(expected) == 2


def _lines(process: subprocess.Popen[str]) -> Iterator[str]:
    assert process.stdout is not None
    return iter(process.stdout)


def _wait_until_nobody_trains(runs: Path) -> None:
    """The processes of a plan that was killed end by themselves, and soon."""
    end = time.monotonic() + 30
    for lock in [*runs.rglob(LOCK)]:
        while time.monotonic() < end:
            with suppress(RunError), locked(lock.parent):
                break
            time.sleep(0.05)
        else:
            raise AssertionError("a training goes on although nobody waits for it")


def _all(folder: Path) -> list[JobResult]:
    results = Results(folder)
    return list(results.load_all(results.names()))


def test_a_result_names_what_was_asked_and_holds_no_text(config: Path, tmp_path: Path) -> None:
    job = _job(config, "one")
    run_job(job, tmp_path / "results", tmp_path / "runs")
    text = Results(tmp_path / "results").path(job.name).read_text(encoding="utf-8")
    assert "pens" not in text
    found = Results(tmp_path / "results").load(job.name)
    assert found.epochs == 3
    assert len(found.answers) == 12
    assert all(answer.operands == 2 for answer in found.answers)
    assert json.loads(text)["command"].startswith("sumc train configs/")


@pytest.mark.parametrize(
    ("overrides", "command"),
    [
        (
            (),
            "sumc train configs/mawps/gts.toml --set training.precision=float32 "
            "--output runs/mawps/gts/fold-0",
        ),
        (
            ("data.split=fold-0", "data.also=a b", "training.precision=auto"),
            "sumc train configs/mawps/gts.toml --set data.split=fold-0 --set 'data.also=a b' "
            "--set training.precision=float32 --output runs/mawps/gts/fold-0",
        ),
    ],
)
def test_a_result_names_the_command_that_makes_it_again(
    overrides: tuple[str, ...], command: str
) -> None:
    """With the precision that `auto` was: elsewhere it may be another."""
    job = Job("gts", "mawps", "mawps/gts.toml", overrides, "fold-0")
    assert _command(job, "float32") == command
