"""Times of day: how long it is from one to another, and what the clock says some time later.

| the text | is |
|---|---|
| The film starts at 7:40 pm and ends at 9:15 pm. How long is it? | 95 minutes |
| Ana slept from 10 pm to 6:30 am. How many hours did she sleep? | 8.5 hours |
| School starts at 8:50. The first lesson lasts 45 minutes. When does it end? | 9:35 |

Only texts are read whose numbers are all times of day or lengths of time; one with another number,
or with a word that changes the question (every day, late, half), is left to a model.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from sumc.algebra.expression import parse_expression
from sumc.algebra.mtree import MTree
from sumc.errors import LimitError
from sumc.lazy_regex import lazy_regex
from sumc.problems.numbers import Language, Quantity, find_quantities
from sumc.problems.problem import Problem
from sumc.problems.units.measures import measure_of
from sumc.problems.units.table import Unit, units
from sumc.solving.answer import AnswerUnit, Clock
from sumc.solving.routes.exact import Exact
from sumc.solving.routes.rules import rule

HOUR, NOON, DAY = 60, 12 * 60, 24 * 60
"""In minutes."""

_TIME: Mapping[Language, re.Pattern[str]] = {
    "en": lazy_regex(
        r"(?<![\d:.,$])(?P<hour>\d{1,2})(?::(?P<minute>[0-5]\d)(?!\d|:\d))?"
        r"(?P<half>\s*(?:[ap]\.m\.|[ap]m\b))?(?P<clock>\s*o['’]?clock\b(?:\s+in\s+the\s+"
        r"(?:morning|afternoon|evening))?)?",
        re.IGNORECASE,
    ),
    "zh": lazy_regex(
        r"(?P<half>凌晨|清晨|早晨|早上|上午|中午|下午|傍晚|晚上)?\s*(?<![\d:：.])(?P<hour>\d{1,2})"
        r"(?:[:：](?P<minute>[0-5]\d)(?![\d:：])|(?P<clock>[点时])(?:(?P<minutes>\d{1,2})分)?(?:整)?)"
    ),
}
_AFTER_NOON = frozenset({"下午", "傍晚", "晚上"})
_OTHERWISE: Mapping[Language, re.Pattern[str]] = {
    "en": lazy_regex(
        r"\b(?:an?\s+(?:hour|minute|day)|each|every|daily|per|weekly?|days|nights|twice|half|"
        r"quarter|double|late|early|earlier|later|after|afterwards|before|then|longer|shorter|than|breaks?|rest(?:s|ed)?|"
        r"paused?|stop(?:s|ped)?\s+for|except|without|slow|fast|ahead|behind|average|another|"
        r"again|both|ago|zones?)\b",
        re.IGNORECASE,
    ),
    "zh": lazy_regex(
        "每|天|周|次|倍|半|一刻|晚点|迟到|提前|早到|比|休息|停|平均|快了|慢了|间隔|又|再|前"
    ),
}
"""Words that make the question a different one from how long it is between two times."""
_LENGTH: Mapping[Language, re.Pattern[str]] = {
    "en": lazy_regex(
        r"\bhow\s+(?:long|much\s+time|many\s+(?P<unit>hours|minutes))\b", re.IGNORECASE
    ),
    "zh": lazy_regex("(?:多长时间|多久|(?:多少|几个?)(?P<unit>小时|分钟))"),
}
_WHEN: Mapping[Language, re.Pattern[str]] = {
    "en": lazy_regex(r"\b(?:what\s+time|when)\b(?P<said>[^.?!]*)\?", re.IGNORECASE),
    "zh": lazy_regex("(?P<said>[^，。？]*(?:几时|几点|什么时候|什么时刻|何时)[^，。？]*)"),
}
_ENDS: Mapping[Language, re.Pattern[str]] = {
    "en": lazy_regex(
        r"\b(?:end|finish|over|arriv|get\s+(?:there|home|back|to)|reach|done|ready|return|back|"
        r"come\s+out|land)",
        re.IGNORECASE,
    ),
    "zh": lazy_regex("结束|到达|抵达|到|完|放学|下课|下班|散场"),
}
_STARTS: Mapping[Language, re.Pattern[str]] = {
    "en": lazy_regex(
        r"\b(?:start|beg[aiu]n|leave|left|depart|set\s+o(?:ff|ut)|t[ao]ke?\s+off)", re.IGNORECASE
    ),
    "zh": lazy_regex("开始|出发|开出|上课|上班|开车|起飞|动身"),
}
_THE = lazy_regex(r"\bthe\s+(?P<noun>[a-z]+)", re.IGNORECASE)
_ANYTHING = frozenset(
    {
        *("trip", "ride", "journey", "drive", "flight", "walk", "hike", "run", "tour", "way"),
        *("visit", "stay", "event", "whole", "entire"),
    }
)
"""What a question may name although the text has not: any stretch of time may be called that."""
_JOINT = lazy_regex(r"[^\d.?!。？！,，]{0,12}")
"""Between the parts of 1 hour and 50 minutes."""


@dataclass(frozen=True, slots=True)
class _Time:
    """A time of day in the text."""

    start: int
    end: int
    hour: str
    """The number of the text that is the hour."""
    minute: str
    """That of the minute; empty where there is none."""
    minutes: int
    """Since midnight or noon, as the numbers say."""
    shifts: tuple[int, ...]
    """What may have to be added to get the minutes since midnight."""

    def terms(self, sign: str, unit: Unit) -> str:
        """The numbers of the text as a sum of minutes or of hours."""
        in_hours = unit.name == "hour"
        hour = f"{sign}{self.hour}" if in_hours else f"{sign}{self.hour}*{HOUR}"
        if not self.minute:
            return hour
        return f"{hour}{sign}{self.minute}/{HOUR}" if in_hours else f"{hour}{sign}{self.minute}"


def read_clock(text: str, language: Language) -> Exact | None:
    """The answer to a question about times of day.

    >>> found = read_clock("Ana slept from 10 pm to 6:30 am. How many hours did she sleep?", "en")
    >>> found.tree.evaluate(found.problem.values)
    Fraction(17, 2)
    """
    if _OTHERWISE[language].search(text):
        return None
    asked = _LENGTH[language].search(text) or _WHEN[language].search(text)
    if asked is None or _is_of_another(text, asked.start()):
        return None
    try:
        problem = Problem("", text, language, find_quantities(text, language=language))
    except LimitError:
        return None
    times = _times(problem)
    others = [
        (name, quantity)
        for name, quantity in zip(problem.symbols, problem.quantities, strict=True)
        if not any(each.start <= quantity.start < each.end for each in times)
    ]
    if len(times) == 2 and not others:
        return _length(problem, *times)
    return _when(problem, times[0], others) if len(times) == 1 and others else None


def _is_of_another(text: str, question: int) -> bool:
    """Whether the question is about something that the text has not mentioned."""
    before = text[:question].lower()
    nouns = (match["noun"].lower() for match in _THE.finditer(text, question))
    return any(noun not in before and noun not in _ANYTHING for noun in nouns)


def _times(problem: Problem) -> list[_Time]:
    """The times of day among the numbers of a text."""
    pairs = zip(problem.symbols, problem.quantities, strict=True)
    names = {each.start: (name, each) for name, each in pairs}
    matches = list(_TIME[problem.language].finditer(problem.text))
    has_halves = any(match["half"] for match in matches)
    found = (_time(match, names, problem.language, has_halves) for match in matches)
    return [each for each in found if each]


def _time(
    match: re.Match[str],
    names: Mapping[int, tuple[str, Quantity]],
    language: Language,
    has_halves: bool,
) -> _Time | None:
    """A time of day: 7:40, 7 pm, 7 o'clock; a bare number, or 3时20分 alone, is none."""
    parts = match.groupdict()
    place = "minutes" if parts.get("minutes") else "minute"
    hour, minute = names.get(match.start("hour")), names.get(match.start(place))
    is_clock = bool(parts["clock"]) and (language == "en" or parts["clock"] == "点" or has_halves)
    is_full = hour is not None and hour[1].end == match.end(place)  # 3:00 is one number, 3
    if hour is None or bool(parts[place]) != (bool(minute) or is_full):
        return None
    if not (parts["half"] or parts["minute"] or is_clock):
        return None
    hours, rest = int(hour[1].value), int(minute[1].value) if minute else 0
    shifts = _shifts(hours, parts, language)
    if hours > (12 if parts["half"] else 24) or rest >= HOUR:
        return None
    name = minute[0] if minute else ""
    return _Time(*match.span(), hour[0], name, hours * HOUR + rest, shifts)


def _shifts(hours: int, parts: Mapping[str, str | None], language: Language) -> tuple[int, ...]:
    """What to add to get the minutes since midnight; two where the half of the day is not told."""
    half = (parts["half"] or (parts["clock"] if language == "en" else "") or "").strip().lower()
    if language == "zh":
        is_known, is_after = bool(half), half in _AFTER_NOON or (half == "中午" and hours < 4)
    else:
        is_after = half.startswith("p") or half.endswith(("afternoon", "evening"))
        is_known = is_after or half.startswith("a") or half.endswith("morning")
    if hours > 12 or not is_known:
        return (0,) if hours > 12 else (0, NOON)
    if hours == 12:
        return (0,) if is_after else (-NOON,)
    return (NOON,) if is_after else (0,)


def _length(problem: Problem, first: _Time, second: _Time) -> Exact | None:
    """How long it is from the first time to the second: the shortest way that the text allows."""
    asked = _LENGTH[problem.language].search(problem.text)
    if not asked:
        return None
    between = second.minutes - first.minutes
    shift = min(
        (after - before for before in first.shifts for after in second.shifts),
        key=lambda each: (between + each - 1) % DAY,
    )
    shift += DAY if between + shift <= 0 else 0
    unit = _asked_unit(asked["unit"], between + shift, problem.language)
    more = shift // HOUR if unit.name == "hour" else shift
    term = second.terms("+", unit) + first.terms("-", unit) + (f"{more:+}" if more else "")
    written = asked["unit"] or (unit.singular if problem.language == "zh" else unit.plural)
    return _exact(problem, term, "clock-length", AnswerUnit(written, unit))


def _asked_unit(written: str | None, minutes: int, language: Language) -> Unit:
    """The unit that the question names; without one, minutes below an hour and hours above."""
    is_long = written in ("hours", "小时") if written else minutes >= HOUR
    return units(language).named("hour" if is_long else "minute")


def _when(problem: Problem, time: _Time, others: Sequence[tuple[str, Quantity]]) -> Exact | None:
    """What the clock says after a length of time, or said when it began."""
    language = problem.language
    asked = _WHEN[language].search(problem.text)
    sizes = [(name, size) for name, each in others if (size := _minutes(problem, each))]
    if not asked or len(sizes) < len(others) or not _is_one_length(problem, others):
        return None
    ends, starts = (form[language].search(asked["said"]) for form in (_ENDS, _STARTS))
    event = ends or starts
    if event is None or (ends and starts) or event[0].lower() in _before(problem.text, time):
        return None  # it was planned to end then, and the question is when it really ended
    passed = sum(problem.values[name] * size for name, size in sizes)
    if passed.denominator != 1 or passed > NOON:
        return None
    sign = "+" if ends else "-"
    minutes = time.minutes + time.shifts[0] + (passed if ends else -passed)
    shift = time.shifts[0] + (-DAY if minutes >= DAY else DAY if minutes < 0 else 0)
    unit = units(language).named("minute")
    term = time.terms("+", unit) + "".join(
        f"{sign}{name}" if size == 1 else f"{sign}{name}*{size}" for name, size in sizes
    )
    clock: Clock = "am/pm" if language == "en" and time.minutes < NOON + HOUR else "24 h"
    clock = clock if len(time.shifts) == 1 else "12 h"
    written = unit.singular if language == "zh" else unit.plural
    name = "clock-after" if ends else "clock-before"
    term += f"{shift:+}" if shift else ""
    return _exact(problem, term, name, AnswerUnit(written, unit, clock=clock))


def _is_one_length(problem: Problem, others: Sequence[tuple[str, Quantity]]) -> bool:
    """Whether lengths of time are one: 1 hour 50 minutes."""
    return len(others) < 3 and all(
        _JOINT.fullmatch(problem.text, one.end, other.start)
        for (_, one), (_, other) in pairwise(others)
    )


def _minutes(problem: Problem, quantity: Quantity) -> int | None:
    """The minutes of an hour or a minute; None for everything else that is counted."""
    measure = measure_of(problem.text, quantity, problem.language)
    names = {each.name for each in measure.units} if measure else set()
    return HOUR if "hour" in names else 1 if "minute" in names else None


def _before(text: str, time: _Time) -> str:
    """What is said before a time in its part of the sentence."""
    return re.split(r"[.?!。？！,，]", text[: time.start])[-1].lower()


def _exact(problem: Problem, term: str, name: str, unit: AnswerUnit) -> Exact:
    return Exact(problem, MTree.from_expression(parse_expression(term)), (rule(name),), unit)
