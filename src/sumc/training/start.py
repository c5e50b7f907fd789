"""Weights of other models: what a training starts from, and the mean that an export may take."""

from collections.abc import Sequence
from copy import deepcopy

import torch

from sumc.errors import SettingsError
from sumc.models import Model
from sumc.models.transfer import start_from
from sumc.settings.settings import Settings
from sumc.solving.manifest import is_model_folder
from sumc.training.exported import load_exported_weights, model_folder
from sumc.training.run import Run

START_SHARE = 0.5
"""The least share of a model's tensors that must match: with less it is another kind of model."""


def give_weights(model: Model, start: str, settings: Settings, option: str) -> None:
    """Give a model the weights of another run or exported model, as far as both know the words.

    `option` is what named that model, for the message if it is another kind of model.
    """
    copied, wanted = start_from(model, _other(start, settings, option)), len(model.state_dict())
    if copied < START_SHARE * wanted:
        mistake = f"{start} is another kind of model: {copied} of {wanted} tensors match"
        raise SettingsError(option, [mistake])


def give_mean(model: Model, others: Sequence[str], settings: Settings, option: str) -> None:
    """Give a model the mean of its own weights and those of others that were trained alike.

    For what another model does not know, such as a word, the weights of this one count instead.
    """
    states = [model.state_dict()]
    for other in others:
        twin = deepcopy(model)
        give_weights(twin, other, settings, option)
        states.append(twin.state_dict())
    with torch.no_grad():
        for name, own in states[0].items():
            if own.dtype.is_floating_point:
                own.copy_(torch.stack([state[name] for state in states]).mean(dim=0))


def _other(start: str, settings: Settings, option: str) -> Model:
    """The model of an exported folder or of another training."""
    folder = model_folder(start)
    if is_model_folder(folder):
        return load_exported_weights(folder, settings, option)
    return Run.load(folder).model
