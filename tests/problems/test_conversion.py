"""Measures of one kind are brought to one unit, and every number knows where it came from."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumc.algebra.arithmetic import calculate
from sumc.algebra.expression import Expression, parse_expression
from sumc.algebra.limits import DEFAULT_LIMITS
from sumc.decoding.hypothesis import Hypothesis, Prediction
from sumc.decoding.sense import predict_in_one_unit
from sumc.problems.numbers import detect_language, find_quantities
from sumc.problems.problem import Problem
from sumc.problems.units.conversion import Converted, in_one_unit


def problem_of(text: str) -> Problem:
    language = detect_language(text)
    return Problem("", text, language, find_quantities(text, language=language))


def converted(text: str) -> str:
    """What a model is asked about."""
    found = in_one_unit(problem_of(text))
    return text if found is None else found.problem.text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("She drives 60 miles per hour for 45 minutes.", "60 miles per hour for 0.75 hours."),
        ("It goes 80 km/h for 2 h 30 min. How far?", "80 km/h for 2.5 hours. How far?"),
        ("She earns $18 an hour. How much is it for 2 h 40 min?", "for 2.6667 hours?"),
        ("He reads 12 pages a day for 2 weeks.", "12 pages a day for 14 days."),
        ("It drips 3 times a minute. How often in 2 hours?", "How often in 120 minutes?"),
        ("How many pieces of 40 cm are in 3 m?", "of 40 cm are in 300 centimetres?"),
        ("3 m of rope lose 40 cm. How many cm are left?", "300 centimetres of rope lose 40 cm."),
        ("3 m of rope lose 40 cm. How long is the rest?", "300 centimetres of rope lose 40 cm."),
        ("A jug of 2 l fills 7 cups of 250 ml. How much is left?", "A jug of 2000 millilitres"),
        ("A cake takes 250 g. How many kilograms do 6 take?", "A cake takes 0.25 kilograms."),
        ("A pen costs 75 cents. Ann pays $3. What is her change?", "A pen costs $0.75."),
        ("She has 490 cents. How many dollars is that?", "She has $4.9."),
        ("It lasts 1 hour and 45 minutes. How many minutes?", "It lasts 105 minutes."),
        ("It lasts half an hour. How many minutes are 3 of them?", "It lasts 30 minutes."),
        ("Tom is 5 years and 6 months old. How many months?", "Tom is 66 months old."),
        ("1 kg of nuts costs $9. How much do 200 g cost?", "1000 grams of nuts costs $9."),
        ("What percent of 3 km is 600 m?", "What percent of 3000 metres is 600 m?"),
        ("How many times as long as 20 cm is a rope of 3 m?", "a rope of 300 centimetres?"),
        ("It pumps 40 litres a minute. How many minutes for 6 cubic metres?", "6000 litres?"),
        ("A field is 3 km by 500 m. What is its area?", "A field is 3 km by 0.5 kilometres."),
        ("A box of 1 m by 20 cm by 30 cm. What is its volume?", "1 m by 0.2 metres by 0.3"),
        ("A mat is 3 m by 80 cm. How many square metres is it?", "A mat is 3 m by 0.8 metres."),
        (
            "A mat is 80 cm wide. How many square metres are 2 m of it?",
            "A mat is 0.8 metres wide.",
        ),
        ("It is 3 m by 80 cm, at $5 per square metre. What does it cost?", "3 m by 0.8 metres,"),
        ("It is 3 m by 2 m. How many tiles of 400 square centimetres?", "300 centimetres by 200"),
        ("It took 2 hrs. 20 mins. How many minutes?", "It took 140 minutes. How many"),
        ("1千克糖12元，买300克要多少元？", "1000克糖12元，"),
        ("大桶3升，小桶600毫升，大桶是小桶的几倍？", "大桶3000毫升，"),
        ("玻璃长15分米，宽80厘米，面积是多少平方分米？", "宽8分米，"),
        ("一辆车每小时行60千米，行了45分钟。", "每小时行60千米，行了0.75小时。"),
        ("绳子长3米40厘米，剪去80厘米，还剩多少厘米？", "绳子长340厘米，剪去80厘米，"),
        ("小红有8元5角，用去3元，还剩多少元？", "小红有8.5元，用去3元，"),
        ("2时5分比40分多多少分？", "125分钟比40分多多少分？"),
        ("A song lasts 2 min 10 s and a second song 95 s. How many seconds?", "lasts 130 seconds"),
        ("It drips 3 times a second. How often in 2 minutes?", "How often in 120 seconds?"),
        ("He waters it every second day for 2 h 10 min. How many minutes?", "for 130 minutes."),
    ],
)
def test_measures_are_brought_to_one_unit(before: str, after: str) -> None:
    assert after in converted(before)


@pytest.mark.parametrize(
    "text",
    [
        "He works 8 hours a day for 3 days at $15 per hour. How much does he earn?",
        "Ben worked 3 hours for 6 days. How many hours did he work in total?",
        "She made 8 dollars an hour. She worked 8 hours and 2 hours. How much in those two days?",
        "2 ounces of soap wash a pound of clothes. How many ounces wash 9 pounds of clothes?",
        "1 cm on the map is 25 km. How many kilometres are 7 cm?",
        "A map has a scale of 1 cm to 8 km. Two huts are 3 cm apart. How far apart are they?",
        "On a plan 2 cm stand for 3 m. A wall has 8 cm. How many metres is that?",
        "1 cm represents 4 km. How far is it between two lakes that are 9 cm apart?",
        "在比例尺是1厘米:6千米的图上，两村相距4厘米，实际相距多少千米？",
        "早上7时10分起床，50分后出发，一共多少分？",
        "A tower is 1450 feet tall. Its model is 3 meters tall. How many feet is half of it?",
        "A pit is 4 m long, 2 m wide and 30 cm deep. What is its floor area?",
        "Ann has 5 apples and 3 pears. How many pieces of fruit does she have?",
        "A garden is 30 m by 20 m. How many square metres does it have?",
        "A tank of 2 gallons holds 3 litres. How much does it cost?",
        "A mug costs £3 and a plate $4. How much do they cost?",
        "A tile has 9 square metres, a cube 2 cubic centimetres, a rope 3 km. How many ropes?",
        "It takes 20 minutes and 2 days. How many steps are there?",
        "小明14时出发，步行速度是78米/分，走了15分钟，走了多少米？",
        "一颗卫星绕地球5周要10小时，绕12周要多少小时？",
        "张阿姨每30天浇一次水，每次5分钟，一次要多少分钟？",
    ],
)
def test_what_says_itself_how_it_goes_together_stays(text: str) -> None:
    assert converted(text) == text


UNITS = {"m": Fraction(100), "cm": Fraction(1), "km": Fraction(100_000), "mm": Fraction(1, 10)}
"""How many centimetres they are."""


@given(
    st.lists(st.tuples(st.sampled_from([*UNITS]), st.integers(1, 999)), min_size=1, max_size=5),
    st.sampled_from([*UNITS]),
)
def test_values_do_not_change_and_origins_give_them(
    parts: list[tuple[str, int]], asked: str
) -> None:
    told = ". ".join(f"Rope {place} has {n} {unit}" for place, (unit, n) in enumerate(parts))
    problem = problem_of(f"{told}. How many {asked} is that?")
    found = in_one_unit(problem) or Converted(problem, {name: (name,) for name in problem.symbols})
    for name, value in found.problem.values.items():
        origin = Expression(found.origins[name])
        assert calculate(origin, DEFAULT_LIMITS, problem.values) == value
    lengths = found.problem.quantities[1::2]
    expected = [UNITS[unit] * n / UNITS[asked] for unit, n in parts]
    is_short = all((each * 10_000).denominator == 1 for each in expected)
    assert [each.value for each in lengths] == (expected if is_short else [n for _, n in parts])


@given(
    st.lists(st.sampled_from(["3 m", "40 cm", "2 h", "$5", "75 cents", "7", "1 m 5 cm", "one"]))
)
def test_the_numbers_of_the_new_text_are_where_it_says(parts: list[str]) -> None:
    found = in_one_unit(problem_of(f"{', '.join(parts)} are there. How many cm?"))
    if found is not None:
        text = found.problem.text
        for each in found.problem.quantities:
            assert text[each.start : each.end] == each.text
        again = find_quantities(text, language="en")
        assert [each.value for each in again] == [each.value for each in found.problem.quantities]


def test_a_model_is_asked_in_one_unit_and_answers_in_the_numbers_as_written() -> None:
    pages = problem_of("She reads 12 pages a day for 2 weeks. How many pages is that?")
    pens = problem_of("Ann has 3 pens and buys 4. How many pens does she have?")
    asked: list[str] = []

    def predict(problems: Iterable[Problem]) -> Iterator[Prediction]:
        for problem in problems:
            asked.append(problem.text)
            product = Hypothesis.of(parse_expression("n1*n2"), -1.0, problem)
            assert product is not None
            yield Prediction((product,), (1.0,), 0.9)

    first, second = predict_in_one_unit([pages, pens], predict)
    assert asked == ["She reads 12 pages a day for 14 days. How many pages is that?", pens.text]
    assert first.best is not None
    assert second.best is not None
    assert first.best.expression.items == ("n1", "n2", "7", "*", "*")
    assert first.best.symbols == ("n1", "n2", "7")
    assert first.answer == calculate(first.best.expression, DEFAULT_LIMITS, pages.values) == 168
    assert first.confidence == 0.9
    assert second.best.expression.items == ("n1", "n2", "*")
