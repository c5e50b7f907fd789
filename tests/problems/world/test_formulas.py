"""Formulas: tidied without changing their values, and written as people read them."""

from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from sumc.algebra.arithmetic import calculate
from sumc.algebra.expression import parse_expression
from sumc.algebra.limits import DEFAULT_LIMITS
from sumc.problems.world.asking import leaves
from sumc.problems.world.equations import write_equation
from sumc.problems.world.facts import Number, Sort
from sumc.problems.world.formulas import (
    ONE,
    OPERATORS,
    ZERO,
    Formula,
    minus,
    over,
    plus,
    times,
    upright,
    value_of,
    whole,
)
from sumc.problems.world.lines import Line, solve_for
from sumc.problems.world.relations import Relation

VALUES = tuple(Fraction(each) for each in ("3", "1/2", "40", "7", "2.5"))
Build = Callable[[Formula, Formula], Formula]
EXACT: dict[Build, Callable[[Fraction, Fraction], Fraction]] = {
    plus: Fraction.__add__,
    minus: Fraction.__sub__,
    times: Fraction.__mul__,
}


def formulas(max_leaves: int = 6) -> SearchStrategy[Formula]:
    """Formulas over five places and small whole numbers, put together from their parts."""
    leaf = st.integers(0, len(VALUES) - 1) | st.integers(-2, 3).map(str)
    return st.recursive(
        leaf.map(lambda each: (each,)),
        lambda inner: st.builds(
            lambda a, b, sign: (*a, *b, sign), inner, inner, st.sampled_from("+-*/")
        ),
        max_leaves=max_leaves,
    )


def worth(formula: Formula) -> Fraction | None:
    """The value of a formula, by a recursion that has nothing to do with the package."""

    def read(end: int) -> tuple[Fraction, int]:
        item = formula[end]
        if isinstance(item, int):
            return VALUES[item], end - 1
        if item not in OPERATORS:
            return Fraction(item), end - 1
        right, middle = read(end - 1)
        left, start = read(middle)
        return {"+": left + right, "-": left - right, "*": left * right}[
            item
        ] if item != "/" else left / right, start

    try:
        return read(len(formula) - 1)[0]
    except ZeroDivisionError:
        return None


@given(formulas(12))
def test_a_formula_has_the_value_of_its_parts(formula: Formula) -> None:
    assert value_of(formula, VALUES) == worth(formula)


@pytest.mark.parametrize("build", EXACT)
@given(left=formulas(), right=formulas())
def test_tidying_changes_no_value(build: Build, left: Formula, right: Formula) -> None:
    a, b = worth(left), worth(right)
    assume(a is not None and b is not None)
    assert a is not None
    assert b is not None
    assert worth(build(left, right)) == EXACT[build](a, b)


@given(formulas(), formulas())
def test_a_quotient_is_worth_what_it_says(left: Formula, right: Formula) -> None:
    a, b = worth(left), worth(right)
    assume(a is not None and b)
    assert a is not None
    assert b is not None
    assert worth(over(left, right)) == a / b


@pytest.mark.parametrize(
    ("built", "expected"),
    [
        (plus(ZERO, (1,)), (1,)),
        (plus((1,), ZERO), (1,)),
        (plus(("2",), ("3",)), ("5",)),
        (plus((1,), ("-2",)), (1, "2", "-")),
        (plus((1,), minus(ZERO, (2,))), (1, 2, "-")),
        (minus((1,), ZERO), (1,)),
        (minus((1,), ("-2",)), (1, "2", "+")),
        (minus((1,), minus(ZERO, (2,))), (1, 2, "+")),
        (minus((1,), ("0", 2, "+", 3, "-")), (1, "0", 2, "+", 3, "-", "-")),
        (times(ONE, (1,)), (1,)),
        (times((1,), ONE), (1,)),
        (times(ZERO, (1,)), ZERO),
        (times(("-1",), (1,)), ("0", 1, "-")),
        (times((1,), ("-1",)), ("0", 1, "-")),
        (times(("2",), ("3",)), ("6",)),
        (over(ZERO, (1,)), ZERO),
        (over((1,), ONE), (1,)),
        (over((1,), (2,)), (1, 2, "/")),
    ],
)
def test_what_a_reader_would_not_write_is_left_out(built: Formula, expected: Formula) -> None:
    assert built == expected


def test_only_a_single_whole_number_is_one() -> None:
    assert [whole(each) for each in (("3",), ("-2",), (3,), (1, 2, "+"))] == [3, -2, None, None]


@given(formulas(10))
def test_turning_two_differences_round_keeps_the_value(formula: Formula) -> None:
    value = worth(formula)
    assume(value is not None)
    turned = upright(formula, VALUES)
    assert worth(turned) == value
    if "/" not in formula:
        assert turned == formula


@given(formulas(10))
def test_after_turning_no_difference_under_another_is_negative(formula: Formula) -> None:
    """`(a-b)/(c-d)` has c above d; a reader expects no negative numbers."""
    assume(worth(formula) is not None)
    turned = upright(formula, VALUES)
    assert all(
        (value_of(right, VALUES) or 0) >= 0
        for left, right in _quotients(turned)
        if left[-1] == right[-1] == "-"
    )


def _quotients(formula: Formula) -> list[tuple[Formula, Formula]]:
    stack: list[Formula] = []
    found = []
    for item in formula:
        if isinstance(item, int) or item not in OPERATORS:
            stack.append((item,))
            continue
        right, left = stack.pop(), stack.pop()
        if item == "/":
            found.append((left, right))
        stack.append((*left, *right, item))
    return found


# Equations


@st.composite
def written(draw: DrawFn) -> tuple[Formula, tuple[Number, ...]]:
    """A formula with numbers of several sorts, all positive as in a world."""
    sorts: list[tuple[Sort, SearchStrategy[Fraction]]] = [
        ("count", st.integers(1, 999).map(Fraction)),
        ("money", st.integers(1, 9_999).map(lambda cents: Fraction(cents, 100))),
        ("percent", st.integers(1, 99).map(lambda share: Fraction(share, 100))),
        ("part", st.fractions(Fraction(1, 12), Fraction(11, 12), max_denominator=12)),
        ("times", st.sampled_from([Fraction(1, 3), Fraction(2), Fraction(5, 2)])),
    ]
    numbers = []
    for _ in VALUES:
        sort, values = draw(st.sampled_from(sorts))
        numbers.append(Number(draw(values), sort))
    formula = draw(
        formulas(8).filter(lambda each: not any(str(i).startswith("-") and i != "-" for i in each))
    )
    return formula, tuple(numbers)


@given(written())
def test_an_equation_is_worth_what_its_formula_is(
    given_: tuple[Formula, tuple[Number, ...]],
) -> None:
    """Brackets that are left out do not change what is calculated."""
    formula, numbers = given_
    value = value_of(formula, [number.value for number in numbers])
    text = write_equation(formula, numbers)
    assert calculate(parse_expression(text), DEFAULT_LIMITS) == value


@pytest.mark.parametrize(
    ("formula", "text"),
    [
        ((0, 1, "+", 2, "+"), "3+0.5+40"),
        ((0, 1, 2, "+", "+"), "3+0.5+40"),
        ((0, 1, 2, "-", "-"), "3-(0.5-40)"),
        ((0, 1, "-", 2, "-"), "3-0.5-40"),
        ((0, 1, "+", 2, "*"), "(3+0.5)*40"),
        ((0, 1, 2, "/", "/"), "3/(0.5/40)"),
        ((0, 1, 2, "*", "/"), "3/(0.5*40)"),
        ((0, 1, "*", 2, "/"), "3*0.5/40"),
        ((2, 0, "-", "2", "/"), "(40-3)/2"),
        ((0,), "3"),
    ],
)
def test_an_equation_has_few_brackets(formula: Formula, text: str) -> None:
    assert write_equation(formula, [Number(value) for value in VALUES]) == text


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (Number(Fraction(1, 4), "percent"), "25%"),
        (Number(Fraction(1, 8), "percent"), "12.5%"),
        (Number(Fraction(3, 4), "part"), "(3/4)"),
        (Number(Fraction(1, 2), "times"), "(1/2)"),
        (Number(Fraction(3), "times"), "3"),
        (Number(Fraction(7, 2), "money"), "3.5"),
        (Number(Fraction(10, 3), "count"), "(10/3)"),
    ],
)
def test_numbers_are_written_as_their_sort_is(number: Number, text: str) -> None:
    assert write_equation((0,), [number]) == text


@given(formulas(6).filter(lambda each: "/" not in each))
def test_the_leaves_of_a_solution_are_counted_after_multiplying_out(formula: Formula) -> None:
    """Counted again by counting the terms of a polynomial with their factors."""
    assume(all(isinstance(item, int) or item in "+-*" for item in formula))
    stack: list[list[int]] = []  # for every term how many factors it has
    for item in formula:
        if isinstance(item, int):
            stack.append([1])
            continue
        right, left = stack.pop(), stack.pop()
        stack.append([a + b for a in left for b in right] if item == "*" else left + right)
    assert leaves(formula) == sum(stack[0])


# Lines

PAIR = (Relation(2, (0, 1)), Relation(0, (1, 3)))  # s = a + b, a = b + d


@given(st.integers(1, 50), st.integers(1, 50))
def test_two_ways_to_a_sum_give_the_unknown(b: int, d: int) -> None:
    values = [Fraction(each) for each in (b + d, b, 2 * b + d, d)]
    found = solve_for(1, PAIR, {2: (2,), 3: (3,)})
    assert found is not None
    formula, relations, used = found
    assert value_of(formula, values) == b
    assert (relations, used) == ((0, 1), (2, 3))


def test_one_way_alone_gives_nothing() -> None:
    assert solve_for(1, PAIR, {3: (3,)}) is None
    assert solve_for(1, PAIR[:1], {2: (2,)}) is None


def test_the_square_of_the_unknown_is_not_solved_for() -> None:
    """area = side * side, and side = x: the product of two lines in x is not a line."""
    area = (Relation(2, (0, 0), is_product=True), Relation(0, (1, 3)))
    assert solve_for(1, area, {2: (2,), 3: (3,)}) is None


@given(st.tuples(*[st.integers(-5, 5)] * 5))
def test_lines_are_added_and_scaled_like_what_they_stand_for(numbers: tuple[int, ...]) -> None:
    a, b, c, d, x = numbers

    def at(line: Line) -> Fraction:
        slope, rest = worth(line.slope), worth(line.rest)
        assert slope is not None
        assert rest is not None
        return slope * x + rest

    one, other = Line((str(a),), (str(b),)), Line((str(c),), (str(d),))
    assert at(one + other) == at(one) + at(other)
    assert at(one - other) == at(one) - at(other)
    assert at(one.scaled(("3",))) == 3 * at(one)
    assert at(one.scaled(("2",), "/")) == at(one) / 2
