"""Splits: what a model may learn from, what chooses the model, what judges it.

Everything is decided by the dataset's order and a seed. Validation always comes out of what may
be learned from; the test part never chooses anything.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from sumc.errors import DatasetError
from sumc.problems.datasets import Dataset
from sumc.problems.problem import Problem
from sumc.problems.records import Skipped

FOLDS = 5
VALIDATION_SHARE = 0.1
JOINED = " "
"""Stands between the name of a joined dataset and the id of its problem."""
SPLITS = (
    "auto",
    "published",
    *(f"{kind}-{fold}" for kind in ("fold", "all", "template") for fold in range(FOLDS)),
)
"""The splits by name: `all-0` deals out the problems that no published fold has."""

Problems = tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Split:
    """Training, validation and test problems, and the test records that could not be used."""

    name: str
    train: Problems
    validation: Problems
    test: Problems
    test_skipped: tuple[Skipped, ...] = ()
    """They belong into the denominator: what cannot be read cannot be solved."""

    @property
    def test_size(self) -> int:
        """How many test records there are, used or not."""
        return len(self.test) + len(self.test_skipped)


def published_split(dataset: Dataset) -> Split:
    """The split that a dataset comes with: train, validation and test."""
    by_part = {
        part: tuple(p for p in dataset.problems if dataset.parts[p.id].split()[0] == part)
        for part in ("train", "validation", "test")
    }
    if not all(by_part.values()):
        raise DatasetError(f"{dataset.name} has no published train, validation and test parts")
    skipped = tuple(each for each in dataset.skipped if each.part.split()[0] == "test")
    train, validation, test = by_part.values()
    return Split(f"{dataset.name} public test", train, validation, test, skipped)


def fold_split(dataset: Dataset, fold: int, seed: int = 0, *, everything: bool = False) -> Split:
    """Fold number `fold` as the test part, validation carved out of the other folds.

    Published folds are used where there are some. Problems outside them (210 of MAWPS) are left
    out of all parts, unless `everything` deals them out to the folds too.
    """
    _check_fold(fold)
    folds = assign_folds(dataset, seed, everything=everything)
    learnable = [p for p in dataset.problems if folds.get(p.id, fold) != fold]
    train, validation = carve_validation(learnable, seed)
    test = tuple(p for p in dataset.problems if folds.get(p.id) == fold)
    skipped = tuple(each for each in dataset.skipped if folds.get(each.id) == fold)
    return Split(f"{dataset.name} fold {fold}", train, validation, test, skipped)


def _check_fold(fold: int) -> None:
    if not 0 <= fold < FOLDS:
        raise DatasetError(f"expected a fold from 0 to {FOLDS - 1}, found {fold}")


def assign_folds(dataset: Dataset, seed: int = 0, *, everything: bool = False) -> dict[str, int]:
    """The fold of every record by its id: the published one, or dealt out after shuffling."""
    published = {name: part.split()[-1] for name, part in dataset.parts.items()}
    folds = {name: int(part) for name, part in published.items() if part.isdigit()}
    if folds and not everything:
        return folds
    rest = [name for name in dataset.parts if name not in folds]
    Random(f"folds {seed}").shuffle(rest)
    return folds | {name: index % FOLDS for index, name in enumerate(rest)}


def carve_validation(
    problems: Sequence[Problem], seed: int = 0, share: float = VALIDATION_SHARE
) -> tuple[Problems, Problems]:
    """The problems in two parts, the second with the given share of them."""
    order = list(range(len(problems)))
    Random(f"validation {seed}").shuffle(order)
    chosen = set(order[: round(len(order) * share)])
    train = tuple(p for index, p in enumerate(problems) if index not in chosen)
    return train, tuple(p for index, p in enumerate(problems) if index in chosen)


def subset(problems: Sequence[Problem], size: int, seed: int = 0) -> Problems:
    """A low-resource part of the training problems; a smaller one is a part of a larger one."""
    if not 0 <= size <= len(problems):
        raise DatasetError(f"expected at most {len(problems)} training problems, found {size}")
    order = list(problems)
    Random(f"subset {seed}").shuffle(order)
    return tuple(order[:size])


def template_split(dataset: Dataset, fold: int, seed: int = 0) -> Split:
    """A fold in which no text of the test part, numbers masked, is in the other parts."""
    _check_fold(fold)
    groups = group_by_text(dataset.problems)
    names = sorted(groups)
    Random(f"templates {seed}").shuffle(names)
    parts: dict[str, list[Problem]] = {"train": [], "validation": [], "test": []}
    for index, name in enumerate(names):
        bucket = index % (2 * FOLDS)  # two buckets are a fold, one is a tenth for validation
        is_test = bucket // 2 == fold
        is_validation = bucket == (2 * fold + 2) % (2 * FOLDS)
        parts["test" if is_test else "validation" if is_validation else "train"] += groups[name]
    train, validation, test = (tuple(part) for part in parts.values())
    skipped = dataset.skipped[fold::FOLDS]  # dealt out, so that all folds together hold them all
    name = f"{dataset.name} without shared texts, fold {fold}"
    return Split(name, train, validation, test, skipped)


def group_by_text(problems: Sequence[Problem]) -> Mapping[str, list[Problem]]:
    """The problems by their text with masked numbers."""
    groups: dict[str, list[Problem]] = defaultdict(list)
    for problem in problems:
        groups[problem.masked_text].append(problem)
    return groups


def join(split: Split, others: Sequence[Dataset], seed: int = 0) -> Split:
    """The split with other datasets to learn from: a tenth of each validates, the rest trains.

    What validates is judged fairly: no text of it, numbers masked, is learned from.
    """
    train, validation = [*split.train], [*split.validation]
    for number, other in enumerate(others):
        problems = [replace(p, id=f"{other.name}{JOINED}{p.id}") for p in other.problems]
        more, judged = carve_validation(problems, seed + number)
        train += more
        validation += judged
    judges = replace(split, train=tuple(train), validation=tuple(validation))
    texts = set(map(letters_of, validation))
    return replace(judges, train=tuple(p for p in train if letters_of(p) not in texts))


def source_of(problem: Problem, others: Iterable[str]) -> str:
    """Which of the joined datasets a problem comes from; empty for the split's own."""
    return next((name for name in others if problem.id.startswith(f"{name}{JOINED}")), "")


def without_texts(split: Split, problems: Iterable[Problem]) -> Split:
    """The split without what shares its text, numbers masked, with some problems.

    Punctuation, spaces and the width of characters make no difference.
    """
    texts = set(map(letters_of, problems))
    train, validation = (
        tuple(p for p in part if letters_of(p) not in texts)
        for part in (split.train, split.validation)
    )
    return replace(split, train=train, validation=validation)


def letters_of(problem: Problem) -> str:
    """The letters of a text: all numbers are alike, punctuation and spaces make no difference.

    >>> from sumc.problems.numbers import find_quantities
    >>> text = "Ann has 12 pens , doesn't she ?"
    >>> letters_of(Problem("1", text, "en", find_quantities(text)))
    'annhasnumpensdoesntshe'
    """
    text = unicodedata.normalize("NFKC", problem.masked_text)
    return re.sub(r"[\W\d_]+", "", text)


def seen_share(train: Sequence[Problem], test: Sequence[Problem]) -> float:
    """The share of test problems whose text, numbers masked, is in the training part."""
    seen = {problem.masked_text for problem in train}
    return sum(p.masked_text in seen for p in test) / max(1, len(test))


def default_split(dataset: Dataset) -> Split:
    """The published split where there is one, else the first fold."""
    return published_split(dataset) if _is_published(dataset) else fold_split(dataset, 0)


def _is_published(dataset: Dataset) -> bool:
    return any(part.split()[0] == "test" for part in dataset.parts.values())


def named_split(dataset: Dataset, name: str) -> Split:
    """The split of a dataset that is called `auto`, `published`, `fold-0`, ..."""
    if name not in SPLITS:
        raise DatasetError(f"no split is called {name!r}; known: {', '.join(SPLITS)}")
    kind, _, number = name.partition("-")
    if kind == "auto":
        return default_split(dataset)
    if kind == "published":
        return published_split(dataset)
    if kind == "template":
        return template_split(dataset, int(number))
    return fold_split(dataset, int(number), everything=kind == "all")


def asked_in(name: str, load: Callable[[str], Dataset]) -> Split:
    """What is asked and never learned from: a dataset, or a test part such as `mawps:fold-0`."""
    dataset, _, split = name.partition(":")
    if split:
        return replace(named_split(load(dataset), split), train=(), validation=())
    whole = load(dataset)
    return Split(f"{whole.name}, all problems", (), (), whole.problems, whole.skipped)


def all_splits(dataset: Dataset, seed: int = 0) -> list[Split]:
    """Every split that a dataset has: the published one, its folds, folds without shared texts."""
    splits = [published_split(dataset)] if _is_published(dataset) else []
    splits += [fold_split(dataset, fold, seed) for fold in range(FOLDS)]
    whole = [fold_split(dataset, fold, seed, everything=True) for fold in range(FOLDS)]
    if [split.test_size for split in whole] != [split.test_size for split in splits[-FOLDS:]]:
        splits += [replace(split, name=f"{split.name}, all records") for split in whole]
    return splits + [template_split(dataset, fold, seed) for fold in range(FOLDS)]
