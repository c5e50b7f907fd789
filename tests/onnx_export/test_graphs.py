"""Graphs beside torch: the same numbers for every kind of model, with random weights."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason="exporting needs torch")
pytest.importorskip("onnx", reason="exporting needs onnx")

import torch
from sumc.encoding.features import Features, FeatureSettings
from sumc.solving.network import ExportedModel
from torch import nn

from sumc.decoding.code_search import find_candidates
from sumc.decoding.ranking import DEFAULT_WEIGHTS, Ranker
from sumc.decoding.second_pass import second_pass
from sumc.encoding.batches import collate
from sumc.errors import ModelError
from sumc.models import ModelSettings, build_model, learn_features
from sumc.models.seq2code_joint import Seq2CodeJoint
from sumc.onnx.quantization import quantize_rows
from sumc.onnx.seq2code_joint import classifier_graph, reader_graph
from sumc.problems.datasets import load_dataset
from sumc.problems.problem import Problem
from sumc.solving.manifest import CLASSIFIER, FEATURES, READER, Manifest

PROBLEMS = load_dataset("generated").problems
SMALL = ModelSettings(embedding=8, hidden=8, width=8)
WORDS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "how", "many", "the", "he", "she", "##s", "?", "of")
FEW = [*PROBLEMS[:20], *PROBLEMS[10_000:10_020]]


@pytest.fixture(scope="module")
def features() -> Features:
    return Features.learn(PROBLEMS[:150], FeatureSettings())


def _pretrained(folder: Path, kind: str) -> str:
    """A tiny encoder in a folder, with BERT's vocabulary."""
    transformers = pytest.importorskip("transformers", reason='needs pip install "sumc[plm]"')
    shape: dict[str, Any] = {
        "vocab_size": len(WORDS),
        "hidden_size": 8,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "intermediate_size": 16,
        "max_position_embeddings": 150,
    }
    if kind.startswith("roformer"):
        config = transformers.RoFormerConfig(
            **shape, embedding_size=6, rotary_value=kind == "roformer-values"
        )
        network = transformers.RoFormerModel(config)
    else:
        activation = "relu" if kind == "bert-relu" else "gelu"
        network = transformers.BertModel(transformers.BertConfig(**shape, hidden_act=activation))
    (folder / "vocab.txt").write_text("\n".join(WORDS), encoding="utf-8")
    network.save_pretrained(folder)
    return str(folder)


def _model(settings: ModelSettings, features: Features) -> Seq2CodeJoint:
    """A model in which every weight matters: none of them is zero."""
    torch.manual_seed(1)
    model = build_model(settings, features).eval()
    assert isinstance(model, Seq2CodeJoint)
    tables = {id(each.weight) for each in model.modules() if isinstance(each, nn.Embedding)}
    for name, weight in model.named_parameters():
        if "embed_positions" not in name:  # those are sines and cosines
            nn.init.normal_(weight, std=1.0 if id(weight) in tables else 0.4)
    return model


def _exported(model: Seq2CodeJoint, features: Features, *, int8: bool = False) -> ExportedModel:
    files = {
        FEATURES: json.dumps(features.to_json()).encode(),
        READER: reader_graph(model, int8=int8).SerializeToString(),
        CLASSIFIER: classifier_graph(model, int8=int8).SerializeToString(),
    }
    ranker = Ranker(DEFAULT_WEIGHTS)
    refinement = model.settings.refinement
    manifest = Manifest("tiny", "en", 150, True, refinement, ranker, None, {}, {})
    return ExportedModel.build(manifest, files, Path("tiny"))


def _differences(
    model: Seq2CodeJoint, exported: ExportedModel, features: Features, problems: Sequence[Problem]
) -> tuple[float, float]:
    """The largest distances between torch and onnxruntime: first pass and shapes, second pass."""
    batch = collate([features.example(problem, labelled=False) for problem in problems])
    with torch.no_grad():
        scores = model.score(batch)
        states, found = exported.first_pass(batch)
        pairs = [*zip(scores.classes, found.classes, strict=True)]
        if model.settings.shapes:
            assert scores.shapes is not None
            assert found.shapes is not None
            pairs.append((scores.shapes, found.shapes))
        else:
            assert scores.shapes is found.shapes is None
        first = max(float(np.abs(a - b).max()) for a, b in pairs)
        candidates = [
            (number, each)
            for number, some in enumerate(find_candidates(features.target, problems, scores))
            for each in some
        ]
        assert scores.second_pass is not None
        torch_says = scores.second_pass(candidates)
    answer = second_pass(
        found.classes,
        model.unknown,
        lambda questions: exported._answer(states, questions),
        together=7,
    )
    second = zip(torch_says, answer(candidates), strict=True)
    return first, max(abs(a - b) for a, b in second)


RECURRENT = {
    "gru": {"cell": "gru"},
    "lstm": {"cell": "lstm"},
    "two layers": {"cell": "gru", "layers": 2},
    "no parts": {"parts": False},
    "no features of numbers": {"number_features": False},
    "no shapes": {"shapes": False},
    "numbers that see nothing": {"interaction": 0},
    "numbers that look twice": {"interaction": 2},
    "numbers that look three times": {"interaction": 3},
}


@pytest.mark.parametrize("changes", RECURRENT.values(), ids=RECURRENT)
def test_recurrent_models_give_the_same_numbers(
    changes: dict[str, Any], features: Features
) -> None:
    model = _model(replace(SMALL, **changes), features)
    first, second = _differences(model, _exported(model, features), features, FEW)
    assert first < 1e-4
    assert second < 1e-3


@pytest.mark.parametrize("kind", ["bert", "roformer", "roformer-values"])
def test_pretrained_encoders_give_the_same_numbers(kind: str, tmp_path: Path) -> None:
    place = _pretrained(tmp_path, kind)
    settings = replace(SMALL, encoder="pretrained", pretrained=place)
    features = learn_features(PROBLEMS[:100], FeatureSettings(), settings)
    model = _model(settings, features)
    first, second = _differences(model, _exported(model, features), features, FEW)
    assert first < 1e-4
    assert second < 1e-3


def test_an_encoder_that_cannot_be_exported_is_named(tmp_path: Path) -> None:
    settings = replace(SMALL, encoder="pretrained", pretrained=_pretrained(tmp_path, "bert-relu"))
    features = learn_features(PROBLEMS[:50], FeatureSettings(), settings)
    with pytest.raises(ModelError, match=r"'bert' with 'relu' cannot be exported; .*roformer"):
        reader_graph(_model(settings, features), int8=False)


@pytest.mark.parametrize("size", [1, 3, 40])
def test_what_is_read_together_does_not_matter(size: int, features: Features) -> None:
    model = _model(SMALL, features)
    for int8 in (False, True):
        exported = _exported(model, features, int8=int8)
        alone = [exported.predict([problem])[0] for problem in FEW]
        batches = [FEW[start : start + size] for start in range(0, len(FEW), size)]
        together = [each for batch in batches for each in exported.predict(batch)]
        assert [each.tree for each in together] == [each.tree for each in alone]


def test_bytes_give_nearly_the_same_numbers_in_a_quarter_of_the_space(features: Features) -> None:
    model = _model(replace(SMALL, hidden=64, width=64, embedding=64), features)
    small, large = (reader_graph(model, int8=each).ByteSize() for each in (True, False))
    assert small < 0.35 * large
    first, _ = _differences(model, _exported(model, features, int8=True), features, FEW)
    batch = collate([features.example(problem, labelled=False) for problem in FEW])
    with torch.no_grad():
        shapes = model.score(batch).shapes
    assert shapes is not None
    assert 0 < first < 0.1 * np.ptp(shapes)  # those of random weights are far apart


def test_rows_are_rounded_to_their_own_scale() -> None:
    random = np.random.default_rng(0)
    rows = random.normal(size=(50, 64)).astype(np.float32) * np.logspace(-6, 6, 50)[:, None]
    rows[7] = 0
    whole, scales = quantize_rows(rows)
    assert np.abs(whole).max() == 127
    assert (np.abs(whole * scales - rows) <= scales / 2 + 1e-30).all()
