from fractions import Fraction

import pytest
from hypothesis import given

from strategies import SYMBOLS, expressions
from sumc.algebra.arithmetic import calculate
from sumc.algebra.expression import Expression, parse_expression
from sumc.algebra.limits import DEFAULT_LIMITS
from sumc.algebra.mtree import MTree
from sumc.algebra.notation import to_infix
from sumc.codecs.normalisation import normalise, representatives
from sumc.errors import SumcError


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        # runs of plain numbers are sorted into text order
        ("n2+n1", "n1+n2"),
        ("n3*n1*n2", "n1*n2*n3"),
        ("n10+n2", "n2+n10"),
        ("3.14*n2*2*n1", "n1*n2*2*3.14"),  # constants come after the numbers of the text
        ("(n3+n1)*(n5*n4)", "(n1+n3)*n4*n5"),
        ("n4/(n3+n1)", "n4/(n1+n3)"),
        ("(n3+n1)^2", "(n1+n3)^2"),
        # but not beside - or /
        ("n3+n1-n2", "n3+n1-n2"),
        ("n4-n3+n1", "n4-n3+n1"),
        ("n3*n1/n2", "n3*n1/n2"),
        ("n4/n3*n1", "n4/n3*n1"),
        # and a sum not beside a product
        ("n3+n2+n1*n4", "n3+n2+n1*n4"),
        ("n1*n4+n3+n2", "n1*n4+n3+n2"),
        ("n3+n2+n1^2", "n2+n3+n1^2"),
        ("n3*n2*(n1+n4)", "n2*n3*(n1+n4)"),
        # brackets are opened
        ("n1+(n2-n3)", "n1+n2-n3"),
        ("n1-(n2+n3)", "n1-n2-n3"),
        ("n1-(n2-(n3-n4))", "n1-n2+n3-n4"),
        ("n1*(n2/n3)", "n1*n2/n3"),
        ("n1/(n2*n3)", "n1/n2/n3"),
        ("n1/(n2/n3)", "n1/n2*n3"),
        ("n1*((n2+n3)*n4)", "n1*(n2+n3)*n4"),
        # unless the tree would be another one
        ("n1/((n2+n3)*n4)", "n1/((n2+n3)*n4)"),
        ("n1/(n2/(n3-n4))", "n1/(n2/(n3-n4))"),
        ("-(n2+n1)", "-(n1+n2)"),
    ],
)
def test_brackets_are_opened_and_runs_are_sorted(written: str, normal: str) -> None:
    assert to_infix(normalise(parse_expression(written))) == normal


VALUES = {symbol: Fraction(3 + place, 2 * place - 5) for place, symbol in enumerate(SYMBOLS)}


@given(expressions(max_leaves=16))
def test_normalisation_keeps_the_tree_and_the_value_and_ends(text: str) -> None:
    expression = parse_expression(text)
    try:
        tree = MTree.from_expression(expression)
    except SumcError:
        return
    normal = normalise(expression)
    assert MTree.from_expression(normal) == tree
    value = calculate(expression, DEFAULT_LIMITS, VALUES)
    assert value in (None, calculate(normal, DEFAULT_LIMITS, VALUES))
    assert sorted(normal.leaves) == sorted(expression.leaves)
    assert normalise(normal) == normal


def test_a_long_chain_is_normalised_without_recursion() -> None:
    chain = ["n1"] + ["n2", "n3", "-", "-"] * 2_000
    assert len(normalise(Expression(tuple(chain))).items) == len(chain)


def test_equivalent_solutions_have_the_shortest_as_representative() -> None:
    texts = ["n1*n2+n1*n3", "n1*(n2+n3)", "(n2+n3)*n1", "(n2+n3)*n1", "n1-n2", "n3-n2", "n3-n2"]
    found = representatives(map(parse_expression, texts))
    assert [to_infix(each) for each in found] == ["(n2+n3)*n1"]  # of two short ones the frequent


@given(expressions(max_leaves=8))
def test_a_representative_has_the_tree_it_stands_for(text: str) -> None:
    expression = parse_expression(text)
    try:
        tree = MTree.from_expression(expression)
    except SumcError:
        return
    for each in representatives([expression, tree.expression]):
        assert MTree.from_expression(each) == tree
        assert len(each.items) <= len(expression.items)
