"""Model folders from anywhere: nothing outside is read, nothing hangs, all errors are ours."""

import json
import os
import threading
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from json_changes import changed
from posix_marks import NEEDS_FIFOS
from solving.folders import MAKERS, put, read_json, version_2, write_json
from solving.stubs import PENCILS, problem_of
from sumc import Solver
from sumc.errors import ModelError, SumcError
from sumc.solving import exported
from sumc.solving.exported import OnnxBackend, load_exported
from sumc.solving.graph_files import has_external_data
from sumc.solving.manifest import (
    CODEC,
    ENCODING,
    FEATURES,
    FILES,
    MANIFEST,
    READER,
    read_file,
    read_manifest,
)

onnx = pytest.importorskip("onnx", reason="makes graphs to be refused")

from onnx import TensorProto, helper, numpy_helper  # noqa: E402


def external(location: str = "weights.bin", name: str = "w") -> TensorProto:
    """A tensor whose numbers are in a file beside the graph."""
    tensor = numpy_helper.from_array(np.ones(4, np.float32), name)
    tensor.ClearField("raw_data")
    tensor.data_location = TensorProto.EXTERNAL
    entry = tensor.external_data.add()
    entry.key, entry.value = "location", location
    return tensor


def model_of(*nodes: Any, weights: tuple[TensorProto, ...] = (), **more: Any) -> bytes:
    value = helper.make_tensor_value_info("y", TensorProto.FLOAT, [4])
    graph = helper.make_graph(list(nodes), "graph", [], [value], list(weights))
    return bytes(helper.make_model(graph, **more).SerializeToString())


def in_attribute(tensor: TensorProto) -> Any:
    return helper.make_node("Constant", [], ["y"], value=tensor)


def in_branch(tensor: TensorProto) -> Any:
    inner = helper.make_graph(
        [in_attribute(tensor)], "inner", [], [helper.make_empty_tensor_value_info("y")]
    )
    return helper.make_node("If", ["c"], ["y"], then_branch=inner, else_branch=inner)


def in_sparse(tensor: TensorProto) -> Any:
    places = numpy_helper.from_array(np.arange(4), "places")
    sparse = helper.make_sparse_tensor(tensor, places, [4])
    return helper.make_node("Constant", [], ["y"], sparse_value=sparse)


def in_function(tensor: TensorProto) -> Any:
    opset = [helper.make_opsetid("", 17)]
    return helper.make_function("own", "f", [], ["y"], [in_attribute(tensor)], opset)


OUTSIDE = {
    "an initializer": model_of(weights=(external(),)),
    "a sparse one": model_of(in_sparse(external())),
    "an attribute": model_of(in_attribute(external())),
    "a branch": model_of(in_branch(external())),
    "a function": model_of(functions=[in_function(external())]),
    "an absolute path": model_of(weights=(external("/etc/passwd"),)),
    "a path to somewhere else": model_of(weights=(external("../../secret"),)),
}


@pytest.mark.parametrize("where", OUTSIDE)
def test_numbers_outside_of_a_graph_are_found(where: str) -> None:
    assert has_external_data(OUTSIDE[where])


def test_numbers_inside_of_a_graph_are_none_outside() -> None:
    inside = numpy_helper.from_array(np.ones(4, np.float32), "location")
    for content in (
        model_of(weights=(inside,)),
        model_of(in_attribute(inside), producer_name="location"),
        model_of(in_branch(inside)),
        b"",
    ):
        assert not has_external_data(content)


@pytest.mark.parametrize("end", [1, 5, 20, 60])
def test_a_graph_that_cannot_be_looked_through_counts_as_one_with_numbers_outside(
    end: int,
) -> None:
    """onnxruntime may read it in another way than we do."""
    content = OUTSIDE["a branch"]
    assert has_external_data(content[:-end] + b"location") or b"location" not in content[:-end]


def test_a_model_with_numbers_outside_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They would be read from whatever folder the process is in, and no checksum covers them."""
    folder = version_2(tmp_path / "model")
    graph = onnx.load_from_string((folder / READER).read_bytes())
    moved = graph.graph.initializer[0]
    (tmp_path / "weights.bin").write_bytes(numpy_helper.to_array(moved).tobytes())
    moved.ClearField("raw_data")
    moved.data_location = TensorProto.EXTERNAL
    entry = moved.external_data.add()
    entry.key, entry.value = "location", "weights.bin"
    put(folder, READER, graph.SerializeToString())
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ModelError, match=r"reader\.onnx refers to external data"):
        load_exported(folder)


def test_a_graph_in_another_format_is_refused(tmp_path: Path) -> None:
    folder = version_2(tmp_path / "model")
    put(folder, READER, b"\x20\0\0\0ORTM" + bytes(200))
    with pytest.raises(ModelError, match=r"reader\.onnx cannot be run"):
        load_exported(folder)


@NEEDS_FIFOS
@pytest.mark.parametrize("name", [MANIFEST, *FILES[2]])
@pytest.mark.parametrize("kind", ["fifo", "folder", "link to a fifo", "endless device"])
def test_what_is_no_regular_file_is_refused_at_once(tmp_path: Path, name: str, kind: str) -> None:
    folder = version_2(tmp_path / "model")
    manifest = read_manifest(folder)
    (folder / name).unlink()
    if kind == "folder":
        (folder / name).mkdir()
    elif kind == "fifo":
        os.mkfifo(folder / name)
    elif kind == "endless device":
        (folder / name).symlink_to("/dev/zero")
    else:
        os.mkfifo(tmp_path / "fifo")
        (folder / name).symlink_to(tmp_path / "fifo")
    found: list[str] = []

    def read() -> None:
        try:
            if name == MANIFEST:
                read_manifest(folder)
            else:
                read_file(folder, manifest, name)
        except ModelError as error:
            found.append(str(error))

    thread = threading.Thread(target=read, daemon=True)
    thread.start()
    thread.join(5)
    assert len(found) == 1, "it waits for somebody to write"
    assert f"{folder / name} cannot be read: not a regular file" in found[0]


def test_the_name_of_a_model_cannot_speak_to_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from cli.in_process import Command

    folder = version_2(tmp_path / "model")
    manifest = read_json(folder / MANIFEST)
    write_json(folder / MANIFEST, {**manifest, "name": "\x1b]0;gone\x07\x9b31m\u202eevil"})
    solve = Command("solve", capsys, monkeypatch)
    for arguments in ((), ("--explain",)):
        _, out, err = solve(PENCILS, "--model", folder, *arguments)
        assert not {"\x1b", "\x07", "\x9b", "\u202e"} & {*out, *err}
        assert r"\x1b]0;gone\x07\x9b31m\u202eevil" in out
    hidden = tmp_path / "\x1b[31mno model"
    hidden.mkdir()
    (hidden / MANIFEST).write_text("{}")
    _, out, err = solve(PENCILS, "--model", hidden)
    assert "\x1b" not in out + err
    assert r"\x1b[31mno model" in err


class Nets:
    """A session of onnxruntime that gives what a test wants."""

    def __init__(self, session: Any, change: Any) -> None:
        self.session = session
        self.change = change

    def run(self, _: None, given: dict[str, Any]) -> list[Any]:
        return [self.change(each) for each in self.session.run(None, given)]


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("where", ["_reader", "_classifier"])
def test_a_network_that_gives_no_numbers_gives_no_answer_and_the_reason(
    tmp_path: Path, value: float, where: str
) -> None:
    _, predictor = load_exported(version_2(tmp_path / "model"))
    backend = predictor.backend
    assert isinstance(backend, OnnxBackend)
    broken = Nets(getattr(backend, where), lambda array: np.full_like(array, value))
    setattr(backend, where, broken)
    (found,) = predictor.predict([problem_of(PENCILS)])
    assert (found.best, found.reason) == (None, "no-scores")


def test_only_the_text_without_scores_gets_no_answer(tmp_path: Path) -> None:
    _, predictor = load_exported(version_2(tmp_path / "model"))
    texts = [PENCILS, "Ann has 5 pens and finds 3 more. How many pens does she have now?"] * 2
    before = list(predictor.predict(map(problem_of, texts)))
    backend = predictor.backend
    assert isinstance(backend, OnnxBackend)

    class Long(Nets):
        """Gives NaN for long texts."""

        def run(self, _: None, given: dict[str, Any]) -> list[Any]:
            states, *rest = self.session.run(None, given)
            states = states.copy()
            states[given["mask"].sum(1) > 20] = np.nan
            return [states, *rest]

    backend._reader = Long(backend._reader, None)
    after = list(predictor.predict(map(problem_of, texts)))
    assert [each.reason for each in after] == ["no-scores", None] * 2
    for one, other in zip(before, after, strict=True):
        assert other.reason == "no-scores" or other.answer == one.answer


def damaged(value: Any, place: int) -> Any:
    """JSON values that are not what they should be, in the place of others."""
    values: list[Any] = [None, True, -1, 10**30, 1e300, "", "\x00", [], {}, {"": value}, [[]]]
    return [*values, [value] * 2][place]


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The places of a JSON value, some of those of long lists."""
    found = [path]
    if isinstance(value, dict):
        for key, inner in value.items():
            found += leaves(inner, (*path, key))
    elif isinstance(value, list):
        for place in sorted({0, 1, len(value) - 1} & set(range(len(value)))):
            found += leaves(value[place], (*path, place))
    return found


@pytest.mark.parametrize(("version", "name"), [(1, FEATURES), (2, CODEC), (2, ENCODING)])
def test_whatever_is_changed_in_a_file_the_error_is_ours(
    tmp_path: Path, version: int, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Checksums only show that the file is the one that was written, not who wrote it."""
    monkeypatch.setattr(exported, "_session", cache(exported._session))  # the graphs stay the same
    folder = MAKERS[version](tmp_path / "model")
    whole = read_json(folder / name)
    foreign = []
    for path in leaves(whole):
        for place in range(12):
            content = json.dumps(changed(whole, path, damaged(whole, place))).encode()
            put(folder, name, content)
            try:
                Solver.load(folder).solve(PENCILS)
            except SumcError:
                continue
            except Exception as error:
                foreign.append((path, place, repr(error)[:90]))
    assert foreign == []
