"""What all commands share: exit codes, JSON lines, messages and lines from standard input."""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from sumc.algebra.limits import DEFAULT_LIMITS
from sumc.errors import SumcError, printable
from sumc.storage import write_text

if TYPE_CHECKING:  # imported when something is drawn
    from rich.console import Console, RenderHook

DONE = 0
NO = 1
BAD_INPUT = 2
INTERRUPTED = 130
"""Stopped by Ctrl-C, as shells number it."""

STANDARD_INPUT = "-"
MOST_INPUT = 32 << 20
"""Bytes of standard input where it is read as a whole."""
MOST_BROKEN = 8
"""Broken lines of a dataset that are named."""
PIPE_WIDTH = 1_000

Json = dict[str, Any]
Choice = TypeVar("Choice", bound=str)


def console() -> "Console":
    """The terminal, with colours where it has them; piped output is never wrapped or cut."""
    from rich.console import Console

    width = None if sys.stdout.isatty() else PIPE_WIDTH
    made = Console(highlight=False, markup=False, emoji=False, soft_wrap=True, width=width)
    made.push_render_hook(escaping())
    return made


def escaping() -> "RenderHook":
    """Keeps printed texts from controlling the terminal; only rich's own colours do."""
    from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderableType, RenderHook
    from rich.segment import Segment

    class Escaped:
        def __init__(self, shown: RenderableType) -> None:
            self.shown = shown

        def __rich_console__(self, screen: Console, options: ConsoleOptions) -> Iterator[Segment]:
            for each in screen.render(self.shown, options):
                yield each if each.control else Segment(printable(each.text), each.style)

    class Escaping(RenderHook):
        def process_renderables(
            self, renderables: list[ConsoleRenderable]
        ) -> list[ConsoleRenderable]:
            return [Escaped(each) for each in renderables]

    return Escaping()


def working(what: str) -> AbstractContextManager[object]:
    """A spinner on a terminal's standard error while something takes seconds."""
    from rich.console import Console

    return Console(stderr=True, highlight=False, markup=False).status(what)


def print_json(data: Json) -> None:
    """One JSON object on one line."""
    readable = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    sys.stdout.write(json.dumps(data, ensure_ascii=not readable) + "\n")


def choose(option: str, value: str, known: Sequence[Choice]) -> Choice:
    """The known value that an option names."""
    for choice in known:
        if choice == value:
            return choice
    raise SumcError(f"expected one of {', '.join(known)} after {option}, found {value!r}")


def show_error(message: str) -> None:
    """A message on standard error."""
    sys.stderr.write(f"error: {printable(message)}\n")


def show_broken_lines(lines: Sequence[str]) -> None:
    """Name the broken lines of a dataset on standard error, the first few if there are many."""
    for line in lines[:MOST_BROKEN]:
        show_note(f"left out: {_naming_file_once(line)}")
    if (more := len(lines) - MOST_BROKEN) > 0:
        show_note(f"left out: {more:,} more broken line{'s' * (more > 1)}")


def _naming_file_once(line: str) -> str:
    """A broken line without the second name of its file.

    >>> _naming_file_once("data/own.jsonl: own.jsonl, line 6: not JSON")
    'data/own.jsonl, line 6: not JSON'
    """
    dataset, _, rest = line.partition(": ")
    name, comma, place = rest.partition(", ")
    return f"{dataset}, {place}" if comma and Path(dataset).name == name else line


def show_note(message: str) -> None:
    """A note on standard error about something that does no harm to the rest."""
    sys.stderr.write(f"note: {printable(message)}\n")


def show_hint(message: str) -> None:
    """A hint on standard error; nothing is wrong."""
    sys.stderr.write(f"hint: {printable(message)}\n")


def answer_lines(answer: Callable[[str], tuple[Json, int]]) -> int:
    """Answer every line of standard input with one JSON line; the worst of their exit codes.

    A bad line gets an error object; the rest is answered. Blank lines are answered too, so that
    line n of the output always belongs to line n of the input.
    """
    worst = DONE
    for line in _lines():
        data, code = _answer(line, answer)
        print_json(data)
        sys.stdout.flush()
        worst = max(worst, code)
    return worst


def _answer(line: bytes, answer: Callable[[str], tuple[Json, int]]) -> tuple[Json, int]:
    try:
        return answer(line.decode("utf-8").removeprefix("\ufeff").rstrip("\r\n"))
    except UnicodeDecodeError as error:
        reason = f"the line is not UTF-8: {error.reason} at byte {error.start}"
        return {"error": reason}, BAD_INPUT
    except SumcError as error:
        return error.to_json(), BAD_INPUT


def _lines() -> Iterator[bytes]:
    """The lines of standard input; only the start of an endless line is kept in memory."""
    if sys.stdin is None:
        raise SumcError("standard input is closed")
    most = 8 * DEFAULT_LIMITS.characters
    while line := sys.stdin.buffer.readline(most):
        rest = line
        while rest and not rest.endswith(b"\n") and len(rest) == most:
            rest = sys.stdin.buffer.readline(most)
        yield line


def read_standard_input() -> bytes:
    """All of standard input, which must not be more than `MOST_INPUT` bytes."""
    if sys.stdin is None:
        raise SumcError("standard input is closed")
    data = sys.stdin.buffer.read(MOST_INPUT + 1)
    if len(data) > MOST_INPUT:
        raise SumcError(f"standard input has more than {MOST_INPUT:,} bytes")
    return data


def refuse_to_replace(path: Path | None, overwrite: bool) -> None:
    """Refuse a file that is there already, before the work that would fill it."""
    if path is not None and not overwrite and str(path) != STANDARD_INPUT and path.is_file():
        raise SumcError(f"{path} already exists: choose another, or replace it with --overwrite")


def write_file(path: Path, text: str, *, overwrite: bool = True) -> None:
    """Write a file as a whole or not at all; `-` and devices are just written to.

    Without `overwrite` a file that is there already stays as it is.
    """
    if str(path) == STANDARD_INPUT:
        sys.stdout.write(text)
        return
    refuse_to_replace(path, overwrite)
    try:
        target = path.resolve()
        if target.exists() and not target.is_file():
            target.write_text(text, encoding="utf-8")
            return
        write_text(target, text)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise SumcError(f"cannot write {str(path)!r}: {reason}") from None
