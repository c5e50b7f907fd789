"""Several runs compared: in pairs, and the seeds of one system."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from os.path import commonprefix

from sumc.evaluation.answers import Answered
from sumc.evaluation.benchmark import Outcome
from sumc.evaluation.score import Json
from sumc.evaluation.statistics import Comparison, holm, mean_and_deviation

Key = tuple[str, int]
"""The id of a record, and how many records before it have the same."""


@dataclass(frozen=True, slots=True)
class Evaluated:
    """An evaluated run."""

    name: str
    outcome: Outcome
    system: str = ""
    """The same for runs that differ in their seed alone; empty where that is not known."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two runs on the problems that both were evaluated on."""

    first: str
    second: str
    comparison: Comparison
    adjusted: float
    """The p value by Holm's method: among many comparisons some differ by chance."""

    def to_json(self) -> Json:
        """The counts, the difference with its interval and both p values."""
        names = {"first": self.first, "second": self.second}
        return {**names, **self.comparison.to_json(), "p_value_holm": self.adjusted}


@dataclass(frozen=True, slots=True)
class Seeds:
    """Runs of one system that differ in their seed alone."""

    name: str
    runs: tuple[str, ...]
    shares: tuple[float, ...]
    """Right answers of each run, from 0 to 1."""

    @property
    def mean(self) -> float:
        """The mean of the shares."""
        return mean_and_deviation(self.shares)[0]

    @property
    def deviation(self) -> float:
        """Their standard deviation."""
        return mean_and_deviation(self.shares)[1]

    def to_json(self) -> Json:
        """The runs with their shares, the mean and the standard deviation."""
        return {
            "system": self.name,
            "runs": dict(zip(self.runs, (round(each, 6) for each in self.shares), strict=True)),
            "mean": round(self.mean, 6),
            "deviation": round(self.deviation, 6),
        }


def compare_pairs(runs: Sequence[Evaluated]) -> list[Pair]:
    """Every two runs that were evaluated on the same problems, or have some in common.

    Problems outside the reference folds are left out, as they are in the share of answers.
    """
    answers = [_by_record(run.outcome.answers) for run in runs]
    found = [
        (runs[one].name, runs[other].name, comparison)
        for one, other in combinations(range(len(runs)), 2)
        if (comparison := _compare(answers[one], answers[other])).total
    ]
    adjusted = holm([comparison.p_value for *_, comparison in found])
    return [Pair(*each, p_value) for each, p_value in zip(found, adjusted, strict=True)]


def _by_record(answers: Iterable[Answered]) -> dict[Key, bool]:
    """What was right; records that share an id are distinguished by their order."""
    seen: Counter[str] = Counter()
    found = {}
    for each in answers:
        if not each.outside:
            found[each.id, seen[each.id]] = each.right
            seen[each.id] += 1
    return found


def _compare(one: dict[Key, bool], other: dict[Key, bool]) -> Comparison:
    both = [key for key in one if key in other]
    return Comparison.of([one[key] for key in both], [other[key] for key in both])


def find_seeds(runs: Sequence[Evaluated]) -> list[Seeds]:
    """The systems with several seeds."""
    systems = dict.fromkeys(run.system for run in runs if run.system)
    groups = ([run for run in runs if run.system == system] for system in systems)
    return [_seeds(group) for group in groups if len(group) > 1]


def _seeds(runs: Sequence[Evaluated]) -> Seeds:
    names = tuple(run.name for run in runs)
    shares = tuple(run.outcome.report.answers.share for run in runs)
    return Seeds(_common_name(names), names, shares)


def _common_name(names: Sequence[str]) -> str:
    """What the names of runs have in common.

    >>> _common_name(["runs/gts-seed-0", "runs/gts-seed-1"])
    'runs/gts-seed-*'
    """
    common = commonprefix(list(names))  # noqa: RUF071  (also within the name of a folder)
    return f"{common}*" if common else ", ".join(names)
