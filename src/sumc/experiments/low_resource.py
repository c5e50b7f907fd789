"""The paper's figure of low-resource conditions: accuracy by the size of the training set.

Small models throughout, so that forty trainings fit into an evening on a CPU: the encoder is one
layer of 128 in each direction, the same for all systems, and the number of epochs falls with the
size of the training set.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from sumc.evaluation.score import Score
from sumc.evaluation.statistics import Comparison
from sumc.experiments.jobs import Job, Plan
from sumc.experiments.measurements import compare, of_folds
from sumc.experiments.results import JobResult, Results
from sumc.experiments.systems import BY_NAME, System

Size = int | Literal["all"]
EPOCHS: Mapping[Size, int] = {
    1_500: 60,
    3_000: 45,
    6_000: 32,
    9_000: 26,
    12_000: 22,
    15_000: 19,
    18_000: 17,
    "all": 16,
}
"""How many epochs a training set of a size has; the sizes are those of the paper's figure."""
SIZES = tuple(EPOCHS)
ALL = 20_349
"""Training problems of the split `low-resource` of Math23K."""
SYSTEMS = tuple(BY_NAME[name] for name in ("sumc-rnn", "joint-rnn", "gts", "sau", "graph2tree"))
SPLIT = "low-resource"
SMALL = (
    "encoder.embedding=96",
    "encoder.hidden=128",
    "encoder.layers=1",
    "training.patience=0",
    "training.precision=float32",  # products this small are slower in bfloat16
    "training.seed=0",
)
WIDTHS = {
    "sumc-rnn": ("model.attention=128",),
    "joint-rnn": ("model.attention=128", "model.width=128"),
}
"""Of the parts after the encoder; those of the others follow it."""
VALIDATIONS = 8
"""Epochs of a training that are validated."""
SECONDS = {"sumc-rnn": 3.2, "joint-rnn": 2.0, "gts": 1.8, "sau": 2.2, "graph2tree": 2.4}
"""Seconds on one core to learn from 1,000 problems once."""


def low_resource_plan() -> Plan:
    """A training of every system on every size, the small ones first."""
    jobs = (low_resource_job(system, size) for size in SIZES for system in SYSTEMS)
    return Plan("figure-low-resource", tuple(jobs))


def low_resource_job(system: System, size: Size) -> Job:
    """The training of a system on this many problems."""
    epochs = EPOCHS[size]
    learned = epochs * problems_of(size) / 1_000
    return Job(
        system.name,
        "math23k",
        f"math23k/{system.name}.toml",
        (
            f"data.split={SPLIT}",
            f"data.limit={0 if size == 'all' else size}",
            *SMALL,
            *WIDTHS.get(system.name, ()),
            f"training.epochs={epochs}",
            f"training.evaluate_every={max(1, epochs // VALIDATIONS)}",
        ),
        f"{SPLIT}-{size}-seed-0",
        round(1 + learned * SECONDS[system.name] / 60, 1),
    )


def problems_of(size: Size) -> int:
    """How many training problems a size has."""
    return ALL if size == "all" else size


@dataclass(frozen=True, slots=True)
class LowResource:
    """The results of the plan, by system and size."""

    found: Mapping[tuple[str, Size], JobResult]
    missing: int
    """Jobs that are still to be run."""

    def of(self, system: str, size: Size) -> JobResult | None:
        """The result of a system with this many training problems; None if it is not done yet."""
        return self.found.get((system, size))

    def score(self, system: str, size: Size) -> Score | None:
        """How many of the 2,312 test problems were right."""
        result = self.of(system, size)
        return None if result is None else of_folds(result.answers)

    def against(self, first: str, second: str, size: Size) -> Comparison | None:
        """Two systems with this many training problems, on the same test problems."""
        ours, theirs = self.of(first, size), self.of(second, size)
        return compare(ours.answers, theirs.answers) if ours and theirs else None


def collect_low_resource(results: Results) -> LowResource:
    """The figure as far as there are results."""
    jobs = {
        (system.name, size): low_resource_job(system, size) for system in SYSTEMS for size in SIZES
    }
    found = {key: results.load(job.name) for key, job in jobs.items() if results.find(job.name)}
    return LowResource(found, len(jobs) - len(found))
