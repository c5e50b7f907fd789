"""Solutions without factors that say nothing."""

from fractions import Fraction

import pytest
from hypothesis import assume, given

from strategies import expressions
from sumc.algebra.expression import parse_expression
from sumc.algebra.mtree import MTree
from sumc.codecs import MTreeCodes, NotCovered
from sumc.codecs.mtree import MTreeSettings
from sumc.codecs.simplification import simplified
from sumc.errors import SumcError
from sumc.problems.numbers import find_quantities
from sumc.problems.problem import Problem

SAME = [
    ("n1*100/100", "n1"),
    ("1/4*n1", "n1/4"),
    ("n1*(1-n2)", "n1-n1*n2"),
    ("n1/(1/4*n2+3)", "n1/(n2/4+3)"),
    ("(100-n1)/100*n2", "n2-n1*n2/100"),
    ("1*n1", "n1"),
    ("n1/1", "n1"),
    ("1-n1", "1-n1"),
    ("n1+5*1/5", "n1+5/5*1"),
    ("n1*n2/n2", "n1*n2/n2"),
]


@pytest.mark.parametrize(("written", "meant"), SAME)
def test_factors_that_say_nothing_are_left_out(written: str, meant: str) -> None:
    """A lone constant stays, and so do numbers of the text, which a reader wants to see used."""
    found = simplified(MTree.parse(written).codes())
    assert MTree.from_codes(found) == MTree.parse(meant)


@given(expressions())
def test_the_value_stays_and_nothing_grows(written: str) -> None:
    values = {f"n{i}": Fraction(i + 1, 3) for i in range(1, 20)}
    try:
        tree = MTree.parse(written)
        value = tree.evaluate(values)
    except SumcError:
        assume(False)
    pairs = tree.codes()
    again = MTree.from_codes(simplified(pairs))
    assert again.evaluate(values) == value
    assert len(again.codes()) <= len(pairs)
    assert simplified(again.codes()) == again.codes()


def _problem(expression: str) -> Problem:
    text = "Ann has 40 pens and gives 3 of 8 away. How many are left?"
    return Problem("1", text, "en", find_quantities(text), parse_expression(expression))


def test_the_codec_simplifies_when_asked_to_and_remembers_it() -> None:
    train = [_problem("n1*(1-n2/n3)")] * 3
    plain = MTreeCodes.learn(train, MTreeSettings())
    short = MTreeCodes.learn(train, MTreeSettings(simplify=True))
    assert "0_0_+" not in plain.codebook.codes
    assert "0_0_+" in short.codebook.codes
    again = MTreeCodes.from_json(short.to_json())
    assert again.simplifies
    target = again.encode(train[0])
    assert not isinstance(target, NotCovered)
    assert MTree.from_expression(again.decode(target, train[0])) == MTree.parse("n1-n1*n2/n3")


def test_rare_sets_of_codes_are_no_classes() -> None:
    train = [_problem("n1-n2")] * 3 + [_problem("n1*n2+n3")]
    every = MTreeCodes.learn(train, MTreeSettings())
    often = MTreeCodes.learn(train, MTreeSettings(class_uses=3))
    assert set(often.classes) == {(), ("0_0_+",), ("1_0_+",)}
    assert len(every.classes) == 4
