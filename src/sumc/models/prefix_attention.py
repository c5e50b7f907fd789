"""A pretrained transformer that reads a text and continues it, as UniLM does.

The text sees all of itself; what comes after it sees the text and its own past. So the states of
the text do not depend on what follows. They are computed once, and what follows attends to the
keys and values that the text left in each layer:

             text      after        T tokens of text      S tokens after it
    text     x x x     . . .        read first, as by any encoder
             x x x     . . .
    after    x x x     x . .        read in a second pass, all at once in training,
             x x x     x x .        one by one in a search, with the same lines
             x x x     x x x

The weights stay where transformers has them; only attention is ours. That works for the families
of encoders that share BERT's layers, RoFormer's rotated queries and keys included.
"""

from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from sumc.errors import SettingsError

FAMILIES = ("bert", "roberta", "xlm-roberta", "electra", "roformer")
"""Kinds of configurations whose layers are built like BERT's."""
ROTATING = "roformer"


class Past(NamedTuple):
    """What a layer keeps of what was read: K tokens."""

    keys: Tensor  # (B, heads, K, d)
    values: Tensor  # (B, heads, K, d)


def check_family(network: Any) -> None:
    """Make sure that an encoder has the layers that this file expects."""
    kind = network.config.model_type
    if kind not in FAMILIES:
        mistake = f"expected an encoder of the kind {', '.join(FAMILIES)}, found {kind}"
        raise SettingsError("encoder.weights", [mistake])


def read_on(
    network: Any, embedded: Tensor, places: Tensor, segment: int, mask: Tensor, past: list[Past]
) -> tuple[Tensor, list[Past]]:
    """The states of Q tokens after K others, (B, Q, w), and what is kept of all K + Q.

    `embedded` (B, Q, e) are their embeddings, `places` (B, Q) count from the start of the text,
    `mask` (B, Q, K + Q) says what each of them sees; `past` is empty if there is nothing before.
    """
    config = network.config
    places = places.clamp(max=config.max_position_embeddings - 1 - _first_place(network))
    hidden = _embed(network, embedded, places, min(segment, config.type_vocab_size - 1))
    rotation = None
    if config.model_type == ROTATING:
        rotation = network.encoder.embed_positions.weight[places][:, None]  # (B, 1, Q, d)
    kept = []
    for number, layer in enumerate(network.encoder.layer):
        attention = getattr(layer.attention, "self")  # noqa: B009  # a name like Python's own
        before = past[number] if past else None
        seen, now = _attend(attention, hidden, mask, rotation, before)
        hidden = layer.attention.output(seen, hidden)
        hidden = layer.output(layer.intermediate(hidden), hidden)
        kept.append(now)
    return hidden, kept


def _first_place(network: Any) -> int:
    """RoBERTa's table of positions begins with rows for padding."""
    if "roberta" in network.config.model_type:
        return int(network.config.pad_token_id) + 1
    return 0


def _embed(network: Any, embedded: Tensor, places: Tensor, segment: int) -> Tensor:
    options = {"inputs_embeds": embedded, "token_type_ids": torch.full_like(places, segment)}
    if network.config.model_type != ROTATING:
        options["position_ids"] = places + _first_place(network)
    hidden: Tensor = network.embeddings(**options)
    if hasattr(network, "embeddings_project"):
        hidden = network.embeddings_project(hidden)
    return hidden


def _attend(
    attention: Any, hidden: Tensor, mask: Tensor, rotation: Tensor | None, before: Past | None
) -> tuple[Tensor, Past]:
    """What Q tokens see, (B, Q, w), and the keys and values of all tokens so far."""
    heads = attention.num_attention_heads
    layers = attention.query, attention.key, attention.value
    query, key, value = (_apart(layer(hidden), heads) for layer in layers)
    if rotation is not None:
        query, key = rotated(query, rotation), rotated(key, rotation)
        value = rotated(value, rotation) if attention.rotary_value else value
    if before is not None:
        key, value = torch.cat([before.keys, key], 2), torch.cat([before.values, value], 2)
    dropout = attention.dropout.p if attention.training else 0.0
    seen = functional.scaled_dot_product_attention(query, key, value, mask[:, None], dropout)
    return seen.transpose(1, 2).flatten(2), Past(key, value)


def _apart(states: Tensor, heads: int) -> Tensor:
    """(B, Q, heads * d) to (B, heads, Q, d)."""
    return states.view(*states.shape[:-1], heads, -1).transpose(1, 2)


def rotated(states: Tensor, table: Tensor) -> Tensor:
    """Pairs of values (a, b) turned to (a cos - b sin, b cos + a sin); a row of the table has all
    sines, then all cosines."""
    sines, cosines = (half.repeat_interleave(2, -1) for half in table.chunk(2, -1))
    crossed = torch.stack([-states[..., 1::2], states[..., ::2]], -1).flatten(-2)
    return states * cosines + crossed * sines
