"""The numbers of times of day that are no numbers elsewhere: 八点半, and 9.15 in 9.15 a.m."""

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Literal

from sumc.lazy_regex import lazy_regex
from sumc.problems.chinese_numbers import read_numeral
from sumc.problems.numbers import Language, Quantity, find_quantities

HOUR_WORD = "(?:十[一二]?|[一二两三四五六七八九])"
"""The hours of a clock, in Chinese."""
MINUTE_WORD = "(?:[二三四五]?十[一二三四五六七八九]?|[零〇][一二三四五六七八九])"
"""Its minutes from 10 on, and those with a zero."""
_NUMERALS = "零〇一二两三四五六七八九十百千万几"
_MARKED = "(?<=[上中下]午|[早晚]上|凌晨|夜里|傍晚|清晨)|(?<=[从到至在])"
_TAIL = rf"(?P<minute>{MINUTE_WORD})(?![{_NUMERALS}个])|(?=半|[一三]刻|[钟整])"
_NO_TIME = rf"(?![{_NUMERALS}个意建要原理之间共连距多也儿都])"
"""Not 八点五, which is 8.5, nor 三点意见."""
_POINT = r"(?<![\d.,:$£€/])(?P<hour>\d{1,2})\.(?P<minute>[0-5]\d)(?=\s*[ap](?:\.m\b|m\b))"
_TIMES: Mapping[Language, Sequence[re.Pattern[str]]] = {
    "en": [lazy_regex(_POINT, re.IGNORECASE)],
    "zh": [  # 一点 and 两点 alone are "a little" and "two points"
        lazy_regex(rf"(?<![{_NUMERALS}第\d.．])(?P<hour>{HOUR_WORD})点(?:{_TAIL})"),
        lazy_regex(rf"(?<![{_NUMERALS}第\d.．])(?P<hour>十[一二]?|[三四五六七八九])点{_NO_TIME}"),
        lazy_regex(rf"(?:{_MARKED})(?P<hour>[一二两])点{_NO_TIME}"),
    ],
}


def clock_quantities(text: str, language: Language) -> tuple[Quantity, ...]:
    """The numbers of a text with times of day, in their order.

    >>> [str(each.value) for each in clock_quantities("从八点半到9:15", "zh")]
    ['8', '9', '15']
    >>> [each.text for each in clock_quantities("from 9.15 a.m. to 10 a.m.", "en")]
    ['9', '15', '10']
    """
    own = list(_own(text, language))
    found = (
        each
        for each in find_quantities(text, language=language)
        if not any(each.start < other.end and other.start < each.end for other in own)
    )
    return tuple(sorted((*own, *found), key=lambda each: each.start))


def _own(text: str, language: Language) -> Iterator[Quantity]:
    """The hours and minutes of such times."""
    places: dict[tuple[int, int], str] = {}
    for match in (found for pattern in _TIMES[language] for found in pattern.finditer(text)):
        for name, written in match.groupdict().items():
            if written:
                places[match.span(name)] = written
    for (start, end), written in places.items():
        value = read_numeral(written.lstrip("零〇")) if language == "zh" else int(written)
        if value is not None:
            kind: Literal["digits", "words"] = "words" if language == "zh" else "digits"
            yield Quantity(written, Fraction(value), start, end, kind)
