"""The problems written one by one: each is whole, and none is anybody else's."""

import os
import re
from collections import Counter

import pytest

from sumc.problems.datasets import WRITTEN, is_available, load_dataset
from sumc.problems.problem import Problem

TRAINING = ("written_en", "written_zh")
pytestmark = pytest.mark.uncounted
needs_data = pytest.mark.skipif(
    not os.environ.get("SUMC_DATA"), reason="the public datasets are not here: set SUMC_DATA"
)


def written(name: str) -> list[Problem]:
    return list(load_dataset(name).problems)


def runs(text: str) -> set[tuple[str, ...]]:
    """The runs of five words, or of eight Chinese characters, of a masked text."""
    words = re.findall(r"\[num\]|[a-z']+|[一-鿿]", text)
    length = 8 if re.search("[一-鿿]", text) else 5
    return {tuple(words[i : i + length]) for i in range(max(len(words) - length + 1, 1))}


@pytest.mark.parametrize("name", WRITTEN)
def test_every_problem_is_usable_and_its_equation_gives_its_answer(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SUMC_DATA", raising=False)
    dataset = load_dataset(name)
    assert is_available(name, None) == "built in"
    assert not dataset.skipped
    assert not len(dataset.disagreeing)
    assert all(p.expression is not None for p in dataset.problems if p.answerable)


@pytest.mark.parametrize("name", WRITTEN)
def test_no_two_problems_have_the_same_words(name: str) -> None:
    masked = Counter(problem.masked_text for problem in written(name))
    assert [text for text, times in masked.items() if times > 1] == []


@pytest.mark.parametrize("name", TRAINING)
def test_stories_that_are_held_out_are_not_trained_on(name: str) -> None:
    groups, held_out = (
        {group for problem in written(each) for group in problem.tagged("group")}
        for each in (name, f"{name}_held_out")
    )
    assert groups.isdisjoint(held_out)
    assert len(held_out) > len(groups) / 20


@pytest.mark.parametrize("name", TRAINING)
def test_many_have_numbers_that_do_not_matter_and_some_have_no_answer(name: str) -> None:
    problems = written(name)
    solved = [problem for problem in problems if problem.expression]
    decoys = sum(len(problem.operands) < len(problem.quantities) for problem in solved)
    assert decoys > 0.3 * len(solved)
    assert sum(not problem.answerable for problem in problems) > 0.05 * len(problems)


@needs_data
@pytest.mark.parametrize("name", WRITTEN)
def test_none_is_like_a_problem_of_the_challenge(name: str) -> None:
    """Their authors had not seen it: no text has half the runs of words of one of its texts."""
    challenge = [runs(problem.masked_text) for problem in load_dataset("challenge").problems]
    known = set().union(*challenge)
    for problem in written(name):
        shared = runs(problem.masked_text) & known
        assert not shared or max(len(shared & each) / len(each) for each in challenge) < 0.5
