from built_in import generated_dataset
from sumc.algebra.expression import parse_expression
from sumc.algebra.mtree import MTree
from sumc.targets import TARGETS, BinaryCodes, MTreeCodes

PROBLEMS = generated_dataset().problems[:1000]


def test_binary_codes_bring_back_a_tree_of_the_same_value() -> None:
    target = BinaryCodes.learn(PROBLEMS)
    for problem in filter(target.covers, PROBLEMS):
        tree = target.decode(target.encode(problem), problem)
        assert tree.evaluate(problem.values) == problem.tree().evaluate(problem.values)  # type: ignore[union-attr]


def test_codes_that_are_exactly_those_of_an_expression_are_told_apart() -> None:
    pairs = [("n1", "0_0_-"), ("n2", "1_0_-")]
    tree, is_exact = BinaryCodes.restore(pairs)
    assert (tree, is_exact) == (MTree.from_expression(parse_expression("n1-n2")), True)
    assert not BinaryCodes.restore([("n2", "1_0_-")])[1]


def test_both_targets_have_their_names() -> None:
    assert {"mtree": MTreeCodes, "binary": BinaryCodes} == TARGETS
    assert len(BinaryCodes.learn(PROBLEMS).codebook) > len(MTreeCodes.learn(PROBLEMS).codebook)
