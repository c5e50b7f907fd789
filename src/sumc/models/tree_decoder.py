"""The goal-driven tree decoder of GTS (Xie and Sun, IJCAI 2019), shared by all that build on it.

A tree is decoded in prefix order. Every node has a goal, a vector that says what its subtree is
to achieve; an operator gives goals to its left and its right child; a finished subtree becomes
one vector, and the right child sees that of its left sibling before it chooses:

         *              goal of * -> goals of n1 and of -
       /   \\            n1 is finished: its vector goes into the goal of -
     n1     -           n3 is finished: so is -, whose vector joins n2 and n3
           /  \\          - is finished: so is *
         n2    n3

All problems of a batch are decoded together, a step at a time. What was computed is only ever
appended (`_Trace`), so that training and beam search run the same lines: rows differ only in
which of the earlier vectors they look up.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from sumc.models.attention import NEVER, AdditiveAttention
from sumc.models.encoders import take

Integers = np.ndarray[Any, np.dtype[np.int64]]


class TextStates(NamedTuple):
    """What a decoder looks at: B texts of T tokens, with C constants and M numbers as leaves."""

    goal: Tensor  # (B, h), that of the root
    states: Tensor  # (B, T, h)
    mask: Tensor  # (B, T)
    leaves: Tensor  # (B, C + M, h)
    is_leaf: Tensor  # (B, C + M)

    def rows(self, places: Tensor) -> "TextStates":
        """Some of the texts, perhaps one of them several times."""
        return TextStates(*(each[places] for each in self))


class GoalDecoder(nn.Module):
    """The networks of the decoder; sigma is the sigmoid, all gates are elementwise."""

    def __init__(
        self, width: int, operator_width: int, operators: int, attention: int, dropout: float
    ) -> None:
        super().__init__()
        self.operators = operators
        self.first = Gated(width, width)
        self.after_sibling = Gated(2 * width, width)
        self.attention = AdditiveAttention(width, attention)
        self.operator_scores = nn.Linear(2 * width, operators)
        self.leaf_hidden = nn.Linear(3 * width, width)
        self.leaf_score = nn.Linear(width, 1, bias=False)
        self.embedding = nn.Embedding(operators, operator_width)
        self.left_goal = Gated(2 * width + operator_width, width)
        self.right_goal = Gated(2 * width + operator_width, width)
        self.joined = Gated(2 * width + operator_width, width)
        self.dropout = nn.Dropout(dropout)

    def refresh(self, goals: Tensor, siblings: Tensor, has_sibling: Tensor) -> Tensor:
        """A node's state from its goal, and from its left sibling where that is finished."""
        alone = self.first(self.dropout(goals))
        after = self.after_sibling(self.dropout(torch.cat([siblings, goals], -1)))
        return torch.where(has_sibling[:, None], after, alone)  # (B, h)

    def contexts(self, nodes: Tensor, text: TextStates) -> Tensor:
        """What nodes look at in their texts: (B, h)."""
        seen: Tensor = self.attention(self.dropout(nodes)[:, None], text.states, text.mask)
        return seen[:, 0]

    def scores(self, nodes: Tensor, contexts: Tensor, text: TextStates) -> Tensor:
        """Log-probabilities of operators, constants and numbers: (B, V), one softmax over all."""
        both = self.dropout(torch.cat([nodes, contexts], -1))  # (B, 2h)
        leaves = self.dropout(text.leaves)
        pairs = torch.cat([both[:, None].expand(-1, leaves.shape[1], -1), leaves], -1)
        of_leaves = self.leaf_score(torch.tanh(self.leaf_hidden(pairs)))[..., 0]
        of_leaves = of_leaves.masked_fill(~text.is_leaf, NEVER)
        return torch.cat([self.operator_scores(both), of_leaves], -1).log_softmax(-1)

    def child_goals(
        self, nodes: Tensor, contexts: Tensor, symbols: Tensor
    ) -> tuple[Tensor, Tensor]:
        """The goals of the children of operators, left and right: (B, h) each."""
        operator = self.embedding(symbols.clamp(max=self.operators - 1))
        all_three = self.dropout(torch.cat([nodes, contexts, operator], -1))
        return self.left_goal(all_three), self.right_goal(all_three)

    def join(self, symbols: Tensor, left: Tensor, right: Tensor) -> Tensor:
        """One vector for a finished subtree: (B, h)."""
        operator = self.embedding(symbols.clamp(max=self.operators - 1))
        joined: Tensor = self.joined(self.dropout(torch.cat([operator, left, right], -1)))
        return joined


class Gated(nn.Module):
    """tanh(W x) * sigma(V x)."""

    def __init__(self, width: int, output: int) -> None:
        super().__init__()
        self.value = nn.Linear(width, output)
        self.gate = nn.Linear(width, output)

    def forward(self, states: Tensor) -> Tensor:
        """Values with their gates."""
        return torch.tanh(self.value(states)) * torch.sigmoid(self.gate(states))


@dataclass
class _Node:
    """An operator whose children are not finished yet."""

    step: int
    left: int = -1
    """The event of its left child's vector, once that is finished."""


@dataclass
class TreeRow:
    """A tree that grows in prefix order: which operators are open, and what comes next."""

    open: list[_Node] = field(default_factory=list)
    symbols: list[int] = field(default_factory=list)
    missing: int = 1
    """The places that must still be filled: an operator fills one and opens two."""

    @property
    def is_done(self) -> bool:
        """Whether the tree is whole."""
        return not self.missing

    @property
    def parent(self) -> int:
        """The step of the operator whose child comes next; -1 for the root."""
        return self.open[-1].step if self.open else -1

    @property
    def sibling(self) -> int:
        """The event of the finished left sibling of the node that comes next; -1 for none."""
        return self.open[-1].left if self.open else -1

    def copy(self) -> "TreeRow":
        """A row that can grow on its own."""
        opened = [_Node(each.step, each.left) for each in self.open]
        return TreeRow(opened, self.symbols.copy(), self.missing)


class _Trace:
    """The vectors of all steps so far. Events are finished subtrees: leaves and joined ones."""

    def __init__(self) -> None:
        self.left: list[Tensor] = []
        self.right: list[Tensor] = []
        self.events: list[Tensor] = []

    def rows(self, places: Tensor) -> None:
        """Keep some of the rows, perhaps one of them several times."""
        for vectors in (self.left, self.right, self.events):
            vectors[:] = [each[places] for each in vectors]


def lookup(vectors: Sequence[Tensor], places: Sequence[int]) -> Tensor:
    """For every row one of the vectors; a place of -1 gives the first, which nobody uses."""
    chosen = torch.tensor(places, device=vectors[0].device).clamp(min=0)
    return take(torch.stack(list(vectors), 1), chosen[:, None])[:, 0]


class TreeSession:
    """Rows of trees that grow together, a symbol at a time."""

    def __init__(self, decoder: GoalDecoder, text: TextStates, rows: list[TreeRow]) -> None:
        self.decoder = decoder
        self.text = text
        self.trees = rows
        self.joined: list[tuple[Tensor, Tensor]] = []
        """All joined subtrees, (B, h), and which rows really have one, (B,)."""
        self._trace = _Trace()
        self._nodes = self._contexts = text.goal

    def step(self) -> Tensor:
        """Log-probabilities of the next symbol of every row: (B, V)."""
        siblings = torch.tensor([row.sibling for row in self.trees], device=self.text.goal.device)
        goals, known = self._goals(), siblings >= 0
        events = self._trace.events
        before = lookup(events, siblings.tolist()) if events else torch.zeros_like(goals)
        self._nodes = self.decoder.refresh(goals, before, known)
        self._contexts = self.decoder.contexts(self._nodes, self.text)
        return self.decoder.scores(self._nodes, self._contexts, self.text)

    def _goals(self) -> Tensor:
        """The goal of the next node of every row: the root's, or one that its parent gave it."""
        if not self._trace.left:
            return self.text.goal
        parents = [row.parent for row in self.trees]
        is_right = torch.tensor([row.sibling >= 0 for row in self.trees])[:, None]
        left, right = (lookup(each, parents) for each in (self._trace.left, self._trace.right))
        return torch.where(is_right.to(left.device), right, left)

    def grow(self, symbols: Sequence[int]) -> None:
        """Give every row its next symbol; rows that are done get any, which changes nothing."""
        chosen = torch.tensor(symbols, device=self.text.goal.device)
        left, right = self.decoder.child_goals(self._nodes, self._contexts, chosen)
        self._trace.left.append(left)
        self._trace.right.append(right)
        leaf = (chosen - self.decoder.operators).clamp(min=0)
        self._trace.events.append(take(self.text.leaves, leaf[:, None])[:, 0])
        step, event = len(self._trace.left) - 1, len(self._trace.events) - 1
        pairs = zip(self.trees, symbols, strict=True)
        self._close([self._put(row, symbol, step, event) for row, symbol in pairs])

    def _put(self, row: TreeRow, symbol: int, step: int, event: int) -> int | None:
        """Give a row its next symbol; the event of a leaf that is finished with it."""
        if row.is_done:
            return None
        row.symbols.append(symbol)
        if symbol < self.decoder.operators:
            row.missing += 1
            row.open.append(_Node(step))
            return None
        row.missing -= 1
        return event

    def _close(self, finished: Sequence[int | None]) -> None:
        """Join the subtrees that a leaf finished, from the deepest up, all rows at once."""
        while True:
            pairs = zip(self.trees, finished, strict=True)
            joins = [_next_join(row, event) for row, event in pairs]
            if not any(joins):
                return
            finished = self._join(joins)

    def _join(self, joins: Sequence["_Join | None"]) -> list[int | None]:
        """Join the two sides of an operator in some rows; the events of what came out."""
        events, device = self._trace.events, self.text.goal.device
        wanted = [each or _Join(0, 0, 0) for each in joins]
        symbols = torch.tensor([each.operator for each in wanted], device=device)
        left, right = (
            lookup(events, [getattr(each, side) for each in wanted]) for side in ("left", "right")
        )
        vector = self.decoder.join(symbols, left, right)
        events.append(vector)
        self.joined.append((vector, torch.tensor([bool(each) for each in joins], device=device)))
        return [len(events) - 1 if each else None for each in joins]

    def keep(self, places: Sequence[int], trees: list[TreeRow]) -> None:
        """Go on with some of the rows, perhaps one of them several times."""
        chosen = torch.tensor(places, dtype=torch.long, device=self.text.goal.device)
        self.text = self.text.rows(chosen)
        self._trace.rows(chosen)
        self._nodes, self._contexts = self._nodes[chosen], self._contexts[chosen]
        self.trees = trees


class _Join(NamedTuple):
    """An operator, and the events of its two finished sides."""

    operator: int
    left: int
    right: int


def _next_join(row: TreeRow, event: int | None) -> _Join | None:
    """Note a finished subtree; if it was a right child, its operator is finished with it."""
    if event is None or not row.open:
        return None
    node = row.open[-1]
    if node.left < 0:
        node.left = event
        return None
    row.open.pop()
    return _Join(row.symbols[node.step], node.left, event)


def teach(decoder: GoalDecoder, text: TextStates, targets: Sequence[Sequence[int]]) -> "Lesson":
    """Grow given trees; what the decoder thinks of each of their symbols."""
    session = TreeSession(decoder, text, [TreeRow() for _ in targets])
    chances: list[Tensor] = []
    for step in range(max(map(len, targets))):
        symbols = [target[step] if step < len(target) else 0 for target in targets]
        there = torch.tensor([step < len(target) for target in targets], device=text.goal.device)
        wanted = torch.tensor(symbols, device=text.goal.device)
        chosen = session.step().gather(1, wanted[:, None])[:, 0]
        chances.append(torch.where(there, chosen, 0.0))
        session.grow(symbols)
    return Lesson(torch.stack(chances, 1), session.joined)


class Lesson(NamedTuple):
    """What came of growing given trees."""

    chances: Tensor  # (B, L), the log-probability of each symbol, 0 after the end
    joined: list[tuple[Tensor, Tensor]]
    """Vectors of joined subtrees, (B, h), and which rows really have one, (B,)."""
