"""Two ways to one number: an unknown is called x, and other numbers are lines `slope * x + rest`.

s = a + b          x = b:   a = 1 * x + d        s = 2 * x + d        so x = (s - d) / 2
a = b + d
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sumc.problems.world.formulas import ONE, ZERO, Formula, minus, over, plus, times, whole
from sumc.problems.world.relations import Relation, Relations

Meeting = tuple[Formula, tuple[int, ...], tuple[int, ...]]
"""A formula for x, the relations it uses, and the numbers that these start from."""


@dataclass(frozen=True, slots=True)
class Line:
    """A number as `slope * x + rest`."""

    slope: Formula
    rest: Formula
    relations: frozenset[int] = frozenset()
    used: frozenset[int] = frozenset()

    def __add__(self, other: Line) -> Line:
        return self._with(other, plus(self.slope, other.slope), plus(self.rest, other.rest))

    def __sub__(self, other: Line) -> Line:
        return self._with(other, minus(self.slope, other.slope), minus(self.rest, other.rest))

    def scaled(self, factor: Formula, sign: str = "*") -> Line:
        """Return the line times, or divided by, a formula without x."""
        act = times if sign == "*" else over
        return Line(act(self.slope, factor), act(self.rest, factor), self.relations, self.used)

    def _with(self, other: Line, slope: Formula, rest: Formula) -> Line:
        return Line(slope, rest, self.relations | other.relations, self.used | other.used)

    def by(self, number: int) -> Line:
        """Return the line with one more relation that led to it."""
        return Line(self.slope, self.rest, self.relations | {number}, self.used)


def solve_for(x: int, relations: Relations, formulas: Mapping[int, Formula]) -> Meeting | None:
    """Return the formula of x with the relations and numbers it uses, if two ways meet."""
    lines = {place: Line(ZERO, way, used=frozenset({place})) for place, way in formulas.items()}
    lines[x] = Line(ONE, ZERO)
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


def _until_stable(every: Relations, spent: set[int]) -> Iterator[tuple[int, Relation]]:
    """Yield the relations that are not spent, over and over until no more are spent."""
    before = -1
    while before != len(spent):
        before = len(spent)
        yield from ((n, each) for n, each in enumerate(every) if n not in spent)


def _turning(relation: Relation, lines: Mapping[int, Line]) -> int | None:
    """Return the member that a fully expressed relation is solved for, if x is in it."""
    if all(lines[place].slope == ZERO for place in relation.members):
        return None
    return relation.total


def _line_of(relation: Relation, place: int, lines: Mapping[int, Line]) -> Line | None:
    """Return what a relation says of a member in terms of x; None where it is not linear."""
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


def _pair(line: Line) -> tuple[Formula, Formula]:
    return line.slope, line.rest


def _meeting(one: Line, other: Line) -> Meeting | None:
    """Return x where two lines for the same number meet."""
    if one.slope == other.slope or one.rest == other.rest:  # the way leads back to itself
        return None
    upper, lower = (other, one) if _is_steeper(other.slope, one.slope) else (one, other)
    formula = over(minus(lower.rest, upper.rest), minus(upper.slope, lower.slope))
    numbers = one.relations | other.relations
    return formula, tuple(sorted(numbers)), tuple(sorted(one.used | other.used))


def _is_steeper(slope: Formula, other: Formula) -> bool:
    a, b = whole(slope), whole(other)
    return a > b if a is not None and b is not None else len(slope) > len(other)
