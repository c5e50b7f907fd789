from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracles
from sumc.algebra.expression import Expression, Sides, parse_sides
from sumc.algebra.limits import Limits
from sumc.algebra.mtree import MTree
from sumc.algebra.notation import to_infix
from sumc.algebra.system import solve_system
from sumc.errors import EquationError, LimitError, SumcError

UNKNOWNS = ("x", "y", "z")


def _solve(equations: str, asked: str = "x", limits: Limits | None = None) -> Expression:
    sides = [parse_sides(each) for each in equations.split(";")]
    return solve_system(sides, asked, UNKNOWNS, limits or Limits())


@pytest.mark.parametrize(
    ("equations", "solution"),
    [
        ("x=n1+n2", "n1+n2"),
        ("n1*x-n2=n3", "(n3+n2)/n1"),
        ("x+y=35;2*x+4*y=94", "(94-4*35)/(2-4)"),
        ("y-x=n1;y+x=n2", "(n2-n1)/(1+1)"),
        ("y=2*x;x+y=n1", "n1/(1+2)"),
        ("x=n2*y;y=n1", "n2*n1"),
        ("x+y=n1;-y=n2", "n2+n1"),
        ("x/2=y/3;x+y=10", "1/3*10/(1/2+1/3)"),
        ("x+y+z=n1;y=x+n2;z=2*y", "(n1-(n2+2*n2))/(1+1+2)"),
        ("n1*x+n2*y=n3;n4*x-n5*y=n6", "(n6+n5*(n3/n2))/(n4+n5*(n1/n2))"),
        ("x=5;y=x+1", "5"),
        ("x=5;y+z=1", "5"),  # y and z stay open, x does not
        ("x=y;y=0", "0"),
        ("x=y;x+y=0", "0/(1+1)"),
        ("x+y-y=n1", "n1"),  # y cancels out
    ],
)
def test_a_linear_system_is_solved_with_the_numbers_it_is_written_with(
    equations: str, solution: str
) -> None:
    assert to_infix(_solve(equations)) == solution


def test_every_unknown_can_be_asked_for() -> None:
    equations = "x+y+z=n1;y=x+n2;z=2*y"
    values = {"n1": 22, "n2": 2}
    found = [MTree.from_expression(_solve(equations, each)).evaluate(values) for each in UNKNOWNS]
    assert found == [4, 6, 12]


@pytest.mark.parametrize(
    ("equations", "reason"),
    [
        ("x*y=3;x=1", "x is multiplied by y"),
        ("n1/y=x;y=1", "divided by y"),
        ("x^2=4", "x is raised to a power"),
        ("x+y=3", "do not determine x"),
        ("x+y=5;x+y=6", "do not determine x"),
        ("x-x=n1", "do not determine x"),
        ("x=5;x=6;y+z=1", "contradict each other"),
        ("x=1;0*y=5", "contradict each other"),
        ("x=n1;x=n2", r"more equations \(2\) than unknowns \(1\)"),
        ("y=3", "an equation with x"),
        ("3=3", "an equation with x"),
        ("x", "without"),
    ],
)
def test_other_systems_are_refused_with_the_reason(equations: str, reason: str) -> None:
    with pytest.raises(EquationError, match=reason):
        _solve(equations)


def test_an_equation_that_says_the_same_again_does_no_harm() -> None:
    assert to_infix(_solve("x=5;x=2+3;y+z=1")) in ("5", "2+3")


def test_a_solution_larger_than_the_limit_is_refused() -> None:
    sums = [f"{unknown}*({'+'.join(['n1'] * 20)})" for unknown in UNKNOWNS]
    equations = ";".join(f"{'+'.join(sums)}={number}" for number in range(3))
    with pytest.raises(LimitError, match="leaves"):
        _solve(equations, limits=Limits(leaves=70))


WHOLE = st.integers(-3, 3)


@given(st.lists(st.lists(WHOLE, min_size=4, max_size=4), min_size=3, max_size=3))
def test_the_solution_is_that_of_cramers_rule(rows: list[list[int]]) -> None:
    """Coefficients of x, y and z and the constant of three equations."""
    texts = [
        f"({row[0]})*x+({row[1]})*y-({-row[2]})*z=0-({row[3]})" for row in rows
    ]  # signs of every kind
    whole = _determinant([row[:3] for row in rows])
    try:
        x = MTree.from_expression(_solve(";".join(texts))).evaluate()
    except EquationError:
        assert whole == 0
        return
    if whole:
        assert x == Fraction(_determinant([[-row[3], *row[1:3]] for row in rows]), whole)


def _determinant(rows: list[list[int]]) -> int:
    (a, b, c), (d, e, f), (g, h, i) = rows
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


def test_all_small_systems_of_two_equations_hold_with_what_was_found() -> None:
    """Both unknowns are found exactly where the determinant is not 0."""
    for numbers in product((0, 1, 2), repeat=4):
        a, b, c, d = numbers
        equations = [parse_sides(f"{a}*x+{b}*y=5"), parse_sides(f"{c}*x+{d}*y=n1")]
        values = {"n1": Fraction(7)}
        try:
            for name in ("x", "y"):
                values[name] = MTree.from_expression(solve_system(equations, name, "xy")).evaluate(
                    values
                )
        except SumcError:
            assert a * d - b * c == 0
            continue
        assert a * d - b * c != 0
        assert all(_holds(each, values) for each in equations)


def _holds(sides: Sides, values: dict[str, Fraction]) -> bool:
    assert sides.right is not None
    return oracles.value(sides.left, values) == oracles.value(sides.right, values)
