from built_in import generated_dataset
from sumc.algebra.expression import parse_expression
from sumc.codecs import BinaryCodes, CodecSettings, MTreeCodes

PROBLEMS = generated_dataset().problems[:1000]


def test_codes_that_are_exactly_those_of_an_expression_are_told_apart() -> None:
    pairs = [("n1", "0_0_-"), ("n2", "1_0_-")]
    assert BinaryCodes.restore(pairs) == (parse_expression("n1-n2"), True)
    assert not BinaryCodes.restore([("n2", "1_0_-")])[1]


def test_equivalent_solutions_have_more_binary_codes_than_codes_of_the_m_tree() -> None:
    binary, mtree = (codec.learn(PROBLEMS, CodecSettings()) for codec in (BinaryCodes, MTreeCodes))
    assert len(binary.codebook) > len(mtree.codebook)
