"""Models of every kind, so small that a test takes no time; their weights are random."""

from collections.abc import Sequence
from functools import cache
from typing import Any, TypeVar

import torch

from built_in import generated_dataset
from sumc.algebra.expression import parse_expression
from sumc.codecs import CODECS, Codec, NotCovered
from sumc.encoding.batches import Batch, collate
from sumc.encoding.text import TextEncoding
from sumc.models import Model, build_model, learn_encoding, load_pretrained
from sumc.problems.numbers import find_quantities
from sumc.problems.problem import Problem
from sumc.settings.models import MODELS
from sumc.settings.settings import Settings, load_settings

ModelT = TypeVar("ModelT", bound=Model)
NAMES = sorted(name for name in MODELS if "rnn" in MODELS[name].encoders)
WITH_PRETRAINED = sorted(name for name in MODELS if "pretrained" in MODELS[name].encoders)
PROBLEMS = generated_dataset().problems[:120]
"""Built-in problems, all of them in English."""
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
PENS = "Ann has 31 pens, and 5 friends have some"


def small_settings(name: str, *overrides: str) -> Settings:
    """The settings of a small model; with a pretrained encoder when overrides say so."""
    pretrained = any(each == "encoder.kind=pretrained" for each in overrides)
    encoder = () if pretrained or "rnn" not in MODELS[name].encoders else RECURRENT
    return load_settings(None, [f"model.name={name}", *encoder, *SMALL.get(name, ()), *overrides])


@cache
def learned(settings: tuple[str, ...], count: int) -> tuple[Codec[Any], TextEncoding]:
    """The codec and encoding that settings (a model's name and overrides) give some problems."""
    name, *overrides = settings
    return _learn(PROBLEMS[:count], small_settings(name, *overrides))


def _learn(
    problems: Sequence[Problem], settings: Settings, codec: Codec[Any] | None = None
) -> tuple[Codec[Any], TextEncoding]:
    codec = codec or CODECS[settings.codec_name].learn(problems, settings.codec)
    return codec, learn_encoding(problems, settings, codec)


def small_model(name: str, *overrides: str, count: int = len(PROBLEMS)) -> Model:
    """A model of a kind for the first problems, always with the same weights."""
    codec, encoding = learned((name, *overrides), count)
    return _build(small_settings(name, *overrides), codec, encoding)


def model_of(
    problems: Sequence[Problem], name: str, *overrides: str, codec: Codec[Any] | None = None
) -> Model:
    """A small model of a kind for any problems; with a codec of one's own where there is one."""
    settings = small_settings(name, *overrides)
    return _build(settings, *_learn(problems, settings, codec))


def _build(settings: Settings, codec: Codec[Any], encoding: TextEncoding) -> Model:
    torch.manual_seed(0)
    model = build_model(settings, encoding, codec)
    load_pretrained(model)
    return model.eval()


def as_kind(kind: type[ModelT], model: Model) -> ModelT:
    """The model with its own type, for tests that look inside."""
    assert isinstance(model, kind)
    return model


def sharpened(model: ModelT, seed: int, std: float = 0.7) -> ModelT:
    """The model with large random weights, which make it sure of itself here and there."""
    torch.manual_seed(seed)
    for weight in model.parameters():
        torch.nn.init.normal_(weight, std=std)
    return model


def batch_of(model: Model, problems: Sequence[Problem]) -> Batch:
    """Problems as the model reads them, without their solutions."""
    return collate([model.encoding.encode(problem) for problem in problems])


def labelled(model: Model, problems: Sequence[Problem]) -> Batch:
    """Problems as the model learns from them."""
    encode = model.codec.encode
    return collate([model.encoding.encode(each, encode(each)) for each in problems], model.codec)


def covered(model: Model, problems: Sequence[Problem] = PROBLEMS) -> list[Problem]:
    """The problems that the model can learn from."""
    encode = model.codec.encode
    return [each for each in problems if not isinstance(encode(each), NotCovered)]


def pens(solution: str) -> Problem:
    """A problem of two numbers with this solution over n1 and n2."""
    return Problem("1", PENS, "en", find_quantities(PENS), parse_expression(solution))
