"""The exact value of an M-tree."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from numbers import Integral

from sumc.algebra.limits import DEFAULT_LIMITS, Limits, bounded
from sumc.algebra.nodes import (
    NEGATED_PRODUCT,
    PRODUCT,
    RECIPROCAL_SUM,
    Branch,
    Leaf,
    Node,
    leaves,
    root,
)
from sumc.algebra.notation import shortened, to_infix
from sumc.algebra.operands import is_number, number_value, read_number
from sumc.algebra.reading import readable_expression
from sumc.errors import EvaluationError, ExpressionError

Number = int | Fraction | Decimal | float | str
"""What may be given as the number of a symbol; a float counts as the decimals it prints."""


def evaluate_node(top: Branch, values: Mapping[str, Number], limits: Limits) -> Fraction:
    """The value of a tree when its symbols have these numbers."""
    symbols = tuple(dict.fromkeys(leaf.symbol for leaf in leaves(top)))
    missing = sorted(
        symbol for symbol in symbols if not is_number(symbol) and symbol not in values
    )
    if missing:
        raise EvaluationError(f"no number is given for {', '.join(missing[:10])}")
    numbers = {
        symbol: number_value(symbol) if is_number(symbol) else exact(values[symbol], symbol)
        for symbol in symbols
    }
    return _Evaluator(numbers, limits).value(top)


def exact(number: Number, name: str) -> Fraction:
    """A number as an exact fraction: `1.1`, `"1.1"` and `Decimal("1.1")` are all 11/10."""
    try:
        if isinstance(number, str):
            sign, digits = (-1, number[1:]) if number[:1] in ("-", "−") else (1, number)
            return sign * number_value(read_number(digits.strip()))
        if isinstance(number, Decimal) and abs(number.adjusted()) > DEFAULT_LIMITS.value_digits:
            raise ValueError("a decimal with too many digits")
        if isinstance(number, Fraction | Decimal):
            return Fraction(number)
        if isinstance(number, Integral):  # also of numpy, whose own arithmetic overflows
            return Fraction(int(number))
        return Fraction(str(float(number)))
    except (ExpressionError, ValueError, OverflowError, TypeError):
        raise EvaluationError(f"expected a number for {name}, found {number!r}") from None


class _Evaluator:
    """Adds up and multiplies nodes, from the leaves to the root."""

    def __init__(self, numbers: Mapping[str, Fraction], limits: Limits) -> None:
        self.numbers = numbers
        self.limits = limits

    def value(self, node: Node) -> Fraction:
        if isinstance(node, Leaf):
            number = self.numbers[node.symbol]
            number = self.inverse(number, node) if node.inverted else number
            return -number if node.negated else number
        if node.kind in (PRODUCT, NEGATED_PRODUCT):
            product = self.product(node)
            return -product if node.kind == NEGATED_PRODUCT else product
        total = self.sum(node)
        return self.inverse(total, node) if node.kind == RECIPROCAL_SUM else total

    def sum(self, node: Branch) -> Fraction:
        total = Fraction(0)
        for child in node.children:
            total = bounded(total + self.value(child), self.limits)
        return total

    def product(self, node: Branch) -> Fraction:
        product = Fraction(1)
        for child in node.children:
            product = bounded(product * self.value(child), self.limits)
        return product

    def inverse(self, value: Fraction, node: Node) -> Fraction:
        if value == 0:
            raise EvaluationError(f"division by zero: {_divisor(node)}")
        return 1 / value


def _divisor(node: Node) -> str:
    """What is zero, as people would write it."""
    if isinstance(node, Leaf):
        return f"1/{node.symbol}" if is_number(node.symbol) else f"{node.symbol} is 0"
    text = to_infix(readable_expression(root(node.children)))
    return f"{shortened(text)} is 0"
