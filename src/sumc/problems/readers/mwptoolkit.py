"""The JSON of MWPToolkit: MAWPS-single, and files like it."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from sumc.problems.files import (
    BrokenLine,
    Object,
    field_text,
    find_file,
    read_json_items,
    record_id,
)
from sumc.problems.provenance import Part, Role
from sumc.problems.readers.mawps import name_unknown_x
from sumc.problems.records import Record, Records, json_records, skip_line

_ROLES: dict[str, Role] = {
    "trainset.json": "train",
    "validset.json": "validation",
    "testset.json": "test",
}
_FOLDS = tuple(f"five_fold/test_{fold}.jsonl" for fold in range(5))


def read_mawps_single(folder: Path) -> Records:
    """The 1,987 problems of MAWPS-single with their roles and folds.

    The five folds are separate files with the same problems, matched by id.
    """
    folds: dict[str, int] = {}
    for fold, name in enumerate(_FOLDS):
        path = find_file(folder, name)
        for item in read_json_items(path):
            if isinstance(item, BrokenLine):
                yield skip_line(path, item, Part(fold=fold))
            else:
                folds[record_id(item)] = fold
    for name, role in _ROLES.items():
        part_of = partial(_part, role, folds)
        yield from json_records(find_file(folder, name), to_record, part_of)


def _part(role: Role, folds: Mapping[str, int], name: str) -> Part:
    return Part(role, folds.get(name))


def read_file(path: Path) -> Records:
    """The records of a file in either of the toolkit's two spellings."""
    return json_records(path, to_record)


def to_record(item: Object, part: Part) -> Record:
    """One problem, with `sQuestion` and `lEquations` or with `original_text` and `equation`.

    Two or more equations are not read: such a problem has several unknowns.
    """
    return Record(
        id=field_text(item, "id", "iIndex"),
        text=field_text(item, "original_text", "sQuestion"),
        equation=name_unknown_x(field_text(item, "equation", "lEquations")),
        answer=field_text(item, "ans", "lSolutions"),
        part=part,
    )
