"""The builder of worlds: what it computes follows, and what does not fit together is refused."""

from collections.abc import Callable
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumc.problems.world.building import LARGEST, PARTS, Builder, Unfit, is_sensible
from sumc.problems.world.facts import Sort
from sumc.problems.world.kinds import KINDS, NOISE, SUMS, TAKES_ALL
from sumc.problems.world.plots import PLOTS, TWICE, draw_plot, draw_world

seeds = st.integers(0, 100_000)


def builder(seed: int = 0, turned: bool = False) -> Builder:
    return Builder(Random(seed), turned)


@given(seeds, st.integers(-50, 50), st.integers(0, 60), st.integers(1, 7))
def test_a_whole_number_is_drawn_from_its_range(
    seed: int, low: int, width: int, step: int
) -> None:
    value = builder(seed).between(low, low + width, step)
    assert value in range(low, low + width + 1, step)


def test_every_number_of_a_range_is_drawn() -> None:
    draw = builder()
    assert {draw.between(3, 9, 2) for _ in range(200)} == {3, 5, 7, 9}
    assert {draw.choose("a", "b", "c") for _ in range(200)} == {"a", "b", "c"}
    assert {draw.value(draw.percent(10, 20, 5)) for _ in range(200)} == {
        Fraction(10, 100), Fraction(15, 100), Fraction(20, 100),
    }  # fmt: skip


Operation = Callable[[Builder, int, int], int]


@pytest.mark.parametrize(
    ("operation", "expected", "is_product"),
    [
        (lambda make, a, b: make.plus(a, b), Fraction(14), False),
        (lambda make, a, b: make.minus(a, b), Fraction(10), False),
        (lambda make, a, b: make.times(a, b), Fraction(24), True),
        (lambda make, a, b: make.over(a, b), Fraction(6), True),
    ],
)
def test_what_is_computed_comes_with_its_relation(
    operation: Operation, expected: Fraction, is_product: bool
) -> None:
    make = builder()
    place = operation(make, make.given(12), make.given(2))
    assert make.value(place) == expected
    (relation,) = make.relations
    assert relation.is_product is is_product
    assert place in relation.members
    parts = [make.value(part) for part in relation.parts]
    total = parts[0] * parts[1] if is_product else sum(parts)
    assert total == make.value(relation.total)
    assert not make.numbers[place].is_base


@pytest.mark.parametrize(
    "attempt",
    [
        lambda make: make.minus(make.given(2), make.given(2)),
        lambda make: make.minus(make.given(2), make.given(9)),
        lambda make: make.over(make.given(7), make.given(2)),
        lambda make: make.given(Fraction(1, 2)),
        lambda make: make.given(0),
        lambda make: make.given(LARGEST + 1),
        lambda make: make.below(make.given(1)),
        lambda make: make.below(make.given(5), low=5),
        lambda make: make.part_of(make.given(1)),
        lambda make: make.part_of(make.given(13)),
        lambda make: make.given(Fraction(1, 7), "money"),
        lambda make: make.given(Fraction(5, 4), "part"),
    ],
)
def test_numbers_that_do_not_go_together_are_unfit(attempt: Callable[[Builder], int]) -> None:
    """Nobody has minus seven apples, half a child or an infinite sum of money."""
    with pytest.raises(Unfit):
        attempt(builder())


@given(seeds)
def test_parts_divide_what_they_are_parts_of(seed: int) -> None:
    make = builder(seed)
    whole = make.given(make.between(1, 40) * 12)
    part = make.part_of(whole)
    assert make.value(part) in PARTS
    assert (make.value(whole) * make.value(part)).denominator == 1
    assert 0 < make.value(make.below(whole)) < make.value(whole)


@given(seeds)
def test_how_far_two_numbers_are_apart_says_which_is_larger(seed: int) -> None:
    make = builder(seed)
    one, other = make.given(make.between(1, 20)), make.given(make.between(21, 40))
    gap, is_larger = make.apart(one, other)
    assert not is_larger
    assert make.value(gap) == make.value(other) - make.value(one)
    assert make.apart(other, one)[1]


def test_what_everybody_knows_is_one_number_however_often_it_is_needed() -> None:
    make = builder()
    assert make.constant(60) == make.constant(60) != make.constant(24)
    make.times(make.given(3), make.constant(60))
    world = make.world("clocks")
    assert {world.values[place] for place in world.constants} == {60, 24}
    assert not any(world.numbers[place].is_base for place in world.constants)


def test_a_story_has_one_unit_but_several_things() -> None:
    make = builder()
    assert make.entity("weight") == make.entity("weight")
    assert make.entity("toy") != make.entity("toy")
    kinds = [builder(seed).variants("toy", 3) for seed in range(30)]
    assert all(len(set(each)) == 3 for each in kinds)
    assert {each[0].variant for each in kinds} == {0, 1}
    both = make.together(kinds[0][:2])
    assert both.of == tuple(kinds[0][:2])


def test_a_turned_world_turns_its_first_coin_alone() -> None:
    plain, turned = builder(7), builder(7, turned=True)
    first = [make.turn() for make in (plain, turned)]
    assert first[0] != first[1]
    assert [plain.turn() for _ in range(20)] == [turned.turn() for _ in range(20)]


def test_an_event_has_its_place_in_time() -> None:
    make = builder()
    who, thing, number = make.entity("person"), make.entity("toy"), make.given(3)
    make.fact("gain", {"who": who}, event=True, thing=thing, n=number, when=None)
    (fact,) = make.facts
    assert fact.is_event
    assert fact.is_fixed
    assert fact.entities == {"who": who, "thing": thing}
    assert fact.numbers == {"n": number}


@pytest.mark.parametrize(
    ("value", "sort", "expected"),
    [
        ("3", "count", True),
        ("1/2", "count", False),
        ("2.25", "money", True),
        ("1/3", "money", False),
        ("2.5", "measure", True),
        ("1/8", "measure", False),
        ("1/8", "percent", True),
        ("1/16", "percent", False),
        ("5/6", "part", True),
        ("1", "part", False),
        ("1/13", "part", False),
        ("5/2", "times", True),
        ("7", "clock", True),
        ("1/2", "clock", False),
    ],
)
def test_a_number_is_sensible_if_it_can_be_written_as_its_sort(
    value: str, sort: Sort, expected: bool
) -> None:
    assert is_sensible(Fraction(value), sort) is expected


def test_what_is_told_or_asked_first_can_be_changed() -> None:
    make = builder()
    one, other = make.given(3), make.given(4)
    both = make.plus(one, other)
    make.ask_first(one)
    make.give_first(both)
    assert [number.is_base for number in make.numbers] == [False, True, True]
    make.relate_sum(both, other, one)
    assert len(make.relations) == 2


def test_plots_are_drawn_as_often_as_they_weigh() -> None:
    drawn = [draw_plot(f"share {number}") for number in range(4000)]
    total = sum(weight for _, weight in PLOTS.values())
    for plot in ("stock", "shopping", "interest"):
        share = PLOTS[plot][1] / total
        assert drawn.count(plot) / len(drawn) == pytest.approx(share, abs=0.02)
    assert set(drawn) == set(PLOTS)
    assert set(PLOTS) > TWICE


@pytest.mark.parametrize("plot", ["stock", "ages", "tickets"])
def test_the_same_seed_draws_the_same_world(plot: str) -> None:
    for seed in range(20):
        assert draw_world(plot, f"{seed}") == draw_world(plot, f"{seed}")
    drawn = [draw_world(plot, f"{seed}") for seed in range(40)]
    assert len({str(world) for world in drawn if world}) > 10


def test_what_kinds_are_called_is_known() -> None:
    assert set(KINDS) >= TAKES_ALL > SUMS
    assert set(NOISE) < set(KINDS)
    assert all(kind.numbers == ("z",) for kind in NOISE.values())
    assert all("n" not in kind.roles for kind in KINDS.values())
