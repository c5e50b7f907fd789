"""Right answers: honest work is told from chance, and nothing is accepted without a proof."""

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from sumc import Limits, MTree, check
from sumc.algebra.arithmetic import calculate
from sumc.algebra.expression import Expression, parse_expression
from sumc.algebra.limits import DEFAULT_LIMITS
from sumc.algebra.operands import number_operand, number_value
from sumc.algebra.parts import MOST_LEAVES, MOST_TOGETHER, Parts
from sumc.algebra.proportion import same_equation
from sumc.algebra.working import MOST_REPEATS, find_working

SHOWN = ("same-structure", "equivalent", "repeated-addition", "worked-out")


@pytest.mark.parametrize(
    ("student", "reference"),
    [
        ("36-7", "3*12-7"),
        ("-7+36", "3*12-7"),
        ("24+12-7", "3*12-7"),
        ("12+12+5", "3*12-7"),
        ("12+12", "4*6"),
        ("8+8+8", "4*6"),
        ("14+7", "3*(3+4)"),
        ("10+10-3", "5*4-3"),
        ("29+29+29", "3*(12+12+5)"),
        ("36-21", "3*(12-7)"),
        ("3*5", "3*12-3*7"),
        ("80*0.75", "80*(1-0.25)"),
        ("80*75%", "80*(1-0.25)"),
        ("80*3/4", "80*(1-0.25)"),
        ("80/4*3", "80*(1-0.25)"),
        ("80*75/100", "80*(1-25%)"),
        ("80-20", "80*(1-0.25)"),
        ("80*75/100", "80*75%"),
        ("75/100*80", "80*75%"),
        ("80*1.1", "80*(1+10%)"),
        ("80+8", "80*(1+10%)"),
        ("100*4/10", "100*40%"),
        ("2*8", "2*(5+3)"),
        ("10+6", "2*(5+3)"),
        ("8+8", "2*(5+3)"),
        ("40/2", "(15+25)/2"),
        ("60/12", "60/(4*3)"),
        ("15/3", "60/(4*3)"),
        ("36/4", "20/4+16/4"),
        ("5+4", "20/4+16/4"),
        ("12+12", "3*4+12"),
        ("4+4", "2*2+4"),
        ("6+6", "2*2*3"),
        ("3/6+2/6", "1/2+1/3"),
        ("(3+2)/6", "1/2+1/3"),
        ("7/8-2/8", "7/8-1/4"),
        ("(7-2)/8", "7/8-1/4"),
        ("3.14*25", "3.14*5^2"),
        ("31.4*5*0.5", "2*3.14*5*5/2"),
        ("2+7", "2+3+4"),
        ("36-7", "-7+3*12"),
        ("36/9+1", "36*3^-2+1"),
        ("20-7", "5-12+20"),
        ("72-14+5", "(3*12-7)*2+5"),
        ("29*2+5", "(3*12-7)*2+5"),
        ("58+5", "(3*12-7)*2+5"),
        ("120/6", "(4*5+100)/(2*3)"),
        ("1/6*60", "60/(2*3)"),
        ("100-2^3", "100-2*2*2"),
        ("80*200/100", "80*2"),
        ("5000/1000*3+4", "5*3+4"),
        ("10*2/4+2", "10*0.5+2"),
        ("300/75", "300/(60*1.25)"),
        ("300*5+20", "300/(1-0.8)+4*5"),
        ("40/2", "40*(0.2+0.3)"),
        ("40/2", "40*(3/8+1/8)"),
        ("80+16", "100*(1+20%)*(1-20%)"),
        ("6+4", "0.2*30+4"),
        ("36-7+0", "3*12-7"),
        ("1*6", "(3-2)*6"),
        ("8*2", "(10/2+3)*2"),
        ("8-5", "2*(4-3)*4-5"),
        ("5*(4-4)+36-7", "(2+3)*(4-4)+3*12-7"),
        ("0*5+36-7", "(4-4)*5+3*12-7"),
    ],
)
def test_intermediate_results_may_be_worked_out(student: str, reference: str) -> None:
    result = check(student, reference)
    assert result.verdict in ("worked-out", *SHOWN[:2])
    assert result.accepted()
    assert result.score == 1


@pytest.mark.parametrize(
    ("student", "reference"),
    [
        ("12+12+12-7", "3*12-7"),
        ("3*12-7", "12+12+12-7"),
        ("5+5+3+3", "2*(5+3)"),
        ("(5+3)+(5+3)", "2*(5+3)"),
        ("12+12+12+5+5", "3*12+2*5"),
        ("1/4+1/4+1/4", "3/4"),
        ("7+7", "2*7"),
        ("2+2+2", "3*2"),
        ("12*(1+1+1)-7", "3*12-7"),
        ("+".join(["7"] * MOST_REPEATS), f"{MOST_REPEATS}*7"),
    ],
)
def test_a_product_may_be_a_repeated_sum(student: str, reference: str) -> None:
    result = check(student, reference)
    assert result.verdict == "repeated-addition"
    assert "repeated sum" in result.explanation


@pytest.mark.parametrize(
    ("student", "reference"),
    [
        ("29", "3*12-7"),
        ("29+0", "3*12-7"),
        ("29*1", "3*12-7"),
        ("-5", "2-7"),
        ("5/6", "1/2+1/3"),
        ("-1/6", "1/3-1/2"),
        ("1 1/4", "3/4+1/2"),
        ("3", "6-3"),
        ("9-0/1", "9*5-9*4"),
        ("8*0+8", "7*8-6*8"),
    ],
)
def test_a_bare_answer_is_one(student: str, reference: str) -> None:
    result = check(student, reference)
    assert result.verdict == "answer-only"
    assert not result.accepted()


@pytest.mark.parametrize(
    ("student", "reference"),
    [
        ("20+9", "3*12-7"),
        ("30-1", "3*12-7"),
        ("2+2", "2*2"),
        ("2*2", "2+2"),
        ("2+2+5", "2*2+5"),
        ("(2+2)*3", "2*2*3"),
        ("5*8", "4*10"),
        ("100-50", "5*10"),
        ("(4+1)*10", "5*10"),
        ("2*4", "4+2*2"),
        ("7*5+1", "3*12"),
        ("60*2", "60*2.5-30"),
        ("10-3", "2+5"),
        ("4/2", "1+1"),
        ("50+4", "6*(4+5)"),
        ("13-13", "2*2-2-2"),
        ("12+17", "3*12-7"),
        ("24+5", "3*12-7"),
        ("100*2=200, 12+17=29", "3*12-7"),
        ("15+2", "5*4-3"),
        ("10+7", "5*4-3"),
        ("12+5", "5*4-3"),
        ("11+3", "2*(3+4)"),
        ("10+4", "2*(3+4)"),
        ("9+5", "3*5-1"),
        ("10+4", "3*5-1"),
        ("20+4", "4*6"),
        ("16+3", "3*3+2*5"),
        ("3*12-7", "36-7"),
        ("9/3+8/2", "35/5"),
        ("6/2*8", "3*8"),
        ("60*10/5", "60*2"),
        ("12/4*15", "3*15"),
        ("20/4-3", "5-3"),
        ("45/9+30", "5+30"),
        ("40/5+16", "3*8"),
        ("22/11*7", "(3+4)*2"),
        ("100/100*12", "12*(9-8)"),
        ("12-40/5", "1/3*12"),
        ("60-40/2", "60*0.5+10"),
        ("5*6-20", "0.2*30+4"),
        ("25*4-4", "100*(1+20%)*(1-20%)"),
        ("15*0+3", "5*3-4*3"),
        ("18*0+9", "9*5-9*4"),
        ("8/23*23", "8*(7-6)"),
        ("9/8*8", "9*5-9*4"),
        ("8/6*6", "7*8-6*8"),
        ("+".join(["7"] * (MOST_REPEATS + 1)), f"{MOST_REPEATS + 1}*7"),
    ],
)
def test_chance_is_not_accepted(student: str, reference: str) -> None:
    assert check(student, reference).verdict == "equal-value"


def test_what_is_too_large_to_search_is_not_accepted() -> None:
    many = "+".join(["2*3"] * MOST_LEAVES)
    refused = check("+".join(["6"] * MOST_LEAVES), many)
    assert refused.verdict == "equal-value"
    assert "120 numbers, the limit is 60" in refused.explanation
    few = check("36-7", "3*12-7", Limits(search_steps=2))
    assert few.verdict == "equal-value"
    assert few.explanation.endswith("more than 2 steps of a search, the limit is 2")
    assert not few.accepted()
    assert check(f"6+{'+'.join(['2*3'] * 9)}", "+".join(["2*3"] * 10)).verdict == "worked-out"
    long = "+".join(str(n) for n in range(2, 3 + MOST_TOGETHER))
    assert check(f"5+{long[4:]}", long).verdict == "worked-out"  # neighbours


@pytest.mark.parametrize("reference", ["0*(1/(2-2))+6/2", "(3*0)^-1*0+5+1", "2/(3-3)+1"])
def test_a_reference_that_divides_by_zero_proves_nothing(reference: str) -> None:
    assert (
        find_working(parse_expression("1+2"), parse_expression(reference), DEFAULT_LIMITS) is None
    )


def test_a_repeated_sum_of_what_divides_by_zero_proves_nothing() -> None:
    divided = parse_expression("3*(1/(2-2))")
    assert find_working(parse_expression("4+4"), divided, DEFAULT_LIMITS) is None


def test_parts_of_a_division_by_zero_are_not_looked_for() -> None:
    with pytest.raises(ZeroDivisionError):
        Parts(parse_expression("2/(3-3)+1"), DEFAULT_LIMITS)


def test_what_cannot_be_proved_within_the_limits_is_not_accepted() -> None:
    few = Limits(polynomial_products=1)
    found = find_working(parse_expression("36-7"), parse_expression("3*12-7"), few)
    assert found is not None
    assert found.verdict == "equal-value"
    assert found.explanation.endswith("more than 1 products of terms, the limit is 1")
    deep = parse_expression("(2+3)^9*(4+5)^9-1")
    assert find_working(parse_expression("5^9*9^9-1"), deep, DEFAULT_LIMITS)


@st.composite
def _partly_worked_out(draw: DrawFn) -> tuple[str, str]:
    """A reference, and the same with some of its parts worked out; not the whole of it."""

    def grow(depth: int) -> tuple[str, str, Fraction]:
        if depth == 0 or draw(st.integers(0, 3)) == 0:
            number = draw(st.sampled_from([2, 3, 4, 5, 7, 12, 25]))
            return str(number), str(number), Fraction(number)
        sign = draw(st.sampled_from("+-*/"))
        left, left_student, first = grow(depth - 1)
        right, right_student, second = grow(depth - 1)
        assume(sign != "/" or second)
        value = _calculated(sign, first, second)
        reference = f"({left}){sign}({right})"
        if depth < 3 and draw(st.booleans()):
            shown = number_operand(abs(value))
            return reference, f"(-{shown})" if value < 0 else shown, value
        return reference, f"({left_student}){sign}({right_student})", value

    reference, student, _ = grow(3)
    assume(len(parse_expression(student).leaves) > 1)
    return student, reference


def _calculated(sign: str, left: Fraction, right: Fraction) -> Fraction:
    if sign in "+-":
        return left + right if sign == "+" else left - right
    return left * right if sign == "*" else left / right


@given(_partly_worked_out())
def test_any_partial_evaluation_is_accepted(pair: tuple[str, str]) -> None:
    student, reference = pair
    result = check(student, reference)
    assert result.verdict in SHOWN or _is_answer(student, reference)


def _is_answer(student: str, reference: str) -> bool:
    """Whether nothing but the answer, 0 and 1 is left, or the answer beside what cancels out; or
    a part of it was worked out to 0."""
    value = check(reference, reference).student.value
    written = parse_expression(student)
    numbers = {number_value(each) for each in written.leaves}
    if value is None:
        return False
    answer = number_operand(abs(value))
    without = Expression(tuple("0" if item == answer else item for item in written.items))
    cancels = value != 0 and answer in written.leaves and calculate(without, DEFAULT_LIMITS) == 0
    return numbers <= {0, 1, abs(value)} or 0 in numbers or cancels


@given(st.lists(st.sampled_from([2, 3, 5, 7, 12]), min_size=2, max_size=4), st.data())
def test_no_number_comes_from_nowhere(numbers: list[int], data: st.DataObject) -> None:
    """An accepted number can be made of the reference's numbers by the four operations, or the
    result says how it is made.

    The oracle makes all that can be made, and multiples because a product may be a repeated sum.
    """
    reference = str(numbers[0])
    for number in numbers[1:]:
        reference = f"({reference}){data.draw(st.sampled_from('+-*'))}{number}"
    value = check(reference, reference).student.value
    assert value is not None
    part = data.draw(st.integers(1, 60))
    student = f"{part}+({number_operand(abs(value - part))})*{1 if value >= part else '(-1)'}"
    result = check(student, reference)
    made = set(_made(tuple(map(Fraction, numbers))))
    allowed = {times * each for each in made for times in range(1, 13)} | {
        Fraction(0),
        Fraction(1),
    }
    if result.verdict in ("repeated-addition", "worked-out"):
        told = _told(result.explanation, {str(each) for each in numbers})
        assert {Fraction(part), abs(value - part)} <= allowed | told


def _told(explanation: str, numbers: set[str]) -> set[Fraction]:
    """The results that an explanation works out of the reference's numbers alone, each checked."""
    found: set[Fraction] = set()
    for working, said in re.findall(r"(\S+) worked out as (\S+)", explanation):
        expression = parse_expression(working)
        leaves = MTree.from_expression(expression).symbols  # 7*7 is written as 7^2
        assert set(leaves) <= numbers | {"1"}
        assert calculate(expression, DEFAULT_LIMITS, {}) == number_value(said)
        found.add(number_value(said))
    return found


def _made(numbers: tuple[Fraction, ...]) -> Iterator[Fraction]:
    """Every positive value that some of the numbers give, each used once."""
    yield from map(abs, numbers)
    for first, second in combinations(range(len(numbers)), 2):
        rest = tuple(each for at, each in enumerate(numbers) if at not in (first, second))
        left, right = numbers[first], numbers[second]
        results = {left + right, left - right, right - left, left * right}
        results |= {left / right} if right else set()
        results |= {right / left} if left else set()
        for result in results:
            yield from _made((*rest, result))


@given(_partly_worked_out(), st.integers(-3, 3).filter(bool), st.data())
def test_a_wrong_number_is_not_accepted(
    pair: tuple[str, str], change: int, data: st.DataObject
) -> None:
    """A right expression with one number changed is accepted only if it is right again."""
    student, reference = pair
    operands = parse_expression(student).leaves
    place = data.draw(st.integers(0, len(operands) - 1))
    wrong = number_value(operands[place]) + change
    assume(wrong > 0)
    texts = [*operands]
    texts[place] = number_operand(wrong)
    items = iter(texts)
    changed = [
        each if each in "+-*/~^" else next(items) for each in parse_expression(student).items
    ]
    values = [check(text, text).student.value for text in (_infix(changed), reference)]
    if values[0] != values[1]:
        assert check(_infix(changed), reference).verdict == "different"


def _infix(items: list[str]) -> str:
    stack: list[str] = []
    for item in items:
        if item == "~":
            stack[-1] = f"(-{stack[-1]})"
        elif item in "+-*/^":
            right = stack.pop()
            stack[-1] = f"({stack[-1]}{item}{right})"
        else:
            stack.append(item)
    return stack[0]


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("3x+1=0", "6x+2=0", True),
        ("3*x+1=0", "-3*x-1=0", True),
        ("3x=-1", "6x+2=0", True),
        ("x+7=3*12", "2x+14=72", True),
        ("0=3x+1", "6x=-2", True),
        ("x/2=5", "x=10", True),
        ("x+2x=9", "2x+4x=18", True),
        ("x+7=36", "3x=87", False),
        ("x+7=36", "x=29", False),
        ("3x+1=0", "6x+3=0", False),
        ("3x+1=0", "29", False),
        ("3=3", "x=1", False),
        ("x=1", "3=3", False),
        ("x-x=0", "x=1", False),
        ("x=1", "x-x=0", False),
        ("x/0=1", "x/0=1", False),
        ("x*x=1", "x*x=1", False),
        ("2x=2a", "x=a", False),  # formulas are compared as formulas
        ("(x+1)*2=6", "2x+2=6", True),
        ("(1+2)*x=5-(2-1)", "6x=8", False),  # terms are not added up, nor factors
        ("(=x", "x=1", False),
        ("=29", "x=29", False),
    ],
)
def test_equations_are_the_same_up_to_a_factor(first: str, second: str, same: bool) -> None:
    assert same_equation(first, second, DEFAULT_LIMITS) is same
    assert same_equation(second, first, DEFAULT_LIMITS) is same


@given(st.integers(1, 9), st.integers(-9, 9), st.integers(1, 9))
def test_an_equation_times_a_number_is_the_equation(a: int, b: int, factor: int) -> None:
    assert same_equation(f"{a}x+({b})=0", f"{factor * a}x+({factor * b})=0", DEFAULT_LIMITS)
    assert check(f"{a}x+({b})=0", f"{factor * a}x+({factor * b})=0").accepted()
