"""What a space between two numbers means: `3*12=36 36/4=9` has two steps, `2+1/2=2 1/2` one."""

from fractions import Fraction

from sumc.algebra.arithmetic import calculate
from sumc.algebra.expression import parse_expression
from sumc.algebra.limits import Limits
from sumc.errors import SumcError
from sumc.lazy_regex import lazy_regex

_LIMITS = Limits(leaves=40, digits=40, exponent=20, value_digits=200)
"""For one side of an equality; what is longer has no value here."""
_SPACED = lazy_regex(r"([0-9,]{1,40}) +([0-9]{1,40}) */ *([0-9]{1,40})")
_SIDES = lazy_regex(r"([^;=≈]{0,60})[=≈] *([0-9][0-9.,]{0,40}(?: */ *[0-9]{1,40})?%?)")
_EQUAL_BEFORE = lazy_regex("[=≈][^;]*$")
_FRACTION_BEFORE = lazy_regex(r"([0-9]{1,40}) */ *$")


def ends_a_step(text: str, start: int, end: int) -> int:
    """How long the number before the space is, where a step ends with it; else 0.

    Of the two readings of `36 36/4` the one is taken in which the equality after it holds. Where
    neither does, the step ends if the number is written again, or if there is no mixed number.

    >>> ends_a_step("3*12=36 36/4=9", 5, 12), ends_a_step("2+1/2=2 1/2=2.5", 6, 11)
    (2, 0)
    """
    found = _SPACED.fullmatch(text, start, end)
    after = _SIDES.match(text, end)
    before = text[max(0, start - 200) : start]
    if not found or not after or not _EQUAL_BEFORE.search(before):
        return 0
    last, top, bottom = found.groups()
    result = plain_value(after[2])
    if _is_near(plain_value(f"{top}/{bottom}{after[1]}"), result):
        return len(last)
    if _is_near(plain_value(f"{last} {top}/{bottom}{after[1]}"), result):
        return 0
    over = _FRACTION_BEFORE.search(before)
    is_again = (over[1], last) == (top, bottom) if over else last == top
    return len(last) if is_again or int(top) >= int(bottom) else 0


def plain_value(text: str) -> Fraction | None:
    """The value of a short side of an equality; None where it has words, units or symbols.

    >>> plain_value("36/4"), plain_value("36 pens")
    (Fraction(9, 1), None)
    """
    try:
        return calculate(parse_expression(text, _LIMITS), _LIMITS)
    except SumcError:
        return None


def _is_near(value: Fraction | None, result: Fraction | None) -> bool:
    """Whether a result is the value, or was rounded or calculated with a small mistake."""
    return value is not None and result is not None and abs(value - result) <= abs(result) / 100
