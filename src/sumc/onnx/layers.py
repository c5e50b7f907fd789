"""Layers of torch as operations of a graph; each gives what the layer gives when it predicts."""

import math

import torch
from torch import Tensor, nn

from sumc.models.attention import NEVER, AdditiveAttention
from sumc.onnx.graph import Array, Graph


def array(tensor: Tensor) -> Array:
    """The weights of a tensor as they are stored in a graph."""
    return tensor.detach().to("cpu", torch.float32).numpy()


def linear(graph: Graph, states: str, layer: nn.Linear) -> str:
    """What a linear layer gives."""
    bias = None if layer.bias is None else array(layer.bias)
    return graph.linear(states, array(layer.weight), bias)


def embedding(graph: Graph, places: str, layer: nn.Embedding) -> str:
    """What an embedding gives."""
    return graph.table(array(layer.weight), places)


def norm(graph: Graph, states: str, layer: nn.LayerNorm) -> str:
    """What a norm over the last axis gives."""
    return graph.norm(states, array(layer.weight), array(layer.bias), layer.eps)


def forbid(graph: Graph, allowed: str) -> str:
    """What is added to scores so that nothing is left of those that are not allowed."""
    return graph.apply("Where", allowed, graph.number(0.0), graph.number(NEVER))


def additive_attention(
    graph: Graph, numbers: str, states: str, mask: str, layer: AdditiveAttention
) -> str:
    """The context of every number: (B, M, w)."""
    number = graph.apply("Unsqueeze", linear(graph, numbers, layer.of_number), graph.integers(2))
    token = graph.apply("Unsqueeze", linear(graph, states, layer.of_token), graph.integers(1))
    pairs = graph.apply("Tanh", graph.apply("Add", number, token))  # (B, M, T, h)
    weight = graph.weight(array(layer.score.weight).T)
    scores = graph.apply("Squeeze", graph.apply("MatMul", pairs, weight), graph.integers(3))
    allowed = graph.apply("Unsqueeze", mask, graph.integers(1))
    scores = graph.apply("Add", scores, forbid(graph, allowed))  # (B, M, T)
    return graph.apply("MatMul", graph.apply("Softmax", scores, axis=-1), states)


def heads_apart(graph: Graph, states: str, heads: int) -> str:
    """(B, T, heads * d) to (B, heads, T, d)."""
    cut = graph.apply("Reshape", states, graph.integers(0, 0, heads, -1))
    return graph.apply("Transpose", cut, perm=[0, 2, 1, 3])


def attention_scores(graph: Graph, query: str, key: str, width: int) -> str:
    """How much every query wants of every key: (..., T, d) and (..., S, d) to (..., T, S)."""
    turned = graph.apply("Transpose", key, perm=[0, 1, 3, 2])
    scale = graph.number(1 / math.sqrt(width))
    return graph.apply("Mul", graph.apply("MatMul", query, turned), scale)


def attention_weights(graph: Graph, scores: str, forbidden: str) -> str:
    """How much every query gets of every key that is not forbidden."""
    return graph.apply("Softmax", graph.apply("Add", scores, forbidden), axis=-1)


def attend(graph: Graph, scores: str, forbidden: str, value: str) -> str:
    """What the queries get of the values: (B, heads, T, d) to (B, T, heads * d)."""
    weights = attention_weights(graph, scores, forbidden)
    found = graph.apply("MatMul", weights, value)
    turned = graph.apply("Transpose", found, perm=[0, 2, 1, 3])
    return graph.apply("Reshape", turned, graph.integers(0, 0, -1))


def projections(
    graph: Graph, states: str, layer: nn.TransformerEncoderLayer
) -> tuple[str, str, str]:
    """Queries, keys and values, (B, heads, T, d) each, in torch's layer with norms first."""
    attention = layer.self_attn
    weight, bias = array(attention.in_proj_weight), array(attention.in_proj_bias)
    projected = graph.linear(norm(graph, states, layer.norm1), weight, bias)
    query, key, value = (
        heads_apart(graph, each, attention.num_heads) for each in graph.split(projected, 3)
    )
    return query, key, value


def after_attention(
    graph: Graph, states: str, seen: str, layer: nn.TransformerEncoderLayer
) -> str:
    """What torch's layer gives for states when it is known what they have seen: (R, w)."""
    states = graph.apply("Add", states, linear(graph, seen, layer.self_attn.out_proj))
    inner = linear(graph, norm(graph, states, layer.norm2), layer.linear1)
    return graph.apply("Add", states, linear(graph, graph.apply("Relu", inner), layer.linear2))


def flat(graph: Graph, states: str, width: int) -> str:
    """(..., width) to (R, width): products of two axes are the fastest."""
    return graph.apply("Reshape", states, graph.integers(-1, width))


def take(graph: Graph, states: str, places: str) -> str:
    """The states at some places of each text: (B, T, w) and (B, M) to (B, M, w)."""
    return graph.apply(
        "GatherND", states, graph.apply("Unsqueeze", places, graph.integers(2)), batch_dims=1
    )
