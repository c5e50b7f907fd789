"""M-tree to an expression that people can read: subtraction, division and powers come back.

The expression parses back to the same tree. A lone reciprocal is therefore written `a^-1`: `1/a`
would be a tree with the number 1 in it.
"""

from collections.abc import Sequence
from itertools import groupby

from sumc.algebra.expression import NEGATE, Expression
from sumc.algebra.nodes import NEGATED_PRODUCT, RECIPROCAL_SUM, SUM, Branch, Leaf, Node

Items = list[str]
Divisor = tuple[Items, int]
"""What is divided by, and how often."""


def readable_expression(node: Node) -> Expression:
    """An expression of a node that needs few brackets: divisors follow one another."""
    return Expression(tuple(_Reader(join_divisors=False).node(node)))


def fraction_expression(node: Node) -> Expression:
    """An expression of a node for fraction bars: all divisors of a product are together.

    A lone reciprocal is one over the number here, so this one need not parse back to the tree.
    """
    return Expression(tuple(_Reader(join_divisors=True).node(node)))


class _Reader:
    """Writes nodes as postfix items."""

    def __init__(self, join_divisors: bool) -> None:
        self.join_divisors = join_divisors

    def node(self, node: Node) -> Items:
        """The node as the whole of an expression."""
        if isinstance(node, Branch) and node.kind == SUM:
            return self.sum(node.children)
        return self.sum((node,))

    def sum(self, terms: Sequence[Node]) -> Items:
        """The terms joined by + and -, with a positive one first where there is one."""
        start = next((index for index, term in enumerate(terms) if not _is_negative(term)), 0)
        items = self.term(terms[start], signed=_is_negative(terms[start]))
        for term in (*terms[:start], *terms[start + 1 :]):
            items += (*self.term(term), "-" if _is_negative(term) else "+")
        return items

    def term(self, term: Node, signed: bool = False) -> Items:
        """One term of a sum, without its sign unless `signed`."""
        if isinstance(term, Branch) and term.kind != RECIPROCAL_SUM:
            return self.product(term.children, signed)
        return self.product((term,), signed)

    def product(self, factors: Sequence[Node], signed: bool) -> Items:
        """Numbers over divisors; equal ones are a power."""
        powers = [(factor, len(list(equal))) for factor, equal in groupby(factors)]
        top = [_power(self.base(factor), k) for factor, k in powers if not _divides(factor)]
        bottom = [(self.base(factor), k) for factor, k in powers if _divides(factor)]
        if not top:
            top = [["1"]] if self.join_divisors else [_inverse_power(bottom.pop(0))]
        first, *others = top
        items = [*first, NEGATE] if signed else [*first]
        for other in others:
            items += (*other, "*")
        return items + (_joined(bottom) if self.join_divisors else _one_by_one(bottom))

    def base(self, factor: Node) -> Items:
        return [factor.symbol] if isinstance(factor, Leaf) else self.sum(factor.children)


def _is_negative(term: Node) -> bool:
    return term.negated if isinstance(term, Leaf) else term.kind == NEGATED_PRODUCT


def _divides(factor: Node) -> bool:
    return factor.inverted if isinstance(factor, Leaf) else True


def _power(base: Items, exponent: int) -> Items:
    return base if exponent == 1 else [*base, str(exponent), "^"]


def _inverse_power(divisor: Divisor) -> Items:
    base, exponent = divisor
    return [*base, str(exponent), NEGATE, "^"]


def _joined(divisors: list[Divisor]) -> Items:
    """All divisors multiplied, then one division."""
    if not divisors:
        return []
    first, *others = (_power(base, exponent) for base, exponent in divisors)
    return [*first, *(item for other in others for item in (*other, "*")), "/"]


def _one_by_one(divisors: list[Divisor]) -> Items:
    """A division for each; a sum is never squared here, it would be multiplied out when read."""
    items: Items = []
    for base, exponent in divisors:
        if len(base) == 1:
            items += (*_power(base, exponent), "/")
        else:
            items += (*base, "/") * exponent
    return items
