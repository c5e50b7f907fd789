"""The nodes of an M-tree: leaves in four forms and branches of four kinds (paper, section 3.2).

Children are an unordered multiset. They are kept in one canonical order, a pure function of the
tree, so that equal trees have equal texts: the text of a node is its identity.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from operator import attrgetter
from typing import Literal

from sumc.algebra.operands import natural_order

Kind = Literal["+", "*", "*-", "+/"]
SUM: Kind = "+"
PRODUCT: Kind = "*"
NEGATED_PRODUCT: Kind = "*-"
RECIPROCAL_SUM: Kind = "+/"
KINDS: tuple[Kind, ...] = (SUM, PRODUCT, NEGATED_PRODUCT, RECIPROCAL_SUM)


@dataclass(frozen=True, slots=True)
class Leaf:
    """One number of the problem, possibly negated or inverted: v, -v, 1/v or -1/v."""

    symbol: str
    negated: bool
    inverted: bool
    text: str
    symbols: tuple[str, ...] = field(repr=False)
    order: str = field(repr=False)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True, eq=False)
class Branch:
    """An operation over any number of children: `+`, `*`, `*-` (opposite), `+/` (reciprocal)."""

    kind: Kind
    children: tuple["Node", ...]
    text: str
    symbols: tuple[str, ...] = field(repr=False)
    order: str = field(repr=False)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Branch) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __str__(self) -> str:
        return self.text


Node = Leaf | Branch


@lru_cache(maxsize=8192)
def leaf(symbol: str, negated: bool = False, inverted: bool = False) -> Leaf:
    """The leaf of a symbol or number in one of its four forms.

    >>> str(leaf("n1", negated=True, inverted=True))
    '-1/n1'
    """
    text = ("-" if negated else "") + ("1/" if inverted else "") + symbol
    symbols = (natural_order(symbol),)
    return Leaf(symbol, negated, inverted, text, symbols, _order(symbols, text))


def branch(kind: Kind, children: Iterable[Node]) -> Branch:
    """A branch over children given in any order.

    >>> str(branch("+", [leaf("n10"), leaf("n2")]))
    '(+ n2 n10)'
    """
    ordered = sorted(children, key=_BY_ORDER)
    text = f"({kind} {' '.join([child.text for child in ordered])})"
    symbols = tuple(sorted([symbol for child in ordered for symbol in child.symbols]))
    return Branch(kind, tuple(ordered), text, symbols, _order(symbols, text))


def root(children: Iterable[Node]) -> Branch:
    """The `+` on top of a tree; it has no siblings, so nothing decides its order."""
    ordered = sorted(children, key=_BY_ORDER)
    text = f"({SUM} {' '.join([child.text for child in ordered])})"
    return Branch(SUM, tuple(ordered), text, (), "")


_BY_ORDER = attrgetter("order")


def _order(symbols: tuple[str, ...], text: str) -> str:
    """What decides the order of siblings: the symbols below, then the structure."""
    return "\0".join((*symbols, "", text))  # NUL is in no name and sorts before everything


def leaves(node: Node) -> Iterator[Leaf]:
    """All leaves below a node (or the leaf itself), from left to right."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        if isinstance(current, Leaf):
            yield current
        else:
            waiting.extend(reversed(current.children))
