"""The first thing in which two M-trees differ, in words."""

from sumc.algebra.nodes import NEGATED_PRODUCT, PRODUCT, RECIPROCAL_SUM, Branch, Leaf, Node, branch
from sumc.algebra.notation import to_infix
from sumc.algebra.overlap import alike_pairs, common_leaves, unmatched
from sumc.algebra.reading import readable_expression

_PRODUCTS = (PRODUCT, NEGATED_PRODUCT)
_LONGEST_NAME = 40


def first_difference(student: Branch, reference: Branch) -> str:
    """A short sentence about the first thing in which a student's tree and the reference differ.

    >>> from sumc.algebra.mtree import MTree
    >>> first_difference(MTree.parse("a+b+5").root, MTree.parse("a+b-5").root)
    '5 is added here and subtracted in the reference'
    """
    given, expected = unmatched(student.children, reference.children)
    for node in expected:
        for other in given:
            if _differ_in_form(other, node):
                here, there = _role(other, student), _role(node, reference)
                return f"{_name(node)} is {here} here and {there} in the reference"
    closest = max(alike_pairs(given, expected), key=_shared, default=None)
    if closest and _shared(closest):
        return first_difference(*closest)
    if given and expected:
        return f"{_name(given[0])} stands here where the reference has {_name(expected[0])}"
    if expected:
        return f"{_name(expected[0])} is missing here"
    return f"{_name(given[0])} stands here but not in the reference"


def _shared(pair: tuple[Branch, Branch]) -> int:
    return common_leaves(*pair)


def _differ_in_form(first: Node, second: Node) -> bool:
    """Whether two different nodes are one number in two forms, or a product and its opposite."""
    if isinstance(first, Leaf) or isinstance(second, Leaf):
        both = isinstance(first, Leaf) and isinstance(second, Leaf)
        return both and first.symbols == second.symbols
    products = first.kind in _PRODUCTS and second.kind in _PRODUCTS
    return products and first.children == second.children


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
        return _short(node.symbol)
    unsigned = branch(PRODUCT, node.children) if node.kind == NEGATED_PRODUCT else node
    return _short(to_infix(readable_expression(unsigned)))


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_NAME else text[:_LONGEST_NAME] + "…"
