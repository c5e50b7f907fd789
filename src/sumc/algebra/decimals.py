"""Decimals that do not end, as students write them: `3.33...`, `3.(3)`, `3.33 (2 d.p.)`."""

import re
from collections.abc import Iterator
from fractions import Fraction

from sumc.algebra.operands import number_operand
from sumc.algebra.writing import Writing, replaced
from sumc.lazy_regex import lazy_regex

_RECURRING = lazy_regex(
    r"""(?<![\w.])([0-9]{1,20})\.(?:
        \(([0-9])\)
        |([0-9]{0,9}?)([0-9])\4{1,20}\ ?(?:\.{3,6}|…{1,2}|⋯{1,2})(?![0-9.])
    )""",
    re.VERBOSE,
)
_ROUNDED = lazy_regex(
    r"""=(\ *[$€£￥¥]?[0-9]{1,20}(?:\.[0-9]{1,20})?)\ *(?:\(\ *(?:
        (?:(?:correct|rounded)\ )?(?:to\ )?(?:[0-9]|one|two|three)\ ?
            (?:d\.?\ ?p\.?|s\.?\ ?f\.?|decimal\ places?|significant\ figures?)
        |rounded|(?:得数)?保留[^(),;=]{1,8}|(?:结果)?精确到[^(),;=]{1,8}
    )\ *\))""",
    re.IGNORECASE | re.VERBOSE,
)


def with_exact_decimals(writing: Writing) -> Writing:
    """The writing with recurring decimals as exact numbers, and ≈ where something is rounded.

    >>> from sumc.algebra.writing import written
    >>> with_exact_decimals(written("10/3=3.33...; 10/3=3.33 (2 d.p.)")).text
    '10/3=3(1/3); 10/3≈3.33'
    """
    writing = replaced(writing, _recurring(writing.text))
    rounded = [(*each.span(), f"≈{each[1]}") for each in _ROUNDED.finditer(writing.text)]
    return replaced(writing, rounded)


def _recurring(text: str) -> Iterator[tuple[int, int, str]]:
    """Where a digit comes again and again, and the number that is meant."""
    for found in _RECURRING.finditer(text):
        whole, bracketed, first, again = (part or "" for part in found.groups())
        places = 10 ** len(first)
        ninths = Fraction(int(bracketed or again), 9 * places)
        yield (*found.span(), number_operand(Fraction(int(whole + first), places) + ninths))
