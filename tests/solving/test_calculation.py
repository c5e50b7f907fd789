"""Calculations without words are worked out, never guessed."""

import time
import timeit
from fractions import Fraction
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solving.stubs import Adder, adding_solver
from sumc.solving.refusals import OTHER_OPERATION, UNREAD_CALCULATION
from sumc.solving.routes.calculation import find_calculation
from sumc.solving.routes.finding import ALGEBRA


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("3+4=", "7"),
        ("12-5=?", "7"),
        ("100/4", "25"),
        ("-5 + 3 = ?", "-2"),
        ("(3+4)*2=", "14"),
        ("计算：25×4÷2＝？", "50"),
        ("What is 15% * 80?", "12"),
        ("1/2 + 1/3", "5/6"),
        ("½+1=?", "3/2"),
        ("7 - 2.5 = ____", "9/2"),
        ("2^10 =", "1024"),
        ("1,000 + 5", "1005"),
        ("5 * 0 = ?", "0"),
        ("3 x 4 = ?", "12"),
        ("2.5x4", "10"),
        ("7 + 3 x (4 - 1) =", "16"),
        ("(5 - 2) x 4", "12"),
        ("1½ x 4 =", "6"),
        ("4² =", "16"),
        ("2⁴ - (1+2)³", "-11"),
        ("-3² =", "-9"),
        ("√36 =", "6"),
        ("√81 + 4 x 2", "17"),
        ("3√4 =", "6"),
        ("(1+4)(6-2)", "20"),
        ("3(8-5) + 1", "10"),
        ("(7-4)2 =", "6"),
        ("(8/2)(3)", "12"),
        ("Work out: 6 x 7 - 2", "40"),
        ("Evaluate 4(2+1)", "12"),
        ("Simplify 9/12", "3/4"),
        ("Find the value of 3 x 5 + 1.", "16"),
        ("How much is 8x7?", "56"),
        ("whats 6x8", "48"),
        ("What's 6 x 8?", "48"),
        ("2) 36 + 48 =", "84"),
        ("(3) 36 + 48 =", "84"),
        ("4. 36 + 48 =", "84"),
        ("Question 12: 36 + 48", "84"),
        ("（2）12×5=", "60"),
        ("③12×5=", "60"),
        ("脱式计算：12×5+20", "80"),
        ("直接写出得数：6×9=", "54"),
        ("用简便方法计算：25×44", "1100"),
        ("怎样简便就怎样算：8×7×125", "7000"),
        ("计算下列各题，能简算的要简算：99+101", "200"),
        ("简便运算．0.5*8+0.5*2=．", "5"),
        ("求比值：18:24", "3/4"),
        ("20-5-10", "5"),
    ],
)
def test_a_calculation_has_its_exact_answer(text: str, answer: str) -> None:
    model = Adder()
    found = adding_solver(model).solve(text)
    assert found.answer == Fraction(answer)
    assert (found.confidence, found.model, model.batches) == (1.0, ALGEBRA, [])
    assert found.explanation()


@pytest.mark.parametrize(
    "text",
    [
        "3 + = 4",
        "3 + 4 = 7 = ?",
        "2 * (3 + 4 =",
        "√18 =",
        "√(9+7)",
        "4! + 1 =",
        "6 + 3!",
        "|-4| + 1 =",
        "3^20 =",
        "1 + 2 + … + 50 =",
        "2, 5, 8, ?",
        "7 ○ 9",
        "5/6○3/4",
        "18:24",
        "2019-04-12",
        "12/25/2019",
        "$2 + €3 =",
        "Estimate: 52 x 7",
        "估算：52×7",
        "估算：52×7≈",
        "Tom wrote: 5 x 6 + 1",
    ],
)
def test_what_cannot_be_worked_out_is_not_guessed(text: str) -> None:
    found = adding_solver().solve(text)
    is_other = any(sign in text for sign in ("!", "^", "Estimate", "估算"))
    expected = OTHER_OPERATION if is_other else UNREAD_CALCULATION
    assert (found.answer, found.reason) == (None, expected)


@pytest.mark.parametrize(
    "text",
    ["8/2(1+3)", "8÷2(1+3)=", "12/(1+2)(4)", "9/3√4 =", "(3)4+1", "(4) -2 + 6 =", "3(1/4) + 1"],
)
def test_what_people_read_in_two_ways_is_ambiguous(text: str) -> None:
    found = adding_solver().solve(text)
    assert (found.answer, found.reason) == (None, "ambiguous")


def test_a_mixed_number_in_brackets_is_chinese() -> None:
    found = adding_solver().solve("计算：2(1/2)+1=")
    assert (found.answer, found.confidence) == (Fraction(7, 2), 1.0)


@pytest.mark.parametrize("text", ["7 8 9", "15", "1, 2, 3.", "$15", "50%", "+5", "-5", "−5"])
def test_bare_numbers_ask_nothing(text: str) -> None:
    found = adding_solver().solve(text)
    assert (found.answer, found.reason) == (None, "no-question")


@pytest.mark.parametrize(
    ("text", "said"), [("$7 + $5 = ?", "$12"), ("$7.50 - $5", "$2.50"), ("$3 x 5 =", "15")]
)
def test_a_sum_of_money_is_money(text: str, said: str) -> None:
    assert adding_solver().solve(text).said == said


@pytest.mark.parametrize("text", ["2^10 =", "5³ + 1", "7**2 - 1"])
def test_an_exponent_is_no_number_that_is_not_needed(text: str) -> None:
    found = adding_solver().solve(text)
    assert all(number.codes for number in found.numbers)
    assert not any("not needed" in sentence for sentence in found.explanation("en"))


def test_the_number_of_a_task_is_not_calculated_with() -> None:
    found = adding_solver().solve("2) 36 + 48 =")
    assert [number.text for number in found.numbers] == ["36", "48"]


def test_a_division_by_zero_has_a_reason_of_its_own() -> None:
    found = adding_solver().solve("8÷0=")
    assert (found.answer, found.reason) == (None, "division-by-zero")


@pytest.mark.parametrize(
    "text", ["5?", "What is 5?", "3 + 4 pens = ?", "Ann: 3 + 4?", "求3与4的和", ""]
)
def test_what_has_words_or_no_operation_is_no_calculation(text: str) -> None:
    assert find_calculation(text) is None


@given(
    st.integers(0, 999),
    st.sampled_from("+-*"),
    st.integers(0, 999),
    st.sampled_from(["", "=", " = ?"]),
)
def test_small_calculations_are_those_of_python(a: int, sign: str, b: int, end: str) -> None:
    assert adding_solver().solve(f"{a} {sign} {b}{end}").answer == eval(f"{a}{sign}{b}")


@pytest.mark.parametrize("text", ["{}有 ", "What is{}a", "3+4{}a", "3+4={}a", "Calculate:{}=a"])
def test_reading_takes_time_in_proportion_to_the_text(text: str) -> None:
    """A text of 700 blanks took 50 ms: each of them was tried as the first of the calculation."""

    def seconds(blanks: int) -> float:
        work = partial(find_calculation, text.format(" " * blanks))
        return min(timeit.repeat(work, timer=time.process_time, number=20, repeat=5))

    assert seconds(2_000) < 30 * seconds(200)  # a hundred times where it grows with the square
