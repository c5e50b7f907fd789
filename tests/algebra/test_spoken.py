"""Honest work in words as well as signs: operations, Chinese numbers, units, conversions."""

import pytest

from sumc import check
from sumc.algebra.handwriting import plain_writing
from sumc.algebra.measures import conversion


@pytest.mark.parametrize(
    ("student", "reference"),
    [
        ("3 times 12 minus 7", "3*12-7"),
        ("36-7 is 29", "36-7"),
        ("48 divided by 6", "48/6"),
        ("3乘12减7", "3*12-7"),
        ("三乘十二减七", "3*12-7"),
        ("36减7等于29", "36-7"),
        ("80的25%", "80*25%"),
        ("四分之三", "3/4"),
        ("5+三", "5+3"),
        ("三万零五", "30005"),
        ("１又１／４", "1 1/4"),
        ("10 000 + 5", "10000+5"),
        ("5000*2=10 000", "5000*2"),
        ("3*12=36 360-7=353", "360-7"),
        ("2x3x4", "2*3*4"),
        ("2x3.5x4", "2*3.5*4"),
        ("20x½", "20*½"),
        ("3 ✕ 12", "3*12"),
        ("3\u20102", "3-2"),
        ("3÷1/2=6", "3/(1/2)"),
        ("1/2÷3/4", "(1/2)/(3/4)"),
        ("10/3=about 3.33", "10/3"),
        (r"3\times12=36 \therefore 36-7=29", "3*12-7"),
        (r"\begin{aligned}3\times12-7&=36-7\\&=29\end{aligned}", "3*12-7"),
        ("60km/h x 3h = 180km", "60*3"),
        ("3.5h × 60mph = 210 mi", "3.5*60"),
        ("5m*3m", "5*3"),
        ("5m x 3m = 15m²", "5*3"),
        ("5 in. x 3 in. = 15 sq. in.", "5*3"),
        ("20°-5°", "20-5"),
        ("2m+3=13", "2x+3=13"),
        ("2d+4", "2*d+4"),
        ("2 hours = 120 minutes, 120+30=150", "2*60+30"),
        ("2小时=120分钟，120+30=150（分钟）", "2*60+30"),
        ("2 weeks = 14 days, 14*5=70", "2*7*5"),
        ("150 cents x 4 = 600 cents = $6", "150*4/100"),
        ("3.5千克=3500克", "3.5*1000"),
        ("1/10+1/15=1/6, 1÷(1/6)=6", "1/(1/10+1/15)"),
        ("2*π*r", "2*pi*r"),
    ],
)
def test_it_is_read_as_it_is_meant(student: str, reference: str) -> None:
    assert check(student, reference).verdict == "same-structure"


@pytest.mark.parametrize(
    "student", ["二十九", "还剩二十九支", r"\boxed{29}", "USD 29", "29¢", "29 cm2"]
)
def test_an_answer_is_read(student: str) -> None:
    assert check(student, "3*12-7").verdict == "answer-only"


@pytest.mark.parametrize(
    "student", ["三个二十九", "第二十九", "二十八", "三角形", "29m^3^2", "五千克"]
)
def test_other_words_are_no_answer(student: str) -> None:
    assert check(student, "3*12-7").score < 0.5


def test_a_wrong_conversion_is_named() -> None:
    found = check("2 hours = 130 minutes, 130+30=160", "2*60+30")
    assert str(found) == "miscalculated: the right way, but 2 hours is 120, not 130"
    assert check("5m*3m=16", "5*3").verdict == "miscalculated"


@pytest.mark.parametrize(
    ("written", "unit"), [("15 m^2", "m^2"), ("15 cm2", "cm2"), ("75¢", "¢"), ("6 USD", "USD")]
)
def test_units_have_powers_and_signs(written: str, unit: str) -> None:
    assert plain_writing(written).unit == unit


def test_units_of_other_things_are_not_converted() -> None:
    assert conversion("hours", "pens") is None
    assert conversion("m²", "cm") is None
    assert conversion("m³", "dm³") == 1000
    assert conversion("", "m") is None
    assert conversion("metres of rope", "cm") == 100
    assert conversion("km per hour", "m") is None
