"""Constants that are asked of the whole text, and problems that cannot be answered."""

from dataclasses import replace

import pytest
import torch

from models.small import PROBLEMS, batch_of, covered, small_model
from models.tiny_bert import write_encoder
from sumc.decoding.calibration import Calibration
from sumc.decoding.hypothesis import UNANSWERABLE
from sumc.encoding.batches import collate
from sumc.errors import SettingsError
from sumc.models.seq2code_joint import Seq2CodeJoint
from sumc.settings.settings import load_settings
from sumc.solving.predictor import Predictor

QUERIES = ("encoder.kind=pretrained", "model.constants=queries", "model.refusal=true")


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Seq2CodeJoint:
    texts = [problem.text for problem in PROBLEMS]
    folder = write_encoder(tmp_path_factory.mktemp("bert"), texts)
    found = small_model("seq2code-joint", *QUERIES, f"encoder.weights={folder}")
    assert isinstance(found, Seq2CodeJoint)
    return found


def test_constants_are_no_tokens_but_have_slots(model: Seq2CodeJoint) -> None:
    problem = PROBLEMS[0]
    example = model.encoding.encode(problem)
    constants = len(model.codec.constants)
    assert constants >= 2
    assert example.positions[:constants].tolist() == [0] * constants
    assert len(example.positions) == constants + len(problem.quantities)
    assert example.positions[constants] > 0
    tokens = replace(model.encoding, queries=False).encode(problem)
    assert tokens.length == example.length + constants


def test_every_constant_has_a_state_of_its_own(model: Seq2CodeJoint) -> None:
    with torch.no_grad():
        states, *_ = model._read(batch_of(model, PROBLEMS[:1]))
    first, second = states[0, 0], states[0, 1]
    assert not torch.allclose(first, second, atol=1e-4)


def test_an_encoding_with_queries_comes_back_from_its_file(model: Seq2CodeJoint) -> None:
    again = type(model.encoding).from_json(model.encoding.to_json())
    assert again.queries
    assert again.encode(PROBLEMS[1]).tokens.tolist() == (
        model.encoding.encode(PROBLEMS[1]).tokens.tolist()
    )


def test_queries_need_a_pretrained_encoder() -> None:
    with pytest.raises(SettingsError, match=r"model\.constants: queries need a pretrained"):
        load_settings(None, ["model.constants=queries"])


def test_what_cannot_be_answered_teaches_refusal_alone(model: Seq2CodeJoint) -> None:
    """No class and no shape is right for it: only the odds get a gradient."""
    example = model.encoding.encode(
        replace(PROBLEMS[0], answerable=False), model.codec.unanswerable
    )
    batch = collate([example], model.codec)
    assert (batch.target.classes == -100).all()
    model.zero_grad()
    model(batch).mean().backward()
    assert model.classifier.weight.grad is None or not model.classifier.weight.grad.any()
    assert model.answerable is not None
    assert all(each.grad is not None and each.grad.any() for each in model.answerable.parameters())


def test_learning_to_refuse_works(model: Seq2CodeJoint) -> None:
    """Half of the problems cannot be answered; after some steps their odds are the lower ones."""
    known = covered(model)[:8]
    odd = [replace(problem, answerable=False) for problem in known[::2]]
    batch = collate(
        [model.encoding.encode(problem, model.codec.unanswerable) for problem in odd]
        + [model.encoding.encode(p, model.codec.encode(p)) for p in known[1::2]],
        model.codec,
    )
    optimizer = torch.optim.Adam(model.parameters(), 3e-3)
    for _ in range(60):
        optimizer.zero_grad()
        model(batch).mean().backward()
        optimizer.step()
    with torch.no_grad():
        odds = model.scores(batch).answerable
    assert odds is not None
    assert (odds[:4] < 0).all()
    assert (odds[4:] > 0).all()
    predictions = list(Predictor.of(model).predict([*odd, *known[1::2]]))
    assert [each.reason == UNANSWERABLE for each in predictions] == [True] * 4 + [False] * 4
    assert all(each.solves(problem) for each, problem in zip(predictions, odd, strict=False))


def test_a_refusal_is_wrong_for_a_problem_with_an_answer(model: Seq2CodeJoint) -> None:
    never = replace(Predictor.of(model), calibration=Calibration(floor=1e9))
    (prediction,) = never.predict(PROBLEMS[:1])
    assert prediction.reason == UNANSWERABLE
    assert not prediction.solves(PROBLEMS[0])
