import pytest
from hypothesis import assume, given

import oracles
from strategies import small_expressions
from sumc.algebra.equation import parse_solution
from sumc.algebra.expression import parse_sides
from sumc.algebra.mtree import MTree
from sumc.algebra.notation import to_infix
from sumc.errors import EquationError, SumcError


@pytest.mark.parametrize(
    ("equation", "solution"),
    [
        ("x=3+4", "3+4"),
        ("X = (27.0*16.0)", "27*16"),
        ("139+113=x", "139+113"),
        ("X-9=4", "4+9"),
        ("X-7-4=5", "5-(0-7-4)"),
        ("7=3+x", "7-3"),
        ("9-x=4", "9-4"),
        ("-x=5", "-5"),
        ("3*x+2=x+10", "(10-2)/(3-1)"),
        ("x*3=12", "12/3"),
        ("x/4=2", "2/(1/4)"),
        ("n1-3*x=n2", "(n1-n2)/3"),
        ("2*(x-3)=4", "(4-2*(-3))/2"),
        ("x+x=2", "2/(1+1)"),
        ("1*5=1*x", "1*5"),
        ("x=0", "0"),
        ("3*x=x", "0/(3-1)"),
        ("3*x=0", "0/3"),
        ("-3*x=0", "0/3"),
        ("2^2*x=8", "8/2^2"),
        ("0*2+x=3", "3-0*2"),
        ("x*(a-b)=c", "c/(a-b)"),
    ],
)
def test_an_equation_linear_in_x_is_solved(equation: str, solution: str) -> None:
    assert MTree.parse(equation).evaluate(VALUES) == MTree.parse(solution).evaluate(VALUES)


VALUES = {"n1": 20, "n2": 5, "a": 9, "b": 4, "c": 7}


def test_the_solved_form_holds_the_numbers_of_the_equation() -> None:
    assert to_infix(parse_solution("X-9=4")) == "4+9"
    assert str(MTree.parse("9-x=4")) == "(+ -4 9)"
    assert str(MTree.parse("5-(x-2)=1")) == "(+ -1 2 5)"
    assert str(MTree.parse("-x*3=6")) == str(MTree.parse("-6/3"))
    assert str(MTree.parse("3*-x=6")) == str(MTree.parse("-6/3"))
    assert str(MTree.parse("x/5=3")) == "(+ (* 3 5))"
    assert str(MTree.parse("x%=4")) == "(+ (* 4 100))"
    assert str(MTree.parse("3*x+2=x+10")) == str(MTree.parse("(10-2)/(3-1)"))
    assert str(MTree.parse("5*1=1*x")) == "(+ (* 1 1/1 5))"  # what was written stays


@pytest.mark.parametrize(
    ("equation", "reason"),
    [
        ("x*x=4", "not linear"),
        ("4/x=2", "not linear"),
        ("x^2=4", "not linear"),
        ("2^x=4", "not linear"),
        ("x=x", "cancels out"),
        ("x-x=3", "cancels out"),
        ("(1+x)^2=4", "is raised to a power"),
        ("(1+x)*(1+x)=4", "x is multiplied by x"),
        ("a*x-x*a=3", "cancels out"),
        ("0*x=5", "cancels out"),
        ("3+4=7", "neither x nor X"),
        ("y=3", "neither x nor X"),
        ("x=X", "both x and X"),
    ],
)
def test_other_equations_are_refused_with_the_reason(equation: str, reason: str) -> None:
    with pytest.raises(EquationError, match=reason):
        parse_solution(equation)


@given(small_expressions(symbols=False), small_expressions(symbols=False))
def test_the_solution_makes_both_sides_equal(first: str, second: str) -> None:
    """(first)*x - second = 3*x + 1 holds when x is what was found."""
    equation = f"({first})*x-({second})=3*x+1"
    try:
        x = MTree.parse(equation).evaluate()
    except SumcError:
        assume(False)
        raise
    left, right = parse_sides(equation)
    assert right is not None
    value = oracles.value(left, {"x": x})
    assume(value is not None)  # (1/0)^0 is 1 in a tree and nothing in plain arithmetic
    assert value == oracles.value(right, {"x": x})


@pytest.mark.parametrize(
    ("equation", "solution"),
    [("5=-x", "-5"), ("-x-x=4", "-4/(1+1)"), ("n1-2*x=3*x", "n1/(2+3)"), ("n1-2=-x", "-(n1-2)")],
)
def test_a_divisor_has_no_sign_that_can_go_elsewhere(equation: str, solution: str) -> None:
    assert MTree.parse(equation) == MTree.parse(solution)
