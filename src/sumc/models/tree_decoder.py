"""The goal-driven tree decoder of GTS (Xie and Sun, IJCAI 2019), shared by all that build on it.

A tree is decoded in prefix order. Every node has a goal, a vector that says what its subtree is
to achieve; an operator gives goals to its left and its right child; a finished subtree becomes
one vector, and the right child sees that of its left sibling before it chooses:

         *              goal of * -> goals of n1 and of -
       /   \\            n1 is finished: its vector goes into the goal of -
     n1     -           n3 is finished: so is -, whose vector joins n2 and n3
           /  \\          - is finished: so is *
         n2    n3

This file has the networks. `tree_teaching` runs them over known trees, all nodes of a depth at
once; `tree_growth` runs them over trees that grow symbol by symbol, for the search.
"""

from typing import NamedTuple

import torch
from torch import Tensor, nn

from sumc.models.attention import NEVER, AdditiveAttention
from sumc.models.loss import log_chances


class Tokens(NamedTuple):
    """B texts of T tokens."""

    states: Tensor  # (B, T, h)
    keys: Tensor  # (B, T, h), the states as attention compares them
    mask: Tensor  # (B, T)


class Leaves(NamedTuple):
    """What the leaves of B trees can be: C constants, then up to M numbers."""

    vectors: Tensor  # (B, C + M, h)
    keys: Tensor  # (B, C + M, h), the vectors as the scores compare them
    exist: Tensor  # (B, C + M)


class TextStates(NamedTuple):
    """What a decoder looks at."""

    goal: Tensor  # (B, h), that of the root
    tokens: Tokens
    leaves: Leaves


class GoalDecoder(nn.Module):
    """The networks of the decoder; dropout applies to the vectors that enter a layer,
    but for the states of tokens and the input of the score of leaves."""

    def __init__(self, width: int, operator_width: int, operators: int, dropout: float) -> None:
        super().__init__()
        self.operators = operators
        self.of_goal = Gated(width, width)
        self.of_goal_and_sibling = Gated(2 * width, width)
        self.attention = AdditiveAttention(width, width)
        self.operator_scores = nn.Linear(2 * width, operators)
        self.leaf_query = nn.Linear(2 * width, width)
        self.leaf_key = nn.Linear(width, width, bias=False)
        self.leaf_score = nn.Linear(width, 1, bias=False)
        self.embedding = nn.Embedding(operators, operator_width)
        self.of_children = Gated(2 * width + operator_width, 2 * width)
        self.of_subtree = Gated(2 * width + operator_width, width)
        self.dropout = nn.Dropout(dropout)

    def look_at(
        self, goal: Tensor, states: Tensor, mask: Tensor, leaves: Tensor, exist: Tensor
    ) -> TextStates:
        """Texts and leaves, with what does not change from node to node computed once."""
        tokens = Tokens(states, self.attention.of_token(states), mask)
        keys = self.leaf_key(self.dropout(leaves))
        return TextStates(goal, tokens, Leaves(leaves, keys, exist))

    def first(self, goals: Tensor) -> Tensor:
        """The states of nodes without a left sibling, from their goals: (..., h)."""
        nodes: Tensor = self.of_goal(self.dropout(goals))
        return nodes

    def second(self, goals: Tensor, siblings: Tensor) -> Tensor:
        """The states of right children, whose left siblings are finished: (..., h)."""
        both = torch.cat([siblings, goals], -1)
        nodes: Tensor = self.of_goal_and_sibling(self.dropout(both))
        return nodes

    def contexts(self, nodes: Tensor, tokens: Tokens) -> Tensor:
        """What W nodes of each tree look at in their text: (B, W, h)."""
        return self.attention.look(self.dropout(nodes), tokens.keys, tokens.states, tokens.mask)

    def scores(self, nodes: Tensor, contexts: Tensor, leaves: Leaves) -> Tensor:
        """Log-probabilities of operators, constants and numbers, one softmax over all: (B, W, V).

        A leaf has the score w tanh(U [node; context; leaf]). U is split in two, so that its
        products with a node and with a leaf are computed once and added for each pair.
        """
        both = self.dropout(torch.cat([nodes, contexts], -1))  # (B, W, 2h)
        pairs = self.leaf_query(both)[:, :, None] + leaves.keys[:, None]  # (B, W, C + M, h)
        of_leaves = self.leaf_score(torch.tanh(pairs))[..., 0]
        of_leaves = of_leaves.masked_fill(~leaves.exist[:, None], NEVER)
        return log_chances(torch.cat([self.operator_scores(both), of_leaves], -1))

    def child_goals(
        self, nodes: Tensor, contexts: Tensor, operators: Tensor
    ) -> tuple[Tensor, Tensor]:
        """The goals of the children of operators, left and right: (..., h) each."""
        all_three = torch.cat([nodes, contexts, self.embedding(operators)], -1)
        left, right = self.of_children(self.dropout(all_three)).chunk(2, -1)
        return left, right

    def join(self, operators: Tensor, left: Tensor, right: Tensor) -> Tensor:
        """One vector for a finished subtree: (..., h)."""
        all_three = torch.cat([self.embedding(operators), left, right], -1)
        joined: Tensor = self.of_subtree(self.dropout(all_three))
        return joined


class Gated(nn.Module):
    """tanh(W x) * sigmoid(V x), elementwise; W and V are one matrix."""

    def __init__(self, width: int, output: int) -> None:
        super().__init__()
        self.both = nn.Linear(width, 2 * output)

    def forward(self, states: Tensor) -> Tensor:
        """Values with their gates."""
        value, gate = self.both(states).chunk(2, -1)
        gated: Tensor = torch.tanh(value) * torch.sigmoid(gate)
        return gated
