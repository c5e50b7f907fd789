"""StackDecoder, beside an oracle that scores one solution with nothing but formulas."""

from collections.abc import Iterator, Sequence
from itertools import product

import pytest

pytest.importorskip("torch", reason="models need torch")

import torch
from torch import Tensor

from models.small import as_kind, batch_of, labelled, model_of, pens, sharpened
from sumc.codecs import PostfixCodec
from sumc.decoding.hypothesis import Search
from sumc.models.stackdecoder import Reading, StackDecoder

OPERATORS, LEAVES = (0, 1), (2, 3, 4)
CODEC = PostfixCodec(("+", "-"), ("1",))


@pytest.fixture(name="tiny", scope="module")
def _tiny() -> StackDecoder:
    """A model of two operators and one constant, for problems of two numbers."""
    model = model_of([pens("n1")], "stackdecoder", "model.longest=5", codec=CODEC)
    return as_kind(StackDecoder, model)


def _solutions() -> Iterator[tuple[int, ...]]:
    """All solutions of up to three leaves, in postfix order."""
    yield from ((leaf,) for leaf in LEAVES)
    for a, b, one in product(LEAVES, LEAVES, OPERATORS):
        yield a, b, one
        for c, other in product(LEAVES, OPERATORS):
            yield a, b, one, c, other
            yield c, a, b, one, other


@pytest.mark.parametrize("seed", range(3))
def test_a_wide_beam_finds_every_solution_with_its_probability(
    tiny: StackDecoder, seed: int
) -> None:
    asked = pens("n1")
    model = sharpened(tiny, seed)
    (found,) = model.hypotheses(batch_of(model, [asked]), Search("beam", 2_000))
    with torch.no_grad():
        text = model.read(batch_of(model, [asked]))
        slowly = {each: _score(model, text, each) for each in _solutions()}
    assert sum(map(_probability, slowly.values())) <= 1 + 1e-4
    wanted = sorted(slowly.values(), reverse=True)
    assert [each.score for each in found] == pytest.approx(wanted, abs=1e-3)
    best = max(slowly, key=lambda each: slowly[each])
    assert found[0].expression == model.codec.decode(best, asked)


def _probability(score: float) -> float:
    return float(torch.tensor(score).exp())


@pytest.mark.parametrize("seed", range(3))
def test_training_makes_the_probability_of_the_solutions_large(
    tiny: StackDecoder, seed: int
) -> None:
    """The loss of a batch is what the oracle says of each of its solutions."""
    model = sharpened(tiny, seed)
    batch = [pens(text) for text in ("n1+n2-1", "n2", "n1-(1+n2)", "n2-n1")]
    with torch.no_grad():
        loss = model(labelled(model, batch))
        total = 0.0
        for each in batch:
            symbols = model.codec.encode(each)
            assert isinstance(symbols, tuple)
            total -= _score(model, model.read(batch_of(model, [each])), symbols)
    assert float(sum(loss.totals)) == pytest.approx(total, rel=1e-4)
    assert loss.counts == (6 + 2 + 6 + 4, 3 + 1 + 3 + 2), "actions, and operands among them"


def _score(model: StackDecoder, text: Reading, symbols: Sequence[int]) -> float:
    """The log-probability of one solution of one text."""
    states, total = text.states[0], 0.0
    stack: list[Tensor] = []
    hidden = model.start(text)
    for symbol in (*symbols, None):
        nothing = torch.zeros_like(states[0])
        top, second = [nothing, nothing, *stack][:-3:-1]
        output, hidden = model.decoder.recurrent(top[None, None], hidden)
        parts = [output[0, 0], torch.cat([top, second]), _look(model, output[0, 0], states)]
        pushing = symbol is not None and symbol not in OPERATORS
        action = 3 if symbol is None else 2 if pushing else symbol
        possible = [2] + ([0, 1] if len(stack) > 1 else []) + ([3] if len(stack) == 1 else [])
        assert action in possible
        scores = model.decoder.action(_gated(parts, model.decoder.action_gates))
        total += float(scores[possible].log_softmax(0)[possible.index(action)])
        if symbol is not None and pushing:
            chances = _operands(model, parts, text.operands[0]).log_softmax(0)
            total += float(chances[symbol - len(OPERATORS)])
            stack.append(text.operands[0, symbol - len(OPERATORS)])
        elif symbol is not None:
            right, left = stack.pop(), stack.pop()
            stack.append(torch.tanh(model.decoder.transformers[symbol](torch.cat([right, left]))))
    return total


def _look(model: StackDecoder, output: Tensor, states: Tensor) -> Tensor:
    attention = model.decoder.attention
    asking = attention.of_number(output)
    scores = [attention.score(torch.tanh(asking + attention.of_token(each))) for each in states]
    weights = torch.cat(scores).softmax(0)
    return sum((w * s for w, s in zip(weights, states, strict=True)), torch.zeros_like(states[0]))


def _gated(parts: Sequence[Tensor], gates: torch.nn.Linear) -> Tensor:
    opened = torch.sigmoid(gates(torch.cat(list(parts))))
    return torch.cat([gate * part for gate, part in zip(opened, parts, strict=True)])


def _operands(model: StackDecoder, parts: Sequence[Tensor], operands: Tensor) -> Tensor:
    decoder = model.decoder
    asking = decoder.of_features(_gated(parts, decoder.operand_gates))
    scores = [decoder.operand_score(torch.tanh(asking + decoder.of_operand(e))) for e in operands]
    return torch.cat(scores)
