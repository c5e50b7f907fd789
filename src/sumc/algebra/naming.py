"""Numbers and parts of formulas as sentences name them: 1/2 and 5/6, as people write them."""

from sumc.algebra.expression import OPERATORS, Expression
from sumc.algebra.nodes import Node
from sumc.algebra.notation import shortened, to_infix
from sumc.algebra.operands import is_number, number_value
from sumc.algebra.reading import fraction_expression


def number_name(operand: str) -> str:
    """A number in a sentence.

    >>> number_name("0(5/6)"), number_name("2(1/3)"), number_name("0.75")
    ('5/6', '2(1/3)', '0.75')
    """
    return shortened("/".join(_parts(operand)))


def node_name(node: Node) -> str:
    """A part of an M-tree in a sentence.

    >>> from sumc.algebra.mtree import MTree
    >>> node_name(MTree.parse("2^-1+12*0(5/6)").root)
    '5/6*12+1/2'
    """
    items = fraction_expression(node).items
    plain = (part for item in items for part in _items(item))
    return shortened(to_infix(Expression(tuple(plain))))


def _items(item: str) -> tuple[str, ...]:
    """An operator, a symbol or a number; a fraction below 1 is a division."""
    if item in OPERATORS or not is_number(item):
        return (item,)
    top, *bottom = _parts(item)
    return (top, *bottom, "/") if bottom else (top,)


def _parts(operand: str) -> tuple[str, ...]:
    """A fraction without decimals that is below 1 as its two whole numbers, else the number."""
    if not operand.startswith("0("):
        return (operand,)
    value = number_value(operand)
    return str(value.numerator), str(value.denominator)
