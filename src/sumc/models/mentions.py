"""Equal numbers in one text: which mention a solution means is for the model to decide.

    "Ann had 5 red and 5 blue pens and lost 5 of the red ones."

The published equation 5-5 names values, not places, and the alignment takes the first ones. Where
mentions of one value got different codes, any way of distributing these codes among them is
right, and the model is taught the one that it finds most likely. Where codes have marks (`*@`) all
stay as they are: the order of the numbers decides which group is marked.
"""

from collections.abc import Container, Sequence
from fractions import Fraction
from itertools import permutations

from torch import Tensor

from sumc.problems.problem import Problem

MOST = 4
"""The most mentions of one value that are reassigned: 24 ways."""


def cheapest_labels(
    chances: Tensor,
    labels: Tensor,
    problems: Sequence[Problem],
    constants: int,
    marked: Container[int],
) -> Tensor:
    """Labels (B, M) in which equal numbers have traded theirs as the log-probabilities (B, M, C)
    favour; the slots of the constants, which come first, and all other numbers keep theirs.

    `marked` are the classes whose codes depend on the order of the numbers.
    """
    changed = labels.clone()
    for row, problem in enumerate(problems):
        groups = _equal_numbers(problem, constants)
        if not groups or any(label in marked for label in labels[row].tolist()):
            continue
        for group in groups:
            some = labels[row, group]
            if bool((some >= 0).all()) and len(set(some.tolist())) > 1:
                changed[row, group] = _best_deal(chances[row, group].detach(), some)
    return changed


def _equal_numbers(problem: Problem, first: int) -> list[list[int]]:
    """The slots of numbers with the same value, where there are two to four of them."""
    groups: dict[Fraction, list[int]] = {}
    for slot, quantity in enumerate(problem.quantities, start=first):
        groups.setdefault(quantity.value, []).append(slot)
    return [group for group in groups.values() if 1 < len(group) <= MOST]


def _best_deal(chances: Tensor, labels: Tensor) -> Tensor:
    """The most likely order of the labels (K,), given the chances (K, C) of K numbers."""
    of_labels = chances[:, labels].tolist()  # (K, K), number by label
    deals = permutations(range(len(labels)))
    best = max(deals, key=lambda deal: sum(of_labels[i][k] for i, k in enumerate(deal)))
    return labels[list(best)]
