"""SAU-Solver: subtrees are drawn towards what they look at in the text."""

import pytest

pytest.importorskip("torch", reason="models need torch")

import torch

from models.small import as_kind, labelled, model_of
from sumc.algebra.expression import Expression
from sumc.codecs import UniversalTreeCodec
from sumc.models.gts import symbol_loss
from sumc.models.sau import SAU
from sumc.problems.numbers import find_quantities
from sumc.problems.problem import Problem


def _problems() -> list[Problem]:
    solved = {
        "Ann has 3 pens and finds 4 more and loses 2. How many has she now?": "n1 n2 + n3 -",
        "Ben has 5 bags of 6 nuts. How many nuts?": "n1 n2 *",
        "Cleo has 7 hats. How many hats?": "n1",
    }
    return [
        Problem(text, text, "en", find_quantities(text), Expression(tuple(items.split())))
        for text, items in solved.items()
    ]


def _model(problems: list[Problem], *overrides: str) -> SAU:
    return as_kind(SAU, model_of(problems, "sau", *overrides))


def test_the_penalty_is_the_mean_squared_distance_of_every_joined_subtree() -> None:
    problems = _problems()
    model = _model(problems)
    batch = labelled(model, problems)
    loss = model(batch)
    assert loss.counts == (5 + 3 + 1, 2 + 1)
    text = model.read(batch)
    subtrees = model.teach(text, batch).subtrees
    layers, total = model.alignment, 0.0
    for vector, row in zip(subtrees.joined, subtrees.texts.tolist(), strict=True):
        states = text.tokens.states[row][text.tokens.mask[row]]  # without padding
        seen = layers.attention(vector[None, None], states[None], torch.ones(1, len(states)) > 0)
        gap = layers.of_text(seen[0, 0]) - layers.of_subtree(vector)
        total += gap.square().mean().item()
    assert loss.totals[1].item() == pytest.approx(0.01 * total, rel=1e-5)
    assert loss.totals[0].item() == pytest.approx(
        symbol_loss(model.teach(text, batch)).totals[0].item()
    )


def test_a_batch_of_lone_numbers_has_no_penalty_and_still_learns() -> None:
    problems = _problems()
    model = _model(problems)
    loss = model(labelled(model, problems[2:]))
    assert loss.counts == (1, 0)
    assert loss.totals[1].item() == 0
    loss.mean().backward()
    slope = model.decoder.leaf_score.weight.grad
    assert slope is not None
    assert slope.abs().sum() > 0


def test_without_weight_the_loss_is_that_of_gts() -> None:
    problems = _problems()
    model = _model(problems, "model.alignment=0")
    batch = labelled(model, problems)
    assert model(batch).mean().item() == pytest.approx(
        symbol_loss(model.teach(model.read(batch), batch)).mean().item()
    )


def test_unknowns_are_leaves_with_vectors_of_their_own() -> None:
    problems = _problems()
    model = _model(problems, "codec.with_unknown=true")
    codec = model.codec
    assert isinstance(codec, UniversalTreeCodec)
    assert codec.fixed[: codec.operator_count][:2] == (";", "=")
    assert model.constants.weight.shape[0] == len(codec.unknowns) + len(codec.constants)
    target = codec.encode(problems[1])
    assert isinstance(target, tuple)
    hypothesis = model.hypothesis(target, -1.0, problems[1])
    assert hypothesis is not None
    assert hypothesis.answer == 30
