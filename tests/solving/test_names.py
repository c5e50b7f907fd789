"""What numbers are called: with their units, told apart, and never something that is not sure."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumc.problems.numbers import detect_language, find_quantities
from sumc.problems.problem import Problem
from sumc.problems.units.annotation import annotate
from sumc.solving.language import language_of
from sumc.solving.naming import Units, name_operands, unused_sentence
from sumc.solving.number import is_percent, operand_text, solved_numbers
from sumc.solving.operand import MONEY, TIME, Operand, same_kind
from sumc.solving.wording import WORDINGS


def operands(text: str, language: str = "", constants: tuple[str, ...] = ()) -> dict[str, Operand]:
    """The operands of a text by their names, as an explanation in a language has them."""
    source = detect_language(text)
    found = find_quantities(text, language=source)
    numbers = solved_numbers(Problem("", text, source, found), ())
    units = Units(annotate(text, found, source))
    spoken = language or source
    return name_operands(numbers, constants, WORDINGS[spoken], spoken, units)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Tom has 3 boxes of 12 pencils.", ["3 boxes", "12 pencils per box"]),
        ("A pen costs $2 and a cup $5.50.", ["$2", "$5.50"]),
        ("Tom has 3 pens and Ann has 3 pens.", ["the first 3 pens", "the second 3 pens"]),
        ("He drives 60 km/h for 2 hours.", ["60 km/h", "2 hours"]),
        ("She reads 12 pages each day for 5 days.", ["12 pages per day", "5 days"]),
        ("Twenty birds and 1,000 ants.", ["20 birds", "1,000 ants"]),
        ("15% of the 80 seats.", ["15%", "80 seats"]),
        ("小明有3盒铅笔，每盒12支。", ["3盒", "每盒12支"]),
        ("每小时行60千米，行了3小时。", ["每小时60千米", "3小时"]),
    ],
)
def test_numbers_are_called_with_their_units(text: str, names: list[str]) -> None:
    assert [each.name for each in operands(text).values()] == names


def test_a_number_beside_the_text_is_told_from_one_of_it() -> None:
    found = operands("Tom has 2 pens.", constants=("2", "100"))
    assert found["2"].name == "an extra 2"
    assert found["100"].name == "100"
    assert found["2"].is_constant
    assert not found["n1"].is_constant


def test_another_language_gets_no_names_of_things() -> None:
    (pens,) = operands("Tom has 2 pens.", "zh").values()
    assert pens.name == "2"
    assert not pens.is_named


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Tom has 3 pens and $5.", "the 3 pens and the $5 are not needed."),
        ("Tom has $5.", "the $5 is not needed."),
        ("Tom has 1 pen.", "the 1 pen is not needed."),
        ("Tom has 3 pens.", "the 3 pens are not needed."),
        ("小明有3支笔。", "3支没有用到。"),
    ],
)
def test_what_is_not_used_is_said_in_the_right_number(text: str, sentence: str) -> None:
    found = operands(text)
    wording = WORDINGS[detect_language(text)]
    assert unused_sentence(list(found), found, wording) == sentence


@pytest.mark.parametrize(
    ("text", "is_rate", "is_for_one"),
    [
        ("12 pencils per box and 3 boxes.", True, False),
        ("$9 per hour and 4 hours.", True, False),
        ("$9 per hour and 4 days.", False, False),
        ("60 km/h and 2 hours.", True, False),
        ("8 people per van and 30 people.", False, True),
        ("12 pencils per box and 3 cups.", False, False),
        ("12 pencils and 3 boxes.", False, False),
    ],
)
def test_a_rate_goes_with_what_it_is_counted_for(
    text: str, is_rate: bool, is_for_one: bool
) -> None:
    rate, other = operands(text).values()
    assert rate.is_rate_of(other) is is_rate
    assert rate.is_for_one(other) is is_for_one
    assert not other.is_rate_of(rate)


def test_operands_know_what_they_measure() -> None:
    money, hours, pens, part = operands("$9, 4 hours, 3 pens and 15% of them.").values()
    assert money.measures(MONEY)
    assert hours.measures(TIME)
    assert not pens.measures(MONEY)
    assert [each.is_thing for each in (money, hours, pens, part)] == [False, False, True, False]
    assert [each.is_ratio for each in (money, hours, pens, part)] == [False, False, False, True]


def test_only_the_same_things_are_of_one_kind() -> None:
    one, two, red, metres, more = operands("3 pens, 4 pens, 5 cups, 2 m and 7 m.").values()
    assert same_kind(one, two)
    assert same_kind(metres, more)
    assert not same_kind(one, red)
    assert not same_kind(one, metres)


@pytest.mark.parametrize(
    ("text", "value", "written"),
    [
        ("half", "1/2", "1/2"),
        ("1/3", "1/3", "1/3"),
        ("三分之二", "2/3", "2/3"),
        ("一半", "1/2", "1/2"),
        ("0.5", "1/2", "0.5"),
        ("½", "1/2", "1/2"),
        ("4 1/2", "9/2", "4.5"),
        ("50%", "1/2", "50%"),
        ("百分之五十", "1/2", "50%"),
        ("fifty per cent", "1/2", "50%"),
        ("7.5%", "3/40", "7.5%"),
        ("1,200", "1200", "1200"),
    ],
)
def test_a_fraction_is_written_where_the_text_means_one(
    text: str, value: str, written: str
) -> None:
    assert operand_text(text, Fraction(value)) == written


@pytest.mark.parametrize(
    ("text", "percent"),
    [
        ("15%", True),
        ("15 ％", True),
        ("fifteen percent", True),
        ("Fifteen Per Cent", True),
        ("百分之四十", True),
        ("二百分之一", False),
        ("percentile 3", False),
        ("0.15", False),
    ],
)
def test_percentages_are_told_by_sign_or_word(text: str, percent: bool) -> None:
    assert is_percent(text) is percent


@pytest.mark.parametrize(
    ("text", "expected", "language"),
    [
        ("How many pens are there?", "", "en"),
        ("小明有3个苹果", "", "zh"),
        ("3+4=", "", "en"),
        ("3+4=", "zh", "zh"),
        ("3x+2=8", "zh", "zh"),
        ("3＋4＝？", "", "zh"),
        ("Сколько будет 3+4?", "", None),
        ("¿Cuántas manzanas tiene Juan ahora mismo?", "", None),
        ("Tom hat 3 Äpfel und kauft noch 4 dazu", "", None),
        ("Tom has 3 pens and buys 4 more, how many are there now?", "zh", "en"),
        ("速度 v=5 km/h", "zh", "zh"),
        ("りんごを3個と4個、ぜんぶでいくつですか", "", None),
    ],
)
def test_the_language_of_a_text_is_told_or_not_at_all(
    text: str, expected: str, language: str | None
) -> None:
    assert language_of(text, expected) == language


@given(st.text(max_size=40), st.sampled_from(["", "en", "zh"]))
def test_any_text_has_one_of_our_languages_or_none(text: str, expected: str) -> None:
    assert language_of(text, expected) in ("en", "zh", None)
