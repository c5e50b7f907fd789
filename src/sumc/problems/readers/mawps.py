"""MAWPS as SUMC-Solver describes it: English, 2,373 problems, five folds over 2,163 of them."""

from pathlib import Path

from sumc.errors import DatasetError
from sumc.lazy_regex import lazy_regex
from sumc.problems.files import Object, field_text, find_file, read_json_value
from sumc.problems.provenance import Part
from sumc.problems.records import Record, Records, json_records

PROBLEMS, FOLDS = "MAWPS_2373.json", "reference_folds.json"
_NAMED_UNKNOWN = lazy_regex(r"^\s*([A-Za-z]{2,})\s*=|=\s*([A-Za-z]{2,})\s*$")


def read(folder: Path) -> Records:
    """The records with their reference folds; 210 are in none."""
    folds = _folds(find_file(folder, FOLDS))
    path = find_file(folder, PROBLEMS)
    return json_records(path, to_record, lambda name: Part(fold=folds.get(name)))


def to_record(item: Object, part: Part) -> Record:
    """One problem; an unknown with a name of its own, as in `hours=4*0.5`, becomes x."""
    return Record(
        id=field_text(item, "id"),
        text=field_text(item, "original_text"),
        equation=name_unknown_x(field_text(item, "equation")),
        answer=field_text(item, "ans"),
        language="en",
        part=part,
    )


def name_unknown_x(equation: str) -> str:
    """The equation with its only unknown renamed to x.

    >>> name_unknown_x("hours=4.0*0.5"), name_unknown_x("X-9=4")
    ('x=4.0*0.5', 'X-9=4')
    """
    return _NAMED_UNKNOWN.sub(lambda found: "x=" if found[1] else "=x", equation, count=1)


def _folds(path: Path) -> dict[str, int]:
    folds = read_json_value(path)
    if not isinstance(folds, dict) or not all(fold in range(5) for fold in folds.values()):
        raise DatasetError(f"{path}: expected an object of ids and folds from 0 to 4")
    return folds
