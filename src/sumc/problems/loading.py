"""`load_split`: from the names in a training's settings to the problems that it learns from."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from sumc.errors import DatasetError
from sumc.problems.datasets import Dataset, find_origin, load_dataset
from sumc.problems.description import Columns, named_columns
from sumc.problems.records import BROKEN_LINE
from sumc.problems.sequences import concatenate
from sumc.problems.splits import (
    Problems,
    Split,
    asked_in,
    in_language,
    in_languages,
    join,
    languages_of,
    named_split,
    subset,
    without_texts,
)

MOST_TIMES = 100
"""How often an epoch may have the same problem."""


class SplitSettings(Protocol):
    """The settings that choose the split; see `SplitChoice` for what they mean."""

    @property
    def dataset(self) -> str: ...
    @property
    def split(self) -> str: ...
    @property
    def language(self) -> str: ...
    @property
    def words(self) -> bool: ...
    @property
    def also(self) -> str: ...
    @property
    def unseen(self) -> str: ...
    @property
    def calibration(self) -> str: ...
    @property
    def limit(self) -> int: ...
    @property
    def text_column(self) -> str: ...
    @property
    def equation_column(self) -> str: ...
    @property
    def answer_column(self) -> str: ...


@dataclass(frozen=True, slots=True)
class SplitChoice:
    """Training, validation and test data, by name."""

    dataset: str
    """A dataset of `sumc data list`, or a file of your own."""
    split: str = "auto"
    """One of `splits.SPLITS`."""
    language: str = ""
    """Only the problems in this language; empty for all."""
    words: bool = True
    """Whether number words count as numbers."""
    also: str = ""
    """Other datasets to train on, separated by commas."""
    unseen: str = ""
    """Datasets or test parts, separated by commas, whose texts are never trained on."""
    limit: int = 0
    """Training problems of a low-resource experiment; 0 for all of them."""
    text_column: str = "text"
    """The name of the text column in a file of your own; the next two likewise."""
    equation_column: str = "equation"
    answer_column: str = "answer"
    calibration: str = ""
    """Datasets, never trained on, whose problems calibrate the confidence."""


def load_split(settings: SplitSettings, data: str | Path | None = None) -> Split:
    """Training, validation and test problems as the settings ask for them.

    >>> len(load_split(SplitChoice("generated", language="en", limit=50)).train)
    50
    """

    columns = columns_of(settings)

    def load(name: str) -> Dataset:
        dataset = load_dataset(name, data, words=settings.words, columns=columns)
        return in_language(dataset, settings.language)

    own = load(settings.dataset)
    split = named_split(own, settings.split)
    names = [settings.dataset, *names_in(settings.also)]
    others = [load(name) for name in names[1:]]
    bases = [load_dataset(b, data, words=settings.words).problems for b in _bases(names, data)]
    if settings.also:
        split = join(split, others, bases=bases)
    apart = load_apart(settings.calibration, load, split.train)
    if settings.also or settings.unseen or apart:
        unseen = (asked_in(name, load).test for name in names_in(settings.unseen))
        split = without_texts(split, split.test, *unseen, *apart, bases=bases)
    split = replace(
        split,
        calibration=concatenate(*apart) if apart else (),
        unread=_unread((own, *others), split),
        broken_lines=tuple(f"{d.name}: {line}" for d in (own, *others) for line in d.broken_lines),
    )
    if not settings.limit:
        return split
    return replace(split, train=subset(split.train, settings.limit))


def _unread(datasets: Iterable[Dataset], split: Split) -> Counter[str]:
    """How many records of datasets are in no part of a split, by reason."""
    tested = Counter(each.reason for each in split.test_skipped)
    return (
        Counter(
            each.reason
            for dataset in datasets
            for each in dataset.skipped
            if each.reason != BROKEN_LINE
        )
        - tested
    )


def load_apart(names: str, load: Callable[[str], Dataset], learned: Problems) -> list[Problems]:
    """The problems to calibrate on, by dataset, in the languages of the training only: the
    built-in stories are told in two."""
    languages = languages_of(learned)
    return [in_languages(asked_in(name, load).test, languages) for name in names_in(names)]


def columns_of(settings: SplitSettings) -> Columns | None:
    """What the columns of a file are called; None where they have their usual names."""
    return named_columns(settings.text_column, settings.equation_column, settings.answer_column)


def _bases(names: Iterable[str], data: str | Path | None) -> list[str]:
    """The datasets whose problems these vary, each once."""
    return [*dict.fromkeys(base for name in names if (base := find_origin(name, data).base))]


def names_in(text: str) -> Iterator[str]:
    """The names in a setting that may list several, separated by commas.

    >>> list(names_in("gsm8k, stories.jsonl * 0.5"))
    ['gsm8k', 'stories.jsonl']
    """
    return (name.strip() for part in text.split(",") if (name := part.partition("*")[0]).strip())


def weights_in(text: str) -> dict[str, float]:
    """How often an epoch has each problem of a source, if the setting gives it a weight.

    >>> weights_in("gsm8k, stories.jsonl * 0.5")
    {'stories.jsonl': 0.5}
    """
    weights = {}
    for part in text.split(","):
        name, times, written = (each.strip() for each in part.partition("*"))
        if times:
            weights[name] = _weight(name, written)
    return weights


def _weight(name: str, written: str) -> float:
    try:
        weight = float(written)
    except ValueError:
        weight = math.nan
    if not 0 < weight <= MOST_TIMES:
        raise DatasetError(
            f"{name}: expected a weight from 0 to {MOST_TIMES} after *, found {written!r}"
        )
    return weight
