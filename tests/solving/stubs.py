"""Models without a network, for everything around them: what they say is known."""

from collections.abc import Sequence

from sumc.decoding.prediction import Prediction

from sumc.algebra.mtree import MTree
from sumc.problems.numbers import Language
from sumc.problems.problem import Problem
from sumc.solving.solver import Model, OneModel, Solver

PENCILS = (
    "Tom has 3 boxes with 12 pencils each. He gives away 7 pencils. "
    "How many pencils does he have left?"
)
CHINESE_PENCILS = "小明有3盒铅笔，每盒12支，他送给同学7支，还剩多少支？"


class Adder:
    """Adds all numbers of a text; it is as confident as it is told to be."""

    def __init__(
        self, language: str = "", confidence: float = 0.9, reason: str | None = None
    ) -> None:
        self.name = f"adder-{language or 'both'}"
        self.language = language
        self.longest = 100
        self.words = True
        self.confidence = confidence
        self.reason = reason
        self.batches: list[int] = []

    def predict(self, problems: Sequence[Problem]) -> list[Prediction]:
        self.batches.append(len(problems))
        return [self._prediction(problem) for problem in problems]

    def _prediction(self, problem: Problem) -> Prediction:
        if self.reason is not None:
            return Prediction(None, None, float("-inf"), (), 0.0, self.reason)
        tree = MTree.from_codes([(symbol, "0_0_+") for symbol in problem.symbols])
        codes = (("0_0_+",),) * len(problem.symbols)
        return Prediction(tree, tree.evaluate(problem.values), -1.0, codes, self.confidence)


class Both:
    """A model for each language, as the shipped ones are."""

    name = source = "both"
    languages = ("en", "zh")
    words = True

    def __init__(self) -> None:
        self.models = {"en": Adder("en"), "zh": Adder("zh")}

    def reading(self, language: Language) -> Model:
        return self.models[language]


def adding_solver(model: Adder | None = None, *, min_confidence: float = 0.0) -> Solver:
    """A solver that adds."""
    return Solver(OneModel(model or Adder(), "adder"), min_confidence=min_confidence)
