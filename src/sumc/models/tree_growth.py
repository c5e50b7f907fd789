"""Trees of the goal-driven decoder that grow symbol by symbol, many of them at once.

Each tree is a row of tensors: the goal of the node that comes next, and a stack of operators
whose children are not finished yet.

         *              after * n1 -, the next node is the left child of -
       /   \\
     n1     -           stack   *   its left child is finished: n1's vector is kept
           /  \\                 -   neither child is finished: the right one's goal is kept
         ?    ?

An operator is pushed. A leaf finishes all operators on top of the stack whose left child is
finished: they are joined and popped. What comes out is the left child of the operator below.
"""

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from sumc.models.encoders import take
from sumc.models.open_places import OpenPlaces
from sumc.models.rows import of_texts
from sumc.models.tree_decoder import GoalDecoder, TextStates


class _Next(NamedTuple):
    """The node of each tree that comes next."""

    goals: Tensor  # (R, h)
    siblings: Tensor  # (R, h), the vector of the left sibling
    is_right: Tensor  # (R,), whether there is a left sibling


class _Stack(NamedTuple):
    """The open operators of each tree, from the root down."""

    operators: Tensor  # (R, D)
    goals: Tensor  # (R, D, h), of the right children
    left: Tensor  # (R, D, h), the vectors of left children that are finished
    has_left: Tensor  # (R, D)
    depth: Tensor  # (R,), how many there are; what comes after is stale

    @classmethod
    def empty(cls, goals: Tensor) -> "_Stack":
        rows, width = goals.shape
        none = torch.zeros(rows, dtype=torch.long, device=goals.device)
        vectors = goals.new_zeros(rows, 0, width)
        return cls(none[:, None][:, :0], vectors, vectors, none[:, None][:, :0] > 0, none)

    def deeper(self) -> "_Stack":
        """The same with room for another operator on every stack."""
        return _Stack(
            functional.pad(self.operators, (0, 1)),
            functional.pad(self.goals, (0, 0, 0, 1)),
            functional.pad(self.left, (0, 0, 0, 1)),
            functional.pad(self.has_left, (0, 1)),
            self.depth,
        )


class TreeSession:
    """R trees of at most `longest` symbols for `beam_search`, at first one for each text."""

    def __init__(self, decoder: GoalDecoder, text: TextStates, longest: int) -> None:
        self.decoder = decoder
        self.text = text
        goals = text.goal
        self._places = OpenPlaces(len(goals), decoder.operators, longest, goals.device)
        self._texts = torch.arange(len(goals), device=goals.device)  # (R,)
        self._next = _Next(goals, torch.zeros_like(goals), self._texts < 0)
        self._stack = _Stack.empty(goals)
        self._nodes = self._contexts = goals  # (R, h)

    def step(self) -> Tensor:
        """Log-probabilities of the next symbol of every tree: (R, V)."""
        goals, siblings, is_right = self._next
        alone, after = self.decoder.first(goals), self.decoder.second(goals, siblings)
        nodes = torch.where(is_right[:, None], after, alone)[:, None]  # (R, 1, h)
        contexts = self.decoder.contexts(nodes, of_texts(self.text.tokens, self._texts))
        leaves = of_texts(self.text.leaves, self._texts)
        scores = self.decoder.scores(nodes, contexts, leaves)[:, 0]
        self._nodes, self._contexts = nodes[:, 0], contexts[:, 0]
        return self._places.allow(scores)

    def keep(self, rows: Sequence[int]) -> None:
        """Keep some of the trees, possibly one of them several times."""
        chosen = torch.tensor(rows, dtype=torch.long, device=self._texts.device)
        self._places.keep(chosen)
        self._texts = self._texts[chosen]
        self._next = _Next(*(each[chosen] for each in self._next))
        self._stack = _Stack(*(each[chosen] for each in self._stack))
        self._nodes, self._contexts = self._nodes[chosen], self._contexts[chosen]

    def grow(self, symbols: Sequence[int]) -> Sequence[bool]:
        """Give every tree its next symbol; return which trees are finished now."""
        chosen = torch.tensor(symbols, device=self._texts.device)
        is_operator = chosen < self.decoder.operators
        places = (chosen - self.decoder.operators).clamp(min=0)
        goals = self._open(is_operator, chosen)
        after = self._close(~is_operator, self.text.leaves.vectors[self._texts, places])
        self._next = _Next(
            torch.where(is_operator[:, None], goals, after.goals),
            after.siblings,
            after.is_right & ~is_operator,
        )
        return self._places.fill(chosen)

    def _open(self, is_operator: Tensor, symbols: Tensor) -> Tensor:
        """Push the operators; return the goals of their left children, (R, h), else zeros."""
        goals = torch.zeros_like(self._nodes)
        rows = is_operator.nonzero()[:, 0]
        if not len(rows):
            return goals
        nodes, contexts = self._nodes[rows], self._contexts[rows]
        left, right = self.decoder.child_goals(nodes, contexts, symbols[rows])
        goals[rows] = left
        top = self._stack.depth[rows]
        if top.max() == self._stack.operators.shape[1]:
            self._stack = self._stack.deeper()
        self._stack.operators[rows, top] = symbols[rows]
        self._stack.goals[rows, top] = right
        self._stack.has_left[rows, top] = False
        self._stack.depth[rows] += 1
        return goals

    def _close(self, is_leaf: Tensor, vectors: Tensor) -> _Next:
        """Finish the operators that leaves complete; return the right children that come next."""
        stack, top = self._stack, (self._stack.depth - 1).clamp(min=0)[:, None]
        if not stack.operators.shape[1]:  # nothing was ever opened
            return _Next(vectors, vectors, torch.zeros_like(is_leaf))
        vectors = vectors.clone()
        while True:
            waiting = is_leaf & (stack.depth > 0)
            rows = (waiting & stack.has_left.gather(1, top)[:, 0]).nonzero()[:, 0]
            if not len(rows):
                break
            places = rows, top[rows, 0]
            operators, left = stack.operators[places], stack.left[places]
            vectors[rows] = self.decoder.join(operators, left, vectors[rows])
            stack.depth[rows] -= 1
            top = (stack.depth - 1).clamp(min=0)[:, None]
        rows = waiting.nonzero()[:, 0]
        places = rows, top[rows, 0]
        stack.left[places] = vectors[rows]
        stack.has_left[places] = True
        return _Next(take(stack.goals, top)[:, 0], vectors, waiting)
