"""The sizes beyond which the algebra refuses to work, as named settings.

They keep every public function bounded in time and memory on any input. The defaults are far
beyond what a word problem needs; pass another `Limits` to move them.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from sumc.errors import LimitError


@dataclass(frozen=True, slots=True)
class Limits:
    """How large an input may be before it is refused with a `LimitError`."""

    characters: int = 20_000
    """Length of an expression's text."""
    work_characters: int = 2_000
    """Length of written work: steps, words, LaTeX, whatever is more than an expression."""
    work_parts: int = 60
    """Sides of equalities in one work."""
    digits: int = 100
    """Characters of one number, as written and as the canonical text of its value."""
    symbol: int = 100
    """Characters of a symbol's name."""
    nesting: int = 64
    """Brackets, signs and powers inside one another; at most 100, because nodes are recursive."""
    binary_depth: int = 200
    """Operators on the way to an operand of a binary tree, where a+b+c+d is three deep."""
    exponent: int = 5_000
    """The whole number after `^`, without its sign."""
    leaves: int = 5_000
    """Leaves of a tree after brackets are multiplied out and powers written out."""
    branches: int = 5_000
    """Branches of a tree that is put together from codes; every branch of a tree has two leaves
    or more, so a tree within the limit of leaves is within this one."""
    value_digits: int = 4_000
    """Digits of the numerator or denominator of a value; Python writes no more than 4,300."""
    polynomial_products: int = 100_000
    """Products of terms formed while two formulas are compared; large ones count more."""
    search_steps: int = 30_000
    """Operands and operators searched to find how a right answer follows from a reference; beyond
    that, the verdict stays `equal-value`."""
    degree: int = 65_535
    """Degree of the polynomials that are compared; never above the default."""

    def __post_init__(self) -> None:
        for name, most in (("nesting", 100), ("value_digits", 4_000), ("degree", 65_535)):
            if getattr(self, name) > most:
                raise LimitError(f"the limit {name} can be at most {most}")


DEFAULT_LIMITS = Limits()


def refuse(limits: Limits, name: str, size: int | str) -> LimitError:
    """The error for an input of some size that is beyond the limit of that name."""
    return LimitError(f"too large: {size} {_UNITS[name]}, the limit is {getattr(limits, name)}")


_UNITS = {
    "characters": "characters",
    "work_characters": "characters of written work",
    "work_parts": "parts of written work",
    "digits": "digits",
    "symbol": "characters",
    "nesting": "levels of nesting",
    "binary_depth": "operators inside one another",
    "exponent": "as an exponent",
    "leaves": "leaves",
    "branches": "branches",
    "value_digits": "digits of a value",
    "polynomial_products": "products of terms",
    "search_steps": "steps of a search",
    "degree": "as a degree",
}
"""What each limit counts."""


_Exact = TypeVar("_Exact", bound=int | Fraction)


def bounded(value: _Exact, limits: Limits) -> _Exact:
    """The value itself, unless its digits go beyond the limit.

    >>> bounded(Fraction(1, 3), DEFAULT_LIMITS)
    Fraction(1, 3)
    """
    bits = max(value.numerator.bit_length(), value.denominator.bit_length())
    if bits > limits.value_digits * 10 // 3 + 1:  # a digit is a little less than 10/3 bits
        raise refuse(limits, "value_digits", f"about {bits * 3 // 10}")
    return value
