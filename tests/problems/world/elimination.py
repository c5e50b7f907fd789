"""An oracle: which numbers of a world its relations fix, by linear algebra alone."""

from collections.abc import Sequence
from fractions import Fraction

from sumc.problems.world.facts import World
from sumc.problems.world.relations import Relation


def determined(world: World, known: set[int]) -> set[int]:
    """The numbers that relations fix, by exact elimination of their derivatives.

    A small change of an unknown that no relation forbids shows that the unknown is open.
    """
    unknown = [place for place in range(len(world.numbers)) if place not in known]
    rows = [_derivatives(relation, world.values, unknown) for relation in world.relations]
    pivots: list[tuple[int, list[Fraction]]] = []
    for column in range(len(unknown)):
        pivot = next((row for row in rows if row[column]), None)
        if pivot is None:
            continue
        rows = [_without(row, pivot, column) for row in rows if row is not pivot]
        pivots = [(at, _without(row, pivot, column)) for at, row in pivots]
        pivots.append((column, pivot))
    alone = (at for at, row in pivots if sum(map(bool, row)) == 1)
    return {unknown[at] for at in alone}


def _derivatives(
    relation: Relation, values: Sequence[Fraction], unknown: Sequence[int]
) -> list[Fraction]:
    total = values[relation.total]
    by_place = {relation.total: Fraction(-1)}
    for part in relation.parts:
        slope = total / values[part] if relation.is_product else Fraction(1)
        by_place[part] = by_place.get(part, Fraction(0)) + slope
    return [by_place.get(place, Fraction(0)) for place in unknown]


def _without(row: list[Fraction], pivot: list[Fraction], column: int) -> list[Fraction]:
    factor = row[column] / pivot[column]
    return [each - factor * other for each, other in zip(row, pivot, strict=True)]
