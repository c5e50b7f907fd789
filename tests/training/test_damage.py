"""A damaged run: every flipped bit is found, and every damage is one error that names the file."""

import json
import os
import shutil
import signal
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("torch", reason="training needs torch")

import torch
from safetensors.torch import save

from json_changes import changed
from sumc.errors import RunError, StoppedRunError, SumcError
from sumc.problems.loading import load_split
from sumc.settings.settings import Settings
from sumc.solving.manifest import CODEC, ENCODING
from sumc.training.checkpoint import read_checkpoint, write_checkpoint
from sumc.training.fitting import fit_on_validation
from sumc.training.folder import (
    CALIBRATION,
    CHECKPOINT,
    RANKER,
    RESULTS,
    SETTINGS,
    SUMS,
    WEIGHTS,
)
from sumc.training.progress import StepDone
from sumc.training.run import Run
from sumc.training.sums import read_sums, write_sums
from sumc.training.train import train
from training.tiny import tiny_settings, write_problems

READ = (SETTINGS, CODEC, ENCODING, WEIGHTS, RANKER, CALIBRATION, RESULTS)
"""The files that a finished run is loaded from."""


@pytest.fixture(name="settings", scope="module")
def _settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    epochs = ["training.epochs=1", "training.checkpoint_minutes=0"]
    return tiny_settings(write_problems(tmp_path_factory.mktemp("data"), 40), epochs)


@pytest.fixture(name="whole", scope="module")
def _whole(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A training that is done."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    train(settings, load_split(settings.data), folder)
    return folder


@pytest.fixture(name="stopped", scope="module")
def _stopped(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A training that was stopped after two steps."""
    folder = tmp_path_factory.mktemp("stopped") / "run"

    def stop(event: object) -> None:
        if isinstance(event, StepDone) and event.steps_done == 2:
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(StoppedRunError):
        train(settings, load_split(settings.data), folder, progress=stop)
    return folder


@pytest.fixture(name="copied")
def _copied(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "run"))


def flipped(data: bytes, random: Random) -> bytes:
    """The same bytes but for one bit."""
    changed = bytearray(data)
    changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
    return bytes(changed)


def load(folder: Path) -> None:
    """Read everything of a run that is ever read."""
    assert Run.load(folder).results


def found(path: Path, count: int, read: Callable[[], object]) -> int:
    """How many of so many flipped bits are errors of ours that name the file."""
    whole, random, errors = path.read_bytes(), Random(path.name), 0
    for _ in range(count):
        path.write_bytes(flipped(whole, random))
        try:
            read()
        except RunError as error:
            errors += str(path) in str(error)
    path.write_bytes(whole)
    return errors


def test_every_flipped_bit_of_the_weights_is_found(copied: Path) -> None:
    path = copied / WEIGHTS
    assert found(path, 100, lambda: read_checkpoint(path)) == 100
    assert found(path, 5, lambda: load(copied)) == 5
    load(copied)


def test_every_flipped_bit_of_a_checkpoint_is_found(
    settings: Settings, stopped: Path, tmp_path: Path
) -> None:
    copied = Path(shutil.copytree(stopped, tmp_path / "run"))
    path, split = copied / CHECKPOINT, load_split(settings.data)
    assert found(path, 100, lambda: read_checkpoint(path)) == 100
    assert found(path, 2, lambda: train(settings, split, copied, resume=True)) == 2
    for name in (CODEC, ENCODING):
        each = copied / name
        assert found(each, 4, lambda: train(settings, split, copied, resume=True)) == 4
    train(settings, split, copied, resume=True)


@pytest.mark.parametrize("name", [each for each in READ if each != WEIGHTS])
def test_every_flipped_bit_of_the_other_files_is_found(copied: Path, name: str) -> None:
    assert found(copied / name, 15, lambda: load(copied)) == 15
    load(copied)


def test_a_flipped_bit_of_the_sums_is_found(copied: Path) -> None:
    """The error names the sums, or the file that seems to be another one."""
    path, random = copied / SUMS, Random(0)
    read = [line for line in path.read_text().splitlines() if line.split()[1] in READ]
    path.write_text("".join(f"{line}\n" for line in read))
    whole = path.read_bytes()
    for _ in range(30):
        path.write_bytes(flipped(whole, random))
        with pytest.raises(RunError, match=SUMS):
            load(copied)


def test_what_can_be_done_is_told(copied: Path) -> None:
    (copied / RANKER).write_text("{}")
    with pytest.raises(RunError, match="restore it from a copy, or train again"):
        load(copied)


def test_the_sums_are_those_of_everybody(copied: Path) -> None:
    """`sha256sum -c SHA256SUMS` checks a run without us."""
    assert set(READ) <= read_sums(copied).keys()
    tool = shutil.which("sha256sum")
    if tool is None:
        pytest.skip("no sha256sum here")
    assert subprocess.run([tool, "--quiet", "-c", SUMS], cwd=copied, check=False).returncode == 0


def test_runs_from_before_there_were_sums_are_read(copied: Path) -> None:
    (copied / SUMS).unlink()
    load(copied)
    weights = read_checkpoint(copied / WEIGHTS).tensors
    (copied / WEIGHTS).write_bytes(save(dict(weights), {"sumc": "{}"}))
    load(copied)
    again = read_checkpoint(copied / WEIGHTS).tensors
    assert again.keys() == weights.keys()
    assert all(again[name].equal(each) for name, each in weights.items())


@pytest.mark.parametrize("name", [*READ, SUMS])
@pytest.mark.parametrize("kind", ["fifo", "folder", "missing", "empty", "cut", "noise"])
def test_a_damaged_file_is_one_clear_error(copied: Path, name: str, kind: str) -> None:
    path = copied / name
    content = path.read_bytes()
    path.unlink()
    if kind == "fifo":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    elif kind != "missing":
        noise = bytes(Random(0).randbytes(len(content)))
        path.write_bytes({"empty": b"", "cut": content[: len(content) // 2]}.get(kind, noise))
    raised: list[BaseException] = []

    def read() -> None:
        try:
            load(copied)
        except BaseException as error:
            raised.append(error)

    thread = threading.Thread(target=read, daemon=True)
    thread.start()
    thread.join(30)
    if (name, kind) == (SUMS, "missing"):  # as if there had never been any
        assert raised == []
        return
    assert len(raised) == 1, "it waits"
    assert isinstance(raised[0], RunError), repr(raised[0])
    assert name in str(raised[0]) or str(copied) in str(raised[0])


def test_fitting_again_after_a_kill_gives_the_same_ranker(
    settings: Settings, copied: Path
) -> None:
    """A kill after the ranker was written and before the results were."""
    before = {name: (copied / name).read_bytes() for name in (RANKER, CALIBRATION)}
    (copied / RESULTS).unlink()
    fit_on_validation(copied, load_split(settings.data).validation)
    assert {name: (copied / name).read_bytes() for name in before} == before


def with_metadata(text: str) -> bytes:
    return save({"a": torch.ones(1)}, {"sumc": text})


@pytest.mark.parametrize(
    "content",
    [
        with_metadata("[" * 100_000),
        with_metadata('{"a":' * 500 + "1" + "}" * 500),
        with_metadata("[]"),
        with_metadata("NaN"),
        with_metadata("\x00"),
        save({"a": torch.ones(1)}),
        save({"a": torch.ones(1)}, {"sumc": "{}", "sha256": "0" * 64}),
        save({"a": torch.ones(1)}, {"sumc": "{}", "sha257": "0" * 64}),
        b"\xff" * 8 + b"{}",
        (10).to_bytes(8, "little") + b"[" * 10,
    ],
)
def test_weights_of_another_kind_are_one_clear_error(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "weights"
    path.write_bytes(content)
    with pytest.raises(RunError, match=r"damaged|not one of ours"):
        read_checkpoint(path)


POSITION = {"stage": 0, "epoch": 0, "step": 1, "steps": 1, "loss": 0.5, "problems": 8}


@pytest.mark.parametrize(
    "change",
    [
        {"position": None},
        {"position": []},
        {"position": {**POSITION, "epoch": "1"}},
        {"position": {**POSITION, "epoch": -1}},
        {"position": {**POSITION, "stage": 7}},
        {"position": {**POSITION, "loss": None}},
        {"position": {**POSITION, "metrics": {}}},
        {"position": {**POSITION, "metrics": [1]}},
        {"position": {**POSITION, "unknown": 1}},
        {"version": None},
        {"data": None},
    ],
)
def test_a_checkpoint_that_means_nothing_is_one_clear_error(
    settings: Settings, stopped: Path, tmp_path: Path, change: dict[str, Any]
) -> None:
    """Its sum is right: somebody wrote it like that."""
    copied = Path(shutil.copytree(stopped, tmp_path / "run"))
    path = copied / CHECKPOINT
    whole = read_checkpoint(path)
    write_checkpoint(path, whole.tensors, {**whole.facts, **change})
    with pytest.raises(RunError, match=str(copied)):
        train(settings, load_split(settings.data), copied, resume=True)


VALUES: tuple[Any, ...] = (None, True, -1, 10**30, 1e300, "", "\0", [], {}, [[]], {"a": 1})


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The places of a JSON value, the first and last of lists."""
    inner: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = [(place, value[place]) for place in sorted({0, len(value) - 1}) if value]
    return [path, *(each for key, some in inner for each in places(some, (*path, key)))]


@pytest.mark.parametrize("name", [CODEC, ENCODING, RANKER, CALIBRATION])
def test_whatever_is_written_into_a_file_the_error_is_ours(copied: Path, name: str) -> None:
    whole = json.loads((copied / name).read_text())
    random, foreign = Random(0), []
    cases = [(path, value) for path in places(whole) for value in VALUES]
    for path, value in random.sample(cases, min(len(cases), 60)):
        (copied / name).write_text(json.dumps(changed(whole, path, value)))
        write_sums(copied, read_sums(copied))
        try:
            Run.load(copied)
        except SumcError:
            continue
        except Exception as error:
            foreign.append((path, value, repr(error)[:80]))
    assert foreign == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("hidden = 8", "hidden = 100000000"),
        ("hidden = 8", "hidden = 7"),
        ("embedding = 8", "embedding = 9"),
        ('name = "seq2code-joint"', 'name = "nothing"'),
        ('cell = "gru"', 'cell = "none"'),
    ],
)
def test_settings_that_make_another_model_are_one_clear_error(
    copied: Path, old: str, new: str
) -> None:
    text = (copied / SETTINGS).read_text()
    (copied / SETTINGS).write_text(text.replace(old, new, 1) if old in text else text + "\n[x]\n")
    write_sums(copied, read_sums(copied))
    with pytest.raises(RunError):
        Run.load(copied)
