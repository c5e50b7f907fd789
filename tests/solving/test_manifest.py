"""Folders of models: what is written comes back, and anything else is refused with its reason."""

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumc.decoding.calibration import Calibration
from sumc.decoding.ranking import DEFAULT_WEIGHTS, Ranker
from sumc.errors import ModelError, SumcError
from sumc.solving.manifest import (
    CLASSIFIER,
    FEATURES,
    FILES,
    LARGEST_MANIFEST,
    MANIFEST,
    READER,
    FileSum,
    Manifest,
    is_model_folder,
    read_file,
    read_manifest,
)

CONTENTS = {FEATURES: b"{}", READER: b"a graph", CLASSIFIER: b"another graph"}
MODEL = Manifest(
    name="mine",
    language="zh",
    longest=200,
    words=False,
    refinement=True,
    ranker=Ranker(DEFAULT_WEIGHTS),
    calibration=Calibration(0.5, 0.8),
    files={name: FileSum.of(content) for name, content in CONTENTS.items()},
    about={"dataset": "generated"},
)
Json = dict[str, Any]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, content in CONTENTS.items():
        (tmp_path / name).write_bytes(content)
    _write(tmp_path, MODEL.to_json())
    return tmp_path


def _write(folder: Path, data: object) -> None:
    (folder / MANIFEST).write_text(json.dumps(data), encoding="utf-8")


def test_a_manifest_survives_a_file(folder: Path) -> None:
    assert is_model_folder(folder)
    assert read_manifest(folder) == MODEL
    for name in FILES:
        assert read_file(folder, MODEL, name) == CONTENTS[name]


def test_a_model_without_a_calibration_is_a_model(folder: Path) -> None:
    _write(folder, {**MODEL.to_json(), "calibration": None})
    assert read_manifest(folder).calibration is None


def test_sums_are_sha256() -> None:
    assert FileSum.of(b"abc") == FileSum(3, hashlib.sha256(b"abc").hexdigest())


def test_a_folder_without_a_manifest_is_no_model(tmp_path: Path) -> None:
    assert not is_model_folder(tmp_path)
    expected = f"{tmp_path} is not the folder of an exported model"
    with pytest.raises(ModelError, match=re.escape(expected)):
        read_manifest(tmp_path)


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_missing_is_named(name: str, folder: Path) -> None:
    (folder / name).unlink()
    with pytest.raises(ModelError, match=rf"damaged: .*{name} cannot be read: No such file"):
        read_file(folder, MODEL, name)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("content", [b"", b"a graph!", b"b graph", b"x" * 10_000])
def test_a_file_that_changed_is_named(name: str, content: bytes, folder: Path) -> None:
    (folder / name).write_bytes(content)
    with pytest.raises(ModelError, match=rf"{name} (is damaged: expected|has more than)"):
        read_file(folder, MODEL, name)


CHANGES: dict[str, Json] = {
    "another format": {"format": "joblib"},
    "another version": {"version": 2},
    "another kind": {"kind": "gts"},
    "no name": {"name": None},
    "an unknown language": {"language": "fr"},
    "no texts": {"longest": 0},
    "refinement that is no choice": {"refinement": "yes"},
    "a ranker of other weights": {"ranker": {"first": 1.0}},
    "a calibration of other weights": {"calibration": {"slope": 1.0}},
    "no files": {"files": {}},
    "a file without a sum": {"files": {name: {"bytes": 3} for name in FILES}},
    "a file of a negative size": {"files": {n: {"bytes": -1, "sha256": ""} for n in FILES}},
    "a file that is too large": {"files": {n: {"bytes": 1 << 40, "sha256": ""} for n in FILES}},
    "files that are a list": {"files": [READER]},
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_another_manifest_is_refused_with_what_is_expected(change: Json, folder: Path) -> None:
    _write(folder, {**MODEL.to_json(), **change})
    with pytest.raises(ModelError, match=r"model\.json is damaged or not one of ours: expected"):
        read_manifest(folder)


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"\xff\xfe", b"[" * 100_000, b'{"format": "sumc model"}'],
)
def test_what_is_no_manifest_is_refused(content: bytes, folder: Path) -> None:
    (folder / MANIFEST).write_bytes(content)
    with pytest.raises(ModelError, match="damaged or not one of ours"):
        read_manifest(folder)


def test_a_huge_manifest_is_not_read(folder: Path) -> None:
    (folder / MANIFEST).write_bytes(b" " * (LARGEST_MANIFEST + 1))
    with pytest.raises(ModelError, match=f"more than the expected {LARGEST_MANIFEST} bytes"):
        read_manifest(folder)


@given(st.dictionaries(st.sampled_from(sorted(MODEL.to_json())), st.none() | st.integers()))
def test_a_broken_manifest_never_gives_another_error(change: Json) -> None:
    try:
        Manifest.from_json(json.loads(json.dumps({**MODEL.to_json(), **change})))
    except SumcError as error:
        assert "expected" in str(error)


def test_a_long_value_is_shown_in_short(folder: Path) -> None:
    _write(folder, {**MODEL.to_json(), "format": "x" * 10_000})
    with pytest.raises(ModelError, match=r"found 'xxx.*\.\.\.$") as found:
        read_manifest(folder)
    assert len(str(found.value)) < 500
