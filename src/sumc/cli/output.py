"""What all commands share: exit codes, JSON lines, messages and lines from standard input."""

import json
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from rich.console import Console

from sumc.algebra.limits import DEFAULT_LIMITS
from sumc.errors import ExpressionError, SumcError

DONE = 0
NO = 1
BAD_INPUT = 2

STANDARD_INPUT = "-"

Json = dict[str, Any]


def console() -> Console:
    """The terminal, with colours where it has them; made anew so that redirection is seen."""
    return Console(highlight=False, markup=False, emoji=False)


def print_json(data: Json) -> None:
    """One JSON object on one line."""
    sys.stdout.write(json.dumps(data, ensure_ascii=False) + "\n")


def show_error(message: str) -> None:
    """A message on standard error."""
    sys.stderr.write(f"error: {message}\n")


def error_json(error: Exception) -> Json:
    """An error as a program wants it: the message, and the column where there is one."""
    if isinstance(error, ExpressionError) and error.column:
        return {"error": error.message, "column": error.column}
    return {"error": str(error)}


def value_text(value: Fraction | None) -> str | None:
    """A value as text: `7`, `27/2`, or None."""
    return None if value is None else str(value)


def answer_lines(answer: Callable[[str], Json]) -> int:
    """Answer every line of standard input with one JSON line; the exit code.

    A bad line gets an error object and the rest goes on. Blank lines are answered too, so that
    line n of the output always belongs to line n of the input.
    """
    all_good = True
    for line in _lines():
        try:
            print_json(answer(line.decode("utf-8").rstrip("\r\n")))
        except UnicodeDecodeError as error:
            all_good = False
            print_json({"error": f"the line is not UTF-8: {error.reason} at byte {error.start}"})
        except SumcError as error:
            all_good = False
            print_json(error_json(error))
        sys.stdout.flush()
    return DONE if all_good else BAD_INPUT


def _lines() -> Iterator[bytes]:
    """The lines of standard input; of an endless line only its start is kept in memory."""
    most = 8 * DEFAULT_LIMITS.characters
    while line := sys.stdin.buffer.readline(most):
        rest = line
        while rest and not rest.endswith(b"\n") and len(rest) == most:
            rest = sys.stdin.buffer.readline(most)
        yield line
