"""An M-tree drawn in the terminal."""

from collections.abc import Callable

from rich.text import Text
from rich.tree import Tree

from sumc.algebra.drawing import KIND_LABELS
from sumc.algebra.nodes import Leaf, Node


def drawn_tree(node: Node, text: Callable[[Leaf], str] = str) -> Tree:
    """A drawing of a node and all below it, with a text for every leaf."""
    if isinstance(node, Leaf):
        return Tree(Text(text(node), style="red" if node.negated else "cyan"))
    drawn = Tree(Text(KIND_LABELS[node.kind], style="bold magenta"))
    drawn.children.extend(drawn_tree(child, text) for child in node.children)
    return drawn
