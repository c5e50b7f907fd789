"""GTS and GTS-PLM: how a text is read for the tree decoder."""

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="models need torch")

import torch

from built_in import generated_dataset
from models.tiny_bert import write_encoder
from sumc.codecs import PrefixCodec
from sumc.encoding.batches import Batch, collate
from sumc.models import build_model, learn_encoding, load_pretrained
from sumc.models.encoders import RecurrentEncoder
from sumc.models.gts import GTS
from sumc.models.transfer import start_from
from sumc.problems.problem import Problem
from sumc.settings.settings import load_settings

PROBLEMS = [each for each in generated_dataset().problems if each.language == "en"][:60]
RECURRENT = ("encoder.hidden=8", "encoder.embedding=8", "encoder.cell=gru", "encoder.layers=2")


def _model(*overrides: str, problems: list[Problem] = PROBLEMS) -> GTS:
    settings = load_settings(None, ["model.name=gts", *overrides])
    codec = PrefixCodec.learn(problems, settings.codec)
    torch.manual_seed(0)
    model = build_model(settings, learn_encoding(problems, settings, codec), codec)
    load_pretrained(model)
    assert isinstance(model, GTS)
    return model.eval()


def _batch(model: GTS, problems: list[Problem]) -> Batch:
    codec = model.codec
    return collate([model.encoding.encode(each, codec.encode(each)) for each in problems], codec)


def _covered(model: GTS) -> list[Problem]:
    return [problem for problem in PROBLEMS if model.codec.covers(problem)]


@torch.no_grad()
def test_the_goal_of_the_root_is_where_both_directions_end_without_padding() -> None:
    model = _model(*RECURRENT)
    problems = _covered(model)[:4]
    together = model.read(_batch(model, problems))
    for row, problem in enumerate(problems):
        batch = _batch(model, [problem])
        alone = model.read(batch)
        encoder = model.encoder
        assert isinstance(encoder, RecurrentEncoder)
        tokens, subwords, places, mask = (
            torch.from_numpy(each)
            for each in (batch.tokens, batch.subwords, batch.positions, batch.mask)
        )
        hidden = encoder(encoder.embed(tokens, subwords, places), mask)[0]
        wanted = hidden[-1, :8] + hidden[0, 8:]
        assert torch.allclose(alone.goal[0], wanted, atol=1e-6)
        assert torch.allclose(together.goal[row], wanted, atol=1e-6)


@torch.no_grad()
def test_numbers_are_the_states_of_their_tokens_and_constants_come_before_them() -> None:
    model = _model(*RECURRENT)
    problem = _covered(model)[0]
    text, batch = model.read(_batch(model, [problem])), _batch(model, [problem])
    constants = model.constant_count
    assert torch.equal(text.leaves.vectors[0, :constants], model.constants.weight)
    for slot, place in enumerate(batch.positions[0].tolist()):
        assert torch.equal(text.leaves.vectors[0, constants + slot], text.tokens.states[0, place])
    assert model.codec.symbols(problem)[model.codec.operator_count :][constants] == "n1"


def test_the_loss_is_the_sum_over_all_symbols_and_their_number() -> None:
    model = _model(*RECURRENT)
    problems = _covered(model)[:6]
    loss = model(_batch(model, problems))
    singles = [model(_batch(model, [problem])) for problem in problems]
    assert loss.counts == (sum(each.counts[0] for each in singles),)
    assert loss.totals[0].item() == pytest.approx(sum(each.totals[0].item() for each in singles))


@pytest.mark.parametrize("family", ["bert", "roformer"])
@torch.no_grad()
def test_a_pretrained_encoder_gives_states_goal_and_numbers(family: str, tmp_path: Path) -> None:
    texts = [problem.text for problem in PROBLEMS]
    encoder = write_encoder(tmp_path, texts, family=family)
    model = _model("encoder.kind=pretrained", f"encoder.weights={encoder}", "encoder.rate=0.1")
    for weight in model.encoder.parameters():  # random ones pay attention to everything alike
        weight.add_(0.3 * torch.randn_like(weight))
    problems = _covered(model)[:4]
    text = model.read(_batch(model, problems))
    assert torch.equal(text.goal, text.tokens.states[:, 0])
    first, second = text.leaves.vectors[0, model.constant_count :][:2]
    assert not torch.allclose(first, second, atol=1e-3), "numbers differ by where they are"
    slow, fast = model.parameter_groups()
    assert (slow["scale"], fast["scale"]) == (1.0, 0.1)
    assert len(model.hypotheses(_batch(model, problems))) == 4


def test_a_start_from_other_problems_keeps_the_operators_and_constants_that_both_know() -> None:
    sums = [p for p in PROBLEMS if p.expression and not {"*", "/"} & set(p.expression.items)]
    model, other = _model(*RECURRENT), _model(*RECURRENT, problems=sums)
    for weight in other.parameters():
        torch.nn.init.normal_(weight)
    assert other.codec.operators != model.codec.operators
    start_from(model, other)
    for number, operator in enumerate(model.codec.operators):
        if operator in other.codec.operators:
            theirs = other.decoder.embedding.weight[other.codec.operators.index(operator)]
            assert torch.equal(model.decoder.embedding.weight[number], theirs)
    for number, constant in enumerate(model.codec.constants):
        if constant in other.codec.constants:
            row = other.constants.weight[other.codec.constants.index(constant)]
            assert torch.equal(model.constants.weight[number], row)
    assert torch.equal(model.decoder.of_subtree.both.weight, other.decoder.of_subtree.both.weight)
