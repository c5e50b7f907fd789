from dataclasses import fields

import pytest
from hypothesis import given

from strategies import expressions, texts
from sumc.algebra.expression import Expression, parse_expression, parse_sides
from sumc.algebra.limits import Limits, refuse
from sumc.algebra.mtree import MTree
from sumc.algebra.notation import to_infix
from sumc.errors import ExpressionError, LimitError, SumcError


@pytest.mark.parametrize(
    ("text", "postfix"),
    [
        ("n1*(n2-n3)/n4", "n1 n2 n3 - * n4 /"),
        ("a-b-c", "a b - c -"),
        ("a/b*c", "a b / c *"),
        ("a+b*c^d", "a b c d ^ * +"),
        ("2^3^2", "2 3 2 ^ ^"),
        ("-a^2", "a 2 ^ ~"),
        ("-a*b", "a ~ b *"),
        ("2^-1", "2 1 ~ ^"),
        ("2*-3", "2 3 ~ *"),
        ("a--b", "a b ~ -"),
        ("+a+ +b", "a b +"),
        ("a**b", "a b ^"),
        ("a×b·c÷d:e−f", "a b * c * d / e / f -"),
        ("[a+{b-(c)}]", "a b c - +"),
        ("【a+b】*（c－d）", "a b + c d - *"),
        ("３＋１２", "3 12 +"),
        ("1,000+1，000", "1000 1000 +"),
        ("0.60*.5+5.", "0.6 0.5 * 5 +"),
        ("007", "7"),
        ("25%*12.5 %", "0.25 0.125 *"),
        ("n1%", "n1 100 /"),
        ("(a+b)%*c", "a b + 100 / c *"),
        ("1(1/2)+1 1/2+1½+½", "1.5 1.5 + 1.5 + 0.5 +"),
        ("1 ½", "1.5"),
        ("1 ( 1 / 2 )*33 1/3%", "1.5 0(1/3) *"),
        ("1/2", "1 2 /"),
        ("6/1(1/2)", "6 1.5 /"),
        ("neg+π*数量", "neg π 数量 * +"),
        ("a\tb".replace("\t", " + "), "a b +"),
        ("a\n+\u00a0b", "a b +"),
    ],
)
def test_notations_people_write_are_read(text: str, postfix: str) -> None:
    assert " ".join(parse_expression(text).items) == postfix


@pytest.mark.parametrize(
    ("text", "message", "column"),
    [
        ("", 'expected a number, a symbol or "(", found the end', 1),
        ("n0 + n1 *", 'expected a number, a symbol or "(", found the end', 10),
        ("a+)", 'expected a number, a symbol or "(", found ")"', 3),
        ("*", 'expected a number, a symbol or "(", found "*"', 1),
        ("()", 'expected a number, a symbol or "(", found ")"', 2),
        ("a+b)", '")" closes nothing', 4),
        ("(a", '"(" is never closed', 1),
        ("x = [3", '"[" is never closed', 5),
        ("(a]", '"]" does not close "("', 3),
        ("(a)+[b+(c)", '"[" is never closed', 5),
        ("3 [4]", 'expected an operator, found "["', 3),
        ("3x", 'expected an operator, found "x"; write a product with *', 2),
        ("2(3+4)", 'expected an operator, found "("; write a product with *', 2),
        ("(a)(b)", 'expected an operator, found "("; write a product with *', 4),
        ("1 2", 'expected an operator, found "2"', 3),
        ("1,00", 'expected an operator, found ","', 2),
        ("1 1/2.5", 'expected an operator, found "1"', 3),
        ("5%%", 'expected an operator, found "%"', 3),
        ("(a)%%", 'expected an operator, found "%"', 5),
        ("a%b", 'expected an operator, found "b"; write a product with *', 3),
        ("1(3/2)", '"1(3/2)" is not a mixed number: its fraction is not below 1', 1),
        ("a+1(1/0)", '"1(1/0)" is not a mixed number: its fraction divides by 0', 3),
        ("2.5½", '"2.5½" is not a mixed number: it has decimals and a fraction', 1),
        ("a=b=c", 'expected one "=", found a second', 4),
        ("=5", 'expected a number, a symbol or "(", found "="', 1),
        ("5=", 'expected a number, a symbol or "(", found the end', 3),
        ("a\x00b", 'expected an operator, found "\\x00"', 2),
        ("a+😀", 'expected a number, a symbol or "(", found "😀"', 3),
        ("a²", 'expected a number, a symbol or "(", found "a²"', 1),
        ("_a", 'expected a number, a symbol or "(", found "_"', 1),
        ("a~b", 'expected an operator, found "~"', 2),
        ("٣+1", 'expected a number, a symbol or "(", found "٣"', 1),
        ("a" + "b" * 30 + " c d", 'expected an operator, found "c"; write a product with *', 33),
        ("3" + "x" * 30, f'expected an operator, found "{"x" * 20}…"; write a product with *', 2),
    ],
)
def test_a_bad_text_is_refused_at_its_column(text: str, message: str, column: int) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse_sides(text)
    assert (caught.value.message, caught.value.column) == (message, column)


def test_an_error_draws_a_caret_below_the_column() -> None:
    with pytest.raises(ExpressionError) as caught:
        parse_expression("数量 + + * 2")
    assert str(caught.value).splitlines()[1:] == ["    数量 + + * 2", "             ^"]


def test_the_caret_of_a_long_text_shows_the_part_around_it() -> None:
    with pytest.raises(ExpressionError) as caught:
        parse_expression("a+" * 500 + "*" + "+a" * 500)
    _, shown, caret = str(caught.value).splitlines()
    assert len(shown) <= 64
    assert shown[caret.index("^")] == "*"


def test_an_equation_is_refused_where_an_expression_is_wanted() -> None:
    with pytest.raises(ExpressionError, match="column 3"):
        parse_expression("a = b")


def test_an_equation_has_two_sides() -> None:
    assert parse_sides("x-9＝4") == (Expression(("x", "9", "-")), Expression(("4",)))


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        ("a" * 11, Limits(characters=10)),
        ("1234", Limits(digits=3)),
        ("((((((((a))))))))", Limits(nesting=1)),
        ("--------a", Limits(nesting=1)),
        ("2^1^1^1^1^1", Limits(nesting=1)),
        ("a+b+c", Limits(leaves=2)),
        ("z" * 101, Limits()),
        ("0." + "1" * 97 + "%", Limits()),  # its canonical text is longer than what was written
        (f"1(1/{2**200})", Limits()),
        ("a+b=c+d", Limits(leaves=3)),
    ],
)
def test_a_text_beyond_a_limit_is_refused_by_name(text: str, limits: Limits) -> None:
    with pytest.raises(LimitError, match=r"too large: .* the limit is \d+"):
        parse_sides(text, limits)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2^9^9", "too large: 387420489 as an exponent, the limit is 5000"),
        ("2^99^9", "too large: a huge number as an exponent, the limit is 5000"),
        ("(" * 65 + "a" + ")" * 65, "too large: more than 64 levels of nesting, the limit is 64"),
        ("a" * 101, "too large: a name of 101 characters, the limit is 100"),
        ("a^4000*b^4000", "too large: 8000 leaves, the limit is 5000"),
    ],
)
def test_what_is_too_large_is_said_in_words(text: str, message: str) -> None:
    with pytest.raises(LimitError) as refused:
        MTree.parse(text)
    assert str(refused.value) == message


def test_every_limit_has_words() -> None:
    assert all(refuse(Limits(), each.name, 1) for each in fields(Limits))


@given(expressions())
def test_an_expression_written_out_is_read_back_as_it_was(text: str) -> None:
    expression = parse_expression(text)
    assert parse_expression(to_infix(expression)) == expression


@given(texts())
def test_any_text_gives_an_expression_or_our_error(text: str) -> None:
    try:
        sides = parse_sides(text)
    except SumcError as error:
        assert str(error)
    else:
        assert sides.left.items


@given(expressions())
def test_operands_are_the_items_that_are_not_operators(text: str) -> None:
    expression = parse_expression(text)
    operators = len(expression.items) - len(expression.leaves)
    signs = expression.items.count("~")
    assert operators == len(expression.leaves) - 1 + signs
