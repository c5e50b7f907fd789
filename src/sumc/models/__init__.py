"""Models: one paper per file, one contract for all (`model.py`). Torch starts here."""

from collections.abc import Iterable
from importlib import import_module
from inspect import isabstract
from typing import Any

from sumc.codecs.codec import Codec
from sumc.encoding.inputs import INPUTS
from sumc.encoding.text import TextEncoding, Words
from sumc.errors import PluginError
from sumc.models.loss import LossSum
from sumc.models.model import Model, ParameterGroup
from sumc.models.pretrained import PretrainedEncoder, load_config, load_network, load_pieces
from sumc.models.reading import build_encoder
from sumc.problems.problem import Problem
from sumc.settings.encoders import PretrainedSettings, RecurrentSettings
from sumc.settings.models import ModelKind
from sumc.settings.settings import Settings

__all__ = [
    "LossSum",
    "Model",
    "ParameterGroup",
    "build_encoder",
    "build_model",
    "learn_encoding",
    "load_pretrained",
    "model_class",
]


def learn_encoding(
    train: Iterable[Problem],
    settings: Settings,
    codec: Codec[Any],
    extra: Iterable[Problem] = (),
) -> TextEncoding:
    """How a model with these settings reads problems; `extra` problems add to its vocabulary."""
    inputs, encoder = settings.kind.inputs, settings.encoder
    constants = codec.constants if settings.kind.reads_constants else ()
    for name in inputs:
        INPUTS.find(name)
    if isinstance(encoder, RecurrentSettings):
        words = Words.learn(train, encoder, constants, extra)
        return TextEncoding(constants, words=words, inputs=inputs)
    return TextEncoding.in_pieces(
        constants,
        load_pieces(encoder.weights),
        load_config(encoder.weights, encoder.layers),
        inputs,
        queries=settings.asks_constants,
    )


def model_class(kind: ModelKind) -> type[Model]:
    """The torch class of a kind of model."""
    module, _, name = kind.network.partition(":")
    try:
        found: object = getattr(import_module(module), name)
    except (ImportError, AttributeError) as error:
        if isinstance(error, ModuleNotFoundError) and error.name in ("torch", "transformers"):
            raise
        raise PluginError(
            f"the model {kind.name!r} cannot be imported from {kind.network}: {error}"
        ) from error
    if not isinstance(found, type) or not issubclass(found, Model):
        raise PluginError(f"the model {kind.name!r}: {kind.network} does not extend Model")
    if isabstract(found):
        lacking = ", ".join(sorted(found.__abstractmethods__))
        raise PluginError(f"the model {kind.name!r}: {kind.network} lacks {lacking}")
    if kind.decodings not in ((), found.decodings):
        raise PluginError(
            f"the model {kind.name!r}: its ModelKind has the decodings {kind.decodings!r}, "
            f"{kind.network} has {found.decodings!r}"
        )
    return found


def build_model(settings: Settings, encoding: TextEncoding, codec: Codec[Any]) -> Model:
    """The model that the settings ask for, with fresh weights, set to its last stage."""
    kind = settings.kind
    model = model_class(kind)(settings.model, settings.encoder, encoding, codec)
    model.stage = kind.stages[-1] if kind.stages else ""
    return model


def load_pretrained(model: Model) -> None:
    """Load the weights of all pretrained encoders inside a model."""
    settings = model.encoder_settings
    if isinstance(settings, PretrainedSettings):
        weights = load_network(settings.weights, settings.layers).state_dict()
        for module in model.modules():
            if isinstance(module, PretrainedEncoder):
                module.network.load_state_dict(weights)
