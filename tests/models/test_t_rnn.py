"""T-RNN: a template first, its operators afterwards."""

import math
from collections.abc import Iterator, Sequence
from itertools import product

import pytest

pytest.importorskip("torch", reason="models need torch")

import torch
from torch import Tensor

from models.small import PROBLEMS, as_kind, batch_of, covered, labelled, model_of, pens, sharpened
from sumc.codecs import TemplateCodec
from sumc.codecs.template import Template
from sumc.decoding.hypothesis import Search
from sumc.models.loss import LossSum
from sumc.models.t_rnn import TRNN, best_combinations
from sumc.problems.problem import Problem

SOME = PROBLEMS[:64]


def _model(problems: Sequence[Problem] = SOME, *overrides: str) -> TRNN:
    return as_kind(TRNN, model_of(problems, "t-rnn", *overrides))


def test_numbers_beyond_those_it_tells_apart_share_one_symbol() -> None:
    """A model with fewer symbols than a text has numbers still reads and learns it."""
    most = max(SOME, key=lambda each: len(each.quantities))
    assert len(most.quantities) > 2
    model = sharpened(_model(SOME, "model.numbers=2"), seed=3)
    for stage in ("template", "operators"):
        model.stage = stage
        loss: LossSum = model(labelled(model, [most]))
        assert 0 < loss.mean().item() < 1_000
    assert model.hypotheses(batch_of(model, [most]))[0]


def test_a_batch_without_operators_has_nothing_to_learn_in_the_second_stage() -> None:
    model = _model([pens("n1+n2"), pens("n2")])
    model.stage = "operators"
    loss: LossSum = model(labelled(model, [pens("n2")]))
    assert loss.counts == (0,)
    loss.mean().backward()  # type: ignore[no-untyped-call]  # torch has no types there
    assert loss.mean().item() == 0


def test_a_stage_learns_its_own_weights_alone() -> None:
    model = _model()
    for stage, own in (("template", ("encoder.", "templates.")), ("operators", ("operator",))):
        model.stage = stage
        model.zero_grad(set_to_none=True)
        model(labelled(model, SOME[:4])).mean().backward()
        learned = {name for name, weight in model.named_parameters() if weight.grad is not None}
        assert learned == {name for name, _ in model.named_parameters() if name.startswith(own)}


def test_the_stages_are_judged_by_templates_and_by_answers() -> None:
    model = sharpened(_model(), seed=2)
    problems = covered(model)[:40]
    batch = labelled(model, problems)
    best = [found[0][1] for found in model.find_templates(batch, 1)]
    wanted = [model.codec.encode(problem) for problem in problems]
    model.stage = "template"
    assert model.judge_stage(batch) == [
        isinstance(target, Template) and target.symbols == found
        for target, found in zip(wanted, best, strict=True)
    ]
    model.stage = "operators"
    assert model.judge_stage(batch) is None


# ---- oracles that do one thing at a time

OPERATORS, LEAVES = (0, 1), (1, 2, 3)
CODEC = TemplateCodec(("+", "-"), ("1",))


@pytest.fixture(name="tiny", scope="module")
def _tiny() -> TRNN:
    """A model of two operators and one constant, for problems of two numbers."""
    return as_kind(TRNN, model_of([pens("n1")], "t-rnn", "model.longest=5", codec=CODEC))


def _templates() -> Iterator[tuple[int, ...]]:
    """All templates of up to three leaves, in postfix order; 0 is the unknown operator."""
    yield from ((leaf,) for leaf in LEAVES)
    for a, b in product(LEAVES, LEAVES):
        yield a, b, 0
        yield from ((a, b, 0, c, 0) for c in LEAVES)
        yield from ((c, a, b, 0, 0) for c in LEAVES)


@pytest.mark.parametrize("seed", range(3))
def test_a_wide_beam_finds_every_solution_with_its_probability(tiny: TRNN, seed: int) -> None:
    asked = pens("n1")
    model = sharpened(tiny, seed)
    (found,) = model.hypotheses(batch_of(model, [asked]), Search("beam", 2_000))
    with torch.no_grad():
        slowly = {
            Template(symbols, operators): score
            for symbols in _templates()
            for operators, score in _scores(model, asked, symbols)
        }
    assert sum(map(math.exp, slowly.values())) <= 1 + 1e-4
    wanted = sorted(slowly.values(), reverse=True)
    assert [each.score for each in found] == pytest.approx(wanted, abs=1e-3)
    best = max(slowly, key=lambda each: slowly[each])
    assert found[0].expression == model.codec.decode(best, asked)


@pytest.mark.parametrize("seed", range(3))
def test_training_makes_the_probability_of_the_solutions_large(tiny: TRNN, seed: int) -> None:
    """The losses of both stages are what the oracles say of each solution of a batch."""
    model = sharpened(tiny, seed)
    batch = [pens(text) for text in ("n1-n2-1", "n2", "n2-(n1-1)", "1-n1")]
    with torch.no_grad():
        losses = []
        for stage in ("template", "operators"):
            model.stage = stage
            losses.append(model(labelled(model, batch)))
        total = 0.0
        for each in batch:
            target = model.codec.encode(each)
            assert isinstance(target, Template)
            total -= dict(_scores(model, each, target.symbols))[target.operators]
    assert float(sum(loss.totals[0] for loss in losses)) == pytest.approx(total, rel=1e-4)
    assert [loss.counts for loss in losses] == [(6 + 2 + 6 + 4,), (2 + 2 + 1,)]


def _scores(
    model: TRNN, asked: Problem, symbols: Sequence[int]
) -> Iterator[tuple[tuple[int, ...], float]]:
    """All operators for a template, with the log-probability of both together."""
    chances = _operator_chances(model, asked, symbols)
    template = _template_score(model, asked, symbols)
    for operators in product(OPERATORS, repeat=len(chances)):
        pairs = zip(chances, operators, strict=True)
        yield operators, template + sum(float(row[each]) for row, each in pairs)


def _template_score(model: TRNN, asked: Problem, symbols: Sequence[int]) -> float:
    """The log-probability of a template: the decoder of the paper, one step at a time."""
    text, decoder = model.read(batch_of(model, [asked])), model.templates
    state, before, depth, total = decoder.start(text), decoder.boundary, 0, 0.0
    end = len(LEAVES) + 1
    outputs = [*range(end), decoder.boundary]
    for symbol in (*symbols, end):
        shown = decoder.embedding(torch.tensor([[before]]))
        output, state = decoder.recurrent(shown, state)
        scores = decoder.output(torch.tanh(decoder.combine(_look(output[0, 0], text.states[0]))))
        possible = [*LEAVES] + ([0] if depth > 1 else []) + ([end] if depth == 1 else [])
        chances = scores[[outputs[each] for each in possible]].log_softmax(0)
        total += float(chances[possible.index(symbol)])
        before, depth = symbol, depth + (1 if symbol else -1)
    return total


def _look(asking: Tensor, states: Tensor) -> Tensor:
    """What dot products find in the states, and who asked."""
    weights = torch.stack([asking @ state for state in states]).softmax(0)
    seen = sum((w * s for w, s in zip(weights, states, strict=True)), torch.zeros_like(asking))
    return torch.cat([seen, asking])


def _operator_chances(model: TRNN, asked: Problem, symbols: Sequence[int]) -> list[Tensor]:
    """The log-probabilities of the operators of a template: one vector on a stack at a time."""
    batch, network = batch_of(model, [asked]), model.operators
    states = model._encode(model.operator_encoder, batch)[0]
    numbers = [states[place] for place in batch.positions[0]]
    vectors = [torch.tanh(network.of_number(_look(number, states))) for number in numbers]
    leaves = [*network.constants, *vectors]
    stack: list[Tensor] = []
    chances = []
    for symbol in symbols:
        if symbol:
            stack.append(leaves[symbol - 1])
            continue
        right, left = stack.pop(), stack.pop()
        stack.append(torch.relu(network.node(torch.cat([left, right]))))
        chances.append(network.operator(stack[-1]).log_softmax(0))
    return chances


def test_the_best_combinations_are_those_of_all_combinations() -> None:
    generator = torch.Generator().manual_seed(0)
    for size in range(5):
        rows = torch.randn(size, 3, generator=generator).tolist()
        everything = [
            (sum(row[each] for row, each in zip(rows, choice, strict=True)), choice)
            for choice in product(range(3), repeat=size)
        ]
        for count in (1, 4, 500):
            best = best_combinations(rows, count)
            wanted = sorted(everything, reverse=True)[:count]
            assert [choice for _, choice in best] == [choice for _, choice in wanted]
            assert [score for score, _ in best] == pytest.approx([score for score, _ in wanted])
