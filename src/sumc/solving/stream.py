"""Problems in JSON lines to solutions in JSON lines, a batch at a time, resumable.

Line n of the output belongs to line n of the input, whatever that is: a line that cannot be read
becomes an error object. So an interrupted run is resumed by counting lines. Batches are lines of
the input, always the same ones, and a resumed run starts at the beginning of a batch: the
output is byte for byte that of an uninterrupted run. It solves the last line that is there
once more: another answer means that the output is of another input, model or option.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, BinaryIO

from sumc.errors import ProblemError, SumcError
from sumc.solving.solution import Solution
from sumc.solving.solver import Solver
from sumc.strict_json import parse_json

LONGEST_LINE = 1 << 20
"""Bytes of a line; of a longer one only the start is read."""
LONGEST_ANSWER = 1 << 24
"""Bytes of a line of the output; ours are far shorter."""

Json = dict[str, Any]


@dataclass(slots=True)
class Tally:
    """What was done so far."""

    lines: int = 0
    read: int = 0
    """Bytes of the input that were read."""
    answered: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    """Refused texts by their reason."""
    bad: int = 0
    """Lines that cannot be read."""

    def add(self, answers: "list[Answer]") -> None:
        """Count answers that were written."""
        for answer in answers:
            self.lines += 1
            self.answered += answer.outcome == ANSWERED
            self.bad += answer.outcome == BAD
            if answer.outcome not in (ANSWERED, BAD):
                self.refused[answer.outcome] += 1


ANSWERED, BAD = "answered", "bad"


@dataclass(frozen=True, slots=True)
class Answer:
    """A line of the output, and what it says: answered, bad, or the reason of a refusal."""

    line: bytes
    outcome: str


@dataclass(frozen=True, slots=True)
class Done:
    """What an output holds that a run resumes from."""

    lines: int = 0
    last: bytes = b""
    """The last line."""


NOTHING = Done()


@dataclass(frozen=True, slots=True)
class Item:
    """A line of the input that can be read: a text, and what its answer begins with."""

    text: str
    head: Json
    line: int = 0
    """Its number, from 1."""


def solve_stream(
    solver: Solver,
    source: BinaryIO,
    target: BinaryIO,
    *,
    batch_size: int,
    explain: bool = False,
    done: Done = NOTHING,
    progress: Callable[[Tally], None] = lambda _: None,
) -> Tally:
    """Answer every line of a file after those that have their answers already."""
    tally = Tally()
    lines = _lines(source, tally)
    last = done.lines - 1
    number = max(0, last) - max(0, last) % batch_size
    if sum(1 for _ in islice(lines, number)) < number:
        raise ProblemError(_TOO_MANY)
    while batch := list(islice(lines, batch_size)):
        answers = _answers(solver, batch, number, explain)
        if number <= last < number + len(batch) and answers[last - number].line != done.last:
            raise ProblemError(f"line {last + 1} of the output is not what {_ANOTHER}")
        answers = answers[max(0, done.lines - number) :]
        target.write(b"".join(answer.line for answer in answers))
        target.flush()
        number += len(batch)
        tally.add(answers)
        progress(tally)
    if number < done.lines:
        raise ProblemError(_TOO_MANY)
    return tally


_TOO_MANY = "the output has more lines than the input: it belongs to another one"
_ANOTHER = "this command writes there: it belongs to another input, model or option"


def _answers(solver: Solver, batch: list[bytes], before: int, explain: bool) -> list[Answer]:
    """The lines of the output for some lines of the input."""
    items = [_read(line, before + index) for index, line in enumerate(batch, start=1)]
    asked = [item for item in items if isinstance(item, Item)]
    found = iter(_solved(solver, asked, explain))
    return [next(found) if isinstance(item, Item) else _error(item) for item in items]


def _solved(solver: Solver, items: list[Item], explain: bool) -> list[Answer]:
    """The answers to texts; of a batch that meets a bug only the texts that do get no answer."""
    try:
        return _solve(solver, items, explain)
    except _NO_TEXTS_FAULT:
        raise
    except Exception:
        return [_solve_alone(solver, item, explain) for item in items]


_NO_TEXTS_FAULT = (SumcError, MemoryError, OSError)
"""What stops a run: the same texts may well be answered when it is resumed."""


def _solve(solver: Solver, items: list[Item], explain: bool) -> list[Answer]:
    found = solver.solve_many([item.text for item in items], batch_size=max(1, len(items)))
    return [_answer(item, each, explain) for item, each in zip(items, found, strict=True)]


def _solve_alone(solver: Solver, item: Item, explain: bool) -> Answer:
    try:
        return _solve(solver, [item], explain)[0]
    except _NO_TEXTS_FAULT:
        raise
    except Exception as error:
        what = f"{type(error).__name__}: {error}"
        message = f"sumc failed at this text, which is a bug: {what}"
        return _error({**item.head, "error": message, "line": item.line})


def _answer(item: Item, solution: Solution, explain: bool) -> Answer:
    line = _to_line({**item.head, **solution.to_json(explain=explain)})
    return Answer(line, solution.reason or ANSWERED)


def _error(content: Json) -> Answer:
    return Answer(_to_line(content), BAD)


def _to_line(content: Json) -> bytes:
    try:
        text = json.dumps(content, ensure_ascii=False, allow_nan=False)
        return text.encode("utf-8") + b"\n"
    except UnicodeEncodeError:  # half a character, such as "\ud800", in an id
        return json.dumps(content, allow_nan=False).encode("ascii") + b"\n"


def _read(line: bytes, number: int) -> Item | Json:
    """What a line holds, or the error object for it."""
    try:
        return read_item(line, number)
    except SumcError as error:
        return {**error.to_json(), "line": number}


def read_item(line: bytes, number: int = 0) -> Item:
    """The problem of a line: a JSON string, or an object with "text" and perhaps an "id".

    >>> read_item(b'{"id": 7, "text": "How much is 3 and 4?"}')
    Item(text='How much is 3 and 4?', head={'id': 7}, line=0)
    """
    if len(line) > LONGEST_LINE:
        raise ProblemError(f"the line is longer than {LONGEST_LINE} bytes")
    try:
        content = parse_json(line)
    except UnicodeDecodeError as error:
        where = f"{error.reason} at byte {error.start}"
        raise ProblemError(f"the line is not UTF-8: {where}") from None
    except ValueError as error:
        raise ProblemError(f"{_EXPECTED}, found no JSON ({error})") from None
    match content:
        case str(text):
            return Item(text, {}, number)
        case {"text": str(text)}:
            return Item(text, {"id": content["id"]} if "id" in content else {}, number)
    raise ProblemError(f"{_EXPECTED}, found {_kind(content)}")


_EXPECTED = 'expected a JSON string, or an object with a "text"'


def _kind(content: object) -> str:
    if isinstance(content, dict):
        return 'a "text" that is not a string' if "text" in content else 'an object without "text"'
    names = {list: "a list", bool: "true or false", type(None): "null"}
    return names.get(type(content), "a number")


def _lines(source: BinaryIO, tally: Tally) -> Iterator[bytes]:
    """The lines of a file; of an endless line only one byte beyond the limit is kept in memory."""
    most = LONGEST_LINE + 1
    while line := source.readline(most):
        tally.read += len(line)
        rest = line
        while len(rest) == most and not rest.endswith(b"\n"):
            rest = source.readline(most)
            tally.read += len(rest)
        yield line


def resume_at(target: BinaryIO) -> Done:
    """Prepare an output to be resumed: cut off an incomplete last line and say what it holds.

    A file that is not ours is left as it is.
    """
    target.seek(0)
    lines = end = 0
    last = torn = b""
    while not torn and (line := target.readline(LONGEST_ANSWER)):
        if line.endswith(b"\n"):
            lines, end, last = lines + 1, end + len(line), line
        else:
            torn = line
    if (
        target.read(1)
        or not _is_ours(last or b"{}\n")
        or not any(_begins(torn, each) for each in _BEGINNINGS)
    ):
        raise ProblemError(
            "the output cannot be resumed: it does not hold answers; choose another file"
        )
    target.seek(end)
    target.truncate()
    return Done(lines, last)


_BEGINNINGS = (b'{"id": ', b'{"answer": ', b'{"error": ')


def _begins(torn: bytes, beginning: bytes) -> bool:
    """Whether a torn line, of which there may be a few bytes, is one with this beginning."""
    return torn.startswith(beginning) or beginning.startswith(torn)


def _is_ours(line: bytes) -> bool:
    try:
        return isinstance(parse_json(line), dict)
    except ValueError:
        return False
