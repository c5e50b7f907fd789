"""How a wrong prediction differs from the gold solution: a few kinds, from near to far."""

from collections.abc import Callable

from sumc.algebra.mtree import MTree
from sumc.algebra.nodes import NEGATED_PRODUCT, PRODUCT, RECIPROCAL_SUM, SUM, Kind, Leaf, Node
from sumc.evaluation.judgement import Judgement

NO_ANSWER = "no answer"
NO_SOLUTION = "wrong answer, no gold solution to compare with"
DATASET = "gold solution found, but its value is not the published answer"
FORMS = "a sign or a reciprocal"
NUMBERS = "right structure, other numbers"
OPERATIONS = "right numbers, other operations"
TOO_MANY = "uses a number that is not needed"
TOO_FEW = "leaves out a number that is needed"
OTHER = "other numbers and other operations"
KINDS = (NO_ANSWER, NO_SOLUTION, DATASET, FORMS, NUMBERS, OPERATIONS, TOO_MANY, TOO_FEW, OTHER)
"""A prediction is of the first kind that fits."""


def kind_of(judgement: Judgement) -> str:
    """The kind of difference between a wrong prediction and the gold solution."""
    predicted, gold = judgement.prediction.tree, judgement.problem.tree()
    if predicted is None or judgement.prediction.answer is None:
        return NO_ANSWER
    return NO_SOLUTION if gold is None else compare(predicted, gold)


def compare(predicted: MTree, gold: MTree) -> str:
    """How one M-tree differs from the gold one.

    >>> compare(MTree.parse("n1+n2"), MTree.parse("n1-n2"))
    'a sign or a reciprocal'
    >>> compare(MTree.parse("n1+n3"), MTree.parse("n1+n2"))
    'right structure, other numbers'
    """
    if predicted == gold:
        return DATASET
    if _unsigned(predicted.root) == _unsigned(gold.root):
        return FORMS
    if _structure(predicted.root) == _structure(gold.root):
        return NUMBERS
    ours, theirs = set(predicted.symbols), set(gold.symbols)
    if ours == theirs:
        return OPERATIONS
    return TOO_MANY if ours > theirs else TOO_FEW if ours < theirs else OTHER


_PLAIN: dict[Kind, Kind] = {NEGATED_PRODUCT: PRODUCT, RECIPROCAL_SUM: SUM}


def _unsigned(node: Node) -> str:
    """What is left of a tree without signs and reciprocals."""
    return _sketch(node, lambda leaf: leaf.symbol, lambda kind: _PLAIN.get(kind, kind))


def _structure(node: Node) -> str:
    """What is left of a tree when all numbers look alike."""
    return _sketch(node, lambda leaf: f"{leaf.negated:d}{leaf.inverted:d}", lambda kind: kind)


def _sketch(node: Node, draw: Callable[[Leaf], str], rename: Callable[[Kind], str]) -> str:
    if isinstance(node, Leaf):
        return draw(node)
    children = sorted(_sketch(child, draw, rename) for child in node.children)
    return f"({rename(node.kind)} {' '.join(children)})"
