"""Every error that sumc raises on purpose, as one family.

SumcError
├── ExpressionError     a text is not an expression we read (column and caret)
│   └── EquationError   an equation that is not linear in x
├── CodeError           a code, or a set of codes, that spells no tree
├── EvaluationError     a tree without a value: division by zero, a symbol without a number
├── LimitError          an input larger than a named limit
├── ProblemError        a problem text or a dataset record that cannot be used
│   ├── DatasetError    a dataset that is missing or a file that is broken
│   └── SchemaError     mistakes in the data of the problem generator (all reported at once)
├── SettingsError       settings of a training that cannot be used (all mistakes reported at once)
├── RunError            a folder of a training that is missing, damaged or in the way
│   └── StoppedRunError a training that was stopped after a checkpoint and can be resumed
├── PluginError         a model or codec of another package that cannot be used
├── ModelError          a folder of an exported model that is missing, damaged or not ours
└── ServeError          a server that cannot start: a port in use, a bad setting
"""

import unicodedata
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any

CARET_WINDOW = 60  # characters of the text shown around the column of an error
MOST_KNOWN = 40  # names that a message lists


class SumcError(ValueError):
    """The root of the family: catch this to catch everything sumc raises on purpose."""

    def to_json(self) -> dict[str, Any]:
        """The error for programs: the message, and the column where there is one."""
        return {"error": str(self)}


class ExpressionError(SumcError):
    """A text that cannot be read as an expression, with the place where reading stopped.

    >>> print(ExpressionError("expected a number", text="n0 + n1 *", column=10))
    expected a number at column 10
        n0 + n1 *
                 ^
    """

    def __init__(self, message: str, text: str = "", column: int = 0) -> None:
        self.message = message
        self.text = text
        self.column = column
        super().__init__(message, text, column)  # all of them, so that the error can be pickled

    def __str__(self) -> str:
        if not self.column:
            return self.message
        return f"{self.message} at column {self.column}\n{caret(self.text, self.column)}"

    def to_json(self) -> dict[str, Any]:
        """The message without the caret, which a program does not need, and the column."""
        column = {"column": self.column} if self.column else {}
        return {"error": self.message, **column}


class EquationError(ExpressionError):
    """An equation that cannot be solved for x because it is not linear in x."""


class CodeError(SumcError):
    """A code that is not of the form `neg_inv_path`, or a set of codes that spells no tree."""


class EvaluationError(SumcError):
    """A tree that has no value: it divides by zero or a symbol has no number."""


class LimitError(SumcError):
    """An input beyond one of the named limits (see `sumc.algebra.limits.Limits`)."""


class ProblemError(SumcError):
    """A problem text or a dataset record that cannot be used."""


class DatasetError(ProblemError):
    """A dataset that is missing, or a file of it that is broken (file and line are named)."""


class SchemaError(ProblemError):
    """Schemas or word lists of the problem generator that cannot be used, with all mistakes.

    >>> print(SchemaError(["rates.toml:8: speed: no word list is called 'cars'"]))
    1 mistake in the data of the problem generator:
        rates.toml:8: speed: no word list is called 'cars'
    """

    def __init__(self, mistakes: Sequence[str]) -> None:
        self.mistakes = tuple(mistakes)
        super().__init__(self.mistakes)  # as it was given, so that it can be pickled

    def __str__(self) -> str:
        count = len(self.mistakes)
        lines = "".join(f"\n    {mistake}" for mistake in self.mistakes)
        return f"{count} mistake{'s' * (count != 1)} in the data of the problem generator:{lines}"


class SettingsError(SumcError):
    """Settings that cannot be used, with all of their mistakes.

    >>> print(SettingsError("my.toml", ["training.epoch: unknown setting"]))
    my.toml has 1 mistake:
        training.epoch: unknown setting
    """

    def __init__(self, source: str, mistakes: Sequence[str]) -> None:
        self.source = source
        self.mistakes = tuple(mistakes)
        super().__init__(source, self.mistakes)  # both of them, so that it can be pickled

    def __str__(self) -> str:
        count = len(self.mistakes)
        lines = "".join(f"\n    {mistake}" for mistake in self.mistakes)
        return f"{self.source} has {count} mistake{'s' * (count != 1)}:{lines}"


class RunError(SumcError):
    """A folder of a training that is missing, damaged, or in the way of another one."""


class StoppedRunError(RunError):
    """A training that was asked to stop; it saved a checkpoint and can be resumed."""

    def __init__(self, message: str, signal: int) -> None:
        self.message = message
        self.signal = signal
        """The number of the signal that stopped it."""
        super().__init__(message, signal)

    def __str__(self) -> str:
        return self.message


class ModelError(SumcError):
    """An exported model that is missing, damaged or of another kind, or cannot be exported."""


class PluginError(SumcError):
    """A model or codec of another package that cannot be imported, or whose name is taken."""


class ServeError(SumcError):
    """A server that cannot start: its port is in use, or a setting is bad."""


def caret(text: str, column: int) -> str:
    r"""The line of a text around a column (counted from 1) with a caret below that column.

    >>> print(caret("3*12=36\n(36-7", 9))
        (36-7
        ^
    """
    first = text.rfind("\n", 0, column - 1) + 1
    line = text[first:].partition("\n")[0]
    column -= first
    start = max(0, column - 1 - CARET_WINDOW // 2)
    shown = "".join(map(_printable, line[start : start + CARET_WINDOW]))
    before = shown[: column - 1 - start]
    indent = "".join(" " * _width(character) for character in before)
    return f"    {shown}\n    {indent}^"


def printable(text: str) -> str:
    r"""A text that cannot control a terminal: control characters are shown as escapes.

    Names of models, files and datasets come from others; an escape sequence in one could change
    what is shown, or the title of the window.

    >>> printable("\x1b[31mred"), printable("one\ntwo")
    ('\\x1b[31mred', 'one\ntwo')
    """
    if text.isprintable():
        return text
    return "".join(map(_shown, text))


_HIDDEN = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Unicode categories: controls, text direction marks, surrogates, line and paragraph breaks."""


def _shown(character: str) -> str:
    if character == "\n" or unicodedata.category(character) not in _HIDDEN:
        return character
    return character.encode("unicode_escape").decode("ascii")


def _printable(character: str) -> str:
    return character if character.isprintable() else "\N{REPLACEMENT CHARACTER}"


def _width(character: str) -> int:
    """How many terminal cells a character takes: Chinese characters and emoji take two."""
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def hint(name: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown name: what was probably meant, or the known names.

    >>> hint("persn", ["person", "place"]), hint("x", ["person", "place"])
    (', did you mean `person`?', '; known: person, place')
    """
    known = [*known]
    if close := get_close_matches(name, known, n=1):
        return f", did you mean `{close[0]}`?"
    return f"; known: {', '.join(known)}" if len(known) <= MOST_KNOWN else ""
