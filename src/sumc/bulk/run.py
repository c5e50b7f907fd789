"""Rows of a file to answers in JSON lines, a batch at a time, resumable.

Line n of the output belongs to record n of the input, whatever that is: one that cannot be read
becomes an error object. So an interrupted run is resumed by counting lines. Batches are records
of the input, always the same ones, and a resumed run starts at the beginning of a batch: the
output is byte for byte that of an uninterrupted run. The last line of the output is answered once
more, and so is a line that was cut off when a run was killed: another answer means that the output
belongs to another input, model or option, and nothing is changed.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import BinaryIO, NamedTuple

from sumc.bulk.rows import JSON_LINES, Format, Json, Lines, Record, read_row
from sumc.bulk.tasks import BAD, DONE, NOT_SURE, Task, answered
from sumc.errors import ProblemError
from sumc.strict_json import parse_json

LONGEST_ANSWER = 1 << 24
"""Bytes of a line of the output; ours are far shorter."""


@dataclass(slots=True)
class Tally:
    """What has been done so far."""

    lines: int = 0
    read: int = 0
    """Bytes of the input that were read."""
    answered: int = 0
    unsure: int = 0
    """Rows with candidates of which none is likely enough."""
    refused: Counter[str] = field(default_factory=Counter)
    """Rows without an answer, by their reason."""
    bad: int = 0
    """Rows that cannot be read."""

    def add(self, outcomes: Iterable[str]) -> None:
        """Count answers that were written."""
        for outcome in outcomes:
            self.lines += 1
            self.answered += outcome == DONE
            self.unsure += outcome == NOT_SURE
            self.bad += outcome == BAD
            if outcome not in (DONE, NOT_SURE, BAD):
                self.refused[outcome] += 1


@dataclass(frozen=True, slots=True)
class Done:
    """What an output holds when a run resumes."""

    lines: int = 0
    last: bytes = b""
    """The last line."""
    torn: bytes = b""
    """The beginning of the line after it."""
    end: int = 0
    """Where that begins."""


NOTHING = Done()


class Batch(NamedTuple):
    """Records that are answered together, and how many came before them."""

    before: int
    records: list[Record]


class Line(NamedTuple):
    """A line of the output and how it went."""

    content: bytes
    outcome: str


Answering = Callable[[Iterator[Batch]], Iterator[tuple[Batch, list[Line]]]]
"""Answers batches in their order."""


def run_bulk(
    task: Task,
    source: BinaryIO,
    target: BinaryIO,
    *,
    batch_size: int,
    kind: Format = JSON_LINES,
    done: Done = NOTHING,
    answering: Answering | None = None,
    progress: Callable[[Tally], None] = lambda _: None,
) -> Tally:
    """Answer every record of a file that has no answer yet."""
    tally, lines = Tally(), Lines(source)
    records = kind.records(lines, task.needed)
    first = max(0, done.lines - 1) // batch_size * batch_size
    if sum(1 for _ in islice(records, first)) < first:
        raise ProblemError(_TOO_MANY)
    number = first
    batches = _batches(records, first, batch_size)
    for batch, answers in (answering or _in_this_process(task, kind))(batches):
        _check_same(batch, answers, done)
        new = answers[max(0, done.lines - batch.before) :]
        if not tally.lines and done.torn:
            target.seek(done.end)
            target.truncate()
        target.write(b"".join(line.content for line in new))
        target.flush()
        number += len(answers)
        tally.add(line.outcome for line in new)
        tally.read = lines.position
        progress(tally)
    if number < done.lines + bool(done.torn):
        raise ProblemError(_TOO_MANY)
    return tally


def _batches(records: Iterator[Record], before: int, size: int) -> Iterator[Batch]:
    while batch := list(islice(records, size)):
        yield Batch(before, batch)
        before += len(batch)


def _in_this_process(task: Task, kind: Format) -> Answering:
    return lambda batches: ((batch, answer_batch(task, kind, batch)) for batch in batches)


def answer_batch(task: Task, kind: Format, batch: Batch) -> list[Line]:
    """The lines of the output for some records of the input."""
    numbered = enumerate(batch.records, start=batch.before + 1)
    rows = [read_row(kind, record, number, task.main) for number, record in numbered]
    return [Line(to_line(content), outcome) for content, outcome in answered(task, rows)]


def _check_same(batch: Batch, answers: list[Line], done: Done) -> None:
    """Check that the output so far is what this run would have written."""
    for number, there in ((done.lines, done.last), (done.lines + 1, done.torn)):
        place = number - 1 - batch.before
        if not there or not 0 <= place < len(answers):
            continue
        content = answers[place].content
        if content != there if there.endswith(b"\n") else not content.startswith(there):
            raise ProblemError(f"line {number} of the output is not what {_ANOTHER}")


_TOO_MANY = "the output has more lines than the input: it belongs to another input"
_ANOTHER = "this command writes there: the output belongs to another input, model or option"


def to_line(content: Json) -> bytes:
    """An object as a line of JSON."""
    try:
        text = json.dumps(content, ensure_ascii=False, allow_nan=False)
        return text.encode("utf-8") + b"\n"
    except UnicodeEncodeError:  # half a character, such as "\ud800", in an id
        return json.dumps(content, allow_nan=False).encode("ascii") + b"\n"


def resume_at(target: BinaryIO) -> Done:
    """What an output holds that a run can resume; a file without answers is an error."""
    target.seek(0)
    lines = end = 0
    last = torn = b""
    while not torn and (line := target.readline(LONGEST_ANSWER)):
        if line.endswith(b"\n"):
            lines, end, last = lines + 1, end + len(line), line
        else:
            torn = line
    if target.read(1) or not _is_ours(last or b"{}\n"):
        raise ProblemError(
            "the output cannot be resumed: it does not hold answers; choose another file"
        )
    target.seek(end)
    return Done(lines, last, torn, end)


def _is_ours(line: bytes) -> bool:
    try:
        return isinstance(parse_json(line), dict)
    except ValueError:
        return False
