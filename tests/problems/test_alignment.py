from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sumc.algebra.arithmetic import calculate
from sumc.algebra.expression import parse_expression
from sumc.algebra.limits import DEFAULT_LIMITS
from sumc.errors import SumcError
from sumc.problems.alignment import align, read_answer, to_problem
from sumc.problems.numbers import find_quantities
from sumc.problems.problem import Problem, same_answer
from sumc.problems.records import Record, Skipped


@pytest.mark.parametrize(
    ("text", "equation", "target"),
    [
        ("4.60 and 1,000", "4.6*1000", "n1 n2 *"),  # by value, not by spelling
        ("three bags of 4", "3*4", "n1 n2 *"),
        ("24 cakes, (1/6) of them", "24*(1/6)", "n1 n2 *"),
        ("24 cakes, 2/12 of them", "24/6*1", "n1 n2 * 1 *"),
        ("3/10 of 10 boxes of 3", "10*3*3/10", "n2 n3 * n1 *"),
        ("half of 8 and twice 9", "8/2+2*9", "n2 n1 * n3 n4 * +"),
        ("half of 8, shared by 2", "8/2/2", "n2 n1 * n3 /"),
        ("6 is shared by 3, 2 are lost", "6/3-2", "n1 n2 / n3 -"),  # 6/3 is not the text's 2
        ("1 pie for 2, or 0.5 each", "1/2+0.5", "n1 n2 / n3 +"),
        ("half of 8", "8*1/2", "n2 n1 *"),
        ("half of 8", "1/2*8", "n1 n2 *"),
        ("from -4 up to 4 degrees", "4+4", "n2 n2 +"),
        ("25% of 80", "80*25%", "n2 n1 *"),
        ("25% of 80", "25*0.01*80", "n1 n2 *"),
        ("25% of 80", "80*25/100", "n2 n1 *"),
        ("25% of 80", "80*25*0.01", "n2 n1 *"),
        ("25% of 80", "80*(100-25)/100", "n2 100 n1 100 * - * 100 /"),
        ("0.5 of 80", "50*0.01*80", "50 0.01 * n2 *"),  # a decimal is not a percentage
        ("3 rows of 3", "3*3", "n1 n2 *"),
        ("3 rows of 3 and 3 more", "3*3", "n1 n2 *"),
        ("3 rows", "3*3*3", "n1 n1 * n1 *"),
        ("from -4 up by 7", "(-4)+7", "n1 n2 +"),
        ("a side of 2", "2^2", "n1 2 ^"),  # an exponent stays a number
        ("a ring of 4 m", "(4/2)**(4/2)", "n1 2 / 2 ^"),
        ("a ring of 4 m", "4^-2-(-4)", "n1 2 ~ ^ n1 ~ -"),
        ("9 of 4", "X-9=4", "n2 n1 +"),
        ("7 days", "7*24", "n1 24 *"),
        ("a radius of 5", "x=π*5^2", "3.14 n1 2 ^ *"),
    ],
)
def test_numbers_of_an_equation_find_their_places(text: str, equation: str, target: str) -> None:
    problem = to_problem(Record("1", text, equation, ""))
    assert isinstance(problem, Problem)
    assert problem.expression is not None
    assert " ".join(problem.expression.items) == target
    assert calculate(problem.expression, DEFAULT_LIMITS, problem.values) == problem.answer


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (Record("1", "2 and 3", "2+", "5"), "the equation cannot be read"),
        (Record("1", "2 and 3", "2/(3-3)", "5"), "the equation has no value"),
        (Record("1", "half of 3", "3*1/0", "5"), "the equation has no value"),
        (Record("1", "2 and 3", "(2+3)^999", "5"), "the equation cannot be read"),
        (Record("1", "2 and 3", "2+3", "five"), "the answer cannot be read"),
        (Record("1", "2 and 3", "", ""), "neither equation nor answer"),
        (Record("1", " ", "2+3", "5"), "no text"),
        (Record("1", "2" * 30_000, "2+3", "5"), "the text cannot be used"),
    ],
)
def test_a_record_that_cannot_be_used_has_a_reason(record: Record, reason: str) -> None:
    problem = to_problem(record)
    assert isinstance(problem, Skipped)
    assert problem.reason == reason


def test_a_wrong_answer_is_noticed() -> None:
    problem = to_problem(Record("1", "2 and 3", "2+3", "6"))
    assert isinstance(problem, Problem)
    assert not problem.agrees
    assert problem.answer == 6


def test_a_problem_knows_its_numbers_and_its_masked_text() -> None:
    problem = to_problem(Record("1", "Tom has 3 RED boxes,  half full.", "3*1/2", "1.5"))
    assert isinstance(problem, Problem)
    assert problem.symbols == ("n1", "n2")
    assert problem.values == {"n1": 3, "n2": Fraction(1, 2)}
    assert problem.masked_text == "tom has [num] red boxes, [num] full."
    assert str(problem.tree()) == "(+ (* n1 n2))"
    assert Problem("2", "?", "en", ()).tree() is None


@pytest.mark.parametrize(
    ("value", "gold", "same"),
    [
        ("1/3", "0.3333", True),
        ("1/3", "0.333", False),
        ("100000", "100009", True),
        ("0", "0.0002", False),
    ],
)
def test_answers_are_equal_up_to_the_tolerance(value: str, gold: str, same: bool) -> None:
    assert same_answer(Fraction(value), Fraction(gold)) is same


def test_answers_that_are_no_numbers_are_none() -> None:
    assert read_answer("many") is None
    assert read_answer("1/0") is None
    assert read_answer("7((2)/(3))") == Fraction(23, 3)


numbers = st.sampled_from(["2", "3", "0.5", "1/2", "25%", "(3/4)", "12", "100", "1", "7"])


@given(
    st.lists(numbers, min_size=1, max_size=6),
    st.lists(st.tuples(st.sampled_from("+-*/"), numbers), max_size=5),
    numbers,
)
def test_alignment_never_changes_the_value(
    told: list[str], rest: list[tuple[str, str]], first: str
) -> None:
    text = " and then ".join(told)
    equation = first + "".join(operator + number for operator, number in rest)
    quantities = find_quantities(text, language="en")
    try:
        solution = parse_expression(equation)
    except SumcError:
        assume(False)
        raise
    values = {f"n{index}": each.value for index, each in enumerate(quantities, start=1)}
    aligned = align(solution, quantities)
    assert calculate(aligned, DEFAULT_LIMITS, values) == calculate(solution, DEFAULT_LIMITS)
