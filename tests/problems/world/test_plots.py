"""Worlds: consistent numbers, and truth that a second simulation confirms."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice

import pytest

from sumc.problems.world.building import is_sensible
from sumc.problems.world.facts import Entity, Fact, World
from sumc.problems.world.kinds import KINDS, NOISE
from sumc.problems.world.plots import PLOTS, draw_world

WORLDS = 40
FEWEST_KINDS = 100


def worlds(plot: str, count: int = WORLDS) -> list[World]:
    drawn = (draw_world(plot, f"{plot} {number}") for number in range(count * 60))
    found = [*islice((world for world in drawn if world is not None), count)]
    assert len(found) == count, "too many draws do not go together"
    return found


@pytest.mark.parametrize("plot", PLOTS)
def test_relations_hold_and_numbers_are_sensible(plot: str) -> None:
    for world in worlds(plot):
        for relation in world.relations:
            parts = [world.values[part] for part in relation.parts]
            total = sum(parts, Fraction(0))
            if relation.is_product:
                total = Fraction(1)
                for part in parts:
                    total *= part
            assert total == world.values[relation.total]
        for number in world.numbers:
            assert number.value > 0
            assert is_sensible(number.value, number.sort)


@pytest.mark.parametrize("plot", PLOTS)
def test_facts_have_the_roles_of_their_kinds(plot: str) -> None:
    for world in worlds(plot):
        for fact in world.facts:
            kind = KINDS[fact.kind]
            assert set(fact.numbers) == set(kind.numbers), fact.kind
            assert {*fact.entities} - {"when"} == {*kind.roles} - {"when"}, fact.kind


def test_every_kind_of_fact_is_used_by_some_plot() -> None:
    used = {fact.kind for plot in PLOTS for world in worlds(plot, 60) for fact in world.facts}
    assert used == set(KINDS)
    assert len(used - set(NOISE)) >= FEWEST_KINDS


def run_forward(world: World) -> Iterator[tuple[Fact, Fraction]]:
    """Play the story of things that come and go again, and tell what each fact should say."""
    held: dict[tuple[Entity, Entity], Fraction] = {}
    for fact in world.facts:
        yield from _expected(fact, held)
        who, thing = fact.entities.get("who"), fact.entities.get("thing")
        if who is None or thing is None or "n" not in fact.numbers:
            continue
        amount = world.values[fact.numbers["n"]]
        match fact.kind:
            case "start":
                held[who, thing] = amount
            case "gain":
                held[who, thing] += amount
            case "loss" | "loss_part":
                held[who, thing] -= amount
            case "give":
                held[who, thing] -= amount
                held[fact.entities["other"], thing] += amount


def _expected(
    fact: Fact, held: dict[tuple[Entity, Entity], Fraction]
) -> Iterator[tuple[Fact, Fraction]]:
    words = fact.entities
    match fact.kind:
        case "now" | "left" | "by_day":
            yield fact, held[words["who"], words["thing"]]
        case "remaining":
            (amount,) = (n for (_, thing), n in held.items() if thing == words["thing"])
            yield fact, amount
        case "total":
            yield fact, sum((held[who, words["thing"]] for who in words["all"].of), Fraction(0))
        case "more":
            one, other = (held[words[role], words["thing"]] for role in ("who", "other"))
            yield fact, one - other
        case "all_things":
            kinds = (held[words["who"], thing] for thing in words["thing"].of)
            yield fact, sum(kinds, Fraction(0))
        case "more_things":
            one, other = (held[words["who"], words[role]] for role in ("thing", "than"))
            yield fact, one - other


def test_a_story_played_again_has_the_same_amounts() -> None:
    checked = 0
    for world in worlds("stock", 300):
        for fact, amount in run_forward(world):
            assert world.values[fact.numbers["n"]] == amount
            checked += 1
    assert checked > 600


def test_a_crowd_played_again_has_the_same_size() -> None:
    for world in worlds("crowd", 100):
        here = Fraction(0)
        for fact in world.facts:
            if fact.kind in ("aboard", "come", "leave", "aboard_now"):
                amount = world.values[fact.numbers["n"]]
                if fact.kind == "aboard_now":
                    assert here == amount
                    break
                here = {"aboard": amount, "come": here + amount, "leave": here - amount}[fact.kind]


def test_a_turned_world_has_the_same_numbers_to_start_from() -> None:
    """Something that came in goes out, or who had more has fewer; the drawn numbers stay."""
    turned = 0
    for number in range(200):
        pair = [draw_world("crowd", f"turn {number}", turned=side) for side in (False, True)]
        if pair[0] is None or pair[1] is None:
            continue
        turned += 1
        kinds = [[fact.kind for fact in world.facts] for world in pair if world]
        different = [one for one, other in zip(*kinds, strict=True) if one != other]
        assert len(different) == 1
        assert different[0] in ("come", "leave")
    assert turned > 50
