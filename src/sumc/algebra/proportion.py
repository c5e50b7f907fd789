"""Equations that are the same up to a factor: `3x+1=0` and `6x+2=0`."""

from collections import Counter
from fractions import Fraction
from typing import NamedTuple

from sumc.algebra.arithmetic import calculate
from sumc.algebra.equation import unknown_of
from sumc.algebra.expression import NEGATE, OPERATORS, Expression, Sides, parse_sides
from sumc.algebra.handwriting import plain_writing
from sumc.algebra.limits import Limits
from sumc.algebra.linear import Items, linear_form, negate
from sumc.algebra.writing import SEPARATOR
from sumc.errors import SumcError


class _Terms(NamedTuple):
    """All terms of an equation brought to one side."""

    coefficient: Fraction
    """The sum of the coefficients of the unknown."""
    constants: Counter[Fraction]
    """The values of the other terms."""

    def times(self, factor: Fraction) -> "_Terms":
        constants = Counter({factor * value: n for value, n in self.constants.items()})
        return _Terms(factor * self.coefficient, constants)


def same_equation(first: str, second: str, limits: Limits) -> bool:
    """Whether two texts begin with equations that have the same terms, up to a common factor.

    Numbers are worked out but not added up: `x+7=3*12` is `2x+14=72`, but not `x=29`. The unknown
    may be any letter, and `x+x` is `2x`.

    >>> from sumc.algebra.limits import DEFAULT_LIMITS
    >>> same_equation("3x+1=0", "6*x+2=0", DEFAULT_LIMITS)
    True
    """
    if "=" not in first or "=" not in second or len(first) > limits.work_characters:
        return False
    left, right = _terms(first, limits), _terms(second, limits)
    if left is None or right is None:
        return False
    return left.times(right.coefficient / left.coefficient) == right


_ZERO = Fraction(0)


def _terms(text: str, limits: Limits) -> _Terms | None:
    """The terms of the first equation in a text; None if there is none or a term has no value."""
    try:
        left, right = _first_equation(text, limits)
        if right is None or not (unknown := unknown_of(left.items + right.items)):
            return None
        forms = linear_form(left, (unknown,)), linear_form(right, (unknown,)).map(negate)
    except SumcError:
        return None
    of_unknown = [value for form in forms for value in _values(form.of(unknown), limits)]
    constants = [value for form in forms for value in _values(form.constant, limits)]
    if None in of_unknown + constants or not (total := sum(filter(None, of_unknown), _ZERO)):
        return None
    return _Terms(total, Counter(filter(None, constants)))


def _first_equation(text: str, limits: Limits) -> Sides:
    """The sides of the first step."""
    steps = [step for step in plain_writing(text).writing.text.split(SEPARATOR) if step.strip()]
    return parse_sides(steps[0] if steps else "", limits)


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
