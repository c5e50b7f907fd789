"""ASDiv: English, 2,305 problems; its arithmetic part ASDiv-A has 1,218 in five folds."""

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from sumc.errors import DatasetError
from sumc.problems.files import broken, find_file
from sumc.problems.records import Record, Records

FOLDER = "asdiv"
FOLDS = 5
_LEADING_NUMBER = re.compile(r"-?\d[\d,]*(?:\.\d+)?(?:/\d+)?")


def read_all(folder: Path) -> Records:
    """All records; the part is the fold of those in ASDiv-A, "none" for the others."""
    folds = _folds(folder)
    for problem in _problems(find_file(folder, "ASDiv.xml")):
        yield _record(problem, folds.get(problem.attrib.get("ID", ""), "none"))


def read_arithmetic(folder: Path) -> Records:
    """The records of ASDiv-A; the part is the fold."""
    for record in read_all(folder):
        if record.part != "none":
            yield record


def _folds(folder: Path) -> dict[str, str]:
    return {
        name: str(fold)
        for fold in range(FOLDS)
        for name in find_file(folder, f"fold{fold}.txt").read_text(encoding="utf-8").split()
    }


def _problems(path: Path) -> Iterator[ElementTree.Element]:
    try:
        for _, element in ElementTree.iterparse(path):
            if element.tag == "Problem":
                yield element
                element.clear()
    except ElementTree.ParseError as error:
        raise broken(path, error.position[0], str(error)) from None
    except OSError as error:
        raise DatasetError(f"cannot read {path}: {error.strerror}") from None


def _record(problem: ElementTree.Element, part: str) -> Record:
    fields = {name: (problem.findtext(name) or "").strip() for name in _FIELDS}
    number = _LEADING_NUMBER.match(fields["Answer"])
    return Record(
        id=problem.attrib.get("ID", ""),
        text=f"{fields['Body']} {fields['Question']}".strip(),
        equation=_solution(fields["Formula"]),
        answer=number[0].replace(",", "") if number else fields["Answer"],
        language="en",
        part=part,
    )


_FIELDS = ("Body", "Question", "Formula", "Answer")


def _solution(formula: str) -> str:
    """What is left of the last `=`: `7+2` of `7+2=9`. A remainder (`=3 r2`) stays for the value.

    >>> _solution("7+2=9"), _solution("x+3=9")
    ('7+2', 'x+3=9')
    """
    left, equals, _ = formula.partition("=")
    return left.strip() if equals and "x" not in formula.lower() else formula
