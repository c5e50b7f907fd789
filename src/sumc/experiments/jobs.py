"""`Job`: one training and the evaluation after it; a table or figure is a plan of many jobs."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from statistics import median

from sumc.errors import SumcError

PACKAGED = Path(__file__).parents[1] / "configs"
CHECKOUT = Path(__file__).parents[3] / "configs"


@dataclass(frozen=True, slots=True)
class Job:
    """What is trained and evaluated. Its name is that of its run folder and of its result file."""

    system: str
    """What is compared, such as `gts`."""
    dataset: str
    config: str
    """A file of `configs`, such as `mawps/gts.toml`."""
    overrides: tuple[str, ...] = ()
    """Settings that differ from the file, such as `data.split=fold-0`."""
    variant: str = ""
    """What tells apart jobs of one system and dataset: `fold-0`, `seed-1`, `size-3000`."""
    minutes: float = 60.0
    """About how long it takes on one core."""
    needs_gpu: bool = False
    """Whether a CPU would take so long that nobody has measured it."""

    @property
    def name(self) -> str:
        """For example `mawps/gts/fold-0`."""
        return "/".join(filter(None, (self.dataset, self.system, self.variant)))


@dataclass(frozen=True, slots=True)
class Plan:
    """The jobs of a table or figure."""

    name: str
    jobs: tuple[Job, ...]

    def missing(self, done: Sequence[str]) -> tuple[Job, ...]:
        """The jobs that have no result yet."""
        return tuple(job for job in self.jobs if job.name not in done)

    def only(self, patterns: Sequence[str]) -> "Plan":
        """The jobs whose names match one of some patterns, such as `mawps/gts/*`.

        >>> Plan("", (Job("gts", "mawps", "", (), "a"), Job("sau", "mawps", "", (), "b"))).only(
        ...     ["*/sau/*"]
        ... ).jobs[0].name
        'mawps/sau/b'
        """
        for pattern in patterns:
            if not any(fnmatchcase(job.name, pattern) for job in self.jobs):
                example = f"; one is called {self.jobs[0].name!r}" if self.jobs else ""
                raise SumcError(f"no training of {self.name} is called {pattern!r}{example}")
        chosen = (job for job in self.jobs if any(fnmatchcase(job.name, p) for p in patterns))
        return Plan(self.name, tuple(chosen))


Minutes = Mapping[str, float | None]
"""About how long jobs take, by name; None where that is not known."""


def estimate(jobs: Iterable[Job], seconds: Mapping[str, float]) -> Minutes:
    """About how long each job takes, judging by the plan and by the jobs that have finished.

    If a system's trainings took twice as long as planned, so will its others; a system without
    finished trainings is judged by the others on its dataset, or by all of them. What needs a GPU
    is judged only by finished trainings of its own system and dataset.
    """
    listed = list(jobs)
    ratios: dict[tuple[str, str], list[float]] = {}
    measured: dict[tuple[str, str], list[float]] = {}
    for job in listed:
        if job.name not in seconds:
            continue
        took = seconds[job.name] / 60
        if job.needs_gpu:
            measured.setdefault((job.dataset, job.system), []).append(took)
        else:
            for key in ((job.dataset, job.system), (job.dataset, ""), ("", "")):
                ratios.setdefault(key, []).append(took / job.minutes)
    return {job.name: _minutes(job, ratios, measured) for job in listed}


def _minutes(
    job: Job,
    ratios: Mapping[tuple[str, str], Sequence[float]],
    measured: Mapping[tuple[str, str], Sequence[float]],
) -> float | None:
    if not job.needs_gpu:
        return job.minutes * _ratio(job, ratios)
    others = measured.get((job.dataset, job.system))
    return median(others) if others else None


def _ratio(job: Job, ratios: Mapping[tuple[str, str], Sequence[float]]) -> float:
    for key in ((job.dataset, job.system), (job.dataset, ""), ("", "")):
        if key in ratios:
            return median(ratios[key])
    return 1.0


def config_path(name: str) -> Path:
    """A file of `configs`: that of the installed package, or that of the checkout."""
    for folder in (PACKAGED, CHECKOUT):
        if (folder / name).is_file():
            return folder / name
    raise SumcError(f"no configuration {name}: looked in {PACKAGED} and {CHECKOUT}")
