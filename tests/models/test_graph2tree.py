"""Graph2Tree: what its graph network passes on, and to whom."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

pytest.importorskip("torch", reason="models need torch")

import torch
from torch import Tensor

from models.small import PROBLEMS, as_kind, batch_of, small_model, small_settings
from sumc.errors import SettingsError
from sumc.models import build_model
from sumc.models.graph2tree import HEADS, Graph2Tree, GraphHead, GraphNetwork


def _heads(network: GraphNetwork) -> Iterator[tuple[GraphHead, int]]:
    """Every head, and the number of the graph that it sees."""
    for head, graph in zip(network.heads, HEADS, strict=True):
        assert isinstance(head, GraphHead)
        yield head, graph


def test_heads_do_what_the_paper_writes() -> None:
    """Against the formulas, token by token."""
    torch.manual_seed(0)
    network = GraphNetwork(8, 0.5).eval()
    states, graphs = torch.randn(2, 5, 8), (torch.rand(2, 2, 5, 5) < 0.4).float()
    found = network(states, graphs)
    for row in range(2):
        parts = []
        for head, graph in _heads(network):
            edges = graphs[row, graph]
            hidden = [torch.relu(head.first(_sum(edges[i], states[row]))) for i in range(5)]
            parts.append([head.second(_sum(edges[i], hidden)) for i in range(5)])
        for token in range(5):
            seen = network.norm(torch.cat([part[token] for part in parts]))
            joined = seen + states[row, token]
            wanted = network.feed_forward(joined) + joined
            assert torch.allclose(found[row, token], wanted, atol=1e-5)


def _sum(edges: Tensor, vectors: Iterable[Tensor]) -> Tensor:
    pairs = zip(edges, vectors, strict=True)
    return sum((edge * vector for edge, vector in pairs), torch.zeros(8))


def test_the_first_two_heads_see_one_graph_and_the_others_the_other() -> None:
    torch.manual_seed(0)
    network = GraphNetwork(8, 0.0)
    states, graphs = torch.randn(1, 4, 8), torch.eye(4).expand(1, 2, 4, 4).clone()
    before = [head(states, graphs[:, graph]) for head, graph in _heads(network)]
    graphs[0, 1, 0, 3] = 1
    after = [head(states, graphs[:, graph]) for head, graph in _heads(network)]
    changed = [not torch.equal(a, b) for a, b in zip(before, after, strict=True)]
    assert changed == [False, False, True, True]


def _model() -> Graph2Tree:
    return as_kind(Graph2Tree, small_model("graph2tree"))


@torch.no_grad()
def test_the_graphs_change_the_states_but_not_the_goal_of_the_root() -> None:
    model = _model()
    batch = batch_of(model, PROBLEMS[:3])
    none = {"quantity_graphs": batch.inputs["quantity_graphs"] & False}
    with_graphs, without = model.read(batch), model.read(replace(batch, inputs=none))
    assert torch.equal(with_graphs.goal, without.goal)
    assert not torch.allclose(with_graphs.tokens.states, without.tokens.states)
    assert not torch.allclose(with_graphs.leaves.vectors, without.leaves.vectors)


def test_a_width_that_four_heads_cannot_share_is_a_clear_error() -> None:
    settings = small_settings("graph2tree", "encoder.hidden=10")
    model = _model()
    with pytest.raises(SettingsError, match="expected a multiple of 4, found 10"):
        build_model(settings, model.encoding, model.codec)
