"""Times of day in a text: 7:40 pm, half past six, noon; 下午3点半; and the days they are on.

Which half of the day is meant, and which day, may be said beside a time: `8 am on Monday`, `at
9:30 the next morning`, 第二天早上7时. Where it is not clear what such a word belongs to, no time
is read.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sumc.lazy_regex import lazy_regex
from sumc.problems.numbers import Language, Quantity
from sumc.problems.problem import Problem
from sumc.problems.units.table import Unit
from sumc.solving.routes.clock_numbers import HOUR_WORD, MINUTE_WORD

HOUR, NOON, DAY = 60, 12 * 60, 24 * 60
"""In minutes."""
_ONE_TO_TWELVE = (
    *("one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
_TIME: Mapping[Language, re.Pattern[str]] = {
    "en": lazy_regex(
        r"(?<![\d:.,$£€/])\b(?:(?:(?P<part>half|(?:a\s+)?quarter)|(?P<count>\d{1,2})\s+minutes)\s+"
        rf"(?P<way>past|to)\s+)?(?P<hour>\d{{1,2}}|{'|'.join(_ONE_TO_TWELVE)}|noon|midnight)"
        r"(?:(?::|\.(?=[0-5]\d\s*[ap]\.?m\b))(?P<minute>[0-5]\d)(?!\d|:\d))?(?:\s*(?P<half>[ap])(?:\.m\.?|m\b))?"
        r"(?P<clock>\s*o['’]?clock\b)?(?:(?<=\d)\s+(?P<twelve>noon|midnight)\b)?(?![\w%])",
        re.IGNORECASE,
    ),
    "zh": lazy_regex(
        r"(?P<from>从|现在是|时间是)?\s*(?<![\d:：.])(?P<hour>\d{1,2}|(?<![零〇一二两三四五六七八九十几第])"
        rf"{HOUR_WORD}(?=点))(?:[:：](?P<minute>[0-5]\d)(?![\d:：])|(?P<clock>[点时])(?!间)"
        rf"(?:(?P<count>\d{{1,2}}(?=分(?![之米]))|{MINUTE_WORD})分?|(?P<part>半|[一三]刻))?钟?整?"
        r"(?P<event>(?=上[课班学]|放学|下[课班]|开[始出]|出发|起[飞床]|睡觉|离开|结束))?)"
    ),
}
_GROUPS = ("half", "twelve", "way", "from", "event")
"""Those that only one of the languages has."""
_PARTS = {"half": 30, "quarter": 15, "半": 30, "一刻": 15, "三刻": 45}
_WEEK = ("mon", "tues", "wednes", "thurs", "fri", "satur", "sun")
_PART_OF_DAY = r"(?:morning|afternoon|evening|night)"
_MARKER: Mapping[Language, re.Pattern[str]] = {
    "en": lazy_regex(
        rf"\b(?:(?P<day>(?:{'|'.join(_WEEK)})day|yesterday|today|tomorrow|tonight)"
        rf"(?:\s+(?P<late>{_PART_OF_DAY}))?|(?P<which>next|following|same|that|this|last)\s+"
        rf"(?P<part>{_PART_OF_DAY}|day)|(?P<alone>{_PART_OF_DAY}))\b",
        re.IGNORECASE,
    ),
    "zh": lazy_regex(
        r"(?P<day>(?:星期|礼拜|周)[一二三四五六日天]|第[一二三四五六七]天|(?<![小晓])(?:[昨今明次翌当同]"
        r"一?[天日]|[昨今明当](?=[早晚夜])))?"
        r"(?P<part>凌晨|清晨|清早|早晨|早上|上午|中午|正午|下午|午后|傍晚|晚上|夜晚|夜里|夜间|深夜"
        r"|半夜|午夜|[早晚](?=\s*(?:\d|[一二两三四五六七八九十]{1,2}点))|(?<=[昨今明当])[早晚夜])?"
    ),
}
_HALVES = {
    **dict.fromkeys(("a", "morning", "清晨", "清早", "早晨", "早上", "早"), "morning"),
    **dict.fromkeys(("p", "afternoon", "下午", "午后"), "afternoon"),
    **dict.fromkeys(("evening", "傍晚"), "evening"),
    **dict.fromkeys(
        ("night", "tonight", "晚上", "夜晚", "夜里", "夜间", "深夜", "晚", "夜"), "night"
    ),
    **dict.fromkeys(("midnight", "半夜", "午夜"), "night"),
    **dict.fromkeys(("noon", "中午", "正午"), "noon"),
    "上午": "forenoon",
    "凌晨": "small hours",
}
_SHIFTS: Mapping[str, Mapping[int, Sequence[int]]] = {
    "morning": {0: range(1, 12)},
    "forenoon": {0: range(1, 13)},
    "small hours": {0: range(8), -NOON: (12,)},
    "noon": {0: (10, 11, 12), NOON: (1, 2)},
    "afternoon": {0: range(12, 19), NOON: range(1, 12)},
    "evening": {0: range(16, 24), NOON: range(4, 12)},
    "night": {0: (1, 2, 3, 4, *range(18, 25)), NOON: (6, 7, 8, 9, 10, 11, 12), DAY: (0,)},
    "am": {0: range(1, 12), -NOON: (12,)},
    "pm": {0: (12,), NOON: range(1, 12)},
}
"""What to add to the hours of a part of the day; other hours are not said of it."""
_BESIDE: Mapping[str, re.Pattern[str]] = {
    "before": lazy_regex(r"[\s,]*(?:(?:at|by|from|around|about)\s+)?", re.IGNORECASE),
    "after": lazy_regex(r"[\s,]*(?:(?:in|at|on|of)\s+)?(?:the\s+)?(?:very\s+)?", re.IGNORECASE),
}
"""Between a word for a day, or for a part of one, and the time that it belongs to."""
_SENTENCE_ENDS = lazy_regex(r"[.?!;。．？！；]")

Day = tuple[str, int]
"""A weekday, a day counted from today, one counted from that of the first time, or from the first
day of a story."""


@dataclass(frozen=True, slots=True)
class Time:
    """A time of day in the text."""

    start: int
    end: int
    hour: str
    """The number of the text that is the hour; 12 where it is noon or midnight."""
    minute: str
    """That of the minutes, with its sign; empty where there are none."""
    minutes: int
    """Since midnight or noon, as the numbers say."""
    shifts: tuple[int, ...]
    """What may have to be added to get the minutes since midnight."""
    day: Day | None = None

    def terms(self, sign: str, unit: Unit) -> str:
        """The numbers of the text as a sum of minutes or of hours."""
        in_hours = unit.name == "hour"
        hour = f"{sign}{self.hour}" if in_hours else f"{sign}{self.hour}*{HOUR}"
        if not self.minute:
            return hour
        minute_sign = sign if self.minute[0] == "+" else "-" if sign == "+" else "+"
        minute = f"{minute_sign}{self.minute[1:]}"
        return f"{hour}{minute}/{HOUR}" if in_hours else f"{hour}{minute}"

    @property
    def is_in_24_hours(self) -> bool:
        """Whether no twelve-hour clock shows it: 14:30, 0:15."""
        is_before = self.minute[:1] == "-"  # a quarter to one
        return self.minutes >= NOON + HOUR or (self.minutes < HOUR and not is_before)

    def within(self, half: str) -> "Time | None":
        """The same time in a part of the day; None where nobody says that."""
        found = _shifts(half, self.minutes // HOUR if self.minutes >= 0 else 0)
        return replace(self, shifts=found) if found else None


@dataclass(frozen=True, slots=True)
class Times:
    """The times of a text."""

    times: tuple[Time, ...]
    spans: tuple[tuple[int, int], ...] = ()
    """Where they, and the words that belong to them, are in the text."""
    halves: tuple[str, ...] = ()
    """Parts of the day that belong to no time."""
    days: tuple[Day, ...] = ()
    """Days that belong to no time."""


@dataclass(frozen=True, slots=True)
class _Marker:
    """A word for a day, a part of one, or both."""

    start: int
    end: int
    half: str
    day: Day | None


def times_in(problem: Problem) -> Times | None:
    """The times of day of a text; None where it is not clear what they are.

    >>> from sumc.problems.numbers import find_quantities
    >>> text = "He slept from 10 pm on Friday to 6:30 the next morning."
    >>> found = times_in(Problem("", text, "en", find_quantities(text)))
    >>> [(each.minutes, each.shifts, each.day) for each in found.times]
    [(600, (720,), ('weekday', 4)), (390, (0,), ('after', 1))]
    """
    text, language = problem.text, problem.language
    pairs = zip(problem.symbols, problem.quantities, strict=True)
    names = {each.start: (name, each) for name, each in pairs}
    matches = list(_TIME[language].finditer(text))
    markers = [each for each in _markers(text, language) if not _is_in(each, matches)]
    read = [_time(each, names, any(mark.half for mark in markers)) for each in matches]
    if any(each is False for each in read):
        return None
    times = [each for each in read if isinstance(each, Time)]
    if any(each.is_in_24_hours for each in times):  # then 9:00 beside 14:30 is in the morning
        times = [replace(each, shifts=each.shifts[:1]) for each in times]
    return _joined(text, language, times, markers)


def _is_in(marker: _Marker, matches: Sequence[re.Match[str]]) -> bool:
    return any(each.start() <= marker.start < each.end() for each in matches)


def _time(
    match: re.Match[str], names: Mapping[int, tuple[str, Quantity]], has_halves: bool
) -> Time | bool:
    """A time of day; False for one that cannot be read, True for what is none."""
    parts = {**dict.fromkeys(_GROUPS), **match.groupdict()}
    word, hour = match["hour"].lower(), names.get(match.start("hour"))
    is_twelve = word in ("noon", "midnight")
    is_hour = parts["clock"] != "时" or has_halves  # 8时 may be eight hours
    is_hour = is_hour or bool(parts["from"]) or parts["event"] is not None
    told = (parts[each] for each in ("half", "minute", "part", "way", "twelve"))
    if word.isdecimal() and parts["count"] and not parts["count"].isdecimal():
        return False  # 8点五十 is half in digits, half in words
    if not (is_twelve or (parts["clock"] and is_hour) or any(told)):
        return True
    if is_twelve:
        hours, name = 12, "12"
    elif hour:
        hours, name = int(hour[1].value), hour[0]
    elif word in _ONE_TO_TWELVE:
        hours = _ONE_TO_TWELVE.index(word) + 1
        name = str(hours)
    else:
        return False
    minute = _minute(match, parts, names, hour)
    twelve = (parts["twelve"] or (word if is_twelve else "")).lower()
    shifts = _shifts(f"{parts['half']}m".lower() if parts["half"] else "", hours)
    if twelve:
        shifts = ((0,) if twelve == "noon" else (NOON,)) if hours == NOON // HOUR else ()
    if minute is None or hours > 24 or not shifts:
        return False
    return Time(
        match.start("hour") if parts["from"] else match.start(),
        match.end(),
        name,
        minute[0],
        hours * HOUR + minute[1],
        shifts,
    )


def _minute(
    match: re.Match[str],
    parts: Mapping[str, str | None],
    names: Mapping[int, tuple[str, Quantity]],
    hour: tuple[str, Quantity] | None,
) -> tuple[str, int] | None:
    """The minutes of a time, as a number of the text and as a value; None if there is no such
    number."""
    sign = "-" if parts["way"] == "to" else "+"
    value = 0
    if hour and hour[1].value.denominator != 1:  # 5点半 is one number, 5.5
        rest = hour[1].value % 1 * HOUR
        return ("", int(rest)) if parts["part"] and rest == _PARTS[parts["part"]] else None
    if parts["part"]:
        value = _PARTS[parts["part"].lower().split()[-1]]
        return f"{sign}{value}", int(f"{sign}{value}")
    place = "count" if parts["count"] else "minute"
    if not parts[place]:
        return "", 0
    found = names.get(match.start(place))
    if found is None:  # 3:00 is one number, 3
        is_full = hour is not None and hour[1].end == match.end(place)
        return ("", 0) if is_full else None
    value = int(found[1].value)
    return (f"{sign}{found[0]}", int(f"{sign}{value}")) if value < HOUR else None


def _shifts(half: str, hours: int) -> tuple[int, ...]:
    """What to add to get the minutes since midnight; two where the half of the day is not told,
    none where such an hour is not in that half."""
    if half:
        return tuple(shift for shift, each in _SHIFTS[half].items() if hours in each)
    return (0, NOON) if 0 < hours <= 12 else (0,)


def _markers(text: str, language: Language) -> Iterator[_Marker]:
    """The words for days and parts of them in a text."""
    for match in _MARKER[language].finditer(text):
        if match[0]:
            half, day = (_english if language == "en" else _chinese)(match)
            yield _Marker(*match.span(), half, day)


def _english(match: re.Match[str]) -> tuple[str, Day | None]:
    day, which = (match["day"] or "").lower(), (match["which"] or "").lower()
    part = (match["late"] or match["part"] or match["alone"] or "").lower()
    part = "night" if day == "tonight" else part
    half = _HALVES.get(part, "")
    if day.endswith("day") and day.removesuffix("day") in _WEEK:
        return half, ("weekday", _WEEK.index(day.removesuffix("day")))
    if day:
        return half, ("calendar", {"yesterday": -1, "tomorrow": 1}.get(day, 0))
    if which in ("next", "following", "same", "that"):
        return half, ("after", int(which in ("next", "following")))
    return half, ("calendar", -1 if which == "last" else 0) if which else None


def _chinese(match: re.Match[str]) -> tuple[str, Day | None]:
    day, half = match["day"] or "", _HALVES.get(match["part"] or "", "")
    if not day:
        return half, None
    if day[0] in "星礼周":
        return half, ("weekday", "一二三四五六日天".index(day[-1]) % 7 if day[-1] != "天" else 6)
    if day[0] == "第":
        return half, ("story", "一二三四五六七".index(day[1]))
    if day[0] in "次翌当同":
        return half, ("after", int(day[0] in "次翌"))
    return half, ("calendar", "昨今明".index(day[0]) - 1)


def _joined(
    text: str, language: Language, times: Sequence[Time], markers: Sequence[_Marker]
) -> Times | None:
    """The times with their parts of the day and their days."""
    found = list(times)
    halves: list[str] = []
    days: list[Day] = []
    ends = [each.end for each in times]
    spans = [(each.start, each.end) for each in times]
    for marker in markers:
        place = _belongs_to(text, language, marker, times, ends)
        if place is None:
            halves += [marker.half] if marker.half else []
            days += [marker.day] if marker.day else []
            continue
        ends[place] = max(ends[place], marker.end)
        spans.append((marker.start, marker.end))
        joined = _with(found[place], marker)
        if joined is None:
            return None
        found[place] = joined
    return Times(tuple(found), tuple(spans), tuple(halves), tuple(days))


def _with(time: Time, marker: _Marker) -> Time | None:
    """A time with its day or part of the day; None if it has another one already."""
    is_small = time.minutes < 5 * HOUR and marker.half == "night"
    if marker.day and (time.day or is_small):
        return None  # two o'clock on Monday night may be on Tuesday
    day = marker.day or time.day
    if not marker.half:
        return replace(time, day=day)
    known = time.within(marker.half)
    if len(time.shifts) == 1:  # 8 am in the morning, 14:30 in the afternoon
        is_other = known is None or (known.shifts != time.shifts and time.minutes < NOON + HOUR)
        return None if is_other else replace(time, day=day)
    return replace(known, day=day) if known else None


def _belongs_to(
    text: str, language: Language, marker: _Marker, times: Sequence[Time], ends: Sequence[int]
) -> int | None:
    """The place of the time that a word for a day or a part of it belongs to."""
    before = max((i for i, each in enumerate(times) if each.end <= marker.start), default=None)
    after = min((i for i, each in enumerate(times) if each.start >= marker.end), default=None)
    between = text[marker.end : times[after].start] if after is not None else ""
    if language == "zh":
        return after if not _SENTENCE_ENDS.search(between) else None
    if before is not None and _BESIDE["after"].fullmatch(text, ends[before], marker.start):
        return before
    if after is not None and _BESIDE["before"].fullmatch(text, marker.end, times[after].start):
        return after
    is_first = before is None and after is not None and not _SENTENCE_ENDS.search(between)
    return after if is_first else None
