"""Encoders: tokens to hidden states. A BiLSTM or BiGRU, and pretrained ones."""

import torch
from torch import Tensor, nn

from sumc.encoding.text import Words
from sumc.settings.encoders import RecurrentSettings

UNKNOWN = 1
"""The place of unknown tokens in a vocabulary."""


class RecurrentEncoder(nn.Module):
    """Embeddings and a bidirectional recurrent network (equation 1)."""

    def __init__(self, settings: RecurrentSettings, words: Words) -> None:
        super().__init__()
        self.embedding = nn.Embedding(len(words.tokens), settings.embedding, padding_idx=0)
        self.subwords: nn.Embedding | None = None
        if settings.subwords:
            self.subwords = nn.Embedding(len(words.subwords), settings.embedding, padding_idx=0)
        self.input_width = settings.embedding
        self.output_width = 2 * settings.hidden
        widths = [self.input_width] + [self.output_width] * (settings.layers - 1)
        self.layers = nn.ModuleList(
            BidirectionalLayer(settings.cell, width, settings.hidden) for width in widths
        )
        self.dropout = SharedDropout(settings.dropout)
        self.word_dropout = settings.word_dropout

    def embed(self, tokens: Tensor, subwords: Tensor, positions: Tensor) -> Tensor:
        """The embeddings of the tokens, each plus the mean of its subwords': (B, T, e)."""
        if self.training and self.word_dropout:
            forget = torch.rand(tokens.shape, device=tokens.device) < self.word_dropout
            forget = forget.scatter(1, positions, False) & (tokens > 0)
            tokens = tokens.masked_fill(forget, UNKNOWN)
        embedded: Tensor = self.embedding(tokens)
        if self.subwords is None:
            return embedded
        count = (subwords > 0).sum(-1, keepdim=True).clamp(min=1)
        mean: Tensor = self.subwords(subwords).sum(2) / count
        return embedded + mean

    def forward(self, embedded: Tensor, mask: Tensor) -> Tensor:
        """The hidden states H of all tokens: (B, T, 2d)."""
        hidden: Tensor = self.dropout(self.states(embedded, mask))
        return hidden

    def states(self, embedded: Tensor, mask: Tensor) -> Tensor:
        """The same without dropout after the last layer, for a model that applies its own."""
        hidden = embedded
        backwards = reversed_places(mask)
        for layer in self.layers:
            hidden = layer(self.dropout(hidden), backwards)
        return hidden


class SharedDropout(nn.Module):
    """Dropout that drops the same values of all tokens of a text, as suits recurrent networks."""

    def __init__(self, share: float) -> None:
        super().__init__()
        self.share = share

    def forward(self, states: Tensor) -> Tensor:
        """The states (B, T, w) with some of their w values dropped."""
        if not self.training or not self.share:
            return states
        kept = torch.rand(len(states), 1, states.shape[-1], device=states.device) >= self.share
        return states * (kept / (1 - self.share))


class BidirectionalLayer(nn.Module):
    """One recurrent layer in both directions, blind to padding.

    The second direction reads every text reversed within its own length, so padding comes last
    for both. That gives what packed sequences give, at two thirds of their cost on a CPU.
    """

    def __init__(self, cell: str, width: int, hidden: int) -> None:
        super().__init__()
        network = {"lstm": nn.LSTM, "gru": nn.GRU}[cell]
        self.forwards = network(width, hidden, batch_first=True)
        self.backwards = network(width, hidden, batch_first=True)

    def forward(self, states: Tensor, reversal: Tensor) -> Tensor:
        """States after both directions: (B, T, 2d)."""
        left = self.forwards(states)[0]
        right = self.backwards(take(states, reversal))[0]
        return torch.cat([left, take(right, reversal)], -1)


def reversed_places(mask: Tensor) -> Tensor:
    """For every token the place of its mirror image within its own text: (B, T)."""
    places = torch.arange(mask.shape[1], device=mask.device)
    mirrored = mask.sum(1, keepdim=True) - 1 - places
    return torch.where(mask, mirrored, places)


def take(states: Tensor, places: Tensor) -> Tensor:
    """The states at some places of each text: (B, T, w) and (B, M) to (B, M, w)."""
    return states.gather(1, of_all_values(places, states))


def of_all_values(places: Tensor, states: Tensor) -> Tensor:
    """Places (B, M) as `gather` and `scatter` need them, once for each value: (B, M, w)."""
    width = int(states.shape[-1])  # the same for every text, so that no graph computes it again
    return places[..., None].expand(-1, -1, width)


def last_states(states: Tensor, mask: Tensor) -> Tensor:
    """The states of both directions when they have read all of a text: (B, 2d)."""
    forwards, backwards = states.chunk(2, -1)
    last = mask.sum(1, keepdim=True) - 1
    return torch.cat([take(forwards, last)[:, 0], backwards[:, 0]], -1)
