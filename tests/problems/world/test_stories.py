"""Stories: told from worlds, solved by what follows, the same from the same seed."""

import os
import re
import subprocess
import sys
from collections import Counter, defaultdict
from functools import cache
from itertools import islice

import pytest

from problems.world.elimination import determined
from sumc.algebra.arithmetic import calculate
from sumc.algebra.limits import DEFAULT_LIMITS
from sumc.algebra.mtree import MTree
from sumc.problems.generator.schema import LanguageCode
from sumc.problems.numbers import find_quantities
from sumc.problems.problem import Problem
from sumc.problems.world import ANSWERABLE, languages_of_stories, stories, story_problem
from sumc.problems.world.plots import PLOTS
from sumc.problems.world.stories import story_draft

LANGUAGES = languages_of_stories()
MOST_NUMBERS = 12
MOST_LEAVES = 8

every_language = pytest.mark.parametrize("code", LANGUAGES)


@cache
def sample(code: LanguageCode, count: int = 2500, seed: int = 11) -> tuple[Problem, ...]:
    return tuple(islice(stories(code, seed), count))


def solvable(code: LanguageCode) -> list[Problem]:
    return [problem for problem in sample(code) if problem.answerable]


@pytest.mark.uncounted
@every_language
def test_a_solution_gives_the_answer_that_the_world_has(code: LanguageCode) -> None:
    for problem in solvable(code):
        assert problem.expression is not None
        assert calculate(problem.expression, DEFAULT_LIMITS, problem.values) == problem.answer


@every_language
def test_the_reader_finds_exactly_the_numbers_of_a_problem(code: LanguageCode) -> None:
    for problem in sample(code):
        assert problem.quantities == find_quantities(problem.text, language=code)
        assert 1 <= len(problem.quantities) <= MOST_NUMBERS


@every_language
def test_solutions_are_small(code: LanguageCode) -> None:
    for problem in solvable(code):
        assert problem.expression is not None
        assert len(MTree.from_expression(problem.expression).codes()) <= MOST_LEAVES


@every_language
def test_about_two_of_five_problems_tell_more_than_they_need(code: LanguageCode) -> None:
    """A problem has decoys exactly when its solution leaves out a number of the text."""
    found = solvable(code)
    for problem in found:
        assert bool(problem.tagged("decoy")) == (len(problem.operands) < len(problem.quantities))
    share = sum(bool(problem.tagged("decoy")) for problem in found) / len(found)
    assert 0.35 <= share <= 0.45


def solved(problem: Problem) -> tuple[object, ...]:
    """The numbers of a problem, its solution over them and its answer."""
    return tuple(problem.values.items()), problem.expression, problem.answer


@every_language
def test_problems_of_one_story_differ_in_question_or_facts(code: LanguageCode) -> None:
    groups = defaultdict(list)
    for problem in sample(code):
        assert problem.base is not None
        groups[problem.base.id].append(problem)
    assert sum(len(group) > 1 for group in groups.values()) > len(groups) / 2
    for group in groups.values():
        assert len({problem.text for problem in group}) == len(group)
        first, *others = group
        for other in others:
            if other.tagged("variation")[0] in ("question", "opposite"):
                assert solved(other) != solved(first)
            if other.tagged("variation") == ("plain",):
                assert other.answer == first.answer
                assert len(other.quantities) < len(first.quantities)


@every_language
def test_a_short_run_is_the_start_of_a_long_one(code: LanguageCode) -> None:
    assert list(islice(stories(code, 5), 40)) == list(islice(stories(code, 5), 90))[:40]
    assert list(islice(stories(code, 5), 40)) != list(islice(stories(code, 6), 40))


@every_language
def test_a_problem_does_not_need_those_before_it(code: LanguageCode) -> None:
    in_order = [
        problem
        for story in range(30)
        for place in range(ANSWERABLE)
        if (problem := story_problem(code, story, place, 3))
    ]
    assert in_order == list(islice(stories(code, 3, answerable=True), len(in_order)))
    assert story_problem(code, 29, 0, 3) in in_order


@every_language
def test_the_seed_alone_decides_and_not_the_order_of_hashes(code: LanguageCode) -> None:
    program = (
        "from itertools import islice; from hashlib import sha256\n"
        "from sumc.problems.world import stories\n"
        f"texts = [repr(p) for p in islice(stories({code!r}, 21), 200)]\n"
        "print(sha256(repr(texts).encode()).hexdigest())"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1


@every_language
def test_texts_differ_beyond_their_numbers(code: LanguageCode) -> None:
    masked = Counter(problem.masked_text for problem in sample(code))
    assert len(masked) > 0.95 * len(sample(code))


@pytest.mark.uncounted
@every_language
def test_questions_called_open_are_open(code: LanguageCode) -> None:
    """Elimination of derivatives, which knows nothing of the solver, finds them undetermined."""
    found = Counter[str]()
    for story in range(400):
        draft = story_draft(code, f"open {story}", ANSWERABLE)
        if draft is None:
            continue
        telling = draft.telling
        assert telling.derivation is None
        world = telling.world
        told = {telling.place(name) for name in telling.told} | world.constants
        assert telling.place(telling.asked) not in determined(world, told) | told
        found[telling.variation] += 1
    assert found["missing"] > 30
    assert found["unknown"] > 10


@pytest.mark.uncounted
@every_language
def test_without_one_of_its_numbers_a_problem_has_no_solution(code: LanguageCode) -> None:
    """What a solution uses is needed, and what it leaves out is not."""
    for story in range(150):
        draft = story_draft(code, f"needed {story}", 0)
        assert draft is not None
        telling = draft.telling
        assert telling.derivation is not None
        world, needed = telling.world, telling.derivation.needed - telling.world.constants
        told = {telling.place(name) for name in telling.told} | world.constants
        asked = telling.place(telling.asked)
        assert asked in determined(world, told)
        if world.plot != "rectangles":  # there a square root may find another way
            assert all(asked not in determined(world, told - {place}) for place in needed)
        assert bool(telling.decoys) == bool(told - world.constants - needed)


@every_language
def test_stories_are_of_many_kinds_and_lengths(code: LanguageCode) -> None:
    plots = Counter(problem.tagged("kind")[0] for problem in sample(code))
    assert len(plots) == len(PLOTS)
    steps = Counter(problem.tagged("steps")[0] for problem in solvable(code))
    assert {"1", "2", "3", "4"} <= set(steps)
    assert steps["1"] < 0.55 * steps.total()
    asked = {problem.schema for problem in sample(code)}
    assert len(asked) > 150
    decoys = {kind for problem in solvable(code) for kind in problem.tagged("decoy")}
    assert {"other owner", "other thing", "other time", "unneeded result", "plain"} <= decoys


@pytest.mark.uncounted
@every_language
def test_few_drafts_are_lost(code: LanguageCode) -> None:
    drafts = [story_draft(code, f"lost {story}", 0) for story in range(400)]
    lost = sum(draft is None or not draft.is_read for draft in drafts)
    assert lost < 0.03 * len(drafts)


@every_language
def test_digits_only_stories_have_no_number_words(code: LanguageCode) -> None:
    for problem in islice(stories(code, 4, words=False), 300):
        assert problem.quantities == find_quantities(problem.text, words=False, language=code)
        assert all(each.written == "digits" for each in problem.quantities)


BLOTS = re.compile(
    r"  | [,.?!]|[{}\[\]|]|\ba (?:[aei]|8)|\ban [bcdfgj-np-tv-z]|\.\.|,,|\b(\w+) \1\b"
)


def test_english_sentences_are_clean() -> None:
    for problem in sample("en"):
        assert not BLOTS.search(problem.text), problem.text
        assert problem.text[0].isupper() or problem.text[0].isdigit() or problem.text[0] in "$£€"
        assert problem.text[-1] in ".?!"
        for match in re.finditer(r"(?<=[.?!] )\w", problem.text):
            assert not match[0].islower(), problem.text
