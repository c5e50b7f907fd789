"""A factor as one plus or minus the rest: 0.8 is 1-0.2, 1.1 is 1+0.1, and 2/3 is 1-1/3.

Taking 20 % off a price means multiplying by 0.8 or subtracting a fifth of it: the same reasoning.
A term of a sum is left as it is: 1-0.2 is not another way to calculate 0.5+0.3.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import gcd
from typing import NamedTuple

from sumc.algebra.expression import NEGATE, OPERATORS, Expression
from sumc.algebra.naming import number_name
from sumc.algebra.operands import number_operand, number_value


class Complement(NamedTuple):
    """An expression with some of its factors written as one plus or minus the rest."""

    expression: Expression
    said: tuple[str, ...]
    """What is written for what: 1-0.2 for 0.8."""


def complements(expression: Expression) -> Iterator[Complement]:
    """The expression with each decimal and fraction between 0 and 2 rewritten, then with all.

    >>> from sumc.algebra.expression import parse_expression
    >>> [each.said for each in complements(parse_expression("200*0.8-(2/3)*3"))][:2]
    [('1-0.2 for 0.8',), ('1-1/3 for 2/3',)]
    """
    found = [each for each in _factors(expression.items) if each.is_between]
    yield from (_rewritten(expression, [each]) for each in found)
    if len(found) > 1:
        yield _rewritten(expression, found)


MOST_SPLIT = 10
"""Leaves of an expression whose numbers are taken apart."""
MOST_ADDED = 6
"""The whole part of a factor that is also written as 1+1+..."""


def wholes_apart(expression: Expression) -> Iterator[tuple[Complement, bool]]:
    """The expression with numbers as their whole part and the rest, 2+0.5 for 2.5, and whether
    the whole part is written as 1+1.

    >>> from sumc.algebra.expression import parse_expression
    >>> [each.said for each, _ in wholes_apart(parse_expression("60*2.5"))]
    [('2+0.5 for 2.5',), ('1+1+0.5 for 2.5',)]
    """
    items = expression.items
    if len(expression.leaves) > MOST_SPLIT:
        return
    numbers = (_number(at, item) for at, item in enumerate(items) if item not in OPERATORS)
    mixed = [each for each in numbers if each.value > 1 and each.value.denominator > 1]
    if mixed:
        yield _rewritten(expression, [_Mixed(*each) for each in mixed]), False
    found = [_Mixed(*each) for each in _factors(items) if each.is_mixed]
    for factor in found[:1]:
        if factor.end - factor.start > 1:
            yield _rewritten(expression, [factor]), False
        if factor.value < MOST_ADDED:
            yield _rewritten(expression, [_Added(*factor)]), True


class _Factor(NamedTuple):
    """A decimal or a fraction of whole numbers: where it is, and its value."""

    start: int
    end: int
    value: Fraction

    @property
    def is_between(self) -> bool:
        """Whether it is between 0 and 2, and not whole."""
        return self.value < 2 and self.value.denominator > 1

    @property
    def is_mixed(self) -> bool:
        """Whether it is above 2, and not whole."""
        return self.value > 2 and self.value.denominator > 1

    def written(self, value: Fraction) -> tuple[str, ...]:
        """Another value written in the same form: a fraction as a fraction."""
        is_fraction = self.end - self.start > 1
        parts = (str(value.numerator), str(value.denominator), "/")
        return parts if is_fraction else (number_operand(value),)

    def rewritten(self) -> tuple[str, ...]:
        """One plus or minus the rest, in postfix order."""
        return "1", *self.written(abs(self.value - 1)), "+" if self.value > 1 else "-"

    def said(self) -> str:
        _, *rest, sign = self.rewritten()
        return f"1{sign}{_name(rest)} for {self.name}"

    @property
    def name(self) -> str:
        return _name(self.written(self.value))


class _Mixed(_Factor):
    """A number as its whole part and the rest."""

    __slots__ = ()

    def rewritten(self) -> tuple[str, ...]:
        return str(self.value // 1), *self.written(self.value % 1), "+"

    def said(self) -> str:
        return f"{self.value // 1}+{_name(self.written(self.value % 1))} for {self.name}"


class _Added(_Mixed):
    """The same, with the whole part as a sum of ones."""

    __slots__ = ()

    def rewritten(self) -> tuple[str, ...]:
        ones = ("1", *("1", "+") * (self.value // 1 - 1))
        return *ones, *self.written(self.value % 1), "+"

    def said(self) -> str:
        return f"{'1+' * (self.value // 1)}{_name(self.written(self.value % 1))} for {self.name}"


def _name(items: Sequence[str]) -> str:
    return "/".join(number_name(item) for item in items if item != "/")


def _factors(items: Sequence[str]) -> Iterator[_Factor]:
    """The numbers that something is multiplied or divided by, or a number that stands alone."""
    stack: list[_Factor | None] = []
    for place, item in enumerate(items):
        if item not in OPERATORS:
            stack.append(_number(place, item))
            continue
        right = stack.pop()
        if item == NEGATE:
            stack.append(None)
            continue
        fraction = _fraction(items, place) if item == "/" else None
        if item in "*/" and not fraction:
            yield from filter(None, (stack[-1], right))
        stack[-1] = fraction
    if stack[0]:
        yield stack[0]


def _number(place: int, item: str) -> _Factor:
    return _Factor(place, place + 1, number_value(item))


def _fraction(items: Sequence[str], place: int) -> _Factor | None:
    """The fraction of two whole numbers in lowest terms that ends with this division."""
    sides = items[place - 2 : place]
    if not all(side.isdigit() for side in sides):
        return None
    top, bottom = map(int, sides)
    lowest = bottom > 0 and gcd(top, bottom) == 1
    return _Factor(place - 2, place + 1, Fraction(top, bottom)) if lowest else None


def _rewritten(expression: Expression, factors: Sequence[_Factor]) -> Complement:
    items: list[str] = []
    end = 0
    for factor in sorted(factors):
        items += (*expression.items[end : factor.start], *factor.rewritten())
        end = factor.end
    items += expression.items[end:]
    said = dict.fromkeys(factor.said() for factor in factors)
    return Complement(Expression(tuple(items)), tuple(said))
