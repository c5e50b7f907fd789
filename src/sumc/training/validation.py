"""How many validation problems a model gets right: this decides which weights are kept."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from sumc.codecs import Codec, NotCovered
from sumc.decoding.hypothesis import Search
from sumc.encoding.batches import Example, collate, groups_of
from sumc.encoding.text import TextEncoding
from sumc.models import Model
from sumc.problems.problem import Problem
from sumc.solving.predictor import Predictor

AT_ONCE = 256
"""Problems that are validated between two looks for a request to stop."""

IsStopped = Callable[[], bool]


class Validation:
    """Problems that a model is judged by after an epoch."""

    def __init__(
        self,
        problems: Sequence[Problem],
        codec: Codec[Any],
        encoding: TextEncoding,
        search: Search,
        *,
        has_stages: bool,
    ) -> None:
        self.problems = problems
        self.codec = codec
        self.encoding = encoding
        self.search = search
        self.has_stages = has_stages

    def count(self, model: Model, is_stopped: IsStopped) -> int:
        """How many problems are right by a measure of the stage's own, else by their answers.

        Fewer if a stop is requested meanwhile.
        """
        judged = self._count_by_stage(model, is_stopped) if self.has_stages else None
        return self._count_answers(model, is_stopped) if judged is None else judged

    def _count_answers(self, model: Model, is_stopped: IsStopped) -> int:
        right = 0
        for problems in groups_of(self.problems, AT_ONCE):
            if is_stopped():
                break
            predictions = Predictor.of(model).predict(problems, self.search)
            pairs = zip(predictions, problems, strict=True)
            right += sum(prediction.solves(problem) for prediction, problem in pairs)
        return right

    def _count_by_stage(self, model: Model, is_stopped: IsStopped) -> int | None:
        """How many are right by the stage's own measure, none of those without a target; None if
        the stage has no measure of its own."""
        right = None
        for examples in groups_of(self._targets, AT_ONCE):
            if is_stopped():
                break
            with model.asked():
                judged = model.judge_stage(collate(examples, self.codec))
            if judged is None:
                return None
            right = sum(judged) + (right or 0)
        return right

    @cached_property
    def _targets(self) -> list[Example]:
        """The problems that have a target, encoded once for all epochs, sorted by length."""
        pairs = ((problem, self.codec.encode(problem)) for problem in self.problems)
        covered = (pair for pair in pairs if not isinstance(pair[1], NotCovered))
        examples = (self.encoding.encode(*pair) for pair in covered)
        readable = (each for each in examples if each.length <= self.encoding.longest)
        return sorted(readable, key=lambda each: each.length)
