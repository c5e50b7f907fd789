import pytest
from hypothesis import given

from strategies import expressions
from sumc.algebra.expression import NEGATE, Expression, parse_expression
from sumc.algebra.mtree import MTree
from sumc.algebra.notation import to_infix
from sumc.algebra.signs import fold_signs
from sumc.errors import ExpressionError, SumcError


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("a+b*c", "a+b*c"),
        ("a+(-b)", "a-b"),
        ("a-(-b)", "a+b"),
        ("-a+b", "b-a"),
        ("-(-a)", "a"),
        ("-(a-b)", "b-a"),
        ("-a-b", "-(a+b)"),
        ("-(a-b)-c", "b-a-c"),
        ("-a+(b-c)", "b-c-a"),
        ("(-a)*(-b)", "a*b"),
        ("(a-b)*(-c)", "(b-a)*c"),
        ("c*(-(a-b))", "c*(b-a)"),
        ("c+a*(-b)", "c-a*b"),
        ("a/(-b)+c", "c-a/b"),
        ("(-a)/(-b)", "a/b"),
        ("a/(-(b-c))", "a/(c-b)"),
        ("a/(-(b+c))", "a/(-(b+c))"),  # -a/(b+c) is another tree
        ("(-a)/(-(b+c))", "-(a/(-(b+c)))"),
        ("(-a)^2", "a^2"),
        ("c-(-a)^3", "c+a^3"),
        ("a^(-2)", "a^-2"),
        ("(-(b-c))^-1", "(c-b)^-1"),
        ("(-(b+c))^-2", "(-(b+c))^-2"),
        ("a^(4/2)*b^(1-2)", "a^2*b^-1"),
        ("(-a)^0", "a^0"),
    ],
)
def test_signs_go_into_the_operators_beside_them(written: str, folded: str) -> None:
    found = fold_signs(parse_expression(written))
    assert to_infix(found) == folded
    assert MTree.from_expression(found) == MTree.parse(written)


@given(expressions(max_leaves=12))
def test_folding_keeps_the_tree_and_leaves_nothing_to_fold(text: str) -> None:
    expression = parse_expression(text)
    try:
        tree = MTree.from_expression(expression)
    except SumcError:
        return
    folded = fold_signs(expression)
    assert MTree.from_expression(folded) == tree
    assert folded.items.count(NEGATE) <= expression.items.count(NEGATE)
    assert fold_signs(folded) == folded


def test_an_expression_without_signs_and_powers_is_itself() -> None:
    expression = parse_expression("a-b/(c+1)")
    assert fold_signs(expression) is expression


def test_a_power_that_is_no_number_is_refused() -> None:
    with pytest.raises(ExpressionError, match="whole number after"):
        fold_signs(parse_expression("a^b"))


def test_many_signs_are_folded_without_recursion() -> None:
    assert fold_signs(Expression(("a",) + (NEGATE,) * 10_000)).items == ("a",)
