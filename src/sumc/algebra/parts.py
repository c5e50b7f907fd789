"""The parts of an expression whose values somebody may have worked out.

A part is more than a bracket: in `2+3+4` someone may add the last two, in `3*12/4` divide first,
in `3*(12-7)` multiply out, in `3*12-3*7` factor out the 3. Each is a `Piece`: an expression with
its value, and its value at one point where every number is replaced, a quick test whether two
formulas can be equal. Both are whole numbers modulo a prime; code that relies on a piece proves
what it needs with exact numbers.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations, count, islice, permutations
from typing import NamedTuple

from sumc.algebra.arithmetic import whole_exponents
from sumc.algebra.canonical import Factor, expression_terms
from sumc.algebra.expression import NEGATE, OPERATORS, Expression
from sumc.algebra.limits import Limits
from sumc.algebra.residues import PRIME, inverse, of_number, other_number
from sumc.errors import LimitError

MOST_TOGETHER = 6
"""Up to this many terms or factors are tried in every selection; of more, only neighbours."""
MOST_SELECTIONS = 2_000
"""Selections that are looked at in all sums and products of one expression."""
MOST_FOUND = 100
"""Selections with one value that are looked at; in 5-5+5-5+5 many are 5."""
MOST_LEAVES = 60
"""Leaves of an expression that is also looked at multiplied out."""

Items = tuple[str, ...]


class Piece(NamedTuple):
    """A part of an expression."""

    items: Items
    value: int
    """Its value, modulo the prime."""
    point: int
    """Its value at the point, modulo the prime."""


@lru_cache(maxsize=4096)
def number(operand: str) -> Piece:
    """The piece of a number; at the point, whole numbers except 0 and 1 are replaced."""
    return Piece((operand,), of_number(operand), other_number(operand))


def opposite(piece: Piece) -> Piece:
    """The piece with the other sign."""
    items = piece.items
    turned = items[:-1] if items[-1] == NEGATE else (*items, NEGATE)
    return Piece(turned, -piece.value % PRIME, -piece.point % PRIME)


def reciprocal(piece: Piece) -> Piece:
    """One over the piece."""
    items = piece.items
    turned = (items[1],) if len(items) == 3 and items[::2] == ("1", "/") else ("1", *items, "/")
    return Piece(turned, inverse(piece.value), inverse(piece.point))


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


class _Selection(NamedTuple):
    """Some terms of a sum or factors of a product; earlier ones are tried first."""

    order: int
    group: _Group
    places: Sequence[int]

    def piece(self) -> Piece:
        return _together(self.group.is_sum, [self.group.pieces[each] for each in self.places])


_Valued = tuple[int, _Group, Sequence[int]]
"""A value, modulo the prime, and a selection that has it."""


class Parts:
    """The parts of an expression of numbers, found by their values.

    Where a factor is written as 1+1+..., terms of the sum without brackets are a part only if each
    is taken equally often, once or twice (`times`): of 12+12+12-7 these are 12-7 and 12+12, but
    not 12+12-7, which nobody would work out without knowing the answer.

    `ZeroDivisionError` where the expression divides by zero.

    >>> from sumc.algebra.expression import parse_expression
    >>> from sumc.algebra.limits import DEFAULT_LIMITS
    >>> parts = Parts(parse_expression("3*(12-7)"), DEFAULT_LIMITS)
    >>> [[piece.items for piece in parts.of(number)] for number in ("5", "36", "8")]
    [[('12', '7', '~', '+')], [('3', '12', '*')], []]
    """

    def __init__(self, expression: Expression, limits: Limits, times: int | None = None) -> None:
        self.selections: defaultdict[int, list[_Selection]] = defaultdict(list)
        written, multiplied_out = _written(expression, limits), _multiplied_out(expression, limits)
        found = [_selections(group) for group in written]
        found += [
            _selections(group) if times is None or not group.is_sum else _repeated(group, times)
            for group in multiplied_out
        ]
        every = zip(count(), chain.from_iterable(found), strict=False)
        for order, (value, group, places) in islice(every, MOST_SELECTIONS):
            self.selections[value].append(_Selection(order, group, places))

    def of(self, operand: str, is_divisor: bool = True) -> list[Piece]:
        """The parts with the value of a number or its opposite, each once; for a divisor,
        also those with the value of one over these."""
        value = of_number(operand)
        found = self.found(value, 0) + self.found(-value % PRIME, 1)
        if value and is_divisor:
            turned = inverse(value)
            found += self.found(turned, 2) + self.found(-turned % PRIME, 3)
        pieces: dict[int, Piece] = {}
        for _, turn, selection in sorted(found)[:MOST_FOUND]:
            piece = _turned(selection.piece(), turn)
            pieces.setdefault(piece.point, piece)
        return list(pieces.values())

    def found(self, value: int, turn: int) -> list[tuple[int, int, _Selection]]:
        return [(each.order, turn, each) for each in self.selections.get(value, ())]


def _turned(piece: Piece, turn: int) -> Piece:
    """The piece, or its opposite (1), or one over it (2), or the opposite of that (3)."""
    piece = reciprocal(piece) if turn > 1 else piece
    return opposite(piece) if turn % 2 else piece


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
    """The sum or the product of pieces."""
    items, value, point = list(pieces[0].items), pieces[0].value, pieces[0].point
    for piece in pieces[1:]:
        items += (*piece.items, "+" if is_sum else "*")
        value = value + piece.value if is_sum else value * piece.value % PRIME
        point = point + piece.point if is_sum else point * piece.point % PRIME
    return Piece(tuple(items), value % PRIME, point % PRIME)


def _multiplied_out(expression: Expression, limits: Limits) -> list[_Group]:
    """An expression as a sum of products, without brackets, and what can be factored out."""
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
    quotients = [(first, reciprocal(second)) for first, second in permutations(divisors, 2)]
    return [_Group(False, list(pair)) for pair in (*pairs, *quotients)]


def _selections(group: _Group) -> Iterator[_Valued]:
    """The values and places of all selections of a few pieces, or of neighbours among many."""
    values = [piece.value for piece in group.pieces]
    select = _of_few if len(values) <= MOST_TOGETHER else _neighbours
    return ((value, group, places) for value, places in select(values, group.is_sum))


def _repeated(group: _Group, times: int) -> Iterator[_Valued]:
    """The selections of terms taken this often each: of all terms if once, else of terms that are
    repeated equally often."""
    places: defaultdict[Items, list[int]] = defaultdict(list)
    for place, piece in enumerate(group.pieces):
        places[piece.items].append(place)
    alike: defaultdict[int, list[list[int]]] = defaultdict(list)
    for equal in places.values():
        if len(equal) >= times:
            alike[len(equal) if times > 1 else 1].append(equal[:times])
    for several in alike.values():
        terms = _Group(True, [group.pieces[equal[0]] for equal in several])
        for value, _, chosen in _selections(terms):
            every = [place for each in chosen for place in several[each]]
            yield value * times % PRIME, group, every


def _of_few(values: Sequence[int], is_sum: bool) -> Iterator[tuple[int, Sequence[int]]]:
    """Smaller selections first; each is a known one with one more place."""
    known: dict[tuple[int, ...], int] = {(): 0 if is_sum else 1}
    for size in range(1, len(values) + 1):
        for places in combinations(range(len(values)), size):
            value, last = known[places[:-1]], values[places[-1]]
            known[places] = (value + last if is_sum else value * last) % PRIME
            yield known[places], places


def _neighbours(values: Sequence[int], is_sum: bool) -> Iterator[tuple[int, Sequence[int]]]:
    for start in range(len(values)):
        total = 0 if is_sum else 1
        for end in range(start, len(values)):
            total = (total + values[end] if is_sum else total * values[end]) % PRIME
            yield total, range(start, end + 1)
