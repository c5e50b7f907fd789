"""Nothing relies on one operating system; docs/systems.md lists what is simulated here."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import IO, Any

import pytest

from sumc.errors import SumcError
from sumc.grading.rows import read_answers
from sumc.locks import only_writer
from sumc.problems.splits import dataset_and_split
from sumc.storage import write_text

SOURCE = Path(__file__).parents[1] / "src" / "sumc"
FILES = sorted(SOURCE.rglob("*.py"))
CODE = {path: path.read_text(encoding="utf-8") for path in FILES}

WITHOUT_POSIX = """
import os, sys, warnings
for name in ("fcntl", "resource", "pwd", "grp", "termios", "readline"):
    sys.modules[name] = None
for name in ("pread", "mkfifo", "setpgrp", "O_NONBLOCK"):
    delattr(os, name)
warnings.filterwarnings("error", category=EncodingWarning, module=r"sumc(\\.|$)")
from sumc.cli.main import main
for command in eval(sys.argv[1]):
    sys.argv = ["sumc", *command]
    try:
        main()
    except SystemExit as ended:
        print("code", ended.code or 0, flush=True)
"""
CHINESE = "小明有3盒铅笔，每盒12支，送给同学7支后还剩多少支？"


def test_commands_need_nothing_that_only_posix_has_and_no_encoding_of_the_system(
    tmp_path: Path,
) -> None:
    """One process without POSIX modules, whose terminal and default encoding are Windows'."""
    (tmp_path / "班 级.csv").write_bytes("姓名,答案\r\n小红,36-7\r\n".encode("utf-8-sig"))
    (tmp_path / "in.jsonl").write_bytes(f'{{"text": "{CHINESE}"}}\r\n'.encode())
    (tmp_path / "题.csv").write_bytes(f"text,equation\r\n{CHINESE},3*12-7\r\n".encode())
    commands = [
        ["solve", CHINESE, "--json"],
        ["solve", CHINESE, "--explain"],
        ["solve", "--input", "in.jsonl", "--output", "out.jsonl"],
        ["grade", "班 级.csv", "--reference", "3*12-7", "--html", "报告.html", "--csv", "a.csv"],
        ["tree", "3*12-7", "--svg", "树 1.svg"],
        ["worksheet", "--topic", "money", "--count", "2", "--language", "zh"],
        ["data", "show", "题.csv"],
    ]
    environment = {
        **os.environ,
        "PYTHONIOENCODING": "cp1252",
        "PYTHONWARNDEFAULTENCODING": "1",
        "PYTHONUTF8": "0",
    }
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_POSIX, repr(commands)],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        check=False,
    )
    assert b"Traceback" not in done.stderr, done.stderr.decode("cp1252")
    shown = done.stdout.decode("cp1252").splitlines()
    assert [line for line in shown if line.startswith("code ")] == ["code 0"] * len(commands)
    assert json.loads(shown[0])["text"] == "29支", "JSON survives every encoding"
    assert json.loads((tmp_path / "out.jsonl").read_text(encoding="utf-8"))["said"] == "29支"
    assert "小红" in (tmp_path / "报告.html").read_text(encoding="utf-8")
    assert (tmp_path / "树 1.svg").read_bytes().startswith(b"<svg")


class WindowsLocks:
    """What `msvcrt` does: a byte of a file is locked for one descriptor at a time."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        self.held: dict[tuple[int, int], int] = {}

    def locking(self, number: int, mode: int, size: int) -> None:
        place = os.fstat(number).st_ino, os.lseek(number, 0, os.SEEK_CUR)
        assert (mode, size) == (self.LK_NBLCK, 1)
        if self.held.setdefault(place, number) != number:
            raise PermissionError(13, "Permission denied")


def test_on_windows_a_byte_far_behind_the_end_is_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locks = WindowsLocks()
    path, note = tmp_path / "out", tmp_path / "note"
    path.write_bytes(b"content")
    with path.open("r+b") as first, path.open("r+b") as second:
        first.seek(3)
        with monkeypatch.context() as windows:
            windows.setitem(sys.modules, "msvcrt", locks)
            windows.setattr(sys, "platform", "win32")
            with only_writer(first, note, "writing"):
                told = _refusal(second, note)
        assert told == f"process {os.getpid()}"
        assert [offset for _, offset in locks.held] == [1 << 40]
        assert first.read() == b"tent", "the place in the file is what it was"


def _refusal(file: IO[Any], note: Path) -> str:
    with pytest.raises(SumcError) as refused, only_writer(file, note, "writing"):
        pass
    return " ".join(str(refused.value).split()[:2])


def test_where_a_system_has_no_locks_everybody_may_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setattr(sys, "platform", "other")
    path, note = tmp_path / "out", tmp_path / "note"
    with (
        path.open("ab") as first,
        only_writer(first, note, "writing"),
        path.open("ab") as second,
        only_writer(second, note, "writing"),
    ):
        assert note.exists()


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="looks at open files in /proc")
def test_no_file_is_renamed_while_it_is_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows refuses that."""
    renamed: list[str] = []

    def replace(draft: Path, target: Path) -> None:
        links = [Path("/proc/self/fd", each) for each in os.listdir("/proc/self/fd")]
        assert str(draft) not in [os.readlink(each) for each in links if each.is_symlink()]
        renamed.append(target.name)
        os.replace(draft, target)

    monkeypatch.setattr(Path, "replace", replace)
    write_text(tmp_path / "file", "content\n")
    assert renamed == ["file"]
    assert (tmp_path / "file").read_bytes() == b"content\n", "line ends are ours everywhere"


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("mawps", ("mawps", "")),
        ("mawps:fold-0", ("mawps", "fold-0")),
        (r"C:\data\mine.csv", (r"C:\data\mine.csv", "")),
        ("C:/data/mine.csv", ("C:/data/mine.csv", "")),
        (r"C:\data\mine.csv:fold-0", (r"C:\data\mine.csv", "fold-0")),
        ("/data/a:b/mine.csv", ("/data/a:b/mine.csv", "")),
        (":fold-0", (":fold-0", "")),
    ],
)
def test_the_colon_of_a_drive_names_no_split(name: str, parts: tuple[str, str]) -> None:
    assert dataset_and_split(name) == parts


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["unix", "windows", "old mac"])
def test_a_class_is_read_with_the_line_ends_of_every_system(end: str) -> None:
    rows = read_answers(end.join(["name,answer", "Ada,36-7", "Ben,29", ""])).rows
    assert [(row.name, row.answer) for row in rows] == [("Ada", "36-7"), ("Ben", "29")]


@pytest.mark.parametrize(
    "pattern",
    [
        r"^(?:import|from) (?:fcntl|resource|msvcrt|termios|pwd|grp|pty)\b",
        r"\bos\.(?:fork|getuid|geteuid|sched_getaffinity|uname)\b",
        r"get_context\(\"(?:fork|forkserver)\"\)|\bset_start_method\b",
        r"\bsignal\.SIG(?!INT\b|TERM\b|_IGN\b|_DFL\b|nals\b)[A-Z]\w*",
        r"[\"']/(?:dev|tmp|proc|etc)/",
        r"NamedTemporaryFile\((?![^)]*delete=False)",
    ],
    ids=["modules", "calls", "fork", "signals", "places", "files opened twice"],
)
def test_the_code_uses_nothing_that_only_some_systems_have(pattern: str) -> None:
    """What is used where it is there is looked up first, inside a function."""
    found = [
        f"{path.relative_to(SOURCE)}: {line}"
        for path, text in CODE.items()
        for line in re.findall(pattern, text, re.MULTILINE)
    ]
    assert found == []


def test_a_weight_folder_on_a_drive_is_no_package() -> None:
    pytest.importorskip("torch", reason="pretrained encoders need torch")
    from sumc.models.pretrained import _place

    assert _place(r"C:\models\bert") == r"C:\models\bert"
    with pytest.raises(SumcError, match="not installed"):
        _place("no_such_package:folder")


def test_file_limits_are_raised_where_there_are_some(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("uvicorn", reason="the server needs the extra web")
    from sumc.web.server import _raise_file_limit

    told: list[tuple[int, int]] = []
    limits = SimpleNamespace(
        RLIMIT_NOFILE=7,
        getrlimit=lambda _: (256, 4096),  # as on macOS
        setrlimit=lambda _, pair: told.append(pair),
    )
    monkeypatch.setitem(sys.modules, "resource", limits)
    _raise_file_limit()
    assert told == [(4096, 4096)]
    monkeypatch.setitem(sys.modules, "resource", None)
    monkeypatch.setattr(sys, "platform", "win32")
    _raise_file_limit()
