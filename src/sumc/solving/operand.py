"""`Operand`: a number or a result as a step of an explanation names it."""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

from sumc.algebra.operands import is_number
from sumc.decoding.plausibility import Amount
from sumc.problems.units.annotation import NOTHING, Counted
from sumc.problems.units.dimension import NUMBER, Dimension
from sumc.problems.units.rates import THING
from sumc.problems.units.table import units
from sumc.solving.answer import AnswerUnit
from sumc.solving.events import Event

MONEY, TIME, LENGTH = "money", "time", "length"


@dataclass(frozen=True, slots=True)
class Operand:
    """A number of the text, another number, or the result of an earlier step."""

    name: str
    """What it is called: 12 pencils per box, the second 3, the result 30 pages."""
    short: str
    """The same without the rate: 12 pencils."""
    bare: str
    """What it is in a sum: 12."""
    value: Fraction
    amount: Amount
    counted: Counted = NOTHING
    """What it counts; empty where that is uncertain."""
    symbol: str = ""
    """Its name in the tree; empty for a result."""
    text: str = ""
    """What is written in the text, for a number of it."""
    event: Event | None = None
    """What happens to it in the text: it is given away, or found."""
    own: tuple[str, str] | None = None
    """Its name and its short name where nothing has to tell it from an equal number."""

    @property
    def alone(self) -> "Operand":
        """The same as a phrase names it that says what it belongs to: not the second 12 pens."""
        return replace(self, name=self.own[0], short=self.own[1]) if self.own else self

    @property
    def is_constant(self) -> bool:
        """Whether it is a number that the text does not have."""
        return bool(self.symbol) and is_number(self.symbol)

    @property
    def is_named(self) -> bool:
        """Whether it counts something that has a name, and is not a rate."""
        return bool(self.counted.written) and not self.counted.per and not self.is_ratio

    @property
    def is_thing(self) -> bool:
        """Whether it counts things: neither measures nor rates."""
        dimension = self.counted.dimension
        if not self.is_named or self.counted.unit or dimension is None:
            return False
        return are_things(dimension) and all(each > 0 for _, each in dimension.powers)

    @property
    def is_ratio(self) -> bool:
        """Whether it is a part or a multiple of something, or a percentage."""
        return self.amount.dimension == NUMBER and not self.is_constant and not self.counted.per

    def measures(self, base: str) -> bool:
        """Whether it is an amount of money, of time or of another base dimension."""
        unit = self.counted.unit
        return unit is not None and not self.counted.per and str(unit.dimension) == base

    def is_rate_of(self, other: "Operand") -> bool:
        """Whether it is a rate per one of the other: 12 pencils per box for 3 boxes."""
        rate, held = self.amount.dimension, other.amount.dimension
        if rate is None or held is None or not held.powers or not self._is_rate:
            return False
        is_rate = all((base, -each) in rate.powers for base, each in held.powers)
        is_of_hours = rate == NUMBER and bool(self.counted.per) and other.measures(TIME)
        return (is_rate or is_of_hours) and self._fits(self.counted.scale * other.counted.scale)

    def is_for_one(self, other: "Operand") -> bool:
        """Whether it is a rate of what the other counts: 8 people per van for 30 people."""
        rate, whole = self.amount.dimension, other.amount.dimension
        if rate is None or whole is None or not whole.powers or not self._is_rate:
            return False
        is_rate = all(power in rate.powers for power in whole.powers)
        return is_rate and self._fits(other.counted.scale)

    @property
    def _is_rate(self) -> bool:
        unit = self.counted.unit
        return bool(self.counted.per) or (unit is not None and "/" in str(unit.dimension))

    def _fits(self, scale: Fraction) -> bool:
        """Whether a scale is that of what the rate counts: $ per hour fit hours, not days."""
        unit = self.counted.unit
        if not self.counted.per:
            return scale in _lengths()
        return scale == (unit.factor if unit else 1)

    def changes(self, sign: str) -> bool:
        """Whether what happens to it makes things fewer (or more)."""
        return self.event is not None and self.event.sign == sign

    @property
    def unit(self) -> AnswerUnit | None:
        """What it counts, as the unit of a result."""
        return AnswerUnit(self.counted.written, self.counted.unit) if self.is_named else None

    @property
    def content(self) -> AnswerUnit | None:
        """What a rate counts: pencils for 12 pencils per box; None where it is not a rate."""
        counted = self.counted
        return AnswerUnit(counted.written, counted.unit) if counted.per else None


def same_kind(one: Operand, other: Operand) -> bool:
    """Whether two count the same things or measures, in the same unit."""
    first, second = one.counted, other.counted
    if first.dimension is None or first.dimension != second.dimension:
        return False
    return first.scale == second.scale and first.per == second.per


def breaks(one: Operand, other: Operand) -> bool:
    """Whether two factors are things and a part of them that is not whole: 0.9 of 25 people."""
    is_part = (one.is_ratio and other.is_thing) or (other.is_ratio and one.is_thing)
    return is_part and (one.value * other.value).denominator != 1


def are_things(dimension: Dimension) -> bool:
    """Whether a dimension counts things that can hold others; days hold nothing."""
    return all(base.startswith(THING) for base, _ in dimension.powers)


@cache
def _lengths() -> frozenset[Fraction]:
    """The factors of the units of length, in which speeds are given."""
    every = units("en").by_name.values()
    return frozenset(each.factor for each in every if str(each.dimension) == "length")
