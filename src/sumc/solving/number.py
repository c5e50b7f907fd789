"""`SolvedNumber`: a number of a text and what it does in the solution."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from unicodedata import normalize

from sumc.problems.numbers import Quantity
from sumc.problems.problem import Problem
from sumc.problems.units.annotation import annotate
from sumc.solving.answer import rate_text
from sumc.solving.factoring import number_text


@dataclass(frozen=True, slots=True)
class SolvedNumber:
    """A number of the text, its place there and the codes that the model gave it."""

    symbol: str
    """n1, n2, ... in the order of the text."""
    text: str
    """What is written, `text[start:end]` of the problem."""
    value: Fraction
    start: int
    end: int
    codes: tuple[str, ...]
    """Its places in the tree; none if it is not needed."""
    unit: str | None = None
    """What it counts: pencils, km, $, pencils per box; None where the text does not say."""

    @property
    def quantity(self) -> Quantity:
        """The number as it was found in the text."""
        return Quantity(self.text, self.value, self.start, self.end, "digits")

    def to_json(self) -> dict[str, Any]:
        """The number as JSON."""
        return {
            "symbol": self.symbol,
            "text": self.text,
            "value": str(self.value),
            "start": self.start,
            "end": self.end,
            "unit": self.unit,
            "codes": list(self.codes),
        }


def solved_numbers(problem: Problem, codes: Sequence[tuple[str, str]]) -> tuple[SolvedNumber, ...]:
    """The numbers of a problem with what they count and their codes in a tree."""
    text = annotate(problem.text, problem.quantities, problem.language)
    triples = zip(problem.symbols, problem.quantities, text.counted, strict=True)
    return tuple(
        SolvedNumber(
            symbol,
            number.text,
            number.value,
            number.start,
            number.end,
            tuple(code for name, code in codes if name == symbol),
            rate_text(counted, problem.language) or None,
        )
        for symbol, number, counted in triples
    )


def operand_text(text: str, value: Fraction) -> str:
    """The value of a number of a text: a fraction or percent where the text means it, or decimals.

    >>> operand_text("half", Fraction(1, 2)), operand_text("4 1/2", Fraction(9, 2))
    ('1/2', '4.5')
    >>> operand_text("fifty percent", Fraction(1, 2)), operand_text("百分之二十", Fraction(1, 5))
    ('50%', '20%')
    """
    if is_percent(text):
        return percentage(value)
    plain = normalize("NFKC", text)
    in_words = plain.isascii() and not any(map(str.isdigit, plain))
    is_fraction = in_words or any(
        sign in plain for sign in ("/", "\N{FRACTION SLASH}", "分之", "半")
    )
    return str(value) if is_fraction and abs(value) < 1 else number_text(value)


def percentage(value: Fraction) -> str:
    """A value in percent, where that is a decimal number.

    >>> percentage(Fraction(3, 40)), percentage(Fraction(1, 3))
    ('7.5%', '1/3')
    """
    shown = number_text(100 * value)
    return str(value) if "/" in shown else f"{shown}%"


def is_percent(text: str) -> bool:
    """Whether a number is written as a percentage, with a sign or in words.

    >>> [is_percent(text) for text in ("15%", "fifteen per cent", "百分之四十", "二百分之一")]
    [True, True, True, False]
    """
    plain = normalize("NFKC", text).lower()
    return plain.startswith("百分之") or plain.endswith(("%", "percent", "per cent"))
