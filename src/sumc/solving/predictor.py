"""`Predictor`: problems to predictions, the same for torch runs, exported models and ensembles.

There is one policy for what cannot be asked (no numbers, too long), one way to batch, and one
way from hypotheses to a confidence:

    problems -> examples -> batches -> backend -> hypotheses -> ranker -> units -> calibration
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Protocol

import numpy as np

from sumc.algebra.mtree import MTree
from sumc.codecs.codec import Codec
from sumc.decoding.calibration import SURE, Calibration
from sumc.decoding.hypothesis import (
    DEFAULT_SEARCH,
    NO_NUMBERS,
    NO_SCORES,
    NO_TREE,
    TOO_LONG,
    UNANSWERABLE,
    Hypothesis,
    Prediction,
    Search,
)
from sumc.decoding.ranking import Ranker, Rows, share_out
from sumc.decoding.sense import make_sense, predict_in_one_unit
from sumc.encoding.batches import Batch, Example, collate, groups_of, similar_lengths
from sumc.encoding.text import TextEncoding
from sumc.problems.problem import Problem

WINDOW = 128
"""Problems that are sorted by length together."""


class Backend(Protocol):
    """A network that predicts: torch, onnxruntime, or anything else."""

    @property
    def codec(self) -> Codec[Any]:
        """What it predicts."""

    @property
    def encoding(self) -> TextEncoding:
        """How it reads problems."""

    @property
    def evidence(self) -> Mapping[str, float]:
        """What it says about a hypothesis, by name, with the weights before any are fitted."""

    @property
    def batch_size(self) -> int:
        """The batch size that suits it best."""

    def hypotheses(self, batch: Batch, search: Search) -> Sequence[list[Hypothesis] | str]:
        """Some hypotheses for every problem of a batch, the most probable first.

        Where a network fails there may be the reason instead of them.
        """


class Predicts(Protocol):
    """What a solver or an evaluation asks."""

    def predict(
        self, problems: Iterable[Problem], search: Search = DEFAULT_SEARCH
    ) -> Iterator[Prediction]:
        """One prediction for every problem, in their order, as they are taken."""


@dataclass(frozen=True)
class Predictor:
    """A backend with a ranker, and a calibration where one was fitted."""

    backend: Backend
    ranker: Ranker
    calibration: Calibration | None = None
    decoding: str = ""
    """How hypotheses are found unless a search says otherwise; empty for the backend's way."""
    refuses: bool = True
    """Whether problems that seem to have no answer are refused."""
    sense: bool = False
    """Whether measures are converted to one unit, and hypotheses checked for their units: see
    `sumc.decoding.sense`. The papers' protocols do not do that, so trained runs are
    evaluated without it."""

    @classmethod
    def of(cls, backend: Backend) -> "Predictor":
        """The predictor of a network before anything is fitted to it."""
        return cls(backend, Ranker.default(backend.evidence))

    def predict(
        self, problems: Iterable[Problem], search: Search = DEFAULT_SEARCH
    ) -> Iterator[Prediction]:
        """One prediction for every problem, in their order, as they are taken."""
        if self.sense:
            yield from predict_in_one_unit(problems, partial(self._predict, search=search))
        else:
            yield from self._predict(problems, search)

    def _predict(self, problems: Iterable[Problem], search: Search) -> Iterator[Prediction]:
        for problem, found in self.hypotheses(problems, search):
            if isinstance(found, str):
                yield Prediction(reason=found)
            elif self._refuses(found):
                yield Prediction(reason=UNANSWERABLE)
            else:
                ranked = self.ranker.rank(problem, found)
                ranked = make_sense(problem, ranked) if self.sense else ranked
                yield self.calibration.apply(ranked) if self.calibration else ranked

    def _refuses(self, found: Sequence[Hypothesis]) -> bool:
        odds = found[0].answerable if found and self.refuses else None
        return odds is not None and odds < (self.calibration.floor if self.calibration else 0.0)

    def hypotheses(
        self, problems: Iterable[Problem], search: Search = DEFAULT_SEARCH
    ) -> Iterator[tuple[Problem, list[Hypothesis] | str]]:
        """Every problem with its hypotheses, or with the reason why it cannot be predicted."""
        search = replace(search, decoding=search.decoding or self.decoding)
        for window in groups_of(problems, WINDOW):
            yield from zip(window, self._window(window, search), strict=True)

    def _window(
        self, problems: Sequence[Problem], search: Search
    ) -> Iterator[list[Hypothesis] | str]:
        examples = [self.backend.encoding.encode(problem) for problem in problems]
        found: dict[int, list[Hypothesis] | str] = {
            place: reason
            for place, example in enumerate(examples)
            if (reason := self._reason(example)) is not None
        }
        asked = [place for place in range(len(examples)) if place not in found]
        readable = [examples[place] for place in asked]
        for group in similar_lengths(readable, self.backend.batch_size):
            answers = self._ask([readable[place] for place in group], search)
            found.update(zip((asked[place] for place in group), answers, strict=True))
        return (found[place] for place in range(len(problems)))

    def _ask(
        self, examples: Sequence[Example], search: Search
    ) -> Sequence[list[Hypothesis] | str]:
        """The hypotheses for a batch; if there is NaN, which may spread, all are asked alone."""
        batch = collate(examples)
        found = [_comparable(each) for each in self.backend.hypotheses(batch, search)]
        if len(examples) == 1 or NO_SCORES not in found:
            return found
        return [self._ask([example], search)[0] for example in examples]

    def _reason(self, example: Example) -> str | None:
        """Why a text cannot be asked, if it cannot."""
        if not example.problem.quantities:
            return NO_NUMBERS
        return TOO_LONG if example.length > self.backend.encoding.longest else None

    def judged_features(
        self, problems: Iterable[Problem], search: Search = DEFAULT_SEARCH
    ) -> Iterator[tuple[Rows, list[bool]]]:
        """The features of every problem's hypotheses, and which are right: for `fit_ranker`."""
        for problem, found in self.hypotheses(problems, search):
            if not isinstance(found, str):
                right = [each.solves(problem) for each in found]
                yield self.ranker.features(problem, found), right


def _comparable(found: list[Hypothesis] | str) -> list[Hypothesis] | str:
    """The hypotheses with finite scores, or the reason why there are none."""
    if isinstance(found, str):
        return found
    finite = [each for each in found if each.is_finite]
    return finite if finite or not found else NO_SCORES


@dataclass(frozen=True)
class Ensemble:
    """Several predictors as one: their predictions are averaged.

    They may be models of different kinds with different codecs, for they are compared by their
    trees: a tree has the mean of the shares that the members give it.
    """

    members: tuple[Predicts, ...]
    calibration: Calibration | None = field(default=None)

    def predict(
        self, problems: Iterable[Problem], search: Search = DEFAULT_SEARCH
    ) -> Iterator[Prediction]:
        """One prediction for every problem, in their order, as they are taken."""
        for window in groups_of(problems, WINDOW):
            for found in zip(
                *(each.predict(window, search) for each in self.members), strict=True
            ):
                merged = merge(found)
                yield self.calibration.apply(merged) if self.calibration else merged


def merge(predictions: Sequence[Prediction]) -> Prediction:
    """One prediction from those of several members; a member without an answer votes for none."""
    shares: dict[MTree, float] = {}
    hypotheses: dict[MTree, Hypothesis] = {}
    for prediction in predictions:
        for hypothesis, share in zip(prediction.hypotheses, prediction.shares, strict=True):
            known = hypotheses.setdefault(hypothesis.tree, hypothesis)
            if hypothesis.score > known.score:
                hypotheses[hypothesis.tree] = hypothesis
            shares[hypothesis.tree] = shares.get(hypothesis.tree, 0.0) + share
    if not shares:
        reasons = [each.reason for each in predictions if each.reason]
        return Prediction(reason=reasons[0] if reasons else NO_TREE)
    ranked = share_out(list(hypotheses.values()), np.array([shares[tree] for tree in hypotheses]))
    voting = sum(bool(each.hypotheses) for each in predictions) / len(predictions)
    return replace(ranked, confidence=ranked.confidence * voting)


@dataclass(frozen=True, slots=True)
class SolvingModel:
    """What a solver asks: a predictor, and what must be known about it."""

    name: str
    language: str
    """The language it reads; empty for both."""
    words: bool
    """Whether number words counted as numbers in its training."""
    predictor: Predicts
    compounds: bool = False
    """Whether 2 hours 30 minutes was one number in the texts that it learned from."""
    sure: float = SURE
    """The confidence below which its answers are shown as not sure."""
