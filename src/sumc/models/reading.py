"""Build the encoder that settings ask for, and put numbers at their places in the text."""

import torch
from torch import Tensor, nn

from sumc.encoding.text import TextEncoding
from sumc.models.encoders import RecurrentEncoder, of_all_values
from sumc.models.pretrained import PretrainedEncoder, build_network
from sumc.settings.encoders import EncoderSettings, RecurrentSettings

Encoder = RecurrentEncoder | PretrainedEncoder


def build_encoder(settings: EncoderSettings, encoding: TextEncoding) -> Encoder:
    """The encoder that the settings ask for, with fresh weights."""
    if isinstance(settings, RecurrentSettings):
        assert encoding.words is not None
        return RecurrentEncoder(settings, encoding.words)
    assert encoding.encoder is not None
    network = build_network(encoding.encoder)
    if settings.recompute:
        network.gradient_checkpointing_enable({"use_reentrant": False})
    return PretrainedEncoder(network, settings.frozen_layers, settings.dropout)


def slot_markers(encoder: Encoder, count: int = 1) -> nn.Embedding:
    """Fresh markers: one for each constant, if any are marked, and one for all numbers.

    In a pretrained encoder they are no larger than the embeddings of pieces: larger ones would
    outweigh the embeddings of their positions, and all numbers of a text would look the same.
    """
    markers = nn.Embedding(count, encoder.input_width)
    if isinstance(encoder, PretrainedEncoder):
        nn.init.normal_(markers.weight, std=encoder.network.config.initializer_range)
    return markers


def mark_numbers(
    embedded: Tensor, positions: Tensor, slots: Tensor, markers: nn.Embedding
) -> Tensor:
    """The embeddings with a marker of our own at each slot: one for each constant, one for all
    numbers of the text (a pretrained vocabulary would cut a number into many pieces)."""
    last = markers.num_embeddings - 1
    kinds = torch.arange(positions.shape[1], device=positions.device).clamp(max=last)
    marked = markers(kinds).expand(positions.shape[0], -1, -1)
    return replace_at(embedded, positions, slots, marked)


def replace_at(states: Tensor, positions: Tensor, slots: Tensor, values: Tensor) -> Tensor:
    """The states with other values at the positions of the slots that exist."""
    spare = states.shape[1]  # slots that do not exist write to a place that is cut off again
    places = of_all_values(torch.where(slots, positions, spare), states)
    longer = torch.cat([states, torch.zeros_like(states[:, :1])], 1)
    return longer.scatter(1, places, values)[:, :-1]
