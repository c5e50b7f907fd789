"""Attention between the numbers of a problem, where many rows have the same numbers in them."""

import torch
from torch import Tensor, nn
from torch.nn import functional

from sumc.models.attention import NEVER

HEADS = 4
"""It must divide the width; at the default of 256 each head has the usual 64 values."""
DROPOUT = 0.1


class Interaction(nn.Module):
    """Layers in which every number of a row sees the others of its row.

    A second pass asks about many rows that share most of their numbers. So N different numbers
    are given once, a row names M of them, and of each row A are asked for:

        numbers  a b c d       (N, w)
        rows     0 1 2, 0 3 2  (R, M)  the numbers a b c, and a d c
        asked    1, 1          (R, A)  b as it sees a and c, and d as it sees them
    """

    def __init__(self, width: int, layers: int) -> None:
        super().__init__()
        self.layers = nn.ModuleList(InteractionLayer(width) for _ in range(layers))

    def forward(self, numbers: Tensor, rows: Tensor, slots: Tensor, asked: Tensor) -> Tensor:
        """The numbers that are asked for, after they have seen the others: (R, A, w)."""
        for layer in self.layers[:-1]:
            numbers = layer(numbers, rows, slots, rows).flatten(0, 1)  # (RM, w)
            every = torch.arange(numbers.shape[0], device=rows.device)
            rows = every.view(rows.shape)  # none are shared
        places = rows.gather(1, asked)  # (R, A)
        if not self.layers:
            return numbers[places]
        found: Tensor = self.layers[-1](numbers, rows, slots, places)
        return found


class InteractionLayer(nn.Module):
    """A transformer layer with its norms first; it projects each of the N numbers once.

    The weights have the names that torch's own layer gives them.
    """

    def __init__(self, width: int) -> None:
        super().__init__()
        self.self_attn = nn.MultiheadAttention(width, HEADS, DROPOUT, batch_first=True)
        self.linear1 = nn.Linear(width, 2 * width)
        self.linear2 = nn.Linear(2 * width, width)
        self.norm1 = nn.LayerNorm(width)
        self.norm2 = nn.LayerNorm(width)
        self.dropout = nn.Dropout(DROPOUT)

    def forward(self, numbers: Tensor, rows: Tensor, slots: Tensor, places: Tensor) -> Tensor:
        """The numbers at some places (R, A), as they see those of their rows: (R, A, w)."""
        seen = self._attend(self.norm1(numbers), rows, slots, places)
        states = numbers[places] + self.dropout(self.self_attn.out_proj(seen))
        inner = self.dropout(functional.relu(self.linear1(self.norm2(states))))
        found: Tensor = states + self.dropout(self.linear2(inner))
        return found

    def _attend(self, numbers: Tensor, rows: Tensor, slots: Tensor, places: Tensor) -> Tensor:
        weight, bias = self.self_attn.in_proj_weight, self.self_attn.in_proj_bias
        query, key, value = functional.linear(numbers, weight, bias).chunk(3, -1)  # (N, w)
        query, key, value = heads(query[places]), heads(key[rows]), heads(value[rows])
        scores = query @ key.transpose(-1, -2) / self.self_attn.head_dim**0.5  # (R, h, A, M)
        weights = scores.masked_fill(~slots[:, None, None], NEVER).softmax(-1)
        seen = self.dropout(weights) @ value  # (R, h, A, d)
        joined: Tensor = seen.transpose(1, 2).flatten(2)
        return joined


def heads(states: Tensor) -> Tensor:
    """(R, M, heads * d) to (R, heads, M, d)."""
    apart = states.view(*states.shape[:-1], HEADS, states.shape[-1] // HEADS)
    return apart.transpose(1, 2)
