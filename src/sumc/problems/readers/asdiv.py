"""ASDiv: English, 2,305 problems; its arithmetic part ASDiv-A has 1,218 in five folds."""

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from sumc.errors import DatasetError
from sumc.lazy_regex import lazy_regex
from sumc.problems.files import broken, find_file
from sumc.problems.provenance import Part
from sumc.problems.records import Record, Records, Skipped

FOLDS = tuple(f"fold{fold}.txt" for fold in range(5))
PROBLEMS = "ASDiv.xml"
_NUMBER_AND_UNIT = lazy_regex(r"(-?\d[\d,]*(?:\.\d+)?(?:[/:]\d+)?)\s*(?:\(.*\))?", re.DOTALL)


def read_all(folder: Path) -> Records:
    """All records; those of ASDiv-A have a fold."""
    folds = _folds(folder)
    for problem in _problems(find_file(folder, PROBLEMS)):
        yield _record(problem, Part(fold=folds.pop(problem.attrib.get("ID", ""), None)))
    for name, fold in folds.items():
        yield Skipped(name, f"in a fold but not in {PROBLEMS}", part=Part(fold=fold))


def read_arithmetic(folder: Path) -> Records:
    """The records of ASDiv-A, all in folds."""
    for record in read_all(folder):
        if record.part.fold is not None:
            yield record


def _folds(folder: Path) -> dict[str, int]:
    folds: dict[str, int] = {}
    for fold, name in enumerate(FOLDS):
        path = find_file(folder, name)
        try:
            folds.update(dict.fromkeys(path.read_text(encoding="utf-8").split(), fold))
        except UnicodeDecodeError as error:
            raise DatasetError(f"{path}: not UTF-8 ({error.reason})") from None
    return folds


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


def _record(problem: ElementTree.Element, part: Part) -> Record:
    fields = {name: (problem.findtext(name) or "").strip() for name in _FIELDS}
    number = _NUMBER_AND_UNIT.fullmatch(fields["Answer"])
    return Record(
        id=problem.attrib.get("ID", ""),
        text=f"{fields['Body']} {fields['Question']}".strip(),
        equation=_solution(fields["Formula"]),
        answer=number[1].replace(",", "") if number else fields["Answer"],
        language="en",
        part=part,
    )


_FIELDS = ("Body", "Question", "Formula", "Answer")


def _solution(formula: str) -> str:
    """The left side of a single `=`: `7+2` of `7+2=9`, `17/6` of `17/6=2 r5`; else all of it.

    >>> _solution("7+2=9"), _solution("x+3=9"), _solution("3+5=8; 8-2=6")
    ('7+2', 'x+3=9', '3+5=8; 8-2=6')
    """
    left, equals, right = formula.partition("=")
    simple = equals and "=" not in right and not set("xX;:") & set(formula)
    return left.strip() if simple else formula
