"""Digits in texts: what is found, where, and what is refused."""

# ruff: noqa: SIM905 - full-width digits and punctuation are what is tested here

import unicodedata
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pace import ordinary_seconds
from sumc.errors import LimitError, ProblemError, SumcError
from sumc.problems import numbers
from sumc.problems.numbers import (
    VULGAR_FRACTIONS,
    Language,
    NumberLimits,
    Quantity,
    detect_language,
    find_quantities,
    mask_numbers,
)

MEGABYTE = 1_000_000
SECONDS = 1  # quadratic time would take hours
LARGE = NumberLimits(text=2 * MEGABYTE)


def read(text: str, *, words: bool = True, language: Language | None = None) -> str:
    """What is found in a text, as `written=value` pairs that are easy to compare."""
    return " ".join(
        f"{found.text.replace(' ', '_')}={found.value}"
        for found in find_quantities(text, words=words, language=language)
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("no numbers here", ""),
        ("12 eggs", "12=12"),
        ("007", "007=7"),
        ("1,000 and 12,345,678.50", "1,000=1000 12,345,678.50=24691357/2"),
        ("1,00,000 and 12,34,56,789.5", "1,00,000=100000 12,34,56,789.5=246913579/2"),
        ("1,00 or 1,00,00", "1=1 00=0 1=1 00=0 00=0"),
        ("1,0000", "1=1 0000=0"),
        ("12,5", "12=12 5=5"),
        ("1,234,5678", "1,234=1234 5678=5678"),
        ("1，000", "1=1 000=0"),
        ("3.50", "3.50=7/2"),
        ("It has 3.", "3=3"),
        ("1.2.3", "1.2=6/5 3=3"),
        (".5 or ($.25)", ".5=1/2 .25=1/4"),
        ("the end.5 cats", "5=5"),
        ("wait...5", "5=5"),
        ("$4.60", "4.60=23/5"),
        ("５kg，１２．５米", "５=5 １２．５=25/2"),
        ("比是4．3个组", "4=4 3=3"),
        ("5kg 3cm 10-year-old 12.5米 3MPH", "5=5 3=3 10=10 12.5=25/2 3=3"),
        ("2nd, 1st grade, 第2天", "2=2 1=1 2=2"),
        ("May 5, in 2009, 2015年", "5=5 2009=2009 2015=2015"),
        ("Grade 3, Route 66, Room 12, COVID-19, A4", "3=3 66=66 12=12 19=19 4=4"),
        ("m² and ٣", ""),
    ],
)
def test_whole_numbers_and_decimals(text: str, expected: str) -> None:
    """The number is found alone: without currency, unit or suffix."""
    assert read(text, words=False) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("25%", "25%=1/4"),
        ("12.5 %", "12.5_%=1/8"),
        ("５０％", "５０％=1/2"),
        ("5\n%", "5=5"),
        ("3/4", "3/4=3/4"),
        ("3 / 4", "3_/_4=3/4"),
        ("(3/4)", "(3/4)=3/4"),
        ("( 1 / 5 )", "(_1_/_5_)=1/5"),
        ("（１／２）％", "（１／２）％=1/200"),
        ("1⁄2", "1⁄2=1/2"),
        ("((3/4)", "(3/4)=3/4"),
        ("(3/4", "3/4=3/4"),
        ("(3/4 of it)", "3/4=3/4"),
        ("7/5", "7/5=7/5"),
        ("1 1/2", "1_1/2=3/2"),
        ("1(1/2)", "1(1/2)=3/2"),
        ("in 2010 1/3 of them", "2010=2010 1/3=1/3"),
        ("100 1/2, 99 1/2, 100(1/2)", "100=100 1/2=1/2 99_1/2=199/2 100(1/2)=201/2"),
        ("Of the 60 2/3 are", "60_2/3=182/3"),
        ("5 (1/2)", "5=5 (1/2)=1/2"),
        ("5\n1/2", "5=5 1/2=1/2"),
        ("1 3/2", "1=1 3/2=3/2"),
        ("3(4/2)", "3=3 (4/2)=2"),
        ("2-1/2", "2=2 1/2=1/2"),
        ("½ cup, 2½, 2 ½, ½%", "½=1/2 2½=5/2 2_½=5/2 ½%=1/200"),
        ("56/7", "56=56 7=7"),
        ("3/0", "3=3 0=0"),
        ("(3/0)", "3=3 0=0"),
        ("1 3/0", "1=1 3=3 0=0"),
        ("1/2/3", "1=1 2=2 3=3"),
        ("1 / 2 / 3", "1=1 2=2 3=3"),
        ("12/25/2010", "12=12 25=25 2010=2010"),
        ("1/23/4", "1=1 23=23 4=4"),
        ("1/2.5", "1=1 2.5=5/2"),
        ("3:2 and 3:30", "3=3 2=2 3=3 30=30"),
        ("from 9:00 to 12：00, ９：００", "9:00=9 12：00=12 ９：００=9"),
        ("at 8:00-9:30, 1:000, 2:30:00", "8:00=8 9=9 30=30 1=1 000=0 2=2 30=30 00=0"),
        ("5-7 days, 5~7", "5=5 7=7 5=5 7=7"),
    ],
)
def test_percents_fractions_and_mixed_numbers(text: str, expected: str) -> None:
    """What has one value is one number; a date, a ratio or a division is several."""
    assert read(text, words=False) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("-7", "-7=-7"),
        ("it is -7, (-3) and −2.5", "-7=-7 -3=-3 −2.5=-5/2"),
        ("气温-7℃", "-7=-7"),
        ("–5, it fell to –12 °C, –½", "–5=-5 –12=-12 –½=-1/2"),
        ("零点；-3度。−4度，–5度：-6度", "-3=-3 −4=-4 –5=-5 -6=-6"),
        ("5–7 days, 8 –7, x–7, 3 – 2", "5=5 7=7 8=8 7=7 7=7 3=3 2=2"),
        ("-1/2 or -(1/2) or -½", "-1/2=-1/2 -(1/2)=-1/2 -½=-1/2"),
        ("-25%", "-25%=-1/4"),
        ("-.5", "-.5=-1/2"),
        ("-3/0", "-3=-3 0=0"),
        ("-(3/0)", "3=3 0=0"),
        ("8-7, 8 -7, x-7, (8) -7", "8=8 7=7 8=8 7=7 7=7 8=8 7=7"),
        ("the ceiling--38, a list: - 7", "38=38 7=7"),
        ("8时-11时", "8=8 11=11"),
        ("最低-5℃，山顶-12.5 °C，北京-3摄氏度", "-5=-5 -12.5=-25/2 -3=-3"),
        ("温度-4℃，海拔-155米，最低-6度", "-4=-4 -155=-155 -6=-6"),
        ("由-3升到5，比-8大，-5℃~-2℃，-6～-1", "-3=-3 5=5 -8=-8 -5=-5 -2=-2 -6=-6 -1=-1"),
        ("3-5个，第3-5页，3个-5个", "3=3 5=5 3=3 5=5 3=3 5=5"),
        ("2度-3℃，身高-105，某数-7=9，甲数的3倍-4", "2=2 3=3 105=105 7=7 9=9 3=3 4=4"),
    ],
)
def test_a_minus_is_a_sign_only_where_it_opens_a_word(text: str, expected: str) -> None:
    """A hyphen, a dash and a subtraction sign do not make a number negative."""
    assert read(text, words=False) == expected


@pytest.mark.parametrize(("character", "value"), VULGAR_FRACTIONS.items())
def test_vulgar_fractions_have_their_unicode_value(character: str, value: Fraction) -> None:
    """Our table agrees with the compatibility form that Unicode gives."""
    written = unicodedata.normalize("NFKC", character)
    assert value == Fraction(written.replace("⁄", "/"))


def test_digits_only_is_the_protocol_of_the_paper() -> None:
    """Without words a number word neither counts nor changes the digits beside it."""
    assert read("two bags of 3 million, half of 25 percent", words=False) == "3=3 25=25"
    assert read("八折，1万，三分之一", words=False) == "1=1"


def test_a_quantity_says_whether_it_needed_words() -> None:
    """Digits and signs are digits; everything that needs a number word is words."""
    found = find_quantities("½ of 25% of 3 million is twice as much as 2 and 1/2")
    assert [quantity.written for quantity in found] == "digits digits words words words".split()
    assert {quantity.written for quantity in find_quantities("1万的一半")} == {"words"}


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("", "en"),
        ("3 + 4", "en"),
        ("Tom has 3 apples", "en"),
        ("Zoë paid 3 €", "en"),
        ("Li Ming (李明) has 3 apples", "en"),
        ("😀 3", "en"),
        ("小明有3个苹果", "zh"),
        ("AB两地相距30km", "zh"),
    ],
)
def test_the_language_is_that_of_most_words(text: str, language: Language) -> None:
    """A few foreign letters do not change the language."""
    assert detect_language(text) == language


def test_a_given_language_is_not_detected() -> None:
    """The caller knows better."""
    assert read("three 三个", language="zh") == "三=3"
    assert read("three 三个", language="en") == "three=3"
    with pytest.raises(ProblemError, match="no language is called 'fr'"):
        find_quantities("trois", language="fr")  # type: ignore[arg-type]


def test_masked_texts_are_equal_where_only_numbers_differ() -> None:
    """Masking replaces the whole span, in digits or in words."""
    one, other = "Tom has 1 1/2 pies and three cats.", "Tom has 25 pies and 3 cats."
    assert mask_numbers(one, find_quantities(one)) == mask_numbers(other, find_quantities(other))
    assert mask_numbers("5 cats", find_quantities("5 cats"), mask="N") == "N cats"
    assert mask_numbers("no cats", ()) == "no cats"


@pytest.mark.parametrize("text", ["five cats", "", "a 5"])
def test_masking_another_text_is_an_error(text: str) -> None:
    """A quantity belongs to the text it was found in."""
    with pytest.raises(ProblemError, match="'5' is not at position 0"):
        mask_numbers(text, find_quantities("5 cats"))


def test_masking_quantities_out_of_order_is_an_error() -> None:
    """Spans that overlap or run backwards would lose text."""
    with pytest.raises(ProblemError, match="after the previous quantity"):
        mask_numbers("1 2", reversed(find_quantities("1 2")))


def test_limits_are_named_in_the_error() -> None:
    """Each limit refuses with the size that was met and the size that is allowed."""
    with pytest.raises(LimitError, match="20001 characters, more than 20000"):
        find_quantities(" " * 20_001)
    with pytest.raises(LimitError, match="more than 500 numbers"):
        find_quantities("1 " * 501)
    with pytest.raises(LimitError, match="the number at 2 has 101 digits, more than 100"):
        find_quantities("a " + "1" * 101)
    with pytest.raises(LimitError, match="more than 1 numbers"):
        find_quantities("two cats, 3 dogs", limits=NumberLimits(quantities=1))
    assert len(find_quantities("1 " * 500)) == 500
    assert find_quantities("1" * 100)[0].value == int("1" * 100)


def test_no_limit_lets_python_refuse_the_digits() -> None:
    """Python's own limit on int() is never met, whatever limit is asked for."""
    unlimited = NumberLimits(text=MEGABYTE, digits=MEGABYTE)
    assert find_quantities("1" * 4_000, limits=unlimited)
    with pytest.raises(LimitError, match="10000 digits, more than 4000"):
        find_quantities("1" * 10_000, limits=unlimited)


HOSTILE = {
    "one number": "1" * MEGABYTE,
    "many numbers": "12 " * (MEGABYTE // 3),
    "slashes": "1/" * (MEGABYTE // 2),
    "nested": "(((((1/" * (MEGABYTE // 7),
    "brackets": "(" * MEGABYTE,
    "signs": "-" * MEGABYTE,
    "dots": "." * MEGABYTE,
    "groups": "1,000" * (MEGABYTE // 5),
    "blanks": " " * MEGABYTE,
    "emoji": "😀" * MEGABYTE,
    "right to left": "\u200f1\u200e " * (MEGABYTE // 4),
    "nul": "\0" * MEGABYTE,
    "surrogates": "\ud800" * MEGABYTE,
    "capital i": "İ" * MEGABYTE,
    "pairs": "1,00,00" * (MEGABYTE // 7),
    "times": "9:00:" * (MEGABYTE // 5),
    "minus": "is minus " * (MEGABYTE // 9),
    "articles": "a " * (MEGABYTE // 2),
    "pronouns": "one " * (MEGABYTE // 4),
    "hundreds": "a hundred hundred hundred million million " * (MEGABYTE // 42),
    "halves": "one and a half " * (MEGABYTE // 15),
    "dozens": "2 dozens " * (MEGABYTE // 9),
    "gaps": ("two" + " " * 1_000) * (MEGABYTE // 1_003),
    "one numeral": "一" * MEGABYTE,
    "scales": "一亿" * (MEGABYTE // 2),
    "numerals": "三a" * (MEGABYTE // 2),
    "over": "三分之" * (MEGABYTE // 3),
    "and": "二又" * (MEGABYTE // 2),
    "half": "半个" * (MEGABYTE // 2),
    "asked": "多少" * (MEGABYTE // 2),
    "traditional": "兩個" * (MEGABYTE // 2),
    "sums": "三加" * (MEGABYTE // 2),
    "thousands": "1 000 " * (MEGABYTE // 6),
    "hundreds apart": "100 " * (MEGABYTE // 4),
    "no break": "1\u00a0000" * (MEGABYTE // 5),
    "commas": "€1,50" * (MEGABYTE // 5),
    "hyphens": "2-1/2 c" * (MEGABYTE // 7),
    "degrees": "低-" * (MEGABYTE // 2),
    "boxes and a half": "三盒半" * (MEGABYTE // 3),
    "metres": "一米五" * (MEGABYTE // 3),
    "below zero": "零下" * (MEGABYTE // 2),
    "formal": "伍拾" * (MEGABYTE // 2),
    "negatives": "negative " * (MEGABYTE // 9),
    "dozens and a half": "a dozen and a half " * (MEGABYTE // 19),
    "quarters": "two and three quarters " * (MEGABYTE // 23),
}


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_megabyte_of_anything_ends_soon(text: str, language: Language) -> None:
    """Every text ends soon, with numbers or with one of our errors."""

    def read_it() -> None:
        numbers._find_quantities.cache_clear()  # it remembers the last texts
        try:
            find_quantities(text, language=language, limits=LARGE)
        except SumcError as error:
            assert "more than" in str(error)

    assert ordinary_seconds(read_it, SECONDS) < SECONDS


FRAGMENTS = [
    *"0123456789０９.．,，/／%％()（） -−–½⅔$:\n\0\u200fİ😀",
    *"零一二两三十百千万亿半又折成个年天元第几米克加兩萬點",
    *(
        "分之",
        "千克",
        "多少",
        "一半",
        "小时",
        ":00",
        " minus ",
        "twenty",
        "-",
        " and ",
        "a ",
        "one",
        "half",
        "third",
    ),
    *(
        "thirds",
        " of ",
        "quarters",
        "hundred",
        "million",
        "dozen",
        "dozens",
        "percent",
        "grade",
        "first",
    ),
    *(
        " 000",
        " 200",
        "€",
        "℃",
        "低",
        "盒半",
        "米",
        "毛",
        "块",
        "零下",
        "度",
        "伍拾",
        "打对折",
        "刻钟",
    ),
    *("'000", "\u00a0", "negative ", " and a half", " and three ", " degrees", " cups", "1/2 "),
    "\ud800",
]
texts = st.lists(st.sampled_from(FRAGMENTS), max_size=30).map("".join) | st.text()


@given(texts, st.booleans(), st.sampled_from(["en", "zh", None]))
def test_spans_point_at_the_text_in_order(
    text: str, words: bool, language: Language | None
) -> None:
    """Quantities are slices of the text, sorted, never empty and never overlapping."""
    behind = 0
    for found in find_quantities(text, words=words, language=language):
        assert behind <= found.start < found.end
        assert text[found.start : found.end] == found.text
        assert isinstance(found.value, Fraction)
        assert found.written == "digits" or words
        behind = found.end


@given(texts)
def test_every_digit_belongs_to_a_number(text: str) -> None:
    """No ASCII digit is overlooked, and none is left when the numbers are masked."""
    masked = mask_numbers(text, find_quantities(text), mask="#")
    assert not any(character in "0123456789" for character in masked)


@given(st.fractions(min_value=0, max_denominator=999), st.sampled_from(["{}", "({})", "有{}个"]))
def test_written_fractions_are_read_back(value: Fraction, frame: str) -> None:
    """A fraction in lowest terms gives its value, bare, in brackets and inside Chinese."""
    written = f"{value.numerator}/{value.denominator}"
    if value.denominator > 1:
        text = frame.format(written)
        assert [found.value for found in find_quantities(text)] == [value]


@given(st.decimals(min_value=0, max_value=10**9, places=3))
def test_written_decimals_are_read_back_exactly(value: Decimal) -> None:
    """Grouped or not, a decimal keeps every digit."""
    for written in (f"{value}", f"{value:,}", f"${value:,}"):
        assert [found.value for found in find_quantities(written)] == [Fraction(value)]


def test_a_quantity_cannot_be_changed() -> None:
    """Quantities are values: hashable and frozen."""
    quantity = Quantity("5", Fraction(5), 0, 1, "digits")
    assert quantity == find_quantities("5")[0]
    assert hash(quantity) == hash(find_quantities("5")[0])
    with pytest.raises(AttributeError):
        quantity.value = Fraction(6)  # type: ignore[misc]
