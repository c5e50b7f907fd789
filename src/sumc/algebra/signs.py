"""Signs folded into the operators beside them: `a+(-b)` is `a-b`, `-(a-b)*c` is `(b-a)*c`.

Every part of an expression is kept in two spellings, the part itself and its opposite, neither
with a sign in front; one of them may be missing. A sign swaps the two, an operator takes
whichever it can use:

                itself    opposite
    a           a         -
    -a          -         a
    b+(-a)      b-a       a-b
    -(b+a)      -         b+a
"""

from typing import NamedTuple

from sumc.algebra.arithmetic import whole_exponents
from sumc.algebra.expression import NEGATE, OPERATORS, Expression
from sumc.algebra.limits import DEFAULT_LIMITS, Limits

Items = tuple[str, ...]


class _Part(NamedTuple):
    """A part in its two spellings; at least one is there."""

    itself: Items | None
    opposite: Items | None
    has_sum: bool
    """Whether a + or - is somewhere inside."""


def fold_signs(expression: Expression, limits: Limits = DEFAULT_LIMITS) -> Expression:
    """The same M-tree written with as few signs as possible, and with exponents worked out.

    What is left are the sign of a sum or product as a whole, the sign of a divisor that cannot
    go elsewhere without changing the tree, and the sign of an exponent.

    >>> from sumc.algebra.expression import parse_expression
    >>> from sumc.algebra.notation import to_infix
    >>> to_infix(fold_signs(parse_expression("a--b*(c-d)^(1+1)")))
    'a+b*(c-d)^2'
    """
    if NEGATE not in expression.items and "^" not in expression.items:
        return expression
    exponents = iter(whole_exponents(expression, limits))
    stack: list[_Part] = []
    for item in expression.items:
        if item not in OPERATORS:
            stack.append(_Part((item,), None, False))
            continue
        right = stack.pop()
        if item == NEGATE:
            stack.append(_opposite(right))
        elif item == "^":
            stack[-1] = _power(stack[-1], next(exponents))
        else:
            stack[-1] = _APPLY[item](stack[-1], right)
    return Expression(_signed(stack[0]))


def _opposite(part: _Part) -> _Part:
    return _Part(part.opposite, part.itself, part.has_sum)


def _signed(part: _Part) -> Items:
    """The part itself, with a sign if there is no other way."""
    return part.itself or (*(part.opposite or ()), NEGATE)


def _join(left: Items | None, right: Items | None, operator: str) -> Items | None:
    return None if left is None or right is None else (*left, *right, operator)


def _add(left: _Part, right: _Part) -> _Part:
    return _Part(
        _join(left.itself, right.itself, "+")
        or _join(left.itself, right.opposite, "-")
        or _join(right.itself, left.opposite, "-"),
        _join(left.opposite, right.opposite, "+")
        or _join(left.opposite, right.itself, "-")
        or _join(right.opposite, left.itself, "-"),
        True,
    )


def _subtract(left: _Part, right: _Part) -> _Part:
    return _add(left, _opposite(right))


def _multiply(left: _Part, right: _Part, operator: str = "*") -> _Part:
    return _Part(
        _join(left.itself, right.itself, operator)
        or _join(left.opposite, right.opposite, operator),
        _join(left.opposite, right.itself, operator)
        or _join(left.itself, right.opposite, operator),
        left.has_sum or right.has_sum,
    )


def _divide(left: _Part, right: _Part) -> _Part:
    if right.has_sum:  # a/-(b+c) and -a/(b+c) are two trees: the sign stays in the divisor
        right = _Part(_signed(right), None, True)
    return _multiply(left, right, "/")


def _power(base: _Part, exponent: int) -> _Part:
    items = (str(exponent),) if exponent >= 0 else (str(-exponent), NEGATE)
    if exponent < 0 and base.has_sum:  # a divisor too
        return _Part((*_signed(base), *items, "^"), None, True)
    itself, opposite = (_join(each, items, "^") for each in base[:2])
    if exponent % 2:
        return _Part(itself, opposite, base.has_sum)
    return _Part(itself or opposite, None, base.has_sum)


_APPLY = {"+": _add, "-": _subtract, "*": _multiply, "/": _divide}
