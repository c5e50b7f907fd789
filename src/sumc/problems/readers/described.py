"""Rows with columns, in JSON lines, a JSON list or CSV, read as a description says."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from sumc.errors import DatasetError
from sumc.lazy_regex import lazy_regex
from sumc.problems.description import USUAL, Columns, Description
from sumc.problems.files import (
    BrokenLine,
    Object,
    field_text,
    find_file,
    read_csv_rows,
    read_json_items,
    read_json_lines,
    starts_list,
)
from sumc.problems.numbers import detect_language
from sumc.problems.problem import EITHER_PERCENT
from sumc.problems.provenance import Base, Part, Role
from sumc.problems.readers.mawps import name_unknown_x
from sumc.problems.records import Record, Records, Skipped, skip_line
from sumc.problems.units.question import PERCENT, read_question

SUFFIXES = (".jsonl", ".json", ".csv")
FOLDS = 5
_ROLES: Mapping[str, Role] = {
    "train": "train",
    "valid": "validation",
    "validation": "validation",
    "dev": "validation",
    "test": "test",
}
_NUMBER_NAME = lazy_regex(r"\bn(\d+)\b")


def read(description: Description, folder: Path, hint: str = "") -> Records:
    """The records of all files; a row without an id gets its number.

    `hint` is what may help a user if a column is missing.
    """
    missing = description.columns.named
    last: Object = {}
    for number, (path, item, part) in enumerate(_rows(description, folder), start=1):
        if isinstance(item, BrokenLine):
            yield skip_line(path, item, part)
            continue
        if not last:
            _check(item, description.columns, path, hint)
        last = item
        missing.difference_update(item)
        yield _record(item, description, str(number), part)
    if missing:
        raise _no_column(path, sorted(missing), last, hint)


Row = Object | BrokenLine


def _rows(description: Description, folder: Path) -> Iterator[tuple[Path, Row, Part]]:
    for place, (name, role) in enumerate(description.files.items()):
        path = find_file(folder, name)
        empty = True
        for item in _read_rows(path, description):
            empty = False
            known: Object = {} if isinstance(item, BrokenLine) else item
            yield path, item, _part(known, description, role, place)
        if empty:
            raise DatasetError(f"{path}: the file holds no problems")


def _read_rows(path: Path, description: Description) -> Iterator[Row]:
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise DatasetError(f"{path}: expected a file that ends in {', '.join(SUFFIXES)}")
    if suffix == ".csv":
        return read_csv_rows(path, description.header)
    is_lines = suffix == ".jsonl" and not starts_list(path)
    return read_json_lines(path) if is_lines else read_json_items(path)


def _check(item: Object, columns: Columns, path: Path, hint: str) -> None:
    """Make sure that the first row has a text, and something to compare an answer with."""
    solution = (columns.equation, columns.answer)
    wanted = [columns.text, *(name for name in solution if name not in USUAL)]
    absent = [name for name in wanted if name not in item]
    if not absent and not any(name in item for name in solution):
        absent = [" or ".join(solution)]
    if absent:
        raise _no_column(path, absent, item, hint)


def _no_column(path: Path, absent: list[str], item: Object, hint: str) -> DatasetError:
    found = ", ".join(str(name) for name in item) or "nothing"
    end = f": {hint}" if hint else ""
    return DatasetError(f"{path}: no column {', '.join(absent)}; found {found}{end}")


def _part(item: Object, description: Description, role: Role, place: int) -> Part:
    columns = description.columns
    role = role or _ROLES.get(field_text(item, columns.role), "")
    if description.folds:
        return Part(role, place)
    fold = field_text(item, columns.fold)
    return Part(role, int(fold) if fold in map(str, range(FOLDS)) else None)


def _record(item: Object, description: Description, number: str, part: Part) -> Record | Skipped:
    columns = description.columns
    name = field_text(item, columns.id) or number
    equation = _equation(item, description)
    if ";" in equation:
        return Skipped(name, "several equations", equation[:80], part)
    has_no_answer = bool(description.null_answer) and item.get(columns.answer) is None
    return Record(
        id=name,
        text=field_text(item, columns.text),
        equation=equation,
        answer=field_text(item, columns.answer),
        language=description.language or None,
        part=part,
        words=tuple(field_text(item, columns.words).split()),
        base=_base(item, description),
        tags=(*_tags(item, columns.tags), *_percentage(item, description)),
        answerable=not has_no_answer,
    )


def _equation(item: Object, description: Description) -> str:
    """The equation in x, over the numbers themselves."""
    columns = description.columns
    equation = field_text(item, columns.equation)
    for written, meant in description.rewrite.items():
        equation = equation.replace(written, meant)
    if columns.numbers:
        numbers = dict(enumerate(field_text(item, columns.numbers).split()))
        equation = _NUMBER_NAME.sub(
            lambda found: f"({numbers.get(int(found[1]), found[0])})", equation
        )
    return name_unknown_x(equation)


def _base(item: Object, description: Description) -> Base | None:
    columns = description.columns
    name, text = field_text(item, columns.base_id), field_text(item, columns.base_text)
    return Base(description.base if name else "", name, text) if name or text else None


def _percentage(item: Object, description: Description) -> Iterator[tuple[str, str]]:
    text = field_text(item, description.columns.text) if description.percentages else ""
    if text and read_question(text, description.language or detect_language(text)) == PERCENT:
        yield EITHER_PERCENT


def _tags(item: Object, names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for name in names:
        value = item.get(name)
        for each in value if isinstance(value, list) else [value]:
            if each is not None:
                yield name, str(each).lower() if isinstance(each, bool) else str(each)
