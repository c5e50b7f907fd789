"""What is implausible in an expression, and what becomes of such hypotheses."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategies import expressions
from sumc.algebra.arithmetic import calculate
from sumc.algebra.expression import parse_expression
from sumc.algebra.limits import DEFAULT_LIMITS
from sumc.decoding.hypothesis import Hypothesis, Prediction
from sumc.decoding.plausibility import analyse, plausibility
from sumc.decoding.ranking import share_out
from sumc.decoding.sense import make_sense
from sumc.problems.numbers import detect_language, find_quantities
from sumc.problems.problem import Problem
from sumc.problems.units.annotation import annotate

WALK = "Ann walks 3 km and pays $5 for 2 drinks. How far does she walk?"
BOXES = "Tom has 3 boxes with 12 pencils each and gives away 7 pencils. How many pencils are left?"
ROPE = "A rope is 3 m long and 40 cm are cut off. How many centimetres are left?"
FRUIT = "There are 5 apples and 8 pears. How many apples are there?"
PRINTER = "It prints 20 pages per minute. How many seconds do 5 pages take?"
POUNDS = "A mug costs £3 and a plate $4. How much do both cost?"
JUICE = "She mixes 3 gallons and 2 litres. How many litres does she mix?"
SOAP = "A 250 g bar of soap costs $3. How much do 4 bars cost?"
SAVED = "She saves $40 each month. How much does she save in a year?"
BUS = "每辆车坐40人，130人需要多少辆车？"


def problem_of(text: str) -> Problem:
    language = detect_language(text)
    return Problem("", text, language, find_quantities(text, language=language))


def against(text: str, formula: str) -> dict[str, float]:
    """What is held against a formula for a text, by name."""
    problem = problem_of(text)
    expression = parse_expression(formula)
    answer = calculate(expression, DEFAULT_LIMITS, problem.values)
    assert answer is not None
    found = annotate(problem.text, problem.quantities, problem.language)
    return {name: each for name, each in plausibility(expression, found, answer).items() if each}


@pytest.mark.parametrize(
    ("text", "formula", "names"),
    [
        (WALK, "n1", set()),
        (WALK, "n1+n2", {"clash"}),
        (WALK, "n2", {"other"}),
        (BOXES, "n1*n2-n3", set()),
        (BOXES, "n2*n3", {"square"}),
        (BOXES, "n3-n1*n2", {"negative"}),
        (BOXES, "n2/n3", {"part"}),
        (ROPE, "n1*100-n2", set()),
        (ROPE, "n2-n1", {"scale"}),
        (ROPE, "n1+n2/100", {"scale"}),
        (FRUIT, "n1", set()),
        (FRUIT, "n1+n2", {"mixed"}),
        (FRUIT.replace("How many apples", "How many fruits"), "n1+n2", set()),
        (PRINTER, "n2/n1", {"scale"}),
        (PRINTER, "n2/n1*60", set()),
        (PRINTER.replace("seconds", "minutes"), "n2/n1", set()),
        (POUNDS, "n1+n2", {"scale"}),
        (POUNDS.replace("£", "$"), "n1+n2", set()),
        (POUNDS, "n1", set()),
        (JUICE, "n1+n2", {"clash"}),
        ("He has 2 tons and 300 kg of sand. How many kg is that?", "n1+n2", set()),
        (BUS, "n2/n1", set()),
        (BUS, "n1*n2", {"other"}),
        ("A shirt costs $20 and is 15% off. How much does it cost?", "n1-n2", {"clash"}),
        ("A shirt costs $20 and is 15% off. How much does it cost?", "n1-n1*n2", set()),
        ("每千克苹果5元，买4千克，要付多少元？", "n1*n2", set()),
        ("每千克苹果5元，买4千克，要付多少元？", "n1+n2", {"clash"}),
        ("一辆车3小时行180千米，每小时行多少千米？", "n2/n1", set()),
        ("一辆车3小时行180千米，每小时行多少千米？", "n1", {"other"}),
        (SOAP, "n2*n3", set()),
        (SOAP, "n2*n3/n1", {"package"}),
        (SOAP.replace("250 g", "250 gram"), "n2/n1", {"package"}),
        ("4 kg of rice cost $8. How much is it per kg?", "n2/n1", set()),
        ("4 kg of rice cost $8. How much do 3 kg cost?", "n2/n1*n3", set()),
        ("4千克大米20元，每千克多少元？", "n2/n1", set()),
        ("9 pins cost $0.03. How much does one cost?", "n2/n1", {"tiny"}),
        ("9 pins cost $0.18. How much does one cost?", "n2/n1", set()),
        (SAVED, "n1*12", set()),
        (SAVED, "n1*7", {"constant"}),
        (SAVED, "n1*60", {"constant"}),
        ("他每天写4页，写了一周，一共写了多少页？", "n1*7", set()),
        ("他每天写4页，写了一周，一共写了多少页？", "n1*12", {"constant"}),
        ("A vine grows 3 cm each week. How many cm does it grow in a year?", "n1*52", set()),
        (
            "A vine grows 3 cm each week. How many cm does it grow in a year?",
            "n1*12",
            {"constant"},
        ),
        ("She eats 3 figs a day. How many figs does she eat in a week?", "n1*7", set()),
        ("He runs 5 km in 40 minutes. How many km does he run in an hour?", "n1/n2*60", set()),
        ("It leaks 3 ml in 9 seconds. How many ml in 90 seconds?", "n1*n3/n2*60", {"constant"}),
        ("It is 3 km there and 4 km back. How many km is that?", "(n1+n2)/1000", {"constant"}),
        ("It is 3 km there. How many metres is that?", "n1*1000", set()),
        ("She buys 3 dozen eggs each week. How many eggs in all?", "n1*12", set()),
        ("Ben has 3 dogs. How many legs do they have?", "n1*4", set()),
        (
            "There are 5 trees 3 m apart. How far is it from the first to the last?",
            "(n1-1)*n2",
            set(),
        ),
    ],
)
def test_what_makes_no_sense_has_a_name(text: str, formula: str, names: set[str]) -> None:
    assert set(against(text, formula)) == names


@pytest.mark.parametrize(
    ("text", "formula", "dimension"),
    [
        (BOXES, "n1*n2", "thing:pencil"),
        (BOXES, "n1*n2-n3", "thing:pencil"),
        ("He drives 60 miles per hour for 3 hours. How far?", "n1*n2", "length"),
        ("He drives 180 miles in 3 hours. How fast?", "n1/n2", "length/time"),
        ("Apples cost $3 per kg. How much do 4 kg cost?", "n1*n2", "money"),
        ("A room is 3 m by 4 m. What is its area?", "n1*n2", "length^2"),
        ("一块地长3米，宽4米，面积是多少？", "n1*n2", "length^2"),
    ],
)
def test_units_multiply_and_divide_as_numbers_do(text: str, formula: str, dimension: str) -> None:
    problem = problem_of(text)
    found = annotate(problem.text, problem.quantities, problem.language)
    assert str(analyse(parse_expression(formula), found).amount.dimension) == dimension


@given(expressions(max_leaves=6), st.sampled_from([WALK, BOXES, BUS, ROPE]))
def test_every_expression_gets_small_numbers(formula: str, text: str) -> None:
    problem = problem_of(text)
    found = annotate(problem.text, problem.quantities, problem.language)
    expression = parse_expression(formula)
    held = plausibility(expression, found, Fraction(1))
    assert all(0 <= each <= len(expression.items) for each in held.values())


def hypotheses(text: str, *formulas: str) -> tuple[Problem, list[Hypothesis]]:
    problem = problem_of(text)
    found = [Hypothesis.of(parse_expression(each), -1.0, problem) for each in formulas]
    return problem, [each for each in found if each]


def sensible(text: str, shares: dict[str, float]) -> Prediction:
    """The prediction of formulas with shares, once it makes sense."""
    problem, found = hypotheses(text, *shares)
    ranked = share_out(found, np.array(list(shares.values())))
    return make_sense(problem, ranked)


def test_an_implausible_hypothesis_goes_behind_a_plausible_one() -> None:
    found = sensible(BOXES, {"n2*n3": 0.7, "n1*n2-n3": 0.2, "n1*n2+n3": 0.1})
    assert [each.answer for each in found.hypotheses] == [29, 43, 84]
    assert sum(found.shares) < 0.4
    assert found.confidence == pytest.approx(0.2)


def test_where_nothing_makes_sense_the_order_stays_and_the_answer_is_less_sure() -> None:
    found = sensible(BOXES, {"n2*n3": 0.7, "n3*n3": 0.3})
    assert [each.answer for each in found.hypotheses] == [84, 49]
    assert found.confidence < 0.1


def test_what_makes_sense_stays_as_it_is() -> None:
    shares = {"n1*n2-n3": 0.8, "n1*n2+n3": 0.2}
    found = sensible(BOXES, shares)
    assert found.answer == 29
    assert found.confidence == pytest.approx(0.8)


@pytest.mark.parametrize(
    ("text", "formula", "answer", "way"),
    [
        ("A bus holds 40 people. How many buses are needed for 130 people?", "n2/n1", 4, "up"),
        ("A bus holds 40 people. How many buses are needed for 120 people?", "n2/n1", 3, ""),
        ("She puts 50 rolls in bags of 8. How many full bags are there?", "n1/n2", 6, "down"),
        (
            "How many hours are needed for 7 miles at 2 miles per hour?",
            "n1/n2",
            Fraction(7, 2),
            "",
        ),
        ("He saves $30 a week. How many weeks until he has $100?", "n2/n1", 4, "up"),
        (
            "12 rolls last 5 days. How many rolls are needed per day?",
            "n1/n2",
            Fraction(12, 5),
            "",
        ),
        (BUS, "n2/n1", 4, "up"),
        ("有50个鸡蛋，每盒装8个，可以装满几盒？", "n1/n2", 6, "down"),
    ],
)
def test_whole_things_are_rounded(text: str, formula: str, answer: Fraction, way: str) -> None:
    found = sensible(text, {formula: 1.0}).best
    assert found is not None
    assert (found.answer, found.rounded) == (answer, way)


@pytest.mark.parametrize(
    ("text", "formula", "answer", "expression"),
    [
        ("A park is 300 m by 200 m. What is its area in hectares?", "n1*n2", 6, "n1 * n2 / 10000"),
        ("He walks 2 m per second. How many minutes for 600 m?", "n2/n1", 5, "n2 / n1 / 60"),
        (PRINTER, "n2/n1", 15, "n2 / n1 * 60"),
        (PRINTER, "n2/n1*60", 15, "n2 / n1 * 60"),
        ("She worked 40 hours and 8 hours. How many days is that?", "n1+n2", 48, "n1 + n2"),
        ("A mug costs £3 and a cup £2. How many dollars are both?", "n1+n2", 5, "n1 + n2"),
        (ROPE, "n2-n1", 37, "n2 - n1"),
    ],
)
def test_a_result_is_brought_to_the_unit_that_is_asked_for(
    text: str, formula: str, answer: int, expression: str
) -> None:
    found = sensible(text, {formula: 1.0}).best
    assert found is not None
    assert found.answer == answer
    assert found.expression.items == parse_expression(expression).items


def test_what_is_certainly_wrong_is_never_sure() -> None:
    assert sensible(SAVED, {"n1*7": 1.0}).confidence < 0.001
    assert sensible(SAVED, {"n1*12": 1.0}).confidence == pytest.approx(1.0)


def test_without_hypotheses_the_reason_stays() -> None:
    nothing = Prediction(reason="no-tree")
    assert make_sense(problem_of(BOXES), nothing) == nothing
