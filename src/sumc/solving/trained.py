"""A training's folder as a model for `Solver`: the one file of this folder that needs torch."""

from collections.abc import Sequence
from itertools import compress
from pathlib import Path

from sumc.decoding.code_search import with_too_long
from sumc.decoding.prediction import Prediction
from sumc.problems.problem import Problem
from sumc.training.run import Run

LONGEST = 512
"""Tokens that are read where the model itself has no limit."""


class TrainedModel:
    """A run of `sumc train`, asked through torch."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.name = run.folder.resolve().name
        self.language = run.settings.data.language
        self.words = run.settings.data.words
        self.longest = min(LONGEST, run.features.longest or LONGEST)

    @classmethod
    def load(cls, folder: Path) -> "TrainedModel":
        """The model of a training's folder."""
        return cls(Run.load(folder))

    def predict(self, problems: Sequence[Problem]) -> list[Prediction]:
        """One prediction for each problem; what is too long is not looked at."""
        features = self.run.features
        sizes = [features.example(each, labelled=False).length for each in problems]
        are_read = [size <= self.longest for size in sizes]
        found = self.run.predict(list(compress(problems, are_read)), max(1, sum(are_read)))
        return list(with_too_long(features.target, problems, are_read, found))
