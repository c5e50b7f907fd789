"""The paper's model and ours: what they compute, beside slow versions of it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch

from models.small import PROBLEMS, as_kind, batch_of, covered, labelled, small_model
from sumc.codecs import MTreeCodes
from sumc.decoding.code_search import GREEDY, CodeScores, find_candidates
from sumc.decoding.hypothesis import Search
from sumc.decoding.second_pass import first_pass, joint_scores
from sumc.encoding.batches import Batch
from sumc.models.seq2code import SHARPNESS, Seq2Code
from sumc.models.seq2code_joint import Seq2CodeJoint


def _joint(*overrides: str) -> tuple[Seq2CodeJoint, MTreeCodes]:
    model = as_kind(Seq2CodeJoint, small_model("seq2code-joint", *overrides))
    assert isinstance(model.codec, MTreeCodes)
    return model, model.codec


def _paper() -> tuple[Seq2Code, MTreeCodes]:
    model = as_kind(Seq2Code, small_model("seq2code"))
    assert isinstance(model.codec, MTreeCodes)
    return model, model.codec


def test_the_papers_loss_is_the_mean_squared_error_of_the_counts() -> None:
    model, codec = _paper()
    problems = covered(model)[:3]
    batch = labelled(model, problems)
    outputs = model.counts(batch).detach().numpy()
    vectors = [codec.codebook.encode(codec.pairs(each), codec.slots(each)) for each in problems]
    errors = [
        (outputs[row, : len(counts)] - np.array(counts)) ** 2 for row, counts in enumerate(vectors)
    ]
    assert model(batch).mean().item() == pytest.approx(np.concatenate(errors).mean(), rel=1e-5)


def test_classes_near_the_counts_are_probable() -> None:
    """Joint decoding on top of the paper's counts: the nearer, the more probable."""
    model, codec = _paper()
    batch = batch_of(model, PROBLEMS[:2])
    with torch.no_grad():
        counts = model.counts(batch)
        scores = model.scores(batch)
    vectors = np.array(codec.class_vectors(), float)
    for row, found in zip(counts.numpy(), scores.classes, strict=True):
        for slot, chances in enumerate(found):
            near = -SHARPNESS * np.square(row[slot] - vectors).sum(1)
            expected = near - np.log(np.exp(near - near.max()).sum()) - near.max()
            assert chances == pytest.approx(expected, abs=1e-2)


def test_the_second_pass_scores_each_number_given_all_others() -> None:
    """The rows of many candidates at once give what one row at a time gives."""
    model, codec = _joint()
    problems = PROBLEMS[:4]
    batch = batch_of(model, problems)
    with torch.no_grad():
        states, *_ = model._read(batch)
        classify = model._classifier_of(states)
        scores = joint_scores(classify, batch.slots, model.unknown, label_smoothing=0.1)
        second_pass = scores.second_pass
        assert second_pass is not None
        found = [
            (number, candidate.classes)
            for number, some in enumerate(find_candidates(codec, problems, scores))
            for candidate in some[:3]
        ]
        assert len(found) == 12
        for (number, classes), score in zip(found, second_pass(found), strict=True):
            assert score == pytest.approx(_slowly(model, states, number, classes), 1e-4)


def _slowly(
    model: Seq2CodeJoint, states: torch.Tensor, number: int, classes: Sequence[int]
) -> float:
    total = 0.0
    for asked in range(len(classes)):
        given = [model.unknown if slot == asked else each for slot, each in enumerate(classes)]
        chances = _one_row(model, states[number], given)
        total += chances[asked, classes[asked]].item()
    return total


def _one_row(model: Seq2CodeJoint, states: torch.Tensor, given: Sequence[int]) -> torch.Tensor:
    """Log-probabilities of the classes of one problem's numbers when some classes are given."""
    size = len(given)
    every = torch.arange(size)[None]
    there = torch.ones(1, size, dtype=torch.bool)
    return model.classify(states, every[0], torch.tensor(given), every, there, every)[0]


def test_the_first_pass_is_a_row_in_which_nothing_is_given() -> None:
    model, _ = _joint()
    batch = batch_of(model, PROBLEMS[:3])
    with torch.no_grad():
        states, *_ = model._read(batch)
        found = first_pass(model._classifier_of(states), batch.slots, model.unknown)
        for number, rows in enumerate(found):
            expected = _one_row(model, states[number], [model.unknown] * len(rows))
            assert rows == pytest.approx(expected.numpy(), abs=1e-5)
            assert np.exp(rows).sum(1) == pytest.approx(np.ones(len(rows)), abs=1e-5)


def test_what_one_number_sees_depends_on_the_classes_of_the_others() -> None:
    """Only where numbers attend to each other."""
    for layers, differs in (("model.interaction=1", True), ("model.interaction=0", False)):
        model, _ = _joint(layers)
        torch.nn.init.normal_(model.given.weight)
        with torch.no_grad():
            states, *_ = model._read(batch_of(model, PROBLEMS[:1]))
            size = states.shape[1]
            alone = _one_row(model, states[0], [model.unknown] * size)[0]
            told = _one_row(model, states[0], [model.unknown, *[0] * (size - 1)])[0]
        assert (not torch.allclose(alone, told, atol=1e-4)) is differs


def test_states_and_shapes_do_not_see_padding() -> None:
    """Neither that of the text nor slots that do not exist."""
    model, codec = _joint()
    assert codec.shapes
    batch = batch_of(model, PROBLEMS[:1])
    with torch.no_grad():
        states, shapes, *_ = model._read(batch)
        again, again_shapes, *_ = model._read(_padded(batch, 3))
    assert shapes is not None
    assert again_shapes is not None
    assert torch.allclose(again[:, : states.shape[1]], states, atol=1e-6)
    assert torch.allclose(again_shapes, shapes, atol=1e-6)


def _padded(batch: Batch, more: int) -> Batch:
    """The batch with as many more tokens and slots that do not exist."""

    def pad(array: Any) -> Any:
        return np.pad(array, [(0, 0), (0, more), *[(0, 0)] * (array.ndim - 2)])

    return replace(
        batch,
        tokens=pad(batch.tokens),
        subwords=pad(batch.subwords),
        mask=pad(batch.mask),
        positions=pad(batch.positions),
        slots=pad(batch.slots),
        inputs={name: pad(array) for name, array in batch.inputs.items()},
    )


def test_the_shape_is_a_voice_of_its_own() -> None:
    model, codec = _joint()
    without, _ = _joint("model.shapes=false")
    batch = batch_of(model, PROBLEMS[:2])
    with torch.no_grad():
        _, shapes, *_ = model._read(batch)
        assert without._read(batch)[1] is None
    assert shapes is not None
    assert shapes.shape == (2, len(codec.shapes) + 1)
    assert shapes.exp().sum(1).numpy() == pytest.approx(np.ones(2), abs=1e-5)


def test_without_refinement_there_is_one_pass() -> None:
    model, _ = _joint("model.refinement=false")
    (found,) = model.hypotheses(batch_of(model, PROBLEMS[:1]))
    assert all(each.evidence["second"] == each.score for each in found)


def test_number_features_change_what_is_read() -> None:
    for setting, differs in (("true", True), ("false", False)):
        model, _ = _joint(f"model.number_features={setting}")
        batch = batch_of(model, PROBLEMS[:1])
        features = 1 - np.minimum(batch.inputs["number_features"], 1)
        with torch.no_grad():
            one, *_ = model._read(batch)
            two, *_ = model._read(replace(batch, inputs={"number_features": features}))
        assert (not torch.allclose(one, two, atol=1e-5)) is differs


def test_greedy_scores_have_no_second_pass() -> None:
    """`rounding` is the most probable class of every number."""
    model, codec = _joint()
    batch = batch_of(model, PROBLEMS[:4])
    with torch.no_grad():
        states, *_ = model._read(batch)
        scores = first_pass(model._classifier_of(states), batch.slots, model.unknown)
    expected = find_candidates(codec, PROBLEMS[:4], CodeScores(scores), GREEDY)
    found = model.hypotheses(batch, Search("rounding"))
    assert [[each.answer for each in some] for some in found] == [
        [each.hypothesis.answer for each in some] for some in expected
    ]
    assert all(len(some) <= 1 for some in found)
