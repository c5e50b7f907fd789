"""What two M-trees have in common."""

from collections import Counter
from collections.abc import Sequence
from itertools import product

from sumc.algebra.nodes import Branch, Node, leaves

MOST_PAIRS = 2_000
"""Pairs of branches that one comparison looks into; after that they are paired in order."""


class Comparison:
    """Two trees being compared: remembers what pairs of branches share, within a budget."""

    def __init__(self) -> None:
        self.shared: dict[tuple[int, int], int] = {}
        self.pairs_left = MOST_PAIRS

    def overlap(self, left: Branch, right: Branch) -> float:
        """The share of leaves at the same place in both trees, from 0 to 1.

        A leaf counts when its form, its symbol and the branches above it can be matched. The
        share is taken of the larger tree.
        """
        return self.common_leaves(left, right) / max(_size(left), _size(right))

    def common_leaves(self, left: Branch, right: Branch) -> int:
        """How many leaves two branches of one kind share: equal children, then the best pairs."""
        known = self.shared.get((id(left), id(right)))
        if known is not None:
            return known
        only_left, only_right = unmatched(left.children, right.children)
        common = _size(left) - sum(map(_size, only_left))
        pairs = self.alike_pairs(only_left, only_right)
        counted = sorted(((self.common_leaves(*p), p) for p in pairs), key=lambda item: -item[0])
        used: set[int] = set()
        for count, (first, second) in counted:  # every branch is used once, in its best pair
            if id(first) not in used and id(second) not in used:
                used |= {id(first), id(second)}
                common += count
        self.shared[id(left), id(right)] = common
        return common

    def alike_pairs(
        self, left: Sequence[Node], right: Sequence[Node]
    ) -> list[tuple[Branch, Branch]]:
        """Pairs of branches of one kind: each with each, or in order when the budget is short."""
        firsts, seconds = _branches(left), _branches(right)
        self.pairs_left -= len(firsts) * len(seconds)
        few = self.pairs_left >= 0
        pairs = product(firsts, seconds) if few else zip(firsts, seconds, strict=False)
        return [(first, second) for first, second in pairs if first.kind == second.kind]


def _size(node: Node) -> int:
    return len(node.symbols) or sum(1 for _ in leaves(node))  # the root lists no symbols


def _branches(nodes: Sequence[Node]) -> list[Branch]:
    return [node for node in nodes if isinstance(node, Branch)]


def unmatched(left: Sequence[Node], right: Sequence[Node]) -> tuple[list[Node], list[Node]]:
    """The nodes of each side that have no equal node on the other, in order."""
    return _without(left, right), _without(right, left)


def _without(nodes: Sequence[Node], others: Sequence[Node]) -> list[Node]:
    available = Counter(other.text for other in others)
    left_over = []
    for node in nodes:
        if available[node.text] > 0:
            available[node.text] -= 1
        else:
            left_over.append(node)
    return left_over
