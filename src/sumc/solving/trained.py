"""A training's folder as a model for `Solver`: the one file of this folder that needs torch."""

from collections.abc import Sequence
from pathlib import Path

from sumc.batching.features import Features
from sumc.problems.problem import Problem
from sumc.solving.refusals import TOO_LONG
from sumc.targets.decoding import no_prediction
from sumc.targets.prediction import Prediction
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
        self.longest = longest(run.features)

    @classmethod
    def load(cls, folder: Path) -> "TrainedModel":
        """The model of a training's folder."""
        return cls(Run.load(folder))

    def predict(self, problems: Sequence[Problem]) -> list[Prediction]:
        """One prediction for each problem; what is too long is not looked at."""
        sizes = [self.run.features.example(each, labelled=False).length for each in problems]
        short = [each for each, size in zip(problems, sizes, strict=True) if size <= self.longest]
        found = self.run.predict(short, batch_size=max(1, len(short)))
        target = self.run.features.target
        return [
            next(found) if size <= self.longest else no_prediction(target, problem, TOO_LONG)
            for problem, size in zip(problems, sizes, strict=True)
        ]


def longest(features: Features) -> int:
    """The most tokens that a model reads: what its pretrained encoder has positions for."""
    shape = features.encoder or {}
    positions = shape.get("max_position_embeddings")
    return min(LONGEST, positions) if isinstance(positions, int) else LONGEST
