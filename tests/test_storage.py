"""Files are whole or not there, drafts cannot be foreseen, and only regular files are read."""

import os
import stat
import threading
from pathlib import Path

import pytest

from posix_marks import NEEDS_FIFOS, NEEDS_LINKS, NEEDS_MODES
from sumc.storage import DRAFT, open_regular, read_regular, remove_drafts, write_whole


def test_a_file_is_written_as_a_whole_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_whole(path, (b"one ", b"two"))
    write_whole(path, (b"three",))
    assert path.read_bytes() == b"three"
    assert os.listdir(tmp_path) == ["file"]


def test_a_failure_on_the_way_leaves_the_old_file_and_no_draft(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def parts() -> "list[bytes]":
        raise MemoryError

    with pytest.raises(MemoryError):
        write_whole(path, (part for _ in range(1) for part in parts()))
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["file"]


@NEEDS_MODES
def test_the_permissions_of_a_file_stay_and_a_new_one_has_those_of_the_user(
    tmp_path: Path,
) -> None:
    old, new, plain = tmp_path / "old", tmp_path / "new", tmp_path / "plain"
    old.write_bytes(b"")
    old.chmod(0o600)
    plain.write_bytes(b"")
    for path in (old, new):
        write_whole(path, (b"",))
    assert stat.S_IMODE(old.stat().st_mode) == 0o600
    assert stat.S_IMODE(new.stat().st_mode) == stat.S_IMODE(plain.stat().st_mode)


@NEEDS_LINKS
@pytest.mark.parametrize(
    "name", [f".{os.getpid()}.tmp", "file.tmp", ".file.tmp"], ids=["process", "file", "hidden"]
)
def test_nobody_can_prepare_a_link_where_the_draft_will_be(tmp_path: Path, name: str) -> None:
    precious = tmp_path / "precious"
    precious.write_bytes(b"precious")
    (tmp_path / name).symlink_to(precious)
    write_whole(tmp_path / "file", (b"content",))
    assert precious.read_bytes() == b"precious"
    assert (tmp_path / name).is_symlink()


@NEEDS_LINKS
def test_a_draft_that_is_there_already_is_not_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also one whose name was guessed."""
    monkeypatch.setattr("secrets.token_hex", lambda _: "guessed")
    precious = tmp_path / "precious"
    precious.write_bytes(b"precious")
    (tmp_path / f".guessed{DRAFT}").symlink_to(precious)
    with pytest.raises(FileExistsError):
        write_whole(tmp_path / "file", (b"content",))
    assert precious.read_bytes() == b"precious"
    assert not (tmp_path / "file").exists()


def test_drafts_of_killed_processes_can_be_removed(tmp_path: Path) -> None:
    for name in (".0123456789abcdef.tmp", "mine.tmp", ".hidden"):
        (tmp_path / name).write_bytes(b"")
    remove_drafts(tmp_path)
    assert sorted(os.listdir(tmp_path)) == [".hidden", "mine.tmp"]


def test_a_file_is_read_up_to_its_limit(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"12345")
    assert read_regular(path, 5) == read_regular(path) == b"12345"
    with pytest.raises(OSError, match="more than 4 bytes"):
        read_regular(path, 4)


@NEEDS_FIFOS
@pytest.mark.parametrize("kind", ["fifo", "folder", "device", "link to a fifo"])
def test_what_is_no_regular_file_is_refused_at_once(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "file"
    if kind == "folder":
        path.mkdir()
    elif kind == "device":
        path = Path("/dev/zero")
    else:
        os.mkfifo(tmp_path / "fifo")
        path = tmp_path / "fifo"
        if kind == "link to a fifo":
            path = tmp_path / "link"
            path.symlink_to("fifo")
    found: list[str | None] = []

    def read() -> None:
        try:
            open_regular(path).close()
        except OSError as error:
            found.append(error.strerror)

    thread = threading.Thread(target=read, daemon=True)  # which a FIFO would hang
    thread.start()
    thread.join(5)
    assert found == ["not a regular file"]
