"""How calculations are said in plain words, sign by sign and in both languages."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumc.solving.wording import WORDINGS

ENGLISH, CHINESE = WORDINGS["en"], WORDINGS["zh"]


@pytest.mark.parametrize(
    ("added", "taken", "english", "chinese"),
    [
        (["a", "b"], [], "add a and b", "a和b相加"),
        (["a", "b", "c"], [], "add a, b and c", "a、b和c相加"),
        (["a"], ["b"], "take b away from a", "a减去b"),
        (["a"], ["b", "c"], "take b and c away from a", "a减去b，再减去c"),
        (["a", "b"], ["c"], "add a and b, and take c away", "a和b相加，再减去c"),
        (["2", "1/2"], [], "add 1/2 to 2", "2和1/2相加"),
        (["2 km", "1/2 km"], [], "add 1/2 km to 2 km", "2 km和1/2 km相加"),
        (["6 km/h", "9 km/h"], [], "add 6 km/h and 9 km/h", "6 km/h和9 km/h相加"),
        ([], ["a"], "take the opposite of a", "取a的相反数"),
        ([], ["a", "b"], "take the opposite of the sum of a and b", "a和b相加，再取相反数"),
    ],
)
def test_sums_and_differences(
    added: list[str], taken: list[str], english: str, chinese: str
) -> None:
    assert ENGLISH.added(added, taken) == english
    assert CHINESE.added(added, taken) == chinese


@pytest.mark.parametrize(
    ("factors", "divisors", "square", "english", "chinese"),
    [
        (["a", "b"], [], False, "multiply a by b", "a和b相乘"),
        (["a", "b", "c"], [], False, "multiply a by b, then by c", "a、b和c相乘"),
        (["a", "a"], [], True, "multiply a by itself", "a和a相乘"),
        (["a", "a"], ["b"], True, "multiply a by itself, and divide by b", "a和a相乘，再除以b"),
        (["a"], ["b"], False, "divide a by b", "a除以b"),
        (["a"], ["b", "c"], False, "divide a by b, then by c", "a除以b，再除以c"),
        (["a", "b"], ["c"], False, "multiply a by b, and divide by c", "a和b相乘，再除以c"),
        ([], ["a"], False, "divide 1 by a", "1除以a"),
    ],
)
def test_products_and_quotients(
    factors: list[str], divisors: list[str], square: bool, english: str, chinese: str
) -> None:
    assert ENGLISH.multiplied(factors, divisors, square=square) == english
    assert CHINESE.multiplied(factors, divisors, square=square) == chinese


def test_a_power_says_how_many_factors_there_are() -> None:
    assert ENGLISH.power("2", 10) == "use 2 as a factor 10 times"
    assert CHINESE.power("2", 10) == "10个2相乘"


def test_equal_numbers_are_told_apart_by_their_place() -> None:
    assert [ENGLISH.which(place, "3") for place in (0, 5)] == ["the first 3", "the sixth 3"]
    assert ENGLISH.which(6, "3") == "the no. 7 3"
    assert [CHINESE.which(place, "3") for place in (0, 9, 10)] == ["第一个3", "第十个3", "第11个3"]
    assert len({ENGLISH.which(place, "3") for place in range(40)}) == 40
    assert len({CHINESE.which(place, "3") for place in range(40)}) == 40


@pytest.mark.parametrize(
    ("numbers", "many", "english", "chinese"),
    [
        (["3"], False, "3 is not needed.", "3没有用到。"),
        (["the 5 dollars"], True, "the 5 dollars are not needed.", "the 5 dollars没有用到。"),
        (["3", "4"], True, "3 and 4 are not needed.", "3和4没有用到。"),
    ],
)
def test_what_is_not_needed_is_said(
    numbers: list[str], many: bool, english: str, chinese: str
) -> None:
    assert ENGLISH.unused(numbers, many=many) == english
    assert CHINESE.unused(numbers, many=many) == chinese


def test_what_the_text_does_not_have_is_said() -> None:
    assert ENGLISH.known(["100"]) == "100 is not written in the text."
    extra = ENGLISH.another("2")
    assert ENGLISH.known([extra, "7"]) == "the extra 2 and 7 are not written in the text."
    assert CHINESE.known([CHINESE.another("2"), "7"]) == "另外的2和7不是题目里写的。"


def test_rounding_says_why() -> None:
    assert ENGLISH.rounded("3.25", "4", up=True) == (
        "round 3.25 up to 4: what is left over needs one more."
    )
    assert ENGLISH.rounded("6.25", "6", up=False).startswith("round 6.25 down to 6: ")
    assert CHINESE.rounded("3.25", "4", up=True) == "不足一个也要算一个，用进一法：3.25取4。"
    assert CHINESE.rounded("6.25", "6", up=False) == "不足一个不算，用去尾法：6.25取6。"


def test_articles_are_not_doubled() -> None:
    assert ENGLISH.the("3 pens") == "the 3 pens"
    assert ENGLISH.the("the second 3") == "the second 3"
    assert CHINESE.the("3支") == "3支"


NAMES = st.lists(st.sampled_from([f"n{place}" for place in range(30)]), max_size=5, unique=True)


@given(NAMES, NAMES, st.sampled_from(sorted(WORDINGS)))
def test_every_number_is_named_once_and_in_order(
    first: Sequence[str], second: Sequence[str], language: str
) -> None:
    wording = WORDINGS[language]
    second = [name for name in second if name not in first]
    if len(first) > 1 or (first and second):
        assert _order(wording.added(first, second), first, second)
        assert _order(wording.multiplied(first, second), first, second)


def _order(said: str, first: Sequence[str], second: Sequence[str]) -> bool:
    """Whether the names are said in this order; what is taken away from one comes before it."""
    signs = "，、和减去除以再相乘加"
    plain = "".join(" " if sign in signs else sign for sign in said).replace(",", " ")
    names = [word for word in plain.split() if word in {*first, *second}]
    both = [*first, *second]
    return names in (both, [*second, *first]) and len(names) == len(both)
