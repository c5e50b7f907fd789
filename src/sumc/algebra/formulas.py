"""Formulas in words or letters before the numbers: `Area = length × width = 5 × 4 = 20`.

They say what is calculated and calculate nothing, so they are no sides of an equality that can be
checked. What may be an equation is none.
"""

import re
from collections.abc import Sequence

from sumc.algebra.composing import Part
from sumc.algebra.layout import HAN
from sumc.algebra.operands import is_number
from sumc.lazy_regex import lazy_regex

CONSTANTS = ("π", "pi")
_WORDS = lazy_regex(
    rf"(?!.*\b(?:not?|never|neither)\b)(?=.*[A-Za-z{HAN}])[A-Za-zπ²³{HAN}'’()×÷*/+\- ]+",
    re.IGNORECASE,
)


def symbols_of(part: Part) -> set[str]:
    """The symbols of a side, without π."""
    names = (each for each in part.expression.leaves if not is_number(each))
    return {name for name in names if name not in CONSTANTS}


def is_words(text: str) -> bool:
    """Whether a side that cannot be read says in words what the next one calculates.

    >>> is_words("length x width"), is_words("cost of 3 pens"), is_words("not")
    (True, False, False)
    """
    return text.count("(") == text.count(")") and bool(_WORDS.fullmatch(text))


def count_formulas(sides: Sequence[Part]) -> int:
    """How many sides at the beginning are names and formulas of what the others calculate.

    0 unless there is a formula: in `x=3*12=36` there is a name alone.
    """
    named = [symbols_of(side) for side in sides]
    count = next((at for at in reversed(range(len(sides))) if named[at]), -1) + 1
    if not 0 < count < len(sides):
        return 0
    formulas = [at for at in range(count) if not sides[at].is_lone]
    if not formulas:
        return count + 1 if _is_product_of_letters(sides[count:]) else 0
    names = set().union(*(named[at] for at in formulas))
    has_name = 0 not in formulas and not named[0] <= names
    is_in_words = len(names) > 1 and any(len(name) > 1 or name > HAN[0] for name in names)
    is_calculated = not sides[count].is_lone
    is_no_equation = len(names) > 1 or any(len(name) > 1 for name in names)
    is_formula = has_name or is_in_words or (is_calculated and is_no_equation)
    return count if is_formula else 0


def _is_product_of_letters(sides: Sequence[Part]) -> bool:
    """Whether a side is 2πr, read as the number 2 with a unit, and 2*3.14*5 comes after it."""
    if len(sides) < 2 or not sides[0].is_lone or not sides[0].unit or sides[1].is_lone:
        return False
    first, second = sides[0], sides[1]
    return first.value != second.value and first.expression.leaves == second.expression.leaves[:1]
