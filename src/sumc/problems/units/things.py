"""Things that numbers count, other than units of measurement: pencils, 12支."""

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from sumc.lazy_regex import lazy_regex
from sumc.problems.english_nouns import is_irregular_plural, singular
from sumc.problems.numbers import Language

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

MOST_WORDS = 4
"""Words of a noun phrase, such as small red glass marbles."""

_WORD = lazy_regex(r"\s+([A-Za-z][A-Za-z'’-]*)")


@dataclass(frozen=True, slots=True)
class Thing:
    """What is counted, as the text names it."""

    name: str
    """The same for texts that mean the same: pencil for pencils and red pencils."""
    written: str
    """As the text has it: red pencils, 支."""
    start: int
    end: int
    """The position of the name."""


def thing_after(
    text: str, position: int, language: Language, *, one: bool = False
) -> Thing | None:
    """The thing whose name begins at a place of a text; with `one`, it need not be a plural.

    >>> thing_after("He has 12 red marbles in a bag", 9, "en")
    Thing(name='marble', written='red marbles', start=10, end=21)
    """
    if language == "zh":
        return _counter(text, position)
    return _noun_phrase(text, position, one)


def _noun_phrase(text: str, position: int, one: bool) -> Thing | None:
    """The words up to the first plural; without a plural there is no telling."""
    known = _english()
    first, last = -1, position
    for _ in range(MOST_WORDS + 2):
        match = _WORD.match(text, last)
        word = match[1].lower().replace("’", "'") if match else ""
        is_name_begun = first >= 0
        if match is None or (word in known.stop and (is_name_begun or word not in known.skip)):
            break
        last = match.end()
        if not is_name_begun and word in known.skip:
            continue
        first = first if is_name_begun else match.start(1)
        if word in known.pronouns:
            return None
        if is_plural(word):
            return Thing(singular(word), text[first:last], first, last)
    name = text[first:last].split()[-1].lower() if one and first >= 0 else ""
    if not name or name in known.no_nouns:
        return None
    return Thing(name, text[first:last], first, last)


def is_plural(word: str) -> bool:
    """Whether an English word looks like a plural.

    >>> [is_plural(word) for word in ("boxes", "children", "bus", "pencil")]
    [True, True, False, False]
    """
    known = _english()
    ends = word.endswith("s") and not word.endswith(("ss", "us", "'s"))
    regular = ends and len(word) > 2 and word not in known.singulars
    return regular or word in known.plurals or is_irregular_plural(word)


def is_stop_word(word: str) -> bool:
    """Whether an English word in small letters is certainly not a noun."""
    return word in _english().stop


def is_verb(word: str) -> bool:
    """Whether an English word in small letters after "each" says what each of them does."""
    return word in _english().verbs


def is_measure(written: str) -> bool:
    """Whether English things are portions of something, which need not be whole.

    >>> is_measure("scoops"), is_measure("dozen eggs"), is_measure("eggs")
    (True, True, False)
    """
    return any(singular(word) in _english().measures for word in written.lower().split())


def _counter(text: str, position: int) -> Thing | None:
    match = _chinese().pattern.match(text, position)
    if match is None:
        return None
    return Thing(match[0], match[0], *match.span())


def is_generic(name: str) -> bool:
    """Whether a counter or noun counts anything whatever, or all kinds of people.

    >>> is_generic("个"), is_generic("支"), is_generic("piece"), is_generic("pencil")
    (True, False, True, False)
    """
    return name in _chinese().generic or name in _english().generic


@dataclass(frozen=True)
class _English:
    stop: frozenset[str]
    skip: frozenset[str]
    plurals: frozenset[str]
    singulars: frozenset[str]
    pronouns: frozenset[str]
    generic: frozenset[str]
    verbs: frozenset[str]
    measures: frozenset[str]
    no_nouns: frozenset[str]


@dataclass(frozen=True)
class _Chinese:
    pattern: re.Pattern[str]
    generic: frozenset[str]


@cache
def _english() -> _English:
    data = {name: frozenset(words.split()) for name, words in _read("english_things.toml").items()}
    return _English(**data)


@cache
def _chinese() -> _Chinese:
    data = _read("chinese_things.toml")
    counters = sorted(data["counters"].split(), key=lambda each: (-len(each), each))
    return _Chinese(re.compile("|".join(counters)), frozenset(data["generic"].split()))


def _read(name: str) -> Mapping[str, Any]:
    return tomllib.loads((Path(__file__).parent / name).read_text(encoding="utf-8"))
