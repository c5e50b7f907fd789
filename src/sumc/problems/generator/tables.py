"""TOML files as tables whose values are read by key; what is wrong is noted with its line."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from sumc.errors import hint
from sumc.problems.generator.places import Mistake, Place, refuse

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

LINE = re.compile(r" \(at line (\d+), column \d+\)$")


@dataclass(slots=True)
class Table:
    """A table of a file. A value that is missing or wrong is noted and read as empty."""

    values: Mapping[str, object]
    place: Place
    mistakes: list[Mistake]
    known: set[str] = field(default_factory=set)
    """The keys that were asked for so far."""

    def note(self, message: str, *keys: str | int) -> None:
        """Note a mistake in this table, or at a key of it."""
        self.mistakes.append(self.place.below(*keys).mistake(message))

    def text(self, key: str, needed: bool = True) -> str:
        """Return the text of a key."""
        texts = self._texts(key, "a text", needed)
        return texts[0] if texts else ""

    def texts(self, key: str, needed: bool = True) -> list[str]:
        """Return the texts of a key: an array of them, or one."""
        return self._texts(key, "a text or an array of texts", needed)

    def joined(self, key: str, separator: str, needed: bool = True) -> str:
        """Return one text that lists things, whether the file has a text or an array."""
        return separator.join(self.texts(key, needed))

    def table(self, key: str) -> Table:
        """Return the table of a key."""
        heading = f"a table [{self._heading(key)}]"
        value = self._value(key, heading, needed=True)
        if not isinstance(value, dict | None):
            self.note(f"{key}: expected {heading}, found {value!r:.60}", key)
        values = value if isinstance(value, dict) else {}
        return Table(values, self.place.below(key), self.mistakes)

    def tables(self, key: str) -> list[Table]:
        """Return the tables of an array of tables."""
        heading = f"tables [[{self._heading(key)}]]"
        value = self._value(key, heading, needed=True)
        items = value if isinstance(value, list) else []
        if value is not None and not (items and all(isinstance(item, dict) for item in items)):
            self.note(f"{key}: expected {heading}, found {value!r:.60}", key)
            return []
        return [
            Table(item, self.place.below(key, number), self.mistakes)
            for number, item in enumerate(items)
        ]

    def close(self) -> None:
        """Note unknown keys."""
        for key in sorted(self.values.keys() - self.known):
            self.note(f"{key}: unknown key{hint(key, sorted(self.known))}", key)

    def _texts(self, key: str, expected: str, needed: bool) -> list[str]:
        value = self._value(key, expected, needed)
        if value is None:
            return []
        found = value if isinstance(value, list) and "array" in expected else [value]
        texts = [text for text in found if isinstance(text, str) and text.strip()]
        if texts and len(texts) == len(found):
            return texts
        self.note(f"{key}: expected {expected}, found {value!r:.60}", key)
        return []

    def _value(self, key: str, expected: str, needed: bool) -> object:
        self.known.add(key)
        if needed and key not in self.values:
            self.note(f"{key}: missing; expected {expected}")
        return self.values.get(key)

    def _heading(self, key: str) -> str:
        """Return a key as a heading of the file spells it: `schema.ask`."""
        return ".".join([*(each for each in self.place.keys if isinstance(each, str)), key])


def read_toml(path: Path, mistakes: list[Mistake]) -> Table:
    """Return the top table of a file, empty when it cannot be read."""
    text = ""
    try:
        text = path.read_bytes().decode("utf-8").removeprefix("\ufeff")
        return Table(tomllib.loads(text), Place(path), mistakes)
    except OSError as error:
        mistakes.append(Mistake(str(path), 1, f"cannot be read: {error.strerror}"))
    except UnicodeDecodeError:
        mistakes.append(Mistake(str(path), 1, "cannot be read: not UTF-8"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        mistakes.append(_not_toml(path, text, str(error)))
    return Table({}, Place(path), [])  # what an unreadable file lacks is not another mistake


def load_words(path: Path) -> dict[str, dict[str, str]]:
    """Return tables of texts, such as the words of a grammar; an error lists all mistakes."""
    mistakes: list[Mistake] = []
    file = read_toml(path, mistakes)
    tables = {name: file.table(name) for name in file.values}
    words = {name: {key: each.text(key) for key in each.values} for name, each in tables.items()}
    refuse(mistakes)
    return words


def _not_toml(path: Path, text: str, reason: str) -> Mistake:
    """Return the complaint of the TOML reader; it names a line, or the end of the file."""
    at = LINE.search(reason)
    line = int(at[1]) if at else text.count("\n") + 1
    return Mistake(str(path), line, f"not TOML: {LINE.sub('', reason)}")
