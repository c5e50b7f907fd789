"""Expression to the one M-tree (paper, section 3.2 and appendix A).

The work happens on a sum of products, the form that is left when minus and division are gone
and all brackets are multiplied out. A `Terms` is such a sum: every term has a sign and factors;
a factor is a number, its reciprocal, or the reciprocal of a whole sum. Nothing is cancelled
or collected, so every number that was written stays in the tree.
"""

from collections.abc import Iterable

from sumc.algebra.arithmetic import whole_exponents
from sumc.algebra.expression import NEGATE, OPERATORS, Expression
from sumc.algebra.limits import Limits, refuse
from sumc.algebra.nodes import (
    NEGATED_PRODUCT,
    PRODUCT,
    RECIPROCAL_SUM,
    Branch,
    Leaf,
    Node,
    branch,
    leaf,
    root,
)


class Terms:
    """A sum of signed products. The functions below may change their arguments and reuse them."""

    __slots__ = ("items", "leaves")

    def __init__(self, items: "list[Term]", leaves: int) -> None:
        self.items = items
        self.leaves = leaves


Factor = str | Terms
"""An operand such as `n1`, its reciprocal `/n1`, or the sum whose reciprocal is the factor."""
Term = tuple[bool, list[Factor]]
"""Whether a product is negated, and its factors."""


def to_root(expression: Expression, limits: Limits) -> Branch:
    """The root of the M-tree of an expression; it is always a `+`."""
    return root_of(expression_terms(expression, limits))


def expression_terms(expression: Expression, limits: Limits) -> Terms:
    """The sum of products that an expression is."""
    exponents = iter(whole_exponents(expression, limits))
    stack: list[Terms] = []
    for item in expression.items:
        if item not in OPERATORS:
            stack.append(Terms([(False, [item])], 1))
            continue
        right = stack.pop()
        if item == "+":
            stack[-1] = add(stack[-1], right, limits)
        elif item == "-":  # appendix A, rule 1.2: a-b is a plus the opposite of b
            stack[-1] = add(stack[-1], negate(right), limits)
        elif item == "*":
            stack[-1] = multiply(stack[-1], right, limits)
        elif item == "/":  # appendix A, rule 1.1: a/b is a times the reciprocal of b
            stack[-1] = multiply(stack[-1], reciprocal(right, limits), limits)
        elif item == NEGATE:
            stack.append(negate(right))
        else:
            stack[-1] = power(stack[-1], next(exponents), limits)
    return stack[0]


def add(left: Terms, right: Terms, limits: Limits) -> Terms:
    """The terms of both; a sum inside a sum is one sum (appendix A, rule 2.1)."""
    if len(left.items) < len(right.items):
        left, right = right, left
    leaves = left.leaves + right.leaves
    if leaves > limits.leaves:
        raise refuse(limits, "leaves", leaves)
    left.items += right.items
    left.leaves = leaves
    return left


def negate(terms: Terms) -> Terms:
    """The opposite of a sum: the sign goes to every term (appendix A, rules 1.2 and 1.3)."""
    terms.items = [(not negated, factors) for negated, factors in terms.items]
    return terms


def multiply(left: Terms, right: Terms, limits: Limits) -> Terms:
    """Every term of one times every term of the other: brackets are multiplied out."""
    leaves = left.leaves * len(right.items) + right.leaves * len(left.items)
    if leaves > limits.leaves:
        raise refuse(limits, "leaves", leaves if leaves < 10**9 else "very many")
    if len(left.items) == len(right.items) == 1:
        (left_negated, factors), (right_negated, more) = left.items[0], right.items[0]
        factors += more
        return Terms([(left_negated is not right_negated, factors)], leaves)
    items = [
        (left_negated is not right_negated, [*left_factors, *right_factors])
        for left_negated, left_factors in left.items
        for right_negated, right_factors in right.items
    ]
    return Terms(items, leaves)


def reciprocal(terms: Terms, limits: Limits) -> Terms:
    """One over a sum: for a single product it goes to the factors, else it is one factor.

    The reciprocal of a reciprocal of a sum is that sum again, multiplied out with the rest.
    """
    if len(terms.items) > 1:
        return Terms([(False, [terms])], terms.leaves)
    negated, factors = terms.items[0]
    inverted: list[Factor] = []
    sums: list[Terms] = []
    for factor in factors:
        if isinstance(factor, Terms):
            sums.append(factor)
        else:
            inverted.append(factor[1:] if factor[0] == "/" else f"/{factor}")
    result = Terms([(negated, inverted)], len(inverted))
    for factor in sums:
        result = multiply(result, _copy(factor), limits)
    return result


def turned_sum(terms: Terms, turns: Iterable[bool]) -> Terms:
    """A sum of several terms after opposites (true) and reciprocals (false), in one go.

    The same as `negate` and `reciprocal` one after the other: a reciprocal is one factor, and
    the reciprocal of that, with its sign, is the sum again.
    """
    inside = outside = is_factor = False
    for is_opposite in turns:
        if is_opposite:
            inside, outside = inside ^ (not is_factor), outside ^ is_factor
        else:
            inside, outside = inside ^ outside, False
            is_factor = not is_factor
    terms = negate(terms) if inside else terms
    return Terms([(outside, [terms])], terms.leaves) if is_factor else terms


def is_plain(terms: Terms) -> bool:
    """Whether a sum is one product of numbers and their reciprocals, without other sums."""
    return len(terms.items) == 1 and all(isinstance(each, str) for each in terms.items[0][1])


def _copy(terms: Terms) -> Terms:
    """A copy of a sum: other products may hold the original."""
    return Terms([(negated, list(factors)) for negated, factors in terms.items], terms.leaves)


def power(base: Terms, exponent: int, limits: Limits) -> Terms:
    """A whole power: the factor repeated, its reciprocal for a negative power, 1 for zero."""
    if exponent == 0:
        return Terms([(False, ["1"])], base.leaves)  # the leaves were made, so they count
    if exponent < 0:
        base = reciprocal(base, limits)
    result = _copy(base)
    for _ in range(abs(exponent) - 1):
        result = multiply(result, _copy(base), limits)
    return result


def root_of(terms: Terms) -> Branch:
    """The nodes of a sum of products, below the `+` that every M-tree has as its root."""
    return root(_children(terms, negated=False))


def _children(terms: Terms, negated: bool) -> list[Node]:
    return [_term_node(factors, sign is not negated) for sign, factors in terms.items]


def _term_node(factors: list[Factor], negated: bool) -> Node:
    """One term of a sum: a product of one factor is that factor.

    The sign of a product makes it `*-`; that of a lone reciprocal of a sum goes into its terms.
    """
    if len(factors) > 1:
        nodes = [_factor_node(factor) for factor in factors]
        return branch(NEGATED_PRODUCT if negated else PRODUCT, nodes)
    (factor,) = factors
    if isinstance(factor, Terms):
        return branch(RECIPROCAL_SUM, _children(factor, negated))
    return _leaf(factor, negated)


def _factor_node(factor: Factor) -> Node:
    if isinstance(factor, Terms):
        return branch(RECIPROCAL_SUM, _children(factor, negated=False))
    return _leaf(factor, negated=False)


def _leaf(factor: str, negated: bool) -> Leaf:
    return leaf(factor[1:], negated, True) if factor[0] == "/" else leaf(factor, negated, False)


def fingerprint(terms: Terms, negated: bool = False) -> str:
    """A text that is the same for two sums exactly when their M-trees are equal.

    It is cheaper than the tree because it need not be in the order that people expect.
    """
    keys = [_term_key(factors, sign is not negated) for sign, factors in terms.items]
    keys.sort()
    return "+".join(keys)


def _term_key(factors: list[Factor], negated: bool) -> str:
    if len(factors) == 1 and isinstance(factors[0], Terms):
        return f"({fingerprint(factors[0], negated)})"
    keys = [
        factor if isinstance(factor, str) else f"({fingerprint(factor)})" for factor in factors
    ]
    keys.sort()
    return ("-" if negated else "") + "*".join(keys)
