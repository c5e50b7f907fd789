"""Relations between the numbers of a world, and the formula that follows from what is told.

A relation says that one number is the sum, or the product, of others; it can be used in every
direction. A formula is a tuple in postfix order: places of told numbers, and operators. The
solver looks for the shortest one:

    start = end + eaten          end?     (start, eaten, "-")
    pay = rate * hours           hours?   (pay, rate, "/")

Where every relation has two unknowns or more, one of them is called x, everything else is
expressed by it, and two ways to the same number give x: this is how "together they have 20, she
has 4 more than he" is solved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

Formula = tuple[int | str, ...]
"""Postfix: places of numbers, whole numbers as text, and the operators + - * /."""
OPERATORS = frozenset("+-*/")
MOST_REMEMBERED = 2048
"""Networks that a process remembers with what it found out about them."""


@dataclass(frozen=True, slots=True)
class Relation:
    """`total` is the sum, or the product, of the parts; all are places of numbers."""

    total: int
    parts: tuple[int, ...]
    is_product: bool = False

    @property
    def members(self) -> tuple[int, ...]:
        """The numbers it relates."""
        return (self.total, *self.parts)


@dataclass(frozen=True, slots=True)
class Derivation:
    """How an asked number follows from told ones."""

    formula: Formula
    relations: tuple[int, ...]
    """The relations that it takes, by their places."""

    @property
    def needed(self) -> frozenset[int]:
        """The numbers that the formula uses."""
        return frozenset(item for item in self.formula if isinstance(item, int))


Relations = tuple[Relation, ...]


class Network:
    """Relations, and everything that was found out about them so far."""

    def __init__(self, relations: Relations) -> None:
        self.relations = relations
        self._derived: dict[tuple[frozenset[int], int], Derivation | None] = {}
        self._closed: dict[frozenset[int], frozenset[int]] = {}

    def follows(self, known: frozenset[int], asked: int) -> bool:
        """Say whether a number is determined by known ones."""
        return asked in self.closure(known) or self.derive(known, asked) is not None

    def closure(self, known: frozenset[int]) -> frozenset[int]:
        """Return all that follows by one relation at a time."""
        found = self._closed.get(known)
        if found is None:
            found = self._closed[known] = frozenset(_closure(self.relations, known))
        return found

    def derive(self, known: frozenset[int], asked: int) -> Derivation | None:
        """Return the shortest formula for a number over known ones, if there is any."""
        key = known, asked
        if key not in self._derived:
            self._derived[key] = _derive(self.relations, known, asked)
        return self._derived[key]


@lru_cache(MOST_REMEMBERED)
def network(relations: Relations) -> Network:
    """Return the network of relations; worlds of one plot mostly share theirs."""
    return Network(relations)


def _closure(relations: Relations, known: frozenset[int]) -> set[int]:
    """Return what follows one relation at a time."""
    found = set(known)
    waiting = [relation.members for relation in relations]
    while True:
        left = []
        for members in waiting:
            missing = [member for member in members if member not in found]
            if len(missing) == 1:
                found.add(missing[0])
            elif missing:
                left.append(members)
        if len(left) == len(waiting):
            return found
        waiting = left


def _derive(relations: Relations, known: frozenset[int], asked: int) -> Derivation | None:
    ways = _Ways(relations, known)
    while asked not in ways.formulas:
        if not ways.has_cycle() or not ways.solve_for_x():
            return None
        ways.settle()
    return Derivation(ways.formulas[asked], tuple(sorted(ways.used_by(asked))))


class _Ways:
    """The shortest formula found so far for every number, and where it came from."""

    def __init__(self, relations: Relations, known: Iterable[int]) -> None:
        self.relations = relations
        self.formulas: dict[int, Formula] = {place: (place,) for place in known}
        self.sources: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {}
        self.settle()

    def settle(self) -> None:
        """Go through the relations until no formula gets shorter."""
        changed = True
        while changed:
            changed = False
            for number, relation in enumerate(self.relations):
                for place in relation.members:
                    changed |= self._try(number, relation, place)

    def _try(self, number: int, relation: Relation, place: int) -> bool:
        others = [member for member in relation.members if member != place]
        if not all(other in self.formulas for other in others):
            return False
        formula = solved(relation, place, self.formulas)
        if place in self.formulas and len(self.formulas[place]) <= len(formula):
            return False
        self.formulas[place] = formula
        self.sources[place] = ((number,), tuple(others))
        return True

    def used_by(self, place: int) -> set[int]:
        """Return the relations that lead to a number."""
        if place not in self.sources:
            return set()
        numbers, others = self.sources[place]
        return set(numbers).union(*map(self.used_by, others))

    def has_cycle(self) -> bool:
        """Say whether unknowns hang together in a circle: without one, x does not help."""
        group: dict[int, int] = {}

        def find(node: int) -> int:
            while group.setdefault(node, node) != node:
                node = group[node]
            return node

        for number, relation in enumerate(self.relations):
            for place in relation.members:
                if place not in self.formulas:
                    one, other = find(place), find(-1 - number)
                    if one == other:
                        return True
                    group[one] = other
        return False

    def solve_for_x(self) -> bool:
        """Find one more number by calling an unknown x; say whether that worked."""
        unknown = {p for r in self.relations for p in r.members if p not in self.formulas}
        ways = [(_solve_for(x, self.relations, self.formulas), x) for x in sorted(unknown)]
        solved = [(found, x) for found, x in ways if found and not _has_negative(found[0])]
        if not solved:
            return False
        (formula, numbers, others), x = min(solved, key=lambda way: len(way[0][0]))
        self.formulas[x], self.sources[x] = formula, (numbers, others)
        return True


def solved(relation: Relation, place: int, formulas: Mapping[int, Formula]) -> Formula:
    """Return the formula of one member of a relation, given those of the others."""
    plus, minus = ("*", "/") if relation.is_product else ("+", "-")
    if place == relation.total:
        first, *rest = relation.parts
        sign = plus
    else:
        first, sign = relation.total, minus
        rest = [part for part in relation.parts if part != place]
    formula = formulas[first]
    for other in rest:
        formula = (*formula, *formulas[other], sign)
    return formula


@dataclass(frozen=True, slots=True)
class _Line:
    """A number as `slope * x + rest`."""

    slope: Formula
    rest: Formula
    relations: frozenset[int] = frozenset()
    used: frozenset[int] = frozenset()

    def __add__(self, other: _Line) -> _Line:
        return self._with(other, plus(self.slope, other.slope), plus(self.rest, other.rest))

    def __sub__(self, other: _Line) -> _Line:
        return self._with(other, minus(self.slope, other.slope), minus(self.rest, other.rest))

    def scaled(self, factor: Formula, sign: str = "*") -> _Line:
        """Return the line times, or divided by, a formula without x."""
        act = times if sign == "*" else over
        return _Line(act(self.slope, factor), act(self.rest, factor), self.relations, self.used)

    def _with(self, other: _Line, slope: Formula, rest: Formula) -> _Line:
        return _Line(slope, rest, self.relations | other.relations, self.used | other.used)

    def by(self, number: int) -> _Line:
        """Return the line with one more relation that led to it."""
        return _Line(self.slope, self.rest, self.relations | {number}, self.used)


def _has_negative(formula: Formula) -> bool:
    """Say whether a formula has a constant below zero: another x gives a better one."""
    return any(isinstance(item, str) and item[0] == "-" and item != "-" for item in formula)


ZERO: Formula = ("0",)
ONE: Formula = ("1",)


def _solve_for(
    x: int, relations: Relations, formulas: Mapping[int, Formula]
) -> tuple[Formula, tuple[int, ...], tuple[int, ...]] | None:
    """Return the formula of x with the relations and numbers it takes, if two ways meet."""
    lines = {place: _Line(ZERO, way, used=frozenset({place})) for place, way in formulas.items()}
    lines[x] = _Line(ONE, ZERO)
    spent: set[int] = set()
    for number, relation in _until_stable(relations, spent):
        missing = [place for place in relation.members if place not in lines]
        if len(missing) > 1:
            continue
        place = missing[0] if missing else _turning(relation, lines)
        line = _line_of(relation, place, lines) if place is not None else None
        if line is None or place is None:
            continue
        spent.add(number)
        if missing:
            lines[place] = line.by(number)
        elif gap := _meeting(line.by(number), lines[place]):
            return gap
    return None


def _until_stable(relations: Relations, spent: set[int]) -> Iterator[tuple[int, Relation]]:
    """Yield the relations that are not spent, again and again while some become so."""
    before = -1
    while before != len(spent):
        before = len(spent)
        for number, relation in enumerate(relations):
            if number not in spent:
                yield number, relation


def _turning(relation: Relation, lines: Mapping[int, _Line]) -> int | None:
    """Return the member that a fully expressed relation is solved for, if x is in it."""
    if all(lines[place].slope == ZERO for place in relation.members):
        return None
    return relation.total


def _line_of(relation: Relation, place: int, lines: Mapping[int, _Line]) -> _Line | None:
    """Return what a relation says of a member in terms of x; None where it is no line."""
    others = [part for part in relation.parts if part != place]
    if place == relation.total:
        first, *others = relation.parts
    else:
        first = relation.total
    line = lines[first]
    for other in others:
        step = lines[other]
        if not relation.is_product:
            line = line + step if place == relation.total else line - step
        elif step.slope == ZERO:
            sign = "*" if place == relation.total else "/"
            line = line._with(step, *_pair(line.scaled(step.rest, sign)))
        elif place == relation.total and line.slope == ZERO:
            line = step._with(line, *_pair(step.scaled(line.rest)))
        else:
            return None
    return line


def _pair(line: _Line) -> tuple[Formula, Formula]:
    return line.slope, line.rest


def _meeting(one: _Line, other: _Line) -> tuple[Formula, tuple[int, ...], tuple[int, ...]] | None:
    """Return x where two lines for the same number meet."""
    if one.slope == other.slope or one.rest == other.rest:  # a way that comes back to itself
        return None
    upper, lower = (other, one) if _is_steeper(other.slope, one.slope) else (one, other)
    formula = over(minus(lower.rest, upper.rest), minus(upper.slope, lower.slope))
    numbers = one.relations | other.relations
    return formula, tuple(sorted(numbers)), tuple(sorted(one.used | other.used))


def _is_steeper(slope: Formula, other: Formula) -> bool:
    a, b = _whole(slope), _whole(other)
    return a > b if a is not None and b is not None else len(slope) > len(other)


def _whole(formula: Formula) -> int | None:
    """Return the value of a formula that is a whole number."""
    is_number = len(formula) == 1 and isinstance(formula[0], str)
    return int(formula[0]) if is_number else None


def plus(left: Formula, right: Formula) -> Formula:
    """Return a sum; whole numbers are added at once."""
    a, b = _whole(left), _whole(right)
    if a is not None and b is not None:
        return (str(a + b),)
    if a == 0:
        return right
    return left if b == 0 else (*left, *right, "+")


def minus(left: Formula, right: Formula) -> Formula:
    """Return a difference; `a - (0 - b)` becomes `a + b`."""
    a, b = _whole(left), _whole(right)
    if a is not None and b is not None:
        return (str(a - b),)
    if b == 0:
        return left
    if right[:1] == ZERO and right[-1] == "-" and _is_negated(right):
        return plus(left, right[1:-1])
    return (*left, *right, "-")


def _is_negated(formula: Formula) -> bool:
    """Say whether a formula is 0 minus one other formula."""
    depth = 0
    for item in formula[1:-1]:
        depth += -1 if item in OPERATORS else 1
        if depth == 0:
            return False
    return depth == 1


def times(left: Formula, right: Formula) -> Formula:
    """Return a product; zeros and ones vanish."""
    a, b = _whole(left), _whole(right)
    if a is not None and b is not None:
        return (str(a * b),)
    if a == 0 or b == 0:
        return ZERO
    if a == 1:
        return right
    return left if b == 1 else (*left, *right, "*")


def over(left: Formula, right: Formula) -> Formula:
    """Return a quotient."""
    return ZERO if left == ZERO else left if right == ONE else (*left, *right, "/")


def upright(formula: Formula, values: Sequence[Fraction]) -> Formula:
    """Return the formula with `(a-b)/(c-d)` turned into `(b-a)/(d-c)` where c is below d.

    >>> upright((0, 1, "-", 2, "1", "-", "/"), [Fraction(2), Fraction(8), Fraction(1, 2)])
    (1, 0, '-', '1', 2, '-', '/')
    """
    stack: list[Formula] = []
    for item in formula:
        if isinstance(item, int) or item not in OPERATORS:
            stack.append((item,))
            continue
        right, left = stack.pop(), stack.pop()
        if item == "/" and right[-1] == left[-1] == "-" and (value_of(right, values) or 0) < 0:
            left, right = _swapped(left), _swapped(right)
        stack.append((*left, *right, item))
    return stack[0]


def _swapped(difference: Formula) -> Formula:
    """Return `b - a` for `a - b`, and b for `0 - b`."""
    depth, cut = 0, len(difference) - 1
    while depth < 1:
        cut -= 1
        depth += -1 if difference[cut] in OPERATORS else 1
    return minus(difference[cut:-1], difference[:cut])


def value_of(formula: Formula, values: Sequence[Fraction]) -> Fraction | None:
    """Return the value of a formula, None for a division by zero.

    >>> value_of((0, 1, "-", "2", "/"), [Fraction(9), Fraction(4)])
    Fraction(5, 2)
    """
    stack: list[Fraction] = []
    for item in formula:
        if isinstance(item, int):
            stack.append(values[item])
        elif item not in OPERATORS:
            stack.append(Fraction(item))
        else:
            right, left = stack.pop(), stack.pop()
            if item == "/" and not right:
                return None
            stack.append(_APPLY[item](left, right))
    return stack[0]


_APPLY = {
    "+": Fraction.__add__,
    "-": Fraction.__sub__,
    "*": Fraction.__mul__,
    "/": Fraction.__truediv__,
}
