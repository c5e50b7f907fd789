"""Optimizers, learning-rate schedules and the average of the weights."""

import math
from collections.abc import Iterator
from contextlib import contextmanager

import torch
from torch import Tensor, nn
from torch.optim import SGD, Adam, AdamW, Optimizer

from sumc.models import Model
from sumc.settings.training import (
    AdamSettings,
    AdamWSettings,
    ConstantSettings,
    CosineSettings,
    OptimizerSettings,
    ScheduleSettings,
    StepSettings,
)
from sumc.training.team import ALONE, Team


def build_optimizer(model: Model, settings: OptimizerSettings) -> Optimizer:
    """The optimizer that the settings ask for, over the groups of a model.

    Vectors (biases and norms) get no decoupled weight decay; the L2 regularisation of Adam and
    SGD goes to all weights, as in the papers that use it.
    """
    groups = []
    for group in model.parameter_groups():
        learned = [each for each in group["params"] if each.requires_grad]
        for decays in (True, False):
            chosen = [each for each in learned if (each.dim() > 1) == decays]
            plain = isinstance(settings, AdamWSettings) and not decays
            decay = 0.0 if plain else settings.weight_decay
            groups.append({"params": chosen, "scale": group["scale"], "weight_decay": decay})
    filled = [group for group in groups if group["params"]]
    rate, fused = settings.learning_rate, True  # one pass over each weight, not one per operation
    if isinstance(settings, AdamWSettings):
        return AdamW(filled, lr=rate, eps=settings.epsilon, fused=fused)
    if isinstance(settings, AdamSettings):
        return Adam(filled, lr=rate, eps=settings.epsilon, fused=fused)
    return SGD(filled, lr=rate, momentum=settings.momentum, fused=fused)


def learning_rate_factor(step: int, steps: int, epoch: int, schedule: ScheduleSettings) -> float:
    """The fraction of the highest learning rate at step number `step` (from 0).

    >>> from sumc.settings.training import LinearSettings
    >>> schedule = LinearSettings(warmup=0.2)
    >>> [learning_rate_factor(step, 10, 0, schedule) for step in (0, 1, 2, 6, 10)]
    [0.5, 1.0, 1.0, 0.5, 0.0]
    >>> [learning_rate_factor(0, 10, epoch, StepSettings(every=20)) for epoch in (19, 20, 40)]
    [1.0, 0.5, 0.25]
    """
    if isinstance(schedule, ConstantSettings):
        return 1.0
    if isinstance(schedule, StepSettings):
        return float(schedule.factor ** (epoch // schedule.every))
    rising = math.ceil(steps * schedule.warmup)
    if step < rising:
        return (step + 1) / rising
    done = min(1.0, (step - rising) / max(1, steps - rising))
    cosine = isinstance(schedule, CosineSettings)
    return 0.5 * (1 + math.cos(math.pi * done)) if cosine else 1 - done


def set_learning_rate(optimizer: Optimizer, rate: float) -> None:
    """Give every group the rate, times the scale that the model asked for."""
    for group in optimizer.param_groups:
        group["lr"] = rate * group["scale"]


def take_step(
    model: Model, optimizer: Optimizer, loss: Tensor, clip: float, team: Team = ALONE
) -> None:
    """Change the weights once, against the gradient of a loss that all processes share."""
    model.zero_grad(set_to_none=True)
    loss.backward()  # type: ignore[no-untyped-call]  # torch has no types there
    team.add_gradients(model)
    if clip:  # a stage may leave some weights as they are: their gradients do not count
        learned = {id(each) for group in optimizer.param_groups for each in group["params"]}
        nn.utils.clip_grad_norm_([p for p in model.parameters() if id(p) in learned], clip)
    optimizer.step()


class WeightAverage:
    """An exponential average of the weights.

    Its first steps forget faster, (1 + step) / (10 + step): otherwise the random weights at the
    start would stay in it for thousands of steps.
    """

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
