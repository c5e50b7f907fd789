"""StackDecoder: actions on a stack of vectors."""

from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="models need torch")

import torch
from torch import Tensor

from built_in import generated_dataset
from models.small import batch_of, labelled
from models.small_systems import (
    assert_batches_agree_with_single_problems,
    assert_beams_are_no_worse_than_greedy,
    assert_texts_of_ones_own_are_solved,
    facts_of_run,
    pens,
    share_learned,
    sharpened,
    small_system,
    train_and_stop,
)
from sumc.codecs import PostfixCodec
from sumc.decoding.hypothesis import Search
from sumc.models.stackdecoder import Reading, StackDecoder
from sumc.problems.problem import Problem
from sumc.settings.settings import Settings
from training.tiny import tiny_settings, write_problems

SMALL = ("model.name=stackdecoder", "model.hidden=8")


@pytest.fixture(name="problems", scope="module")
def _problems() -> Sequence[Problem]:
    """Problems in both languages."""
    everything = generated_dataset().problems
    return everything[:: len(everything) // 64][:64]


def _model(problems: Sequence[Problem], *overrides: str) -> StackDecoder:
    model = small_system(problems, *SMALL, *overrides)
    assert isinstance(model, StackDecoder)
    return model


def test_it_learns_64_problems_by_heart(problems: Sequence[Problem]) -> None:
    wide = ("encoder.embedding=32", "encoder.hidden=32", "model.hidden=32")
    model = _model(problems, *wide, "encoder.dropout=0", "model.dropout=0")
    assert share_learned(model, problems, steps=80, rate=0.01) > 0.9


def test_what_else_is_in_a_batch_makes_no_difference(problems: Sequence[Problem]) -> None:
    model = sharpened(_model(problems), seed=1)
    assert_batches_agree_with_single_problems(model, problems[:12])


@pytest.mark.parametrize("seed", range(6))
def test_a_beam_is_never_worse_than_greedy(problems: Sequence[Problem], seed: int) -> None:
    model = sharpened(_model(problems, "model.longest=9"), seed)
    assert_beams_are_no_worse_than_greedy(model, problems[:16])


# ---- an oracle that decodes one solution with nothing but formulas

OPERATORS, LEAVES = (0, 1), (2, 3, 4)
CODEC = PostfixCodec(("+", "-"), ("1",))


@pytest.fixture(name="tiny", scope="module")
def _tiny() -> StackDecoder:
    """A model of two operators and one constant, for problems of two numbers."""
    model = small_system([pens("n1")], *SMALL, "model.longest=5", codec=CODEC)
    assert isinstance(model, StackDecoder)
    return model


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


# ---- trainings and texts


@pytest.fixture(name="settings", scope="module")
def _settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    path = write_problems(tmp_path_factory.mktemp("data"))
    overrides = [*SMALL, "training.epochs=2", "encoder.dropout=0.3", "training.average=0.8"]
    return tiny_settings(path, overrides, without=("model.width", "model.attention"))


def test_stopped_and_resumed_it_ends_with_the_same_weights(
    settings: Settings, tmp_path: Path
) -> None:
    assert train_and_stop(settings, tmp_path / "whole", lambda step: False) == 0
    assert train_and_stop(settings, tmp_path / "parts", lambda step: step % 4 == 1) == 3
    assert facts_of_run(tmp_path / "parts") == facts_of_run(tmp_path / "whole")


def test_it_solves_texts_of_ones_own(settings: Settings, tmp_path: Path) -> None:
    train_and_stop(settings, tmp_path / "run", lambda step: False)
    assert_texts_of_ones_own_are_solved(tmp_path / "run")
