"""Whether an expression makes sense: the units of its numbers, and what the text asks for.

Kilometres are not added to dollars, 3 m and 40 cm not without a conversion, and what is asked in
hours is not a number of dollars. Where the text leaves open what a number counts, or where a rate
may be hidden ("3 dogs, how many legs"), nothing is held against an expression.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from sumc.algebra.expression import NEGATE, OPERATORS, Expression
from sumc.algebra.operands import is_number, number_value
from sumc.decoding.unit_constants import foreign_constants
from sumc.problems.problem import symbols
from sumc.problems.units.annotation import AnnotatedText, Counted
from sumc.problems.units.dimension import NUMBER, Dimension
from sumc.problems.units.question import MONEY, NOTHING_ASKED, SPEED, Asked
from sumc.problems.units.rates import ANY, THING
from sumc.problems.units.table import Unit, units

MEASURED = ("money", "length", "mass")
"""Base dimensions that are never left out of rates, as time often is: "$5 for 3 days"."""
PACKED = ("mass", "length", "capacity")
"""Base dimensions of what is in a package."""
MOST_SCALES = 8

Scales = frozenset[Fraction]
"""What one unit of an amount may be worth in first units; empty where it is not known."""


@dataclass(frozen=True, slots=True)
class Amount:
    """What is known about the units of a part of an expression."""

    dimension: Dimension | None = None
    """None where it is not known."""
    scales: Scales = frozenset()
    constant: Fraction | None = None
    """The value, where it is a number that the text does not have."""
    currency: str = ""
    """Of money; empty where it is not known."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """The units of a whole expression, and what is wrong along the way."""

    amount: Amount
    clashes: int = 0
    """Sums of different dimensions, such as kilometres and dollars."""
    mixed: int = 0
    """Sums of things that are asked for and other things."""
    scales: int = 0
    """Sums of one dimension in different units, such as 3 m and 40 cm."""


def analyse(expression: Expression, text: AnnotatedText) -> Analysis:
    """The units of an expression over n1, n2, ..., given those of the text."""
    names = symbols(len(text.quantities))
    known = {name: amount_of(each) for name, each in zip(names, text.counted, strict=True)}
    arithmetic = UnitArithmetic(text.asked)
    stack: list[Amount] = []
    for item in expression.items:
        if item not in OPERATORS:
            stack.append(known.get(item) or constant_amount(item))
        elif item != NEGATE:
            right = stack.pop()
            stack[-1] = arithmetic.apply(item, stack[-1], right)
    return Analysis(stack[0], arithmetic.clashes, arithmetic.mixed, arithmetic.scales)


def plausibility(
    expression: Expression, text: AnnotatedText, answer: Fraction
) -> Mapping[str, float]:
    """Small numbers that say how implausible an expression with this value is, by name.

    clash     sums of different dimensions
    scale     sums of one dimension in different units, or a result in a unit not asked for
    mixed     sums of different things where only one of them is asked for
    other     the result does not have the dimension that is asked for
    square    things times the same things: 12 pencils times 7 pencils
    negative  things or measures below zero
    part      a fraction of a thing, although the text has only whole numbers
    constant  numbers that convert units which the text does not have
    package   money divided by the weight or the volume of a package
    tiny      money below one cent

    >>> from sumc.algebra.expression import parse_expression
    >>> from sumc.problems.numbers import find_quantities
    >>> from sumc.problems.units.annotation import annotate
    >>> text = "Ann walks 3 km and pays $5. How far does she walk?"
    >>> found = annotate(text, find_quantities(text), "en")
    >>> plausibility(parse_expression("n1+n2"), found, Fraction(8))["clash"]
    1.0
    """
    found = analyse(expression, text)
    asked = text.asked
    return {
        "clash": float(found.clashes),
        "scale": float(found.scales + _is_other_scale(found.amount, asked)),
        "mixed": float(found.mixed),
        "other": float(_is_other(found.amount.dimension, asked)),
        "square": float(_is_square(found.amount.dimension)),
        "negative": float(answer < 0 and _is_never_negative(asked)),
        "part": float(_is_part(answer, asked, text)),
        "constant": float(foreign_constants(expression, text)),
        "package": float(_is_by_package(found.amount.dimension, text)),
        "tiny": float(_is_tiny(answer, asked)),
    }


def amount_of(counted: Counted) -> Amount:
    """What is known about a number of a text."""
    if counted.dimension is None:
        return Amount()
    is_sure = counted.compares and not _has_only_things(counted.dimension)
    is_money = counted.unit is not None and counted.unit.dimension == MONEY
    currency = counted.unit.group if counted.unit and is_money else ""
    scales = frozenset({counted.scale}) if is_sure else frozenset()
    return Amount(counted.dimension, scales, currency=currency)


def constant_amount(item: str) -> Amount:
    """What is known about a number that the text does not have."""
    return Amount(constant=number_value(item) if is_number(item) else None)


class UnitArithmetic:
    """Does arithmetic with amounts and counts what is wrong."""

    def __init__(self, asked: Asked = NOTHING_ASKED) -> None:
        self.asked = asked.dimension if asked.counts else None
        self.clashes = self.mixed = self.scales = 0

    def apply(self, operator: str, left: Amount, right: Amount) -> Amount:
        """The amount of two amounts and an operator."""
        if left.constant is not None and right.constant is not None:
            return _both_constant(operator, left.constant, right.constant)
        if operator in "+-":
            return self.sum(operator, left, right)
        if operator == "*":
            return _product(left, right)
        return _quotient(left, right) if operator == "/" else _power(left, right)

    def sum(self, operator: str, left: Amount, right: Amount) -> Amount:
        """Both have the same dimension if both are known; a constant goes with anything."""
        if left.dimension is None or right.dimension is None:
            known = left if left.dimension is not None else right
            return Amount(known.dimension, known.scales, currency=known.currency)
        if left.dimension != right.dimension:
            self.differ(operator, left.dimension, right.dimension)
            return Amount()
        scales = left.scales & right.scales
        is_other_currency = left.currency and right.currency and left.currency != right.currency
        if is_other_currency or (left.scales and right.scales and not scales):
            self.scales += 1
        return Amount(left.dimension, scales, currency=left.currency or right.currency)

    def differ(self, operator: str, left: Dimension, right: Dimension) -> None:
        """Count a sum of two dimensions; a rate may be added to its own measure."""
        if _measured(left) != _measured(right):
            self.clashes += 1
        elif operator == "+" and self.asked in (left, right) and _are_other_things(left, right):
            self.mixed += 1


def _both_constant(operator: str, left: Fraction, right: Fraction) -> Amount:
    if (operator == "/" and not right) or operator == "^":
        return Amount()
    results = {"+": left + right, "-": left - right, "*": left * right}
    return Amount(constant=results[operator] if operator in results else left / right)


def _product(left: Amount, right: Amount) -> Amount:
    for amount, other in ((left, right), (right, left)):
        if other.constant is not None:
            return _times_constant(amount, other.constant)
    if left.dimension is None or right.dimension is None:
        return Amount()
    scales = _products(_beside(left, right), _beside(right, left))
    currency = left.currency or right.currency
    return Amount(left.dimension * right.dimension, scales, currency=currency)


def _power(base: Amount, exponent: Amount) -> Amount:
    """A square or a cube: of 5 cm it is an area or a volume."""
    result = base
    for _ in range(_POWERS.get(exponent.constant, 0)):
        result = _product(result, base)
    return result if exponent.constant in _POWERS else Amount()


_POWERS: Mapping[Fraction | None, int] = {Fraction(2): 1, Fraction(3): 2}
"""How many more times the base is multiplied in each power."""


def _quotient(left: Amount, right: Amount) -> Amount:
    if right.constant is not None:
        return _times_constant(left, 1 / right.constant) if right.constant else Amount()
    if left.constant is not None:
        return Amount()
    if left.dimension is None or right.dimension is None:
        return Amount()
    below = frozenset(1 / each for each in _beside(right, left))
    scales = _products(_beside(left, right), below)
    dimension = left.dimension / right.dimension
    return Amount(dimension, scales, currency=left.currency if dimension != NUMBER else "")


def _times_constant(amount: Amount, constant: Fraction) -> Amount:
    """A multiple, or the same amount in another unit; it may turn things into other things, and
    dollars a month into dollars."""
    if amount.dimension is None or _things(amount.dimension) or _is_rate(amount.dimension):
        return Amount()
    changed = frozenset(each / constant for each in amount.scales) if constant else frozenset()
    return Amount(amount.dimension, amount.scales | changed, currency=amount.currency)


def _is_rate(dimension: Dimension) -> bool:
    """Whether a dimension is one of rates; of speeds there are many units."""
    return dimension != SPEED and any(each < 0 for _, each in dimension.powers)


def _beside(amount: Amount, other: Amount) -> Scales:
    """The scales of an amount that is multiplied by a measure; things have only one unit."""
    only_things = amount.dimension is not None and _has_only_things(amount.dimension)
    is_measured = bool(other.scales) and other.dimension != NUMBER
    return _AS_THEY_ARE if only_things and is_measured else amount.scales


_AS_THEY_ARE = frozenset({Fraction(1)})


def _products(left: Scales, right: Scales) -> Scales:
    if len(left) * len(right) > MOST_SCALES:
        return frozenset()
    return frozenset(one * other for one in left for other in right)


def _measured(dimension: Dimension) -> dict[str, int]:
    return {base: each for base, each in dimension.powers if base in MEASURED}


def _things(dimension: Dimension) -> list[str]:
    return [base for base, _ in dimension.powers if base.startswith(THING)]


def _has_only_things(dimension: Dimension) -> bool:
    return bool(dimension.powers) and all(base.startswith(THING) for base, _ in dimension.powers)


def _are_other_things(left: Dimension, right: Dimension) -> bool:
    """Whether both are things, and neither has a name that fits the other."""
    names = [*_things(left), *_things(right)]
    both = bool(_things(left)) and bool(_things(right))
    return both and not any(name.startswith(THING + ANY) for name in names)


def _is_other(result: Dimension | None, asked: Asked) -> bool:
    """Whether a result is certainly not of the dimension that is asked for."""
    if result is None or asked.dimension is None or result == NUMBER:
        return False
    found, wanted = _measured(result), _measured(asked.dimension)
    powers = dict(result.powers)
    if asked.counts and any(powers.get(base, 1) < 0 for base, _ in asked.dimension.powers):
        return True  # people per car, where cars are asked for
    if not wanted:
        return bool(found) and all(each > 0 for each in found.values())
    return any(_misses(base, found.get(base, 0), each) for base, each in wanted.items())


def _is_square(result: Dimension | None) -> bool:
    """Whether a thing is multiplied by itself; where a name fits anything, it may be another."""
    return result is not None and any(
        base.startswith(THING) and not base.startswith(THING + ANY) and each > 1
        for base, each in result.powers
    )


def _misses(base: str, found: int, wanted: int) -> bool:
    """Whether an exponent is wrong; one that is too high may come from a hidden rate."""
    return found != wanted if base == "length" else found < wanted


def _is_other_scale(amount: Amount, asked: Asked) -> bool:
    """Whether a result of the right dimension is not in the unit that is asked for."""
    unit: Unit | None = asked.unit
    if unit is None or amount.dimension != asked.dimension or not unit.compares:
        return False
    return bool(amount.scales) and unit.factor not in amount.scales


def _is_never_negative(asked: Asked) -> bool:
    known = asked.dimension is not None and asked.dimension != NUMBER
    return asked.counts or (known and str(asked.dimension) not in ("temperature", "degree"))


def _is_part(answer: Fraction, asked: Asked, text: AnnotatedText) -> bool:
    """Whether an answer is a fraction of things that only come whole."""
    if answer.denominator == 1 or not asked.counts or asked.rounding:
        return False
    return _all_whole(each.value for each in text.quantities)


def _is_by_package(result: Dimension | None, text: AnnotatedText) -> bool:
    """Whether a price is divided by a measure that the text names once: by the 400 g of a jar."""
    powers = dict(result.powers) if result else {}
    if text.asked.dimension != MONEY or powers.get("money") != 1:
        return False
    below = next((base for base in PACKED if powers.get(base, 0) < 0), None)
    return below is not None and _mentions(below, text) < 2


def _mentions(base: str, text: AnnotatedText) -> int:
    """How often a text names a unit of a base dimension."""
    table = units(text.language)
    words = table.pattern.finditer(text.text)
    found = (table.at(text.text, each.start()) for each in words if _is_word(text, each.start()))
    return sum(
        any(base in dict(unit.dimension.powers) for unit in each.units) for each in found if each
    )


def _is_word(text: AnnotatedText, start: int) -> bool:
    before = text.text[start - 1 : start]
    return not (before.isascii() and before.isalpha())


def _is_tiny(answer: Fraction, asked: Asked) -> bool:
    is_money = asked.dimension == MONEY and (asked.unit is None or asked.unit.factor == 1)
    return is_money and 0 < answer < Fraction(1, 100)


def _all_whole(values: Iterable[Fraction]) -> bool:
    return all(value.denominator == 1 for value in values)
