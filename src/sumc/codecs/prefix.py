"""Prefix order as a target: what GTS, Graph2Tree, GTS-PLM and our UniLM-Solver predict.

n1 * (n2 - n3)   is   * n1 - n2 n3
"""

from typing import ClassVar

from sumc.codecs.sequence import BINARY, Names, SequenceCodec
from sumc.codecs.zero_signs import Items
from sumc.errors import CodeError


class PrefixCodec(SequenceCodec):
    """The symbols of a solution as written, every operator before its two sides."""

    name: ClassVar[str] = "prefix"

    @staticmethod
    def arrange(items: Items) -> Names:
        """The symbols of a solution, from postfix to prefix order."""
        return prefix_of(items)

    @staticmethod
    def restore(names: Names) -> Items:
        """The postfix order of symbols in prefix order."""
        return postfix_of(names)


def prefix_of(postfix: Items) -> Names:
    """Symbols in postfix order, in prefix order.

    >>> prefix_of(("n1", "n2", "n3", "-", "*"))
    ('*', 'n1', '-', 'n2', 'n3')
    """
    stack: list[Names] = []
    for item in postfix:
        if item in BINARY:
            right, left = stack.pop(), stack.pop()
            stack.append((item, *left, *right))
        else:
            stack.append((item,))
    return stack[0]


def postfix_of(prefix: Names) -> Items:
    """Symbols in prefix order, in postfix order; a `CodeError` if they are not one tree.

    >>> postfix_of(("*", "n1", "-", "n2", "n3"))
    ('n1', 'n2', 'n3', '-', '*')
    """
    _check_prefix(prefix)
    stack: list[Items] = []
    for name in reversed(prefix):
        if name in BINARY:
            left, right = stack.pop(), stack.pop()
            stack.append((*left, *right, name))
        else:
            stack.append((name,))
    return stack[0]


def _check_prefix(prefix: Names) -> None:
    missing = 1  # parts that are still to come; an operator is one of them and needs two more
    for position, name in enumerate(prefix, start=1):
        if not missing:
            raise CodeError(f"too long: the tree is complete before {name}, symbol {position}")
        missing += 1 if name in BINARY else -1
    if missing:
        raise CodeError(f"incomplete: {missing} operands are missing after {len(prefix)} symbols")
