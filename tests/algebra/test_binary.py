from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracles
from strategies import SYMBOLS, expressions
from sumc.algebra.binary import binary_codes, expression_from_binary_codes
from sumc.algebra.expression import parse_expression
from sumc.algebra.limits import Limits
from sumc.algebra.notation import to_infix
from sumc.errors import CodeError, LimitError, SumcError


def test_the_codes_are_those_of_the_tree_as_written() -> None:
    assert dict(binary_codes(parse_expression("(a+b)*(c+d)-e/f"))) == {
        "a": "0_0_-_*_+",
        "b": "0_0_-_*_+",
        "c": "0_0_-_*_+@",
        "d": "0_0_-_*_+@",
        "e": "0_0_-_/@",
        "f": "0_1_-_/@",
    }


def test_ways_of_writing_one_solution_have_different_binary_codes() -> None:
    ways = ("a+b-c", "a-(c-b)", "a-c+b")
    assert len({tuple(sorted(binary_codes(parse_expression(way)))) for way in ways}) == 3


@pytest.mark.parametrize("text", ["a", "-a", "-(-a)", "a-b-c-d", "(a*b)-(c+d)", "-a^2/b", "2^a"])
def test_codes_bring_back_the_expression(text: str) -> None:
    expression = parse_expression(text)
    assert expression_from_binary_codes(binary_codes(expression)) == expression


values = st.fixed_dictionaries({name: st.integers(1, 9).map(Fraction) for name in SYMBOLS})


@given(expressions(), values)
def test_codes_bring_back_the_value(text: str, numbers: dict[str, Fraction]) -> None:
    expression = parse_expression(text)
    again = expression_from_binary_codes(binary_codes(expression))
    assert oracles.value(again, numbers) == oracles.value(expression, numbers)


@pytest.mark.parametrize(
    ("pairs", "text"),
    [
        ([("a", "1_0_-")], "0-a"),
        ([("a", "0_1_/")], "1/a"),
        ([("a", "0_0_-"), ("b", "0_0_-"), ("c", "1_0_-"), ("d", "1_0_-")], "a+b-c-d"),
        ([("a", "0_0_+"), ("b", "0_0_+"), ("c", "0_0_+")], "a+b+c"),
        ([("a", "0_0_~"), ("b", "0_0_~")], "-(a+b)"),
    ],
)
def test_any_codes_under_one_root_are_put_together(
    pairs: list[tuple[str, str]], text: str
) -> None:
    assert to_infix(expression_from_binary_codes(pairs)) == text


@pytest.mark.parametrize(
    "pairs",
    [[], [("a", "0_0_+"), ("b", "0_0_*")], [("a", "")], [("a", "0_0_+_x")], [("a", "2_0_+")]],
)
def test_other_codes_are_refused(pairs: list[tuple[str, str]]) -> None:
    with pytest.raises(CodeError):
        expression_from_binary_codes(pairs)


def test_limits_are_kept() -> None:
    deep = parse_expression("-".join("a" * 300))
    with pytest.raises(LimitError):
        binary_codes(deep)
    with pytest.raises(LimitError):
        expression_from_binary_codes(binary_codes(deep, Limits(binary_depth=400)))
    with pytest.raises(LimitError):
        expression_from_binary_codes([("a", "0_0_+")] * 3, Limits(leaves=2))


@given(st.lists(st.tuples(st.text(max_size=4), st.text(alphabet="01_+*-/^~@", max_size=9))))
def test_any_texts_give_an_expression_or_our_error(pairs: list[tuple[str, str]]) -> None:
    try:
        assert expression_from_binary_codes(pairs).items
    except SumcError as error:
        assert str(error)
