"""Places in data files, and the mistakes found there.

tomllib reports no line numbers, so the line of a place is looked up once a mistake needs it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from sumc.errors import SchemaError

Keys = tuple[str | int, ...]
"""The path to a value in a file: `("schema", 2, "ask", 0, "tell")`."""

T = TypeVar("T")

_NAME = r"""(?:"[^"]*"|'[^']*'|[\w-]+)"""
NAME = re.compile(_NAME)
HEADER = re.compile(rf"\s*(\[\[?)\s*({_NAME}(?:\s*\.\s*{_NAME})*)\s*\]\]?\s*")
KEY = re.compile(rf"\s*({_NAME}(?:\s*\.\s*{_NAME})*)\s*=")
STRING_OR_COMMENT = re.compile(
    r'"""(?:\\.|[^\\])*?"""'
    r"|'''.*?'''"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'"
    r"|#[^\n]*",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Place:
    """Something in a data file: the file, and the keys that lead there."""

    file: Path
    keys: Keys = ()

    def below(self, *keys: str | int) -> Place:
        """Return a place inside this one."""
        return Place(self.file, self.keys + keys)

    @property
    def line(self) -> int:
        """The line of the innermost key that the file spells out, else 1."""
        try:
            lines = lines_of(self.file.read_text(encoding="utf-8-sig"))
        except (OSError, UnicodeDecodeError):
            return 1
        ways = (self.keys[:size] for size in range(len(self.keys), 0, -1))
        return next((lines[keys] for keys in ways if keys in lines), 1)

    def mistake(self, message: str) -> Mistake:
        """Return what is wrong here, with its line."""
        return Mistake(str(self.file), self.line, message)


@dataclass(frozen=True, slots=True, order=True)
class Mistake:
    """What is wrong with a data file, and where."""

    file: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.message}"


@dataclass(slots=True)
class Notes:
    """The mistakes found so far in a table of a file, under the name that readers know it by."""

    place: Place
    name: str
    mistakes: list[Mistake] = field(default_factory=list)

    def add(self, message: str, *keys: str | int) -> None:
        """Note a mistake in the table, or at a key of it."""
        self.mistakes.append(self.place.below(*keys).mistake(f"{self.name}: {message}"))

    def read(self, read: Callable[[str], T], text: str, *keys: str | int) -> T | None:
        """Return what a function reads from a text; if it cannot, note why and return None."""
        try:
            return read(text)
        except ValueError as error:
            self.add(str(error), *keys)
            return None

    def read_all(self, key: str, read: Callable[[str], T], texts: Iterable[str]) -> tuple[T, ...]:
        """Return what a function reads from each text, without those that it cannot read."""
        return tuple(filter(None, (self.read(read, text, key) for text in texts)))


NOWHERE = Place(Path("(not in a file)"))
"""The place of anything that Python code made, not a file."""


def refuse(mistakes: Sequence[Mistake]) -> None:
    """Raise one error for all mistakes, if there are any."""
    if mistakes:
        raise SchemaError([str(mistake) for mistake in mistakes])


@lru_cache(maxsize=4)
def lines_of(text: str) -> dict[Keys, int]:
    """Return the line of every table and key of a TOML text.

    >>> lines_of("[[schema]]\\nname = 'a'\\n[[schema]]\\nname = 'b'")[("schema", 1, "name")]
    4
    """
    lines: dict[Keys, int] = {}
    counts: Counter[Keys] = Counter()
    table: Keys = ()
    for number, line in enumerate(_without_prose(text).split("\n"), start=1):
        if header := HEADER.fullmatch(line):
            table = _table(_names(header[2]), header[1] == "[[", counts)
            lines.setdefault(table, number)
            lines.setdefault(_without_number(table), number)
        elif key := KEY.match(line):
            lines.setdefault(table + _names(key[1]), number)
    return lines


def _without_prose(text: str) -> str:
    """Return the text without comments and long strings, whose lines may look like keys."""
    return STRING_OR_COMMENT.sub(_placeholder, text)


def _placeholder(match: re.Match[str]) -> str:
    is_prose = match[0].startswith(('"""', "'''", "#"))
    return "\n" * match[0].count("\n") if is_prose else match[0]


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip("\"'") for name in NAME.findall(text))


def _without_number(keys: Keys) -> Keys:
    """Return the keys of the array that an item belongs to, or those of a table."""
    return keys[:-1] if isinstance(keys[-1], int) else keys


def _table(names: tuple[str, ...], is_item: bool, counts: Counter[Keys]) -> Keys:
    """Return the keys of a table; a name that heads an array means its last item so far."""
    keys: Keys = ()
    for name in names[:-1]:
        keys += (name,)
        if keys in counts:
            keys += (counts[keys] - 1,)
    keys += names[-1:]
    if is_item:
        counts[keys] += 1
        keys += (counts[keys] - 1,)
    return keys
