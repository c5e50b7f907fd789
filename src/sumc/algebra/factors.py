"""The whole factors and divisors of the products of an expression, and other ways to write them:
75/100 as one number, three times something as a sum of three."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice, product
from math import gcd
from typing import NamedTuple

from sumc.algebra.expression import NEGATE, OPERATORS, Expression
from sumc.algebra.operands import number_operand

_HUNDREDS = ("100", "1000")
MOST_SPELLINGS = 32
"""Ways to write some of the products of an expression as repeated additions."""


class _Chain(NamedTuple):
    """A product while an expression is read: where its lone whole factors and divisors are."""

    factors: list[int]
    divisors: list[int]
    size: int


def _chains(expression: Expression) -> list[_Chain]:
    """The products of an expression, with the places of their whole numbers above 1."""
    complete: list[_Chain] = []
    stack: list[_Chain] = []
    for place, item in enumerate(expression.items):
        if item not in OPERATORS:
            stack.append(_Chain([place] if item.isdigit() and item not in "01" else [], [], 1))
            continue
        if item == NEGATE:
            continue
        right = stack.pop()
        left = stack[-1]
        if item == "*":
            stack[-1] = _Chain(
                left.factors + right.factors,
                left.divisors + right.divisors,
                left.size + right.size,
            )
        elif item == "/":
            stack[-1] = _Chain(
                left.factors + right.divisors,
                left.divisors + right.factors,
                left.size + right.size,
            )
        else:
            complete += (left, right)
            stack[-1] = _Chain([], [], 1)
    return [each for each in (*complete, *stack) if each.size > 1]


def cancels(expression: Expression) -> bool:
    """Whether it multiplies by 0, or divides by what it multiplies by, as in 8/6*6.

    >>> from sumc.algebra.expression import parse_expression
    >>> [cancels(parse_expression(each)) for each in ("8/6*6", "8*0+8", "6/8+6")]
    [True, True, False]
    """
    items = expression.items
    return "0" in items or any(
        {items[each] for each in chain.factors} & {items[each] for each in chain.divisors}
        for chain in (_chains(expression) if "/" in items else ())
    )


def divisors(expression: Expression) -> set[str]:
    """The numbers that something is divided by; of an expression with powers all numbers.

    >>> from sumc.algebra.expression import parse_expression
    >>> sorted(divisors(parse_expression("60/(4*3)+1/(1/5)")))
    ['1', '3', '4']
    """
    if "^" in expression.items:
        return set(expression.leaves)
    stack: list[tuple[set[str], set[str]]] = []  # the factors and terms, and the divisors
    for item in expression.items:
        if item not in OPERATORS:
            stack.append(({item}, set()))
        elif item != NEGATE:
            right, left = stack.pop(), stack[-1]
            for mine, others in zip(left, right[::-1] if item == "/" else right, strict=True):
                mine |= others
    return stack[0][1]


class Quotient(NamedTuple):
    """A whole number over another one in a product: 75/100, as one number and where they are."""

    written: str
    operand: str
    top: int
    bottom: int

    @property
    def is_a_number(self) -> bool:
        """Whether people read it as one number: 6/2 is a division, 3/4 a fraction, and 200/100
        and 5000/1000 say how many percent or thousandths something is."""
        bottom = self.written.partition("/")[2]
        return not self.operand.isdigit() or (bottom in _HUNDREDS and self.operand != "1")

    @property
    def is_unreduced(self) -> bool:
        """Whether it is a fraction that is not in lowest terms."""
        return gcd(*map(int, self.written.split("/"))) > 1


def quotients(expression: Expression) -> Iterator[Quotient]:
    """Every whole factor over every whole divisor of the same product."""
    items = expression.items
    for chain in _chains(expression) if "/" in items else ():
        for top, bottom in product(chain.factors, chain.divisors):
            value = Fraction(int(items[top]), int(items[bottom]))
            yield Quotient(f"{items[top]}/{items[bottom]}", number_operand(value), top, bottom)


def apart(quotients: Sequence[Quotient]) -> list[Quotient]:
    """Quotients that do not share a number, chosen from the left."""
    chosen: list[Quotient] = []
    used: set[int] = set()
    for each in quotients:
        if not used & {each.top, each.bottom}:
            chosen.append(each)
            used |= {each.top, each.bottom}
    return chosen


def merged(expression: Expression, quotients: Sequence[Quotient]) -> Expression:
    """The expression with these quotients as one number each."""
    items = list(expression.items)
    for each in quotients:
        items[each.top], items[each.bottom] = each.operand, "1"
    return Expression(tuple(items))


def spellings(expression: Expression, with_twos: bool, most: int) -> Iterator[Sequence[int]]:
    """Places of factors to write as 1+1+..., at most one of each product.

    Where the other expression may have 2+2 in it (`with_twos`), two times two stays: it is also
    the sum of its factors, so it could be right by chance.
    """
    items = expression.items
    choices: list[list[int]] = []
    for factors, *_ in _chains(expression):
        twos = [place for place in factors if items[place] == "2"]
        repeats = [each for each in factors if not (with_twos and len(twos) > 1 and each in twos)]
        choices.append([-1, *(each for each in repeats if _is_few(items[each], most))])
    yield from islice(product(*choices), 1, MOST_SPELLINGS + 1)  # the first changes nothing


def _is_few(operand: str, most: int) -> bool:
    return len(operand) < 4 and int(operand) <= most


def spelled_out(expression: Expression, places: Sequence[int]) -> Expression:
    """The expression with the factors at these places written as 1+1+..."""
    items: list[str] = []
    for place, item in enumerate(expression.items):
        items += ("1", *("1", "+") * (int(item) - 1)) if place in places else (item,)
    return Expression(tuple(items))
