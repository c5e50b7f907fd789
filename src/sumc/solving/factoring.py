"""An M-tree as people would write it: common factors are taken out of brackets again.

An M-tree has no brackets: it holds (5-1)*2 as 5*2-1*2. Here what several products share is taken
out of them, starting with the factor that most of them have, and differences are turned so that
they are not negative. A factor of 1 that is not a number of the text is left out. The value stays
the same.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from typing import Union

from sumc.algebra.nodes import NEGATED_PRODUCT, RECIPROCAL_SUM, SUM, Branch, Leaf, Node
from sumc.algebra.operands import is_number, natural_order, number_operand, number_value
from sumc.errors import EvaluationError

ONE = "1"
"""The constant; a 1 of the text has a name such as n1."""
MOST_TERMS = 40
"""Terms of a sum in which common factors are looked for."""

FEWEST_IN_A_POWER = 4
"""Equal factors that are written as a power."""

Part = Union[str, "Sum"]
"""A number by its name, or a sum in brackets."""
Factor = tuple[Part, bool]
"""A part, and whether it divides."""


@dataclass(frozen=True, slots=True)
class Product:
    """Parts multiplied and divided by other parts; a negative one is taken away."""

    negative: bool
    top: tuple[Part, ...]
    bottom: tuple[Part, ...]

    @property
    def is_part(self) -> bool:
        """Whether it is a part alone, with nothing to multiply or divide."""
        return len(self.top) == 1 and not self.bottom


@dataclass(frozen=True, slots=True)
class Sum:
    """Products that are added or taken away."""

    terms: tuple[Product, ...]


class Values:
    """The values of names and sums, given those of the numbers of a problem."""

    def __init__(self, numbers: Mapping[str, Fraction]) -> None:
        self.numbers = numbers

    def part(self, part: Part) -> Fraction:
        """The value of a name or a sum."""
        if isinstance(part, Sum):
            return sum(map(self.term, part.terms), Fraction(0))
        if part in self.numbers:
            return self.numbers[part]
        if is_number(part):
            return number_value(part)
        raise EvaluationError(f"the symbol {part} has no number")

    def term(self, term: Product) -> Fraction:
        """The value of a product with its sign."""
        value = Fraction(-1 if term.negative else 1)
        for part in term.top:
            value *= self.part(part)
        for part in term.bottom:
            divisor = self.part(part)
            if divisor == 0:
                raise EvaluationError("division by zero")
            value /= divisor
        return value


def factor(root: Branch, numbers: Mapping[str, Fraction]) -> Sum:
    """The sum that a tree is, with common factors before brackets.

    >>> from sumc.algebra.mtree import MTree
    >>> values = {"n1": Fraction(2), "n2": Fraction(5), "n3": Fraction(1)}
    >>> to_text(factor(MTree.parse("n1*(n2-n3)").root, values))
    'n1*(n2-n3)'
    """
    whole = _Factoring(Values(numbers)).sum(root.children)
    return _in_text_order(_without_sign(_without_ones(whole)))


def operands(part: Part) -> set[str]:
    """The names and constants in a part.

    >>> sorted(operands(Sum((Product(False, ("n1",), ("n2",)), Product(False, ("2",), ())))))
    ['2', 'n1', 'n2']
    """
    if not isinstance(part, Sum):
        return {part}
    return {
        name
        for term in part.terms
        for each in (*term.top, *term.bottom)
        for name in operands(each)
    }


def _without_ones(whole: Sum) -> Sum:
    """The same sum without the constant 1 where something is multiplied or divided by it."""
    return Sum(tuple(map(_product_without_ones, whole.terms)))


def _product_without_ones(product: Product) -> Product:
    top, bottom = (
        tuple(_without_ones(part) if isinstance(part, Sum) else part for part in parts)
        for parts in (product.top, product.bottom)
    )
    more = tuple(part for part in top if part != ONE)
    below = tuple(part for part in bottom if part != ONE)
    return Product(product.negative, more or top[:1] or (() if below else (ONE,)), below)


def _without_sign(whole: Sum) -> Sum:
    """A solution that is one negative product with brackets: the sign goes into the brackets."""
    first = whole.terms[0]
    if len(whole.terms) > 1 or not first.negative:
        return whole
    top, turned = _with_one_turned(first.top)
    bottom, turned_below = (first.bottom, False) if turned else _with_one_turned(first.bottom)
    return Sum((Product(not turned and not turned_below, top, bottom),))


def _with_one_turned(parts: tuple[Part, ...]) -> tuple[tuple[Part, ...], bool]:
    """The parts with the opposite of the first sum among them, and whether there is one."""
    for place, part in enumerate(parts):
        if isinstance(part, Sum):
            return (*parts[:place], _opposite(part), *parts[place + 1 :]), True
    return parts, False


def _in_text_order(part: Sum) -> Sum:
    """The same sum with everything in the order of the text, constants last."""
    return Sum(tuple(sorted(map(_product_in_text_order, part.terms), key=_product_order)))


def _product_in_text_order(product: Product) -> Product:
    top, bottom = (
        tuple(sorted(map(_part_in_text_order, parts), key=_part_order))
        for parts in (product.top, product.bottom)
    )
    return Product(product.negative, top, bottom)


def _part_in_text_order(part: Part) -> Part:
    return _in_text_order(part) if isinstance(part, Sum) else part


def _part_order(part: Part) -> tuple[bool, str]:
    """What decides the order: the first number of the text in a part."""
    if isinstance(part, Sum):
        return min(map(_product_order, part.terms))
    return is_number(part), natural_order(part)


def _product_order(product: Product) -> tuple[bool, str]:
    return min(map(_part_order, product.top or product.bottom))


class _Factoring:
    """Turns nodes into sums and takes common factors out of them."""

    def __init__(self, values: Values) -> None:
        self.values = values

    def sum(self, nodes: Sequence[Node]) -> Sum:
        return Sum(tuple(self.collect([self.term(node) for node in nodes])))

    def term(self, node: Node) -> Product:
        """One term of a sum, as in the tree."""
        nodes = [node]
        if isinstance(node, Branch) and node.kind not in (SUM, RECIPROCAL_SUM):
            nodes = list(node.children)
        negative = isinstance(node, Branch) and node.kind == NEGATED_PRODUCT
        top: list[Part] = []
        bottom: list[Part] = []
        for each in nodes:
            part, divides, flips = self.read(each)
            (bottom if divides else top).append(part)
            negative ^= flips
        return Product(negative, tuple(top), tuple(bottom))

    def read(self, node: Node) -> tuple[Part, bool, bool]:
        """A factor: its part, whether it divides and whether it changes the sign."""
        if isinstance(node, Leaf):
            return node.symbol, node.inverted, node.negated
        part, flipped = self.turned(self.sum(node.children))
        return part, node.kind == RECIPROCAL_SUM, flipped

    def turned(self, part: Sum) -> tuple[Sum, bool]:
        """A sum that is not negative, and whether all of its signs were changed for that."""
        value = self.values.part(part)
        if value > 0 or (value == 0 and not part.terms[0].negative):
            return part, False
        return _opposite(part), True

    def collect(self, terms: list[Product]) -> list[Product]:
        """Take common factors out until no two terms share one."""
        root = _root(terms)
        if root:
            inside, _ = self.turned(root)
            return [Product(False, (inside, inside), ())]
        while 1 < len(terms) <= MOST_TERMS and (found := self.best_group(terms)):
            chosen, product = found
            first = chosen[0]
            terms = [
                product if index == first else term
                for index, term in enumerate(terms)
                if index == first or index not in chosen
            ]
        return terms

    def best_group(self, terms: list[Product]) -> tuple[list[int], Product] | None:
        """The terms with the most frequent factor, by their places, and what becomes of them."""
        counts = Counter(each for term in terms for each in _factors_to_spare(term))
        for shared, count in counts.most_common():
            if count < 2:
                return None
            chosen = [i for i, term in enumerate(terms) if shared in _factors_to_spare(term)]
            product = self.grouped([terms[index] for index in chosen])
            if product:
                return chosen, product
        return None

    def grouped(self, terms: list[Product]) -> Product | None:
        """All common factors of some terms, times the sum of what is left of them."""
        top, bottom = _common([term.top for term in terms]), _common([t.bottom for t in terms])
        rests = [
            Product(term.negative, _without(term.top, top), _without(term.bottom, bottom))
            for term in terms
        ]
        if not all(rest.top for rest in rests):
            return None  # a*b+a*b has nothing to put into the brackets
        inside, flipped = self.turned(Sum(tuple(self.collect(rests))))
        if len(inside.terms) == 1:
            (only,) = inside.terms
            sign = flipped != only.negative
            return Product(sign, (*top, *only.top), (*bottom, *only.bottom))
        return Product(flipped, (*top, inside), bottom)


def _root(terms: Sequence[Product]) -> Sum | None:
    """The sum whose square the terms are: 2 + 3 of 2*2 + 2*3 + 2*3 + 3*3."""
    pairs = Counter((each.negative, frozenset(each.top)) for each in terms)
    names = [each.top[0] for each in terms if len(each.top) == 2 and each.top[0] == each.top[1]]
    if len(names) < 2 or any(len(each.top) != 2 or each.bottom for each in terms):
        return None
    signs = [(True, frozenset({names[0], each})) in pairs for each in names]
    expanded = Counter(
        (sign != other_sign, frozenset({name, other}))
        for sign, name in zip(signs, names, strict=True)
        for other_sign, other in zip(signs, names, strict=True)
    )
    if expanded != pairs:
        return None
    return Sum(tuple(Product(sign, (name,), ()) for sign, name in zip(signs, names, strict=True)))


def _opposite(part: Sum) -> Sum:
    return Sum(tuple(replace(term, negative=not term.negative) for term in part.terms))


def _factors_to_spare(term: Product) -> list[Factor]:
    """What can be taken out of a term so that a number is left; taking out a 1 is of no use.

    A list, not a set: of equally frequent factors the first one is taken, and the order of a set
    differs from process to process.
    """
    tops = [(part, False) for part in term.top] if len(term.top) > 1 else []
    every = dict.fromkeys([*tops, *((part, True) for part in term.bottom)])
    return [factor for factor in every if factor[0] != ONE]


def _common(lists: Sequence[Sequence[Part]]) -> tuple[Part, ...]:
    """The parts that all lists have, as often as all have them, in the order of the first."""
    shared = Counter(lists[0])
    for each in lists[1:]:
        shared &= Counter(each)
    return tuple(shared.elements())


def _without(parts: Sequence[Part], removed: Sequence[Part]) -> tuple[Part, ...]:
    left = list(parts)
    for part in removed:
        left.remove(part)
    return tuple(left)


def to_text(part: Sum, texts: Mapping[str, str] | None = None) -> str:
    """A sum as an expression, with these texts in the place of names."""
    start = next((i for i, term in enumerate(part.terms) if not term.negative), 0)
    first, *others = part.terms[start], *part.terms[:start], *part.terms[start + 1 :]
    text = ("-" if first.negative else "") + _product_text(first, texts or {})
    return text + "".join(
        ("-" if term.negative else "+") + _product_text(term, texts or {}) for term in others
    )


def _product_text(product: Product, texts: Mapping[str, str]) -> str:
    top = "*".join(_factor_texts(product.top, texts, product.is_part)) or "1"
    below = _factor_texts(product.bottom, texts)
    bottom = "*".join(below)
    if not bottom:
        return top
    return f"{top}/({bottom})" if len(below) > 1 else f"{top}/{bottom}"


def _factor_texts(
    parts: Sequence[Part], texts: Mapping[str, str], alone: bool = False
) -> list[str]:
    """Factors, with powers where many are equal: 3^4."""
    found: list[str] = []
    for part, group in groupby(parts):
        text, count = _part_text(part, texts, alone), len(list(group))
        is_plain = text.isalnum() or text.startswith("(")
        power = f"{text if is_plain else f'({text})'}^{count}"
        found += [power] if count >= FEWEST_IN_A_POWER else [text] * count
    return found


def _part_text(part: Part, texts: Mapping[str, str], alone: bool = False) -> str:
    """A part, in brackets if it is more than digits, except for a lone fraction."""
    if isinstance(part, Sum):
        return f"({to_text(part, texts)})"
    text = texts.get(part, part)
    plain = text.isalnum() or text.removesuffix("%").replace(".", "", 1).isdigit()
    return text if plain or (alone and text[0] != "-") else f"({text})"


def number_text(value: Fraction) -> str:
    """A value as people write it: decimals where they end, a fraction where they do not.

    >>> number_text(Fraction(27, 2)), number_text(Fraction(-1, 3))
    ('13.5', '-1/3')
    """
    decimal = number_operand(abs(value))
    if "(" in decimal or len(decimal) > LONGEST_DECIMAL:
        return str(value)
    return f"-{decimal}" if value < 0 else decimal


LONGEST_DECIMAL = 20
"""Characters of a decimal number; a longer one is written as a fraction."""
