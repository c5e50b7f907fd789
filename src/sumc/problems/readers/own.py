"""A user's own file: JSON lines, a JSON list or CSV, with the column names they have."""

from dataclasses import dataclass
from pathlib import Path

from sumc.errors import DatasetError
from sumc.problems.files import Object, field_text, read_csv_rows, read_json_objects
from sumc.problems.readers.mawps import name_unknown_x
from sumc.problems.records import Record, Records

SUFFIXES = (".jsonl", ".json", ".csv")


@dataclass(frozen=True, slots=True)
class Columns:
    """What the columns of a file are called; equation and answer may both be there, or one."""

    text: str = "text"
    equation: str = "equation"
    answer: str = "answer"
    id: str = "id"


def read(path: Path, columns: Columns | None = None) -> Records:
    """The records of a file; a row without an id gets its number."""
    names = columns or Columns()
    if path.suffix.lower() not in SUFFIXES:
        raise DatasetError(f"{path}: expected a file that ends in {', '.join(SUFFIXES)}")
    is_csv = path.suffix.lower() == ".csv"
    items = read_csv_rows(path) if is_csv else read_json_objects(path)
    number = 0
    for number, item in enumerate(items, start=1):
        if number == 1:
            _check(item, names, path)
        yield _record(item, names, number)
    if number == 0:
        raise DatasetError(f"{path}: the file holds no problems")


def _check(item: Object, names: Columns, path: Path) -> None:
    default = Columns()
    named = (names.equation, names.answer)
    wanted = [
        names.text,
        *(name for name in named if name not in (default.equation, default.answer)),
    ]
    absent = [name for name in wanted if name not in item]
    if not absent and names.equation not in item and names.answer not in item:
        absent = [f"{names.equation} or {names.answer}"]
    if absent:
        found = ", ".join(str(name) for name in item) or "nothing"
        raise DatasetError(
            f"{path}: no column {', '.join(absent)}; found {found}: "
            "name the columns with --text, --equation and --answer"
        )


def _record(item: Object, names: Columns, number: int) -> Record:
    return Record(
        id=field_text(item, names.id) or str(number),
        text=field_text(item, names.text),
        equation=name_unknown_x(field_text(item, names.equation)),
        answer=field_text(item, names.answer),
    )
