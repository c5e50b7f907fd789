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
        ("5又四分之一", "5 1/4"),
        ("五又四分之一", "5 1/4"),
        ("5又1/4+1/4", "5 1/4+1/4"),
        ("百分之七十五", "75%"),
        ("60×百分之二十五=15", "60*25%"),
        ("60×百分之12.5=7.5", "60*12.5%"),
        ("200万", "2000000"),
        ("2.5万", "25000"),
        ("4千+3千=7千", "4000+3000"),
        ("4千克+3千克=7千克", "4+3"),
        ("1000×2000=200万", "1000*2000"),
        ("1000×2000=200万人", "1000*2000"),
        ("28÷7=4万", "28/7"),
        ("28万元÷7=4万元", "28/7"),
        ("60×7折=42", "60*70%"),
        ("60×八五折=51", "60*85%"),
        ("60×8.5折=51", "60*85%"),
        ("打7折：60×0.7=42", "60*0.7"),
        ("28÷7得4", "28/7"),
        ("28除以7得4", "28/7"),
        ("28÷7是4", "28/7"),
        ("28的1/7是4", "28*1/7"),
        ("28/7 gives 4", "28/7"),
        ("28/7 makes 4", "28/7"),
        ("1 out of 4", "1/4"),
        ("3 squared = 9", "3*3"),
        ("3的平方=9", "3*3"),
        ("3*5=15平方", "3*5"),
        ("2 cubed + 1", "2*2*2+1"),
        ("3 squared cm", "3"),
        ("half of 16 = 8", "1/2*16"),
        ("a quarter of 16", "1/4*16"),
        ("29/4 = 7 and 1/4", "29/4"),
        ("4*6=24 and 1/4*24=6", "4*6*1/4"),
        ("thirty-six minus seven", "36-7"),
        ("Three times twelve is thirty-six", "3*12"),
        ("forty-n1", "forty-n1"),
        ("20/3=6.66...", "20/3"),
        ("20/3 = 6.666……", "20/3"),
        ("1/6=0.1666...", "1/6"),
        ("20/3=6.(6)", "20/3"),
        ("2.5(4)=10", "2.5*4"),
        ("20/3 = 6.67 (2 d.p.)", "20/3"),
        ("20/3=6.67 (rounded)", "20/3"),
        ("20÷3=6.7（保留一位小数）", "20/3"),
        ("4mx4m=16m2", "4*4"),
        ("4cmx4cm=16cm2", "4*4"),
        ("3h20min = 200 min", "3*60+20"),
        ("3 h 20 min = 200 min", "3*60+20"),
        ("3 hours and 20 minutes = 200 minutes", "3*60+20"),
        ("3时20分=200分", "3*60+20"),
        ("4米30厘米=430厘米", "4*100+30"),
        ("4米30厘米=4.3米", "4+30/100"),
        ("1 h 10 min 30 s = 4230 s", "(1*60+10)*60+30"),
        ("1 h 10 min 30 s = 1.175 h", "1+10/60+30/3600"),
        ("150+50=200分=3时20分", "150+50"),
        ("20元-8元5角=11元5角", "20-8.5"),
        ("3 x 2 m 20 cm = 660 cm", "3*(2*100+20)"),
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
    assert check("3h20min = 210 min", "3*60+20").verdict == "miscalculated"
    assert check("200 min = 3 h 30 min", "200").verdict == "miscalculated"


@pytest.mark.parametrize(("student", "reference"), [("8元7角5分", "10-1.25"), ("6折", "1-0.4")])
def test_an_amount_alone_is_an_answer(student: str, reference: str) -> None:
    assert check(student, reference).verdict == "answer-only"


@pytest.mark.parametrize(
    ("student", "reference"),
    [
        ("20/3=6.68 (2 d.p.)", "20/3"),
        ("20/3=6.63...", "20/3"),
        ("1 h 90 min = 150 min", "60+90"),
        ("3 h 20 min", "200"),  # hours or minutes?
        ("3 boxes 20 pens = 200", "3*60+20"),
        ("60×7折=43", "60*70%"),
        ("7 and 5/4", "33/4"),
        ("1000×2000=300万", "1000*2000"),
    ],
)
def test_what_is_wrong_or_unclear_is_not_accepted(student: str, reference: str) -> None:
    assert not check(student, reference).accepted()


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
