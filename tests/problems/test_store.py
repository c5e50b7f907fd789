import os
import random
import tracemalloc
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest

from sumc.errors import DatasetError
from sumc.problems.datasets import load_dataset
from sumc.problems.problem import Problem
from sumc.problems.sequences import COLUMNS
from sumc.problems.store import (
    INDEX,
    LINES,
    ProblemStore,
    StoreWriter,
    open_store,
    store_problems,
)

PROBLEMS = tuple(load_dataset("generated").problems[:300])


def _write(path: Path, problems: Sequence[Problem] = PROBLEMS) -> ProblemStore:
    with open(f"{path}{LINES}", "wb") as lines, open(f"{path}{INDEX}", "wb") as index:
        writer = StoreWriter(lines)
        for problem in problems:
            writer.add(problem)
        writer.write_index(index, {"about": "a test"})
    return open_store(path)[0]


def test_problems_are_read_in_any_order(tmp_path: Path) -> None:
    store = _write(tmp_path / "some")
    order = [*range(len(PROBLEMS))] * 2
    random.Random(1).shuffle(order)
    assert [store[place] for place in order] == [PROBLEMS[place] for place in order]
    assert open_store(tmp_path / "some")[1]["about"] == "a test"


def test_a_store_may_be_empty(tmp_path: Path) -> None:
    assert [*_write(tmp_path / "none", ())] == []


def _cut(content: bytes) -> bytes:
    return content[:-1]


def _flip(content: bytes) -> bytes:
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


@pytest.mark.parametrize("suffix", [LINES, INDEX])
@pytest.mark.parametrize(
    "damage", [_cut, _flip, lambda content: b"", lambda content: b"hello", lambda c: c + b"\n"]
)
def test_damage_is_noticed_before_a_problem_is_read(
    tmp_path: Path, suffix: str, damage: Callable[[bytes], bytes]
) -> None:
    _write(tmp_path / "some")
    file = tmp_path / f"some{suffix}"
    before = file.read_bytes()
    file.write_bytes(damage(before))
    try:
        found = open_store(tmp_path / "some")[0]
    except DatasetError:
        return
    assert suffix == INDEX, "lines that differ are always noticed"
    assert found == PROBLEMS  # what a zip file does not use may differ


def test_a_foreign_index_is_no_store(tmp_path: Path) -> None:
    _write(tmp_path / "some")
    index = tmp_path / f"some{INDEX}"
    names = (*COLUMNS, "starts")
    for columns in (
        {"note": np.frombuffer(b"[]", np.uint8), "starts": np.zeros(3)},
        {"note": np.frombuffer(b"[]", np.uint8), **dict.fromkeys(names, np.zeros(3))},
        {"note": np.frombuffer(b"[]", np.uint8), **dict.fromkeys(names, np.zeros(()))},
        {"note": np.frombuffer(b"[1", np.uint8), **dict.fromkeys(names, np.zeros(3))},
    ):
        with index.open("wb") as stream:
            np.savez(stream, **columns)  # type: ignore[arg-type]
        with pytest.raises(DatasetError, match="not the index of a store"):
            open_store(tmp_path / "some")
    with index.open("wb") as stream:
        np.save(stream, np.zeros(3))
    with pytest.raises(DatasetError, match="not the index of a store"):
        open_store(tmp_path / "some")
    with pytest.raises(DatasetError, match="No such file"):
        open_store(tmp_path / "nothing")


def test_an_index_of_other_lines_is_no_store(tmp_path: Path) -> None:
    _write(tmp_path / "some")
    _write(tmp_path / "other", PROBLEMS[::-1])
    os.replace(tmp_path / f"other{INDEX}", tmp_path / f"some{INDEX}")
    with pytest.raises(DatasetError, match="does not match the index"):
        open_store(tmp_path / "some")


def test_a_file_that_changes_while_it_is_read_is_a_clear_error(tmp_path: Path) -> None:
    store = _write(tmp_path / "some")
    (tmp_path / f"some{LINES}").write_bytes(b"[1]\n")
    with pytest.raises(DatasetError, match=r"some\.jsonl was changed while it was being read"):
        store[200]


@pytest.mark.skipif(os.name == "nt", reason="an open file cannot be deleted there")
def test_a_deleted_file_is_read_to_its_end(tmp_path: Path) -> None:
    store = _write(tmp_path / "some")
    for path in tmp_path.iterdir():
        path.unlink()
    assert store == PROBLEMS


def _without_pread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "pread", raising=False)


def _without_temporary_files(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> BytesIO:
        raise OSError("read-only file system")

    monkeypatch.setattr("sumc.problems.store.TemporaryFile", fail)


@pytest.mark.parametrize("prepare", [lambda _: None, _without_pread, _without_temporary_files])
def test_threads_share_a_store_on_every_platform(
    monkeypatch: pytest.MonkeyPatch, prepare: Callable[[pytest.MonkeyPatch], None]
) -> None:
    prepare(monkeypatch)
    store = store_problems(PROBLEMS)
    with ThreadPoolExecutor(8) as pool:
        assert [*pool.map(store.read, [*range(len(PROBLEMS))] * 4)] == [*PROBLEMS] * 4


def test_problems_are_not_kept_in_memory() -> None:
    store = store_problems(PROBLEMS * 10)
    tracemalloc.start()
    kept = [*store]
    as_objects = tracemalloc.get_traced_memory()[0]
    del kept
    tracemalloc.reset_peak()
    before = tracemalloc.get_traced_memory()[0]
    assert sum(len(problem.quantities) for problem in store) > len(store)
    peak = tracemalloc.get_traced_memory()[1] - before
    tracemalloc.stop()
    assert peak < as_objects / 20
