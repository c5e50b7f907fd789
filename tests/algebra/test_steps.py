"""Steps are put together and every equality in them is checked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumc import Limits, MTree, check
from sumc.algebra.composing import MOST_ALTERNATIVES, MOST_ITEMS
from sumc.algebra.limits import DEFAULT_LIMITS
from sumc.algebra.notation import to_infix
from sumc.algebra.steps import read_work
from sumc.errors import EquationError, ExpressionError, LimitError


@pytest.mark.parametrize(
    ("written", "alternatives"),
    [
        ("3*12-7=29", ["3*12-7", "29"]),
        ("3*12=36, 36-7=29", ["3*12-7", "36-7", "29"]),
        ("3*12=36, 36-7", ["3*12-7", "36-7"]),
        ("3*12=36, 36-7=29, 29 pencils", ["3*12-7", "29"]),
        ("29=3*12-7", ["3*12-7", "29"]),
        ("3*12-7=", ["3*12-7"]),
        ("x=36-7=29", ["36-7", "29"]),
        ("y=36-7", ["36-7"]),
        ("x=2(3+4)", ["2*(3+4)"]),
        ("2x=3(4+5)", ["3*(4+5)/2"]),
        ("3*12=36-7=29", ["3*12-7", "36-7", "29"]),
        ("3*4=12, 12+12=24", ["3*4+12", "3*4+3*4", "12+12", "24"]),
        ("3*12=35, 35-7=28", ["3*12-7", "35-7", "28"]),
        ("12+12=24; 24+12=36; 36-7=29", ["12+12+12-7", "36-7", "29"]),
        ("2(a+b)=2a+2b", ["2*a+2*b", "2*(a+b)"]),
        ("5-12=-7, 20-7=13", ["20-7", "13"]),  # nothing is called 7 there
        ("a=b", ["b"]),
        ("1/10+1/15=1/6, 1÷(1/6)=6", ["1/(1/10+1/15)", "1/(1/6)", "6"]),
        ("1/10+1/15=5/30, 1÷(5/30)=6", ["1/(1/10+1/15)", "1/(5/30)", "6"]),
        ("2/4=1/2, 1/2*6=3", ["2/4*6", "1/2*6", "3"]),
        ("6+3=9, 2+1=3, 18/6+1=4", ["18/6+1", "4"]),  # a calculation of its own
        ("1/2=0.5, 1/0=5", ["1/0", "5"]),
        ("132/550*100=24%", ["132/550*1", "0.24"]),
        ("100+a=24%", ["0.24-100"]),
        ("24=24%", ["24", "0.24"]),
    ],
)
def test_steps_are_put_together(written: str, alternatives: list[str]) -> None:
    found = read_work(written, DEFAULT_LIMITS).alternatives
    assert [to_infix(each) for each in found] == alternatives


@pytest.mark.parametrize(
    ("written", "mistake"),
    [
        ("3*12=36", ""),
        ("3*12=35", "3*12 is 36, not 35"),
        ("3*12 = 35, 35-7 = 30", "3*12 is 36, not 35"),
        ("3*12=36, 36-7=30", "36-7 is 29, not 30"),
        ("1/3=0.33", "1/3 is not 0.33"),
        ("1/3≈0.33", ""),
        ("1/3≈0.3", ""),
        ("1/3≈0.34", "1/3 is not 0.34"),
        ("2/3 ≈ 7/10", "2/3 is not 7/10"),
        ("1/3 ≈ 1 1/3", "1/3 is not 1 1/3"),
        ("29=28", "29 is not 28"),
        ("2(a+b)=2a+b", "2*(a+b) is not 2*a+b"),
        ("2(a+b)=2a+2b", ""),
        ("(5-7)=-2=-1", "-2 is not -1"),
        ("1/0=5", ""),  # nothing can be said about it
    ],
)
def test_the_first_equality_that_does_not_hold_is_named(written: str, mistake: str) -> None:
    assert read_work(written, DEFAULT_LIMITS).mistake == mistake


def test_an_equals_sign_that_means_and_then_is_no_mistake_but_named() -> None:
    work = read_work("3*12=36-7=29", DEFAULT_LIMITS)
    assert (work.mistake, work.run_on) == ("", "3*12 is 36, not 36-7")
    work = read_work("2*3=6+1=7*2=14", DEFAULT_LIMITS)
    assert (work.mistake, work.run_on) == ("", "2*3 is 6, not 6+1")
    assert to_infix(work.alternatives[0]) == "(2*3+1)*2"
    assert read_work("3-5=2+1", DEFAULT_LIMITS).mistake == "3-5 is -2, not 2+1"


@pytest.mark.parametrize(
    ("written", "message", "column"),
    [
        ("0,75", "decimals are written with a point", 2),
        ("3+4, 5", "steps with an = in each", 4),
        ("3*12=36; 36-", "found the end", 13),
        (r"\frac{3}{4}+)", r'found "\)"', 13),
        ("29 pencils + ) + 3", r'found "\)"', 14),
        ("3 x 12 = 36 =) 4", r'found "\)"', 14),
        ("３×１２＝３６，）", r'found "\)"', 9),
        ("2(3+4", "never closed", 2),
        ("2 2", "expected an operator", 3),
        ("2^(1/2) pencils", "whole number after", 0),
    ],
)
def test_an_error_points_into_what_was_written(written: str, message: str, column: int) -> None:
    with pytest.raises(ExpressionError, match=message) as refused:
        read_work(written, DEFAULT_LIMITS)
    assert refused.value.column == column
    assert refused.value.text == written


def test_an_equation_that_is_not_linear_is_refused_as_ever() -> None:
    with pytest.raises(EquationError, match="not linear in x"):
        read_work("2x*x=8", DEFAULT_LIMITS)


def test_a_long_work_is_refused_or_bounded() -> None:
    with pytest.raises(LimitError, match="characters"):
        read_work("1=1," * 10, Limits(characters=20))
    with pytest.raises(LimitError, match="40 characters of written work, the limit is 20"):
        read_work("1=1," * 10, Limits(work_characters=20))
    with pytest.raises(LimitError, match="61 parts of written work, the limit is 60"):
        read_work("=".join(["1"] * 61), DEFAULT_LIMITS)
    steps = ", ".join(f"{2**n}+{2**n}={2 ** (n + 1)}" for n in range(30))
    work = read_work(steps, DEFAULT_LIMITS)
    assert len(work.alternatives) <= MOST_ALTERNATIVES
    assert all(len(each.items) <= 3 * MOST_ITEMS for each in work.alternatives)


@given(st.lists(st.tuples(st.sampled_from("+-*"), st.integers(2, 12)), min_size=1, max_size=5))
def test_work_step_by_step_is_the_whole_expression(rest: list[tuple[str, int]]) -> None:
    """A student who writes one operation at a time has the tree of all of them in brackets."""
    whole, steps, value = "1000", [], 1000
    for sign, operand in rest:
        result = {"+": value + operand, "-": value - operand, "*": value * operand}[sign]
        steps.append(f"{value}{sign}{operand}={result}")
        whole, value = f"({whole}){sign}{operand}", result
    found = check(", ".join(steps), whole)
    assert found.verdict == "same-structure"
    assert found.student.tree == MTree.parse(whole)
    wrong = [*steps[:-1], f"{steps[-1].split('=')[0]}={value + 1}"]
    assert check(", ".join(wrong), whole).verdict == "miscalculated"


def test_work_has_a_limited_number_of_measures() -> None:
    """Each may be a unit or a symbol, so that such work is read twice."""
    assert read_work("5m*3m", DEFAULT_LIMITS).alternatives
    with pytest.raises(LimitError, match="parts of written work"):
        read_work("*".join(["5m"] * 61), DEFAULT_LIMITS)
