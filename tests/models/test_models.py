"""What every model promises, on small models with random weights."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from sumc.decoding.code_search import find_candidates
from sumc.encoding.batches import Batch, collate
from sumc.encoding.features import Features, FeatureSettings
from sumc.errors import SettingsError
from sumc.models import MODELS, Model, ModelSettings, build_model, learn_features
from sumc.models.seq2code_joint import Seq2CodeJoint
from sumc.models.transfer import start_from
from sumc.problems.datasets import load_dataset
from sumc.problems.problem import Problem

PROBLEMS = load_dataset("generated").problems[:120]
SMALL = ModelSettings(embedding=8, hidden=8, width=8, layers=2)
NAMES = sorted(MODELS)


@pytest.fixture(scope="module")
def features() -> Features:
    return Features.learn(PROBLEMS, FeatureSettings())


@pytest.fixture(scope="module")
def bert(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A tiny pretrained encoder in a folder, with random weights and BERT's own files."""
    transformers = pytest.importorskip("transformers", reason='needs pip install "sumc[plm]"')
    folder = tmp_path_factory.mktemp("bert")
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "how", "many", "the", "?", "有", "多"]
    (folder / "vocab.txt").write_text("\n".join(words), encoding="utf-8")
    shape = {"hidden_size": 8, "num_hidden_layers": 2, "num_attention_heads": 2}
    torch.manual_seed(0)
    config = transformers.BertConfig(vocab_size=len(words), intermediate_size=8, **shape)
    transformers.BertModel(config).save_pretrained(folder)
    return str(folder)


def _settings(name: str, **changes: object) -> ModelSettings:
    return replace(SMALL, name=name, **changes)  # type: ignore[arg-type]


def _model(name: str, features: Features, **changes: object) -> Model:
    torch.manual_seed(0)
    return build_model(_settings(name, **changes), features).eval()


def _batch(features: Features, problems: Sequence[Problem], labelled: bool = False) -> Batch:
    return collate([features.example(problem, labelled=labelled) for problem in problems])


def _covered(features: Features) -> list[Problem]:
    return [problem for problem in PROBLEMS if features.target.covers(problem)]


@pytest.mark.parametrize("decoding", ["joint", "rounding"])
@pytest.mark.parametrize("name", NAMES)
def test_every_problem_gets_a_prediction(name: str, decoding: str, features: Features) -> None:
    problems = PROBLEMS[:8]
    predictions = _model(name, features).predict(_batch(features, problems), decoding)
    for problem, prediction in zip(problems, predictions, strict=True):
        assert len(prediction.codes) == len(features.target.slots(problem))
        assert (prediction.answer is None) == (prediction.reason is not None)
        if prediction.tree is not None:
            assert prediction.tree.evaluate(problem.values) == prediction.answer
        if decoding == "joint":
            assert prediction.answer is not None, "the joint decoder loses no problem"
            assert 0 < prediction.confidence <= 1


@pytest.mark.parametrize("name", NAMES)
def test_a_prediction_does_not_depend_on_the_rest_of_the_batch(
    name: str, features: Features
) -> None:
    model = _model(name, features)
    lengths = [features.example(p, labelled=False).length for p in PROBLEMS[:30]]
    short, long = PROBLEMS[int(np.argmin(lengths))], PROBLEMS[int(np.argmax(lengths))]
    together = model.predict(_batch(features, [short, long]))[0]
    alone = model.predict(_batch(features, [short]))[0]
    assert (alone.codes, alone.answer) == (together.codes, together.answer)
    assert alone.score == pytest.approx(together.score, abs=1e-4)


@pytest.mark.parametrize("changes", [{}, {"r_drop": 1.0}, {"refinement": False}])
@pytest.mark.parametrize("name", NAMES)
def test_learning_makes_the_loss_smaller(
    name: str, changes: dict[str, object], features: Features
) -> None:
    model = _model(name, features, dropout=0.0, **changes)
    batch = _batch(features, _covered(features)[:16], labelled=True)
    optimizer = torch.optim.Adam(model.parameters(), 0.02 if "joint" in name else 0.003)
    before = model.loss(batch).item()
    for _ in range(30):
        optimizer.zero_grad()
        model.loss(batch).backward()  # type: ignore[no-untyped-call]
        optimizer.step()
    assert model.loss(batch).item() < 0.7 * before


def test_the_papers_loss_is_the_mean_squared_error_of_the_counts(features: Features) -> None:
    model = _model("seq2code", features)
    problems = _covered(features)[:3]
    batch = _batch(features, problems, labelled=True)
    outputs = model(batch).detach().numpy()
    errors = [
        (outputs[row, : len(counts)] - np.array(counts)) ** 2
        for row, counts in enumerate(map(features.target.encode, problems))
    ]
    assert model.loss(batch).item() == pytest.approx(np.concatenate(errors).mean(), rel=1e-5)


def test_the_second_pass_scores_each_number_given_all_others(features: Features) -> None:
    """The rows of many candidates at once give what one row at a time gives."""
    model = _model("seq2code-joint", features)
    assert isinstance(model, Seq2CodeJoint)
    batch = _batch(features, PROBLEMS[:4])
    with torch.no_grad():
        states, _ = model._read(batch)
        scores = model.score(batch)
        second_pass = scores.second_pass
        assert second_pass is not None
        found = [
            (number, candidate)
            for number, some in enumerate(find_candidates(features.target, PROBLEMS[:4], scores))
            for candidate in some[:3]
        ]
        for (number, candidate), score in zip(found, second_pass(found), strict=True):
            assert score == pytest.approx(_slowly(model, states, number, candidate.classes), 1e-4)


def _slowly(
    model: Seq2CodeJoint, states: torch.Tensor, number: int, classes: tuple[int, ...]
) -> float:
    size, total = len(classes), 0.0
    for asked in range(size):
        given = [model.unknown if slot == asked else each for slot, each in enumerate(classes)]
        every = torch.arange(size)
        slots = torch.ones(1, size, dtype=torch.bool)
        scores = model.classify(
            states[number], every, torch.tensor(given), every[None], slots, torch.tensor([[asked]])
        )
        total += scores[0, 0, classes[asked]].item()
    return total


@pytest.mark.parametrize("name", NAMES)
def test_pretrained_encoders_are_read_from_a_folder(name: str, bert: str) -> None:
    settings = _settings(name, encoder="pretrained", pretrained=bert, encoder_rate=0.1)
    features = learn_features(PROBLEMS, FeatureSettings(), settings)
    model = build_model(settings, features, pretrained=True).eval()
    assert all(each.answer is not None for each in model.predict(_batch(features, PROBLEMS[:4])))
    fresh, own = model.parameter_groups()
    assert (fresh["scale"], own["scale"]) == (1.0, 0.1)
    assert len(own["params"]) > 20


def test_a_model_is_rebuilt_from_its_features_without_the_encoders_folder(bert: str) -> None:
    settings = _settings("seq2code-joint", encoder="pretrained", pretrained=bert)
    features = learn_features(PROBLEMS, FeatureSettings(), settings)
    trained = build_model(settings, features, pretrained=True).eval()
    again = build_model(replace(settings, pretrained="gone"), features).eval()
    again.load_state_dict(trained.state_dict())
    batch = _batch(features, PROBLEMS[:4])
    assert again.predict(batch) == trained.predict(batch)


def test_frozen_layers_are_not_trained(bert: str) -> None:
    settings = _settings("seq2code-joint", encoder="pretrained", pretrained=bert, frozen_layers=2)
    model = build_model(settings, learn_features(PROBLEMS, FeatureSettings(), settings))
    still = {name for name, weight in model.named_parameters() if not weight.requires_grad}
    assert any("layer.0." in name for name in still)
    assert any("word_embeddings" in name for name in still)
    assert not any("layer.1." in name for name in still)


def test_the_first_layers_of_an_encoder_can_be_used_alone(bert: str) -> None:
    settings = _settings("seq2code-joint", encoder="pretrained", pretrained=bert)
    cut = replace(settings, encoder_layers=1)
    features = learn_features(PROBLEMS, FeatureSettings(), cut)
    whole = build_model(settings, learn_features(PROBLEMS, FeatureSettings(), settings))
    model = build_model(cut, features, pretrained=True)
    names = {name for name, _ in model.named_parameters() if "layer." in name}
    assert {name for name in names if "layer.1." in name} == set()
    assert {name for name, _ in whole.named_parameters() if "layer.1." in name}
    again = build_model(cut, features)
    again.load_state_dict(model.state_dict())
    batch = _batch(features, PROBLEMS[:4])
    assert again.eval().predict(batch) == model.eval().predict(batch)


def test_an_encoder_that_is_not_installed_is_a_clear_error(features: Features) -> None:
    settings = _settings("seq2code", encoder="pretrained", pretrained="no_such_package:model")
    with pytest.raises(SettingsError, match="no installed package"):
        learn_features(PROBLEMS, FeatureSettings(), settings)


@pytest.mark.parametrize("name", NAMES)
def test_a_model_that_starts_from_its_like_says_the_same(name: str, features: Features) -> None:
    trained, fresh = _model(name, features), _model(name, features)
    for weight in fresh.parameters():
        torch.nn.init.normal_(weight)
    assert start_from(fresh, features, trained, features) == len(trained.state_dict())
    batch = _batch(features, PROBLEMS[:4])
    assert fresh.predict(batch) == trained.predict(batch)


def test_a_start_from_other_problems_keeps_what_both_know(features: Features) -> None:
    others = Features.learn(PROBLEMS[:60], FeatureSettings())
    assert others != features
    model, other = _model("seq2code-joint", features), _model("seq2code-joint", others)
    assert start_from(model, features, other, others) > 20
    word = features.tokens.tokens[10]
    here, there = features.tokens.encode([word])[0], others.tokens.encode([word])[0]
    table, theirs = (each.state_dict()["encoder.embedding.weight"] for each in (model, other))
    assert torch.equal(table[here], theirs[there])


def test_a_run_folder_is_not_a_hub_name(tmp_path: Path) -> None:
    settings = _settings("seq2code", encoder="pretrained", pretrained=str(tmp_path / "none"))
    with pytest.raises(SettingsError, match=r"model\.pretrained"):
        learn_features(PROBLEMS, FeatureSettings(), settings)
