"""Models: one paper per file, all with the same promises (`model.py`)."""

from collections.abc import Iterable, Sequence

from sumc.encoding.features import Features, FeatureSettings
from sumc.models.model import Model
from sumc.models.pretrained import load_network, load_pieces, load_shape
from sumc.models.seq2code import Seq2Code
from sumc.models.seq2code_joint import Seq2CodeJoint
from sumc.problems.problem import Problem
from sumc.settings.models import ModelSettings

MODELS: dict[str, type[Model]] = {model.name: model for model in (Seq2Code, Seq2CodeJoint)}


def learn_features(
    train: Sequence[Problem],
    features: FeatureSettings,
    model: ModelSettings,
    extra: Iterable[Problem] = (),
) -> Features:
    """What a model needs to know of the training problems; `extra` adds to its vocabulary."""
    if model.encoder == "rnn":
        return Features.learn(train, features, extra=extra)
    pieces = load_pieces(model.pretrained)
    shape = load_shape(model.pretrained, model.encoder_layers)
    return Features.learn(train, features, pieces, shape)


def build_model(settings: ModelSettings, features: Features, *, pretrained: bool = False) -> Model:
    """The model that the settings ask for, fresh or with the weights of its pretrained encoder."""
    model = MODELS[settings.name](settings, features)
    if pretrained and settings.encoder == "pretrained":
        weights = load_network(settings.pretrained, settings.encoder_layers).state_dict()
        model.get_submodule("encoder.network").load_state_dict(weights)
    return model


__all__ = ["MODELS", "Model", "ModelSettings", "build_model", "learn_features"]
