"""Operands: the numbers and symbols an expression is made of, named by one canonical text.

An operand is a plain string. A symbol is its name (`n1`, `x`, `π`); a number is the shortest
text of its value, so that 0.25, .250 and 25% are one operand, `0.25`. A value whose
decimals never end is a mixed number, `2(1/3)`. A string that starts with a digit is a number.
"""

import re
from fractions import Fraction
from functools import lru_cache
from unicodedata import decomposition, normalize

from sumc.errors import ExpressionError

LONGEST_NUMBER = 4_000
"""Characters of one number, whatever `Limits.digits` says: Python reads no more than 4,300."""
LONGEST_NAME = 1_000
"""Characters of a name next to a code."""

_MIXED = re.compile(r"(\d+)\((\d+)/(\d+)\)")
_DIGIT_RUNS = re.compile(r"([0-9]+)")
_NUMBER = re.compile(
    r"""(?P<whole>[0-9]*)(?:\.(?P<decimals>[0-9]*))?
    (?:(?:(?<![0-9.])|\ *\(\ *|\ +)(?P<top>[0-9]+)\ */\ *(?P<bottom>[0-9]+)\ *\)?)?
    \ *%?""",
    re.VERBOSE,
)


def is_number(operand: str) -> bool:
    """Whether an operand is a number (and not a symbol)."""
    return "0" <= operand[0] <= "9"


def read_operand(text: str) -> str:
    """The operand that a text names: a symbol, or a number in any form that people write."""
    if text.isidentifier() and text[0] != "_" and len(text) <= LONGEST_NAME:
        return text
    return read_number(text.strip())


@lru_cache(maxsize=4096)
def read_number(text: str) -> str:
    """The operand of a number as people write it: 1,000 or .5 or 25% or 1 1/2 or 1(1/2) or 2½.

    >>> read_number("1,000"), read_number("25%"), read_number("1 1/2"), read_number("2½")
    ('1000', '0.25', '1.5', '2.5')
    """
    plain = text.replace(",", "")
    if not plain.isascii():
        plain = "".join(map(_spelled_out, plain))
    parts = _NUMBER.fullmatch(plain) if len(plain) <= LONGEST_NUMBER else None
    if parts is None or not any(parts.groups()):
        raise ExpressionError(f"expected a number, found {text[:40]!r}")
    whole, decimals = parts["whole"], parts["decimals"] or ""
    value = Fraction(int(whole + decimals or "0"), 10 ** len(decimals))
    if parts["top"]:
        if parts["decimals"] is not None:
            raise ExpressionError(
                f'"{text}" is not a mixed number: it has decimals and a fraction'
            )
        value += _fraction(text, int(parts["top"]), int(parts["bottom"]), mixed=bool(whole))
    return number_operand(value / 100 if plain.endswith("%") else value)


def _spelled_out(character: str) -> str:
    """A fraction such as ½ as ` 1/2`, a full-width digit as a digit."""
    if not decomposition(character).startswith(("<fraction>", "<wide>")):
        return character  # above all ², which would become 2
    plain = normalize("NFKC", character).replace("\N{FRACTION SLASH}", "/")
    return f" {plain}" if "/" in plain else plain


def _fraction(text: str, top: int, bottom: int, mixed: bool) -> Fraction:
    if bottom == 0 or (mixed and top >= bottom):
        reason = "its fraction divides by 0" if bottom == 0 else "its fraction is not below 1"
        raise ExpressionError(f'"{text}" is not a mixed number: {reason}')
    return Fraction(top, bottom)


@lru_cache(maxsize=4096)
def number_value(operand: str) -> Fraction:
    """The exact value of a number operand.

    >>> number_value("2(1/3)")
    Fraction(7, 3)
    """
    mixed = _MIXED.fullmatch(operand)
    if mixed:
        whole, numerator, denominator = map(int, mixed.groups())
        return whole + Fraction(numerator, denominator)
    whole_digits, _, decimals = operand.partition(".")
    return Fraction(int(whole_digits + decimals), 10 ** len(decimals))


def number_operand(value: Fraction) -> str:
    """The canonical text of a number that is not negative.

    >>> number_operand(Fraction(5, 4)), number_operand(Fraction(7, 3))
    ('1.25', '2(1/3)')
    """
    if value.denominator == 1:
        return str(value.numerator)
    decimals = _decimal_places(value.denominator)
    whole, rest = divmod(value.numerator, value.denominator)
    if decimals is None:
        return f"{whole}({rest}/{value.denominator})"
    digits = rest * 10**decimals // value.denominator
    return f"{whole}.{digits:0{decimals}d}"


def _decimal_places(denominator: int) -> int | None:
    """How many decimals a fraction in lowest terms has, None when they never end."""
    places = {2: 0, 5: 0}
    for prime in places:
        while denominator % prime == 0:
            denominator //= prime
            places[prime] += 1
    return max(places.values()) if denominator == 1 else None


@lru_cache(maxsize=4096)
def natural_order(operand: str) -> str:
    """A text to sort operands by: numbers by value, then symbols with n2 before n10.

    >>> sorted(["n10", "n2", "12", "5", "0.5"], key=natural_order)
    ['0.5', '5', '12', 'n2', 'n10']
    """
    if not is_number(operand):
        return _DIGIT_RUNS.sub(lambda run: _sized(run[0]), operand)
    value = number_value(operand)
    whole, rest = divmod(value.numerator, value.denominator)
    decimals = rest * 10**_DECIMALS // value.denominator
    return f"{_NUMBERS_FIRST}{_sized(str(whole))}{decimals:0{_DECIMALS}d}"


def _sized(digits: str) -> str:
    """Digits prefixed with their count, so that comparing texts compares whole numbers."""
    bare = digits.lstrip("0")
    return f"{chr(len(bare) + 2)}{bare}{chr(len(digits) - len(bare) + 1)}"  # n2 before n02


_NUMBERS_FIRST = "\x01"  # before any letter
_DECIMALS = 40  # numbers that agree so far are ordered by their text
