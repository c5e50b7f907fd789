"""`Hypothesis` and `Prediction`: all that judging, ranking and solving know of a model."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Literal

from sumc.algebra.arithmetic import calculate, whole_exponents
from sumc.algebra.expression import NEGATE, OPERATORS, Expression
from sumc.algebra.limits import DEFAULT_LIMITS
from sumc.algebra.mtree import MTree
from sumc.errors import SumcError
from sumc.problems.problem import Problem

TOO_LONG = "too-long"
"""The reason for a problem whose text has more tokens than the model reads."""
NO_NUMBERS = "no-numbers"
"""The reason for a problem whose text has no numbers to calculate with."""
NO_TREE = "no-tree"
"""The reason for a problem for which a model finds no calculation with a value."""
UNANSWERABLE = "unanswerable"
"""The reason for a problem that, as far as a model can tell, has no answer."""

NO_SCORES = "no-scores"
"""The reason for a problem for which a network gives NaN or infinite scores."""


@dataclass(frozen=True, slots=True)
class Search:
    """How a model searches for hypotheses."""

    decoding: str = ""
    """One of the model's decodings; empty for its default."""
    width: int = 0
    """Hypotheses that are followed at once, where a model has a beam; 0 for its default."""

    def beam(self, own: int) -> int:
        """Hypotheses that a model with a beam of its own width follows: one if it is greedy."""
        return 1 if self.decoding == "greedy" else self.width or own


DEFAULT_SEARCH = Search()


@dataclass(frozen=True)
class Hypothesis:
    """One way to solve a problem, proposed by a model; it always has an answer."""

    score: float
    """The logarithm of its probability."""
    answer: Fraction
    symbols: tuple[str, ...]
    """The numbers it calculates with, n1, n2, ... and constants, as often as it uses them."""
    build: Callable[[], Expression] = field(repr=False)
    """Builds the expression, which most hypotheses never need."""
    evidence: Mapping[str, float] = field(default_factory=dict)
    """Its further scores, by the names that the ranker knows."""
    answerable: float | None = None
    """The odds, as a logarithm, that its problem has an answer at all, where a model says so."""
    rounded: Literal["up", "down", ""] = ""
    """Which way the answer was rounded, where only whole things count."""

    @classmethod
    def of(
        cls,
        expression: Expression,
        score: float,
        problem: Problem,
        evidence: Mapping[str, float] | None = None,
    ) -> "Hypothesis | None":
        """The hypothesis of an expression; None if it has no value or is beyond our limits."""
        try:
            answer = calculate(expression, DEFAULT_LIMITS, problem.values)
            if answer is None:
                return None
            MTree.from_expression(expression)
            symbols = _used(expression)
        except SumcError:
            return None
        return cls(score, answer, symbols, lambda: expression, evidence or {})

    @property
    def is_finite(self) -> bool:
        """Whether a network gave numbers for it; NaN and infinite scores cannot be compared."""
        return math.isfinite(self.score) and all(map(math.isfinite, self.evidence.values()))

    @cached_property
    def expression(self) -> Expression:
        """The calculation over n1, n2, ... and constants."""
        return self.build()

    @cached_property
    def tree(self) -> MTree:
        """The M-tree of the calculation."""
        return MTree.from_expression(self.expression)

    def substituted(self, origins: Mapping[str, tuple[str, ...]]) -> "Hypothesis":
        """The same hypothesis with a calculation, in postfix order, in place of some numbers.

        >>> from sumc.algebra.expression import parse_expression
        >>> days = Hypothesis(0.0, Fraction(28), ("n1", "n2"), lambda: parse_expression("n1*n2"))
        >>> days.substituted({"n2": ("n2", "7", "*")}).expression.items
        ('n1', 'n2', '7', '*', '*')
        """

        def build() -> Expression:
            items = (origins.get(item, (item,)) for item in self.expression.items)
            return Expression(tuple(part for each in items for part in each))

        symbols = (origins.get(symbol, (symbol,)) for symbol in self.symbols)
        used = tuple(part for each in symbols for part in each if part not in OPERATORS)
        return replace(self, symbols=used, build=build)

    def solves(self, problem: Problem) -> bool:
        """Whether the answer is the problem's."""
        return problem.is_solved_by(self.answer)


def _used(expression: Expression) -> tuple[str, ...]:
    """The operands; `a^3` uses a three times, and the 3 not at all."""
    exponents = iter(whole_exponents(expression, DEFAULT_LIMITS))
    stack: list[tuple[str, ...]] = []
    for item in expression.items:
        if item not in OPERATORS:
            stack.append((item,))
        elif item == "^":
            stack.pop()
            stack[-1] *= abs(next(exponents))
        elif item != NEGATE:
            right = stack.pop()
            stack[-1] += right
    return stack[0]


@dataclass(frozen=True, slots=True)
class Prediction:
    """Ranked hypotheses, the chosen one first, or the reason why there are none."""

    hypotheses: tuple[Hypothesis, ...] = ()
    shares: tuple[float, ...] = ()
    """The share of the probability that each hypothesis has."""
    confidence: float = 0.0
    """The chance that the answer is right, from 0 to 1: the share of all hypotheses that give
    it, calibrated where there is a calibration."""
    reason: str | None = None
    """Why there is no answer."""

    @property
    def best(self) -> Hypothesis | None:
        """The chosen hypothesis."""
        return self.hypotheses[0] if self.hypotheses else None

    @property
    def answer(self) -> Fraction | None:
        """The answer of the chosen hypothesis."""
        return self.best.answer if self.best else None

    @property
    def tree(self) -> MTree | None:
        """The M-tree of the chosen hypothesis."""
        return self.best.tree if self.best else None

    @property
    def score(self) -> float:
        """The logarithm of the probability of the chosen hypothesis."""
        return self.best.score if self.best else float("-inf")

    def solves(self, problem: Problem) -> bool:
        """Whether the answer is the problem's; for one without an answer, giving none is right."""
        if not problem.answerable:
            return self.best is None
        return self.best is not None and self.best.solves(problem)
