"""What a training works on: the split, what is learned from it, and every problem encoded once."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random

from sumc.codecs.mtree import UNSEEN, MTreeCodes
from sumc.encoding.batches import training_batches
from sumc.encoding.features import Example, Features, learn_target
from sumc.errors import RunError
from sumc.models import learn_features
from sumc.problems.datasets import GENERATED, load_dataset
from sumc.problems.problem import Problem
from sumc.problems.splits import Split
from sumc.settings.settings import Settings


def fingerprint(split: Split) -> str:
    """A short text that differs when the problems, or their order, differ."""
    return split.fingerprint()


@dataclass(frozen=True, slots=True)
class Material:
    """Encoded problems: those of the split, and built-in ones for the early epochs."""

    features: Features
    train: tuple[Example, ...]
    validation: tuple[Example, ...]
    generated: tuple[Example, ...]
    left_out: int
    """Training problems that the target cannot say."""

    def steps(self, settings: Settings, epoch: int) -> int:
        """The number of batches of an epoch."""
        examples = len(self.train) + len(self._mixed_in(settings, epoch))
        return math.ceil(examples / settings.training.batch_size)

    def batches(self, settings: Settings, epoch: int) -> list[list[Example]]:
        """The batches of an epoch (from 0): a pure function of the seed and the epoch."""
        seed = settings.training.seed
        examples = [*self.train, *self._mixed_in(settings, epoch)]
        return training_batches(examples, settings.training.batch_size, seed, epoch)

    def _mixed_in(self, settings: Settings, epoch: int) -> Sequence[Example]:
        """A sample of the built-in problems: at most as many as there are training problems."""
        if epoch >= settings.data.generated_share * settings.training.epochs:
            return ()
        random = Random(f"generated {settings.training.seed} {epoch}")
        return random.sample(self.generated, min(len(self.generated), len(self.train)))


def prepare(settings: Settings, split: Split, features: Features | None = None) -> Material:
    """Learn the features on the training problems, if need be, and encode every problem once."""
    learned = features.target if features else learn_target(split.train, settings.features)
    generated = _generated(settings, split, learned)
    if features is None:
        features = learn_features(split.train, settings.features, settings.model, generated)
    covered = [problem for problem in split.train if learned.covers(problem)]
    if not covered:
        raise RunError(f"{split.name} has no training problems with a solution")
    if not split.validation:
        raise RunError(f"{split.name} has no validation problems to choose the model on")
    material = Material(
        features,
        tuple(features.example(problem, labelled=True) for problem in covered),
        tuple(features.example(problem, labelled=False) for problem in split.validation),
        tuple(features.example(problem, labelled=True) for problem in generated),
        len(split.train) - len(covered),
    )
    _check_lengths(material)
    return material


def _check_lengths(material: Material) -> None:
    """Notice before hours of training that the encoder has no places for some text."""
    longest = material.features.longest or math.inf
    for example in (*material.train, *material.validation):
        if example.length > longest:
            raise RunError(
                f"problem {example.problem.id} has {example.length} pieces of words, the "
                f"pretrained encoder reads at most {longest}: leave it out of the dataset"
            )


def _generated(settings: Settings, split: Split, target: MTreeCodes) -> list[Problem]:
    """Built-in problems in the language of the training problems and within their codes."""
    if not settings.data.generated:
        return []
    languages = {problem.language for problem in split.train}
    known = (
        problem
        for problem in load_dataset(GENERATED, words=settings.data.words).problems
        if problem.language in languages
        and target.covers(problem)
        and UNSEEN not in target.labels(problem)
    )
    return list(islice(known, settings.data.generated))
