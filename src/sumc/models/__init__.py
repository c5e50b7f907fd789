"""Models: one paper per file, all with the same promises (`model.py`). Torch starts here."""

from collections.abc import Iterable
from importlib import import_module
from typing import Any

from sumc.codecs.codec import Codec
from sumc.encoding.text import LONGEST, TextEncoding, Words
from sumc.errors import PluginError
from sumc.models.model import Model
from sumc.models.pretrained import load_config, load_network, load_pieces
from sumc.problems.problem import Problem
from sumc.settings.encoders import PretrainedSettings, RecurrentSettings
from sumc.settings.models import ModelKind
from sumc.settings.settings import Settings

__all__ = ["Model", "build_model", "learn_encoding", "load_pretrained", "model_class"]


def learn_encoding(
    train: Iterable[Problem],
    settings: Settings,
    codec: Codec[Any],
    extra: Iterable[Problem] = (),
) -> TextEncoding:
    """How the model of some settings reads problems; `extra` ones add to its vocabulary."""
    inputs, encoder = settings.kind.inputs, settings.encoder
    constants = codec.constants if settings.kind.reads_constants else ()
    if isinstance(encoder, RecurrentSettings):
        words = Words.learn(train, encoder, constants, extra)
        return TextEncoding(constants, words=words, inputs=inputs)
    config = load_config(encoder.weights, encoder.layers)
    places = config.get("max_position_embeddings", LONGEST)
    return TextEncoding(
        constants,
        pieces=load_pieces(encoder.weights),
        encoder=config,
        inputs=inputs,
        longest=min(LONGEST, places),
    )


def model_class(kind: ModelKind) -> type[Model]:
    """The torch class of a kind of model."""
    module, _, name = kind.network.partition(":")
    try:
        found: type[Model] = getattr(import_module(module), name)
    except (ImportError, AttributeError) as error:
        if isinstance(error, ModuleNotFoundError) and error.name in ("torch", "transformers"):
            raise
        raise PluginError(
            f"the model {kind.name!r} cannot be imported from {kind.network}: {error}"
        ) from error
    return found


def build_model(settings: Settings, encoding: TextEncoding, codec: Codec[Any]) -> Model:
    """The model that the settings ask for, with fresh weights."""
    return model_class(settings.kind)(settings.model, settings.encoder, encoding, codec)


def load_pretrained(model: Model) -> None:
    """Give the model's encoder its pretrained weights, if it has such an encoder."""
    settings = model.encoder_settings
    if isinstance(settings, PretrainedSettings):
        weights = load_network(settings.weights, settings.layers).state_dict()
        model.get_submodule("encoder.network").load_state_dict(weights)
