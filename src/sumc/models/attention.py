"""Additive attention: what of the text a number looks at (equations 3 to 6)."""

import torch
from torch import Tensor, nn

NEVER = -1e9


class AdditiveAttention(nn.Module):
    """A context vector for each number: a weighted mean of the hidden states of the text."""

    def __init__(self, width: int, hidden: int) -> None:
        super().__init__()
        self.of_number = nn.Linear(width, hidden)
        self.of_token = nn.Linear(width, hidden, bias=False)
        self.score = nn.Linear(hidden, 1, bias=False)

    def forward(self, numbers: Tensor, states: Tensor, mask: Tensor) -> Tensor:
        """Contexts E of the numbers (B, M, w); padding of the text gets no weight."""
        pairs = self.of_number(numbers)[:, :, None] + self.of_token(states)[:, None]
        scores = self.score(torch.tanh(pairs)).squeeze(-1)  # (B, M, T)
        weights = scores.masked_fill(~mask[:, None], NEVER).softmax(-1)
        context: Tensor = weights @ states
        return context
