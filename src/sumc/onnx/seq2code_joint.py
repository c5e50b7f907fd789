"""Our seq2code as two graphs: the reader sees a text once, the classifier numbers and codes.

The classifier runs twice: without any code given, and with the codes of candidates. Two graphs
in place of one keep its weights from being stored twice.
"""

import numpy as np
from onnx import ModelProto
from torch import nn

from sumc.encoding.number_features import FEATURE_SIZES
from sumc.encoding.tokens import PARTS
from sumc.models.attention import NEVER
from sumc.models.pretrained import PretrainedEncoder
from sumc.models.seq2code_joint import Seq2CodeJoint
from sumc.onnx.encoders import embed, encode
from sumc.onnx.graph import Graph
from sumc.onnx.layers import (
    additive_attention,
    after_attention,
    array,
    attend,
    attention_scores,
    attention_weights,
    embedding,
    flat,
    forbid,
    linear,
    norm,
    projections,
    take,
)


def reader_graph(model: Seq2CodeJoint, *, int8: bool) -> ModelProto:
    """Batches of texts to the states of their numbers, (B, M, w), and the shapes of the trees."""
    graph = Graph("reader", int8=int8)
    tokens = graph.input("tokens", np.int64, ("B", "T"))
    parts = graph.input("parts", np.int64, ("B", "T", PARTS))
    mask = graph.input("mask", np.bool_, ("B", "T"))
    positions = graph.input("positions", np.int64, ("B", "M"))
    slots = graph.input("slots", np.bool_, ("B", "M"))
    features = graph.input("features", np.int64, ("B", "M", len(FEATURE_SIZES)))

    embedded = embed(graph, tokens, parts, model.encoder)
    embedded = _with_numbers(graph, embedded, positions, slots, features, model)
    hidden = encode(graph, embedded, mask, model.encoder)
    numbers = take(graph, hidden, positions)
    context = additive_attention(graph, numbers, hidden, mask, model.attention)
    joined = graph.apply("Concat", context, numbers, axis=-1)
    states = linear(graph, joined, model.joined)
    if model.settings.number_features:
        described = _described(graph, features, model.described_again)
        states = graph.apply("Add", states, described)
    graph.output("states", states, np.float32, ("B", "M", model.settings.width))
    if model.shapes is not None:
        scores = _shape_scores(graph, states, slots, model)
        graph.output("shapes", scores, np.float32, ("B", model.shapes.out_features))
    return graph.model()


def _shape_scores(graph: Graph, states: str, slots: str, model: Seq2CodeJoint) -> str:
    """Log-probabilities of the shapes, from the mean and the largest values of all numbers."""
    there = graph.apply("Unsqueeze", slots, graph.integers(2))  # (B, M, 1)
    count = graph.apply("ReduceSum", graph.as_floats(there), graph.integers(1), keepdims=0)
    known = graph.apply("Where", there, states, graph.number(0.0))
    total = graph.apply("ReduceSum", known, graph.integers(1), keepdims=0)
    mean = graph.apply("Div", total, graph.apply("Max", count, graph.number(1.0)))
    known = graph.apply("Where", there, states, graph.number(NEVER))
    most = graph.apply("ReduceMax", known, graph.integers(1), keepdims=0)
    first, last = model.pooled[0], model.shapes
    assert isinstance(first, nn.Linear)
    assert last is not None
    pooled = linear(graph, graph.apply("Concat", mean, most, axis=-1), first)
    logits = linear(graph, graph.apply("Gelu", pooled), last)
    return graph.apply("LogSoftmax", logits, axis=-1)


def classifier_graph(model: Seq2CodeJoint, *, int8: bool) -> ModelProto:
    """Numbers with given classes, in rows, to the log-probabilities of the classes of some.

    Most rows of a second pass share their numbers. So N different numbers (a state of P, and a
    class that is given to it) are given once, and a row names M of them.
    """
    graph = Graph("classifier", int8=int8)
    states = graph.input("states", np.float32, ("P", model.settings.width))
    origins = graph.input("origins", np.int64, ("N",))
    given = graph.input("given", np.int64, ("N",))
    rows = graph.input("rows", np.int64, ("R", "M"))
    slots = graph.input("slots", np.bool_, ("R", "M"))
    asked = graph.input("asked", np.int64, ("R", "A"))

    own = graph.apply("Gather", states, origins)
    numbers = graph.apply("Add", own, embedding(graph, given, model.given))  # (N, w)
    chosen = _interact(graph, numbers, rows, slots, asked, model)  # (RA, w)
    logits = linear(graph, norm(graph, chosen, model.norm), model.classifier)
    scores = graph.apply("LogSoftmax", logits, axis=-1)
    shape = graph.apply("Concat", graph.apply("Shape", asked), graph.integers(-1), axis=0)
    scores = graph.apply("Reshape", scores, shape)
    graph.output("scores", scores, np.float32, ("R", "A", model.classifier.out_features))
    return graph.model()


def _interact(
    graph: Graph, numbers: str, rows: str, slots: str, asked: str, model: Seq2CodeJoint
) -> str:
    """The numbers that are asked for, after they have seen the others of their rows: (RA, w)."""
    width = model.settings.width
    layers = list(model.interaction.layers)[: model.settings.interaction]
    places = graph.apply("GatherElements", rows, asked, axis=1)
    if not layers:
        return flat(graph, graph.apply("Gather", numbers, places), width)
    first, *others = (each for each in layers if isinstance(each, nn.TransformerEncoderLayer))
    states = _first_layer(graph, numbers, rows, slots, rows if others else places, first)
    if not others:
        return states
    forbidden = forbid(graph, graph.apply("Unsqueeze", slots, graph.integers(1, 2)))
    shape = graph.apply("Concat", graph.apply("Shape", rows), graph.integers(width), axis=0)
    for layer in others:
        apart = graph.apply("Reshape", states, shape)  # (R, M, w)
        query, key, value = projections(graph, apart, layer)
        scores = attention_scores(graph, query, key, layer.self_attn.head_dim)
        seen = flat(graph, attend(graph, scores, forbidden, value), width)
        states = after_attention(graph, states, seen, layer)
    return flat(graph, take(graph, graph.apply("Reshape", states, shape), asked), width)


def _first_layer(
    graph: Graph,
    numbers: str,
    rows: str,
    slots: str,
    places: str,
    layer: nn.TransformerEncoderLayer,
) -> str:
    """The first layer for the numbers at some places of each row: (R, A) to (RA, w).

    All numbers look at all others at once, (N, N), and every row takes what it has of that.
    """
    together = graph.apply("Unsqueeze", numbers, graph.integers(0))  # (1, N, w)
    query, key, value = projections(graph, together, layer)
    scores = attention_scores(graph, query, key, layer.self_attn.head_dim)  # (1, h, N, N)
    scores = graph.apply("Gather", scores, places, axis=2)  # (1, h, R, A, N)
    forbidden = forbid(graph, _members(graph, numbers, rows, slots))  # (R, 1, N)
    weights = attention_weights(graph, scores, forbidden)
    size = graph.apply("Shape", numbers, start=0, end=1)
    heads = graph.integers(1, layer.self_attn.num_heads, -1)
    weights = graph.apply("Reshape", weights, graph.apply("Concat", heads, size, axis=0))
    seen = graph.apply("MatMul", weights, value)  # (1, h, RA, d)
    seen = graph.apply("Transpose", seen, perm=[0, 2, 1, 3])
    width = layer.self_attn.embed_dim
    own = flat(graph, graph.apply("Gather", numbers, places), width)
    return after_attention(graph, own, flat(graph, seen, width), layer)


def _members(graph: Graph, numbers: str, rows: str, slots: str) -> str:
    """Which of all numbers stand in each row: (R, 1, N)."""
    sizes = (graph.apply("Shape", each, start=0, end=1) for each in (rows, numbers))
    nobody = graph.apply("ConstantOfShape", graph.apply("Concat", *sizes, axis=0))
    there = graph.as_floats(slots)
    marked = graph.apply("ScatterElements", nobody, rows, there, axis=1, reduction="add")
    marked = graph.apply("Greater", marked, graph.number(0.0))
    return graph.apply("Unsqueeze", marked, graph.integers(1))


def _with_numbers(
    graph: Graph, embedded: str, positions: str, slots: str, features: str, model: Seq2CodeJoint
) -> str:
    """The embeddings of the text with those of its numbers at their places."""
    there = graph.apply("Unsqueeze", graph.as_floats(slots), graph.integers(2))
    added: list[str] = []
    if isinstance(model.encoder, PretrainedEncoder):
        embedded = _blanked(graph, embedded, positions, there)
        added.append(_markers(graph, positions, model.slots))
    if model.settings.number_features:
        added.append(_described(graph, features, model.described))
    if not added:
        return embedded
    values = graph.apply("Mul", graph.apply("Sum", *added), there)
    width = graph.integers(1, 1, model.encoder.input_width)
    places = graph.apply("Expand", graph.apply("Unsqueeze", positions, graph.integers(2)), width)
    return graph.apply("ScatterElements", embedded, places, values, axis=1, reduction="add")


def _blanked(graph: Graph, embedded: str, positions: str, there: str) -> str:
    """The embeddings with nothing at the places of the numbers that there are."""
    shape = graph.apply("Shape", embedded, start=0, end=2)
    zeros = graph.apply("ConstantOfShape", shape)
    marks = graph.apply("Squeeze", there, graph.integers(2))
    marked = graph.apply("ScatterElements", zeros, positions, marks, axis=1, reduction="add")
    kept = graph.apply("Sub", graph.number(1.0), marked)
    kept = graph.apply("Unsqueeze", kept, graph.integers(2))
    return graph.apply("Mul", embedded, kept)


def _markers(graph: Graph, positions: str, markers: nn.Embedding) -> str:
    """A marker for each slot: one for each constant, one for all numbers of the text."""
    count = graph.apply("Squeeze", graph.apply("Shape", positions, start=1, end=2))
    zero, one, last = (
        graph.weight(np.array(number, np.int64)) for number in (0, 1, markers.num_embeddings - 1)
    )
    kinds = graph.apply("Min", graph.apply("Range", zero, count, one), last)
    return embedding(graph, kinds, markers)


def _described(graph: Graph, features: str, tables: nn.ModuleList) -> str:
    """The sum of the embeddings of what the numbers are like."""
    found = []
    for number, table in enumerate(tables):
        assert isinstance(table, nn.Embedding)
        which = graph.apply("Gather", features, graph.weight(np.array(number)), axis=2)
        found.append(graph.table(array(table.weight), which))
    return graph.apply("Sum", *found)
