"""The sizes beyond which the algebra refuses to work, as named settings.

They keep every public function bounded in time and memory on any input. The defaults are far
beyond what a word problem needs; pass another `Limits` to move them.
"""

from dataclasses import dataclass
from fractions import Fraction

from sumc.errors import LimitError


@dataclass(frozen=True, slots=True)
class Limits:
    """How large an input may be before it is refused with a `LimitError`."""

    characters: int = 20_000
    """Length of an expression's text."""
    digits: int = 100
    """Digits of one number in a text."""
    nesting: int = 64
    """Brackets, signs and powers inside one another, and nodes on a code's path."""
    binary_depth: int = 200
    """Operators on the way to an operand of a binary tree, where a+b+c+d is three deep."""
    exponent: int = 5_000
    """The whole number after `^`, without its sign."""
    leaves: int = 5_000
    """Leaves of a tree after brackets are multiplied out and powers written out."""
    value_digits: int = 5_000
    """Digits of the numerator or denominator of a value."""
    polynomial_products: int = 200_000
    """Products of terms formed while two formulas are compared."""


DEFAULT_LIMITS = Limits()


def refuse(limits: Limits, name: str, size: int | str) -> LimitError:
    """The error for an input of some size that is beyond the limit of that name."""
    maximum = getattr(limits, name)
    return LimitError(f"too large: {size} {name.replace('_', ' ')}, the limit is {maximum}")


def bounded(value: Fraction, limits: Limits) -> Fraction:
    """The value itself, unless its digits go beyond the limit.

    >>> bounded(Fraction(1, 3), DEFAULT_LIMITS)
    Fraction(1, 3)
    """
    bits = max(value.numerator.bit_length(), value.denominator.bit_length())
    if bits > limits.value_digits * 10 // 3 + 1:  # a digit is a little less than 10/3 bits
        raise refuse(limits, "value_digits", f"about {bits * 3 // 10}")
    return value
