"""Makes sure that symbols in prefix order become whole trees: every open place gets filled."""

import torch
from torch import Tensor

from sumc.models.attention import NEVER


class OpenPlaces:
    """How many places of trees that grow together are open: an operator fills one and opens two.

    A tree never grows beyond `longest` symbols: once only its open places fit, they become leaves.
    """

    def __init__(self, trees: int, operators: int, longest: int, device: torch.device) -> None:
        self.operators = operators
        self.longest = longest
        self.length = 0
        """Symbols of every tree so far."""
        self._open = torch.ones(trees, dtype=torch.long, device=device)

    def allow(self, scores: Tensor) -> Tensor:
        """The scores of next symbols (R, V), without operators where there is no room for them."""
        full = self.length + self._open + 2 > self.longest
        scores[:, : self.operators].masked_fill_(full[:, None], NEVER)
        return scores

    def keep(self, rows: Tensor) -> None:
        """Keep some of the trees, possibly one of them several times."""
        self._open = self._open[rows]

    def fill(self, symbols: Tensor) -> list[bool]:
        """Give every tree its next symbol; return which trees are whole now."""
        self._open = self._open + torch.where(symbols < self.operators, 1, -1)
        self.length += 1
        whole: list[bool] = (self._open == 0).tolist()
        return whole
