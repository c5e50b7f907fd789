"""What every model promises, on small models with random weights."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
import torch

from models.small import (
    NAMES,
    PROBLEMS,
    batch_of,
    covered,
    labelled,
    small_model,
    small_settings,
)
from sumc.decoding.hypothesis import DEFAULT_SEARCH, Hypothesis, Search
from sumc.encoding.batches import Batch
from sumc.errors import PluginError, SettingsError
from sumc.models import Model, model_class
from sumc.models.loss import LossSum
from sumc.settings.models import MODELS
from sumc.solving.predictor import Predictor

DECODINGS = [(name, way) for name in NAMES for way in model_class(MODELS[name]).decodings]


def _said(hypotheses: Sequence[Hypothesis]) -> list[tuple[object, ...]]:
    return [(each.score, each.answer, each.symbols, each.evidence) for each in hypotheses]


def test_tests_compute_on_one_thread() -> None:
    """With two, one busy core makes these tests take longer than all others."""
    assert torch.get_num_threads() == 1


@pytest.mark.parametrize(("name", "decoding"), DECODINGS)
def test_every_problem_gets_hypotheses(name: str, decoding: str) -> None:
    problems = PROBLEMS[:8]
    model = small_model(name)
    found = model.hypotheses(batch_of(model, problems), Search(decoding))
    for problem, some in zip(problems, found, strict=True):
        assert [each.score for each in some] == sorted((e.score for e in some), reverse=True)
        for each in some:
            assert each.tree.evaluate(problem.values) == each.answer
            assert set(each.evidence) <= set(model.evidence)
        if decoding == "joint":
            assert some, "the joint decoder loses no problem"
    predictions = list(Predictor.of(model).predict(problems, Search(decoding)))
    for prediction in predictions:
        assert (prediction.answer is None) == (prediction.reason is not None)
        assert (prediction.answer is None) == (prediction.confidence == 0)
        assert 0 <= prediction.confidence <= 1


def test_batches_do_not_change_what_a_predictor_says() -> None:
    model = small_model("seq2code-joint")
    found = []
    for size in (1, 3, 64):
        model.batch_size = size
        found.append([each.answer for each in Predictor.of(model).predict(PROBLEMS[:20])])
    assert found[0] == found[1] == found[2]


def test_nothing_is_learned_while_a_model_is_asked() -> None:
    """Dropout would change what is said, and a gradient would fill the memory."""
    model = small_model("seq2code-joint").train()
    batch = batch_of(model, PROBLEMS[:4])
    first, second = (model.hypotheses(batch) for _ in range(2))
    assert list(map(_said, first)) == list(map(_said, second))
    assert model.training
    assert not model.eval().training
    model.hypotheses(batch)
    assert not model.training


@pytest.mark.parametrize("name", NAMES)
def test_a_model_can_learn_after_it_was_asked(name: str) -> None:
    """What it computes when it is asked must not be reused when it learns."""
    model = small_model(name).train()
    model.hypotheses(batch_of(model, PROBLEMS[:4]))
    model(labelled(model, covered(model, PROBLEMS[:8]))).mean().backward()
    assert any(each.grad is not None for each in model.parameters())


def test_a_model_knows_where_its_weights_went() -> None:
    model = small_model("seq2code-joint")
    assert model.device == torch.device("cpu")
    assert model.to("meta").device == torch.device("meta")


def test_a_model_goes_on_learning_after_an_error() -> None:
    model = small_model("seq2code-joint").train()
    with pytest.raises(AttributeError):
        model.hypotheses(None)  # type: ignore[arg-type]
    assert model.training


@pytest.mark.parametrize("name", NAMES)
def test_a_decoding_that_a_model_lacks_is_told_with_those_that_it_has(name: str) -> None:
    model = small_model(name)
    for known in ("", *model.decodings):
        model.check_decoding(known)
    with pytest.raises(SettingsError, match="guessing: unknown; this model has ") as caught:
        model.hypotheses(batch_of(model, PROBLEMS[:1]), Search("guessing"))
    assert all(way in str(caught.value) for way in model.decodings)


class Plain(Model):
    """A model with no more than it has to define."""

    def forward(self, batch: Batch) -> LossSum:
        raise AssertionError("it is asked, never trained")

    def predict(self, batch: Batch, search: Search) -> list[list[Hypothesis]]:
        return [[] for _ in batch.problems]


def _plain() -> Plain:
    other, settings = small_model("seq2code"), small_settings("seq2code")
    return Plain(settings.model, settings.encoder, other.encoding, other.codec)


def test_a_stage_is_judged_by_answers_unless_a_model_says_otherwise() -> None:
    model = _plain()
    assert model.judge_stage(labelled(model, covered(model)[:2])) is None
    assert model.stage == ""


def test_a_plain_model_has_one_decoding_and_one_kind_of_evidence() -> None:
    model = _plain()
    assert model.evidence == {"first": 1.0}
    model.check_decoding("")
    assert model.hypotheses(batch_of(model, PROBLEMS[:2]), DEFAULT_SEARCH) == [[], []]
    with pytest.raises(SettingsError, match="joint: unknown; this model has only its default"):
        model.check_decoding("joint")


CHANGES = {
    "seq2code": [(), ("codec.name=binary",)],
    "seq2code-joint": [
        (),
        ("model.r_drop=1.0",),
        ("model.refinement=false",),
        ("model.shapes=false", "model.interaction=0", "model.number_features=false"),
        ("codec.name=binary",),
    ],
}
CHANGED = [(name, changes) for name in NAMES for changes in CHANGES.get(name, [()])]


@pytest.mark.parametrize(("name", "changes"), CHANGED)
def test_learning_makes_the_loss_smaller(name: str, changes: tuple[str, ...]) -> None:
    model = small_model(name, "model.dropout=0.0", "encoder.dropout=0.0", *changes)
    batch = labelled(model, covered(model)[:16])
    optimizer = torch.optim.Adam(model.parameters(), 0.003 if name == "seq2code" else 0.02)
    before = model(batch).mean().item()
    for _ in range(30):
        optimizer.zero_grad()
        model(batch).mean().backward()
        optimizer.step()
    assert model(batch).mean().item() < 0.7 * before


@pytest.mark.parametrize(("name", "changes"), CHANGED)
@pytest.mark.parametrize("drawn", [(0.0, 0.0), (0.9, 0.1)], ids=["none given", "all given"])
def test_a_batch_split_in_two_has_the_totals_and_counts_of_the_whole(
    name: str,
    changes: tuple[str, ...],
    drawn: tuple[float, float],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Padding adds nothing, and a small part does not count more than a large one.

    Which codes are given to the second pass is drawn: first a share for every problem, then
    whether each number is one of them.
    """
    model = small_model(name, *changes)
    monkeypatch.setattr(torch, "rand", lambda *shape, device=None: _drawn(shape, *drawn))
    problems = sorted(covered(model)[:9], key=lambda problem: len(problem.text))
    whole = model(labelled(model, problems))
    parts = [model(labelled(model, some)) for some in (problems[:2], problems[2:])]
    for number, (total, count) in enumerate(zip(whole.totals, whole.counts, strict=True)):
        assert sum(part.counts[number] for part in parts) == count
        added = sum(part.totals[number].item() for part in parts)
        assert added == pytest.approx(total.item(), rel=1e-4, abs=1e-4)
    assert whole.mean().item() > 0


def _drawn(shape: tuple[object, ...], share: float, number: float) -> torch.Tensor:
    sizes = shape[0] if isinstance(shape[0], torch.Size) else torch.Size(shape)  # type: ignore[arg-type]
    return torch.full(sizes, share if sizes[-1] == 1 else number)


def test_the_network_of_another_package_that_is_missing_is_named() -> None:
    kind = replace(MODELS["seq2code"], name="theirs", network="no_such_package.models:Theirs")
    with pytest.raises(PluginError, match=r"the model 'theirs' .* no_such_package\.models:Theirs"):
        model_class(kind)
    with pytest.raises(PluginError, match="no attribute 'Theirs'"):
        model_class(replace(kind, network="sumc.models.seq2code:Theirs"))
