"""Math23K: Chinese, 23,162 problems with word segmentation, public test set."""

from pathlib import Path

from sumc.errors import DatasetError
from sumc.problems.files import Object, field_text, find_file, read_json_objects, read_json_value
from sumc.problems.provenance import Part, Role
from sumc.problems.records import Record, Records

TRAIN, TEST, VALIDATION = "math23k_train.json", "math23k_test.json", "valid_ids.json"


def read(folder: Path) -> Records:
    """The records; their role is train, validation (the usual 1,000 ids) or test."""
    validation = _validation_ids(find_file(folder, VALIDATION))
    for name in (TRAIN, TEST):
        for item in read_json_objects(find_file(folder, name)):
            role: Role = "validation" if str(item.get("id")) in validation else "train"
            yield to_record(item, Part("test" if name == TEST else role))


def to_record(item: Object, part: Part) -> Record:
    """One problem in this format."""
    return Record(
        id=field_text(item, "id"),
        text=field_text(item, "original_text"),
        equation=field_text(item, "equation"),
        answer=field_text(item, "ans"),
        language="zh",
        part=part,
        words=tuple(field_text(item, "segmented_text").split()),
    )


def _validation_ids(path: Path) -> set[str]:
    ids = read_json_value(path)
    if not isinstance(ids, list):
        raise DatasetError(f"{path}: expected a list of ids")
    return set(map(str, ids))
