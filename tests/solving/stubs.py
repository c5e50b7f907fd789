"""Models without a network, for everything around them: what they say is known."""

from collections.abc import Iterable, Iterator

from sumc.algebra.expression import parse_expression
from sumc.decoding.hypothesis import DEFAULT_SEARCH, Hypothesis, Prediction, Search
from sumc.problems.numbers import Language, find_quantities
from sumc.problems.problem import Problem
from sumc.solving.predictor import SolvingModel
from sumc.solving.solver import OneModel, Solver

PENCILS = (
    "Tom has 3 boxes with 12 pencils each. He gives away 7 pencils. "
    "How many pencils does he have left?"
)
CHINESE_PENCILS = "小明有3盒铅笔，每盒12支，他送给同学7支，还剩多少支？"


def problem_of(text: str) -> Problem:
    """The problem that an English text is."""
    return Problem("", text, "en", find_quantities(text))


def hypothesis_of(expression: str, problem: Problem, score: float = -1.0) -> Hypothesis:
    """The hypothesis that an expression over n1, n2, ... is."""
    found = Hypothesis.of(parse_expression(expression), score, problem)
    assert found is not None
    return found


class Adder:
    """Adds all numbers of a text; it is as confident as it is told to be."""

    def __init__(
        self, language: str = "", confidence: float = 0.9, reason: str | None = None
    ) -> None:
        self.confidence = confidence
        self.reason = reason
        self.batches: list[int] = []
        self.model = SolvingModel(f"adder-{language or 'both'}", language, True, self)

    def predict(
        self, problems: Iterable[Problem], search: Search = DEFAULT_SEARCH
    ) -> Iterator[Prediction]:
        asked = list(problems)
        self.batches.append(len(asked))
        return map(self._prediction, asked)

    def _prediction(self, problem: Problem) -> Prediction:
        if self.reason is not None:
            return Prediction(reason=self.reason)
        found = hypothesis_of("+".join(problem.symbols), problem)
        return Prediction((found,), (1.0,), self.confidence)


class Both:
    """A model for each language, as the shipped ones are."""

    name = source = "both"
    languages = ("en", "zh")
    words = True
    compounds = False

    def __init__(self) -> None:
        self.models = {"en": Adder("en"), "zh": Adder("zh")}

    def reading(self, language: Language) -> SolvingModel:
        return self.models[language].model


def adding_solver(adder: Adder | None = None, *, min_confidence: float = 0.0) -> Solver:
    """A solver that adds."""
    model = (adder or Adder()).model
    return Solver(OneModel(model, "adder"), min_confidence=min_confidence)
