from generated import generated_problems
from sumc.algebra.expression import parse_expression
from sumc.algebra.mtree import MTree
from sumc.codecs import CODECS, BinaryCodes, CodecSettings, MTreeCodes, NotCovered, read_codec

PROBLEMS = generated_problems()[:1000]
CODEC = BinaryCodes.learn(PROBLEMS, CodecSettings())


def test_binary_codes_bring_back_an_expression_of_the_same_value() -> None:
    covered = 0
    for problem in PROBLEMS:
        target, tree = CODEC.encode(problem), problem.tree()
        if isinstance(target, NotCovered) or tree is None:
            continue
        covered += 1
        expression = CODEC.decode(target, problem)
        found = MTree.from_expression(expression).evaluate(problem.values)
        assert found == tree.evaluate(problem.values)
    assert covered > 900


def test_codes_that_are_exactly_those_of_an_expression_are_told_apart() -> None:
    pairs = [("n1", "0_0_-"), ("n2", "1_0_-")]
    expression, is_exact = BinaryCodes.restore(pairs)
    assert (expression, is_exact) == (parse_expression("n1-n2"), True)
    assert not BinaryCodes.restore([("n2", "1_0_-")])[1]


def test_both_codecs_have_their_names() -> None:
    assert CODECS["mtree"] is MTreeCodes
    assert CODECS["binary"] is BinaryCodes
    mtree = MTreeCodes.learn(PROBLEMS, CodecSettings())
    assert len(CODEC.codebook) > len(mtree.codebook)
    for codec in (CODEC, mtree):
        again = read_codec(codec.to_json())
        assert again == codec
        assert type(again) is type(codec)
