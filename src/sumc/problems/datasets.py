"""The datasets by name: what they are, how they are read, which of their records could be used."""

import os
from collections import Counter, OrderedDict
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from importlib.resources import files
from itertools import count, islice
from pathlib import Path

import numpy as np

from sumc.errors import DatasetError, hint
from sumc.problems.alignment import to_problem
from sumc.problems.cache import Entry, cache_folder, content_key
from sumc.problems.description import (
    Columns,
    Description,
    read_catalogue,
    read_description,
)
from sumc.problems.files import BrokenLine, read_json_items, read_text
from sumc.problems.generator import GeneratedProblem, generate, generate_one
from sumc.problems.numbers import Language
from sumc.problems.problem import Problem
from sumc.problems.provenance import Part
from sumc.problems.readers import asdiv, described, gsm8k, math23k, mawps, mwptoolkit
from sumc.problems.records import BROKEN_LINE, Record, Records, Skipped
from sumc.problems.sequences import column, select
from sumc.problems.store import Note, ProblemStore, StoreWriter, temporary_store
from sumc.problems.world import STORIES, languages_of_stories, stories

CATALOGUE = files("sumc.problems") / "catalogue.toml"
WRITTEN_FOLDER = Path(__file__).parent / "written"
DATA_VARIABLE = "SUMC_DATA"
GENERATED = "generated"
GENERATED_SIZE = 10_000
"""Problems of the built-in dataset, in each language."""
STORIES_SIZE = 5_000
"""Problems of the dataset of stories, in each language."""
DRAWN = (GENERATED, STORIES)
"""The datasets that are generated, not read; every seed gives them different problems."""


def read_generated(_: Path) -> Records:
    """The built-in problems, half of them English and half Chinese; nothing to download."""
    for language in ("en", "zh"):
        for number, problem in enumerate(generate(language, GENERATED_SIZE), start=1):
            yield _generated_record(f"{language}-{number}", problem)


def _generated_record(name: str, problem: GeneratedProblem) -> Record:
    answer = str(problem.answer)
    return Record(
        name, problem.text, problem.equation, answer, problem.language, schema=problem.schema
    )


def generated_problem(
    language: Language, index: int, seed: int, *, words: bool = True
) -> Problem | Skipped:
    """Any of the problems that the generator can draw, as a problem of the built-in dataset."""
    drawn = generate_one(language, index, seed)
    record = _generated_record(f"{language}-{seed}-{index}", drawn)
    return to_problem(replace(record, source=GENERATED), words=words)


def read_stories(words: bool) -> Iterator[Problem]:
    """The problems of the dataset of stories: the first that the simulator tells with seed 0."""
    for language in languages_of_stories():
        yield from islice(stories(language, words=words), STORIES_SIZE)


def fresh_problems(name: str, language: Language, seed: int) -> Iterator[Problem]:
    """An endless stream of a built-in dataset with another seed."""
    if name == STORIES:
        return stories(language, seed)
    if name != GENERATED:
        known = " and ".join(DRAWN)
        raise DatasetError(f"{name} takes no seed; only {known} do")
    drawn = (generated_problem(language, index, seed) for index in count())
    return (problem for problem in drawn if isinstance(problem, Problem))


READERS: Mapping[str, Callable[[Path], Records]] = {
    GENERATED: read_generated,
    "math23k": math23k.read,
    "mawps": mawps.read,
    "mawps_single": mwptoolkit.read_mawps_single,
    "asdiv-a": asdiv.read_arithmetic,
    "asdiv": asdiv.read_all,
    "gsm8k": gsm8k.read,
}
"""The datasets whose format needs code of its own; the others are described in the catalogue."""

WRITTEN: Mapping[str, Description] = read_catalogue(
    read_text(WRITTEN_FOLDER / "catalogue.toml"), str(WRITTEN_FOLDER / "catalogue.toml")
)
"""Problems that were written for us one by one; their files are part of the package."""

BUILT_IN = (*DRAWN, *WRITTEN)
"""The datasets that need no data folder."""

SOURCES: Mapping[str, Description] = {
    GENERATED: Description(
        GENERATED, "built in: English and Chinese problems of our own", "MIT, as sumc"
    ),
    STORIES: Description(
        STORIES, "built in: problems told from simulated worlds, with decoys", "MIT, as sumc"
    ),
    **WRITTEN,
    **read_catalogue(CATALOGUE.read_text(encoding="utf-8"), str(CATALOGUE)),
}
"""All datasets by their names."""


@dataclass(frozen=True, slots=True)
class Dataset:
    """The problems of a dataset, and the records that could not be used, with the reasons."""

    name: str
    problems: Sequence[Problem]
    """In the order of the files; they are read on demand."""
    skipped: tuple[Skipped, ...] = ()

    @property
    def size(self) -> int:
        """How many records the dataset has, used or not."""
        return len(self.problems) + len(self.skipped)

    @property
    def disagreeing(self) -> Sequence[Problem]:
        """The problems whose own equation does not give their answer; they are used too."""
        return select(self.problems, np.flatnonzero(column(self.problems, "agrees") == 0))

    @property
    def broken_lines(self) -> tuple[str, ...]:
        """Which lines of its files could not be read, and why."""
        broken = (skipped for skipped in self.skipped if skipped.reason == BROKEN_LINE)
        return tuple(f"{skipped.id}: {skipped.detail}" for skipped in broken)

    def reasons(self) -> Counter[str]:
        """How many records were left out, by reason."""
        return Counter(skipped.reason for skipped in self.skipped)


def load_dataset(
    name: str,
    data: str | Path | None = None,
    *,
    words: bool = True,
    columns: Columns | None = None,
) -> Dataset:
    """A dataset by its name, or a file of your own by its path; each is read only once.

    >>> len(load_dataset("generated").skipped)
    0
    """
    origin = find_origin(name, data, columns)
    try:
        key = origin.key(words)
    except OSError:  # a file is missing: reading it gives the error that says so
        return _in_temporary_file(origin, words)
    dataset = _loaded.pop(key, None) or _load(origin, words, key)
    _loaded[key] = dataset  # from now on it is the most recently used one
    if len(_loaded) > MOST_LOADED:
        _loaded.popitem(last=False)
    return dataset


MOST_LOADED = 32
"""Datasets that a process remembers; each is an index over a file, not the problems themselves."""
_loaded: OrderedDict[str, Dataset] = OrderedDict()


def forget_datasets() -> None:
    """Forget what this process has loaded; the files of the cache stay."""
    _loaded.clear()


def _load(origin: "Origin", words: bool, key: str) -> Dataset:
    folder = cache_folder()
    if folder is None:
        return _in_temporary_file(origin, words)
    entry = Entry(folder / "problems", origin.name, key)
    found = entry.open()
    if found is None:
        with suppress(OSError):  # a cache that cannot be written is no reason to fail
            entry.write(lambda writer: _read_unchanged(writer, origin, words, key))
            found = entry.open()
    return _in_temporary_file(origin, words) if found is None else _dataset(origin.name, *found)


def _read_unchanged(writer: StoreWriter, origin: "Origin", words: bool, key: str) -> Note:
    note = _read_into(writer, origin, words)
    if origin.key(words) != key:
        raise OSError(f"the files of {origin.name} were changed while they were read")
    return note


def _in_temporary_file(origin: "Origin", words: bool) -> Dataset:
    found = temporary_store(lambda writer: _read_into(writer, origin, words))
    return _dataset(origin.name, *found)


def _read_into(writer: StoreWriter, origin: "Origin", words: bool) -> Note:
    """Write the problems of a dataset one at a time; the note has what cannot be used."""
    taken: set[str] = set()
    skipped = []
    for problem in origin.problems(words) if origin.problems else ():
        writer.add(problem)
    for number, published in enumerate(origin.read(), start=1):
        record = _with_own_id(published, number, taken)
        taken.add(record.id)
        if isinstance(record, Record):
            record = replace(record, source=origin.name)
        found = record if isinstance(record, Skipped) else to_problem(record, words=words)
        if isinstance(found, Problem):
            writer.add(found)
        else:
            part = (found.part.role, found.part.fold)
            skipped.append((found.id, found.reason, found.detail, *part, len(writer)))
    return {"skipped": skipped}


def _dataset(name: str, store: ProblemStore, note: Note) -> Dataset:
    skipped = (
        Skipped(record, reason, detail, Part(role, fold), after)
        for record, reason, detail, role, fold, after in note["skipped"]
    )
    return Dataset(name, store, tuple(skipped))


def _with_own_id(record: Record | Skipped, number: int, taken: Container[str]) -> Record | Skipped:
    """The record under an id that no other has: splits tell problems apart by it."""
    name = record.id or str(number)
    if name in taken:
        name = f"{name}#{number}"
    return record if name == record.id else replace(record, id=name)


@dataclass(frozen=True, slots=True)
class Origin:
    """Where the records of a dataset are: the files, and how they are read."""

    name: str
    paths: tuple[Path, ...]
    read: Callable[[], Records]
    options: tuple[object, ...] = ()
    """What else decides what is read."""
    base: str = ""
    """The dataset whose problems these vary."""
    problems: Callable[[bool], Iterator[Problem]] | None = None
    """Gives problems instead of records, with number words or in digits only."""

    def key(self, words: bool) -> str:
        """A text that differs when anything else would be read under this name."""
        return content_key(self.paths, (self.name, words, *self.options))


def find_origin(
    name: str, data: str | Path | None = None, columns: Columns | None = None
) -> Origin:
    """Where a dataset, or a file of your own, is read from."""
    if name == GENERATED:
        return Origin(name, (), lambda: read_generated(Path()), (GENERATED_SIZE,))
    if name == STORIES:
        return Origin(name, (), lambda: iter(()), (STORIES_SIZE,), problems=read_stories)
    if name in WRITTEN:
        return _origin(WRITTEN[name], WRITTEN_FOLDER)
    if name in SOURCES:
        return _origin(SOURCES[name], data_folder(data) / SOURCES[name].folder)
    path = Path(name)
    if not path.suffix:
        raise unknown_dataset(name)
    if not path.is_file():
        raise DatasetError(f"no file {path}")
    if path.suffix == ".toml":
        description = read_description(read_text(path), name)
        return _origin(description, path.parent / description.folder)
    return Origin(name, (path,), lambda: _read_own(path, columns), (columns,))


def _origin(description: Description, folder: Path) -> Origin:
    paths = tuple(folder / file for file in description.files)
    read = READERS.get(description.name, partial(described.read, description))
    return Origin(description.name, paths, lambda: read(folder), (description,), description.base)


def _read_own(path: Path, columns: Columns | None) -> Records:
    if path.suffix == ".json" and columns is None and _is_toolkit_file(path):
        return mwptoolkit.read_file(path)
    description = Description(str(path), files={path.name: ""}, columns=columns or Columns())
    advice = (
        "name the columns with --text, --equation and --answer; for a training, with the settings "
        "data.text_column, data.equation_column and data.answer_column; for a file in data.also, "
        "in a description of its own (docs/data.md)"
    )
    return described.read(description, path.parent, advice)


def data_folder(data: str | Path | None) -> Path:
    """The folder of the datasets: the one given, else that of `$SUMC_DATA`."""
    folder = data or os.environ.get(DATA_VARIABLE)
    if not folder:
        raise DatasetError(
            "no data folder: name it with --data DIR or in $SUMC_DATA; "
            f"{', '.join(BUILT_IN)} need none"
        )
    return Path(folder)


def is_available(name: str, data: str | Path | None) -> str:
    """Whether a dataset can be read: "built in", "there", "not there" or "give --data"."""
    if name in BUILT_IN:
        return "built in"
    try:
        paths = find_origin(name, data).paths
    except DatasetError:
        return "give --data"
    return "there" if all(path.is_file() for path in paths) else "not there"


def unknown_dataset(name: str) -> DatasetError:
    """The error for an unknown dataset, with the one that was probably meant."""
    return DatasetError(f"no dataset is called {name!r}{hint(name, SOURCES)}")


def _is_toolkit_file(path: Path) -> bool:
    items = (each for each in read_json_items(path) if not isinstance(each, BrokenLine))
    first = next(items, {})
    return "sQuestion" in first or "original_text" in first
