from hypothesis import given
from hypothesis import strategies as st
from sumc.encoding.features import Example, Features, FeatureSettings

from sumc.encoding.batches import (
    NO_LABEL,
    collate,
    evaluation_batches,
    training_batches,
)
from sumc.problems.datasets import load_dataset

TRAIN = load_dataset("generated").problems[:400]
FEATURES = Features.learn(TRAIN, FeatureSettings())
EXAMPLES = [FEATURES.example(p, labelled=True) for p in TRAIN if FEATURES.target.covers(p)]


def test_a_batch_holds_its_examples_and_nothing_else() -> None:
    chosen = EXAMPLES[:7]
    batch = collate(chosen)
    for row, example in enumerate(chosen):
        length, slots = example.length, len(example.positions)
        assert batch.tokens[row, :length].tolist() == example.tokens
        assert batch.parts[row, :length].tolist() == example.parts
        assert batch.positions[row, :slots].tolist() == example.positions
        assert batch.labels[row, :slots].tolist() == example.labels
        assert batch.counts[row, :slots].tolist() == example.counts
        assert batch.mask[row].sum() == length
        assert batch.slots[row].sum() == slots
        assert (batch.labels[row, slots:] == NO_LABEL).all()
        assert not batch.tokens[row, length:].any()


def test_unlabelled_problems_have_no_counts() -> None:
    batch = collate([FEATURES.example(TRAIN[0], labelled=False)])
    assert batch.counts.shape[-1] == 0
    assert (batch.labels == NO_LABEL).all()


@given(st.integers(1, 64), st.integers(0, 3), st.integers(0, 3))
def test_every_example_is_in_one_batch_of_an_epoch(size: int, seed: int, epoch: int) -> None:
    batches = training_batches(EXAMPLES, size, seed, epoch)
    assert sorted(e.problem.id for batch in batches for e in batch) == sorted(
        e.problem.id for e in EXAMPLES
    )
    assert all(len(batch) <= size for batch in batches)
    assert batches == training_batches(EXAMPLES, size, seed, epoch)


def test_epochs_and_seeds_differ() -> None:
    orders = [
        [e.problem.id for batch in training_batches(EXAMPLES, 8, seed, epoch) for e in batch]
        for seed, epoch in ((0, 0), (0, 1), (1, 0))
    ]
    assert orders[0] != orders[1]
    assert orders[0] != orders[2]


def test_batches_of_similar_length_have_less_padding() -> None:
    def padding(batches: list[list[Example]]) -> int:
        return sum(int((~collate(batch).mask).sum()) for batch in batches)

    plain = list(evaluation_batches(EXAMPLES, 16))
    assert 3 * padding(training_batches(EXAMPLES, 16, 0, 0)) < padding(plain)
    assert [e for batch in plain for e in batch] == EXAMPLES
