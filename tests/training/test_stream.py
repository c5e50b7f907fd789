"""Training material: mixed by seed, made as it is needed, the same wherever one starts."""

import json
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="training needs torch")

from sumc.encoding.batches import SORTED_BATCHES, Example
from sumc.errors import DatasetError, RunError
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
    assert len(found) > SORTED_BATCHES * SIZE


def test_epochs_and_seeds_have_other_orders_and_the_same_ones_the_same(stream: Stream) -> None:
    assert _ids(stream.batches(0, SIZE)) == _ids(stream.batches(0, SIZE))
    assert _ids(stream.batches(0, SIZE)) != _ids(stream.batches(1, SIZE))
    training = replace(stream.settings.training, seed=1)
    other = replace(stream, settings=replace(stream.settings, training=training))
    assert _ids(stream.batches(0, SIZE)) != _ids(other.batches(0, SIZE))


@pytest.mark.parametrize(
    "start", [1, SORTED_BATCHES - 1, SORTED_BATCHES, SORTED_BATCHES + 3, 10_000]
)
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


def test_fresh_built_in_problems_are_others_in_every_epoch(tmp_path: Path) -> None:
    settings = tiny_settings(
        write_problems(tmp_path), ["data.generated=6", "data.fresh=true", "data.generated_share=1"]
    )
    stream = open_stream(settings, load_split(settings.data))

    def drawn(epoch: int) -> set[str]:
        found = (each.problem for batch in stream.batches(epoch, SIZE) for each in batch)
        return {problem.text for problem in found if problem.source == "generated"}

    first, second = drawn(0), drawn(1)
    assert len(first) == len(second) == 6
    assert not first & second
    assert drawn(0) == first
    assert stream.size(0) == len(stream.usable) + 6
    assert all(stream.codec.covers(problem) for problem in islice(stream.generated, 6))


def test_stories_are_others_in_every_epoch_and_the_same_after_a_resume(tmp_path: Path) -> None:
    settings = tiny_settings(write_problems(tmp_path), ["data.stories=7"])
    stream = open_stream(settings, load_split(settings.data))

    def told(epoch: int, start: int = 0) -> list[str]:
        batches = stream.batches(epoch, SIZE, start)
        found = [each.problem for batch in batches for each in batch]
        return [problem.text for problem in found if problem.source == "stories"]

    first, second = told(0), told(1)
    assert len(set(first)) == len(set(second)) == 7
    assert not set(first) & set(second)
    again = open_stream(settings, load_split(settings.data), (stream.codec, stream.encoding))
    assert _ids(again.batches(1, SIZE, 2)) == _ids(stream.batches(1, SIZE))[2:]
    assert stream.size(0) == len(stream.usable) + 7
    assert not stream._memory.keys() - set(range(len(stream.train)))


def test_stories_and_fresh_built_in_problems_go_together(tmp_path: Path) -> None:
    wanted = ["data.stories=4", "data.generated=3", "data.fresh=true", "data.generated_share=1"]
    settings = tiny_settings(write_problems(tmp_path), wanted)
    stream = open_stream(settings, load_split(settings.data))
    found = [each.problem.source for batch in stream.batches(1, SIZE) for each in batch]
    assert found.count("stories") == 4
    assert found.count("generated") == 3
    assert len(found) == stream.size(1)


def test_problems_that_may_not_be_learned_from_are_told_where_none_are_left(
    tmp_path: Path,
) -> None:
    """Texts that differ in their numbers alone are variations of each other."""
    path = write_problems(tmp_path)
    settings = tiny_settings(path, [f"data.also={path}"])
    removed = r"97 removed: they or variations of them validate; 11 removed: .* must stay unseen"
    with pytest.raises(
        RunError, match=f"no validation problems to choose the model on: {removed}"
    ):
        open_stream(settings, load_split(settings.data))
    split = load_split(tiny_settings(path).data)
    empty = replace(split, train=(), removed={"they validate": 43, "they are asked": 0})
    with pytest.raises(RunError, match="no training problems to learn from: 43 removed: they val"):
        open_stream(settings, empty)


@pytest.mark.parametrize("stories", [0, 5])
def test_a_model_that_refuses_needs_a_problem_with_a_solution(
    tmp_path: Path, stories: int
) -> None:
    """Where only those without an answer are left, the codec has learned nothing to predict."""
    settings = tiny_settings(
        write_problems(tmp_path), ["model.refusal=true", f"data.stories={stories}"]
    )
    split = load_split(settings.data)
    bare = [replace(each, expression=None, answerable=False) for each in split.train]
    lost = replace(split, train=bare, removed={"they validate": 481})
    if stories:
        assert len(open_stream(settings, lost).usable) == len(bare)
        return
    told = "no training problems with a solution, only 43 without an answer; 481 removed: they val"
    with pytest.raises(RunError, match=told):
        open_stream(settings, lost)


def _write_sums(path: Path) -> Path:
    """Sums whose texts all differ, so that none is left out because it validates."""
    names = [first + second for first in "abcdefgh" for second in "ktmzr"]
    rows = [{"text": f"{name} has 3 and 14. How many?", "equation": "3+14"} for name in names]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


def test_weights_of_sources_come_from_the_settings(tmp_path: Path) -> None:
    other = _write_sums(tmp_path / "other.jsonl")
    own = _write_sums(tmp_path / "own.jsonl")
    own.write_text(own.read_text().replace("has", "had"))
    settings = tiny_settings(own, [f"data.also={other} * 2"])
    stream = open_stream(settings, load_split(settings.data))
    assert stream.weights == {str(other): 2.0}
    sources = [each.problem.source for batch in stream.batches(0, SIZE) for each in batch]
    learned = sum(stream.train[place].source == str(other) for place in stream.usable)
    assert sources.count(str(other)) == 2 * learned > 0
    wrong = tiny_settings(own, [f"data.also={other}*x"])
    with pytest.raises(DatasetError, match=r"expected a weight from 0 to 100 after \*, found 'x'"):
        open_stream(wrong, load_split(wrong.data))
