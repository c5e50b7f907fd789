"""Numbers that convert units, such as 7 days a week, in texts that have no such units.

"How much is $30 a month in a year?" is about 12 months, not about 7 days or 60 minutes. After
conversions (`sumc.problems.units.conversion`) a text often has only one unit of a kind, and needs
no such number at all.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from sumc.algebra.expression import Expression
from sumc.lazy_regex import lazy_regex
from sumc.problems.units.annotation import AnnotatedText

_TIMES: Mapping[str, tuple[re.Pattern[str], ...]] = {
    "en": tuple(
        lazy_regex(pattern, re.IGNORECASE)
        for pattern in (
            r"(?<![a-z])sec(?:ond)?s?\b|(?:\d\s?|/\s?)s\b",
            r"(?<![a-z])min(?:ute)?s?\b",
            r"(?<![a-z])(?:h|hrs?|hours?|hourly|mph|kmph|kph)\b|o'clock|\b[ap]\.?m\b",
            r"\bdays?\b|daily\b|\bnight|\bmorning|\bevening|\bafternoon|day\b",
            r"\bw(?:ee)?ks?\b|\bweek|\bfortnight",
            r"\bmonth",
            r"\byears?\b|\byrs?\b|\byearly\b|\bannual|\bdecade|\bcentur",
        )
    ),
    "zh": tuple(
        lazy_regex(pattern)
        for pattern in (
            "秒",
            "分",
            "时|点|钟头",
            "天|日|晚|早",
            "周|星期|礼拜",
            "月",
            "年|岁|世纪",
        )
    ),
}
"""How texts name the units of time, from the second to the year."""
_SECOND, _MINUTE, _HOUR, _DAY, _WEEK, _MONTH, _YEAR = range(7)
_LINKS: Mapping[str, tuple[tuple[int, int], ...]] = {
    "60": ((_SECOND, _MINUTE), (_MINUTE, _HOUR)),
    "3600": ((_SECOND, _HOUR),),
    "7": ((_DAY, _WEEK),),
    "12": ((_MONTH, _YEAR),),
    "52": ((_WEEK, _YEAR),),
}
"""The numbers that convert times, with the units that they are between."""
_OF_A_CLOCK = frozenset({"60", "3600"})
_THOUSAND = "1000"
_SUSPECTS = frozenset({*_LINKS, _THOUSAND})
_DOZEN = lazy_regex(r"\bdoz(?:en)?s?\b|打", re.IGNORECASE)
_METRIC = frozenset({"length", "mass"})


def foreign_constants(expression: Expression, text: AnnotatedText) -> int:
    """How many numbers of an expression convert units that its text does not have.

    >>> from sumc.algebra.expression import parse_expression
    >>> from sumc.problems.numbers import find_quantities
    >>> from sumc.problems.units.annotation import annotate
    >>> saved = "She saves $30 each month. How much does she save in a year?"
    >>> found = annotate(saved, find_quantities(saved), "en")
    >>> [foreign_constants(parse_expression(each), found) for each in ("n1*12", "n1*7")]
    [0, 1]
    """
    foreign = set(_foreign(text)) if set(expression.items) & _SUSPECTS else set[str]()
    return sum(item in foreign for item in expression.items)


def _foreign(text: AnnotatedText) -> Iterator[str]:
    """The numbers that convert nothing which a text names."""
    named = [place for place, each in enumerate(_TIMES[text.language]) if each.search(text.text)]
    yield from (each for each in _LINKS if named and not _may_convert(each, named, text.text))
    if _has_one_metric_unit(text):
        yield _THOUSAND


def _may_convert(constant: str, named: Sequence[int], text: str) -> bool:
    """Whether a number leads from one of the named units of time towards another one."""
    if len(named) == 1:
        return constant not in _OF_A_CLOCK
    if constant == "12" and (_HOUR in named or _DOZEN.search(text)):
        return True  # hours of a day, eggs
    if constant == "12" and not {_DAY, _MONTH} & set(named):
        return False  # from weeks to a year
    lowest, highest = min(named), max(named)
    return any(lowest <= low and high <= highest for low, high in _LINKS[constant])


def _has_one_metric_unit(text: AnnotatedText) -> bool:
    """Whether all lengths, areas, volumes and masses of a text have one unit."""
    units = dict.fromkeys((*(each.unit for each in text.counted), text.asked.unit))
    metric = [
        unit
        for unit in units
        if unit and any(base in _METRIC for base, _ in unit.dimension.powers)
    ]
    return len(metric) == 1 and not any("/" in str(unit.dimension) for unit in metric)
