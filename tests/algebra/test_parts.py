"""The parts of an expression: every one has the value it was found by, and none is missed."""

from fractions import Fraction
from itertools import combinations
from math import prod

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sumc.algebra.arithmetic import calculate
from sumc.algebra.expression import OPERATORS, Expression, parse_expression
from sumc.algebra.factors import MOST_SPELLINGS, apart, merged, quotients, spelled_out, spellings
from sumc.algebra.limits import DEFAULT_LIMITS
from sumc.algebra.notation import to_infix
from sumc.algebra.operands import number_operand, number_value
from sumc.algebra.parts import MOST_FOUND, MOST_SELECTIONS, MOST_TOGETHER, Parts
from sumc.algebra.residues import of_number, with_other_numbers

NUMBERS = st.lists(st.integers(2, 40), min_size=2, max_size=MOST_TOGETHER, unique=True)


def found(reference: str, wanted: Fraction | int) -> list[Expression]:
    parts = Parts(parse_expression(reference), DEFAULT_LIMITS)
    return [Expression(each.items) for each in parts.of(number_operand(abs(Fraction(wanted))))]


@given(NUMBERS, st.data())
def test_any_terms_of_a_short_sum_are_a_part(numbers: list[int], data: st.DataObject) -> None:
    chosen = data.draw(st.sets(st.sampled_from(numbers), min_size=1))
    expected = {str(each) for each in chosen}
    pieces = found("+".join(map(str, numbers)), sum(chosen))
    assert any(set(each.leaves) == expected for each in pieces)


@given(NUMBERS, st.data())
def test_any_factors_and_divisors_of_a_short_product_are_a_part(
    numbers: list[int], data: st.DataObject
) -> None:
    signs = data.draw(st.lists(st.sampled_from("*/"), min_size=len(numbers) - 1, max_size=9))
    text = str(numbers[0]) + "".join(
        f"{sign}{number}" for sign, number in zip(signs, numbers[1:], strict=False)
    )
    powers = [1, *(1 if sign == "*" else -1 for sign in signs)]
    places = data.draw(st.sets(st.integers(0, len(numbers) - 1), min_size=1))
    value = prod(Fraction(numbers[place]) ** powers[place] for place in places)
    expected = {str(numbers[place]) for place in places}
    assert any(expected == set(each.leaves) - {"1"} for each in found(text, value))


REFERENCES = st.recursive(
    st.sampled_from(["2", "3", "4", "5", "7", "12", "0.5"]),
    lambda inner: st.builds("({}{}{})".format, inner, st.sampled_from("+-*/"), inner),
    max_leaves=6,
)


@given(REFERENCES, st.integers(0, 60))
def test_a_part_has_the_value_it_was_found_by(reference: str, wanted: int) -> None:
    expression = parse_expression(reference)
    assume(calculate(expression, DEFAULT_LIMITS) is not None)
    try:
        pieces = Parts(expression, DEFAULT_LIMITS).of(str(wanted))
    except ZeroDivisionError:  # a part of it is zero, and one over that is asked for
        return
    for piece in pieces:
        part = Expression(piece.items)
        assert calculate(part, DEFAULT_LIMITS) == wanted
        assert piece.value == of_number(str(wanted))
        assert piece.point == with_other_numbers(part, DEFAULT_LIMITS)
        assert set(part.leaves) <= {*expression.leaves, "1"}
    assert len({piece.point for piece in pieces}) == len(pieces), "none is there twice"


@pytest.mark.parametrize(
    ("reference", "wanted", "parts"),
    [
        ("3*12-7", 36, ["3*12"]),
        ("3*(12-7)", 36, ["3*12"]),
        ("3*(12-7)", 21, ["3*7"]),
        ("3*12-3*7", 5, ["12-7"]),
        ("1/2+1/3", 6, ["2*3"]),
        ("60/(4*3)", 12, ["4*3"]),
        ("60/(4*3)", 15, ["60/4"]),
        ("2^3+1", 8, ["2^3"]),
        ("3*12-7", 8, []),
        ("5-12+20", 7, ["12-5"]),
    ],
)
def test_parts_are_brackets_selections_and_what_can_be_taken_out(
    reference: str, wanted: int, parts: list[str]
) -> None:
    pieces = found(reference, wanted)
    expected = [with_other_numbers(parse_expression(part), DEFAULT_LIMITS) for part in parts]
    assert [with_other_numbers(piece, DEFAULT_LIMITS) for piece in pieces] == expected


def test_of_a_long_sum_only_neighbours_are_parts() -> None:
    numbers = [2**place for place in range(1, MOST_TOGETHER + 3)]
    text = "+".join(map(str, numbers))
    for start, end in combinations(range(len(numbers) + 1), 2):
        assert found(text, sum(numbers[start:end]))
    assert not found(text, numbers[0] + numbers[2])


def test_the_selections_of_a_large_expression_are_bounded() -> None:
    many = "*".join(
        f"({'+'.join(str(9 * row + each) for each in range(2, 8))})" for row in range(9)
    )
    parts = Parts(
        parse_expression(f"{many}+{'+'.join(map(str, range(100, 160)))}"), DEFAULT_LIMITS
    )
    assert sum(map(len, parts.selections.values())) == MOST_SELECTIONS
    equal = Parts(parse_expression("5-5+" * 29 + "5"), DEFAULT_LIMITS)
    assert len(equal.selections[5]) > MOST_FOUND
    assert len(equal.of("5")) <= MOST_FOUND


@given(REFERENCES, st.booleans(), st.integers(2, 30))
def test_a_factor_written_as_a_sum_of_ones_keeps_the_value(
    reference: str, with_twos: bool, most: int
) -> None:
    expression = parse_expression(reference)
    value = calculate(expression, DEFAULT_LIMITS)
    every = list(spellings(expression, with_twos, most))
    assert len(every) <= MOST_SPELLINGS
    for places in every:
        spelled = spelled_out(expression, places)
        assert calculate(spelled, DEFAULT_LIMITS) == value
        assert spelled != expression
        written = [expression.items[place] for place in places if place >= 0]
        assert all(2 <= int(each) <= most for each in written)


@pytest.mark.parametrize(
    ("text", "with_twos", "spelled"),
    [
        ("3*12-7", False, ["3*12-7 3", "3*12-7 12"]),
        ("2*2+5", False, ["2*2+5 2", "2*2+5 2"]),
        ("2*2+5", True, []),
        ("2*3", True, ["2*3 2", "2*3 3"]),
        ("60/4", False, []),
        ("3+4", False, []),
        ("0.5*31", False, []),
    ],
)
def test_only_factors_say_how_often(text: str, with_twos: bool, spelled: list[str]) -> None:
    """Neither divisors nor terms do, and two times two is left alone where 2+2 may be meant."""
    expression = parse_expression(text)
    every = [
        f"{text} {expression.items[max(places)]}"
        for places in spellings(expression, with_twos, 30)
    ]
    assert every == spelled


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("80*75/100", ["80/100", "75/100"]),
        ("3/4+5/6", ["3/4", "5/6"]),
        ("(3+4)/7", []),
        ("80*0.75", []),
        ("12/(3*4)", ["12/3", "12/4"]),
        ("2/1", []),
    ],
)
def test_whole_numbers_over_whole_numbers_are_quotients(text: str, written: list[str]) -> None:
    expression = parse_expression(text)
    every = list(quotients(expression))
    assert [each.written for each in every] == written
    value = calculate(expression, DEFAULT_LIMITS)
    for each in every:
        top, bottom = each.written.split("/")
        assert number_value(each.operand) == Fraction(int(top), int(bottom))
        assert calculate(merged(expression, [each]), DEFAULT_LIMITS) == value


@given(st.lists(st.sampled_from("*/"), min_size=1, max_size=8), st.data())
def test_quotients_taken_together_share_no_number(signs: list[str], data: st.DataObject) -> None:
    numbers = data.draw(
        st.lists(st.integers(2, 99), min_size=len(signs) + 1, max_size=len(signs) + 1)
    )
    tail = "".join(f"{sign}{number}" for sign, number in zip(signs, numbers[1:], strict=True))
    expression = parse_expression(f"{numbers[0]}{tail}")
    chosen = apart(list(quotients(expression)))
    places = [place for each in chosen for place in (each.top, each.bottom)]
    assert len(places) == len(set(places))
    whole = merged(expression, chosen)
    assert calculate(whole, DEFAULT_LIMITS) == calculate(expression, DEFAULT_LIMITS)
    assert len(whole.items) == len(expression.items)
    assert sum(item in OPERATORS for item in whole.items) == len(signs), to_infix(whole)
