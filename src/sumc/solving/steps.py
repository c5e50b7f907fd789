"""What a step of an explanation says in place of "multiply 3 by 12": 3 boxes of 12 pencils.

A step of two operands that are known to belong together is told as people would tell it. For all
others there is the plain sentence of `sumc.solving.wording`; this module decides which numbers it
calls by their names.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from sumc.problems.units.annotation import AnnotatedText
from sumc.solving.answer import AnswerUnit
from sumc.solving.operand import LENGTH, Operand, same_kind

PERCENT, FRACTION = "%", "/"


@dataclass(frozen=True, slots=True)
class Phrase:
    """What is done."""

    text: str
    like: Operand | None = None
    """An operand of the same kind as the result, where the units alone do not tell."""
    unit: AnswerUnit | None = None
    """The unit of the result, where no number of the text has that unit alone."""


Way = Callable[[Operand, Operand], Phrase | None]
"""A way to tell two numbers, the first of which has a special role: the rate, the part."""


def either_way(one: Operand, other: Operand, ways: Sequence[Way]) -> Phrase | None:
    """The first way that fits two factors, which come in either order."""
    pairs = ((one, other), (other, one))
    found = (way(*pair) for pair in pairs for way in ways)
    return next((phrase for phrase in found if phrase), None)


class Steps(Protocol):
    """How a language tells the steps of a solution."""

    def product(
        self, one: Operand, other: Operand, answer: AnswerUnit | None = None
    ) -> Phrase | None:
        """Two factors; the last two give the answer, in this unit."""

    def quotient(self, whole: Operand, divisor: Operand, text: AnnotatedText) -> Phrase | None:
        """A number divided by another."""

    def sum(self, added: Sequence[Operand], taken: Sequence[Operand]) -> Phrase | None:
        """Numbers that are added or taken away."""

    def converted(self, number: str, unit: str) -> str:
        """A measure in another unit."""


def factor_names(top: Sequence[Operand], bottom: Sequence[Operand]) -> list[list[str]]:
    """The names of factors and divisors in a plain sentence.

    A unit is named where only one number has one (65 m times 2) or where all have the same one (50
    dollars by 8 dollars; only lengths are multiplied by each other: 40 m by 25 m). Elsewhere "3
    cups by 36 muffins" would say more than is meant.
    """
    every = [*top, *bottom]
    named = [each for each in every if each.counted.written and not each.is_ratio]
    others = [each for each in every if each not in named]
    are_plain = all(each.is_constant or each.is_ratio for each in others)
    is_one = len(named) <= 1 and (are_plain or len(top) == 1)
    is_same = not others and all(same_kind(named[0], each) for each in named)
    is_same = is_same and (len(top) == 1 or all(each.measures(LENGTH) for each in named))
    is_plain = (is_one or is_same) and any(each in named for each in top)
    is_plain = is_plain and not any(each.counted.per for each in named)
    return [
        [each.name if is_plain else each.bare for each in operands] for operands in (top, bottom)
    ]


def term_names(added: Sequence[Operand], taken: Sequence[Operand]) -> list[list[str]]:
    """The names of what is added and taken away in a plain sentence.

    4 friends and a 1 that the text does not have are just 4 and 1, and a 12 without a unit and 5
    years are just 12 and 5. Cars cannot be taken away from spaces, but their number can.
    """
    every = [*added, *taken]
    if any(each.is_constant for each in every):
        return [[each.bare for each in operands] for operands in (added, taken)]
    nameless = [not each.counted.written for each in every]
    if any(nameless) and (len(added) > 1 or nameless[0] or not all(nameless[1:])):
        return [[each.bare for each in operands] for operands in (added, taken)]
    rates = {each.counted.per for each in every}
    first, second = (
        [each.name if len(rates) == 1 else each.short for each in operands]
        for operands in (added, taken)
    )
    is_of_things = all(each.is_thing for each in every)
    if is_of_things and not all(same_kind(added[0], each) for each in taken if added):
        second = [each.bare for each in taken]
    return [first, second]


def same_rate(added: Sequence[Operand], taken: Sequence[Operand]) -> Operand | None:
    """An operand of a sum of equal rates, which is such a rate again: 105 km per hour."""
    first, *others = [*added, *taken]
    is_rate = first.counted.per and all(same_kind(first, each) for each in others)
    return first if is_rate else None


def rate_of_all(operands: Sequence[Operand]) -> Operand | None:
    """The rate that a sum of one rate and of numbers without a name is: 12 red and 8 green apples
    in each bag are 20 apples per bag."""
    rates = [each for each in operands if each.counted.per]
    others = [each for each in operands if each.counted.written and each not in rates]
    if len(rates) != 1 or others or rates[0].counted.unit:
        return None
    counted = rates[0].counted
    is_english = counted.written.isascii()
    written = counted.written.split()[-1] if is_english else counted.written
    return replace(rates[0], counted=replace(counted, written=written))


def part_of(operands: Sequence[Operand]) -> str:
    """How a sum of parts is written: in percent, as a fraction, or like any other number."""
    if all(each.bare.endswith("%") for each in operands):
        return PERCENT
    are_parts = all(each.is_ratio or each.symbol == "1" for each in operands)
    return FRACTION if are_parts and any("/" in each.bare for each in operands) else ""
