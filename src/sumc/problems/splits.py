"""Splits: what a model may learn from, what chooses the model, what judges it.

Everything is decided by the dataset's order and a seed. Validation is always carved out of
what may be learned from; nothing is ever chosen on the test part.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from random import Random

import numpy as np

from sumc.errors import DatasetError
from sumc.problems.datasets import Dataset
from sumc.problems.problem import Problem
from sumc.problems.provenance import ROLES, Role
from sumc.problems.records import Skipped
from sumc.problems.sequences import LANGUAGES, NO_FOLD, Array, column, concatenate, select

FOLDS = 5
VALIDATION_SHARE = 0.1
FOLDED = ("fold", "all", "template")
"""The kinds of splits that are cross-validations: there are five of each."""
SPLITS = (
    "auto",
    "published",
    *(f"{kind}-{fold}" for kind in FOLDED for fold in range(FOLDS)),
    "low-resource",
)
"""The splits by name: `all-0` deals out the problems that no published fold has."""
LOW_RESOURCE_TEST = 2_312  # section 4.4: "2,312 randomly sampled instances"
LOW_RESOURCE_VALIDATION = 500
"""Enough to choose an epoch by, few enough to leave most problems for training."""
LOW_RESOURCE_SEED = 0

VALIDATES = "they or variations of them validate"
IS_ASKED = "they or variations of them are tested or must stay unseen"
"""Why problems are removed from the training part."""

Problems = Sequence[Problem]


@dataclass(frozen=True, slots=True)
class Split:
    """Training, validation and test problems, and the test records that could not be used."""

    name: str
    train: Problems
    validation: Problems
    test: Problems
    test_skipped: tuple[Skipped, ...] = ()
    """They count in the denominator: what cannot be read cannot be solved."""
    dataset: str = ""
    """The dataset that is split; others only add training problems."""
    removed: Mapping[str, int] = field(default_factory=Counter)
    """How many problems were taken out of training and validation, by reason."""
    calibration: Problems = ()
    """What the confidence is calibrated on; if empty, the validation problems."""
    broken_lines: tuple[str, ...] = ()
    """Which lines of the training datasets could not be read, and why."""
    unread: Mapping[str, int] = field(default_factory=Counter)
    """How many records of the training datasets cannot be learned from, by reason; without
    broken lines and test records."""
    fold: int | None = None
    """The reference fold that is the test part, if it is one."""

    @property
    def test_size(self) -> int:
        """How many test records there are, used or not."""
        return len(self.test) + len(self.test_skipped)

    def fingerprint(self) -> str:
        """A short text that differs when the training problems, or their order, differ."""
        state = sha256()
        for part in (self.train, self.validation):
            for problem in part:
                own = problem.source == self.dataset
                name = problem.id if own else f"{problem.source} {problem.id}"
                state.update(
                    f"{name}\n{problem.text}\n{problem.expression}\n".encode(
                        "utf-8", "surrogatepass"
                    )
                )
            state.update(b"\n")
        return state.hexdigest()[:16]


def published_split(dataset: Dataset) -> Split:
    """The split that a dataset comes with: train, validation and test."""
    roles = column(dataset.problems, "role")
    train, validation, test = (
        select(dataset.problems, np.flatnonzero(roles == ROLES.index(role)))
        for role in ("train", "validation", "test")
    )
    if not (train and validation and test):
        raise DatasetError(f"{dataset.name} has no published train, validation and test parts")
    skipped = tuple(each for each in dataset.skipped if each.part.role == "test")
    name = f"{dataset.name} public test"
    return Split(name, train, validation, test, skipped, dataset.name)


def fold_split(dataset: Dataset, fold: int, seed: int = 0, *, everything: bool = False) -> Split:
    """Fold number `fold` as the test part, validation carved out of the other folds.

    Published folds are used where there are some. Problems outside them (210 of MAWPS) are left
    out of all parts, unless `everything` deals them out to the folds too.
    """
    _check_fold(fold)
    _check_learnable(dataset)
    folds = assign_folds(dataset, seed, everything=everything)
    learnable = np.flatnonzero((folds.problems != fold) & (folds.problems != NO_FOLD))
    train, validation = carve_validation(select(dataset.problems, learnable), seed)
    test = select(dataset.problems, np.flatnonzero(folds.problems == fold))
    pairs = zip(dataset.skipped, folds.skipped, strict=True)
    skipped = tuple(each for each, its_fold in pairs if its_fold == fold)
    return Split(
        f"{dataset.name} fold {fold}",
        train,
        validation,
        test,
        skipped,
        dataset.name,
        fold=None if everything else fold,
    )


def _check_fold(fold: int) -> None:
    if not 0 <= fold < FOLDS:
        raise DatasetError(f"expected a fold from 0 to {FOLDS - 1}, found {fold}")


def _check_learnable(dataset: Dataset) -> None:
    if is_for_testing(dataset):
        raise DatasetError(f"{dataset.name} is for testing only: it cannot be trained on")


def is_for_testing(dataset: Dataset) -> bool:
    """Whether a dataset publishes all of its problems as a test part."""
    return len(dataset.problems) > 0 and _roles(dataset) == {"test"}


def _roles(dataset: Dataset) -> set[Role]:
    return {ROLES[number] for number in np.unique(column(dataset.problems, "role"))}


@dataclass(frozen=True, slots=True)
class Folds:
    """The fold of every record, `NO_FOLD` where it has none."""

    problems: Array
    skipped: Array


def assign_folds(dataset: Dataset, seed: int = 0, *, everything: bool = False) -> Folds:
    """The fold of every record: the published one, or dealt out after shuffling.

    All records are shuffled from the order of the dataset, including those that cannot be used.
    """
    published = [NO_FOLD if (f := each.part.fold) is None else f for each in dataset.skipped]
    folds = np.concatenate([column(dataset.problems, "fold"), np.array(published, np.int16)])
    if everything or (folds == NO_FOLD).all():
        rest = [place for place in _in_order(dataset) if folds[place] == NO_FOLD]
        Random(f"folds {seed}").shuffle(rest)
        folds[rest] = np.arange(len(rest)) % FOLDS
    return Folds(*np.split(folds, [len(dataset.problems)]))


def _in_order(dataset: Dataset) -> list[int]:
    """The records in the order of the dataset: places of problems, then those of the skipped."""
    before = np.array([each.after for each in dataset.skipped], np.int64)
    size = len(dataset.problems)
    order: list[int] = np.insert(np.arange(size), before, size + np.arange(len(before))).tolist()
    return order


def outside_folds(dataset: Dataset) -> frozenset[str]:
    """The ids of the records in no published fold; empty if no folds are published."""
    folds = assign_folds(dataset)
    problems = select(dataset.problems, np.flatnonzero(folds.problems == NO_FOLD))
    pairs = zip(dataset.skipped, folds.skipped, strict=True)
    skipped = (each for each, its_fold in pairs if its_fold == NO_FOLD)
    return frozenset(each.id for each in (*problems, *skipped))


def carve_validation(
    problems: Problems, seed: int = 0, share: float = VALIDATION_SHARE
) -> tuple[Problems, Problems]:
    """The problems in two parts, the second with the given share of them.

    Variations of one problem stay together: the share is counted in such families.
    """
    names, families = np.unique(column(problems, "family"), return_inverse=True)
    if len(names) == len(families):
        families = np.arange(len(families))  # no problem has relatives: the order of the dataset
    order = list(range(len(names)))
    Random(f"validation {seed}").shuffle(order)
    is_chosen = np.zeros(len(order), bool)
    is_chosen[order[: round(len(order) * share)]] = True
    validates = is_chosen[families]
    train, validation = np.flatnonzero(~validates), np.flatnonzero(validates)
    return select(problems, train), select(problems, validation)


def subset(problems: Problems, size: int, seed: int = 0) -> Problems:
    """A low-resource part of the training problems; smaller ones are parts of larger ones."""
    if not 0 <= size <= len(problems):
        raise DatasetError(
            f"data.limit: expected at most {len(problems)} training problems, found {size}"
        )
    order = list(range(len(problems)))
    Random(f"subset {seed}").shuffle(order)
    return select(problems, order[:size])


def template_split(dataset: Dataset, fold: int, seed: int = 0) -> Split:
    """A fold in which no text of the test part, numbers masked, is in the other parts."""
    _check_fold(fold)
    _check_learnable(dataset)
    groups = group_by_text(dataset.problems)
    names = sorted(groups)
    Random(f"templates {seed}").shuffle(names)
    places: dict[str, list[int]] = {"train": [], "validation": [], "test": []}
    for index, name in enumerate(names):
        bucket = index % (2 * FOLDS)  # two buckets are a fold, one is a tenth for validation
        is_test = bucket // 2 == fold
        is_validation = bucket == (2 * fold + 2) % (2 * FOLDS)
        places["test" if is_test else "validation" if is_validation else "train"] += groups[name]
    train, validation, test = (select(dataset.problems, part) for part in places.values())
    skipped = dataset.skipped[fold::FOLDS]  # dealt out, so that all folds together hold them all
    name = f"{dataset.name} without shared texts, fold {fold}"
    return Split(name, train, validation, test, skipped, dataset.name)


def low_resource_split(dataset: Dataset) -> Split:
    """The split of the paper's low-resource figures: 2,312 of all records to test on.

    The paper does not say which ones. Ours are the first of all records, including those that
    cannot be read, after shuffling with a fixed seed; then come the validation problems, and
    the rest is for training. `subset` takes a smaller training part from it.
    """
    _check_learnable(dataset)
    size = len(dataset.problems)
    needed = LOW_RESOURCE_TEST + LOW_RESOURCE_VALIDATION
    if size <= needed:
        raise DatasetError(
            f"{dataset.name} has {size:,} problems: the split low-resource needs more than "
            f"{needed:,}"
        )
    order = _in_order(dataset)
    Random(f"low resource {LOW_RESOURCE_SEED}").shuffle(order)
    asked, rest = order[:LOW_RESOURCE_TEST], order[LOW_RESOURCE_TEST:]
    learnable = [place for place in rest if place < size]
    validation, train = np.split(np.array(learnable), [LOW_RESOURCE_VALIDATION])
    test, lost = (sorted(p for p in asked if (p < size) is there) for there in (True, False))
    return Split(
        f"{dataset.name} low resource",
        select(dataset.problems, np.sort(train)),
        select(dataset.problems, np.sort(validation)),
        select(dataset.problems, test),
        tuple(dataset.skipped[place - size] for place in lost),
        dataset.name,
    )


def group_by_text(problems: Problems) -> Mapping[str, list[int]]:
    """The places of the problems by their text with masked numbers."""
    groups: dict[str, list[int]] = defaultdict(list)
    for place, problem in enumerate(problems):
        groups[problem.masked_text].append(place)
    return groups


def join(
    split: Split, others: Sequence[Dataset], seed: int = 0, bases: Sequence[Problems] = ()
) -> Split:
    """The split with more datasets to train on: a tenth of each validates, the rest trains.

    Validation stays fair: none of its problems, nor any variation of one, is learned from.
    `bases` are the datasets whose problems others vary: they show which variations belong to a
    text that is in several datasets.
    """
    for other in others:
        _check_learnable(other)
    carved = [carve_validation(o.problems, seed + number) for number, o in enumerate(others)]
    train = concatenate(split.train, *(more for more, _ in carved))
    validation = concatenate(split.validation, *(judged for _, judged in carved))
    kept = _without(train, _with_bases(validation, bases))
    removed = Counter(split.removed) + Counter({VALIDATES: len(train) - len(kept)})
    return replace(split, train=kept, validation=validation, removed=removed)


def without_texts(split: Split, *problems: Problems, bases: Sequence[Problems] = ()) -> Split:
    """The split without the problems whose text, numbers masked, is that of one of `problems`.

    Punctuation, spaces and the width of characters make no difference. Variations go too.
    """
    asked = _with_bases(concatenate(*problems), bases)
    train, validation = (_without(part, asked) for part in (split.train, split.validation))
    count = len(split.train) + len(split.validation) - len(train) - len(validation)
    removed = Counter(split.removed) + Counter({IS_ASKED: count})
    return replace(split, train=train, validation=validation, removed=removed)


def _without(problems: Problems, known: Problems) -> Problems:
    """The problems without the known ones, their variations and their bases."""
    texts = np.concatenate([column(known, "text"), column(known, "base_text")])
    texts = texts[texts != 0]
    leaks = np.isin(column(problems, "family"), column(known, "family"))
    for name in ("text", "base_text"):
        leaks |= np.isin(column(problems, name), texts)
    return select(problems, np.flatnonzero(~leaks))


def _with_bases(problems: Problems, bases: Sequence[Problems]) -> Problems:
    """The problems, together with those of the bases that have the same texts."""
    texts = column(problems, "text")
    same = (np.flatnonzero(np.isin(column(base, "text"), texts)) for base in bases)
    return concatenate(problems, *map(select, bases, same))


def languages_of(problems: Problems) -> list[str]:
    """The languages of some problems, without reading them."""
    return [LANGUAGES[number] for number in np.unique(column(problems, "language"))]


def in_languages(problems: Problems, languages: Collection[str]) -> Problems:
    """The problems in some languages, in their order."""
    wanted = [number for number, name in enumerate(LANGUAGES) if name in languages]
    return select(problems, np.flatnonzero(np.isin(column(problems, "language"), wanted)))


def in_language(dataset: Dataset, language: str) -> Dataset:
    """The dataset with the problems in one language; all unusable records still count."""
    if not language:
        return dataset
    wanted = [number for number, name in enumerate(LANGUAGES) if name == language]
    kept = np.flatnonzero(np.isin(column(dataset.problems, "language"), wanted))
    if not len(kept):
        raise DatasetError(f"{dataset.name} has no problems in the language {language!r}")
    skipped = tuple(
        replace(each, after=int(np.searchsorted(kept, each.after))) for each in dataset.skipped
    )
    return replace(dataset, problems=select(dataset.problems, kept), skipped=skipped)


def seen_share(train: Problems, test: Problems) -> float:
    """The share of test problems whose text, numbers masked, is in the training part."""
    seen = {problem.masked_text for problem in train}
    return sum(p.masked_text in seen for p in test) / max(1, len(test))


def default_split(dataset: Dataset) -> Split:
    """The published split if there is one, else the first fold; all if it is for testing only."""
    if is_for_testing(dataset):
        return whole_dataset(dataset)
    return published_split(dataset) if _is_published(dataset) else fold_split(dataset, 0)


def whole_dataset(dataset: Dataset) -> Split:
    """All problems of a dataset as a test part."""
    name = f"{dataset.name}, all problems"
    return Split(name, (), (), dataset.problems, dataset.skipped, dataset.name)


def _is_published(dataset: Dataset) -> bool:
    return {"train", "validation", "test"} <= _roles(dataset)


def named_split(dataset: Dataset, name: str) -> Split:
    """The split of a dataset that is called `auto`, `published`, `fold-0`, ..."""
    if name not in SPLITS:
        raise DatasetError(f"no split is called {name!r}; known: {', '.join(SPLITS)}")
    kind, fold = kind_and_fold(name)
    if fold is not None:
        if kind == "template":
            return template_split(dataset, fold)
        return fold_split(dataset, fold, everything=kind == "all")
    if kind == "low-resource":
        return low_resource_split(dataset)
    return default_split(dataset) if kind == "auto" else published_split(dataset)


def kind_and_fold(name: str) -> tuple[str, int | None]:
    """What a split's name says: its kind, and the fold if the kind has folds.

    >>> kind_and_fold("template-2"), kind_and_fold("low-resource")
    (('template', 2), ('low-resource', None))
    """
    kind, _, number = name.rpartition("-")
    return (kind, int(number)) if kind in FOLDED else (name, None)


def asked_in(name: str, load: Callable[[str], Dataset]) -> Split:
    """What is evaluated on and never trained on: a dataset, or a test part such as
    `mawps:fold-0`."""
    dataset, split = dataset_and_split(name)
    if split:
        return replace(named_split(load(dataset), split), train=(), validation=())
    return whole_dataset(load(dataset))


def dataset_and_split(name: str) -> tuple[str, str]:
    """A dataset and the split that is named after it; a path on a drive has a colon too.

    >>> dataset_and_split("mawps:fold-0"), dataset_and_split("C:/mine.csv")
    (('mawps', 'fold-0'), ('C:/mine.csv', ''))
    """
    dataset, _, split = name.rpartition(":")
    if not dataset or "/" in split or "\\" in split:
        return name, ""
    return dataset, split


def all_splits(dataset: Dataset, seed: int = 0) -> list[Split]:
    """Every split that a dataset has: the published one, its folds, folds without shared texts."""
    if is_for_testing(dataset):
        return [whole_dataset(dataset)]
    splits = [published_split(dataset)] if _is_published(dataset) else []
    splits += [fold_split(dataset, fold, seed) for fold in range(FOLDS)]
    whole = [fold_split(dataset, fold, seed, everything=True) for fold in range(FOLDS)]
    if [split.test_size for split in whole] != [split.test_size for split in splits[-FOLDS:]]:
        splits += [replace(split, name=f"{split.name}, all records") for split in whole]
    return splits + [template_split(dataset, fold, seed) for fold in range(FOLDS)]
