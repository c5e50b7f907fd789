"""A user's own file: JSON lines, a JSON list or CSV, with the column names they have."""

from dataclasses import dataclass
from pathlib import Path

from sumc.errors import DatasetError
from sumc.problems.files import Object, read_csv_rows, read_json_objects
from sumc.problems.readers.mawps import name_unknown_x
from sumc.problems.records import Record, Records, Skipped

SUFFIXES = (".jsonl", ".json", ".csv")


@dataclass(frozen=True, slots=True)
class Columns:
    """What the columns of a file are called; equation and answer may both be there, or one."""

    text: str = "text"
    equation: str = "equation"
    answer: str = "answer"
    id: str = "id"


def read(path: Path, columns: Columns | None = None) -> Records:
    """The records of a file; a row without a text is skipped, with its number as id."""
    names = columns or Columns()
    if path.suffix not in SUFFIXES:
        raise DatasetError(f"{path}: expected a file that ends in {', '.join(SUFFIXES)}")
    items = read_csv_rows(path) if path.suffix == ".csv" else read_json_objects(path)
    for number, item in enumerate(items, start=1):
        if number == 1:
            _check(item, names, path)
        yield _record(item, names, number)


def _check(item: Object, names: Columns, path: Path) -> None:
    if names.text not in item:
        found = ", ".join(str(name) for name in item) or "nothing"
        raise DatasetError(f"{path}: expected a column {names.text!r}, found {found}")


def _record(item: Object, names: Columns, number: int) -> Record | Skipped:
    text, name = item.get(names.text), str(item.get(names.id) or number)
    if not isinstance(text, str) or not text.strip():
        return Skipped(name, "no text")
    equation, answer = (item.get(key) for key in (names.equation, names.answer))
    return Record(
        id=name,
        text=text,
        equation=name_unknown_x(_text(equation)),
        answer=_text(answer),
    )


def _text(value: object) -> str:
    return "" if value is None else str(value).strip()
