"""Table 1 of the paper: all systems on MAWPS (five reference folds) and Math23K (public test)."""

from collections.abc import Iterator
from typing import Literal

from sumc.experiments.jobs import Job, Plan
from sumc.experiments.systems import SYSTEMS, System

Budget = Literal["cpu", "paper"]
"""`cpu`: what two cores can do, one encoder for all systems of a kind. `paper`: the settings of
every system's own paper, which want a GPU."""
FOLDS = range(5)


def table_1_plan(budget: Budget = "cpu") -> Plan:
    """All trainings of the table, those that say most first: one seed of everything, then more."""
    jobs = [job for system in SYSTEMS for job in _jobs_of(system, budget)]
    return Plan("table-1", tuple(sorted(jobs, key=lambda job: job.overrides[-1])))


def _jobs_of(system: System, budget: Budget) -> Iterator[Job]:
    for seed in range(system.seeds):
        for fold in FOLDS:
            yield _job(system, "mawps", budget, seed, f"fold-{fold}")
    yield _job(system, "math23k", budget, 0, "published")


def _job(system: System, dataset: str, budget: Budget, seed: int, split: str) -> Job:
    suffix = "-paper" if budget == "paper" else ""
    return Job(
        f"{system.name}{suffix}",
        dataset,
        f"{dataset}/{system.name}{suffix}.toml",
        (f"data.split={split}", f"training.seed={seed}"),
        f"{split}-seed-{seed}",
        system.minutes[dataset],
    )
