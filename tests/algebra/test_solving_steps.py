"""Equations that are solved step by step, in any letter."""

import pytest

from sumc import check
from sumc.algebra.equation import unknown_of
from sumc.algebra.expression import parse_expression
from sumc.algebra.limits import DEFAULT_LIMITS
from sumc.algebra.proportion import same_equation


@pytest.mark.parametrize(
    ("student", "reference", "verdict"),
    [
        ("2x+3=13, 2x=10, x=5", "2x+3=13", "same-structure"),
        ("2x+3=13\n2x=10\nx=5", "2x+3=13", "same-structure"),
        ("2x+3=13 => 2x=10 => x=5", "2x+3=13", "same-structure"),
        ("2x+3=13 2x=10 x=5", "2x+3=13", "same-structure"),
        ("2x+3=13; 2x=13-3=10; x=10/2=5", "2x+3=13", "same-structure"),
        ("2x+3=13, 13-3=10, 10/2=5, x=5", "2x+3=13", "same-structure"),
        ("2y+3=13, 2y=10, y=5", "2x+3=13", "same-structure"),
        ("2y+3=13", "2x+3=13", "same-structure"),
        ("设有x支，2x+3=13，解得x=5", "2x+3=13", "same-structure"),
        ("解：设每支x元。\n4x=20\nx=20÷4\nx=5\n答：每支5元。", "20/4", "same-structure"),
        ("Let x be the number of pencils. 2x+3=13, so x=5", "2x+3=13", "same-structure"),
        ("3*12=36, x+7=36, x=36-7=29", "3*12-7", "same-structure"),
        ("x=3*12=36, x-7=29", "3*12-7", "same-structure"),
        ("cost=3*12=36, cost-7=29", "3*12-7", "same-structure"),
        ("2x+3x=5x", "5*x", "same-structure"),
        ("2x=10=5x", "5*x", "miscalculated"),
        ("x+7=36, x=29", "3*12-7", "worked-out"),
        ("x+7=36 x=29", "3*12-7", "worked-out"),
        ("2x=10", "2x+3=13", "worked-out"),
        ("x+x+3=13", "2x+3=13", "equivalent"),
        ("2a+4=0", "a+2=0", "equivalent"),
        ("4x+6=26, x=5", "2x+3=13", "equivalent"),
        ("x=5", "2x+3=13", "answer-only"),
        ("2x+3=13, 2x=11, x=5.5", "2x+3=13", "miscalculated"),
        ("2x+3=13, 2x=10, x=6", "2x+3=13", "miscalculated"),
        ("2x+3=12", "2x+3=13", "different"),
        ("2x+3y=13", "2x+3=13", "different"),
        ("x*x=25, x=5", "2x+3=13", "unparseable"),
    ],
)
def test_the_verdict_on_an_equation(student: str, reference: str, verdict: str) -> None:
    assert check(student, reference).verdict == verdict


def test_the_step_that_does_not_follow_is_named() -> None:
    found = check("2x+3=13, 2x=11, x=5.5", "2x+3=13").explanation
    assert found == "the right way, but 2*x=11 does not follow from 2*x+3=13"


@pytest.mark.parametrize(
    ("text", "unknown"),
    [("2*y+3", "y"), ("2*x+a", "x"), ("x+X", ""), ("a+b", ""), ("pi*r", "r"), ("ab+1", "")],
)
def test_the_unknown_is_the_only_letter_or_x(text: str, unknown: str) -> None:
    assert unknown_of(parse_expression(text).items) == unknown


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("x+7=3*12", "2x+14=72", True),
        ("x+7=3*12", "x=29", False),
        ("3-4", "x=1", False),
        ("x-(2+3)=-(1+1)", "x-2-3=-1-1", True),
        ("-x=4-2", "2x=2*2-4*2", True),
        ("x=x", "x=x", False),
        (";=", "x=1", False),
        ("a+b=3", "x=1", False),
        ("x=1/0", "x=1", False),
        ("x*x=1", "x=1", False),
        ("x+1=2" + " " * 2000, "x+1=2", False),
    ],
)
def test_equations_are_compared_term_by_term(first: str, second: str, same: bool) -> None:
    assert same_equation(first, second, DEFAULT_LIMITS) == same
