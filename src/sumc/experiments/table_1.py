"""Table 1 of the paper: all systems on MAWPS (five reference folds) and Math23K (public test)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Literal, get_args

from sumc.evaluation.statistics import Comparison
from sumc.experiments.jobs import Job, Plan
from sumc.experiments.measurements import Measurement, Trainings, compare, measure
from sumc.experiments.results import Results
from sumc.experiments.systems import SYSTEMS, System, systems_of

Budget = Literal["cpu", "paper"]
"""`cpu`: what two cores can do, one encoder for all systems of a kind. `paper`: the settings of
every system's own paper, which need a GPU."""
BUDGETS: tuple[Budget, ...] = get_args(Budget)
Dataset = Literal["math23k", "mawps"]
DATASETS: tuple[Dataset, ...] = get_args(Dataset)
FOLDS = range(5)


def table_1_plan(budget: Budget = "cpu") -> Plan:
    """All trainings of the table, the most telling first: one seed of everything, then more."""
    trainings = (
        trainings_of(system, each, budget) for system in SYSTEMS for each in DATASETS[::-1]
    )
    jobs = chain.from_iterable(chain.from_iterable(trainings))
    return Plan("table-1", tuple(sorted(jobs, key=lambda job: job.overrides[-1])))


def trainings_of(system: System, dataset: Dataset, budget: Budget) -> Trainings:
    """The jobs of a system on a dataset, by seed; ours has no paper, so no settings of one."""
    if budget == "paper" and not system.paper:
        return []
    if dataset == "math23k":
        return [[_job(system, dataset, budget, 0, "published")]]
    return [
        [_job(system, dataset, budget, seed, f"fold-{fold}") for fold in FOLDS]
        for seed in range(system.seeds)
    ]


def _job(system: System, dataset: Dataset, budget: Budget, seed: int, split: str) -> Job:
    suffix = "-paper" if budget == "paper" else ""
    return Job(
        f"{system.name}{suffix}",
        dataset,
        f"{dataset}/{system.name}{suffix}.toml",
        (f"data.split={split}", f"training.seed={seed}"),
        f"{split}-seed-{seed}",
        system.minutes[dataset],
        needs_gpu=budget == "paper",
    )


@dataclass(frozen=True, slots=True)
class Against:
    """Our system beside another one of its kind, on the same problems of a dataset."""

    dataset: Dataset
    ours: System
    other: System
    comparison: Comparison


@dataclass(frozen=True, slots=True)
class Table1:
    """All that is measured, by system, dataset and budget; and our systems against the others."""

    measured: Mapping[tuple[str, Dataset, Budget], Measurement]
    comparisons: tuple[Against, ...]
    missing: Mapping[Budget, int]
    """Jobs that are still to be run."""

    def of(self, system: System, dataset: Dataset, budget: Budget = "cpu") -> Measurement | None:
        """What a system gave on a dataset; None where nothing is done yet."""
        return self.measured.get((system.name, dataset, budget))


def collect_table_1(results: Results) -> Table1:
    """The table as far as there are results."""
    measured = {
        (system.name, dataset, budget): found
        for system in SYSTEMS
        for dataset in DATASETS
        for budget in BUDGETS
        if (trainings := trainings_of(system, dataset, budget))
        and (found := measure(trainings, results))
    }
    done = results.names()
    missing = {budget: len(table_1_plan(budget).missing(done)) for budget in BUDGETS}
    return Table1(measured, tuple(_comparisons(measured)), missing)


def _comparisons(
    measured: Mapping[tuple[str, Dataset, Budget], Measurement],
) -> Iterator[Against]:
    for ours in systems_of("ours"):
        for other in SYSTEMS:
            for dataset in DATASETS:
                pair = [measured.get((each.name, dataset, "cpu")) for each in (ours, other)]
                if other.encoder == ours.encoder and other != ours and all(pair):
                    first, second = filter(None, pair)
                    found = compare(first.answers(), second.answers())
                    if found.total:
                        yield Against(dataset, ours, other, found)
