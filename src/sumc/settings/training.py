"""Settings of the training data and of the training."""

from dataclasses import dataclass, field
from typing import Annotated, Literal

from sumc.problems.datasets import GENERATED
from sumc.problems.splits import SPLITS
from sumc.settings.ranges import (
    Count,
    CountOrNone,
    Few,
    NotNegative,
    OneOf,
    Positive,
    Range,
    Share,
)
from sumc.settings.tables import OneKind

OF_THE_MACHINE = tuple(
    f"training.{name}" for name in ("checkpoint_minutes", "precision", "threads", "device")
)
"""Settings of where it is trained, not of what is learned: they change the rounding at most."""


@dataclass(frozen=True, slots=True)
class DataSettings:
    """The training data."""

    dataset: str = GENERATED
    """A dataset of `sumc data list`, or a file of your own."""
    language: Literal["", "en", "zh"] = ""
    """Only the problems in this language; empty for all."""
    words: bool = True
    """Whether number words count as numbers; the paper's protocol has digits only."""
    split: Annotated[str, OneOf(SPLITS)] = "auto"
    """Which problems train, validate and test; `auto` is the published split or `fold-0`."""
    limit: CountOrNone = 0
    """Training problems of a low-resource experiment; 0 for all of them."""
    also: str = ""
    """Other datasets or files to train on, separated by commas; a tenth of each validates.
    `name*3` has each of its problems three times an epoch, `name*0.5` a random half of them."""
    unseen: str = ""
    """What is never trained on, even if its texts occur elsewhere: datasets, or test parts
    such as `mawps:fold-0`, separated by commas. The test part itself is always included."""
    calibration: str = ""
    """Datasets with other texts than the training problems, separated by commas: the
    confidence is calibrated on them, so that it also holds for texts of another style. They are
    never learned from. Empty for the validation problems."""
    generated: CountOrNone = 0
    """Built-in problems, in the language of the dataset, that are added to early epochs."""
    generated_share: Share = 0.6
    """The share of the epochs, from the first one, that have built-in problems."""
    fresh: bool = False
    """Whether every epoch gets new built-in problems instead of the same ones."""
    stories: CountOrNone = 0
    """Problems told from simulated worlds that every epoch gets, different ones each time."""
    one_unit: bool = False
    """Whether measures of one kind are brought to one unit, as a solver does before a model reads
    them; the papers' protocols do not."""
    text_column: str = "text"
    """What the text is called in a file of your own."""
    equation_column: str = "equation"
    """What the equation is called there."""
    answer_column: str = "answer"
    """What the answer is called there."""


@dataclass(frozen=True, slots=True)
class AdamWSettings:
    """Adam with decoupled weight decay."""

    kind: Literal["adamw"] = "adamw"
    """`adamw`."""
    learning_rate: Positive = 2e-3
    """The highest learning rate; a model may scale it down for a pretrained part."""
    weight_decay: NotNegative = 0.01
    """Biases and the weights of norms have none."""
    epsilon: Positive = 1e-6
    """Keeps the step finite where gradients vanish."""


@dataclass(frozen=True, slots=True)
class AdamSettings:
    """Adam with L2 regularisation, as the GTS family is trained."""

    kind: Literal["adam"] = "adam"
    """`adam`."""
    learning_rate: Positive = 1e-3
    """The highest learning rate."""
    weight_decay: NotNegative = 0.0
    """Added to the gradient of every weight."""
    epsilon: Positive = 1e-8
    """Keeps the step finite where gradients vanish."""


@dataclass(frozen=True, slots=True)
class SGDSettings:
    """Stochastic gradient descent."""

    kind: Literal["sgd"] = "sgd"
    """`sgd`."""
    learning_rate: Positive = 1e-2
    """The highest learning rate."""
    momentum: Annotated[float, Range(0, 0.999)] = 0.9
    """How much of the last step is kept."""
    weight_decay: NotNegative = 0.0
    """Added to the gradient of every weight."""


@dataclass(frozen=True, slots=True)
class LinearSettings:
    """A rise, then a straight fall to 0."""

    kind: Literal["linear"] = "linear"
    """`linear`."""
    warmup: Share = 0.1
    """The share of the steps in which the learning rate rises."""


@dataclass(frozen=True, slots=True)
class CosineSettings:
    """A rise, then half a cosine wave down to 0."""

    kind: Literal["cosine"] = "cosine"
    """`cosine`."""
    warmup: Share = 0.1
    """The share of the steps in which the learning rate rises."""


@dataclass(frozen=True, slots=True)
class StepSettings:
    """The same rate for some epochs, then a fraction of it, and so on."""

    kind: Literal["step"] = "step"
    """`step`."""
    every: Count = 20
    """Epochs between two drops."""
    factor: Share = 0.5
    """What is left of the rate after each drop."""


@dataclass(frozen=True, slots=True)
class ConstantSettings:
    """The same rate from the first step to the last."""

    kind: Literal["constant"] = "constant"
    """`constant`."""


OptimizerSettings = AdamWSettings | AdamSettings | SGDSettings
ScheduleSettings = LinearSettings | CosineSettings | StepSettings | ConstantSettings
OPTIMIZERS = OneKind(
    "kind", {"adamw": AdamWSettings, "adam": AdamSettings, "sgd": SGDSettings}, "adamw"
)
SCHEDULES = OneKind(
    "kind",
    {
        "linear": LinearSettings,
        "cosine": CosineSettings,
        "step": StepSettings,
        "constant": ConstantSettings,
    },
    "linear",
)


@dataclass(frozen=True, slots=True)
class StageSettings:
    """How one stage is learned; most models have only one stage."""

    epochs: Count = 8
    """Passes over the training problems."""
    batch_size: Count = 64
    """Problems in one step."""
    clip: NotNegative = 1.0
    """The largest norm of a gradient; 0 for no limit."""
    average: Annotated[float, Range(0, 0.999999)] = 0.999
    """Decay of the average of the weights, which is what is validated and saved; 0 for none."""
    patience: CountOrNone = 0
    """Epochs without a better validation accuracy after which training stops; 0 for never."""
    evaluate_every: Count = 1
    """Epochs between two validations; the last epoch always has one."""
    optimizer: Annotated[OptimizerSettings, OPTIMIZERS] = field(default_factory=AdamWSettings)
    """What changes the weights."""
    schedule: Annotated[ScheduleSettings, SCHEDULES] = field(default_factory=LinearSettings)
    """How the learning rate changes over time."""


@dataclass(frozen=True, slots=True)
class TrainingSettings(StageSettings):
    """The training: what all stages share, and the first or only stage."""

    start: str = ""
    """The initial weights: those of a run, an exported model or one of ours (`en-tiny`); empty for
    random ones."""
    decoding: str = ""
    """How validation problems are decoded; empty for the model's own way."""
    ranker: bool = True
    """Whether the weights of the ranker are fitted on the validation problems."""
    seed: Annotated[int, Range(0, 2**63 - 1)] = 0
    """Everything random follows from it."""
    checkpoint_minutes: NotNegative = 5.0
    """Minutes between two checkpoints within an epoch; every epoch ends with one."""
    part_size: CountOrNone = 0
    """Problems of a batch that are read at once, where memory is short; 0 for all of them. What is
    learned is the same except for rounding and random dropout; each part is read twice."""
    precision: Literal["auto", "float32", "bfloat16"] = "float32"
    """Of the products in a training step; weights, validation and predictions are always float32.
    `bfloat16` is faster where the processor has instructions for it, and much slower where it does
    not; `auto` is `bfloat16` where it is fast."""
    threads: Few = 1
    """Processor threads; the last bits of the weights differ with their number."""
    device: Literal["auto", "cpu", "cuda"] = "auto"
    """Where it is computed; `auto` is a GPU where there is one."""
