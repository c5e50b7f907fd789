"""What a training reports while it runs; the loop prints nothing itself."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class TrainingStarted:
    """Everything is encoded and the first step comes next."""

    epochs: int
    steps: int
    """Steps of the whole training."""
    steps_done: int
    """Steps that were done before it was resumed."""
    train: int
    validation: int
    left_out: int
    """Training problems that are left out; the results say why."""
    generated: int
    parameters: int
    """The number of trained weights."""
    device: str
    stories: int = 0
    """Problems told from worlds that every epoch has."""
    removed: Mapping[str, int] = field(default_factory=dict)
    """Problems that may not be learned from because they validate or are tested, by reason."""


@dataclass(frozen=True, slots=True)
class StepDone:
    """One step of training."""

    epoch: int
    """From 1."""
    steps_done: int
    loss: float
    """The mean over the epoch so far."""
    problems_per_second: float
    seconds_left: float
    stage: str = ""
    """Which stage it belongs to, where there are several."""


@dataclass(frozen=True, slots=True)
class LossPoint:
    """A point of the learning curve: one comes every few steps."""

    step: int
    """Steps that are done, over all stages."""
    epoch: float
    """Epochs of the stage that are done, the current one as a fraction."""
    loss: float
    """The mean over the problems since the previous point."""
    learning_rate: float
    stage: str = ""
    """Which stage it belongs to, where there are several."""


@dataclass(frozen=True, slots=True)
class EpochDone:
    """One pass over the training problems, validated if it was its turn."""

    epoch: int
    """From 1."""
    epochs: int
    loss: float
    accuracy: float | None
    """Share of the validation problems that are right: by their answers, or by a measure of the
    stage's own; None without a validation."""
    is_best: bool
    problems_per_second: float
    seconds_left: float
    stage: str = ""
    """The stage that the epoch belongs to, where there are several."""


@dataclass(frozen=True, slots=True)
class ProcessesChanged:
    """A training continues with a different number of processes than before.

    Sums are added up in a different order and each process draws its own random numbers, so
    weights are not exactly those of an uninterrupted training.
    """

    before: int
    now: int


Event = ProcessesChanged | TrainingStarted | StepDone | LossPoint | EpochDone
Progress = Callable[[Event], None]


def of_stage(epoch: int, stage: str) -> str:
    """An epoch by its number, with its stage where there are several.

    >>> of_stage(2, ""), of_stage(2, "all")
    ('2', '2 of `all`')
    """
    return f"{epoch} of `{stage}`" if stage else str(epoch)


def ignore(_: Event) -> None:
    """Ignore everything."""
