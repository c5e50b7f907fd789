"""The words of questions about times of day, from `clock.toml`."""

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from sumc.problems.numbers import Language

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

TIME = "¤"
"""What stands in the place of every character of a time of day in a text."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What the first and the second time are of, and what a question may ask about it."""

    first: re.Pattern[str]
    second: re.Pattern[str]
    asked: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class ClockWords:
    """The words of one language."""

    otherwise: re.Pattern[str]
    """Words that make the question a different one from how long it is between two times."""
    zones: re.Pattern[str]
    """Clocks of different places."""
    daily: re.Pattern[str]
    """The same times on every day."""
    total: re.Pattern[str]
    """Everything added up, which is more where there are several people."""
    several: re.Pattern[str]
    interrupted: re.Pattern[str] | None
    """What comes in between, unless the question is about that."""
    neutral: re.Pattern[str]
    """What a question may say whatever the text is about."""
    frames: tuple[Frame, ...]
    opposites: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]
    """States that exclude each other."""
    several_questions: re.Pattern[str]
    ends: re.Pattern[str]
    """What happens after some time has passed."""
    starts: re.Pattern[str]
    """What happens before it passes."""
    arrives: re.Pattern[str]
    lessons: re.Pattern[str]
    """What starts without anybody being on the way."""
    planned: re.Pattern[str]
    """Before the time at which something was to happen."""
    later: re.Pattern[str]
    earlier: re.Pattern[str]
    after: re.Pattern[str]
    """Questions for the time at a length (L) after a time (T)."""
    before: re.Pattern[str]


@cache
def clock_words(language: Language) -> ClockWords:
    """The words of a language.

    >>> bool(clock_words("en").otherwise.search("She works there every day."))
    True
    """
    data = _tables()[language]
    english = language == "en"

    def words(alternatives: Any) -> re.Pattern[str]:
        joined = alternatives if isinstance(alternatives, str) else "|".join(alternatives)
        return re.compile(rf"(?<![\w'’-])(?:{joined})(?![\w-])" if english else joined, flags)

    flags = re.IGNORECASE if english else 0
    kept = {name: words(data[name]) for name in _LISTS}
    zones = "|".join(data["zones"])
    return ClockWords(
        **kept,
        zones=re.compile(rf"(?<!\w)(?:{zones})(?!\w)" if english else zones),
        interrupted=words(data["interrupted"]) if "interrupted" in data else None,
        frames=tuple(Frame(*map(words, each)) for each in data["frames"]),
        opposites=tuple((words(one), words(other)) for one, other in data["opposites"]),
        after=_forms(data, "after"),
        before=_forms(data, "before"),
    )


_LISTS = (
    "otherwise",
    "daily",
    "total",
    "several",
    "neutral",
    "several_questions",
    "ends",
    "starts",
    "arrives",
    "lessons",
    "planned",
    "later",
    "earlier",
)


def _forms(data: Mapping[str, Any], name: str) -> re.Pattern[str]:
    """The whole questions of a list, with what is left out of them filled in."""
    joined = "|".join(data[name])
    for gap, key in (("INTRO", "intro"), ("ASK", "ask")):
        joined = joined.replace(gap, f"(?:{'|'.join(data.get(key, ()))})")
    return re.compile(rf"(?:{joined}) ?[?？.。]?", re.IGNORECASE)


@cache
def _tables() -> Mapping[str, Any]:
    return tomllib.loads((Path(__file__).parent / "clock.toml").read_text(encoding="utf-8"))
