"""Answers that are asked for as a fraction: 5/8 of the pizza, not 0.625."""

import re
from fractions import Fraction

from sumc.lazy_regex import lazy_regex
from sumc.problems.units.annotation import Counted
from sumc.solving.answer import LARGEST, AnswerUnit, said, with_unit

_ASKED = {
    "en": lazy_regex(
        r"\b(?:what|which)\s+fraction(?:al\s+part)?\b|\bas\s+a\s+(?:\w+\s+)?fraction\b"
        r"|\bsimplify\b|\bsimplest\s+form\b|\blowest\s+terms\b",
        re.IGNORECASE,
    ),
    "zh": lazy_regex("几分之几|最简分数|[化写](?:成|为)分数|用分数表示|约分"),
}
_OTHERWISE = {
    "en": lazy_regex(r"\bdecimals?\b|\bper\s?cent|%", re.IGNORECASE),
    "zh": lazy_regex("小数|百分|[%％]"),
}


def asks_for_fraction(text: str, language: str) -> bool:
    """Whether a text asks for a fraction, and speaks of neither decimals nor percentages.

    >>> asks_for_fraction("What fraction of 24 is 6?", "en"), asks_for_fraction("3/4 of 8?", "en")
    (True, False)
    """
    if language not in _ASKED or not _ASKED[language].search(text):
        return False
    return not _OTHERWISE[language].search(text)


def as_fraction(value: Fraction, unit: AnswerUnit | None, language: str) -> str | None:
    """A value as a fraction with its unit; None where people do not say it so: money, times.

    >>> as_fraction(Fraction(5, 8), None, "en"), as_fraction(Fraction(5), None, "en")
    ('5/8', None)
    """
    if not 1 < value.denominator <= LARGEST:
        return None
    if unit is None:
        return str(value)
    known = unit.unit
    if unit.clock or known is None or unit.written == known.prefix:
        return None
    counted = Counted(unit.written, known.dimension, known.factor, known)
    return with_unit(str(value), counted, language, language)


def said_as_asked(value: Fraction, unit: AnswerUnit | None, text: str, language: str) -> str:
    """An answer as people say it, as a fraction where the text asks for one.

    >>> said_as_asked(Fraction(1, 4), None, "What fraction of 24 is 6?", "en")
    '1/4'
    """
    fraction = as_fraction(value, unit, language) if asks_for_fraction(text, language) else None
    return fraction or said(value, unit, language)
