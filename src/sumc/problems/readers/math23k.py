"""Math23K: Chinese, 23,162 problems with word segmentation, public test set."""

from pathlib import Path

from sumc.errors import DatasetError
from sumc.problems.files import Object, field_text, find_file, read_json_value
from sumc.problems.provenance import Part
from sumc.problems.records import Record, Records, json_records

TRAIN, TEST, VALIDATION = "math23k_train.json", "math23k_test.json", "valid_ids.json"


def read(folder: Path) -> Records:
    """The records; their role is train, validation (the usual 1,000 ids) or test."""
    validation = _validation_ids(find_file(folder, VALIDATION))

    def part_of(name: str) -> Part:
        return Part("validation" if name in validation else "train")

    yield from json_records(find_file(folder, TRAIN), to_record, part_of)
    yield from json_records(find_file(folder, TEST), to_record, lambda _: Part("test"))


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
