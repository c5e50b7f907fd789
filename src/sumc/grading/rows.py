"""Answers and problems from CSV, as spreadsheets write it.

The first row names the columns, in English or Chinese and in any order. Commas, semicolons or tabs
separate them. A row that cannot be used is reported, and the others are read.
"""

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from sumc.errors import SumcError
from sumc.grading.rounding import Rounding, rounding_named
from sumc.storage import read_regular

LARGEST = 32 << 20
"""Bytes of a file of answers."""
MOST_ROWS = 100_000
"""Rows of a file."""
ANSWER_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "name": ("name", "student", "pupil", "姓名", "学生", "名字"),
    "answer": ("answer", "response", "work", "solution", "答案", "解答", "回答"),
    "problem": ("problem", "question", "task", "题目", "题号", "问题"),
}
PROBLEM_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "problem": ("problem", "question", "task", "id", "题目", "题号", "问题"),
    "reference": ("reference", "solution", "expression", "answer", "参考", "算式", "答案"),
    "unit": ("unit", "单位"),
    "rounded": ("rounded", "取整"),
}


class Row(NamedTuple):
    """One person's answer to a problem."""

    line: int
    name: str
    answer: str
    problem: str = ""


class Task(NamedTuple):
    """What the answers to one problem are compared with."""

    references: tuple[str, ...]
    unit: str = ""
    rounded: Rounding = "exact"


@dataclass(frozen=True, slots=True)
class Rows:
    """The answers of a file, and the lines that could not be used."""

    rows: tuple[Row, ...]
    broken: tuple[str, ...] = ()


def decoded(data: bytes, source: str) -> str:
    """The text of a file that a spreadsheet may have written.

    That is UTF-8, UTF-16 with a byte order mark, or GB 18030, in which Excel in China writes CSV.
    """
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        if (text := _chinese(data)) is not None:
            return text
        place = f"byte {error.start}"
        raise SumcError(f"{source} is not UTF-8 ({place}): save it as CSV UTF-8") from None


def _chinese(data: bytes) -> str | None:
    """The text of bytes in GB 18030; None where that is unlikely.

    Almost anything is valid there. But both bytes of frequent characters are high, and an accented
    letter of another encoding is mostly followed by ASCII.
    """
    pairs = re.findall(rb"[\x81-\xff][\x00-\xff]?", data)
    if 2 * sum(pair[-1] >= 0xA1 and len(pair) == 2 for pair in pairs) <= len(pairs):
        return None
    try:
        return data.decode("gb18030")
    except UnicodeDecodeError:
        return None


def read_file(path: Path) -> str:
    """The text of a file."""
    try:
        return decoded(read_regular(path, LARGEST), str(path))
    except OSError as error:
        raise SumcError(f"cannot read {str(path)!r}: {error.strerror}") from None


def read_answers(text: str, source: str = "the answers") -> Rows:
    """The answers of a CSV with the columns name and answer, and perhaps problem.

    >>> read_answers("name,answer\\nAda,36-7=29\\n").rows
    (Row(line=2, name='Ada', answer='36-7=29', problem=''),)
    """
    found, broken = [], []
    for line, cells in _cells(text, source, ANSWER_COLUMNS, needed=("name", "answer")):
        if _TOO_MANY in cells:
            broken.append(f"line {line}: {cells[_TOO_MANY]}")
        elif not {"name", "answer"} <= cells.keys():
            broken.append(f"line {line}: expected a name and an answer, found one value")
        elif not cells["name"]:
            broken.append(f"line {line}: expected a name, found none")
        else:
            found.append(Row(line, cells["name"], cells["answer"], cells.get("problem", "")))
    if not found:
        raise SumcError(f"{source}: no answers below the header row")
    return Rows(tuple(found), tuple(broken))


def read_problems(text: str, source: str = "the problems") -> dict[str, Task]:
    """The problems of a CSV with the columns problem and reference, perhaps unit and rounded.

    A problem with several rows has several references.

    >>> read_problems("problem,reference\\n1,3*12-7\\n1,36-7\\n2,2*3\\n")["1"].references
    ('3*12-7', '36-7')
    """
    tasks: dict[str, Task] = {}
    for line, cells in _cells(text, source, PROBLEM_COLUMNS, needed=("problem", "reference")):
        if _TOO_MANY in cells:
            raise SumcError(f"{source}, line {line}: {cells[_TOO_MANY]}")
        if not cells.get("reference"):
            raise SumcError(f"{source}, line {line}: expected a problem and its reference")
        name = cells["problem"]
        tasks[name] = _with_row(tasks.get(name, Task(())), cells, f"{source}, line {line}")
    if not tasks:
        raise SumcError(f"{source}: no problems below the header row")
    return tasks


def _with_row(task: Task, cells: Mapping[str, str], place: str) -> Task:
    """A problem with what one more row says about it."""
    try:
        rounded = rounding_named(cells.get("rounded", "") or task.rounded)
    except SumcError as error:
        raise SumcError(f"{place}: {error}") from None
    references = (*task.references, cells["reference"])
    return Task(references, cells.get("unit", "") or task.unit, rounded)


def _cells(
    text: str, source: str, columns: Mapping[str, Sequence[str]], needed: Sequence[str]
) -> Iterator[tuple[int, dict[str, str]]]:
    """The cells of every row by the name of their column, with the line where the row ends."""
    delimiter = _delimiter(text)
    seen: list[str] = []
    lines = csv.reader(_recorded(text, seen), delimiter=delimiter, strict=False)
    places: dict[str, int] = {}
    width = 0
    try:
        for number, row in enumerate(lines):
            _refuse_open_quote(seen, delimiter, f"{source}, line {lines.line_num - len(seen) + 1}")
            seen.clear()
            if not any(cell.strip() for cell in row):
                continue
            if not places:
                places, width = _places(row, source, columns, needed), len(row)
                continue
            if number > MOST_ROWS:
                raise SumcError(f"{source}: more than {MOST_ROWS:,} rows")
            yield lines.line_num, _by_column(row, places, width, delimiter)
    except csv.Error as error:
        raise SumcError(f"{source}, line {lines.line_num}: not CSV: {error}") from None
    if not places:
        raise SumcError(f"{source}: expected a row with the columns {', '.join(needed)}")


def _recorded(text: str, seen: list[str]) -> Iterator[str]:
    """The lines of a text, each remembered when it is read."""
    for line in io.StringIO(text, newline=""):
        seen.append(line)
        yield line


def _refuse_open_quote(lines: Sequence[str], delimiter: str, place: str) -> None:
    """Refuse a row whose quote is not closed where its cell ends: it swallows the next rows."""
    if len(lines) < 2 and sum(line.count('"') for line in lines) % 2 == 0:
        return
    try:
        list(csv.reader(lines, delimiter=delimiter, strict=True))
    except csv.Error:
        raise SumcError(f'{place}: the quote (") is not closed') from None


_TOO_MANY = "too many"
_SIGNS = {",": "commas", ";": "semicolons", "\t": "tabs"}


def _by_column(
    row: Sequence[str], places: Mapping[str, int], width: int, delimiter: str
) -> dict[str, str]:
    """The cells of a row by their column; an answer in the last one goes on to the end."""
    cells = list(row)
    while len(cells) > width and not cells[-1].strip():
        cells.pop()
    if len(cells) > width and places.get("answer") == width - 1 and "name" in places:
        cells[width - 1 :] = [delimiter.join(cells[width - 1 :])]
    found = {name: cells[at].strip() for name, at in places.items() if at < len(cells)}
    if len(cells) > width:
        sign = _SIGNS[delimiter]
        columns = f"{len(cells)} values for {width} columns"
        found[_TOO_MANY] = f"{columns}; put answers with {sign} in quotes"
    return found


def _delimiter(text: str) -> str:
    first = next((line for line in text.splitlines() if line.strip()), "")
    return max(",;\t", key=first.count)


def _places(
    row: Sequence[str], source: str, columns: Mapping[str, Sequence[str]], needed: Sequence[str]
) -> dict[str, int]:
    """Where each column is; the first of several counts."""
    names = [cell.strip().casefold() for cell in row]
    twice = next((each for each in names if each and names.count(each) > 1), "")
    if any(twice in spellings for spellings in columns.values()):
        raise SumcError(f"{source}: two columns are called {twice!r}")
    places: dict[str, int] = {}
    for column, spellings in columns.items():
        free = [at for at, name in enumerate(names) if name in spellings]
        if free and free[0] not in places.values():
            places[column] = free[0]
    missing = [name for name in needed if name not in places]
    if missing:
        raise SumcError(
            f"{source}: expected a first row with the columns {', '.join(needed)}; "
            f"{', '.join(missing)} not found in {', '.join(map(repr, row[:6]))}"
        )
    return places
