"""The first difference between two M-trees, in words."""

from sumc.algebra.naming import node_name, number_name
from sumc.algebra.nodes import NEGATED_PRODUCT, PRODUCT, RECIPROCAL_SUM, Branch, Leaf, Node, branch
from sumc.algebra.overlap import Comparison, unmatched

_PRODUCTS = (PRODUCT, NEGATED_PRODUCT)


def first_difference(
    student: Branch, reference: Branch, comparison: Comparison | None = None
) -> str:
    """A short sentence about the first difference between a student's tree and the reference.

    >>> from sumc.algebra.mtree import MTree
    >>> first_difference(MTree.parse("a+b+5").root, MTree.parse("a+b-5").root)
    '5 is added here and subtracted in the reference'
    """
    comparison = comparison or Comparison()
    given, expected = unmatched(student.children, reference.children)
    forms = {_without_form(node): node for node in reversed(given)}
    for node in expected:
        other = forms.get(_without_form(node))
        if other is not None:
            here, there = _role(other, student), _role(node, reference)
            return f"{_name(node)} is {here} here and {there} in the reference"
    pairs = comparison.alike_pairs(given, expected)
    closest = max(pairs, key=lambda pair: comparison.common_leaves(*pair), default=None)
    if closest and comparison.common_leaves(*closest):
        return first_difference(*closest, comparison)
    if given and expected:
        return f"{_name(given[0])} is here where the reference has {_name(expected[0])}"
    if expected:
        return f"{_name(expected[0])} is missing here"
    return f"{_name(given[0])} is here but not in the reference"


def _without_form(node: Node) -> str:
    """What is the same for a number in its four forms, and for a product and its opposite."""
    if isinstance(node, Leaf):
        return node.symbol
    is_product = node.kind in _PRODUCTS
    return node.text.removeprefix(f"({node.kind} ") if is_product else node.text


def _role(node: Node, parent: Branch) -> str:
    """What a node does in its parent, as in "5 is added"."""
    inverted = node.inverted if isinstance(node, Leaf) else node.kind == RECIPROCAL_SUM
    if parent.kind in _PRODUCTS:
        return "a divisor" if inverted else "a factor"
    negative = node.negated if isinstance(node, Leaf) else node.kind == NEGATED_PRODUCT
    verb = "subtracted" if negative else "added"
    return f"{verb} as a reciprocal" if inverted else verb


def _name(node: Node) -> str:
    """A node as people would write it, without its sign."""
    if isinstance(node, Leaf):
        return number_name(node.symbol)
    return node_name(branch(PRODUCT, node.children) if node.kind == NEGATED_PRODUCT else node)
