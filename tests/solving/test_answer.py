"""The unit of an answer, how it is said, and explanations that name things."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumc.algebra.expression import parse_expression
from sumc.decoding.hypothesis import Hypothesis, Prediction
from sumc.decoding.sense import make_sense
from sumc.problems.numbers import Language, detect_language, find_quantities
from sumc.problems.problem import Problem
from sumc.problems.units.table import units
from sumc.solving.answer import AnswerUnit, said
from sumc.solving.solution import Solution


def solved(text: str, formula: str) -> Solution:
    """The solution of a text by a formula over n1, n2, ..."""
    language = detect_language(text)
    problem = Problem("", text, language, find_quantities(text, language=language))
    found = Hypothesis.of(parse_expression(formula), -1.0, problem)
    assert found is not None
    return Solution.of(problem, make_sense(problem, Prediction((found,), (1.0,), 1.0)), "test")


@pytest.mark.parametrize(
    ("text", "formula", "expected"),
    [
        (
            "Tom has 3 boxes with 12 pencils each and loses 7. How many pencils are left?",
            "n1*n2-n3",
            "29 pencils",
        ),
        ("Tom has 12 pencils and loses 7. How many are left?", "n1-n2", "5 pencils"),
        ("Mia had 4 apples and ate 3. How many apples are left?", "n1-n2", "1 apple"),
        (
            "A shirt costs $25.50 and a hat $27.40. How much do they cost together?",
            "n1+n2",
            "$52.90",
        ),
        ("A pen costs $2. How much do 3 pens cost?", "n1*n2", "$6"),
        ("He drives 60 miles per hour for 3 hours. How far does he drive?", "n1*n2", "180 miles"),
        ("He walks 2.5 km and then 1 km. How far does he walk?", "n1+n2", "3.5 km"),
        ("One film lasts 1.5 hours. How long do 3 films last?", "n1*n2", "4 h 30 min"),
        ("A class has 40 students and 6 are ill. What percent are ill?", "n2/n1", "15 %"),
        ("A class has 40 students and 6 are ill. What percent are ill?", "n2/n1*100", "15 %"),
        (
            "A bag weighs 3 kg and a box 4.5 kg. How much do they weigh together?",
            "n1+n2",
            "7.5 kg",
        ),
        (
            "A room is 3 m wide and 4 m long. How many square meters is that?",
            "n1*n2",
            "12 square meters",
        ),
        ("There are 12 boys and 15 girls. How many children are there?", "n1+n2", "27 children"),
        ("A circle has a radius of 5 cm. What is its area?", "3.14*n1^2", "78.5 cm²"),
        ("A cube has edges of 3 m. What is its volume?", "n1^3", "27 m³"),
        ("$2,000 earns $80 in a year. What is the interest rate?", "n2/n1", "4 %"),
        (
            "One cake takes 2/3 of a cup. How many cups do 4 cakes take?",
            "n1*n2",
            "2 2/3 ≈ 2.6667 cups",
        ),
        ("一个圆的半径是5厘米，面积是多少？", "n1^2*3.14", "78.5平方厘米"),
        ("五年级有50人，今天出勤48人，求出勤率。", "n2/n1", "96 %"),
        ("检查80个零件，合格的有64个，合格率是多少？", "n2/n1", "80 %"),
        ("存2000元，一年得利息80元，年利率=多少．", "n2/n1", "4 %"),
        ("8杯水平均倒进3个壶里，每壶多少杯？", "n1/n2", "2又2/3 ≈ 2.6667杯"),
        ("小明有3盒铅笔，每盒12支，送了7支，还剩多少支？", "n1*n2-n3", "29支"),
        ("一件衣服52.9元，一条裤子60元，一共多少元？", "n1+n2", "112.9元"),
        ("一辆汽车每小时行60千米，3小时行多少千米？", "n1*n2", "180千米"),
        ("每千克苹果5元，买4千克要多少钱？", "n1*n2", "20元"),
        ("全班40人，男生22人，男生占百分之几？", "n2/n1", "55 %"),
        ("甲用了1.5小时，乙用了2小时，一共用了多少小时？", "n1+n2", "3小时30分钟"),
        ("3 m of rope lose 40 cm. How long is the rest?", "n1*100-n2", "260 cm"),
        ("3 m of rope lose 40 cm. How long is the rest?", "n1-n2/100", "2.6 m"),
        ("3 m of rope lose 2 pieces of 40 cm. How long is the rest?", "n1*100-n2*n3", "220 cm"),
        ("2升水倒了5杯，每杯250毫升，还剩多少水？", "n1*1000-n2*n3", "750毫升"),
        ("A 20 m rope is cut into 8 pieces. How long is each piece?", "n1/n2", "2.5 m"),
        ("Rent is $900 per month. How much is the rent for a year?", "n1*12", "$10800"),
        ("6 lamps @ $15 ea. Total cost?", "n1*n2", "$90"),
        ("A bun costs 85p and a roll £1.20. How much are both?", "n1/100+n2", "£2.05"),
        ("A hat costs A$25 and a belt A$17.50. How much do both cost?", "n1+n2", "A$42.50"),
        (
            "How many hens and ducks does Al have if he has 3 hens and 4 ducks?",
            "n1+n2",
            "7 hens and ducks",
        ),
        ("What was the percentage decrease from $50 to $40?", "(n1-n2)/n1*100", "20 %"),
        ("奶奶哪一年出生？今年2020年，她70岁。", "n1-n2", "1950年"),
        ("A scarf costs 12 CHF. How much do 4 scarves cost?", "n1*n2", "48 francs"),
        ("A scarf costs CHF 12. How much do 4 scarves cost?", "n1*n2", "CHF48"),
        ("Share $45 among 6 girls. How much does each girl get?", "n1/n2", "$7.50"),
        (
            "There are 5 red and 2 blue mugs. How many red and blue mugs?",
            "n1+n2",
            "7 red and blue mugs",
        ),
        ("The film lasts 90 min. Then there is a break of 10 min. How long?", "n1+n2", "100 min"),
    ],
)
def test_the_answer_is_said_with_its_unit(text: str, formula: str, expected: str) -> None:
    solution = solved(text, formula)
    assert solution.said == expected
    assert solution.to_json()["text"] == expected


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("Ann walks 3 km and pays $5. How far does she walk?", "n1+n2"),
        ("Ann walks 3 km and pays $5. How far does she walk?", "n2"),
        ("A rope is 3 m long; 40 cm are cut off. How many centimetres are left?", "n1+n2"),
        ("Ben has 3 boxes and 7 pens. What is the result?", "n1*n2"),
        ("3天做了6件，求工作效率。", "n2*n2"),
        ("一个圆的半径是5厘米，面积是多少？", "n1^4"),
        ("A clerk earns $900 per month. What is the result after a year?", "n1*12"),
        ("A mug costs £3 and a plate $4. How much do both cost?", "n1+n2"),
        ("A 400 g jar costs $8. How much do 100 jars cost?", "n2*n3/n1"),
        ("Ann has 12 pens, 3 red pens and 4 mugs. How many mugs are there?", "n1-n2"),
    ],
)
def test_a_unit_that_is_not_sure_is_left_away(text: str, formula: str) -> None:
    solution = solved(text, formula)
    assert solution.unit is None
    assert solution.said == str(solution.answer)


@pytest.mark.parametrize(
    ("value", "unit", "expected"),
    [
        ("5/2", "hour", "2 h 30 min"),
        ("5/2", "minute", "2 min 30 s"),
        ("7/3", "hour", "2 h 20 min"),
        ("1/2", "hour", "0.5 hours"),
        ("1", "hour", "1 hour"),
        ("10/3", "kilometre", "3 1/3 ≈ 3.3333 kilometres"),
        ("-10/3", "kilometre", "-3 1/3 ≈ -3.3333 kilometres"),
        ("2/3", "kilometre", "2/3 ≈ 0.6667 kilometres"),
        ("-5/2", "kilometre", "-2.5 kilometres"),
        ("29/20", "dollar", "$1.45"),
        ("1000000000/45359237", "pound", "≈ 22.0462 pounds"),
        ("25/18", "metres-per-second", "1 7/18 ≈ 1.3889 metres per second"),
        ("1", "metres-per-second", "1 metre per second"),
        ("26", "dollar", "26 dollars"),
    ],
)
def test_measures_are_said_as_people_say_them(value: str, unit: str, expected: str) -> None:
    known = units("en").named(unit)
    assert said(Fraction(value), AnswerUnit(known.plural, known), "en") == expected


@given(st.integers(0, 10**6), st.sampled_from(["$", "£", "€"]))
def test_money_has_two_decimals_or_none(cents: int, sign: str) -> None:
    unit = units("en").by_prefix[sign]
    text = said(Fraction(cents, 100), AnswerUnit(sign, unit), "en")
    assert text.startswith(sign)
    assert Fraction(text[1:]) * 100 == cents
    assert len(text.partition(".")[2]) in (0, 2)


@pytest.mark.parametrize(
    ("value", "unit", "expected"),
    [
        ("529/10", "$", "$52.90"),
        ("-5/2", "$", "-$2.50"),
        ("1/8", "$", "$0.125"),
        ("10/3", "$", "≈ $3.33"),
        ("-10/3", "$", "≈ -$3.33"),
        ("2999/1500", "$", "≈ $2.00"),
        ("3/20", "%", "15 %"),
        ("1/3", "%", "≈ 33.33 %"),
    ],
)
def test_money_and_percent_have_their_form(value: str, unit: str, expected: str) -> None:
    is_percent = unit == "%"
    counted = AnswerUnit(unit, units("en").by_prefix.get(unit), hundredths=is_percent)
    assert said(Fraction(value), counted, "en") == expected


@pytest.mark.parametrize(
    ("text", "formula", "sentences"),
    [
        (
            "Tom has 3 boxes of 12 pencils and 5 dollars. He gives 7 pencils away. "
            "How many are left?",
            "n1*n2-n4",
            [
                "3 boxes of 12 pencils: 3 × 12 = 36 pencils.",
                "7 pencils are given away: 36 − 7 = 29 pencils.",
                "The 5 dollars are not needed.",
            ],
        ),
        (
            "Apples cost $3 per kilogram. How much do 4 kilograms cost?",
            "n1*n2",
            ["4 kilograms at $3 per kilogram: 3 × 4 = $12."],
        ),
        (
            "He drives 60 miles per hour for 3 hours. How far does he drive?",
            "n1*n2",
            ["60 miles per hour for 3 hours: 60 × 3 = 180 miles."],
        ),
        (
            "There are 12 boys and 15 girls in 3 rooms. How many children are in a room?",
            "(n1+n2)/n3",
            [
                "Add 12 boys and 15 girls: 12 + 15 = 27.",
                "Divide 27 by 3: 27 ÷ 3 = 9 children.",
            ],
        ),
        (
            "A bus holds 40 people. How many buses are needed for 130 people?",
            "n2/n1",
            [
                "130 people, 40 per bus: 130 ÷ 40 = 3.25 buses.",
                "Round 3.25 up to 4: what is left over needs one more.",
            ],
        ),
        (
            "A class has 40 students and 6 are ill. What percent are ill?",
            "n2/n1",
            ["6 of 40 students: 6 ÷ 40 = 0.15 = 15 %."],
        ),
        (
            "小明有3盒铅笔，每盒12支，送了7支，花了5元，还剩多少支？",
            "n1*n2-n3",
            [
                "3盒，每盒12支：3 × 12 = 36支。",
                "36支减去7支：36 − 7 = 29支。",
                "5元没有用到。",
            ],
        ),
        (
            "一辆汽车每小时行60千米，3小时行多少千米？",
            "n1*n2",
            ["每小时60千米，3小时：60 × 3 = 180千米。"],
        ),
        (
            "有50个鸡蛋，每盒装8个，可以装满几盒？",
            "n1/n2",
            ["50个，每盒8个：50 ÷ 8 = 6.25盒。", "不足一个不算，用去尾法：6.25取6。"],
        ),
    ],
)
def test_steps_name_what_they_count(text: str, formula: str, sentences: list[str]) -> None:
    assert list(solved(text, formula).explanation()) == sentences


def test_the_other_language_has_units_but_no_names_of_things() -> None:
    apples = solved("Apples cost 3 yuan per kilogram. How much do 4 kilograms cost?", "n1*n2")
    assert apples.explanation("zh") == ("3和4千克相乘：3 × 4 = 12元。",)
    pencils = solved("小明有3盒铅笔，每盒12支，一共多少支？", "n1*n2")
    assert pencils.explanation("en") == ("Multiply 3 by 12: 3 × 12 = 36.",)


LANGUAGES: tuple[Language, ...] = ("en", "zh")


@given(st.integers(1, 99), st.integers(1, 99), st.sampled_from(["+", "-", "*", "/"]))
def test_every_step_is_a_true_sum(one: int, other: int, sign: str) -> None:
    """What stands before `=` has the value behind it."""
    text = f"Ann has {one} pens and {other} pencils. How many is that?"
    solution = solved(text, f"n1{sign}n2")
    for language in LANGUAGES:
        for sentence in solution.explanation(language):
            left, equals, right = sentence.partition(" = ")
            if equals:
                formula = left.replace("：", ":").rpartition(":")[2]
                plain = formula.translate(str.maketrans("×÷−", "*/-"))
                value = right.rstrip(".。").split()[0]
                assert eval(plain) == pytest.approx(float(Fraction(value)))
