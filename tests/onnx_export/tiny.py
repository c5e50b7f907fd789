"""Small models with random weights, one of every kind that is exported."""

from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

from built_in import generated_dataset
from sumc.codecs import CODECS
from sumc.decoding.code_search import EVIDENCE
from sumc.decoding.ranking import Ranker
from sumc.models import build_model, learn_encoding
from sumc.models.seq2code_joint import Seq2CodeJoint
from sumc.onnx.export import _files, _write
from sumc.settings.settings import Settings, load_settings
from sumc.solving.manifest import FileSum, Manifest

PROBLEMS = generated_dataset().problems[:150]
"""What the models know the words and codes of."""
WORDS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "how", "many", "the", "he", "she", "##s", "?", "of")
PRETRAINED = ("bert", "bert-relu", "roformer", "roformer-values")


def tiny_settings(*overrides: str, width: int = 8, encoder: tuple[str, ...] = ()) -> Settings:
    """The settings of a small model."""
    encoder = encoder or (f"encoder.embedding={width}", f"encoder.hidden={width}")
    sizes = (f"model.width={width}", f"model.attention={width}")
    return load_settings(None, [*sizes, *encoder, *overrides])


def tiny_model(*overrides: str, width: int = 8, encoder: tuple[str, ...] = ()) -> Seq2CodeJoint:
    """A model in which every weight matters: none of them is zero."""
    settings = tiny_settings(*overrides, width=width, encoder=encoder)
    codec = CODECS[settings.codec_name].learn(PROBLEMS, settings.codec)
    torch.manual_seed(1)
    model = build_model(settings, learn_encoding(PROBLEMS, settings, codec), codec).eval()
    assert isinstance(model, Seq2CodeJoint)
    tables = {id(each.weight) for each in model.modules() if isinstance(each, nn.Embedding)}
    for name, weight in model.named_parameters():
        if "embed_positions" not in name:  # those are sines and cosines
            spread = 1.0 if id(weight) in tables else 1.2 / width**0.5
            nn.init.normal_(weight, std=spread)
    return model


def exported(model: Seq2CodeJoint, *, int8: bool = False) -> tuple[Manifest, dict[str, bytes]]:
    """What `sumc export` makes of a model, without ranker and calibration of its own."""
    files = _files(model, int8=int8)
    sums = {name: FileSum.of(content) for name, content in files.items()}
    settings, about = model.settings, dict[str, Any]()
    facts = settings.refinement, settings.label_smoothing, Ranker.default(EVIDENCE), None
    return Manifest("tiny", "en", True, *facts, sums, about), files


def write_model(model: Seq2CodeJoint, folder: Path, *, int8: bool = False) -> Path:
    """The same in a folder."""
    _write(folder, *exported(model, int8=int8))
    return folder


def pretrained(folder: Path, kind: str, width: int = 8) -> tuple[str, ...]:
    """The settings of a small encoder, which is written to a folder with BERT's vocabulary."""
    transformers = pytest.importorskip("transformers", reason='needs pip install "sumc[plm]"')
    shape: dict[str, Any] = {
        "vocab_size": len(WORDS),
        "hidden_size": width,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "intermediate_size": 2 * width,
        "max_position_embeddings": 250,
    }
    if kind.startswith("roformer"):
        values = kind == "roformer-values"
        config = transformers.RoFormerConfig(**shape, embedding_size=6, rotary_value=values)
        network = transformers.RoFormerModel(config)
    else:
        activation = "relu" if kind == "bert-relu" else "gelu"
        network = transformers.BertModel(transformers.BertConfig(**shape, hidden_act=activation))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "vocab.txt").write_text("\n".join(WORDS), encoding="utf-8")
    network.save_pretrained(folder)
    return "encoder.kind=pretrained", f"encoder.weights={folder}"
