"""M-trees as nested JSON, for pages that draw them, and what differs between two of them."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

from sumc.algebra.mtree import MTree
from sumc.algebra.nodes import Branch, Leaf, Node
from sumc.algebra.overlap import Comparison

Json = dict[str, Any]
Marked = tuple[Branch, Json]
"""A branch and the object it becomes."""
Children = dict[int, tuple[Node, Json]]
"""Children of a branch with their objects, by their numbers from left to right."""

SAME, CHANGED, ONLY = "same", "changed", "only"


def tree_nodes(tree: MTree) -> Json:
    """A tree as nested objects; every leaf has its code.

    >>> tree_nodes(MTree.parse("-a"))["children"]
    [{'symbol': 'a', 'negated': True, 'inverted': False, 'code': '1_0_+'}]
    """
    return _branch(tree.root, iter(tree.codes()))


def _branch(branch: Branch, codes: Iterator[tuple[str, str]]) -> Json:
    children = [
        _leaf(child, codes) if isinstance(child, Leaf) else _branch(child, codes)
        for child in branch.children
    ]
    return {"kind": branch.kind, "children": children}


def _leaf(leaf: Leaf, codes: Iterator[tuple[str, str]]) -> Json:
    _, code = next(codes)
    return {
        "symbol": leaf.symbol,
        "negated": leaf.negated,
        "inverted": leaf.inverted,
        "code": code,
    }


def compared_nodes(student: MTree, reference: MTree) -> tuple[Json, Json, list[Json]]:
    """Both trees with a mark on every leaf, and the numbers that differ.

    A leaf is the same on both sides (these are the leaves that partial credit counts), changed
    when the number has another form or place on the other side, or only on this side.
    """
    left, right = tree_nodes(student), tree_nodes(reference)
    _mark_same((student.root, left), (reference.root, right))
    return left, right, _differences(_leaves(left), _leaves(right))


def _mark_same(student: Marked, reference: Marked) -> None:
    """Mark the leaves that both trees share: equal children, then those of the best pairs."""
    comparison = Comparison()
    waiting = [(student, reference)]
    while waiting:
        first, second = waiting.pop()
        left, right = _without(first, second), _without(second, first)
        for each, left_over in ((first, left), (second, right)):
            for index, child in enumerate(each[1]["children"]):
                if index not in left_over:
                    _mark_all(child)
        waiting.extend(_best_pairs(comparison, left, right))


def _without(one: Marked, other: Marked) -> Children:
    """The children that have no equal child on the other side, by their numbers."""
    available = Counter(child.text for child in other[0].children)
    left_over = {}
    for index, child in enumerate(one[0].children):
        if available[child.text] > 0:
            available[child.text] -= 1
        else:
            left_over[index] = (child, one[1]["children"][index])
    return left_over


def _mark_all(node: Json) -> None:
    for leaf in _leaves(node):
        leaf["mark"] = SAME


def _best_pairs(
    comparison: Comparison, left: Children, right: Children
) -> Iterator[tuple[Marked, Marked]]:
    """Branches of one kind, each used once, those that share most first."""
    json_of = {id(node): json for node, json in (*left.values(), *right.values())}
    pairs = comparison.alike_pairs(
        [node for node, _ in left.values()], [node for node, _ in right.values()]
    )
    pairs.sort(key=lambda pair: -comparison.common_leaves(*pair))
    used: set[int] = set()
    for first, second in pairs:
        if id(first) not in used and id(second) not in used:
            used |= {id(first), id(second)}
            yield (first, json_of[id(first)]), (second, json_of[id(second)])


def _leaves(node: Json) -> list[Json]:
    """The leaves of nested objects, from left to right."""
    if "symbol" in node:
        return [node]
    return [leaf for child in node["children"] for leaf in _leaves(child)]


def _differences(student: list[Json], reference: list[Json]) -> list[Json]:
    """The leaves that are not the same, as pairs of one symbol where both sides have it."""
    waiting: dict[str, list[Json]] = defaultdict(list)
    for leaf in reference:
        if "mark" not in leaf:
            leaf["mark"] = ONLY
            waiting[leaf["symbol"]].append(leaf)
    differences = []
    for leaf in student:
        if "mark" in leaf:
            continue
        others = waiting[leaf["symbol"]]
        other = others.pop(0) if others else None
        leaf["mark"] = ONLY if other is None else CHANGED
        if other is not None:
            other["mark"] = CHANGED
        differences.append(_difference(leaf["symbol"], leaf, other))
    left_over = (leaf for leaf in reference if leaf["mark"] == ONLY)
    return differences + [_difference(leaf["symbol"], None, leaf) for leaf in left_over]


def _difference(symbol: str, student: Json | None, reference: Json | None) -> Json:
    return {
        "symbol": symbol,
        "student": student and student["code"],
        "reference": reference and reference["code"],
    }
