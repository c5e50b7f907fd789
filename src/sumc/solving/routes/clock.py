"""Times of day: how long it is from one to another, and what the clock says some time later.

| the text | is |
|---|---|
| The film starts at 7:40 pm and ends at 9:15 pm. How long is it? | 95 minutes |
| Ana slept from 10 pm to 6:30 am. How many hours did she sleep? | 8.5 hours |
| A ship left on Friday at 6 pm and came back on Sunday at 9 am. How long was it away? | 39 hours |
| School starts at 8:50. The first lesson lasts 45 minutes. When does it end? | 9:35 |
| It is 5 o'clock. What time was it 20 minutes ago? | 4:40 |
| The train should arrive at 9:30 but is 25 minutes late. When does it arrive? | 9:55 |

Only texts are read whose numbers are all times of day or lengths of time; `clock_questions.py`
says which of them are left to a model.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product

from sumc.algebra.expression import parse_expression
from sumc.algebra.mtree import MTree
from sumc.errors import LimitError
from sumc.lazy_regex import lazy_regex
from sumc.problems.numbers import Language, Quantity
from sumc.problems.problem import Problem
from sumc.problems.units.measures import measure_of
from sumc.problems.units.table import units
from sumc.solving.answer import AnswerUnit, Clock
from sumc.solving.routes.clock_numbers import clock_quantities
from sumc.solving.routes.clock_questions import (
    Question,
    is_about_length,
    is_left_open,
    is_of_another,
    names_something_new,
    read_question,
)
from sumc.solving.routes.clock_words import TIME, clock_words
from sumc.solving.routes.exact import Exact
from sumc.solving.routes.rules import rule
from sumc.solving.routes.times import DAY, HOUR, NOON, Day, Time, Times, times_in

LONGEST_DELAY = 3 * HOUR
_JOINT = lazy_regex(r"\s*(?:,\s*)?(?:and\b|[零又])?\s*")
"""Between the parts of 1 hour and 50 minutes."""
_AFTER = lazy_regex(rf"{TIME}\s+after\s+{TIME}", re.IGNORECASE)
_LATER = lazy_regex(
    rf"(?P<event>\band\s+(?:(?:he|she|it|they|we|i)\s+)?(?:arrived|finished|ended|landed|returned"
    rf"|(?:got|came)\s+(?:home|back|there))(?:\s+(?:at|in|to)\s+(?:\w+\s+)?\w+)?\s+){TIME}+\s+later",
    re.IGNORECASE,
)
"""What the one who left did some time later: he left at 8:10 and arrived 20 minutes later."""
_RANGE = lazy_regex(r"\s*(?:[-–—~～]|to|until|till|and)\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Length:
    """A number of the text that is a length of time."""

    name: str
    size: int
    """How many minutes one of it is."""
    start: int
    end: int

    def term(self, sign: str) -> str:
        """It in minutes, in an expression."""
        return f"{sign}{self.name}" if self.size == 1 else f"{sign}{self.name}*{self.size}"


def read_clock(text: str, language: Language) -> Exact | None:
    """The answer to a question about times of day.

    >>> found = read_clock("Ana slept from 10 pm to 6:30 am. How many hours did she sleep?", "en")
    >>> found.tree.evaluate(found.problem.values)
    Fraction(17, 2)
    """
    question = read_question(text, language)
    problem = _problem(text, language) if question else None
    found = times_in(problem) if problem else None
    if question is None or problem is None or found is None or not problem.quantities:
        return None
    pairs = zip(problem.symbols, problem.quantities, strict=True)
    others = [
        (name, quantity)
        for name, quantity in pairs
        if not any(each.start <= quantity.start < each.end for each in found.times)
    ]
    if question.is_length:
        is_fitting = len(found.times) == 2 and not others
        return _length(problem, found, question) if is_fitting else None
    lengths = list(_lengths(problem, others))
    if len(found.times) != 1 or not lengths or len(lengths) < len(others):
        return None
    return _when(problem, found, lengths, question) if _are_one(text, lengths) else None


def _problem(text: str, language: Language) -> Problem | None:
    try:
        return Problem("", text, language, clock_quantities(text, language))
    except LimitError:
        return None


def _length(problem: Problem, found: Times, question: Question) -> Exact | None:
    """How long it is from the first time to the second."""
    masked = question.without(found.spans)
    first, second = found.times
    if not is_about_length(masked, first, second):
        return None
    shift = _shift(problem.text, found)
    if shift is None or any(_shift(problem.text, each) != shift for each in _halved(found)):
        return None
    minutes = second.minutes - first.minutes + shift
    if masked.is_delay and minutes > LONGEST_DELAY:
        return None  # it was not late but early, or the other way round
    unit = units(problem.language).named(masked.unit or ("hour" if minutes >= HOUR else "minute"))
    size = HOUR if unit.name == "hour" else 1
    days, rest = divmod(shift, DAY) if shift > DAY else (0, shift)
    more = "".join(f"{each // size:+}" for each in (days * DAY, rest) if each)
    term = second.terms("+", unit) + first.terms("-", unit) + more
    written = masked.written or (unit.singular if problem.language == "zh" else unit.plural)
    return _exact(problem, term, "clock-length", AnswerUnit(written, unit))


def _halved(found: Times) -> Iterator[Times]:
    """The times in every part of the day that the text names without saying which one it is for;
    none of them may change the answer."""
    for half in found.halves:
        known = [each if len(each.shifts) == 1 else each.within(half) for each in found.times]
        yield Times(tuple(each for each in known if each), found.spans, (), found.days)


def _shift(text: str, found: Times) -> int | None:
    """What to add to the difference of two times to get the minutes between them.

    Where a text does not say which half of the day it means, that is the shortest way.
    """
    if len(found.times) < 2 or not _are_days_clear(found):
        return None
    first, second = found.times
    between = second.minutes - first.minutes
    ways = {after - before for before, after in product(first.shifts, second.shifts)}
    is_range = _RANGE.fullmatch(text, first.end, second.start) is not None
    days = _days_between(first.day, second.day, is_range)
    if days is None:
        best = min(ways, key=lambda each: (between + each - 1) % DAY)
        best -= (between + best - 1) // DAY * DAY
        return None if between + best == DAY or (len(ways) > 1 and not between) else best
    known = sorted(each + days * DAY for each in ways if between + each + days * DAY > 0)
    return known[0] if days >= 0 and len(known) == 1 else None


def _are_days_clear(found: Times) -> bool:
    """Whether a day that belongs to neither time is the day of both."""
    known = [each.day for each in found.times if each.day]
    return not found.days or (len(found.days) == 1 and not known and found.days[0][0] != "after")


_UNCLEAR = -1


def _days_between(first: Day | None, second: Day | None, is_range: bool) -> int | None:
    """The days from the first time to the second; None where they are not told, negative where
    they are unclear."""
    if second is None:
        return _UNCLEAR if first and first[0] == "after" and first[1] else None
    if second[0] == "after":
        return second[1]
    if first is None:  # from 9 am to 5 pm on Monday
        return second[1] if second[0] == "story" else None if is_range else _UNCLEAR
    if first[0] != second[0]:
        return _UNCLEAR
    days = second[1] - first[1]
    if first[0] == "weekday":
        return days % 7 or _UNCLEAR
    return days


def _lengths(problem: Problem, others: Sequence[tuple[str, Quantity]]) -> Iterator[_Length]:
    """The numbers that are lengths of time, in hours or minutes."""
    for name, quantity in others:
        measure = measure_of(problem.text, quantity, problem.language)
        names = {each.name for each in measure.units} if measure else set()
        if measure and names & {"hour", "minute"}:
            yield _Length(name, HOUR if "hour" in names else 1, measure.start, measure.end)


def _are_one(text: str, lengths: Sequence[_Length]) -> bool:
    """Whether lengths of time are one: 1 hour 50 minutes."""
    return len(lengths) < 3 and all(
        _JOINT.fullmatch(text, one.end, other.start) for one, other in pairwise(lengths)
    )


def _when(
    problem: Problem, found: Times, lengths: Sequence[_Length], question: Question
) -> Exact | None:
    """What the clock says after a length of time, or said when it began."""
    time, language = found.times[0], problem.language
    span = (lengths[0].start, lengths[-1].end)
    passed = sum(problem.values[each.name] * each.size for each in lengths)
    sign = _sign(problem, time, span, question, found)
    if not sign or passed.denominator != 1 or not 0 < passed <= NOON:
        return None
    minutes = time.minutes + time.shifts[0] + (passed if sign == "+" else -passed)
    if not _is_half_clear(problem, time, int(minutes)):
        return None
    shift = time.shifts[0] - int(minutes // DAY) * DAY
    term = time.terms("+", units(language).named("minute"))
    term += "".join(each.term(sign) for each in lengths) + (f"{shift:+}" if shift else "")
    name = "clock-after" if sign == "+" else "clock-before"
    return _exact(problem, term, name, _clock_unit(time, language))


def _is_half_clear(problem: Problem, time: Time, minutes: int) -> bool:
    """Whether it is clear what a Chinese clock says, which shows 24 hours: 11:20 is in the
    morning, unless somebody goes to bed then or the answer would be on the day before."""
    if problem.language == "en" or len(time.shifts) == 1:
        return True
    return minutes >= HOUR and (minutes < NOON + HOUR or "睡" not in problem.text)


def _clock_unit(time: Time, language: Language) -> AnswerUnit:
    """Minutes, shown as the text shows its time; in Chinese on a clock of 24 hours."""
    unit = units(language).named("minute")
    is_halved = language == "en" and not time.is_in_24_hours
    is_open = language == "en" and len(time.shifts) > 1
    clock: Clock = "12 h" if is_open else "am/pm" if is_halved else "24 h"
    return AnswerUnit(unit.singular if language == "zh" else unit.plural, unit, clock=clock)


def _sign(
    problem: Problem, time: Time, length: tuple[int, int], question: Question, found: Times
) -> str:
    """Whether a length of time is added to a time or taken from it; empty where that is open."""
    if found.halves or found.days or len(time.shifts) > 2:
        return ""
    words = clock_words(problem.language)
    form = question.form(found.spans, length)
    for sign, forms in (("+", words.after), ("-", words.before)):
        if forms.fullmatch(form):
            return sign
    masked = question.without((*found.spans, length))
    if names_something_new(masked) or is_of_another(masked, length[0]):
        return ""
    late = masked.lateness(length)
    if late:
        return late
    said = masked.said
    after = _AFTER.search(masked.text)  # it ends at 11:20 after 50 minutes: when did it start?
    if after and not words.starts.search(said):
        return ""
    text = _LATER.sub(r"\g<event>", _AFTER.sub(TIME, masked.text))
    if is_left_open(replace(masked, text=text)):
        return ""
    ends, starts = words.ends.search(said), words.starts.search(said)
    event = ends or starts
    if event is None or (ends and starts) or event[0].lower() in masked.before(time.start):
        return ""  # it was planned to end then, and the question is when it really ended
    is_lesson = words.lessons.search(masked.before(time.start))
    return "" if is_lesson and words.arrives.search(said) else "+" if ends else "-"


def _exact(problem: Problem, term: str, name: str, unit: AnswerUnit) -> Exact:
    return Exact(problem, MTree.from_expression(parse_expression(term)), (rule(name),), unit)
