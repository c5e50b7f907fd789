"""Datasets are read once: by a process, and by all processes that share a cache folder."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sumc.errors import DatasetError
from sumc.problems import cache, datasets
from sumc.problems.cache import Entry, cache_folder
from sumc.problems.datasets import (
    BUILT_IN,
    SOURCES,
    find_origin,
    forget_datasets,
    load_dataset,
)
from sumc.problems.problem import Problem
from sumc.problems.store import INDEX, LINES, Note, StoreWriter

DATA = Path(__file__).parents[1] / "data"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache folder for one test, and a process that remembers nothing."""
    monkeypatch.setenv("SUMC_CACHE", str(tmp_path / "cache"))
    forget_datasets()
    yield tmp_path / "cache" / "problems"
    forget_datasets()


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    path = tmp_path / "mine.jsonl"
    path.write_text('{"text": "2 and 3", "answer": 5}\n{"text": "4", "answer": ""}\n')
    return path


def _files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_process_reads_a_dataset_once(readings: list[str]) -> None:
    first = load_dataset("math23k", DATA)
    assert load_dataset("math23k", DATA) is first
    assert load_dataset("math23k", str(DATA)) is first
    assert readings == ["math23k"]
    load_dataset("math23k", DATA, words=False)
    assert readings == ["math23k"] * 2


def test_the_next_process_reads_the_cache(readings: list[str], folder: Path) -> None:
    first = load_dataset("mawps", DATA)
    forget_datasets()
    again = load_dataset("mawps", DATA)
    assert again is not first
    assert again == first
    assert readings == ["mawps"]
    assert [Path(name).suffix for name in _files(folder)] == [LINES, INDEX]


def test_what_cannot_be_used_is_remembered_too(mine: Path) -> None:
    first = load_dataset(str(mine))
    forget_datasets()
    assert load_dataset(str(mine)).skipped == first.skipped
    assert [(each.id, each.after) for each in first.skipped] == [("2", 1)]


def test_another_content_is_another_dataset(mine: Path, readings: list[str]) -> None:
    load_dataset(str(mine))
    content = mine.read_text(encoding="utf-8")
    changed = content.replace("5", "6")
    stamp = mine.stat()
    mine.write_text(changed, encoding="utf-8")
    os.utime(mine, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))  # time and size show no change
    assert load_dataset(str(mine)).problems[0].answer == 6
    mine.write_text(content, encoding="utf-8")
    assert load_dataset(str(mine)).problems[0].answer == 5
    assert len(readings) == 2


def test_other_code_reads_again(
    mine: Path, readings: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    load_dataset(str(mine))
    monkeypatch.setattr(cache, "reading_version", lambda: "another")
    load_dataset(str(mine))
    assert len(readings) == 2


def test_all_code_that_reads_is_in_the_version(monkeypatch: pytest.MonkeyPatch) -> None:
    package = Path(cache.__file__).parents[1]
    files = [p for name in ("algebra", "problems") for p in (package / name).rglob("*")]
    files += [package / name for name in ("errors.py", "lazy_regex.py", "strict_json.py")]
    expected = {p.relative_to(package).as_posix() for p in files if p.is_file()}
    expected = {name for name in expected if "__pycache__" not in name}
    found = {
        name: content
        for folder in cache.READING_CODE
        for name, content in cache._sources(package / folder, folder)
    }
    assert set(found) == expected
    assert found["problems/numbers.py"] == (package / "problems" / "numbers.py").read_bytes()
    tops = {name.split("/")[0].removesuffix(".py") for name in expected}
    imported = {f"sumc.{name}" for name in tops}
    code = "import sys, sumc.problems.datasets; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    ours = {".".join(name.split(".")[:2]) for name in done.stdout.split() if "sumc." in name}
    assert ours <= imported, "code outside of READING_CODE takes part in reading"


@pytest.mark.parametrize("name", [name for name in SOURCES if name not in BUILT_IN])
def test_every_file_that_is_read_is_declared(name: str, tmp_path: Path) -> None:
    """A dataset is the same from its declared files alone, and each of them is in the key."""
    origin = find_origin(name, DATA)
    for path in origin.paths:
        copy = tmp_path / path.relative_to(DATA)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    assert load_dataset(name, tmp_path) == load_dataset(name, DATA)
    copied = find_origin(name, tmp_path)
    keys = {origin.key(True), copied.key(True)}
    assert len(keys) == 1
    for path in copied.paths:
        path.write_bytes(path.read_bytes() + b"\n")
        keys.add(copied.key(True))
    assert len(keys) == 1 + len(copied.paths)


def _garbage(path: Path) -> None:
    path.write_bytes(b"\x00garbage" * 50)


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def _remove(path: Path) -> None:
    path.unlink()


def _folder_instead(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize("suffix", [LINES, INDEX])
@pytest.mark.parametrize("damage", [_garbage, _cut, _remove])
def test_what_is_damaged_is_read_again_and_rewritten(
    mine: Path, folder: Path, readings: list[str], suffix: str, damage: Callable[[Path], None]
) -> None:
    first = [*load_dataset(str(mine)).problems]
    whole = {path.name: path.read_bytes() for path in folder.iterdir()}
    damage(next(folder.glob(f"*{suffix}")))
    forget_datasets()
    assert load_dataset(str(mine)).problems == first
    assert len(readings) == 2
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == whole


def test_an_entry_of_another_dataset_is_not_taken(mine: Path, folder: Path) -> None:
    load_dataset(str(mine))
    theirs = next(folder.glob(f"*{INDEX}")).with_suffix("")
    mine.write_text('{"text": "7 and 8", "answer": 15}\n', encoding="utf-8")
    load_dataset(str(mine))
    ours = next(p.with_suffix("") for p in folder.glob(f"*{INDEX}") if p.stem != theirs.name)
    for suffix in (LINES, INDEX):
        os.replace(f"{theirs}{suffix}", f"{ours}{suffix}")
    forget_datasets()
    assert load_dataset(str(mine)).problems[0].answer == 15


def test_a_folder_in_the_place_of_an_entry_is_no_error(mine: Path, folder: Path) -> None:
    load_dataset(str(mine))
    _folder_instead(next(folder.glob(f"*{INDEX}")))
    forget_datasets()
    assert load_dataset(str(mine)).problems[0].answer == 5
    assert not [*folder.glob("*.draft")]


def test_a_cache_that_cannot_be_written_is_no_error(
    mine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a file").write_text("not a folder")
    monkeypatch.setenv("SUMC_CACHE", str(tmp_path / "a file"))
    assert load_dataset(str(mine)).problems[0].answer == 5


def test_a_full_disk_is_no_error(
    mine: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def add(writer: StoreWriter, problem: Problem) -> None:
        if ".draft" in str(writer._lines.name):
            raise OSError(28, "No space left on device")
        write(writer, problem)

    write = StoreWriter.add
    monkeypatch.setattr(StoreWriter, "add", add)
    assert load_dataset(str(mine)).problems[0].answer == 5
    assert _files(folder) == []


def test_files_that_change_while_they_are_read_are_not_remembered(
    mine: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(writer: StoreWriter, origin: datasets.Origin, words: bool) -> Note:
        note = read_into(writer, origin, words)
        mine.write_text('{"text": "7 and 8", "answer": 15}\n', encoding="utf-8")
        return note

    read_into = datasets._read_into
    monkeypatch.setattr(datasets, "_read_into", read)
    assert load_dataset(str(mine)).problems[0].answer == 15
    assert _files(folder) == []


def test_a_file_that_cannot_be_read_leaves_nothing_behind(tmp_path: Path, folder: Path) -> None:
    path = tmp_path / "broken.json"
    path.write_text('[\n{"text"')
    for _ in range(2):
        with pytest.raises(DatasetError, match="line 2"):
            load_dataset(str(path))
    assert _files(folder) == []


def test_an_empty_variable_switches_the_cache_off(
    mine: Path, folder: Path, readings: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SUMC_CACHE", "")
    first = load_dataset(str(mine))
    assert cache_folder() is None
    assert not folder.parent.exists()
    assert load_dataset(str(mine)) is first, "a process still reads it once"
    forget_datasets()
    load_dataset(str(mine))
    assert len(readings) == 2


def test_the_folder_is_the_one_of_the_platform(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SUMC_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", lambda: Path("home"))
    for platform, expected in (
        ("linux", Path("home", ".cache", "sumc")),
        ("darwin", Path("home", "Library", "Caches", "sumc")),
        ("win32", Path("home", "AppData", "Local", "sumc")),
    ):
        monkeypatch.setattr(sys, "platform", platform)
        assert cache_folder() == expected
    monkeypatch.setenv("LOCALAPPDATA", "local")
    assert cache_folder() == Path("local", "sumc")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", "elsewhere")
    assert cache_folder() == Path("elsewhere", "sumc")
    monkeypatch.setenv("SUMC_CACHE", "here")
    assert cache_folder() == Path("here")


def test_without_a_home_there_is_no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("SUMC_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(Path, "home", fail)
    assert cache_folder() is None


def test_the_cache_stays_small(mine: Path, folder: Path) -> None:
    """Only the entries of a dataset that were used last are kept; those of others stay."""
    load_dataset("allarith", DATA)
    used = []
    for number in range(cache.KEPT + 3):
        mine.write_text(json.dumps({"text": "2 and 3", "answer": number}), encoding="utf-8")
        load_dataset(str(mine))
        newest = max(folder.glob(f"mine_jsonl.*{INDEX}"), key=lambda path: path.stat().st_mtime)
        used.append(newest.stem)
        os.utime(newest, (number, number))
    for suffix in (INDEX, LINES):
        kept = [path.stem for path in folder.glob(f"mine_jsonl.*{suffix}")]
        assert sorted(kept) == sorted(used[-cache.KEPT :])
    assert len([*folder.glob(f"allarith.*{INDEX}")]) == 1


def test_what_an_interrupted_process_left_is_removed_after_a_day(mine: Path, folder: Path) -> None:
    folder.mkdir(parents=True)
    for name, age in (("old.draft", 90_000), ("new.draft", 10)):
        (folder / name).write_text("half")
        last = (folder / name).stat().st_mtime - age
        os.utime(folder / name, (last, last))
    load_dataset(str(mine))
    assert [path.name for path in folder.glob("*.draft")] == ["new.draft"]


def test_processes_at_once_agree(mine: Path, folder: Path) -> None:
    """Several processes that fill an empty cache all read the same, and leave one whole entry."""
    mine.write_text(
        "".join(json.dumps({"text": f"{n} and 3", "answer": n + 3}) + "\n" for n in range(500)),
        encoding="utf-8",
    )
    code = (
        "import sys; from sumc.problems.datasets import load_dataset\n"
        "print(sum(problem.answer for problem in load_dataset(sys.argv[1]).problems))"
    )
    command = [sys.executable, "-c", code, str(mine)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    assert {process.communicate()[0].strip() for process in running} == {str(sum(range(3, 503)))}
    assert {process.returncode for process in running} == {0}
    assert [Path(name).suffix for name in _files(folder)] == [LINES, INDEX]


def test_names_of_entries_are_safe_names_of_files(tmp_path: Path) -> None:
    entry = Entry(tmp_path, "../../etc/日本 mine.jsonl", "0" * 64)
    assert entry.path.parent == tmp_path
    assert entry.path.name.isascii()
    assert len(entry.path.name) < 100
