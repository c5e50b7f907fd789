"""When not to answer, and the named reasons; most are decided before a model runs."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from sumc.decoding.hypothesis import NO_NUMBERS, NO_SCORES, NO_TREE, TOO_LONG, UNANSWERABLE
from sumc.errors import LimitError
from sumc.problems.numbers import Language, NumberLimits
from sumc.problems.problem import Problem
from sumc.problems.units.reading import read_quantities
from sumc.solving.language import language_of

NO_QUESTION = "no-question"
TOO_MANY_NUMBERS = "too-many-numbers"
TOO_LARGE_NUMBER = "too-large-number"
UNKNOWN_LANGUAGE = "unknown-language"
OTHER_LANGUAGE = "other-language"
LOW_CONFIDENCE = "low-confidence"
AMBIGUOUS = "ambiguous"
DIVISION_BY_ZERO = "division-by-zero"
NO_SOLUTION = "no-solution"
ANY_NUMBER = "any-number"
NOT_LINEAR = "not-linear"
SEVERAL_UNKNOWNS = "several-unknowns"
NO_CONVERSION = "no-conversion"

SENTENCES: Mapping[str, str] = {
    NO_NUMBERS: "the text has no numbers to calculate with",
    NO_QUESTION: "the text asks for nothing: add a question, such as how many are left",
    TOO_LONG: "the text is too long for this model",
    TOO_MANY_NUMBERS: "the text has more numbers than a word problem has",
    TOO_LARGE_NUMBER: "the text has a number with more digits than a word problem has",
    UNKNOWN_LANGUAGE: "the text is neither English nor Chinese",
    OTHER_LANGUAGE: "this model does not read the language of the text: try the model auto",
    LOW_CONFIDENCE: "the model is not confident enough of its answer",
    NO_SCORES: "the network of the model gives no numbers: the model is damaged",
    NO_TREE: "the model finds no calculation that gives an answer",
    UNANSWERABLE: "the question cannot be answered from the text: something seems to be missing",
    AMBIGUOUS: "the words can be read in ways that give different answers: write brackets",
    DIVISION_BY_ZERO: "the text asks for a division by zero",
    NO_SOLUTION: "no number solves the equation",
    ANY_NUMBER: "every number solves the equation",
    NOT_LINEAR: "the equation is not linear: the unknown has a power or multiplies itself",
    SEVERAL_UNKNOWNS: "the equation has more than one unknown",
    NO_CONVERSION: "the units measure different things: none is a number of the other",
}
"""Every reason with what it means, as the rest of the sentence "no answer: ..."."""


@dataclass(frozen=True, slots=True)
class TextLimits:
    """How large a text may be before it is refused; a model may read less than that."""

    characters: int = 2_000
    """Characters of the text."""
    numbers: int = 16
    """Numbers of the text."""
    digits: int = 30
    """Characters of one number."""


DEFAULT_LIMITS = TextLimits()


def read_problem(
    text: str,
    language: Language | None = None,
    *,
    words: bool = True,
    compounds: bool = False,
    limits: TextLimits = DEFAULT_LIMITS,
) -> Problem | str:
    """The problem that a text is, or the reason why no model should answer it.

    >>> read_problem("Ann has 3 pens and buys 4."), read_problem("How are you?")
    ('no-question', 'no-numbers')
    """
    if len(text) > limits.characters:
        return TOO_LONG
    language = language or language_of(text)
    if language is None:
        return UNKNOWN_LANGUAGE
    sizes = NumberLimits(limits.characters, quantities=limits.characters, digits=limits.digits)
    try:
        quantities = read_quantities(
            text, words=words, language=language, limits=sizes, compounds=compounds
        )
    except LimitError:
        return TOO_LARGE_NUMBER
    if len(quantities) > limits.numbers:
        return TOO_MANY_NUMBERS
    if not quantities:
        return NO_NUMBERS
    if not asks_something(text):
        return NO_QUESTION
    return Problem("", text, language, quantities)


_ASKS = re.compile(
    r"""[?？﹖]
    |\bhow\s+(?:many|much|long|far|old|tall|fast|big|often|heavy|wide|deep|high)\b|\bwhat\b|\bwhich\b
    |(?:\A|[.,;:!\n]|\b(?:and|then|please|to|can\ you|could\ you))\s*
        (?:find|calculate|compute|determine|solve|evaluate|estimate|simplify|convert|work\ out
        |figure\ out|tell|give|write|express|name|add|subtract|multiply|divide|count|sum)\b
    |多少|几|幾|求|吗|嗎|何|怎|哪|谁|算|什么|什麼|问|問|多[长長大高重远遠宽寬久深厚快慢]
    |[=＝:：]\s*[.．。]?\s*$|[(（_-]\s*[)）_-]  # a blank to fill in
    |\A[\W\d_]*\Z  # a calculation without any words""",
    re.VERBOSE | re.IGNORECASE,
)


def asks_something(text: str) -> bool:
    """Whether a text seems to ask for something; in doubt it does.

    >>> asks_something("Find the sum of 3 and 4."), asks_something("Ann has 3 pens.")
    (True, False)
    """
    return _ASKS.search(text) is not None
