"""What changes the weights: AdamW, its learning rate over time, and the average of the weights."""

import math
from collections.abc import Iterator
from contextlib import contextmanager

import torch
from torch import Tensor, nn
from torch.optim import AdamW

from sumc.models import Model
from sumc.settings.settings import TrainingSettings


def build_optimizer(model: Model, settings: TrainingSettings) -> AdamW:
    """AdamW over the groups of a model; vectors (biases and norms) get no weight decay."""
    groups = []
    for group in model.parameter_groups():
        learned = [each for each in group["params"] if each.requires_grad]
        for decays in (True, False):
            chosen = [each for each in learned if (each.dim() > 1) == decays]
            decay = settings.weight_decay if decays else 0.0
            groups.append({"params": chosen, "scale": group["scale"], "weight_decay": decay})
    filled = [group for group in groups if group["params"]]
    return AdamW(filled, lr=settings.learning_rate, eps=settings.epsilon)


def learning_rate_factor(step: int, steps: int, settings: TrainingSettings) -> float:
    """The part of the highest learning rate that step number `step` (from 0) has.

    >>> settings = TrainingSettings(warmup=0.2)
    >>> [learning_rate_factor(step, 10, settings) for step in (0, 1, 2, 6, 10)]
    [0.5, 1.0, 1.0, 0.5, 0.0]
    """
    rising = math.ceil(steps * settings.warmup)
    if step < rising:
        return (step + 1) / rising
    done = min(1.0, (step - rising) / max(1, steps - rising))
    return 1 - done if settings.decay == "linear" else 0.5 * (1 + math.cos(math.pi * done))


def set_learning_rate(optimizer: AdamW, rate: float) -> None:
    """Give every group the rate, times the scale that the model asked for."""
    for group in optimizer.param_groups:
        group["lr"] = rate * group["scale"]


def take_step(model: Model, optimizer: AdamW, loss: Tensor, clip: float) -> None:
    """Change the weights once, against the gradient of a loss."""
    optimizer.zero_grad(set_to_none=True)
    loss.backward()  # type: ignore[no-untyped-call]  # torch has no types there
    if clip:
        nn.utils.clip_grad_norm_(model.parameters(), clip)
    optimizer.step()


class WeightAverage:
    """An exponential average of the weights, which forgets its first steps sooner."""

    def __init__(self, model: nn.Module, decay: float) -> None:
        self.decay = decay
        self.weights = {name: weight.detach().clone() for name, weight in _weights(model).items()}

    @torch.no_grad()
    def update(self, model: nn.Module, step: int) -> None:
        """Take in the weights after step number `step` (from 0)."""
        decay = min(self.decay, (1 + step) / (10 + step))
        for name, weight in _weights(model).items():
            self.weights[name].lerp_(weight, 1 - decay)

    @contextmanager
    def inside(self, model: nn.Module) -> Iterator[None]:
        """Put the averaged weights into the model for a while."""
        own = {name: weight.detach().clone() for name, weight in _weights(model).items()}
        _fill(model, self.weights)
        try:
            yield
        finally:
            _fill(model, own)


def _weights(model: nn.Module) -> dict[str, nn.Parameter]:
    return {name: each for name, each in model.named_parameters() if each.requires_grad}


@torch.no_grad()
def _fill(model: nn.Module, weights: dict[str, Tensor]) -> None:
    for name, weight in _weights(model).items():
        weight.copy_(weights[name])
