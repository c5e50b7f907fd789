"""A model folder through onnxruntime: the shipped one, old ones, and copies that are broken."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

import sumc.solving
from solving.folders import MAKERS, OLD, put, read_json, version_1, version_2
from solving.stubs import problem_of
from sumc import Solver
from sumc.decoding.hypothesis import NO_NUMBERS, TOO_LONG, Search
from sumc.encoding.batches import collate
from sumc.errors import ModelError
from sumc.solving.exported import OnnxBackend, load_exported, load_exported_model
from sumc.solving.manifest import CLASSIFIER, CODEC, ENCODING, FEATURES, FILES, READER, Manifest
from sumc.solving.predictor import Predictor, SolvingModel
from sumc.solving.solver import OneModel

SHIPPED = Path(sumc.solving.__file__).parent / "shipped" / "en-tiny"
TEXTS = (
    "Ann has 5 pens and finds 3 more. How many pens does she have now?",
    "A box has 12 eggs. How many eggs are in 7 boxes?",
    "Tom had 20 coins. He lost 4 of them on Monday and 6 on Friday. How many are left?",
)
PROBLEMS = [problem_of(text) for text in TEXTS]


@pytest.fixture(name="shipped", scope="module")
def _shipped() -> tuple[Manifest, Predictor]:
    return load_exported(SHIPPED)


@pytest.fixture(name="model", scope="module")
def _model(shipped: tuple[Manifest, Predictor]) -> Predictor:
    return shipped[1]


@pytest.fixture(params=MAKERS)
def copy(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A folder of each version."""
    return MAKERS[request.param](tmp_path / "model")


def test_a_model_knows_what_it_is(shipped: tuple[Manifest, Predictor]) -> None:
    manifest, predictor = shipped
    assert (manifest.name, manifest.language) == ("en-tiny", "en")
    assert predictor.backend.encoding.longest > 100
    model = load_exported_model(SHIPPED)
    assert (model.name, model.language, model.words) == ("en-tiny", "en", manifest.words)


def test_predictions_come_in_the_order_of_the_problems(model: Predictor) -> None:
    """Inside they are sorted by length."""
    alone = [next(model.predict([problem])) for problem in PROBLEMS]
    assert [each.answer for each in alone] == [8, 84, 10]
    for problems in (PROBLEMS * 20, PROBLEMS[::-1] * 20):
        expected = [alone[PROBLEMS.index(problem)].answer for problem in problems]
        assert [each.answer for each in model.predict(problems)] == expected


def test_a_prediction_is_a_whole_one(model: Predictor) -> None:
    (found,) = model.predict(PROBLEMS[:1])
    assert found.tree is not None
    assert found.tree.evaluate(PROBLEMS[0].values) == found.answer
    assert 0 < found.confidence < 1
    assert found.reason is None


def test_no_problems_have_no_predictions(model: Predictor) -> None:
    assert list(model.predict([])) == []


def test_what_cannot_be_read_has_a_reason_and_the_rest_goes_on(model: Predictor) -> None:
    long = problem_of("Ann has 5 pens " + "and a very red one " * 100 + ". How many pens?")
    first, second, third = model.predict([PROBLEMS[0], long, PROBLEMS[1]])
    assert (second.answer, second.reason, second.confidence) == (None, TOO_LONG, 0.0)
    assert [first.answer, third.answer] == [8, 84]


def test_a_text_without_numbers_has_none_to_calculate_with(model: Predictor) -> None:
    """Whether there are constants or not."""
    nothing = problem_of("How many are there?")
    assert model.backend.codec.constants
    bare = _without_constants(model.backend)
    for predictor in (model, replace(model, backend=bare)):
        (found,) = predictor.predict([nothing])
        assert found.reason == NO_NUMBERS


def _without_constants(backend: object) -> OnnxBackend:
    assert isinstance(backend, OnnxBackend)
    return OnnxBackend(
        replace(backend.codec, constants=()),
        replace(backend.encoding, constants=()),
        backend._reader,
        backend._classifier,
        backend._manifest,
    )


def test_an_exported_model_has_one_decoding(model: Predictor) -> None:
    (found,) = model.predict(PROBLEMS[:1], Search("joint"))
    assert found.answer == 8
    with pytest.raises(ModelError, match="only has joint decoding, not rounding"):
        list(model.predict(PROBLEMS[:1], Search("rounding")))


def test_threads_can_share_a_model(model: Predictor) -> None:
    expected = [each.answer for each in model.predict(PROBLEMS)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: [p.answer for p in model.predict(PROBLEMS)], range(20)))
    assert found == [expected] * 20


@pytest.mark.parametrize("version", MAKERS)
@pytest.mark.parametrize("name", ["words", "pieces"])
def test_a_model_says_what_it_said_when_it_was_exported(
    name: str, version: int, tmp_path: Path
) -> None:
    """As version 1 wrote it, and with its codec and encoding in files of their own.

    What is done with units came later, and is not part of the model.
    """
    manifest, predictor = load_exported(MAKERS[version](tmp_path / "model", name))
    model = SolvingModel(
        manifest.name, manifest.language, manifest.words, replace(predictor, sense=False)
    )
    solver = Solver(OneModel(model, "model"))
    answers = read_json(OLD / f"exported-{name}" / "answers.json")
    assert len({row["tree"] for row in answers}) > 3
    for row in answers:
        found = solver.solve(row["text"])
        assert (str(found.answer), str(found.tree)) == (row["answer"], row["tree"])
        assert found.confidence == pytest.approx(row["confidence"], abs=1e-5)


def test_the_versions_say_where_a_text_becomes_too_long(tmp_path: Path) -> None:
    one, other = (load_exported(make(tmp_path / str(v))) for v, make in MAKERS.items())
    assert one[0].longest == 256
    assert other[0].longest is None
    assert [each[1].backend.encoding.longest for each in (one, other)] == [256, 256]
    assert one[1].backend.encoding == other[1].backend.encoding


@pytest.mark.parametrize("version", MAKERS)
def test_the_label_smoothing_of_a_model_decides_what_is_asked_twice(
    version: int, tmp_path: Path
) -> None:
    """With almost all of it smoothed away every number is certain, and keeps its first score."""
    folder = MAKERS[version](tmp_path / "model")
    manifest, predictor = load_exported(folder)
    assert manifest.label_smoothing == 0.1
    backend = predictor.backend
    assert isinstance(backend, OnnxBackend)
    sure = OnnxBackend(
        backend.codec,
        backend.encoding,
        backend._reader,
        backend._classifier,
        replace(manifest, label_smoothing=1 - 1e-9),
    )
    problem = problem_of("Ann shares 12 nuts, 5 pens and 40 cards. How many are left?")
    batch = collate([backend.encoding.encode(problem)])
    size = len(backend.codec.slots(problem))
    classes = tuple(range(min(size, len(backend.codec.classes))))
    (first,) = sure.scores(batch).classes
    for each, keeps in ((sure, True), (backend, False)):
        again = each.scores(batch).second_pass
        assert again is not None
        total = sum(float(first[slot, number]) for slot, number in enumerate(classes))
        assert (again([(0, classes)])[0] == pytest.approx(total, abs=1e-6)) is keeps


def _files(folder: Path) -> tuple[str, ...]:
    return FILES[1] if (folder / FEATURES).is_file() else FILES[2]


def test_one_bit_is_enough_to_be_refused(copy: Path) -> None:
    for name in _files(copy):
        whole = (copy / name).read_bytes()
        content = bytearray(whole)
        content[len(content) // 2] ^= 1
        (copy / name).write_bytes(content)
        with pytest.raises(ModelError, match=rf"{name} is damaged: expected .* export the model"):
            load_exported(copy)
        (copy / name).write_bytes(whole)
    assert load_exported(copy)


@pytest.mark.parametrize("name", [READER, CLASSIFIER])
def test_a_file_that_is_no_graph_is_refused(name: str, copy: Path) -> None:
    for content in (b"", b"not a graph", (copy / name).read_bytes()[:-1000]):
        put(copy, name, content)
        with pytest.raises(ModelError, match=rf"{name} (cannot be run|is not one of ours)"):
            load_exported(copy)


def test_another_graph_is_refused(copy: Path) -> None:
    put(copy, READER, (copy / CLASSIFIER).read_bytes())
    with pytest.raises(ModelError, match=r"reader\.onnx is not one of ours: expected tokens"):
        load_exported(copy)


DAMAGE = [b"", b"[]", b"{}", b"\xff", b"null", b'{"version": 1, "target": {}}', b"[" * 100_000]


@pytest.mark.parametrize("content", DAMAGE, ids=range(len(DAMAGE)))
def test_what_is_no_codec_encoding_or_features_is_refused(content: bytes, copy: Path) -> None:
    learned = [name for name in _files(copy) if name.endswith(".json")]
    for name in learned:
        whole = (copy / name).read_bytes()
        put(copy, name, content)
        with pytest.raises(ModelError, match=rf"{name} is damaged"):
            load_exported(copy)
        put(copy, name, whole)
    assert load_exported(copy)


def test_the_codec_of_another_model_is_refused(copy: Path) -> None:
    """The graphs would be asked for classes, tokens or constants that they do not have."""
    name = FEATURES if (copy / FEATURES).is_file() else CODEC
    data = read_json(copy / name)
    codec = data["target"] if name == FEATURES else data
    for part, extra in (("classes", ["0_0_+"] * 4), ("shapes", ["0_0_+"] * 4)):
        codec[part].append(extra)
        put(copy, name, json.dumps(data).encode())
        with pytest.raises(ModelError, match=f"is damaged: its codec has .* {part}"):
            load_exported(copy)
        codec[part].pop()
    put(copy, name, json.dumps(data).encode())
    assert load_exported(copy)


def test_an_encoding_without_what_the_reader_wants_is_refused(tmp_path: Path) -> None:
    folder = version_2(tmp_path / "model")
    put(folder, ENCODING, json.dumps(read_json(folder / ENCODING) | {"inputs": []}).encode())
    with pytest.raises(ModelError, match="is damaged"):
        load_exported(folder)


def test_a_folder_of_version_1_needs_no_other_files(tmp_path: Path) -> None:
    folder = version_1(tmp_path / "model")
    names = {path.name for path in folder.iterdir()} - {"answers.json"}
    assert names == {"model.json", *FILES[1]}
    assert load_exported(folder)[0].version == 1
