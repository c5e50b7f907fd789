"""What follows from told numbers: formulas that are right, found whenever there is one."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import islice
from random import Random

import pytest

from problems.world.elimination import determined
from sumc.problems.world.deriving import Network
from sumc.problems.world.facts import World
from sumc.problems.world.formulas import Formula, upright, value_of
from sumc.problems.world.plots import PLOTS, draw_world
from sumc.problems.world.relations import Relation, Relations

SUM = (Relation(2, (0, 1)),)
PRODUCT = (Relation(2, (0, 1), is_product=True),)
PAIR = (Relation(2, (0, 1)), Relation(0, (1, 3)))  # s = a + b, a = b + d
MULTIPLE = (Relation(2, (0, 1)), Relation(0, (1, 3), is_product=True))  # s = a + b, a = b * k
VALUES = {SUM: (15, 5, 20), PRODUCT: (15, 5, 75), PAIR: (15, 5, 20, 10), MULTIPLE: (15, 5, 20, 3)}


def derive(relations: Relations, known: Iterable[int], asked: int) -> Formula | None:
    found = Network(relations).derive(frozenset(known), asked)
    return found.formula if found else None


@pytest.mark.parametrize(
    ("relations", "known", "asked", "formula"),
    [
        (SUM, {0, 1}, 2, (0, 1, "+")),
        (SUM, {1, 2}, 0, (2, 1, "-")),
        (SUM, {0}, 2, None),
        (SUM, {0}, 1, None),
        (PRODUCT, {0, 2}, 1, (2, 0, "/")),
        (PAIR, {2, 3}, 1, (2, 3, "-", "2", "/")),
        (PAIR, {2, 3}, 0, (2, 3, "+", "2", "/")),
        (PAIR, {2}, 0, None),
        (MULTIPLE, {2, 3}, 1, (2, 3, "1", "+", "/")),
        (MULTIPLE, {2, 3}, 0, (2, 3, "1", "+", "/", 3, "*")),
    ],
)
def test_the_formula_uses_relations_in_every_direction(
    relations: Relations, known: set[int], asked: int, formula: Formula | None
) -> None:
    found = derive(relations, known, asked)
    if formula is None:
        assert found is None
    else:
        assert found is not None
        values = [Fraction(number) for number in VALUES[relations]]
        assert len(found) == len(formula)
        assert value_of(found, values) == value_of(formula, values) == values[asked]


def test_a_shorter_way_is_taken_whatever_the_order_of_relations() -> None:
    """3 = 0 + 1 + 2 directly, or by way of 4 and 5."""
    long = (Relation(4, (0, 1)), Relation(5, (4, 2)), Relation(3, (5, 6)), Relation(7, (6, 0)))
    short = Relation(3, (0, 7))
    for relations in ((*long, short), (short, *long)):
        assert derive(relations, {0, 1, 2, 7}, 3) == (0, 7, "+")


def worlds(plot: str, count: int) -> list[World]:
    drawn = (draw_world(plot, f"{plot} {number}") for number in range(count * 60))
    return [*islice((world for world in drawn if world is not None), count)]


@pytest.mark.parametrize("plot", PLOTS)
def test_formulas_are_right_and_none_is_missing(plot: str) -> None:
    """What elimination says is open has no formula. A few others have none that is linear: the
    sides of a rectangle follow from perimeter and area by a root."""
    random = Random(plot)
    missed = found = 0
    for world in worlds(plot, 6):
        network = Network(world.relations)
        for _ in range(25):
            places = range(len(world.numbers))
            known = {place for place in places if random.random() < 0.5} | world.constants
            asked = random.randrange(len(world.numbers))
            if asked in known:
                continue
            derivation = network.derive(frozenset(known), asked)
            if derivation is not None and derivation.formula:
                assert asked in determined(world, known)
                formula = upright(derivation.formula, world.values)
                assert value_of(formula, world.values) == world.values[asked]
                assert derivation.needed <= known
                found += 1
            else:
                missed += asked in determined(world, known)
    assert found
    assert missed <= (0.1 if plot == "rectangles" else 0.03) * found


@pytest.mark.parametrize("plot", PLOTS)
def test_what_is_called_open_is_open(plot: str) -> None:
    """`follows` may overlook a knot, but it never calls something determined that is not."""
    random = Random(f"{plot} open")
    for world in worlds(plot, 4):
        network = Network(world.relations)
        for _ in range(15):
            known = {p for p in range(len(world.numbers)) if random.random() < 0.4}
            known |= world.constants
            fixed = determined(world, known) | known
            assert network.closure(frozenset(known)) <= fixed
