"""Equal numbers of a text: the model says which mention is meant."""

from itertools import permutations

import torch
from hypothesis import given
from hypothesis import strategies as st

from sumc.models.mentions import cheapest_labels
from sumc.problems.numbers import find_quantities
from sumc.problems.problem import Problem

CONSTANTS, CLASSES = 2, 6
NOTHING_MARKED: frozenset[int] = frozenset()


def _problem(values: list[int]) -> Problem:
    text = "The numbers are " + " and ".join(map(str, values)) + ". How many?"
    return Problem("1", text, "en", find_quantities(text))


def _chances(seed: int, slots: int) -> torch.Tensor:
    return torch.randn(1, slots, CLASSES, generator=torch.manual_seed(seed)).log_softmax(-1)


def _likely(chances: torch.Tensor, labels: list[int]) -> float:
    return sum(chances[0, slot, label].item() for slot, label in enumerate(labels) if label >= 0)


@given(st.lists(st.sampled_from([5, 7]), min_size=1, max_size=4), st.integers(0, 99), st.data())
def test_of_all_ways_to_deal_out_the_labels_the_likeliest_is_taken(
    values: list[int], seed: int, data: st.DataObject
) -> None:
    slots = CONSTANTS + len(values)
    labels = data.draw(st.lists(st.integers(0, CLASSES - 1), min_size=slots, max_size=slots))
    chances = _chances(seed, slots)
    found = cheapest_labels(
        chances, torch.tensor([labels]), [_problem(values)], CONSTANTS, NOTHING_MARKED
    )[0].tolist()
    named = ["a", "b", *values]

    def of_slots(order: tuple[int, ...]) -> bool:
        return all(named[slot] == named[other] for slot, other in enumerate(order))

    every = [[labels[i] for i in order] for order in permutations(range(slots)) if of_slots(order)]
    assert found in every
    assert _likely(chances, found) >= max(_likely(chances, each) for each in every) - 1e-5


def test_codes_that_depend_on_the_order_of_the_numbers_stay() -> None:
    labels = torch.tensor([[0, 0, 1, 2]])
    for seed in range(20):
        found = cheapest_labels(_chances(seed, 4), labels, [_problem([5, 5])], CONSTANTS, {2})
        assert found.equal(labels)


def test_labels_that_are_not_known_stay() -> None:
    labels = torch.tensor([[0, 0, -100, 2]])
    found = cheapest_labels(_chances(1, 4), labels, [_problem([5, 5])], CONSTANTS, NOTHING_MARKED)
    assert found.equal(labels)
