"""The JSON of MWPToolkit and its relatives: AllArith, MAWPS-single, and files like theirs."""

from pathlib import Path

from sumc.problems.files import Object, field_text, find_file, read_json_objects
from sumc.problems.readers.mawps import name_unknown_x
from sumc.problems.records import Record, Records


def read_allarith(folder: Path) -> Records:
    """The 1,492 problems of AllArith."""
    yield from read_file(find_file(folder, "questions.json"))


def read_mawps_single(folder: Path) -> Records:
    """The 1,987 problems of MAWPS-single; their part is train, validation or test, then the fold.

    The five folds are files of their own over the same problems, matched by id.
    """
    folds = {
        str(item.get("id")): fold
        for fold in range(5)
        for item in read_json_objects(find_file(folder, f"five_fold/test_{fold}.jsonl"))
    }
    for part, name in (("train", "train"), ("validation", "valid"), ("test", "test")):
        for item in read_json_objects(find_file(folder, f"{name}set.json")):
            fold = folds.get(str(item.get("iIndex")), "none")
            yield to_record(item, f"{part} {fold}")


def read_file(path: Path, part: str = "all") -> Records:
    """The records of a file in either of the toolkit's two spellings."""
    for item in read_json_objects(path):
        yield to_record(item, part)


def to_record(item: Object, part: str) -> Record:
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
