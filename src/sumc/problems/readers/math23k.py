"""Math23K: Chinese, 23,162 problems with word segmentation, public test set."""

import json
from pathlib import Path

from sumc.errors import DatasetError
from sumc.problems.files import Object, find_file, read_json_objects
from sumc.problems.records import Record, Records

FOLDER = "math23k"
TRAIN, TEST, VALIDATION = "math23k_train.json", "math23k_test.json", "valid_ids.json"


def read(folder: Path) -> Records:
    """The records; their part is train, validation (the usual 1,000 ids) or test."""
    validation = _validation_ids(find_file(folder, VALIDATION))
    for name in (TRAIN, TEST):
        for item in read_json_objects(find_file(folder, name)):
            part = "validation" if str(item.get("id")) in validation else "train"
            yield to_record(item, "test" if name == TEST else part)


def to_record(item: Object, part: str = "all") -> Record:
    """One problem in this format, which Ape210K shares."""
    return Record(
        id=str(item.get("id", "")),
        text=str(item.get("original_text", "")),
        equation=str(item.get("equation", "")),
        answer=str(item.get("ans", "")),
        language="zh",
        part=part,
        words=tuple(str(item.get("segmented_text", "")).split()),
    )


def _validation_ids(path: Path) -> set[str]:
    try:
        return set(map(str, json.loads(path.read_text(encoding="utf-8"))))
    except (ValueError, TypeError) as error:
        raise DatasetError(f"{path}: expected a list of ids ({error})") from None
