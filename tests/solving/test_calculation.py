"""Calculations without words are worked out, never guessed."""

import time
import timeit
from fractions import Fraction
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solving.stubs import Adder, adding_solver
from sumc.decoding.hypothesis import NO_TREE
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
    ],
)
def test_a_calculation_has_its_exact_answer(text: str, answer: str) -> None:
    model = Adder()
    found = adding_solver(model).solve(text)
    assert found.answer == Fraction(answer)
    assert (found.confidence, found.model, model.batches) == (1.0, ALGEBRA, [])
    assert found.explanation()


@pytest.mark.parametrize("text", ["3 + = 4", "3 + 4 = 7 = ?", "2 * (3 + 4 ="])
def test_what_cannot_be_worked_out_is_not_guessed(text: str) -> None:
    found = adding_solver().solve(text)
    assert (found.answer, found.reason) == (None, NO_TREE)


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
