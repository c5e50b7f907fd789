"""Beam search over trees that grow in prefix order."""

from collections.abc import Sequence

import torch
from torch import Tensor

from sumc.models.attention import NEVER
from sumc.models.beam_search import Found, beam_search
from sumc.models.tree_decoder import GoalDecoder, TextStates, TreeRow, TreeSession

__all__ = ["Found", "search_trees"]


def search_trees(
    decoder: GoalDecoder, text: TextStates, width: int, longest: int
) -> list[list[Found]]:
    """The most probable trees of every text by beam search, their symbols in prefix order.

    A tree never grows beyond `longest` symbols: once only its open places fit, they become leaves.
    """
    texts = len(text.goal)
    session = TreeSession(decoder, text, [TreeRow() for _ in range(texts)])
    return beam_search(_Trees(session, longest), texts, width)


class _Trees:
    """A `TreeSession` as beam search wants it."""

    def __init__(self, session: TreeSession, longest: int) -> None:
        self.session = session
        self.longest = longest

    def step(self) -> Tensor:
        """Log-probabilities of the next symbol of every tree: (R, V)."""
        chances = self.session.step()
        trees = self.session.trees
        full = [len(tree.symbols) + tree.missing + 2 > self.longest for tree in trees]
        operators = self.session.decoder.operators
        chances[torch.tensor(full, device=chances.device), :operators] = NEVER
        return chances

    def keep(self, rows: Sequence[int]) -> None:
        """Go on with some of the trees."""
        self.session.keep(rows, [self.session.trees[row].copy() for row in rows])

    def grow(self, symbols: Sequence[int]) -> Sequence[bool]:
        """Give every tree its next symbol; which are whole."""
        self.session.grow(symbols)
        return [tree.is_done for tree in self.session.trees]
