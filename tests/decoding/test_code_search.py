"""The joint decoder against a slow search through everything."""

import json
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumc.codecs.mtree import SHAPE_USES, MTreeCodes
from sumc.decoding.code_search import (
    Scores,
    SearchLimits,
    choose,
    describe_candidates,
    find_candidates,
    round_counts,
)
from sumc.decoding.ranking import DEFAULT_WEIGHTS, SECOND, Candidate, Ranker, fit_ranker
from sumc.errors import CodeError, SumcError
from sumc.problems.alignment import to_problem
from sumc.problems.problem import Problem
from sumc.problems.records import Record


def _problem(text: str, equation: str) -> Problem:
    problem = to_problem(Record("1", text, equation, ""))
    assert isinstance(problem, Problem)
    return problem


TRAIN = [
    _problem("6 and 2", "6*2"),
    _problem("6 and 2", "6/2"),
    _problem("6 and 2 and 5", "6+2-5"),
    _problem("6 and 2 and 5", "6*2+5"),
    _problem("6 and 2 and 5 and 3", "6*2+5*3"),
    _problem("6 and 2 and 5", "6/(2-5)"),
    _problem("6 and 2", "1-6*2"),
]
TARGET = MTreeCodes.learn(TRAIN)
PROBLEM = _problem("9 and 4 and 4", "9*4")
EVERYTHING = SearchLimits(10**6, 10**6, 10**6, 10**6, 10**6, 10**6)
Rows = Any


def scores(slots: int) -> st.SearchStrategy[Rows]:
    """Log-probabilities of the classes of some slots."""
    row = st.lists(st.floats(-6, 0), min_size=len(TARGET.classes), max_size=len(TARGET.classes))
    return st.lists(row, min_size=slots, max_size=slots).map(_normalised)


def _normalised(rows: Sequence[Sequence[float]]) -> Rows:
    array = np.array(rows)
    return array - np.log(np.exp(array).sum(1, keepdims=True))


def _certain(problem: Problem) -> Rows:
    array = np.full((len(TARGET.slots(problem)), len(TARGET.classes)), -20.0)
    for slot, label in enumerate(TARGET.labels(problem)):
        array[slot, label] = -0.001
    return array


def test_the_search_finds_what_a_slow_search_finds() -> None:
    problem = _problem("9 and 4", "9*4")
    target = MTreeCodes(TARGET.codebook, (), TARGET.classes)  # two slots: all pairs are few
    random = np.random.default_rng(7)
    for _ in range(3):
        rows = _normalised(random.normal(size=(2, len(TARGET.classes))).tolist())
        (found,) = find_candidates(target, [problem], Scores([rows]), EVERYTHING)
        slow = _slowly(target, problem, rows)
        assert [each.classes for each in found] == [classes for _, classes in slow]
        assert [each.score for each in found] == pytest.approx([score for score, _ in slow])


def _slowly(
    target: MTreeCodes, problem: Problem, rows: Rows
) -> list[tuple[float, tuple[int, ...]]]:
    found = []
    for classes in product(range(len(target.classes)), repeat=len(rows)):
        score = sum(float(row[number]) for row, number in zip(rows, classes, strict=True))
        pairs = [
            (slot, code)
            for slot, number in zip(target.slots(problem), classes, strict=True)
            for code in target.classes[number]
        ]
        try:
            tree, is_exact = target.restore(pairs)
            tree.evaluate(problem.values)
        except SumcError:
            continue
        if is_exact:
            found.append((score, classes))
    return sorted(found, reverse=True)


@given(scores(slots=5))
def test_no_problem_is_lost_and_candidates_are_real_trees(rows: Rows) -> None:
    (found,) = find_candidates(TARGET, [PROBLEM], Scores([rows]))
    assert found, "some combination always gives an answer"
    assert len({each.classes for each in found}) == len(found)
    assert [each.score for each in found] == sorted((c.score for c in found), reverse=True)
    for candidate in found:
        assert candidate.tree.evaluate(PROBLEM.values) == candidate.answer


@given(st.lists(st.tuples(st.sampled_from(TRAIN), st.integers(0, 999)), max_size=4))
def test_problems_have_the_candidates_that_each_has_alone(some: list[tuple[Problem, int]]) -> None:
    problems = [problem for problem, _ in some]
    rows = [_random(problem, seed) for problem, seed in some]
    together = find_candidates(TARGET, problems, Scores(rows))
    alone = [
        find_candidates(TARGET, [problem], Scores([each]))[0]
        for problem, each in zip(problems, rows, strict=True)
    ]
    assert together == alone


def _random(problem: Problem, seed: int) -> Rows:
    shape = len(TARGET.slots(problem)), len(TARGET.classes)
    return _normalised(np.random.default_rng(seed).normal(size=shape).tolist())


@given(st.sampled_from(TRAIN))
def test_certain_scores_give_the_gold_tree(problem: Problem) -> None:
    (prediction,) = choose(TARGET, Ranker(DEFAULT_WEIGHTS), [problem], Scores([_certain(problem)]))
    assert prediction.tree == problem.tree()
    assert prediction.confidence > 0.9
    assert prediction.reason is None
    again = TARGET.restore(
        [
            (slot, code)
            for slot, codes in zip(TARGET.slots(problem), prediction.codes, strict=True)
            for code in codes
        ]
    )
    assert again == (problem.tree(), True)


def test_codes_that_do_not_fit_are_passed_over() -> None:
    """The most probable classes would divide by zero: 9/(4-4)."""
    rows = _certain(_problem("9 and 4 and 3", "9/(4-3)"))
    best = int(TARGET.labels(_problem("9 and 4 and 3", "9*4"))[-1])
    rows[-1, best] = -3.0  # "not used"
    (prediction,) = choose(TARGET, Ranker(DEFAULT_WEIGHTS), [PROBLEM], Scores([rows]))
    assert prediction.answer is not None


def test_the_second_pass_can_change_the_choice() -> None:
    rows = np.logaddexp(_certain(_problem("9 and 4 and 4", "9*4")), -30.0)
    division = TARGET.labels(_problem("9 and 3", "9/3"))
    rows[-2, division[-1]] = -2.0

    def prefers_division(candidates: Sequence[tuple[int, Candidate]]) -> list[float]:
        return [0.0 if each.answer == Fraction(9, 4) else -50.0 for _, each in candidates]

    ranker = Ranker(DEFAULT_WEIGHTS)
    first = choose(TARGET, ranker, [PROBLEM], Scores([rows]))[0]
    second = choose(TARGET, ranker, [PROBLEM], Scores([rows], prefers_division))[0]
    assert (first.answer, second.answer) == (Fraction(36), Fraction(9, 4))


def test_the_shape_can_change_the_choice() -> None:
    """9*4 and 9/4: only the second number says which, until the shape of the tree does too."""
    target, ranker = MTreeCodes.learn(TRAIN * SHAPE_USES), Ranker(DEFAULT_WEIGHTS)
    assert target.classes == TARGET.classes
    rows = np.logaddexp(_certain(_problem("9 and 4 and 4", "9*4")), -30.0)
    division = target.labels(_problem("9 and 3", "9/3"))
    rows[-2, division[-1]] = -2.0
    shapes = np.full((1, len(target.shapes) + 1), -10.0)
    shapes[0, target.shape_of(division)] = -0.1
    without, with_shapes = (
        choose(target, ranker, [PROBLEM], scores)[0].answer
        for scores in (Scores([rows]), Scores([rows], shapes=shapes))
    )
    assert (without, with_shapes) == (Fraction(36), Fraction(9, 4))


@given(scores(6), st.floats(0, 8))
def test_only_what_is_plausible_gets_a_second_thought(rows: Rows, doubt: float) -> None:
    """Before the second pass the score of the first stands in for it."""
    asked: list[Candidate] = []

    def second_pass(candidates: Sequence[tuple[int, Candidate]]) -> list[float]:
        asked.extend(each for _, each in candidates)
        return [-float(place) for place, _ in enumerate(candidates)]

    problem = TRAIN[4]
    rows = rows[: len(TARGET.slots(problem))]
    everything = SearchLimits(doubt=float("inf"))
    ((every, before),) = describe_candidates(TARGET, [problem], Scores([rows]), everything)
    plausible = Ranker(DEFAULT_WEIGHTS).scores(before)
    wanted = [
        candidate
        for candidate, score in zip(every, plausible, strict=True)
        if score >= plausible.max(initial=-np.inf) - doubt
    ]
    thought = Scores([rows], second_pass)
    ((kept, after),) = describe_candidates(TARGET, [problem], thought, SearchLimits(doubt=doubt))
    assert kept == wanted
    assert asked == (kept if len(kept) > 1 else [])
    if asked:
        assert after[:, SECOND].tolist() == [-float(place) for place, _ in enumerate(kept)]


def test_answers_of_several_trees_share_their_probability() -> None:
    """4 is there twice: which of them is multiplied does not matter for the answer.

    9*4*4 is more probable than each 9*4, but not than both of them.
    """
    rows = _certain(PROBLEM)
    gold = TARGET.labels(PROBLEM)
    unused, factor = gold[-1], gold[-2]
    rows[-2:, factor], rows[-2:, unused] = np.log(0.55), np.log(0.45)
    prediction = choose(TARGET, Ranker(DEFAULT_WEIGHTS), [PROBLEM], Scores([rows]))[0]
    assert prediction.answer == 36


def test_rounding_reads_the_counts_as_they_are() -> None:
    problem = TRAIN[4]
    counts = np.array(TARGET.encode(problem), dtype=float)
    noise = np.random.default_rng(0).uniform(-0.4, 0.4, counts.shape)
    prediction = round_counts(TARGET, problem, counts + noise)
    assert prediction.tree == problem.tree()
    assert round_counts(TARGET, problem, 0 * counts).reason is not None
    assert round_counts(TARGET, problem, counts - 5).answer is None


def test_the_ranker_learns_what_right_answers_have_in_common() -> None:
    random = np.random.default_rng(3)
    width = len(DEFAULT_WEIGHTS)
    negative = list(DEFAULT_WEIGHTS).index("negative")
    problems = []
    for _ in range(60):
        rows = random.normal(size=(4, width))
        rows[:, negative] = [0, 1, 1, 1]
        problems.append((rows, [True, False, False, False]))
    ranker = fit_ranker(problems)
    assert ranker.weights["negative"] < DEFAULT_WEIGHTS["negative"] - 1
    chosen = [int(np.argmax(ranker.scores(rows))) for rows, _ in problems]
    assert chosen.count(0) > 50
    assert fit_ranker(problems) == ranker


def test_without_evidence_the_ranker_keeps_its_defaults() -> None:
    rows = np.ones((2, len(DEFAULT_WEIGHTS)))
    for nothing in ([], [(rows, [True, True])], [(rows, [False, False])]):
        assert fit_ranker(nothing).weights == pytest.approx(DEFAULT_WEIGHTS)


def test_a_ranker_survives_a_file() -> None:
    ranker = Ranker(dict.fromkeys(DEFAULT_WEIGHTS, 0.25))
    assert Ranker.from_json(json.loads(json.dumps(ranker.to_json()))) == ranker
    with pytest.raises(CodeError, match="expected weights for first"):
        Ranker.from_json({"first": 1})
