"""The results of one system on one dataset: folds added up, seeds kept apart."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

from sumc.evaluation.score import Score
from sumc.evaluation.statistics import Comparison, mean_and_deviation
from sumc.experiments.jobs import Job
from sumc.experiments.results import Answer, JobResult, Results

Trainings = Sequence[Sequence[Job]]
"""The jobs of every seed: one for each fold."""
Denominator = Callable[[Iterable[Answer]], Score]


def of_folds(answers: Iterable[Answer]) -> Score:
    """The problems of the test part: of the reference folds, 2,163 of MAWPS."""
    return Score.of(answer.right for answer in answers if not answer.scope)


def of_all_asked(answers: Iterable[Answer]) -> Score:
    """All records, 2,373 of MAWPS: those outside the folds are evaluated too."""
    return Score.of(answer.right for answer in answers)


def of_all_others_wrong(answers: Iterable[Answer]) -> Score:
    """All records, of which those outside the folds count as wrong."""
    return Score.of(answer.right and not answer.scope for answer in answers)


@dataclass(frozen=True, slots=True)
class Measurement:
    """The finished trainings of a system on a dataset, by seed."""

    seeds: tuple[tuple[JobResult, ...], ...]
    """The results that count: seeds with all folds, else those folds of one seed that are done."""
    folds: int
    """Trainings that a seed has when it is complete."""
    planned_seeds: int

    @property
    def results(self) -> list[JobResult]:
        """The results of all seeds."""
        return [result for seed in self.seeds for result in seed]

    @property
    def has_all_folds(self) -> bool:
        """Whether at least one seed has all folds."""
        return len(self.seeds[0]) == self.folds

    @property
    def is_complete(self) -> bool:
        """Whether all folds of all seeds are done."""
        return self.has_all_folds and len(self.seeds) == self.planned_seeds

    @property
    def seeds_done(self) -> int:
        """The seeds that have all folds."""
        return len(self.seeds) if self.has_all_folds else 0

    @property
    def so_far(self) -> str:
        """What is done where something is missing, as in `3 of 5 folds`; empty otherwise."""
        if not self.has_all_folds:
            return f"{len(self.seeds[0])} of {self.folds} folds"
        if len(self.seeds) < self.planned_seeds:
            return f"{len(self.seeds)} of {self.planned_seeds} seeds"
        return ""

    def scores(self, count: Denominator = of_folds) -> list[Score]:
        """The score of every seed, its folds added up."""
        return [sum((count(result.answers) for result in seed), Score()) for seed in self.seeds]

    def score(self, count: Denominator = of_folds) -> Score:
        """The mean of the seeds in whole problems: all seeds have the same ones."""
        scores = self.scores(count)
        return Score(round(fmean(score.right for score in scores)), scores[0].total)

    def share(self, count: Denominator = of_folds) -> tuple[float, float]:
        """The mean share of the seeds, and their standard deviation."""
        return mean_and_deviation([score.share for score in self.scores(count)])

    def mean(self, read: Callable[[JobResult], float]) -> float:
        """The mean of a figure of all trainings, such as their seconds."""
        return fmean(map(read, self.results))

    def answers(self) -> Iterator[Answer]:
        """The answers to all test problems in the first seed."""
        rows = (answer for result in self.seeds[0] for answer in result.answers)
        return (answer for answer in rows if not answer.scope)


def measure(trainings: Trainings, results: Results) -> Measurement | None:
    """What the trainings gave as far as they are done; None where none is."""
    found = [tuple(results.load_all(job.name for job in seed)) for seed in trainings]
    folds = len(trainings[0])
    complete = tuple(seed for seed in found if len(seed) == folds)
    fullest = max(found, key=len)
    if not fullest:
        return None
    return Measurement(complete or (fullest,), folds, len(trainings))


def compare(first: Iterable[Answer], second: Iterable[Answer]) -> Comparison:
    """Two systems on the problems that both were evaluated on."""
    ours, theirs = ({answer.id: answer.right for answer in each} for each in (first, second))
    common = [each for each in ours if each in theirs]
    return Comparison.of([ours[each] for each in common], [theirs[each] for each in common])
