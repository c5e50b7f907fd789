"""A model folder through onnxruntime: the shipped one, and copies of it that are broken."""

import json
import shutil
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sumc.encoding.features import Example
from sumc.solving.network import LONGER, TOGETHER, ExportedModel, _of_similar_length

import sumc.solving
from sumc.errors import ModelError
from sumc.problems.numbers import find_quantities
from sumc.problems.problem import Problem
from sumc.solving.manifest import (
    CLASSIFIER,
    FEATURES,
    FILES,
    MANIFEST,
    READER,
    FileSum,
    read_manifest,
)
from sumc.solving.refusals import NO_NUMBERS, TOO_LONG

SHIPPED = Path(sumc.solving.__file__).parent / "shipped" / "en"
TEXTS = (
    "Ann has 5 pens and finds 3 more. How many pens does she have now?",
    "A box has 12 eggs. How many eggs are in 7 boxes?",
    "Tom had 20 coins. He lost 4 of them on Monday and 6 on Friday. How many are left?",
)


def _problem(text: str) -> Problem:
    return Problem("1", text, "en", find_quantities(text))


PROBLEMS = [_problem(text) for text in TEXTS]


@pytest.fixture(scope="module")
def model() -> ExportedModel:
    return ExportedModel.load(SHIPPED)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    folder = tmp_path / "model"
    shutil.copytree(SHIPPED, folder)
    return folder


def _put(folder: Path, name: str, content: bytes) -> None:
    """Change a file of a model together with its sum."""
    (folder / name).write_bytes(content)
    manifest = read_manifest(folder)
    files = {**manifest.files, name: FileSum.of(content)}
    data = replace(manifest, files=files).to_json()
    (folder / MANIFEST).write_text(json.dumps(data), encoding="utf-8")


def test_a_model_knows_what_it_is(model: ExportedModel) -> None:
    assert (model.name, model.language) == ("en", "en")
    assert model.longest > 100


def test_predictions_come_in_the_order_of_the_problems(model: ExportedModel) -> None:
    """Inside they are sorted by length."""
    alone = [model.predict([problem])[0] for problem in PROBLEMS]
    assert [each.answer for each in alone] == [8, 84, 10]
    for problems in (PROBLEMS * 20, PROBLEMS[::-1] * 20):
        expected = [alone[PROBLEMS.index(problem)].answer for problem in problems]
        assert [each.answer for each in model.predict(problems)] == expected


@given(st.lists(st.integers(1, 300)))
def test_what_is_read_at_once_is_of_similar_length(lengths: list[int]) -> None:
    """No reading has much padding, and no problem is read twice or not at all."""
    examples = [
        (i, Example(PROBLEMS[0], [0] * n, [], [], [], [], [])) for i, n in enumerate(lengths)
    ]
    groups = list(_of_similar_length(examples))
    assert sorted(each for group in groups for each, _ in group) == list(range(len(lengths)))
    for group in groups:
        of_group = [example.length for _, example in group]
        assert len(group) <= TOGETHER
        assert max(of_group) <= LONGER * min(of_group)


def test_a_prediction_is_a_whole_one(model: ExportedModel) -> None:
    (found,) = model.predict(PROBLEMS[:1])
    assert found.tree is not None
    assert found.tree.evaluate(PROBLEMS[0].values) == found.answer
    assert 0 < found.confidence < 1
    assert found.reason is None


def test_no_problems_have_no_predictions(model: ExportedModel) -> None:
    assert model.predict([]) == []


def test_what_cannot_be_read_has_a_reason_and_the_rest_goes_on(model: ExportedModel) -> None:
    long = _problem("Ann has 5 pens " + "and a very red one " * 100 + ". How many pens?")
    first, second, third = model.predict([PROBLEMS[0], long, PROBLEMS[1]])
    assert (second.answer, second.reason, second.confidence) == (None, TOO_LONG, 0.0)
    assert [first.answer, third.answer] == [8, 84]


def test_a_text_without_slots_has_no_numbers(model: ExportedModel) -> None:
    target = replace(model.features.target, constants=())
    features = replace(model.features, target=target)
    bare = ExportedModel(model.manifest, features, model._reader, model._classifier)
    (found,) = bare.predict([_problem("How many are there?")])
    assert found.reason == NO_NUMBERS


def test_threads_can_share_a_model(model: ExportedModel) -> None:
    expected = [each.answer for each in model.predict(PROBLEMS)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: [p.answer for p in model.predict(PROBLEMS)], range(20)))
    assert found == [expected] * 20


@pytest.mark.parametrize("name", FILES)
def test_one_bit_is_enough_to_be_refused(name: str, copy: Path) -> None:
    content = bytearray((copy / name).read_bytes())
    content[len(content) // 2] ^= 1
    (copy / name).write_bytes(content)
    with pytest.raises(ModelError, match=rf"{name} is damaged: expected .* export the model"):
        ExportedModel.load(copy)


@pytest.mark.parametrize("name", [READER, CLASSIFIER])
def test_a_file_that_is_no_graph_is_refused(name: str, copy: Path) -> None:
    for content in (b"", b"not a graph", (copy / name).read_bytes()[:-1000]):
        _put(copy, name, content)
        with pytest.raises(ModelError, match=rf"{name} (cannot be run|is not one of ours)"):
            ExportedModel.load(copy)


def test_another_graph_is_refused(copy: Path) -> None:
    _put(copy, READER, (copy / CLASSIFIER).read_bytes())
    with pytest.raises(ModelError, match=r"reader\.onnx is not one of ours: expected tokens"):
        ExportedModel.load(copy)


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b"\xff", b'{"version": 1, "target": {}}'])
def test_features_that_are_none_are_refused(content: bytes, copy: Path) -> None:
    _put(copy, FEATURES, content)
    with pytest.raises(ModelError, match=r"features\.json is damaged"):
        ExportedModel.load(copy)


def test_features_of_another_model_are_refused(copy: Path) -> None:
    """The graphs would be asked for classes, tokens or constants that they do not have."""
    data = json.loads((copy / FEATURES).read_text(encoding="utf-8"))
    data["target"]["classes"].append(["0_0_+", "0_0_+", "0_0_+", "0_0_+"])
    _put(copy, FEATURES, json.dumps(data).encode())
    with pytest.raises(ModelError, match="classes"):
        ExportedModel.load(copy)
