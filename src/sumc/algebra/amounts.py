"""Amounts in more than digits: `2 h 15 min`, `8元7角5分`, `1.5万`, a price at `6折`."""

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from sumc.algebra.gaps import plain_value
from sumc.algebra.measures import conversion
from sumc.algebra.operands import number_operand
from sumc.algebra.writing import Writing, replaced
from sumc.lazy_regex import lazy_regex

_HAN = "\u4e00-\u9fff"
_UNIT = rf"(?:(?!(?:[xX]|and|of)(?![A-Za-z]))[A-Za-z]{{1,12}}|[{_HAN}]{{1,2}})"
_ONE = rf"[0-9]{{1,9}} ?{_UNIT}(?![²³^])"
_MEASURES = lazy_regex(rf"(?<![\w.]){_ONE}(?: ?(?:and )?{_ONE}){{1,3}}")
_PART = lazy_regex(rf"(?<![0-9])([0-9]{{1,9}}) ?({_UNIT})")
_POWERS = {"百": 2, "千": 3, "万": 4, "亿": 8}
_LARGE = lazy_regex(
    rf"(?<![\w.])([0-9]{{1,12}}(?:\.[0-9]{{1,12}})?) ?([千百]?[万亿]|[千百])([{_HAN}A-Za-z0-9]?)"
)
_STEP = lazy_regex(r"(?:^|[;\n,=≈])([^;\n,=≈]{1,80})[=≈] {0,9}$")
_HAN_DIGITS = {digit: value for value, digit in enumerate("一二三四五六七八九", 1)}
_DISCOUNT = lazy_regex(
    rf"(?:^|(?<=[×*xX·=(]))([1-9](?:\.?[0-9])?|[{''.join(_HAN_DIGITS)}]{{1,2}}) ?折"
)


class _Measure(NamedTuple):
    number: int
    unit: str


def with_plain_amounts(writing: Writing) -> Writing:
    """The writing with such amounts as numbers, or as sums in the smaller unit.

    >>> from sumc.algebra.writing import written
    >>> with_plain_amounts(written("2 h 15 min = 135 min; 80×6折")).text
    '(2*60+15) min = 135 min; 80×60%'
    >>> with_plain_amounts(written("8元7角5分")).text, with_plain_amounts(written("1.5万")).text
    ('8.75 元', '15000')
    """
    for amounts in (_compound, _large, _discounts):
        writing = replaced(writing, amounts(writing.text))
    return writing


def _compound(text: str) -> Iterator[tuple[int, int, str]]:
    """Measures in several units, in the smallest of them, or in the largest where the other
    measures are in that. A result is a number, and so is money in the largest unit."""
    found = [(each, _parts(each[0])) for each in _MEASURES.finditer(text)]
    others = {each.unit for each in _parts(_MEASURES.sub(" ", text))}
    for measure, parts in found:
        factors = [_factor(*pair) for pair in pairwise(parts)]
        largest, smallest = parts[0].unit, parts[-1].unit
        is_money = largest in ("元", "块")
        is_lone = text.strip(" .;") == measure[0]
        is_large = _is_among(largest, others) and not _is_among(smallest, others)
        if not factors or not all(factors) or (is_lone and not is_money):
            continue
        is_large = is_large or is_lone
        is_result = text[: measure.start()].rstrip().endswith(("=", "≈"))
        if is_large:
            written, value = _in_largest(parts, factors)
        else:
            written, value = _in_smallest(parts, factors)
        shown = number_operand(value) if is_result or (is_money and is_large) else f"({written})"
        yield (*measure.span(), f"{shown} {largest if is_large else smallest}")


def _parts(text: str) -> list[_Measure]:
    return [_Measure(int(each[1]), each[2]) for each in _PART.finditer(text)]


def _is_among(unit: str, others: Iterable[str]) -> bool:
    return any(conversion(unit, other) == 1 for other in others)


def _factor(larger: _Measure, smaller: _Measure) -> int:
    """How many of the smaller unit the larger one is; 0 unless they make up one measure."""
    factor = conversion(larger.unit, smaller.unit) or Fraction(0)
    return factor.numerator if factor.denominator == 1 and smaller.number < factor else 0


def _in_smallest(parts: Sequence[_Measure], factors: Sequence[int]) -> tuple[str, Fraction]:
    written, value = str(parts[0].number), Fraction(parts[0].number)
    for factor, part in zip(factors, parts[1:], strict=True):
        first = f"({written})" if "+" in written else written
        written, value = f"{first}*{factor}+{part.number}", value * factor + part.number
    return written, value


def _in_largest(parts: Sequence[_Measure], factors: Sequence[int]) -> tuple[str, Fraction]:
    written, value, size = str(parts[0].number), Fraction(parts[0].number), 1
    for factor, part in zip(factors, parts[1:], strict=True):
        size *= factor
        written, value = f"{written}+{part.number}/{size}", value + Fraction(part.number, size)
    return written, value


def _large(text: str) -> Iterator[tuple[int, int, str]]:
    """Numbers with 万 and the like, unless it is a unit, as in 12÷4=3万.

    With a unit after it, as in 100万元, it is a number only where an equality says so.
    """
    for found in _LARGE.finditer(text):
        number = Decimal(found[1])
        meant = number.scaleb(sum(_POWERS[sign] for sign in found[2]))
        before = _STEP.search(text[max(0, found.start() - 99) : found.start()])
        value = plain_value(before[1]) if before else None
        if value != Fraction(number) and (not found[3] or value == Fraction(meant)):
            yield (found.start(), found.end(2), f"{meant:f}")


def _discounts(text: str) -> Iterator[tuple[int, int, str]]:
    """What is paid at a discount: 6折 is 60%, 八五折 is 85%."""
    for found in _DISCOUNT.finditer(text):
        digits = "".join(str(_HAN_DIGITS.get(sign, sign)) for sign in found[1] if sign != ".")
        yield (*found.span(), f"{digits:0<2}%")
