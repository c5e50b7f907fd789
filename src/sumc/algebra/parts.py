"""The parts of an expression whose values somebody may have worked out.

A part is more than a bracket: in `2+3+4` someone may add the last two, in `3*12/4` divide first,
in `3*(12-7)` multiply out, in `3*12-3*7` take out the 3. Each is a `Piece`: an expression with its
value, and what it is at one point where every number is another one, a quick test whether two
formulas can be equal. Both are whole numbers modulo a prime, which costs a tenth of fractions; who
relies on a piece proves what it needs with exact numbers.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import combinations, islice
from typing import NamedTuple

from sumc.algebra.arithmetic import whole_exponents
from sumc.algebra.canonical import Factor, expression_terms
from sumc.algebra.expression import NEGATE, OPERATORS, Expression
from sumc.algebra.limits import Limits
from sumc.algebra.operands import number_value
from sumc.errors import LimitError

PRIME = 2**61 - 1
MOST_TOGETHER = 6
"""Up to so many terms or factors are tried in every selection; of more only neighbours."""
MOST_SELECTIONS = 2_000
"""Selections that are looked at in one sum or product."""
MOST_LEAVES = 60
"""Leaves of an expression that is also looked at multiplied out."""

Items = tuple[str, ...]


class Piece(NamedTuple):
    """A part of an expression."""

    items: Items
    value: int
    """Its value, modulo the prime."""
    point: int
    """What it is at the point, modulo the prime."""


@lru_cache(maxsize=4096)
def number(operand: str) -> Piece:
    """The piece of a number; whole numbers except 0 and 1 are other ones at the point."""
    value = number_value(operand)
    point = _mixed(value.numerator) * _inverse(_mixed(value.denominator)) % PRIME
    return Piece((operand,), value.numerator * _inverse(value.denominator) % PRIME, point)


def _mixed(whole: int) -> int:
    """Some number that no formula has in mind, the same for the same whole number."""
    if whole < 2:
        return whole
    seed = (whole * 0x9E3779B97F4A7C15 + 0xD1B54A32D192ED03) % PRIME
    return pow(seed, 3, PRIME) + 2


def _inverse(residue: int) -> int:
    if residue == 1:
        return 1
    if not residue % PRIME:
        raise ZeroDivisionError
    return pow(residue, -1, PRIME)


def opposite(piece: Piece) -> Piece:
    """The piece with the other sign."""
    items = piece.items
    turned = items[:-1] if items[-1] == NEGATE else (*items, NEGATE)
    return Piece(turned, -piece.value % PRIME, -piece.point % PRIME)


def reciprocal(piece: Piece) -> Piece:
    """One over the piece."""
    items = piece.items
    turned = (items[1],) if len(items) == 3 and items[::2] == ("1", "/") else ("1", *items, "/")
    return Piece(turned, _inverse(piece.value), _inverse(piece.point))


def _sum(left: Piece, right: Piece) -> Piece:
    items = (*left.items, *right.items, "+")
    return Piece(items, (left.value + right.value) % PRIME, (left.point + right.point) % PRIME)


def _product(left: Piece, right: Piece) -> Piece:
    items = (*left.items, *right.items, "*")
    return Piece(items, left.value * right.value % PRIME, left.point * right.point % PRIME)


def _power(base: Piece, exponent: int) -> Piece:
    if exponent < 0:
        return reciprocal(_power(base, -exponent))
    items = (*base.items, str(exponent), "^")
    return Piece(items, pow(base.value, exponent, PRIME), pow(base.point, exponent, PRIME))


class _Group(NamedTuple):
    """A sum of terms with their signs, or a product of factors and divisors."""

    is_sum: bool
    pieces: list[Piece]
    """The terms, negative ones as opposites; the factors, divisors as reciprocals."""


def find_pieces(
    expression: Expression, wanted: Iterable[str], limits: Limits
) -> dict[str, list[Piece]]:
    """The parts of an expression of numbers that have the values of these numbers.

    A part is also found by the opposite of its value, or one over it. No part is there twice.
    `ZeroDivisionError` where the expression divides by zero.

    >>> from sumc.algebra.expression import parse_expression
    >>> from sumc.algebra.limits import DEFAULT_LIMITS
    >>> found = find_pieces(parse_expression("3*(12-7)"), ["5", "36", "8"], DEFAULT_LIMITS)
    >>> {number: [piece.items for piece in pieces] for number, pieces in found.items()}
    {'5': [('12', '7', '~', '+')], '36': [('3', '12', '*')], '8': []}
    """
    named = {operand: number(operand).value for operand in wanted}
    known = _Known.of(named.values())
    found: dict[int, dict[int, Piece]] = {}
    for group in (*_written(expression, limits), *_multiplied_out(expression, limits)):
        for piece in _parts(group, known):
            found.setdefault(piece.value, {}).setdefault(piece.point, piece)
    return {operand: list(found.get(each, {}).values()) for operand, each in named.items()}


class _Known(NamedTuple):
    """Values that are looked for, and the reciprocals of them, both with their opposites."""

    values: frozenset[int]
    opposites: frozenset[int]
    reciprocals: frozenset[int]

    @classmethod
    def of(cls, values: Collection[int]) -> "_Known":
        inverses = {_inverse(value) for value in values if value}
        return cls(
            frozenset(values),
            frozenset(-value % PRIME for value in values),
            frozenset(inverses | {-value % PRIME for value in inverses}),
        )


def _written(expression: Expression, limits: Limits) -> list[_Group]:
    """Every sum and product of an expression as it is written, with all its terms or factors."""
    exponents = iter(whole_exponents(expression, limits))
    groups: list[_Group] = []
    stack: list[_Group] = []
    for item in expression.items:
        if item not in OPERATORS:
            stack.append(_Group(True, [number(item)]))
            continue
        right = stack.pop()
        if item == NEGATE:
            stack.append(_opposite(right))
        elif item == "^":
            stack[-1] = _Group(True, [_power(_whole(stack[-1], groups), next(exponents))])
            groups.append(stack[-1])
        else:
            stack[-1] = _applied(item, stack[-1], right, groups)
    _whole(stack[0], groups)
    return groups


def _applied(operator: str, left: _Group, right: _Group, groups: list[_Group]) -> _Group:
    """The sum or product of two groups; groups of the same kind become one."""
    is_sum = operator in "+-"
    if operator == "-":
        right = _opposite(right)
    first, second = _as(left, is_sum, groups), _as(right, is_sum, groups)
    if operator == "/":
        second = [reciprocal(each) for each in second]
    return _Group(is_sum, [*first, *second])


def _opposite(group: _Group) -> _Group:
    if group.is_sum or len(group.pieces) == 1:
        return _Group(True, [opposite(each) for each in group.pieces])
    return _Group(False, [opposite(group.pieces[0]), *group.pieces[1:]])


def _as(group: _Group, is_sum: bool, groups: list[_Group]) -> list[Piece]:
    """The pieces of a group where it is of that kind; else the group is one piece."""
    if group.is_sum is is_sum or len(group.pieces) == 1:
        return group.pieces
    return [_whole(group, groups)]


def _whole(group: _Group, groups: list[_Group]) -> Piece:
    """All of a group as one piece; a group is noted when it is complete."""
    if len(group.pieces) > 1:
        groups.append(group)
    return _together(group.is_sum, group.pieces)


def _together(is_sum: bool, pieces: Sequence[Piece]) -> Piece:
    return reduce(_sum if is_sum else _product, pieces)


def _multiplied_out(expression: Expression, limits: Limits) -> list[_Group]:
    """The sum of products that an expression is without brackets, and what can be taken out."""
    try:
        terms = expression_terms(expression, Limits(leaves=MOST_LEAVES, exponent=limits.exponent))
    except LimitError:
        return []
    factors = [(negated, _factors(every)) for negated, every in terms.items]
    products = [_Group(False, every) for _, every in factors if len(every) > 1]
    signed = [_signed(negated, _together(False, every)) for negated, every in factors]
    return [_Group(True, signed), *products, *_taken_out(factors), *_denominators(factors)]


def _factors(factors: Sequence[Factor]) -> list[Piece]:
    """The factors of a product, without those that are 1 where there are others."""
    others = [each for each in factors if each not in ("1", "/1")]
    return [_factor(each) for each in others or factors[:1]]


def _signed(negated: bool, piece: Piece) -> Piece:
    return opposite(piece) if negated else piece


def _factor(factor: Factor) -> Piece:
    if isinstance(factor, str):
        return reciprocal(number(factor[1:])) if factor[0] == "/" else number(factor)
    terms = [_signed(sign, _together(False, _factors(every))) for sign, every in factor.items]
    return reciprocal(_together(True, terms))


def _taken_out(terms: Sequence[tuple[bool, list[Piece]]]) -> list[_Group]:
    """What is left of the terms that share a factor, in brackets: 12-7 of 3*12-3*7."""
    shared = {piece.items: piece for _, every in terms for piece in every}
    found = []
    for piece in shared.values():
        rest = [(sign, _without(every, piece)) for sign, every in terms if piece in every]
        if len(rest) > 1:
            left = [_signed(sign, _together(False, every)) for sign, every in rest]
            found.append(_Group(True, left))
    return found


def _without(pieces: Sequence[Piece], piece: Piece) -> list[Piece]:
    at = pieces.index(piece)
    return [*pieces[:at], *pieces[at + 1 :]] or [number("1")]


def _denominators(terms: Sequence[tuple[bool, list[Piece]]]) -> list[_Group]:
    """Products and quotients of divisors of different terms: 2*3 of 1/2+1/3."""
    every = {piece.items: piece for _, factors in terms for piece in factors}
    divisors = [piece for items, piece in every.items() if items[::2] == ("1", "/")]
    pairs = list(combinations(divisors, 2))
    quotients = [(first, reciprocal(second)) for first, second in pairs]
    return [_Group(False, list(pair)) for pair in (*pairs, *quotients)]


def _parts(group: _Group, known: _Known) -> Iterator[Piece]:
    """The selections of terms or factors with a value that is looked for."""
    is_sum = group.is_sum
    for chosen in islice(_selections(group.pieces), MOST_SELECTIONS):
        value = _value(is_sum, chosen)
        if value in known.values:
            yield _together(is_sum, chosen)
        if value in known.opposites:
            yield opposite(_together(is_sum, chosen))
        if value in known.reciprocals:
            turned = reciprocal(_together(is_sum, chosen))
            yield turned if turned.value in known.values else opposite(turned)


def _value(is_sum: bool, pieces: Sequence[Piece]) -> int:
    total = 0 if is_sum else 1
    for piece in pieces:
        total = total + piece.value if is_sum else total * piece.value % PRIME
    return total % PRIME


def _selections(pieces: Sequence[Piece]) -> Iterator[Sequence[Piece]]:
    """Every selection of a few, or neighbours of many."""
    if len(pieces) <= MOST_TOGETHER:
        for size in range(1, len(pieces) + 1):
            yield from combinations(pieces, size)
    else:
        for start, end in combinations(range(len(pieces) + 1), 2):
            yield pieces[start:end]
