"""Attention: what of the text a number or a decoder looks at (equation 3)."""

import torch
from torch import Tensor, nn

NEVER = -1e9
"""The score of what is barred. Not minus infinity: where everything is barred, a softmax would
give NaN, and NaN gradients spread to all weights."""


class AdditiveAttention(nn.Module):
    """A context vector for each number: a weighted mean of the hidden states of the text."""

    def __init__(self, width: int, hidden: int, asking: int | None = None) -> None:
        """States of some `width`; the vectors that look at them may have another, `asking`."""
        super().__init__()
        self.of_number = nn.Linear(asking or width, hidden)
        self.of_token = nn.Linear(width, hidden, bias=False)
        self.score = nn.Linear(hidden, 1, bias=False)

    def forward(self, numbers: Tensor, states: Tensor, mask: Tensor) -> Tensor:
        """Contexts E of the numbers (B, M, w); padding of the text gets no weight."""
        return self.look(numbers, self.of_token(states), states, mask)

    def look(self, numbers: Tensor, keys: Tensor, states: Tensor, mask: Tensor) -> Tensor:
        """The contexts, with `keys = of_token(states)` computed once for many looks."""
        pairs = self.of_number(numbers)[:, :, None] + keys[:, None]
        scores = self.score(torch.tanh(pairs)).squeeze(-1)  # (B, M, T)
        return weighted(scores, states, mask)


def dot_attention(asking: Tensor, states: Tensor, mask: Tensor) -> Tensor:
    """Contexts (B, M, w) by the dot products of M vectors with the states (B, T, w)."""
    return weighted(asking @ states.transpose(1, 2), states, mask)


def weighted(scores: Tensor, states: Tensor, mask: Tensor) -> Tensor:
    """Means of the states (B, T, w), weighted by the softmax of scores (B, M, T)."""
    weights = scores.masked_fill(~mask[:, None], NEVER).softmax(-1)
    return weights @ states
