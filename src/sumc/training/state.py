"""The state of a training: all that changes, to a checkpoint and back without losing a bit."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from torch.optim import Optimizer

from sumc.errors import RunError
from sumc.models import Model
from sumc.settings.training import StageSettings
from sumc.training.checkpoint import Checkpoint, copy_into, read_checkpoint, write_checkpoint
from sumc.training.optimization import WeightAverage, build_optimizer

VERSION = 2
"""Goes up when checkpoints of another version can no longer be read."""


@dataclass(slots=True)
class Position:
    """Where a training is, and what it found on the way."""

    stage: int = 0
    """Stages that are done."""
    epoch: int = 0
    """Epochs of the current stage that are done."""
    step: int = 0
    """Steps of the current epoch that are done."""
    steps: int = 0
    """Steps of the current stage that are done."""
    loss: float = 0.0
    """Sum of the losses of the problems of the current epoch."""
    problems: int = 0
    """Problems of the current epoch that are done."""
    best_epoch: int = 0
    """From 1; 0 before the first validation."""
    best_correct: int = -1
    """Validation problems that the best epoch solves."""
    seconds: float = 0.0
    """Time that the training took, over all its sessions."""
    processor_seconds: float = 0.0
    """Processor time that it took."""
    metrics: list[dict[str, Any]] = field(default_factory=list)
    """The metrics of every finished epoch."""
    points: list[dict[str, Any]] = field(default_factory=list)
    """The points of the learning curve, over all stages."""
    recent_loss: float = 0.0
    """Sum of the losses of the problems since the last point."""
    recent_problems: int = 0
    """How many problems these are."""
    processes: int = 1
    """How many processes trained together."""

    @classmethod
    def from_json(cls, data: object) -> "Position":
        """Read what `asdict` made; a `TypeError` or `ValueError` says what is wrong with it."""
        if not isinstance(data, dict):
            raise TypeError("expected a position")
        found = cls(**data)
        for each in fields(cls):
            value, first = getattr(found, each.name), getattr(cls(), each.name)
            wanted = type(first)
            if type(value) is not wanted or (wanted is int and value < first):
                raise ValueError(f"expected {each.name} as {wanted.__name__}, found {value!r:.40}")
        if not all(isinstance(row, dict) for row in found.metrics):
            raise ValueError("expected metrics of epochs")
        return found

    @property
    def mean_loss(self) -> float:
        """The mean loss over the problems of the current epoch so far."""
        return self.loss / max(1, self.problems)


class State:
    """A model in training: its weights and their average, the optimizer, and the position."""

    def __init__(self, model: Model, stages: Mapping[str, StageSettings], data: str) -> None:
        self.model = model
        self.names = tuple(stages)
        self.stages = tuple(stages.values())
        self.data = data
        """The fingerprint of the problems."""
        self.begin(Position())

    def begin(self, position: Position) -> None:
        """Begin a stage: a new optimizer and a new average of the current weights."""
        settings = self.stages[position.stage]
        self.model.stage = self.names[position.stage]  # first: it may decide what is learned
        self.position = position
        self.optimizer = build_optimizer(self.model, settings.optimizer)
        average = settings.average
        self.average = WeightAverage(self.model, average) if average else None

    @property
    def parameters(self) -> int:
        """The number of trained weights."""
        return sum(each.numel() for each in self.model.parameters() if each.requires_grad)

    def save(self, path: Path) -> None:
        """Write a checkpoint."""
        tensors = {
            **_named("model", self.model.state_dict()),
            **_named("average", self.average.weights if self.average else {}),
            **_named("optimizer", _moments(self.optimizer)),
            **_named("random", _random_states()),
        }
        facts = {"version": VERSION, "data": self.data, "position": asdict(self.position)}
        write_checkpoint(path, tensors, facts)

    def restore(self, path: Path) -> None:
        """Restore what was saved."""
        checkpoint = read_checkpoint(path)
        self._check(checkpoint, path)
        copy_into(self.model.state_dict(), checkpoint.part("model"), path)
        try:
            self.begin(Position.from_json(checkpoint.facts["position"]))
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise RunError(f"{path} is damaged: {error}") from None
        copy_into(self.average.weights if self.average else {}, checkpoint.part("average"), path)
        try:
            _set_moments(self.optimizer, checkpoint.part("optimizer"))
            _set_random_states(checkpoint.part("random"))
        except (KeyError, TypeError, ValueError, RuntimeError) as error:
            raise RunError(f"{path} is damaged: {error}") from None

    def _check(self, checkpoint: Checkpoint, path: Path) -> None:
        if checkpoint.facts.get("version") != VERSION:
            raise RunError(
                f"{path} was written by another version of sumc, so its training cannot be "
                f"resumed; start a new one from its weights: --set training.start={path.parent}"
            )
        if checkpoint.facts.get("data") != self.data:
            raise RunError(f"{path.parent} was started with a different training set")


def _named(part: str, tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
    return {f"{part}.{name}": tensor for name, tensor in tensors.items()}


def _moments(optimizer: Optimizer) -> dict[str, Tensor]:
    """What the optimizer remembers of every weight: moments, momentum, steps."""
    return {
        f"{number}.{name}": value
        for number, state in optimizer.state_dict()["state"].items()
        for name, value in state.items()
        if isinstance(value, Tensor)  # SGD has no momentum before its first step
    }


def _set_moments(optimizer: Optimizer, moments: Mapping[str, Tensor]) -> None:
    state: dict[int, dict[str, Tensor]] = {}
    for key, value in moments.items():
        number, _, name = key.partition(".")
        state.setdefault(int(number), {})[name] = value
    groups = optimizer.state_dict()["param_groups"]
    optimizer.load_state_dict({"state": state, "param_groups": groups})


def _random_states() -> dict[str, Tensor]:
    states = {"cpu": torch.get_rng_state()}
    if torch.cuda.is_available():
        for number, state in enumerate(torch.cuda.get_rng_state_all()):
            states[f"cuda.{number}"] = state
    return states


def _set_random_states(states: Mapping[str, Tensor]) -> None:
    torch.set_rng_state(states["cpu"])
    for number in range(torch.cuda.device_count()):
        if (state := states.get(f"cuda.{number}")) is not None:
            torch.cuda.set_rng_state(state, number)
