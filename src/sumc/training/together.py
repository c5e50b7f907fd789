"""Several runs asked together: one answer from what all of them think."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import compress, islice
from pathlib import Path

import numpy as np
import torch

from sumc.codecs.mtree import MTreeCodes
from sumc.decoding.code_search import Array, Scores, choose, judged_features, with_too_long
from sumc.decoding.prediction import Prediction
from sumc.decoding.ranking import DEFAULT_WEIGHTS, Candidate, Ranker, fit_ranker
from sumc.encoding.batches import collate
from sumc.errors import RunError
from sumc.models.model import CodeModel
from sumc.problems.problem import Problem
from sumc.training.run import Run

BATCH = 64


@dataclass(frozen=True)
class Together:
    """Runs that say the same codes; their probabilities are averaged before a tree is chosen."""

    runs: tuple[Run, ...]
    ranker: Ranker
    """Fitted on the validation problems."""

    @classmethod
    def load(cls, folders: Sequence[str | Path], validation: Sequence[Problem]) -> "Together":
        """The runs of some folders with a ranker of their own."""
        runs = tuple(map(Run.load, folders))
        _check(runs)
        together = cls(runs, Ranker(DEFAULT_WEIGHTS))
        rows = [
            row
            for batch in _batches(validation)
            for row in judged_features(together.target, batch, together._score(batch))
        ]
        return replace(together, ranker=fit_ranker(rows))

    @property
    def target(self) -> MTreeCodes:
        """The codes of all runs."""
        return max((run.features.target for run in self.runs), key=lambda each: len(each.shapes))

    @property
    def size(self) -> int:
        """How many weights all models have."""
        return sum(each.numel() for run in self.runs for each in run.model.parameters())

    def predict(self, problems: Iterable[Problem]) -> Iterator[Prediction]:
        """One prediction for every problem, in their order, a batch at a time."""
        for batch in _batches(problems):
            are_read = [all(run.features.reads(each) for run in self.runs) for each in batch]
            some = list(compress(batch, are_read))
            found = iter(choose(self.target, self.ranker, some, self._score(some)) if some else [])
            yield from with_too_long(self.target, batch, are_read, found)

    def _score(self, problems: Sequence[Problem]) -> Scores:
        return average([_score(run, problems) for run in self.runs])


def average(scores: Sequence[Scores]) -> Scores:
    """What several models think of the same problems; some may have no opinion on some of it."""
    classes = [_mean(list(each)) for each in zip(*(one.classes for one in scores), strict=True)]
    passes = [one.second_pass for one in scores if one.second_pass]
    shapes = [one.shapes for one in scores if one.shapes is not None]

    def second_pass(candidates: Sequence[tuple[int, Candidate]]) -> list[float]:
        found: list[float] = np.mean([each(candidates) for each in passes], axis=0).tolist()
        return found

    return Scores(classes, second_pass if passes else None, _mean(shapes) if shapes else None)


def _mean(chances: Sequence[Array]) -> Array:
    """The logarithm of the mean of probabilities that are given as logarithms."""
    return np.asarray(np.logaddexp.reduce(chances, axis=0) - np.log(len(chances)))


def _batches(problems: Iterable[Problem]) -> Iterator[list[Problem]]:
    waiting = iter(problems)
    while batch := list(islice(waiting, BATCH)):
        yield batch


@torch.no_grad()
def _score(run: Run, problems: Sequence[Problem]) -> Scores:
    examples = [run.features.example(problem, labelled=False) for problem in problems]
    return _model(run).score(collate(examples))


def _model(run: Run) -> CodeModel:
    if not isinstance(run.model, CodeModel):
        raise RunError(f"{run.folder} has no model of codes, so it cannot be asked with others")
    return run.model


def _check(runs: Sequence[Run]) -> None:
    """Make sure that the runs mean the same by a class and by a shape."""
    first = runs[0].features.target
    for run in runs[1:]:
        target = run.features.target
        same = (target.name, target.constants, target.classes) == (
            first.name,
            first.constants,
            first.classes,
        )
        if not same or (first.shapes and target.shapes and target.shapes != first.shapes):
            raise RunError(
                f"{runs[0].folder} and {run.folder} have other codes: only runs that learned from "
                "the same problems can be asked together"
            )
