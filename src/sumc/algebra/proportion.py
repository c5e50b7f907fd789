"""Equations that are the same up to a factor: `3x+1=0` and `6x+2=0`."""

from collections import Counter
from fractions import Fraction
from typing import NamedTuple

from sumc.algebra.arithmetic import calculate
from sumc.algebra.equation import the_unknown
from sumc.algebra.expression import NEGATE, OPERATORS, Expression, parse_sides
from sumc.algebra.handwriting import plain_writing
from sumc.algebra.limits import Limits
from sumc.algebra.linear import Items, linear_form, negate
from sumc.errors import SumcError


class _Terms(NamedTuple):
    """The values of all terms of an equation brought to one side."""

    unknown: Counter[Fraction]
    constant: Counter[Fraction]

    def times(self, factor: Fraction) -> "_Terms":
        return _Terms(
            *(Counter({factor * value: n for value, n in each.items()}) for each in self)
        )


def same_equation(first: str, second: str, limits: Limits) -> bool:
    """Whether two texts are equations in x whose terms are those of the other times a number.

    Terms are worked out but not added up: `x+7=3*12` is `2x+14=72`, but not `x=29`.

    >>> from sumc.algebra.limits import DEFAULT_LIMITS
    >>> same_equation("3x+1=0", "6*x+2=0", DEFAULT_LIMITS)
    True
    """
    if "=" not in first or "=" not in second:
        return False
    left, right = _terms(first, limits), _terms(second, limits)
    if left is None or right is None or not (left.unknown and right.unknown):
        return False
    factor = sum(right.unknown.elements(), _ZERO) / sum(left.unknown.elements(), _ZERO)
    return left.times(factor) == right


_ZERO = Fraction(0)


def _terms(text: str, limits: Limits) -> _Terms | None:
    """The terms of an equation; None for what is none, or has no values."""
    try:
        left, right = parse_sides(plain_writing(text).writing.text, limits)
        if right is None:
            return None
        unknown = the_unknown(left.items + right.items)
        forms = linear_form(left, (unknown,)), linear_form(right, (unknown,)).map(negate)
    except SumcError:
        return None
    of_unknown = [value for form in forms for value in _values(form.of(unknown), limits)]
    constants = [value for form in forms for value in _values(form.constant, limits)]
    if None in of_unknown + constants or not sum(filter(None, of_unknown), _ZERO):
        return None
    return _Terms(Counter(filter(None, of_unknown)), Counter(filter(None, constants)))


def _values(items: Items, limits: Limits) -> list[Fraction | None]:
    """The values of the terms of a sum in postfix order."""
    return [calculate(Expression(term), limits) for term in _summands(items)]


def _summands(items: Items) -> list[Items]:
    """The terms of a sum, each with its sign."""
    stack: list[list[Items]] = []
    for item in items:
        if item not in OPERATORS:
            stack.append([(item,)])
            continue
        right = stack.pop()
        if item == NEGATE:
            stack.append([(*each, NEGATE) for each in right])
        elif item == "+":
            stack[-1] += right
        elif item == "-":
            stack[-1] += [(*each, NEGATE) for each in right]
        else:
            stack[-1] = [(*_joined(stack[-1]), *_joined(right), item)]
    return stack[0] if stack else []


def _joined(terms: list[Items]) -> Items:
    first, *others = terms
    return (*first, *(item for term in others for item in (*term, "+")))
