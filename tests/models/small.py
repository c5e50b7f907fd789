"""Models of every kind, so small that a test takes no time; their weights are random."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import torch

from built_in import generated_dataset
from sumc.codecs import CODECS, Codec, NotCovered
from sumc.encoding.batches import Batch, collate
from sumc.encoding.text import TextEncoding
from sumc.models import Model, build_model, learn_encoding, load_pretrained
from sumc.problems.problem import Problem
from sumc.settings.models import MODELS
from sumc.settings.settings import Settings, load_settings

NAMES = sorted(name for name in MODELS if "rnn" in MODELS[name].encoders)
WITH_PRETRAINED = sorted(name for name in MODELS if "pretrained" in MODELS[name].encoders)
PROBLEMS = generated_dataset().problems[:120]
RECURRENT = ("encoder.embedding=8", "encoder.hidden=8", "encoder.layers=2")
SMALL = {
    "seq2code": ("model.attention=8",),
    "seq2code-joint": ("model.attention=8", "model.width=8"),
    "gts": ("model.operator_width=4",),
    "graph2tree": ("model.operator_width=4",),
    "sau": ("model.operator_width=4",),
    "stackdecoder": ("model.hidden=8",),
    "t-rnn": ("model.operator_embedding=8", "model.operator_hidden=8", "model.node=8"),
}


def small_settings(name: str, *overrides: str) -> Settings:
    """The settings of a small model; with a pretrained encoder when overrides say so."""
    pretrained = any(each == "encoder.kind=pretrained" for each in overrides)
    encoder = () if pretrained or "rnn" not in MODELS[name].encoders else RECURRENT
    return load_settings(None, [f"model.name={name}", *encoder, *SMALL.get(name, ()), *overrides])


@cache
def learned(settings: tuple[str, ...], count: int) -> tuple[Codec[Any], TextEncoding]:
    """The codec and encoding that settings (a model's name and overrides) give some problems."""
    name, *overrides = settings
    chosen = small_settings(name, *overrides)
    codec = CODECS[chosen.codec_name].learn(PROBLEMS[:count], chosen.codec)
    return codec, learn_encoding(PROBLEMS[:count], chosen, codec)


def small_model(name: str, *overrides: str, count: int = len(PROBLEMS)) -> Model:
    """A model of a kind for the first problems, always with the same weights."""
    settings = small_settings(name, *overrides)
    codec, encoding = learned((name, *overrides), count)
    torch.manual_seed(0)
    model = build_model(settings, encoding, codec)
    load_pretrained(model)
    return model.eval()


def batch_of(model: Model, problems: Sequence[Problem]) -> Batch:
    """Problems as the model reads them, without their solutions."""
    return collate([model.encoding.encode(problem) for problem in problems])


def labelled(model: Model, problems: Sequence[Problem]) -> Batch:
    """Problems as the model learns from them."""
    encode = model.codec.encode
    return collate([model.encoding.encode(each, encode(each)) for each in problems], model.codec)


def covered(model: Model) -> list[Problem]:
    """The problems that the model can learn from."""
    encode = model.codec.encode
    return [each for each in PROBLEMS if not isinstance(encode(each), NotCovered)]
