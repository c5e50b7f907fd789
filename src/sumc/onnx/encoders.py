"""Encoders as operations of a graph: recurrent ones, and the pretrained BERT and RoFormer."""

from typing import Any

import numpy as np
from onnx import TensorProto
from torch import nn

from sumc.errors import ModelError
from sumc.models.encoders import BidirectionalLayer, RecurrentEncoder
from sumc.models.pretrained import PretrainedEncoder
from sumc.onnx.graph import Array, Graph
from sumc.onnx.layers import (
    array,
    attend,
    attention_scores,
    embedding,
    forbid,
    heads_apart,
    linear,
    norm,
)

Encoder = RecurrentEncoder | PretrainedEncoder

GATES = {"GRU": (1, 0, 2), "LSTM": (0, 3, 1, 2)}
"""Where torch has the gates that ONNX wants: of a GRU z, r, n; of an LSTM i, o, f, c."""
PRETRAINED = ("bert", "roformer")


def embed(graph: Graph, tokens: str, parts: str, encoder: Encoder) -> str:
    """The embeddings of the tokens: (B, T, e)."""
    if isinstance(encoder, PretrainedEncoder):
        return embedding(graph, tokens, encoder.network.get_input_embeddings())
    embedded = embedding(graph, tokens, encoder.embedding)
    if encoder.parts is None:
        return embedded
    total = graph.apply(
        "ReduceSum", embedding(graph, parts, encoder.parts), graph.integers(2), keepdims=0
    )
    present = graph.as_floats(graph.apply("Greater", parts, graph.integers(0)))
    count = graph.apply("ReduceSum", present, graph.integers(2), keepdims=1)
    mean = graph.apply("Div", total, graph.apply("Max", count, graph.number(1.0)))
    return graph.apply("Add", embedded, mean)


def encode(graph: Graph, embedded: str, mask: str, encoder: Encoder) -> str:
    """The hidden states of all tokens: (B, T, w)."""
    if isinstance(encoder, PretrainedEncoder):
        return _pretrained(graph, embedded, mask, encoder.network)
    return _recurrent(graph, embedded, mask, encoder)


def _recurrent(graph: Graph, embedded: str, mask: str, encoder: RecurrentEncoder) -> str:
    whole = graph.apply("Cast", mask, to=TensorProto.INT32)
    lengths = graph.apply("ReduceSum", whole, graph.integers(1), keepdims=0)
    states = graph.apply("Transpose", embedded, perm=[1, 0, 2])  # (T, B, e)
    for layer in encoder.layers:
        assert isinstance(layer, BidirectionalLayer)
        found = _bidirectional(graph, states, lengths, layer)  # (T, 2, B, d)
        turned = graph.apply("Transpose", found, perm=[0, 2, 1, 3])
        states = graph.apply("Reshape", turned, graph.integers(0, 0, -1))  # (T, B, 2d)
    return graph.apply("Transpose", states, perm=[1, 0, 2])


def _bidirectional(graph: Graph, states: str, lengths: str, layer: BidirectionalLayer) -> str:
    networks = (layer.forwards, layer.backwards)
    cell = "GRU" if isinstance(layer.forwards, nn.GRU) else "LSTM"
    as_in_torch: dict[str, Any] = {"linear_before_reset": 1} if cell == "GRU" else {}
    inputs, repeated, biases = (
        np.stack([_weights(network, names, GATES[cell]) for network in networks])
        for names in (("weight_ih_l0",), ("weight_hh_l0",), ("bias_ih_l0", "bias_hh_l0"))
    )
    return graph.apply(
        cell,
        states,
        graph.constant(inputs),
        graph.constant(repeated),
        graph.weight(biases),
        lengths,
        direction="bidirectional",
        hidden_size=layer.forwards.hidden_size,
        **as_in_torch,
    )


def _weights(network: Any, names: tuple[str, ...], order: tuple[int, ...]) -> Array:
    """Weights of a recurrent network with its gates in another order."""
    parts = [np.split(array(getattr(network, name)), len(order)) for name in names]
    return np.concatenate([gates[gate] for gates in parts for gate in order])


def _pretrained(graph: Graph, embedded: str, mask: str, network: Any) -> str:
    config = network.config
    if config.model_type not in PRETRAINED or config.hidden_act != "gelu":
        raise ModelError(
            f"an encoder of the kind {config.model_type!r} with {config.hidden_act!r} cannot be "
            f"exported; those with 'gelu' of these kinds can: {', '.join(PRETRAINED)}"
        )
    tables, rotation = network.embeddings, None
    always = array(tables.token_type_embeddings.weight)[0]
    states = graph.apply("Add", embedded, graph.weight(always))
    if config.model_type == "roformer":
        rotation = _rotation(graph, embedded, array(network.encoder.embed_positions.weight))
    else:
        positions = _first_rows(graph, array(tables.position_embeddings.weight), embedded)
        states = graph.apply("Add", states, positions)
    states = norm(graph, states, tables.LayerNorm)
    if hasattr(network, "embeddings_project"):
        states = linear(graph, states, network.embeddings_project)
    forbidden = forbid(graph, graph.apply("Unsqueeze", mask, graph.integers(1, 2)))
    for layer in network.encoder.layer:
        states = _transformer_layer(graph, states, forbidden, layer, rotation)
    return states


Rotation = tuple[str, str]
"""Cosines and signed sines by which RoFormer turns queries and keys, (T, d) each."""


def _transformer_layer(
    graph: Graph, states: str, forbidden: str, layer: Any, rotation: Rotation | None
) -> str:
    """A layer of BERT or RoFormer, whose norms come last: (B, T, w) to (B, T, w)."""
    attention, after = getattr(layer.attention, "self"), layer.attention.output  # noqa: B009
    weight, bias = (
        np.concatenate([array(getattr(each, name)) for each in _projections(attention)])
        for name in ("weight", "bias")
    )
    projected = graph.split(graph.linear(states, weight, bias), 3)
    query, key, value = (
        heads_apart(graph, each, attention.num_attention_heads) for each in projected
    )
    if rotation is not None:
        query, key = (_rotated(graph, each, rotation) for each in (query, key))
        value = _rotated(graph, value, rotation) if attention.rotary_value else value
    scores = attention_scores(graph, query, key, attention.attention_head_size)
    seen = linear(graph, attend(graph, scores, forbidden, value), after.dense)
    states = norm(graph, graph.apply("Add", seen, states), after.LayerNorm)
    inner = graph.apply("Gelu", linear(graph, states, layer.intermediate.dense))
    more = linear(graph, inner, layer.output.dense)
    return norm(graph, graph.apply("Add", more, states), layer.output.LayerNorm)


def _projections(attention: Any) -> tuple[nn.Linear, nn.Linear, nn.Linear]:
    return attention.query, attention.key, attention.value


def _first_rows(graph: Graph, table: Array, states: str) -> str:
    """As many rows of a table as the states have tokens: (T, ...)."""
    length = graph.apply("Shape", states, start=1, end=2)
    return graph.apply("Slice", graph.weight(table), graph.integers(0), length)


def _rotation(graph: Graph, states: str, table: Array) -> Rotation:
    """A position's row has its sines, then its cosines; each belongs to two values of a head."""
    sines, cosines = (np.repeat(half, 2, axis=1) for half in np.split(table, 2, axis=1))
    sines[:, ::2] *= -1
    return _first_rows(graph, cosines, states), _first_rows(graph, sines, states)


def _rotated(graph: Graph, states: str, rotation: Rotation) -> str:
    """Pairs of values (a, b) turned to (a cos - b sin, b cos + a sin): (B, heads, T, d)."""
    cosines, sines = rotation
    straight = graph.apply("Mul", states, cosines)
    pairs = graph.apply("Reshape", states, graph.integers(0, 0, 0, -1, 2))
    exchanged = graph.apply("Gather", pairs, graph.integers(1, 0), axis=4)
    crossed = graph.apply("Reshape", exchanged, graph.apply("Shape", states))
    return graph.apply("Add", straight, graph.apply("Mul", crossed, sines))
