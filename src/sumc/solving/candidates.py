"""`Candidate`: one of the answers that a model considers, with its share."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sumc.algebra.mtree import MTree
from sumc.decoding.hypothesis import Hypothesis, Prediction
from sumc.problems.problem import Problem
from sumc.problems.units.annotation import AnnotatedText, annotate
from sumc.solving.answer import AnswerUnit, unit_of
from sumc.solving.asked_fraction import said_as_asked
from sumc.solving.confidence import rounded_down
from sumc.solving.factoring import factor, to_text
from sumc.solving.number import operand_text

MOST_CANDIDATES = 3
"""Answers that are shown where the best one is not sure."""
LEAST_SHARE = 0.02
"""The share below which an answer is not worth showing."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An answer that a model considers."""

    answer: Fraction
    expression: str
    """The best calculation that gives it, with the numbers of the text."""
    share: float
    """The chance that it is right, from 0 to 1: that of the chosen answer is the confidence."""
    unit: AnswerUnit | None = None
    """What it counts, where that is known."""
    language: str = "en"
    rounded: str | None = None
    """Which way the value of the expression was rounded, where only whole things count."""
    text: str = ""
    """The problem, which may ask for a fraction."""

    @property
    def said(self) -> str:
        """The answer with its unit, as people say it."""
        return said_as_asked(self.answer, self.unit, self.text, self.language)

    def to_json(self) -> dict[str, Any]:
        """The candidate as JSON."""
        return {
            "answer": str(self.answer),
            "text": self.said,
            "expression": self.expression,
            "rounded": self.rounded,
            "share": rounded_down(self.share),
        }


def candidates_of(problem: Problem, prediction: Prediction) -> tuple[Candidate, ...]:
    """The best answers of a prediction, each once; the chosen one is the first."""
    text = annotate(problem.text, problem.quantities, problem.language)
    return tuple(_candidate(each, share, problem, text) for each, share in _best(prediction))


def _best(prediction: Prediction) -> Iterator[tuple[Hypothesis, float]]:
    """The first hypothesis of every answer, with the chance of that answer."""
    shares: dict[Fraction, float] = {}
    first: dict[Fraction, Hypothesis] = {}
    for each, share in zip(prediction.hypotheses, prediction.shares, strict=True):
        first.setdefault(each.answer, each)
        shares[each.answer] = shares.get(each.answer, 0.0) + share
    chosen, *others = first
    yield first[chosen], prediction.confidence
    scale = _scale(shares[chosen], prediction.confidence)
    others.sort(key=lambda answer: -shares[answer])
    for answer in others[: MOST_CANDIDATES - 1]:
        if shares[answer] * scale >= LEAST_SHARE:
            yield first[answer], shares[answer] * scale


def _scale(share: float, confidence: float) -> float:
    """What the other shares are multiplied by, so that all add up to 1 at most.

    >>> _scale(0.8, 0.4), _scale(0.5, 0.75)
    (0.5, 0.5)
    """
    least = 1e-9  # shares and confidences are floats: avoid a division by zero
    return min(confidence / max(share, least), (1 - confidence) / max(1 - share, least))


def _candidate(
    found: Hypothesis, share: float, problem: Problem, text: AnnotatedText
) -> Candidate:
    unit = unit_of(found.expression, text, found.answer)
    written = written_expression(found.tree, problem)
    rounded = found.rounded or None
    return Candidate(found.answer, written, share, unit, problem.language, rounded, problem.text)


def written_expression(tree: MTree, problem: Problem) -> str:
    """The calculation with the numbers of the text in the place of n1, n2, ..."""
    pairs = zip(problem.symbols, problem.quantities, strict=True)
    texts = {symbol: operand_text(each.text, each.value) for symbol, each in pairs}
    return to_text(factor(tree.root, problem.values), texts)
