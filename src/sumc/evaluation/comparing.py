"""Several runs compared: in pairs, and the seeds of one system."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from sumc.evaluation.answers import Answered
from sumc.evaluation.benchmark import Outcome
from sumc.evaluation.score import Json, counted
from sumc.evaluation.statistics import Comparison, holm, mean_and_deviation

Key = tuple[str, str, int]
"""The id of a record and what it says, and how many records before it have the same."""


@dataclass(frozen=True, slots=True)
class Evaluated:
    """An evaluated run."""

    name: str
    outcome: Outcome
    system: str = ""
    """The same for runs that differ in their seed alone; empty where that is not known."""
    seed: int | None = None
    """None where it is not known."""


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

    runs: tuple[str, ...]
    shares: tuple[float, ...]
    """Right answers of each run, from 0 to 1."""

    @property
    def name(self) -> str:
        """The names of the runs, so that it is clear which ones were counted."""
        return ", ".join(self.runs)

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
    """What was right. Records of two datasets may share ids, which are often numbers of lines, so
    their contents must agree too; what still looks the same is told apart by its order."""
    seen: Counter[tuple[str, str]] = Counter()
    found = {}
    for each in answers:
        if not each.outside:
            key = each.id, each.content
            found[(*key, seen[key])] = each.right
            seen[key] += 1
    return found


def _compare(one: dict[Key, bool], other: dict[Key, bool]) -> Comparison:
    both = [key for key in one if key in other]
    return Comparison.of([one[key] for key in both], [other[key] for key in both])


def repeated_runs(runs: Sequence[Evaluated]) -> dict[str, str]:
    """The runs of a system that have the seed of an earlier one, and that one: the same again."""
    first: dict[tuple[str, int], str] = {}
    found = {}
    for run in runs:
        if run.system and run.seed is not None:
            earlier = first.setdefault((run.system, run.seed), run.name)
            if earlier != run.name:
                found[run.name] = earlier
    return found


def find_seeds(runs: Sequence[Evaluated]) -> list[Seeds]:
    """The systems with several seeds; a run that repeats the seed of another does not count."""
    repeated = repeated_runs(runs)
    counted = [run for run in runs if run.system and run.name not in repeated]
    systems = dict.fromkeys(run.system for run in counted)
    groups = ([run for run in counted if run.system == system] for system in systems)
    return [_seeds(group) for group in groups if len(group) > 1]


def _seeds(runs: Sequence[Evaluated]) -> Seeds:
    names = tuple(run.name for run in runs)
    return Seeds(names, tuple(run.outcome.report.answers.share for run in runs))


@dataclass(frozen=True, slots=True)
class Together:
    """How several runs compare."""

    seeds: Sequence[Seeds]
    pairs: Sequence[Pair]
    apart: Sequence[tuple[str, str]]
    """Every two runs that were asked no problem in common."""
    repeated: Mapping[str, str]
    """Runs with the settings and the seed of an earlier one, and that one."""

    @classmethod
    def of(cls, runs: Sequence[Evaluated]) -> "Together":
        """Compare runs in pairs, and collect the seeds of one system."""
        pairs = compare_pairs(runs)
        compared = {(pair.first, pair.second) for pair in pairs}
        every = combinations([run.name for run in runs], 2)
        apart = [each for each in every if each not in compared]
        return cls(find_seeds(runs), pairs, apart, repeated_runs(runs))

    def to_json(self) -> Json:
        """The seeds, the pairs, and what could not be compared."""
        return {
            "seeds": [each.to_json() for each in self.seeds],
            "comparisons": [each.to_json() for each in self.pairs],
            "nothing_in_common": [list(each) for each in self.apart],
            "repeated": dict(self.repeated),
        }

    def remarks(self) -> Iterator[str]:
        """What people should know about runs that are not compared or not counted."""
        if self.apart:
            first, second = self.apart[0]
            more = f", like {counted(len(self.apart) - 1, 'other pair')}" if self.apart[1:] else ""
            yield f"{first} and {second} have no problem in common, so they are not compared{more}"
        for name, earlier in self.repeated.items():
            yield (
                f"{name} has the settings and the seed of {earlier}: it does not count as another "
                "seed"
            )
