"""Sums in signs: 3 × 12 = 36, 36 − 7, 2¹⁰."""

from collections.abc import Sequence
from itertools import groupby

PLUS, MINUS, TIMES, OVER = "+", "−", "×", "÷"
MOST_EQUAL = 6
"""Equal factors in a row that are written out; more of them are written as a power."""
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def product_in_signs(top: Sequence[str], bottom: Sequence[str]) -> str:
    """Factors and divisors.

    >>> product_in_signs(["3", "1/2"], ["4"]), product_in_signs([], ["7"])
    ('3 × (1/2) ÷ 4', '1 ÷ 7')
    """
    factors = f" {TIMES} ".join(_factors(top)) or "1"
    return f" {OVER} ".join([factors, *map(operand_in_signs, bottom)])


def _factors(texts: Sequence[str]) -> list[str]:
    """The factors, with powers where there are too many equal ones: 2¹⁰."""
    found = []
    for text, group in groupby(texts):
        shown, count = operand_in_signs(text), len(list(group))
        is_long = count > MOST_EQUAL
        found += [f"{shown}{str(count).translate(_RAISED)}"] if is_long else [shown] * count
    return found


def sum_in_signs(terms: Sequence[tuple[bool, str]]) -> str:
    """Terms with their signs, of which True takes away.

    >>> sum_in_signs([(False, "36"), (True, "7")]), sum_in_signs([(True, "3"), (True, "4")])
    ('36 − 7', '0 − 3 − 4')
    """
    (negative, first), *others = terms
    start = f"0 {MINUS} {operand_in_signs(first)}" if negative else first
    signed = ((MINUS if taken else PLUS, operand_in_signs(text)) for taken, text in others)
    return start + "".join(f" {sign} {text}" for sign, text in signed)


def operand_in_signs(text: str) -> str:
    """A number in a sum, in brackets where it has a sign or is a fraction."""
    is_plain = "/" not in text and not text.startswith("-")
    return text if is_plain else f"({text})"
