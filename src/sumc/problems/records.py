"""What a dataset file holds: records as published, and why one could not be used."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from sumc.problems.files import BrokenLine, Object, read_json_items, record_id
from sumc.problems.numbers import Language
from sumc.problems.provenance import UNPUBLISHED, Base, Part, Tags


@dataclass(frozen=True, slots=True)
class Record:
    """One problem as its dataset publishes it."""

    id: str
    text: str
    equation: str
    """An expression, or an equation in x; empty when the dataset has none for this problem."""
    answer: str
    """A number in any form people write; empty when there is none."""
    language: Language | None = None
    """None when it has to be detected."""
    part: Part = UNPUBLISHED
    """Its place in the published splits."""
    words: tuple[str, ...] = field(default=(), repr=False)
    """The words of the text, where the dataset provides them."""
    source: str = ""
    """The dataset it belongs to."""
    schema: str = ""
    """The schema that a generated problem was drawn from."""
    base: Base | None = field(default=None, repr=False)
    """What it is a variation of."""
    tags: Tags = ()
    """What else the dataset says about it."""
    answerable: bool = True
    """False where the dataset says that the question has no answer."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """A record that cannot be used, and why: it is counted, never silently dropped."""

    id: str
    reason: str
    detail: str = ""
    part: Part = UNPUBLISHED
    after: int = 0
    """How many usable problems come before it in the dataset."""


BROKEN_LINE = "a broken line"
"""The reason for a line of a file that cannot be read; its id names file and line."""


def skip_line(path: Path, line: BrokenLine, part: Part = UNPUBLISHED) -> Skipped:
    """The stand-in for a line of a file that cannot be read."""
    return Skipped(f"{path.name}, line {line.line}", BROKEN_LINE, line.reason, part)


Records = Iterator[Record | Skipped]


def json_records(
    path: Path,
    to_record: Callable[[Object, Part], Record],
    part_of: Callable[[str], Part] = lambda _: UNPUBLISHED,
) -> Records:
    """The records of a JSON file; `part_of` gives the part of each by its id."""
    for item in read_json_items(path):
        part = part_of(record_id(item))
        if isinstance(item, BrokenLine):
            yield skip_line(path, item, part)
        else:
            yield to_record(item, part)
