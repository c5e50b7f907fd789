"""Examples and batches: arrays with padding, and which problems are put side by side."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from encoding.reading import TRAIN, learned
from sumc.codecs import NotCovered
from sumc.encoding.batches import (
    LONGER,
    PREDICTED_AT_ONCE,
    Example,
    collate,
    groups_of,
    mixed_batches,
    narrow_parts,
    similar_lengths,
)
from sumc.encoding.inputs import pad
from sumc.encoding.number_features import number_features
from sumc.encoding.pieces import Pieces
from sumc.encoding.text import TextEncoding
from sumc.encoding.tokens import SUBWORDS

CODEC, ENCODING = learned()
EXAMPLES = [
    ENCODING.encode(problem, target)
    for problem in TRAIN
    if not isinstance(target := CODEC.encode(problem), NotCovered)
]


def _long(*lengths: int) -> list[Example]:
    """Examples of which only the length matters."""
    return [replace(EXAMPLES[0], tokens=np.zeros(length, np.int32)) for length in lengths]


def test_an_example_is_arrays_over_its_tokens_and_slots() -> None:
    for problem in TRAIN[:20]:
        example = ENCODING.encode(problem)
        tokens, slots = example.length, len(CODEC.slots(problem))
        assert example.tokens.shape == (tokens,)
        assert example.subwords is not None
        assert example.subwords.shape == (tokens, SUBWORDS)
        assert example.positions.shape == (slots,)
        features = number_features(CODEC.constants, problem.quantities)
        assert example.inputs["number_features"].tolist() == list(map(list, features))
        assert (example.problem, example.target) == (problem, None)
        assert example.tokens.nbytes == 4 * tokens, "a million problems have to fit into memory"


def test_a_batch_holds_its_examples_and_nothing_else() -> None:
    chosen = EXAMPLES[:7]
    batch = collate(chosen, CODEC)
    assert batch.problems == tuple(example.problem for example in chosen)
    vectors = CODEC.class_vectors()
    counts = batch.target.counts()
    for row, example in enumerate(chosen):
        length, slots = example.length, len(example.positions)
        labels = CODEC.labels(example.target)
        assert batch.tokens[row, :length].tolist() == example.tokens.tolist()
        assert example.subwords is not None
        assert batch.subwords[row, :length].tolist() == example.subwords.tolist()
        assert batch.positions[row, :slots].tolist() == example.positions.tolist()
        features = batch.inputs["number_features"]
        assert features[row, :slots].tolist() == example.inputs["number_features"].tolist()
        assert batch.target.classes[row, :slots].tolist() == labels
        assert counts[row, :slots].tolist() == [vectors[label] for label in labels]
        assert batch.mask[row].tolist() == [
            place < length for place in range(len(batch.mask[row]))
        ]
        assert batch.slots[row].sum() == slots
        assert not batch.tokens[row, length:].any()
        assert not batch.subwords[row, length:].any()
        assert not features[row, slots:].any()


def test_torch_gets_the_types_that_it_wants() -> None:
    batch = collate(EXAMPLES[:3], CODEC)
    for array in (batch.tokens, batch.subwords, batch.positions, batch.inputs["number_features"]):
        assert array.dtype == np.int64
    assert batch.mask.dtype == batch.slots.dtype == np.bool_


def test_without_a_codec_a_batch_has_no_target() -> None:
    """Neither has one of problems whose solution is not known."""
    assert collate(EXAMPLES[:3]).target is None
    assert collate([ENCODING.encode(problem) for problem in TRAIN[:3]]).target is None


def test_pieces_have_no_subwords() -> None:
    pieces = Pieces.of_words(["[UNK]", "[CLS]", "[SEP]", "how"])
    batch = collate([TextEncoding((), pieces=pieces).encode(problem) for problem in TRAIN[:3]])
    assert batch.subwords.shape == (*batch.tokens.shape, SUBWORDS)
    assert not batch.subwords.any()
    assert batch.inputs == {}


SHAPES = st.integers(1, 3).flatmap(
    lambda rank: st.lists(
        st.lists(st.integers(0, 4), min_size=rank, max_size=rank), min_size=1, max_size=4
    )
)


@given(SHAPES)
def test_arrays_of_any_shape_are_padded_with_zeros(shapes: list[list[int]]) -> None:
    arrays = [np.full(shape, number, np.int32) for number, shape in enumerate(shapes, start=1)]
    padded = pad(arrays)
    assert padded.shape == (len(arrays), *np.max(shapes, axis=0))
    assert padded.dtype == np.int32
    for row, array in zip(padded, arrays, strict=True):
        inside = row[tuple(slice(size) for size in array.shape)]
        assert (inside == array).all()
        assert np.count_nonzero(row) == array.size


def test_padding_can_change_the_type() -> None:
    assert pad([np.ones(2, np.int32)], np.int64).dtype == np.int64


@given(st.integers(1, 64), st.text(max_size=3))
def test_every_example_of_a_window_is_in_one_batch(size: int, seed: str) -> None:
    batches = mixed_batches(EXAMPLES, size, seed)
    assert sorted(e.problem.id for batch in batches for e in batch) == sorted(
        e.problem.id for e in EXAMPLES
    )
    assert all(len(batch) <= size for batch in batches)
    again = mixed_batches(list(EXAMPLES), size, seed)
    assert list(map(list, map(_ids, again))) == list(map(_ids, batches))


def _ids(batch: list[Example]) -> list[str]:
    return [example.problem.id for example in batch]


def test_another_seed_gives_another_order_of_the_same_batches() -> None:
    one, other = (list(map(_ids, mixed_batches(EXAMPLES, 8, seed))) for seed in ("0 0", "0 1"))
    assert one != other
    assert sorted(one) == sorted(other)


def test_batches_of_similar_length_have_less_padding() -> None:
    def padding(batches: list[list[Example]]) -> int:
        return sum(int((~collate(batch).mask).sum()) for batch in batches)

    plain = list(groups_of(EXAMPLES, 16))
    assert 3 * padding(mixed_batches(EXAMPLES, 16, "0")) < padding(plain)
    assert [e for batch in plain for e in batch] == EXAMPLES


@given(st.integers(0, 20), st.integers(1, 6))
def test_groups_are_taken_one_at_a_time(count: int, size: int) -> None:
    taken = iter(range(count))
    groups = groups_of(taken, size)
    first = next(groups, [])
    assert first == list(range(min(size, count)))
    assert next(taken, count) == len(first), "no more is read than the group has"


@given(st.lists(st.integers(1, 300)), st.integers(1, PREDICTED_AT_ONCE))
def test_what_is_predicted_at_once_is_of_similar_length(lengths: list[int], most: int) -> None:
    """No batch has much padding, and no problem is predicted twice or not at all."""
    groups = list(similar_lengths(_long(*lengths), most))
    assert sorted(place for group in groups for place in group) == list(range(len(lengths)))
    for group in groups:
        of_group = [lengths[place] for place in group]
        assert len(group) <= most
        assert max(of_group) <= LONGER * min(of_group)


@given(
    st.lists(st.integers(1, 60), min_size=1, max_size=20),
    st.integers(1, 20),
    st.integers(3600, 60_000),
)
def test_no_part_of_a_batch_is_wider_than_allowed(
    lengths: list[int], size: int, most: int
) -> None:
    """All examples are in one of the parts, and no two parts would fit into one."""

    def fits(part: Sequence[Example]) -> bool:
        return len(part) <= size and _pairs(part) <= most

    examples = _long(*lengths)
    parts = narrow_parts(examples, size, most)
    assert sorted(each.length for part in parts for each in part) == sorted(lengths)
    assert all(map(fits, parts))
    assert not any(fits([*one, other[0]]) for one, other in pairwise(parts))
    if fits(examples):
        assert parts == [examples]


def _pairs(examples: Sequence[Example]) -> int:
    """The size of the attention of all texts, each padded to the longest."""
    longest = max(each.length for each in examples)
    return sum(longest * longest for _ in examples)


def test_one_long_text_is_apart_from_the_short_ones() -> None:
    parts = narrow_parts(_long(493, *[140] * 31), 32)
    assert [len(part) for part in parts] == [31, 1]
    assert len(narrow_parts(_long(*[181] * 32), 32)) == 1


def test_similar_problems_share_a_batch() -> None:
    """One by one would have no padding either."""
    assert list(similar_lengths(_long(10, 13, 10), 64)) == [[0, 2, 1]]
    assert list(similar_lengths(_long(10, 14, 10), 64)) == [[0, 2], [1]]
    assert len(list(similar_lengths(_long(*[10] * (PREDICTED_AT_ONCE + 1))))) == 2
