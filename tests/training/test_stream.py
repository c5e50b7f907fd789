"""Training material: mixed by seed, made as it is needed, the same wherever one starts."""

from dataclasses import replace

import pytest

pytest.importorskip("torch", reason="training needs torch")

from sumc.encoding.batches import WINDOW, Example
from sumc.problems.loading import load_split
from sumc.training import stream as stream_module
from sumc.training.stream import Stream, open_stream
from training.tiny import tiny_settings, write_problems

SIZE = 2


@pytest.fixture(name="stream", scope="module")
def _stream(tmp_path_factory: pytest.TempPathFactory) -> Stream:
    """More problems than a window has."""
    path = write_problems(tmp_path_factory.mktemp("data"), 400)
    settings = tiny_settings(path)
    return open_stream(settings, load_split(settings.data))


def _ids(batches: object) -> list[list[str]]:
    assert hasattr(batches, "__iter__")
    found: list[list[Example]] = list(batches)
    return [[each.problem.id for each in batch] for batch in found]


def test_an_epoch_has_every_problem_once(stream: Stream) -> None:
    found = [name for batch in _ids(stream.batches(0, SIZE)) for name in batch]
    assert sorted(found) == sorted(problem.id for problem in stream.train)
    assert len(found) > WINDOW * SIZE


def test_epochs_and_seeds_have_other_orders_and_the_same_ones_the_same(stream: Stream) -> None:
    assert _ids(stream.batches(0, SIZE)) == _ids(stream.batches(0, SIZE))
    assert _ids(stream.batches(0, SIZE)) != _ids(stream.batches(1, SIZE))
    training = replace(stream.settings.training, seed=1)
    other = replace(stream, settings=replace(stream.settings, training=training))
    assert _ids(stream.batches(0, SIZE)) != _ids(other.batches(0, SIZE))


@pytest.mark.parametrize("start", [1, WINDOW - 1, WINDOW, WINDOW + 3, 10_000])
def test_an_epoch_can_be_entered_anywhere(stream: Stream, start: int) -> None:
    """As a resumed training does, without the batches before."""
    assert _ids(stream.batches(2, SIZE, start)) == _ids(stream.batches(2, SIZE))[start:]


def test_only_a_bounded_number_of_encodings_is_remembered(
    stream: Stream, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream_module, "REMEMBERED", 10)
    fresh = replace(stream, _memory={})
    kept = _ids(fresh.batches(0, SIZE))
    assert len(fresh._memory) == 10
    assert kept == _ids(stream.batches(0, SIZE))


def test_a_source_comes_as_often_as_its_weight_says(stream: Stream) -> None:
    train = [
        replace(problem, source="often" if place < 100 else "rarely" if place < 200 else "")
        for place, problem in enumerate(stream.train)
    ]
    weighted = replace(stream, train=train, weights={"often": 3.0, "rarely": 0.25}, _memory={})
    sources = [each.problem.source for batch in weighted.batches(0, SIZE) for each in batch]
    assert sources.count("often") == 300
    assert 10 < sources.count("rarely") < 45
    assert sources.count("") == len(train) - 200
    assert weighted.steps(0, SIZE) == len(list(weighted.batches(0, SIZE)))
