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
from sumc.decoding.code_search import EVIDENCE
from sumc.decoding.ranking import Ranker
from sumc.errors import ModelError, SumcError
from sumc.solving.manifest import (
    CLASSIFIER,
    CODEC,
    ENCODING,
    FEATURES,
    FILES,
    LABEL_SMOOTHING,
    LARGEST_MANIFEST,
    MANIFEST,
    READER,
    FileSum,
    Manifest,
    is_model_folder,
    read_file,
    read_manifest,
)

CONTENTS = {
    CODEC: b"{}",
    ENCODING: b"{ }",
    READER: b"a graph",
    CLASSIFIER: b"another graph",
    FEATURES: b"{  }",
}
SUMS = {name: FileSum.of(content) for name, content in CONTENTS.items()}
MODEL = Manifest(
    name="mine",
    language="zh",
    words=False,
    refinement=True,
    label_smoothing=0.2,
    ranker=Ranker.default(EVIDENCE),
    calibration=Calibration(0.5, 0.8),
    files={name: SUMS[name] for name in FILES[2]},
    about={"dataset": "generated"},
)
Json = dict[str, Any]


def _old(**change: object) -> Json:
    """The same manifest as version 1 wrote it."""
    files = {n: {"bytes": SUMS[n].size, "sha256": SUMS[n].sha256} for n in FILES[1]}
    data = {**MODEL.to_json(), "version": 1, "longest": 200, "files": files}
    del data["label_smoothing"]
    return {**data, **change}


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
    for name in FILES[2]:
        assert read_file(folder, MODEL, name) == CONTENTS[name]


def test_a_manifest_of_version_1_is_still_read(folder: Path) -> None:
    """All models had one label smoothing then, and the manifest said what the longest text is."""
    _write(folder, _old())
    found = read_manifest(folder)
    assert (found.version, found.longest) == (1, 200)
    assert found.label_smoothing == LABEL_SMOOTHING == 0.1
    assert (found.name, found.ranker, found.calibration) == (
        "mine",
        MODEL.ranker,
        MODEL.calibration,
    )
    assert list(found.files) == [FEATURES, READER, CLASSIFIER]
    for name in FILES[1]:
        assert read_file(folder, found, name) == CONTENTS[name]


def test_what_is_written_is_always_of_the_newest_version() -> None:
    assert MODEL.to_json()["version"] == MODEL.version == max(FILES) == 2
    assert "longest" not in MODEL.to_json()


def test_a_ranker_may_have_any_evidence(folder: Path) -> None:
    """One from before there were shapes, and one of another kind of model."""
    for evidence in ({"first": 0.5, "second": 0.5}, {"first": 1.0, "graph": 0.5}):
        ranker = Ranker.default(evidence)
        _write(folder, {**MODEL.to_json(), "ranker": ranker.to_json()})
        assert read_manifest(folder).ranker == ranker


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


@pytest.mark.parametrize("name", FILES[2])
def test_a_file_that_is_missing_is_named(name: str, folder: Path) -> None:
    (folder / name).unlink()
    with pytest.raises(ModelError, match=rf"damaged: .*{name} cannot be read: No such file"):
        read_file(folder, MODEL, name)


@pytest.mark.parametrize("name", FILES[2])
@pytest.mark.parametrize("content", [b"", b"a graph!", b"b graph", b"x" * 10_000])
def test_a_file_that_changed_is_named(name: str, content: bytes, folder: Path) -> None:
    (folder / name).write_bytes(content)
    with pytest.raises(ModelError, match=rf"{name} (is damaged: expected|has more than)"):
        read_file(folder, MODEL, name)


CHANGES: dict[str, Json] = {
    "another format": {"format": "joblib"},
    "another version": {"version": 0},
    "a version that is a text": {"version": "2"},
    "no version": {"version": None},
    "another kind": {"kind": "gts"},
    "no name": {"name": None},
    "an unknown language": {"language": "fr"},
    "words that are no choice": {"words": 1},
    "refinement that is no choice": {"refinement": "yes"},
    "nothing but smoothing": {"label_smoothing": 1.0},
    "smoothing below nothing": {"label_smoothing": -0.1},
    "no smoothing known": {"label_smoothing": None},
    "a ranker of other weights": {"ranker": {"first": 1.0}},
    "a calibration of other weights": {"calibration": {"slope": 1.0}},
    "no files": {"files": {}},
    "files of version 1": {"files": _old()["files"]},
    "a file without a sum": {"files": {name: {"bytes": 3} for name in FILES[2]}},
    "a file of a negative size": {"files": {n: {"bytes": -1, "sha256": ""} for n in FILES[2]}},
    "a file that is too large": {"files": {n: {"bytes": 1 << 40, "sha256": ""} for n in FILES[2]}},
    "files that are a list": {"files": [READER]},
    "about that is a text": {"about": "me"},
}
OLD_CHANGES: dict[str, Json] = {
    "no texts": {"longest": 0},
    "no longest text": {"longest": None},
    "files of version 2": {"files": MODEL.to_json()["files"]},
    "no name": {"name": None},
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_another_manifest_is_refused_with_what_is_expected(change: Json, folder: Path) -> None:
    _write(folder, {**MODEL.to_json(), **change})
    with pytest.raises(ModelError, match=r"model\.json is damaged or not one of ours: expected"):
        read_manifest(folder)


@pytest.mark.parametrize("change", OLD_CHANGES.values(), ids=OLD_CHANGES)
def test_another_manifest_of_version_1_is_refused_too(change: Json, folder: Path) -> None:
    _write(folder, _old(**change))
    with pytest.raises(ModelError, match=r"model\.json is damaged or not one of ours: expected"):
        read_manifest(folder)


def test_the_versions_that_are_read_are_named(folder: Path) -> None:
    _write(folder, {**MODEL.to_json(), "version": 3})
    newer = "was written by a newer version of sumc: expected the version 1 or 2, found 3"
    with pytest.raises(ModelError, match=newer):
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


@given(
    st.sampled_from([MODEL.to_json(), _old()]),
    st.dictionaries(
        st.sampled_from(sorted(_old() | MODEL.to_json())),
        st.none() | st.integers() | st.lists(st.none(), max_size=1) | st.just({}),
    ),
)
def test_a_broken_manifest_never_gives_another_error(data: Json, change: Json) -> None:
    try:
        Manifest.from_json(json.loads(json.dumps({**data, **change})))
    except SumcError as error:
        assert "expected" in str(error)


def test_a_long_value_is_shown_in_short(folder: Path) -> None:
    _write(folder, {**MODEL.to_json(), "format": "x" * 10_000})
    with pytest.raises(ModelError, match=r"found 'xxx.*\.\.\.$") as found:
        read_manifest(folder)
    assert len(str(found.value)) < 500
