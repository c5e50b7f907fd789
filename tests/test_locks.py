"""One writer at a time; who holds a lock is told, and a lock ends with its process."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from posix_marks import NEEDS_LINKS
from sumc.errors import SumcError
from sumc.locks import only_writer

HOLDS = """
import sys, time
from pathlib import Path
from sumc.locks import only_writer
path = Path(sys.argv[1])
with path.open("r+b") as file, only_writer(file, Path(sys.argv[2]), "writing"):
    print("held", flush=True)
    time.sleep(60)
"""


@pytest.fixture(name="path")
def _path(tmp_path: Path) -> Path:
    path = tmp_path / "out"
    path.write_bytes(b"content")
    return path


def test_a_second_writer_is_told_who_the_first_is(path: Path) -> None:
    note = path.with_name("note")
    with path.open("r+b") as first, only_writer(first, note, f"writing {path}"):
        with (
            path.open("r+b") as second,
            pytest.raises(SumcError, match=f"process {os.getpid()} on .* since 20"),
            only_writer(second, note, f"writing {path}"),
        ):
            pass
        assert note.exists(), "the note is that of the first"
    assert not note.exists()
    with path.open("r+b") as third, only_writer(third, note, f"writing {path}"):
        assert path.read_bytes() == b"content"


@pytest.mark.parametrize("content", [b"", b"\xff", b"[]", b"{}", b'{"process": "\\u001b[31m"}'])
def test_a_note_that_says_nothing_is_passed_over(path: Path, content: bytes) -> None:
    note = path.with_name("note")
    with path.open("r+b") as first, only_writer(first, note, f"writing {path}"):
        note.write_bytes(content)
        with (
            path.open("r+b") as second,
            pytest.raises(SumcError) as refused,
            only_writer(second, note, f"writing {path}"),
        ):
            pass
        assert str(refused.value) == f"another process is writing {path}"


def test_where_no_note_can_be_written_the_lock_holds_all_the_same(path: Path) -> None:
    note = path.with_name("none") / "note"
    with (
        path.open("r+b") as first,
        only_writer(first, note, f"writing {path}"),
        path.open("r+b") as second,
        pytest.raises(SumcError, match="another process is writing"),
        only_writer(second, note, f"writing {path}"),
    ):
        pass


@NEEDS_LINKS
def test_a_note_is_never_written_through_a_link(path: Path) -> None:
    note, other = path.with_name("note"), path.with_name("other")
    other.write_bytes(b"precious")
    note.symlink_to(other)
    with path.open("r+b") as first, only_writer(first, note, f"writing {path}"):
        assert other.read_bytes() == b"precious"


def test_the_lock_of_a_killed_process_is_free_and_its_note_is_written_over(path: Path) -> None:
    note = path.with_name("note")
    command = [sys.executable, "-c", HOLDS, str(path), str(note)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        with (
            path.open("r+b") as file,
            pytest.raises(SumcError, match=f"process {process.pid} "),
            only_writer(file, note, f"writing {path}"),
        ):
            pass
        process.kill()
    assert json.loads(note.read_text())["process"] == process.pid
    with path.open("r+b") as file, only_writer(file, note, f"writing {path}"):
        assert json.loads(note.read_text())["process"] == os.getpid()


def test_locks_need_no_module_that_only_some_systems_have() -> None:
    """Importing works everywhere; what a system lacks is looked for when there is a lock."""
    code = "import sys; sys.modules['fcntl'] = None; import sumc.locks"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
