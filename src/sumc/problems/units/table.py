"""The unit tables: `Unit`, and the words of a language that name one."""

import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from sumc.errors import ProblemError
from sumc.problems.numbers import Language
from sumc.problems.units.dimension import Dimension

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FILES: Mapping[Language, str] = {"en": "english.toml", "zh": "chinese.toml"}


_MONEY = Dimension.parse("money")


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of measurement; the factor is how many of its dimension's first unit it is."""

    name: str
    dimension: Dimension
    group: str
    """Units of one dimension but different groups are not converted."""
    factor: Fraction
    singular: str
    plural: str
    symbol: str
    """The abbreviation that we write; empty where there is none."""
    prefix: str
    """What is written before a number, such as $; empty for most units."""

    @property
    def compares(self) -> bool:
        """Whether its factor compares with those of all other units that measure the same, or that
        are of the same currency."""
        return not self.group or self.dimension == _MONEY

    def converts_to(self, other: "Unit") -> bool:
        """Whether there is an exact factor between the two."""
        return (self.dimension, self.group) == (other.dimension, other.group)

    def to(self, other: "Unit") -> Fraction:
        """How many of the other unit one of this unit is.

        >>> hour, minute = units("en").named("hour"), units("en").named("minute")
        >>> hour.to(minute), minute.to(hour)
        (Fraction(60, 1), Fraction(1, 60))
        """
        if not self.converts_to(other):
            raise ProblemError(f"one {self.singular} is not an exact number of {other.plural}")
        return self.factor / other.factor


@dataclass(frozen=True, slots=True)
class Found:
    """A name of a unit in a text, and all units that it can mean."""

    text: str
    end: int
    units: tuple[Unit, ...]


@dataclass(frozen=True)
class UnitTable:
    """The units of a language, looked up by what texts write."""

    by_name: Mapping[str, Unit]
    by_word: Mapping[str, tuple[Unit, ...]]
    """Words in small letters, symbols as they are written."""
    by_prefix: Mapping[str, Unit]
    pattern: re.Pattern[str]
    before: re.Pattern[str]

    def named(self, name: str) -> Unit:
        """The unit with this name in the table."""
        return self.by_name[name]

    def at(self, text: str, start: int) -> Found | None:
        """The longest name of a unit that begins at a place of a text.

        >>> found = units("en").at("3 square metres", 2)
        >>> found.text, found.units[0].name
        ('square metres', 'square-metre')
        """
        match = self.pattern.match(text, start)
        if match is None:
            return None
        written = " ".join(match[0].split())
        meant = self.by_word.get(written) or self.by_word.get(written.lower(), ())
        return Found(match[0], match.end(), meant) if meant else None

    def ending_at(self, text: str, end: int) -> Unit | None:
        """The unit whose sign ends at a place of a text, such as the $ of $5."""
        match = self.before.search(text, max(0, end - 5), end)
        return self.by_prefix[match[1]] if match else None


@cache
def units(language: Language) -> UnitTable:
    """The unit table of a language."""
    text = (Path(__file__).parent / FILES[language]).read_text(encoding="utf-8")
    by_name: dict[str, Unit] = {}
    by_word: dict[str, tuple[Unit, ...]] = {}
    by_prefix: dict[str, Unit] = {}
    patterns: list[tuple[str, str]] = []
    for name, data in tomllib.loads(text).items():
        forms = [each.split("/") if language == "en" else [each] for each in data["words"]]
        unit = by_name[name] = _unit(name, data, forms[0])
        symbols, ending = data.get("symbols", []), data.get("ending", [])
        attached = data.get("attached", {})
        words = list(dict.fromkeys(word.lower() for form in forms for word in form))
        for word in (*words, *symbols, *attached):
            by_word[word] = (*by_word.get(word, ()), unit)
        by_prefix.update(dict.fromkeys(data.get("prefix", ()), unit))
        unless = data.get("unless", {})
        patterns += [(each, _spelled(each, language, unless.get(each, ""))) for each in words]
        patterns += [(each, re.escape(each)) for each in symbols if each not in ending]
        patterns += [
            (each, rf"(?<=\d{{{digits}}}){re.escape(each)}") for each, digits in attached.items()
        ]
        patterns += [(each, rf"{re.escape(each)}{_PHRASE_ENDS}") for each in ending]
    return UnitTable(by_name, by_word, by_prefix, _pattern(patterns, language), _before(by_prefix))


_PHRASE_ENDS = r"(?=\s*(?:$|[.,;:?!)]|(?:long|wide|tall|high|deep|by|and|in|to)\b))"


def _unit(name: str, data: Mapping[str, Any], forms: Sequence[str]) -> Unit:
    symbols = data.get("symbols", ())
    return Unit(
        name,
        Dimension.parse(data["dimension"]),
        data.get("group", ""),
        Fraction(data["factor"]),
        forms[0],
        forms[-1],
        symbols[0] if symbols else "",
        next(iter(data.get("prefix", ())), ""),
    )


def _spelled(word: str, language: Language, unless: str) -> str:
    """The pattern of a word, not before something else; English ones may begin a sentence."""
    escaped = re.escape(word).replace(r"\ ", r"\s+") + (f"(?!{unless})" if unless else "")
    return f"(?i:{escaped})" if language == "en" else escaped


def _pattern(patterns: Sequence[tuple[str, str]], language: Language) -> re.Pattern[str]:
    """The names of units, the longest first; letters end where the word ends."""
    by_length = sorted(patterns, key=lambda each: (-len(each[0]), each))
    end = r"(?![^\W\d_])" if language == "en" else "(?![A-Za-z])"
    return re.compile(f"(?:{'|'.join(each for _, each in by_length)}){end}")


def _before(prefixes: Mapping[str, object]) -> re.Pattern[str]:
    names = "|".join(map(re.escape, sorted(prefixes, key=lambda word: (-len(word), word))))
    return re.compile(rf"(?<![A-Za-z])({names})\s?\Z")
