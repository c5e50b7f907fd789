"""Trees as JSON and the marks of a comparison agree with the algebra."""

from hypothesis import assume, given

from strategies import small_expressions
from sumc import Limits, MTree, check
from sumc.errors import SumcError
from sumc.web.nodes import compared_nodes, tree_nodes
from web.serving import Json

SMALL = Limits(leaves=200)


def leaves(node: Json) -> list[Json]:
    if "symbol" in node:
        return [node]
    return [leaf for child in node["children"] for leaf in leaves(child)]


def read(expression: str) -> MTree:
    """The tree of a random expression, if it has one."""
    try:
        return MTree.parse(expression, SMALL)
    except SumcError:
        assume(False)
        raise


@given(small_expressions())
def test_the_leaves_spell_the_codes_of_the_tree(expression: str) -> None:
    tree = read(expression)
    found = leaves(tree_nodes(tree))
    assert [(leaf["symbol"], leaf["code"]) for leaf in found] == tree.codes()
    for leaf in found:
        assert leaf["code"].startswith(f"{leaf['negated']:d}_{leaf['inverted']:d}_")


@given(small_expressions(), small_expressions())
def test_partial_credit_is_the_share_of_leaves_that_are_marked_the_same(
    student: str, reference: str
) -> None:
    left, right, differences = compared_nodes(read(student), read(reference))
    result = check(student, reference)
    first, second = leaves(left), leaves(right)
    same = [sum(leaf["mark"] == "same" for leaf in each) for each in (first, second)]
    assert same[0] == same[1]
    if not result.accepted("equivalent"):
        assert result.score == same[0] / max(len(first), len(second))
    if result.verdict == "same-structure":
        assert differences == []


@given(small_expressions(), small_expressions())
def test_every_leaf_that_is_not_the_same_is_one_side_of_one_difference(
    student: str, reference: str
) -> None:
    left, right, differences = compared_nodes(read(student), read(reference))
    for side, nodes in (("student", left), ("reference", right)):
        told = sorted((each["symbol"], each[side]) for each in differences if each[side])
        marked = [leaf for leaf in leaves(nodes) if leaf["mark"] != "same"]
        assert told == sorted((leaf["symbol"], leaf["code"]) for leaf in marked)
    for each in differences:
        both = each["student"] and each["reference"]
        marks = {
            leaf["mark"]
            for leaf in (*leaves(left), *leaves(right))
            if leaf["symbol"] == each["symbol"] and leaf["mark"] != "same"
        }
        assert ("changed" if both else "only") in marks


def test_the_best_pair_of_products_is_compared() -> None:
    left, right, differences = compared_nodes(
        MTree.parse("a*b*c + d*e"), MTree.parse("a*b*f + d*e")
    )
    assert [leaf["mark"] for leaf in leaves(left)] == ["same", "same", "only", "same", "same"]
    assert [leaf["mark"] for leaf in leaves(right)] == ["same", "same", "only", "same", "same"]
    assert [each["symbol"] for each in differences] == ["c", "f"]
