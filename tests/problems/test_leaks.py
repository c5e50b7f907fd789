"""Leaks between the parts of a split: knowing a text means knowing its variations."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from sumc.algebra.expression import parse_expression
from sumc.errors import DatasetError
from sumc.problems.constants import ALWAYS, count_constants, often_used
from sumc.problems.datasets import Dataset
from sumc.problems.loading import SplitChoice, columns_of, names_in, weights_in
from sumc.problems.numbers import find_quantities
from sumc.problems.problem import Problem, masked_text, same_answer, symbols
from sumc.problems.provenance import Base, Part
from sumc.problems.sequences import COLUMNS, column, concatenate, select
from sumc.problems.splits import (
    FOLDS,
    carve_validation,
    fold_split,
    join,
    named_split,
    subset,
    template_split,
    without_texts,
)
from sumc.problems.texts import base_text_key, family_key, letters_of, text_key

TEXTS = tuple(
    f"{name} has {{}} {thing}." for name in ("Ann", "Bo", "Cy") for thing in ("pens", "cats")
)


def problem(number: int, text: int, source: str = "ours", base: Base | None = None) -> Problem:
    written = TEXTS[text % len(TEXTS)].format(number + 2)
    quantities = find_quantities(written)
    solution = parse_expression("n1")
    return Problem(
        str(number),
        written,
        "en",
        quantities,
        solution,
        Fraction(number + 2),
        source=source,
        base=base,
    )


@st.composite
def datasets(draw: DrawFn, source: str = "ours") -> Dataset:
    """Problems that share texts, and some that vary others of them."""
    size = draw(st.integers(10, 25))
    problems = []
    for number in range(size):
        base = draw(st.none() | st.integers(0, size - 1).map(lambda n: Base(source, str(n))))
        problems.append(problem(number, draw(st.integers(0, len(TEXTS) - 1)), source, base))
    return Dataset(source, tuple(problems))


def families(problems: object) -> set[tuple[str, str]]:
    """What a problem and those that vary it share."""
    return {
        (each.base.source, each.base.id) if each.base else (each.source, each.id)
        for each in problems  # type: ignore[attr-defined]
    }


def texts(problems: object) -> set[str]:
    return {each.masked_text for each in problems}  # type: ignore[attr-defined]


@settings(max_examples=40)
@given(datasets(), st.integers(0, 3))
def test_variations_of_one_problem_are_never_on_both_sides(dataset: Dataset, seed: int) -> None:
    train, validation = carve_validation(dataset.problems, seed)
    assert not families(train) & families(validation)
    assert len(train) + len(validation) == len(dataset.problems)


@settings(max_examples=40)
@given(datasets(), st.integers(0, FOLDS - 1))
def test_no_text_of_a_template_fold_is_learned_from(dataset: Dataset, fold: int) -> None:
    split = template_split(dataset, fold)
    assert not texts(split.test) & texts(split.train)
    assert not texts(split.test) & texts(split.validation)
    assert not texts(split.validation) & texts(split.train)
    sizes = len(split.train) + len(split.validation) + len(split.test)
    assert sizes == len(dataset.problems)


@settings(max_examples=40)
@given(datasets(), datasets("theirs"))
def test_what_validates_is_not_learned_from_in_any_dataset(own: Dataset, other: Dataset) -> None:
    split = join(fold_split(own, 0), [other])
    assert not texts(split.train) & texts(split.validation)
    assert not families(split.train) & families(split.validation)
    assert len(split.test) == len(fold_split(own, 0).test)
    found = len(split.train) + len(split.validation) + sum(split.removed.values())
    assert found == len(own.problems) - len(split.test) + len(other.problems)


@settings(max_examples=40)
@given(datasets(), st.sets(st.integers(0, 9), max_size=4))
def test_texts_that_must_stay_unseen_are_gone(dataset: Dataset, places: set[int]) -> None:
    split = fold_split(dataset, 1)
    asked = select(dataset.problems, sorted(places))
    kept = without_texts(split, asked)
    for part in (kept.train, kept.validation):
        assert not texts(part) & texts(asked)
        assert not families(part) & families(asked)
    lost = len(split.train) + len(split.validation) - len(kept.train) - len(kept.validation)
    assert sum(kept.removed.values()) == lost


@settings(max_examples=30)
@given(datasets(), st.integers(0, 3))
def test_smaller_training_sets_are_parts_of_larger_ones(dataset: Dataset, seed: int) -> None:
    sizes = (0, 3, 7, len(dataset.problems))
    ids = [{p.id for p in subset(dataset.problems, size, seed)} for size in sizes]
    assert all(small <= large for small, large in pairwise(ids))
    assert [len(each) for each in ids] == [*sizes]
    with pytest.raises(DatasetError, match="expected at most"):
        subset(dataset.problems, len(dataset.problems) + 1)


@settings(max_examples=30)
@given(datasets())
def test_columns_are_those_of_every_problem(dataset: Dataset) -> None:
    twice = concatenate(dataset.problems, select(dataset.problems, [1, 0]))
    for name, (kind, read) in COLUMNS.items():
        found = column(twice, name)
        assert found.dtype == np.dtype(kind)
        assert [int(each) for each in found] == [int(read(p)) for p in twice]


def test_a_split_that_nobody_knows_is_an_error_of_ours() -> None:
    dataset = Dataset("ours", tuple(problem(n, n) for n in range(20)))
    for name in ("fold-9", "fold-x", "nothing", "", "template-7"):
        with pytest.raises(DatasetError):
            named_split(dataset, name)


def test_a_text_that_no_file_can_hold_has_a_fingerprint_too() -> None:
    """Half of a surrogate pair is a text that JSON can contain."""
    odd = replace(problem(1, 1), text="\ud800 has 3 pens.")
    dataset = Dataset("ours", (odd, *(problem(n, n) for n in range(2, 20))))
    found = {fold_split(dataset, fold).fingerprint() for fold in range(FOLDS)}
    assert len(found) == FOLDS


# Keys of texts


@given(st.sampled_from(TEXTS), st.integers(2, 999), st.integers(2, 999))
def test_numbers_and_punctuation_make_no_other_text(text: str, one: int, other: int) -> None:
    first, second = (
        Problem("1", t, "en", find_quantities(t))
        for t in (text.format(one), text.format(other).replace(".", " !").upper())
    )
    assert letters_of(first) == letters_of(second)
    assert text_key(first) == text_key(second)


def test_other_words_make_another_text() -> None:
    keys = {text_key(problem(1, n)) for n in range(len(TEXTS))}
    assert len(keys) == len(TEXTS)


def test_families_are_named_or_known_by_their_text() -> None:
    own = problem(7, 0)
    named = problem(8, 1, base=Base("ours", "7"))
    texted = problem(9, 2, base=Base(text=own.masked_text))
    assert family_key(own) == family_key(named)
    assert family_key(own) != family_key(texted)
    assert base_text_key(texted) == text_key(own)
    assert base_text_key(own) == base_text_key(named) == 0


# Problems


@given(st.integers(0, 12))
def test_numbers_are_named_in_the_order_of_the_text(count: int) -> None:
    names = symbols(count)
    assert len(names) == count
    assert names[:1] == (("n1",) if count else ())


@given(st.fractions(-1000, 1000), st.fractions(-1000, 1000))
def test_answers_are_the_same_within_the_tolerance_of_the_gold_one(
    value: Fraction, gold: Fraction
) -> None:
    apart = abs(value - gold)
    assert same_answer(value, gold) is (apart <= Fraction(1, 10_000) * max(Fraction(1), abs(gold)))
    assert same_answer(gold, gold)


def test_a_masked_text_has_small_letters_and_single_blanks() -> None:
    text = "Ann  has\n3 Pens"
    assert masked_text(text, find_quantities(text)) == masked_text(
        "ann has 3 pens", find_quantities("ann has 3 pens")
    )


def test_numbers_that_are_used_often_become_constants() -> None:
    problems = [
        replace(problem(n, n), expression=parse_expression("n1*7+60-n1*7")) for n in range(3)
    ]
    counts = count_constants(problems)
    assert counts == {"7": 3, "60": 3}
    assert often_used(counts, 3) == ("1", "3.14", "7", "60")
    assert often_used(counts, 4) == ALWAYS


# Sources with weights


@pytest.mark.parametrize(
    ("text", "names", "weights"),
    [
        ("", [], {}),
        ("a", ["a"], {}),
        (" a , b*2,", ["a", "b"], {"b": 2.0}),
        ("a * 0.5, b * 3", ["a", "b"], {"a": 0.5, "b": 3.0}),
    ],
)
def test_sources_have_names_and_weights(
    text: str, names: list[str], weights: dict[str, float]
) -> None:
    assert [*names_in(text)] == names
    assert weights_in(text) == weights


@pytest.mark.parametrize("text", ["a*", "a*x", "a*-1", "a*0", "a*nan", "a*1e9", "a*inf"])
def test_a_weight_that_means_nothing_is_refused(text: str) -> None:
    with pytest.raises(DatasetError, match="a: expected a weight from 0 to"):
        weights_in(text)


def test_columns_have_names_only_if_somebody_gave_them() -> None:
    assert columns_of(SplitChoice("a")) is None
    named = columns_of(SplitChoice("a", text_column="frage"))
    assert named is not None
    assert (named.text, named.equation) == ("frage", "equation")
    assert Part().fold is None
