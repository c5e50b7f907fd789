"""The JSON of MWPToolkit: MAWPS-single, and files like it."""

from pathlib import Path

from sumc.problems.files import Object, field_text, find_file, read_json_objects
from sumc.problems.provenance import UNPUBLISHED, Part, Role
from sumc.problems.readers.mawps import name_unknown_x
from sumc.problems.records import Record, Records

_ROLES: dict[str, Role] = {
    "trainset.json": "train",
    "validset.json": "validation",
    "testset.json": "test",
}
_FOLDS = tuple(f"five_fold/test_{fold}.jsonl" for fold in range(5))


def read_mawps_single(folder: Path) -> Records:
    """The 1,987 problems of MAWPS-single with their roles and folds.

    The five folds are files of their own over the same problems, matched by id.
    """
    folds = {
        str(item.get("id")): fold
        for fold, name in enumerate(_FOLDS)
        for item in read_json_objects(find_file(folder, name))
    }
    for name, role in _ROLES.items():
        for item in read_json_objects(find_file(folder, name)):
            yield to_record(item, Part(role, folds.get(str(item.get("iIndex")))))


def read_file(path: Path, part: Part = UNPUBLISHED) -> Records:
    """The records of a file in either of the toolkit's two spellings."""
    for item in read_json_objects(path):
        yield to_record(item, part)


def to_record(item: Object, part: Part) -> Record:
    """One problem, with `sQuestion` and `lEquations` or with `original_text` and `equation`.

    Two equations or more are none that we read: the problem has several unknowns.
    """
    return Record(
        id=field_text(item, "id", "iIndex"),
        text=field_text(item, "original_text", "sQuestion"),
        equation=name_unknown_x(field_text(item, "equation", "lEquations")),
        answer=field_text(item, "ans", "lSolutions"),
        part=part,
    )
