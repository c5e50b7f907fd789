"""Measures in one unit before a model reads them, implausible hypotheses below plausible ones,
and whole numbers for whole things.

Of 82 answers of the shipped models to ASDiv-A and the first MAWPS fold that `plausibility` held
something against, 80 were wrong. So a hypothesis loses most of its share for each such thing. What
it loses is not redistributed: an answer that makes sense is as sure as it was, one that does not
is less sure.
"""

import math
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from sumc.algebra.expression import Expression
from sumc.decoding.hypothesis import Hypothesis, Prediction
from sumc.decoding.plausibility import analyse, plausibility
from sumc.problems.problem import Problem
from sumc.problems.units.annotation import AnnotatedText, annotate
from sumc.problems.units.conversion import Converted, in_one_unit
from sumc.problems.units.question import TIME, Asked

PENALTY = 3.0
"""What each implausible thing takes from the logarithm of a chance. 1 to 10 were tried: from 3 on
nothing more was gained."""
CERTAIN = frozenset({"constant", "package", "tiny"})
"""What is certainly wrong takes three times as much, so that the answer is not sure."""
DAY = 86_400
"""Seconds; hours and days are not converted into one another, since days may be working days."""
LOOKED_AT = 8
"""Hypotheses that are considered, from the best down; the others keep their order below them."""


def predict_in_one_unit(
    problems: Iterable[Problem], predict: Callable[[Iterable[Problem]], Iterator[Prediction]]
) -> Iterator[Prediction]:
    """Predictions for problems whose measures are brought to one unit: 14 days for 2 weeks.

    Their hypotheses calculate with the numbers as they are written, which is how `n2` becomes
    `n2*7`.
    """
    converted: deque[Converted | None] = deque()

    def brought() -> Iterator[Problem]:
        for problem in problems:
            converted.append(in_one_unit(problem))
            yield converted[-1].problem if converted[-1] else problem

    for prediction in predict(brought()):
        origin = converted.popleft()
        yield _over_written_numbers(prediction, origin) if origin else prediction


def _over_written_numbers(prediction: Prediction, converted: Converted) -> Prediction:
    origins = converted.origins
    return replace(
        prediction,
        hypotheses=tuple(each.substituted(origins) for each in prediction.hypotheses),
    )


def make_sense(problem: Problem, prediction: Prediction) -> Prediction:
    """The same hypotheses in the order of their chances, once their units are considered."""
    if not prediction.hypotheses:
        return prediction
    text = annotate(problem.text, problem.quantities, problem.language)
    found = [rounded(in_asked_unit(each, text), text.asked) for each in prediction.hypotheses]
    looked_at = min(LOOKED_AT, len(found))
    chances = [
        share * (_chance(each, text) if place < looked_at else 1.0)
        for place, (each, share) in enumerate(zip(found, prediction.shares, strict=True))
    ]
    votes: dict[Fraction, float] = {}
    for each, chance in zip(found[:looked_at], chances, strict=False):
        votes[each.answer] = votes.get(each.answer, 0.0) + chance
    chosen = max(votes, key=lambda answer: votes[answer])
    order = _order(found, chances, looked_at, chosen)
    confidence = math.fsum(
        chance for each, chance in zip(found, chances, strict=True) if each.answer == chosen
    )
    return replace(
        prediction,
        hypotheses=tuple(found[place] for place in order),
        shares=tuple(chances[place] for place in order),
        confidence=confidence,
    )


def _order(
    found: Sequence[Hypothesis], chances: Sequence[float], looked_at: int, chosen: Fraction
) -> list[int]:
    """The places of hypotheses: those with the chosen answer first, then by their chances."""

    def key(place: int) -> tuple[bool, bool, float]:
        is_first = place < looked_at and found[place].answer == chosen
        return is_first, place < looked_at, chances[place]

    return sorted(range(len(found)), key=key, reverse=True)


def _chance(hypothesis: Hypothesis, text: AnnotatedText) -> float:
    """What is left of the share of a hypothesis."""
    against = plausibility(hypothesis.expression, text, hypothesis.answer)
    weighed = (each * (3 if name in CERTAIN else 1) for name, each in against.items())
    return math.exp(-PENALTY * math.fsum(weighed))


def in_asked_unit(hypothesis: Hypothesis, text: AnnotatedText) -> Hypothesis:
    """The hypothesis with its result in the unit that is asked for: hectares for square metres."""
    unit = text.asked.unit
    if unit is None or unit.group or text.asked.dimension is None:
        return hypothesis
    found = analyse(hypothesis.expression, text)
    amount = found.amount
    if amount.dimension != unit.dimension or len(amount.scales) != 1 or found.clashes:
        return hypothesis
    (scale,) = amount.scales
    factor = scale / unit.factor
    is_hours_and_days = unit.dimension == TIME and (scale >= DAY) != (unit.factor >= DAY)
    if factor == 1 or is_hours_and_days or found.scales or found.mixed:
        return hypothesis
    operator, constant = ("*", factor) if factor.denominator == 1 else ("/", 1 / factor)
    if constant.denominator != 1:
        return hypothesis
    items = (*hypothesis.expression.items, str(constant), operator)
    return replace(
        hypothesis,
        answer=hypothesis.answer * factor,
        symbols=(*hypothesis.symbols, str(constant)),
        build=lambda: Expression(items),
    )


def rounded(hypothesis: Hypothesis, asked: Asked) -> Hypothesis:
    """The hypothesis, its answer rounded where only whole things can be needed or filled.

    >>> from sumc.algebra.expression import parse_expression
    >>> half = Hypothesis(0.0, Fraction(7, 2), (), lambda: parse_expression("7/2"))
    >>> rounded(half, Asked("buses", None, None, True, "up")).answer
    Fraction(4, 1)
    """
    answer = hypothesis.answer
    if not asked.rounding or answer.denominator == 1 or answer < 0:
        return hypothesis
    whole = math.ceil(answer) if asked.rounding == "up" else math.floor(answer)
    return replace(hypothesis, answer=Fraction(whole), rounded=asked.rounding)
