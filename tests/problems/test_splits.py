from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from sumc.errors import DatasetError
from sumc.problems.alignment import to_problem
from sumc.problems.datasets import Dataset, load_dataset
from sumc.problems.problem import Problem
from sumc.problems.records import Record, Skipped
from sumc.problems.splits import (
    FOLDS,
    asked_in,
    assign_folds,
    carve_validation,
    default_split,
    fold_split,
    join,
    letters_of,
    named_split,
    published_split,
    seen_share,
    source_of,
    subset,
    template_split,
    without_texts,
)

DATA = Path(__file__).parents[1] / "data"


def _dataset(count: int = 100, texts: int = 40, folds: bool = False) -> Dataset:
    problems = []
    for number in range(count):
        text = f"Box {number % texts} of the {'small' * (number % texts)} row has {number} nuts."
        problem = to_problem(Record(str(number), text, str(number), ""))
        assert isinstance(problem, Problem)
        problems.append(problem)
    parts = {p.id: str(int(p.id) % FOLDS) if folds and int(p.id) < 90 else "all" for p in problems}
    skipped = (Skipped("bad", "no text", part="0"),)
    return Dataset("ours", tuple(problems), skipped, {**parts, "bad": "0" if folds else "all"})


def test_a_published_split_keeps_the_parts_apart() -> None:
    split = published_split(load_dataset("math23k", DATA))
    assert [p.id for p in split.train] == ["1", "2", "5"]
    assert [p.id for p in split.validation] == ["3"]
    assert [p.id for p in split.test] == ["6"]
    assert default_split(load_dataset("math23k", DATA)) == split
    with pytest.raises(DatasetError, match="no published"):
        published_split(_dataset())


@pytest.mark.parametrize("seed", [0, 1])
def test_five_folds_test_every_problem_once_and_never_train_on_it(seed: int) -> None:
    dataset = _dataset()
    tested: list[str] = []
    for fold in range(FOLDS):
        split = fold_split(dataset, fold, seed)
        ids = [{p.id for p in part} for part in (split.train, split.validation, split.test)]
        assert not ids[0] & ids[1]
        assert not ids[0] & ids[2]
        assert not ids[1] & ids[2]
        assert len(split.validation) == round((len(ids[0]) + len(ids[1])) * 0.1)
        tested += [p.id for p in split.test] + [each.id for each in split.test_skipped]
    assert sorted(tested) == sorted(dataset.parts)


def test_published_folds_are_used_and_the_rest_is_left_out_or_dealt_out() -> None:
    dataset = _dataset(folds=True)
    split = fold_split(dataset, 0)
    assert {int(p.id) % FOLDS for p in split.test} == {0}
    assert len(split.train) + len(split.validation) + len(split.test) == 90
    assert [each.id for each in split.test_skipped] == ["bad"]
    everything = [fold_split(dataset, fold, everything=True) for fold in range(FOLDS)]
    assert sum(len(each.test) for each in everything) == 100


def test_splits_depend_on_the_seed_alone() -> None:
    dataset = _dataset()
    assert assign_folds(dataset, 3) == assign_folds(dataset, 3)
    assert assign_folds(dataset, 3) != assign_folds(dataset, 4)
    assert carve_validation(dataset.problems, 1) == carve_validation(dataset.problems, 1)


def test_a_fold_that_is_not_there_is_refused() -> None:
    for split in (fold_split, template_split):
        with pytest.raises(DatasetError, match="from 0 to 4"):
            split(_dataset(), 5)


def test_low_resource_parts_lie_in_one_another() -> None:
    problems = _dataset().problems
    small, large = subset(problems, 10), subset(problems, 50)
    assert {p.id for p in small} < {p.id for p in large}
    assert subset(problems, 10, seed=1) != small
    with pytest.raises(DatasetError, match="at most 100"):
        subset(problems, 101)
    with pytest.raises(DatasetError, match="at most 100"):
        subset(problems, -1)


def test_texts_that_differ_only_in_numbers_stay_together() -> None:
    dataset = _dataset()
    assert seen_share(fold_split(dataset, 0).train, fold_split(dataset, 0).test) > 0.5
    tested = 0
    for fold in range(FOLDS):
        split = template_split(dataset, fold)
        assert split.train
        assert split.validation
        assert seen_share(split.train + split.validation, split.test) == 0
        assert seen_share(split.train, split.validation) == 0
        tested += len(split.test) + len(split.test_skipped)
    assert tested == dataset.size


def test_other_datasets_add_to_what_is_learned_and_to_what_validates_but_not_to_the_test() -> None:
    split = fold_split(_dataset(texts=100), 0)
    other = replace(_dataset(50, texts=50), name="theirs")
    more = [replace(p, text=f"Uncle's {p.text}") for p in other.problems]
    joined = join(split, [replace(other, problems=tuple(_again(p) for p in more))])
    assert joined.test == split.test
    assert len(joined.train) == len(split.train) + 45
    assert len(joined.validation) == len(split.validation) + 5
    ids = [p.id for p in (*joined.train, *joined.validation)]
    assert len(set(ids)) == len(ids)


def test_no_text_that_validates_is_learned_from_a_joined_dataset() -> None:
    split = fold_split(_dataset(), 0)
    joined = join(split, [replace(_dataset(), name="theirs")])
    assert seen_share(joined.train, joined.validation) == 0
    assert seen_share(split.train, split.validation) > 0  # on its own it is as published


def test_joined_problems_tell_where_they_come_from() -> None:
    split = fold_split(_dataset(), 0)
    joined = join(split, [replace(_dataset(), name="theirs")])
    sources = Counter(source_of(p, ["others", "theirs"]) for p in joined.validation)
    assert sources[""] == len(split.validation)
    assert sources["theirs"] == len(joined.validation) - len(split.validation) > 0


def test_texts_are_left_out_whatever_their_numbers_and_punctuation() -> None:
    split = fold_split(_dataset(), 0)
    loud = [_again(replace(p, text=p.text.upper().replace(" ", "  ") + "!")) for p in split.test]
    left = without_texts(split, loud)
    texts = set(map(letters_of, split.test))
    assert left.train == tuple(p for p in split.train if letters_of(p) not in texts)
    assert 0 < len(left.train) < len(split.train)
    assert left.test == split.test


def _again(problem: Problem) -> Problem:
    """The problem read from its text once more."""
    found = to_problem(Record(problem.id, problem.text, "1", ""))
    assert isinstance(found, Problem)
    return found


def test_a_dataset_or_a_test_part_can_be_asked_alone() -> None:
    dataset = _dataset(folds=True)
    whole = asked_in("ours", lambda _: dataset)
    assert (whole.test, whole.test_size) == (dataset.problems, dataset.size)
    part = asked_in("ours:fold-2", lambda _: dataset)
    assert part.test == fold_split(dataset, 2).test
    assert (part.train, part.validation) == ((), ())
    with pytest.raises(DatasetError, match=r"no split is called 'fold-9'; known: auto, .*fold-0"):
        asked_in("ours:fold-9", lambda _: dataset)
    assert named_split(dataset, "all-1") == fold_split(dataset, 1, everything=True)
