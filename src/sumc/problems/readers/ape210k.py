"""Ape210K: Chinese, the published validation file of 5,000 problems."""

from pathlib import Path

from sumc.problems.files import find_file, read_json_objects
from sumc.problems.readers import math23k
from sumc.problems.records import Records

FILES = ("valid.ape.json",)


def read(folder: Path) -> Records:
    """The records of `valid.ape.json`; the words are single characters there."""
    for item in read_json_objects(find_file(folder, FILES[0])):
        yield math23k.to_record(item)
