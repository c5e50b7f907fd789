"""Units that are multiples of other units: 1 hour is 60 minutes, 1 m² is 10,000 cm²."""

import re
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from sumc.lazy_regex import lazy_regex

LENGTHS = frozenset({"mm", "cm", "dm", "m", "km", "in", "ft", "yd", "mi"})
"""Abbreviations that may have a power: cm², cm2, cm^2."""
_SCALES = (
    {"s sec second 秒": 1, "min minute 分 分钟": 60, "h hr hour 时 小时": 3600}
    | {"d day 天 日": 86_400, "wk week 周 星期": 604_800},
    {"month 月 个月": 1, "yr year 年": 12},
    {"mm millimeter millimetre 毫米": 1, "cm centimeter centimetre 厘米": 10}
    | {"dm decimeter decimetre 分米": 100, "m meter metre 米": 1000}
    | {"km kilometer kilometre 千米 公里": 1_000_000},
    {"in inch inche": 1, "ft foot feet": 12, "yd yard": 36, "mi mile": 63_360},
    {"mg milligram 毫克": 1, "g gram 克": 1000, "斤": 500_000, "kg kilogram 千克 公斤": 1_000_000}
    | {"t ton tonne 吨": 1_000_000_000},
    {"oz ounce": 1, "lb pound": 16},
    {"ml mL milliliter millilitre 毫升": 1, "l L liter litre 升": 1000},
    {"¢ cent": 1, "$ dollar buck": 100},
    {"分": 1, "角 毛": 10, "元 块 ￥ ¥": 100},
    {"penny pence p": 1, "£": 100},
)
_UNITS = {
    (name, kind): factor
    for kind, scale in enumerate(_SCALES)
    for names, factor in scale.items()
    for name in names.split()
}
_SQUARE = lazy_regex(r"(?:square|sq\.?) *(.+)|平方(.+)|(.+?)(?:²|\^?2)", re.IGNORECASE)
_CUBE = lazy_regex(r"cubic *(.+)|立方(.+)|(.+?)(?:³|\^?3)", re.IGNORECASE)


class _Measure(NamedTuple):
    name: str
    power: int


@lru_cache(maxsize=1024)
def conversion(first: str, second: str) -> Fraction | None:
    """How many of the second unit one of the first is; None where they measure different things.

    >>> conversion("hours", "minutes"), conversion("cm²", "m2"), conversion("pens", "minutes")
    (Fraction(60, 1), Fraction(1, 10000), None)
    """
    left, right = _measure(first), _measure(second)
    for kind in range(len(_SCALES)):
        factors = _factor(left.name, kind), _factor(right.name, kind)
        if all(factors) and left.power == right.power:
            return Fraction(*factors) ** left.power
    return None


def _measure(unit: str) -> _Measure:
    for power, pattern in ((2, _SQUARE), (3, _CUBE)):
        if found := pattern.fullmatch(unit.strip(" .")):
            return _Measure(next(filter(None, found.groups())), power)
    words = unit.split() or [""]  # metres of ribbon are metres, but not metres per second
    return _Measure(unit if "per" in words else words[0].strip("."), 1)


def _factor(name: str, kind: int) -> int:
    """How many of the smallest unit of its kind a unit is; 0 for one of another kind."""
    for spelled in (name, name.lower(), name.lower().removesuffix("s")):
        if (spelled, kind) in _UNITS:
            return _UNITS[spelled, kind]
    return 0
