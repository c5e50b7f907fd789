"""Teacher forcing for the tree decoder: known trees, all nodes of a depth at once.

In a known tree no node has to wait for another. The vectors of subtrees depend on leaves and
operators alone, so they are computed from the leaves up; goals depend on the parent and on the
vector of the left sibling, so they are computed from the root down; and all nodes of all trees
are scored together:

       *       height 2, depth 0      subtree vectors   n1 n2 n3, then -, then *
      / \\                             goals             *, then n1 and -, then n2 and n3
    n1   -     height 1, depth 1
        / \\
      n2   n3  height 0, depth 2

So a batch of 64 trees takes as many rounds as the deepest has levels, not as the longest has
symbols, and computes nothing for trees that are shorter than others.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from sumc.models.rows import of_texts
from sumc.models.tree_decoder import GoalDecoder, TextStates

Integers = np.ndarray[Any, np.dtype[np.int64]]


class Trees(NamedTuple):
    """The nodes of several trees, numbered in sequence, every tree in prefix order: (N,) each."""

    symbols: Integers
    texts: Integers
    """The row of the text that a node's tree belongs to."""
    left: Integers
    """The node that is the left child; -1 for leaves."""
    right: Integers
    heights: Integers
    """0 for leaves."""


def read_trees(targets: Sequence[Sequence[int]], operators: int) -> Trees:
    """Whole trees in prefix order; symbols below `operators` have two children.

    >>> read_trees([(1, 7, 0, 8, 9)], 2).right.tolist()
    [2, -1, 4, -1, -1]
    """
    symbols = np.array([symbol for target in targets for symbol in target], np.int64)
    texts = np.repeat(np.arange(len(targets)), [len(target) for target in targets])
    left, right, heights = ([-1] * len(symbols), [-1] * len(symbols), [0] * len(symbols))
    finished: list[int] = []  # subtrees right of the current node, the nearest last
    for node in range(len(symbols) - 1, -1, -1):
        if symbols[node] < operators:
            left[node], right[node] = finished.pop(), finished.pop()
            heights[node] = 1 + max(heights[left[node]], heights[right[node]])
        finished.append(node)
    return Trees(symbols, texts, np.array(left), np.array(right), np.array(heights))


class Lesson(NamedTuple):
    """What the decoder gives for known trees."""

    scores: Tensor  # (N, V), log-probabilities of the symbols of every node
    symbols: Tensor  # (N,), those that the trees have
    texts: Tensor  # (N,), the text of each node
    subtrees: "Subtrees"

    @property
    def chances(self) -> Tensor:
        """The log-probability of every symbol that the trees have: (N,)."""
        return self.scores.gather(1, self.symbols[:, None])[:, 0]


def teach(decoder: GoalDecoder, text: TextStates, targets: Sequence[Sequence[int]]) -> Lesson:
    """Score every node of one known tree for each text, given the other nodes."""
    trees = read_trees(targets, decoder.operators)
    subtrees = join_subtrees(decoder, text, trees)
    order, nodes, contexts = _descend(decoder, text, trees, subtrees)
    texts = _tensor(trees.texts[order], text)
    scores = decoder.scores(nodes[:, None], contexts[:, None], of_texts(text.leaves, texts))[:, 0]
    return Lesson(scores, _tensor(trees.symbols[order], text), texts, subtrees)


class Subtrees(NamedTuple):
    """The vectors of all subtrees, leaves first, then by height."""

    vectors: Tensor  # (N, h)
    places: Integers  # (N,), which of the vectors a node's subtree has
    texts: Tensor  # (J,), the texts of the J subtrees that are more than a leaf

    @property
    def joined(self) -> Tensor:
        """The vectors of the subtrees that are more than a leaf: (J, h)."""
        return self.vectors[len(self.vectors) - len(self.texts) :]


def join_subtrees(decoder: GoalDecoder, text: TextStates, trees: Trees) -> Subtrees:
    """One vector for every subtree, from the leaves up."""
    order = np.argsort(trees.heights, kind="stable")
    places = np.empty_like(order)
    places[order] = np.arange(len(order))
    ends = np.cumsum(np.bincount(trees.heights))
    leaves, inner = order[: ends[0]], np.split(order, ends)[1:-1]
    vectors = text.leaves.vectors[
        _tensor(trees.texts[leaves], text),
        _tensor(trees.symbols[leaves] - decoder.operators, text),
    ]
    for nodes in inner:  # of one height
        left, right = (_tensor(places[side[nodes]], text) for side in (trees.left, trees.right))
        operators = _tensor(trees.symbols[nodes], text)
        joined = decoder.join(operators, vectors[left], vectors[right])
        vectors = torch.cat([vectors, joined])
    return Subtrees(vectors, places, _tensor(trees.texts[order[ends[0] :]], text))


def _descend(
    decoder: GoalDecoder, text: TextStates, trees: Trees, subtrees: Subtrees
) -> tuple[Integers, Tensor, Tensor]:
    """The nodes by depth, their states and their contexts."""
    level = np.unique(trees.texts, return_index=True)[1]  # the first node of a tree is its root
    nodes = decoder.first(text.goal)
    found: list[tuple[Integers, Tensor, Tensor]] = []
    while True:
        tokens = of_texts(text.tokens, _tensor(trees.texts[level], text)) if found else text.tokens
        contexts = decoder.contexts(nodes[:, None], tokens)[:, 0]
        found.append((level, nodes, contexts))
        inner = np.flatnonzero(trees.left[level] >= 0)
        if not len(inner):
            break
        places, above = _tensor(inner, text), level[inner]
        operators = _tensor(trees.symbols[above], text)
        goals = decoder.child_goals(nodes[places], contexts[places], operators)
        siblings = subtrees.vectors[_tensor(subtrees.places[trees.left[above]], text)]
        nodes = torch.cat([decoder.first(goals[0]), decoder.second(goals[1], siblings)])
        level = np.concatenate([trees.left[above], trees.right[above]])
    order, states, seen = zip(*found, strict=True)
    return np.concatenate(order), torch.cat(states), torch.cat(seen)


def _tensor(array: Integers, text: TextStates) -> Tensor:
    return torch.from_numpy(array).to(text.goal.device)
