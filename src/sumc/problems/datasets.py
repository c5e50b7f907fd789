"""The datasets by name: what they are, how they are read, what of them could be used."""

import os
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path

from sumc.errors import DatasetError
from sumc.problems.alignment import to_problem
from sumc.problems.files import read_json_objects
from sumc.problems.generator import generate
from sumc.problems.problem import Problem
from sumc.problems.readers import ape210k, asdiv, gsm8k, math23k, mawps, mwptoolkit, own
from sumc.problems.records import Record, Records, Skipped

DATA_VARIABLE = "SUMC_DATA"
GENERATED = "generated"
GENERATED_SIZE = 10_000
"""Problems of the built-in dataset, in each language."""


@dataclass(frozen=True, slots=True)
class Source:
    """A dataset that we can read."""

    name: str
    folder: str
    about: str
    read: Callable[[Path], Records]


def read_generated(_: Path) -> Records:
    """The built-in problems, half of them English and half Chinese; nothing to download."""
    for language in ("en", "zh"):
        for number, problem in enumerate(generate(language, GENERATED_SIZE), start=1):
            yield Record(
                f"{language}-{number}",
                problem.text,
                problem.equation,
                str(problem.answer),
                problem.language,
                problem.schema,
            )


SOURCES: Mapping[str, Source] = {
    source.name: source
    for source in (
        Source(GENERATED, "", "built in: English and Chinese problems of our own", read_generated),
        Source("math23k", "math23k", "Chinese, 23,162 problems, public test set", math23k.read),
        Source("mawps", "mawps", "English, all 2,373; five folds of 2,163", mawps.read),
        Source(
            "mawps_single",
            "mawps_single",
            "English, 1,987 problems with one unknown, five folds",
            mwptoolkit.read_mawps_single,
        ),
        Source(
            "asdiv-a",
            "asdiv",
            "English, ASDiv-A: 1,218 problems, five folds",
            asdiv.read_arithmetic,
        ),
        Source("asdiv", "asdiv", "English, all 2,305 problems of ASDiv", asdiv.read_all),
        Source("gsm8k", "gsm8k", "English, 7,473 problems of several steps", gsm8k.read),
        Source("allarith", "allarith", "English, 1,492 problems", mwptoolkit.read_allarith),
        Source("ape210k", "ape210k", "Chinese, 5,000 problems (validation file)", ape210k.read),
    )
}


@dataclass(frozen=True, slots=True)
class Dataset:
    """The problems of a dataset, and what could not be used with the reasons."""

    name: str
    problems: tuple[Problem, ...]
    skipped: tuple[Skipped, ...]
    parts: Mapping[str, str]
    """The published file or fold of every problem, by its id."""

    @property
    def size(self) -> int:
        """How many records the dataset has, used or not."""
        return len(self.problems) + len(self.skipped)

    @property
    def disagreeing(self) -> tuple[Problem, ...]:
        """The problems whose own equation does not give their answer; they are used too."""
        return tuple(problem for problem in self.problems if not problem.agrees)

    def reasons(self) -> Counter[str]:
        """How many records were left out, by reason."""
        return Counter(skipped.reason for skipped in self.skipped)


def load_dataset(
    name: str,
    data: str | Path | None = None,
    *,
    words: bool = True,
    columns: own.Columns | None = None,
) -> Dataset:
    """Read a dataset by its name, or a file of one's own by its path."""
    problems: list[Problem] = []
    skipped: list[Skipped] = []
    parts: dict[str, str] = {}
    for number, published in enumerate(read_records(name, data, columns), start=1):
        record = _with_own_id(published, number, parts)
        problem = record if isinstance(record, Skipped) else to_problem(record, words=words)
        parts[record.id] = record.part
        if isinstance(problem, Skipped):
            skipped.append(problem)
        else:
            problems.append(problem)
    return Dataset(name, tuple(problems), tuple(skipped), parts)


def _with_own_id(
    record: Record | Skipped, number: int, taken: Mapping[str, str]
) -> Record | Skipped:
    """The record under an id that no other has: splits tell problems apart by it."""
    name = record.id or str(number)
    if name in taken:
        name = f"{name}#{number}"
    return record if name == record.id else replace(record, id=name)


def read_records(
    name: str, data: str | Path | None = None, columns: own.Columns | None = None
) -> Records:
    """The records of a dataset or file, one at a time.

    >>> next(iter(read_records("generated"))).id
    'en-1'
    """
    if name in SOURCES:
        source = SOURCES[name]
        folder = Path() if name == GENERATED else data_folder(data) / source.folder
        return source.read(folder)
    path = Path(name)
    if not path.suffix:
        raise unknown_dataset(name)
    if not path.is_file():
        raise DatasetError(f"no file {path}")
    if path.suffix == ".json" and columns is None and _is_toolkit_file(path):
        return mwptoolkit.read_file(path)
    return own.read(path, columns)


def data_folder(data: str | Path | None) -> Path:
    """The folder of the datasets: the one given, else that of `$SUMC_DATA`."""
    folder = data or os.environ.get(DATA_VARIABLE)
    if not folder:
        raise DatasetError(
            "where are the datasets? Give their folder with --data DIR or in $SUMC_DATA; "
            f'"{GENERATED}" needs none'
        )
    return Path(folder)


def is_available(name: str, data: str | Path | None) -> str:
    """Whether a dataset can be read: "built in", "there", "not there" or "give --data"."""
    if name == GENERATED:
        return "built in"
    try:
        folder = data_folder(data) / SOURCES[name].folder
    except DatasetError:
        return "give --data"
    return "there" if folder.is_dir() and any(folder.iterdir()) else "not there"


def unknown_dataset(name: str) -> DatasetError:
    """The error for a name that is no dataset, with the one that was probably meant."""
    close = get_close_matches(name, SOURCES, n=1)
    hint = f", did you mean {close[0]!r}?" if close else f"; known: {', '.join(SOURCES)}"
    return DatasetError(f"no dataset is called {name!r}{hint}")


def _is_toolkit_file(path: Path) -> bool:
    first = next(iter(read_json_objects(path)), {})
    return "sQuestion" in first or "original_text" in first
