"""Which two of several factors are told first, in a step of their own.

A measure is converted, boxes are multiplied by what is in each, a part is taken of what is behind
it: 10% of 20% of 50 begins with 20% of 50.
"""

from collections.abc import Callable, Sequence
from itertools import combinations

from sumc.solving.operand import Operand, breaks, same_kind

Tells = Callable[[Sequence[Operand], Sequence[Operand]], object]
"""Whether there is a sentence for factors and divisors: anything but None is one."""
Pair = tuple[Operand, Operand, bool]
"""A factor, another factor or a divisor, and whether it divides."""


def next_pair(
    top: Sequence[Operand], bottom: Sequence[Operand], told: Tells, converted: Tells
) -> Pair | None:
    """Two operands that are told before the others; None where all of them are told at once."""
    return _factors(top, bottom, told) or _conversion(top, bottom, converted)


def _conversion(
    top: Sequence[Operand], bottom: Sequence[Operand], converted: Tells
) -> Pair | None:
    """A measure and the factor or divisor that only converts it to another unit.

    What is divided by a measure in the same unit needs no other one: the 100 of 1.5 m of 2 m in
    percent makes no centimetres.
    """
    for one in top:
        is_measure = bool(one.symbol) and not one.is_constant
        if not is_measure or any(same_kind(one, each) for each in bottom):
            continue
        for other in (each for each in (*top, *bottom) if each is not one):
            divides = any(each is other for each in bottom)
            operands = ((one,), (other,)) if divides else ((one, other), ())
            if other.value and converted(*operands):
                return one, other, divides
    return None


def _factors(top: Sequence[Operand], bottom: Sequence[Operand], told: Tells) -> Pair | None:
    """Two factors that belong together."""
    only_rates = not all(each.is_constant for each in bottom)
    for one, other in combinations(top, 2):
        is_rate = one.is_rate_of(other) or other.is_rate_of(one)
        is_pair = one is not other and (is_rate or not only_rates)
        if is_pair and not breaks(one, other) and told((one, other), ()):
            return _nearest(one, other, top, told), other, False
    return None


def _nearest(one: Operand, other: Operand, top: Sequence[Operand], told: Tells) -> Operand:
    """The last of several parts of one thing."""
    between = top[top.index(one) + 1 : top.index(other)] if one.is_ratio else ()
    fitting = (each for each in reversed(between) if each.is_ratio)
    return next((each for each in fitting if told((each, other), ())), one)
