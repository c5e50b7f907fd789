"""Equation normalisation of T-RNN: fewer ways of writing one solution.

An expression is read as chains: sums of terms joined by + and -, products of factors joined by
* and /. Brackets inside a chain of their own kind are opened:

    n3 + (n2 - n1)  ->  n3 + n2 - n1        n1 / (n2 * n3)  ->  n1 / n2 / n3

Then runs of plain numbers are sorted into text order (rule 2). All of it keeps the M-tree.
Rule 1, one representative for equivalent equations, is `representatives`: equivalent here
means having the same M-tree, so no random numbers are needed to find out.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from sumc.algebra.expression import NEGATE, OPERATORS, Expression
from sumc.algebra.mtree import MTree
from sumc.algebra.operands import is_number, natural_order
from sumc.codecs.zero_signs import Items

SUM, PRODUCT = "+", "*"
_KIND = {"+": SUM, "-": SUM, "*": PRODUCT, "/": PRODUCT}
_INVERSE = {"+": "-", "-": "+", "*": "/", "/": "*"}


class _Link(NamedTuple):
    """One part of a chain and the operator before it; the first has + or *."""

    operator: str
    items: Items
    kind: str
    """What the part is itself: a sum, a product, or "" for a number, a power or a sign."""

    @property
    def is_plain(self) -> bool:
        return len(self.items) == 1


class _Chain(NamedTuple):
    kind: str
    links: list[_Link]
    has_sum: bool
    """Whether a + or - is somewhere inside."""


def normalise(expression: Expression) -> Expression:
    """The expression with brackets opened and runs of numbers sorted; its M-tree is the same.

    >>> from sumc.algebra.expression import parse_expression
    >>> from sumc.algebra.notation import to_infix
    >>> to_infix(normalise(parse_expression("n3*n1-(n4-(n2+n1))")))
    'n1*n3-n4+n2+n1'
    """
    stack: list[_Chain] = []
    for item in expression.items:
        if item not in OPERATORS:
            stack.append(_closed((item,), has_sum=False))
            continue
        right = stack.pop()
        if item == NEGATE:
            stack.append(_closed((*_written(right), NEGATE), right.has_sum))
        elif item == "^":
            left = stack.pop()
            stack.append(_closed((*_written(left), *_written(right), "^"), left.has_sum))
        else:
            stack[-1] = _joined(stack[-1], item, right)
    return Expression(_written(stack[0]))


def _closed(items: Items, has_sum: bool) -> _Chain:
    """A part that no chain opens."""
    return _Chain("", [_Link("", items, "")], has_sum)


def _joined(left: _Chain, operator: str, right: _Chain) -> _Chain:
    kind = _KIND[operator]
    links = _links(left, kind, kind)
    if operator == "/" and right.has_sum:  # n1/((n2+n3)*n4) is another tree without brackets
        links.append(_Link(operator, _written(right), right.kind))
    else:
        links += _links(right, kind, operator)
    return _Chain(kind, links, kind == SUM or left.has_sum or right.has_sum)


def _links(chain: _Chain, kind: str, operator: str) -> list[_Link]:
    """A chain as links of a chain of some kind, after an operator."""
    if chain.kind != kind:
        return [_Link(operator, _written(chain), chain.kind)]
    if operator == kind:
        return chain.links
    return [each._replace(operator=_INVERSE[each.operator]) for each in chain.links]


def _written(chain: _Chain) -> Items:
    """The postfix items of a chain, its runs sorted."""
    first, *others = _sorted_runs(chain)
    return first.items + tuple(i for each in others for i in (*each.items, each.operator))


def _sorted_runs(chain: _Chain) -> list[_Link]:
    links = list(chain.links)
    start = 0
    while start < len(links):
        end = start + 1
        if links[start].is_plain:
            while end < len(links) and links[end].is_plain and links[end].operator == chain.kind:
                end += 1
            if not _is_bound(chain, start, end):
                numbers = sorted((each.items for each in links[start:end]), key=_text_order)
                links[start:end] = [
                    link._replace(items=items)
                    for link, items in zip(links[start:end], numbers, strict=True)
                ]
        start = end
    return links


def _is_bound(chain: _Chain, start: int, end: int) -> bool:
    """Whether the operator before or after a run is - or /, or a part beside it is a product."""
    beside = chain.links[max(0, start - 1) : start] + chain.links[end : end + 1]
    operators = [each.operator for each in (chain.links[start], *chain.links[end : end + 1])]
    products = chain.kind == SUM and any(each.kind == PRODUCT for each in beside)
    return products or _INVERSE.get(chain.kind) in operators


def _text_order(items: Items) -> tuple[bool, str]:
    """Numbers of the text by their place there, then constants by value."""
    return is_number(items[0]), natural_order(items[0])


def representatives(solutions: Iterable[Expression]) -> tuple[Expression, ...]:
    """For every M-tree with several ways of writing it, the shortest, then most frequent one.

    >>> from sumc.algebra.expression import parse_expression
    >>> from sumc.algebra.notation import to_infix
    >>> texts = ["n1*(n2+n3)", "n1*n2+n1*n3", "n1-n2"]
    >>> [to_infix(each) for each in representatives(map(parse_expression, texts))]
    ['n1*(n2+n3)']
    """
    classes: dict[MTree, Counter[Items]] = defaultdict(Counter)
    for solution in solutions:
        classes[MTree.from_expression(solution)][solution.items] += 1
    several = [ways for ways in classes.values() if len(ways) > 1]
    best = (min(ways, key=lambda way: (len(way), -ways[way], way)) for ways in several)
    return tuple(map(Expression, sorted(best)))
