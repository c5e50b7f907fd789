from built_in import generated_dataset
from sumc.algebra.expression import parse_expression
from sumc.algebra.mtree import MTree
from sumc.codecs import BinaryCodes, MTreeCodes, NotCovered
from sumc.problems.numbers import find_quantities
from sumc.problems.problem import Problem

PROBLEMS = generated_dataset().problems[:1000]


def test_codes_that_are_exactly_those_of_an_expression_are_told_apart() -> None:
    pairs = [("n1", "0_0_-"), ("n2", "1_0_-")]
    assert BinaryCodes.restore(pairs) == (parse_expression("n1-n2"), True)
    assert not BinaryCodes.restore([("n2", "1_0_-")])[1]


def test_an_exponent_is_a_constant_like_any_other_operand() -> None:
    """It is written in the solution, so it has a code; the M-tree repeats a factor instead."""
    squares = [Problem("1", "6 cm", "en", find_quantities("6 cm"), parse_expression("n1^2"))] * 5
    binary, mtree = (codec.learn(squares, codec.settings()) for codec in (BinaryCodes, MTreeCodes))
    assert (binary.constants, mtree.constants) == (("1", "2", "3.14"), ("1", "3.14"))
    for codec in (binary, mtree):
        target = codec.encode(squares[0])
        assert not isinstance(target, NotCovered)
        assert MTree.from_expression(codec.decode(target, squares[0])) == squares[0].tree()


def test_equivalent_solutions_have_more_binary_codes_than_codes_of_the_m_tree() -> None:
    binary, mtree = (
        codec.learn(PROBLEMS, codec.settings()) for codec in (BinaryCodes, MTreeCodes)
    )
    assert len(binary.codebook) > len(mtree.codebook)
