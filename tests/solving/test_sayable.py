"""What numbers count, as far as an explanation can name it."""

import pytest

from sumc.problems.numbers import detect_language, find_quantities
from sumc.problems.units.annotation import Counted, annotate
from sumc.solving.sayable import in_number, sayable


def named(text: str) -> list[Counted]:
    """What the numbers of a text count in its explanation."""
    language = detect_language(text)
    found = find_quantities(text, language=language)
    return list(sayable(annotate(text, found, language)).counted)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A 23 litre barrel has 1 tap.", ["litres", "tap"]),
        ("It takes 1/2 hour and then 2 hours.", ["hours", "hours"]),
        ("Ann eats 1/2 pizza of 3 pizzas.", ["pizzas", "pizzas"]),
        ("Ann eats 1/2 pizza.", ["pizza"]),
        ("The sum of 3 consecutive integers is 72.", ["", ""]),
        ("Of 30 pupils 8 wear glasses.", ["pupils", ""]),
        ("There are 12 baked apples and 3 broken toys.", ["baked apples", "broken toys"]),
        ("$5 and 3 kg.", ["$", "kg"]),
        ("小明有3支笔。", ["支"]),
        ("Flight 15 leaves with a crew of 9.", ["", ""]),
        ("Tram number 8 carries 40 pupils.", ["", "pupils"]),
        ("Gate 4 opens for 20 guests.", ["", "guests"]),
        ("Bus no. 7 stops and 5 guests get off.", ["", "guests"]),
        ("In the room 5 guests sit.", ["guests"]),
        ("On each bus 30 pupils sit.", ["pupils"]),
        ("They go by train 30 pupils at a time.", ["pupils"]),
    ],
)
def test_only_things_are_named(text: str, expected: list[str]) -> None:
    assert [each.written for each in named(text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1/2 hour and 2 hours", ["hour", "hours"]),
        ("0.5 hours and 1 hour", ["hours", "hour"]),
        ("1/2 pizza of 3 pizzas", ["pizza", "pizzas"]),
        ("1 pen of 3 pens", ["pen", "pens"]),
        ("$1 and 1 km", ["$", "km"]),
        ("-1 degrees", ["degrees"]),
    ],
)
def test_one_and_a_part_of_one_have_the_singular(text: str, expected: list[str]) -> None:
    numbers = find_quantities(text)
    pairs = zip(named(text), numbers, strict=True)
    assert [in_number(*pair).written for pair in pairs] == expected
