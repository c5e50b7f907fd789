"""GTS and GTS-PLM: how a text is read for the tree decoder."""

from collections.abc import Sequence
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="models need torch")

import torch

from models.small import PROBLEMS, as_kind, covered, labelled, model_of
from models.tiny_bert import write_encoder
from sumc.models.encoders import RecurrentEncoder
from sumc.models.gts import GTS
from sumc.models.transfer import start_from
from sumc.problems.problem import Problem


def _model(*overrides: str, problems: Sequence[Problem] = PROBLEMS) -> GTS:
    return as_kind(GTS, model_of(problems, "gts", *overrides))


@torch.no_grad()
def test_the_goal_of_the_root_is_where_both_directions_end_without_padding() -> None:
    model = _model()
    problems = covered(model)[:4]
    together = model.read(labelled(model, problems))
    for row, problem in enumerate(problems):
        batch = labelled(model, [problem])
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
    model = _model()
    problem = covered(model)[0]
    text, batch = model.read(labelled(model, [problem])), labelled(model, [problem])
    constants = model.constant_count
    assert torch.equal(text.leaves.vectors[0, :constants], model.constants.weight)
    for slot, place in enumerate(batch.positions[0].tolist()):
        assert torch.equal(text.leaves.vectors[0, constants + slot], text.tokens.states[0, place])
    assert model.codec.symbols(problem)[model.codec.operator_count :][constants] == "n1"


def test_the_loss_is_the_sum_over_all_symbols_and_their_number() -> None:
    model = _model()
    problems = covered(model)[:6]
    loss = model(labelled(model, problems))
    singles = [model(labelled(model, [problem])) for problem in problems]
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
    problems = covered(model)[:4]
    text = model.read(labelled(model, problems))
    assert torch.equal(text.goal, text.tokens.states[:, 0])
    first, second = text.leaves.vectors[0, model.constant_count :][:2]
    assert not torch.allclose(first, second, atol=1e-3), "numbers differ by where they are"
    slow, fast = model.parameter_groups()
    assert (slow["scale"], fast["scale"]) == (1.0, 0.1)
    assert len(model.hypotheses(labelled(model, problems))) == 4


def test_a_start_from_other_problems_keeps_the_operators_and_constants_that_both_know() -> None:
    sums = [p for p in PROBLEMS if p.expression and not {"*", "/"} & set(p.expression.items)]
    model, other = _model(), _model(problems=sums)
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
