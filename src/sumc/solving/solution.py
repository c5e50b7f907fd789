"""`Solution`: the answer to a problem, with the tree that explains it, or why there is none."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sumc.algebra.mtree import MTree
from sumc.decoding.calibration import SURE
from sumc.decoding.hypothesis import Prediction
from sumc.problems.problem import Problem
from sumc.problems.units.annotation import annotate
from sumc.solving.answer import AnswerUnit, plain
from sumc.solving.asked_fraction import said_as_asked
from sumc.solving.candidates import Candidate, candidates_of, written_expression
from sumc.solving.confidence import percent, rounded_down
from sumc.solving.explanation import Units, explain
from sumc.solving.factoring import number_text
from sumc.solving.number import SolvedNumber, solved_numbers
from sumc.solving.refusals import sentence_of
from sumc.solving.routes.exact import Exact
from sumc.solving.routes.rules import Rule
from sumc.solving.sayable import sayable
from sumc.solving.wording import WORDINGS

__all__ = ["Candidate", "Solution", "SolvedNumber", "answer_text"]

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Solution:
    """The outcome for a text: either an answer or a reason, never both."""

    text: str
    answer: Fraction | None
    expression: str | None
    """The calculation with the numbers of the text, for example 3*12-7."""
    tree: MTree | None
    """The M-tree over n1, n2, ... and constants."""
    numbers: tuple[SolvedNumber, ...]
    confidence: float
    """The probability that the answer is right, from 0 to 1."""
    model: str
    language: str
    """The language of the text, empty where it is not known."""
    reason: str | None
    """Why there is no answer: a name of `sumc.solving.refusals`."""
    rules: tuple[Rule, ...] = ()
    """The rules behind an exact answer, without any model."""
    answer_unit: AnswerUnit | None = None
    """What the answer counts, where that is known."""
    rounded: str | None = None
    """Which way the value of the expression was rounded, "up" or "down", where only whole things
    count: buses that are needed, boxes that are full."""
    sure: bool = True
    """Whether the answer is one to rely on; else it is only the best of the candidates."""
    candidates: tuple[Candidate, ...] = ()
    """The answers that the model considered, this one first; none for an exact answer."""

    @classmethod
    def refused(
        cls,
        text: str,
        reason: str,
        model: str,
        language: str = "",
        problem: Problem | None = None,
        confidence: float = 0.0,
    ) -> "Solution":
        """No answer, and the reason."""
        numbers = () if problem is None else solved_numbers(problem, ())
        return cls(
            text, None, None, None, numbers, confidence, model, language, reason, sure=False
        )

    @classmethod
    def of(
        cls, problem: Problem, prediction: Prediction, model: str, sure_from: float = SURE
    ) -> "Solution":
        """The answer of a prediction that has one; it is sure if the confidence is high enough."""
        assert prediction.best is not None
        best, tree = prediction.best, prediction.best.tree
        candidates = candidates_of(problem, prediction)
        return cls(
            problem.text,
            best.answer,
            candidates[0].expression,
            tree,
            solved_numbers(problem, tree.codes()),
            prediction.confidence,
            model,
            problem.language,
            None,
            answer_unit=candidates[0].unit,
            rounded=best.rounded or None,
            sure=prediction.confidence >= sure_from,
            candidates=candidates,
        )

    @classmethod
    def exact(cls, found: Exact, model: str) -> "Solution":
        """The answer of an exact route."""
        problem, tree = found.problem, found.tree
        return cls(
            problem.text,
            tree.evaluate(problem.values),
            written_expression(tree, problem),
            tree,
            solved_numbers(problem, tree.codes()),
            1.0,
            model,
            problem.language,
            None,
            found.rules,
            found.unit,
        )

    @property
    def answer_text(self) -> str | None:
        """The exact answer for people, with decimals where it is a fraction: 27/2 = 13.5."""
        return None if self.answer is None else answer_text(self.answer)

    @property
    def unit(self) -> str | None:
        """What the answer counts, such as pencils, km or $; None where that is not known."""
        return None if self.answer_unit is None else self.answer_unit.written

    @property
    def said(self) -> str | None:
        """The answer with its unit, as people say it: 29 pencils, $52.90, 2 h 30 min, 29支."""
        if self.answer is None:
            return None
        return said_as_asked(self.answer, self.answer_unit, self.text, self.language)

    def __str__(self) -> str:
        """One sentence: the answer, the calculation and the confidence; or why there is none."""
        if self.answer is None:
            return f"No answer: {self.message}."
        shown = self.said if self.unit else self.answer_text
        return f"{shown}, by {self.expression} (confidence {percent(self.confidence)} %)."

    @property
    def message(self) -> str | None:
        """The reason in words, in the language of the text: "the text has no numbers ..."."""
        return None if self.reason is None else sentence_of(self.reason, self.language)

    def explanation(self, language: str | None = None) -> tuple[str, ...]:
        """What each number does, in plain words: English ("en") or Chinese ("zh").

        Without a language it is that of the text. Without an answer it is empty.
        """
        if self.tree is None:
            return ()
        chosen = language or self.language or "en"
        rules = tuple(rule.sentence(chosen) for rule in self.rules)
        stated = " ".join(rules)
        units = self._units()
        steps = explain(self.tree, self.numbers, chosen, units, text=self.text, stated=stated)
        return (*rules, *steps, *self._rounding(chosen))

    def _units(self) -> Units | None:
        """What the explanation knows about units."""
        if self.tree is None or self.language not in ("en", "zh"):
            return None
        numbers = tuple(each.quantity for each in self.numbers)
        text = annotate(self.text, numbers, "zh" if self.language == "zh" else "en")
        return Units(sayable(text), self.answer_unit)

    def _rounding(self, language: str) -> tuple[str, ...]:
        """The sentence about an answer that was rounded."""
        if self.tree is None or self.rounded is None or self.answer is None:
            return ()
        value = self.tree.evaluate({each.symbol: each.value for each in self.numbers})
        up = self.rounded == "up"
        unit = self.answer_unit and self.answer_unit.in_language(self.language, language)
        one = unit.unit.singular if unit and unit.unit else ""
        sentence = WORDINGS[language].rounded(_short(value), str(self.answer), up=up, one=one)
        return (sentence[:1].upper() + sentence[1:],)

    def to_json(self, *, explain: bool = False) -> Json:
        """The solution as `sumc solve --json` prints it, with the explanation if wanted."""
        sentences = {"explanation": list(self.explanation())} if explain else {}
        return {
            "answer": None if self.answer is None else str(self.answer),
            "answer_float": None if self.answer is None else _as_float(self.answer),
            "expression": self.expression,
            "tree": None if self.tree is None else str(self.tree),
            "numbers": [number.to_json() for number in self.numbers],
            "unit": self.unit,
            "text": self.said,
            "rounded": self.rounded,
            "confidence": rounded_down(self.confidence),
            "sure": self.sure,
            "candidates": [each.to_json() for each in self.candidates],
            "model": self.model,
            "reason": self.reason,
            "message": self.message,
            "language": self.language,
            "rules": [rule.name for rule in self.rules],
            **sentences,
        }

    def _repr_html_(self) -> str:
        """The solution as a notebook shows it."""
        from sumc.solving.page import to_html

        source = f"confidence {percent(self.confidence)} %, model {self.model}"
        if self.tree is None:
            headline = f"no answer: {self.message}"
            return to_html(self.text, self.numbers, headline, f"{self.reason}, {source}")
        answer = self.said if self.unit else self.answer_text
        headline = f"{'' if self.sure else 'not sure: '}{answer}  ←  {self.expression}"
        return to_html(
            self.text, self.numbers, headline, source, self.explanation(), self.tree.to_svg()
        )


def _short(value: Fraction) -> str:
    """A value with two decimals at most; 25/3 is 8.33."""
    return number_text(value if "/" not in number_text(value) else round(value, 2))


def _as_float(value: Fraction) -> float | None:
    """The nearest float; None for what is too large for one."""
    try:
        return float(value)
    except OverflowError:
        return None


def answer_text(value: Fraction) -> str:
    """A value as an answer for people.

    >>> answer_text(Fraction(29)), answer_text(Fraction(27, 2)), answer_text(Fraction(10, 3))
    ('29', '27/2 = 13.5', '10/3 ≈ 3.3333')
    """
    if value.denominator == 1:
        return str(value)
    text = plain(value)
    return text if "/" in text else f"{value} = {text}"
