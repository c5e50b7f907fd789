"""The joint decoder against a slow search through everything."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumc.algebra.limits import DEFAULT_LIMITS
from sumc.algebra.mtree import MTree
from sumc.codecs import BinaryCodes, MTreeCodes, NotCovered
from sumc.codecs.mtree import MTreeSettings
from sumc.codecs.number_codes import SHAPE_USES, NumberCodes
from sumc.decoding.code_search import (
    EVIDENCE,
    GREEDY,
    PLAUSIBLE,
    Candidate,
    Classes,
    CodeScores,
    SearchLimits,
    _check_bound,
    find_candidates,
    round_counts,
    search_codes,
)
from sumc.decoding.hypothesis import Hypothesis, Prediction
from sumc.decoding.ranking import PLAUSIBILITY, Ranker
from sumc.errors import SumcError
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
CODEC = MTreeCodes.learn(TRAIN, MTreeSettings())
WITH_SHAPES = MTreeCodes.learn(TRAIN * SHAPE_USES, MTreeSettings())
PROBLEM = _problem("9 and 4 and 4", "9*4")
EVERYTHING = SearchLimits(10**6, 10**6, 10**6, 10**6, 10**6, 10**6)
RANKER = Ranker.default(EVIDENCE)
Rows = Any


def scores(slots: int) -> st.SearchStrategy[Rows]:
    """Log-probabilities of the classes of some slots."""
    row = st.lists(st.floats(-6, 0), min_size=len(CODEC.classes), max_size=len(CODEC.classes))
    return st.lists(row, min_size=slots, max_size=slots).map(_normalised)


def _normalised(rows: Sequence[Sequence[float]]) -> Rows:
    array = np.array(rows)
    return array - np.log(np.exp(array).sum(1, keepdims=True))


def _labels(problem: Problem, codec: NumberCodes = CODEC) -> list[int]:
    target = codec.encode(problem)
    assert not isinstance(target, NotCovered)
    return codec.labels(target)


def _certain(problem: Problem) -> Rows:
    array = np.full((len(CODEC.slots(problem)), len(CODEC.classes)), -20.0)
    for slot, label in enumerate(_labels(problem)):
        array[slot, label] = -0.001
    return array


def _choose(problem: Problem, scores: CodeScores, codec: NumberCodes = CODEC) -> Prediction:
    (found,) = search_codes(codec, [problem], scores)
    return RANKER.rank(problem, found)


@pytest.mark.parametrize("kind", [MTreeCodes, BinaryCodes])
def test_the_search_finds_what_a_slow_search_finds(kind: type[NumberCodes]) -> None:
    problem = _problem("9 and 4", "9*4")
    learned = kind.learn(TRAIN, kind.settings())
    codec = replace(learned, constants=())  # two slots: all pairs are few
    random = np.random.default_rng(7)
    for _ in range(3):
        rows = _normalised(random.normal(size=(2, len(codec.classes))).tolist())
        (found,) = find_candidates(codec, [problem], CodeScores([rows]), EVERYTHING)
        slow = _slowly(codec, problem, rows)
        assert len(slow) > 5
        assert [each.classes for each in found] == [classes for _, classes, _ in slow]
        assert [each.hypothesis.score for each in found] == pytest.approx([s for s, _, _ in slow])
        assert [each.hypothesis.answer for each in found] == [answer for _, _, answer in slow]


def _slowly(
    codec: NumberCodes, problem: Problem, rows: Rows
) -> list[tuple[float, Classes, Fraction]]:
    found = []
    for classes in product(range(len(codec.classes)), repeat=len(rows)):
        score = sum(float(row[number]) for row, number in zip(rows, classes, strict=True))
        pairs = [
            (slot, code)
            for slot, number in zip(codec.slots(problem), classes, strict=True)
            for code in codec.classes[number]
        ]
        try:
            expression, is_exact = codec.restore(pairs)
            answer = MTree.from_expression(expression).evaluate(problem.values)
        except SumcError:
            continue
        if is_exact:
            found.append((score, classes, answer))
    return sorted(found, reverse=True)


@given(scores(slots=5))
def test_no_problem_is_lost_and_candidates_are_real_trees(rows: Rows) -> None:
    (found,) = find_candidates(CODEC, [PROBLEM], CodeScores([rows]))
    assert found, "some combination always gives an answer"
    assert len({each.classes for each in found}) == len(found)
    hypotheses = [each.hypothesis for each in found]
    assert [h.score for h in hypotheses] == sorted((h.score for h in hypotheses), reverse=True)
    for each in found:
        hypothesis, slots = each.hypothesis, CODEC.slots(PROBLEM)
        assert hypothesis.tree.evaluate(PROBLEM.values) == hypothesis.answer
        assert hypothesis.expression == CODEC.restore(CODEC.spell(slots, each.classes))[0]
        used = [slot for slot, _ in CODEC.spell(slots, each.classes)]
        assert list(hypothesis.symbols) == used


@given(st.lists(st.tuples(st.sampled_from(TRAIN), st.integers(0, 999)), max_size=4))
def test_problems_have_the_candidates_that_each_has_alone(some: list[tuple[Problem, int]]) -> None:
    problems = [problem for problem, _ in some]
    rows = [_random(problem, seed) for problem, seed in some]
    together = find_candidates(CODEC, problems, CodeScores(rows))
    alone = [
        find_candidates(CODEC, [problem], CodeScores([each]))[0]
        for problem, each in zip(problems, rows, strict=True)
    ]
    assert list(map(_shown, together)) == list(map(_shown, alone))


def _shown(candidates: Sequence[Candidate]) -> list[tuple[Classes, object]]:
    return [(each.classes, _said(each.hypothesis)) for each in candidates]


def _said(hypothesis: Hypothesis) -> tuple[object, ...]:
    """All that a hypothesis says, but not how its expression is built."""
    return hypothesis.score, hypothesis.answer, hypothesis.symbols, hypothesis.evidence


def _random(problem: Problem, seed: int) -> Rows:
    shape = len(CODEC.slots(problem)), len(CODEC.classes)
    return _normalised(np.random.default_rng(seed).normal(size=shape).tolist())


@given(st.sampled_from(TRAIN))
def test_certain_scores_give_the_gold_tree(problem: Problem) -> None:
    prediction = _choose(problem, CodeScores([_certain(problem)]))
    assert prediction.tree == problem.tree()
    assert prediction.confidence > 0.9
    assert prediction.reason is None
    assert prediction.best is not None
    again = CODEC.encode(replace(problem, expression=prediction.best.expression))
    assert again == CODEC.encode(problem)


def test_codes_that_do_not_fit_are_passed_over() -> None:
    """The most probable classes would divide by zero: 9/(4-4)."""
    rows = _certain(_problem("9 and 4 and 3", "9/(4-3)"))
    best = _labels(_problem("9 and 4 and 3", "9*4"))[-1]
    rows[-1, best] = -3.0  # "not used"
    assert _choose(PROBLEM, CodeScores([rows])).answer is not None


def test_where_nothing_fits_the_first_answer_is_taken() -> None:
    """A product of one factor belongs to no tree, but it has a value."""
    factor = CODEC.classes.index(("0_0_+_*",))
    codec = MTreeCodes(CODEC.codebook, (), (CODEC.classes[factor],))
    problem = _problem("9", "9")
    (found,) = search_codes(codec, [problem], CodeScores([np.zeros((1, 1))]))
    assert [(each.answer, each.symbols) for each in found] == [(Fraction(9), ("n1",))]
    alone = MTreeCodes(CODEC.codebook, (), ((),))
    assert search_codes(alone, [problem], CodeScores([np.zeros((1, 1))])) == [[]]


def test_greedy_is_what_every_number_says_for_itself() -> None:
    """9 is a factor of nothing then, which is still an answer; together they would say 9*4."""
    rows = _certain(PROBLEM)
    *_, factor, unused = _labels(PROBLEM)
    rows[-2, unused], rows[-2, factor] = np.log(0.6), np.log(0.4)
    best = tuple(int(np.argmax(row)) for row in rows)
    (alone,) = find_candidates(CODEC, [PROBLEM], CodeScores([rows]), GREEDY)
    assert [each.classes for each in alone] == [best]
    assert alone[0].hypothesis.answer == 9
    assert _choose(PROBLEM, CodeScores([rows])).answer == 36


def test_the_second_pass_can_change_the_choice() -> None:
    rows = np.logaddexp(_certain(_problem("9 and 4 and 4", "9*4")), -30.0)
    division = _labels(_problem("9 and 3", "9/3"))
    rows[-2, division[-1]] = -2.0
    wanted = CODEC.classes[division[-1]]

    def prefers_division(candidates: Sequence[tuple[int, Classes]]) -> list[float]:
        divides = [wanted in [CODEC.classes[each] for each in some] for _, some in candidates]
        return [0.0 if each else -50.0 for each in divides]

    first = _choose(PROBLEM, CodeScores([rows]))
    second = _choose(PROBLEM, CodeScores([rows], prefers_division))
    assert (first.answer, second.answer) == (Fraction(36), Fraction(9, 4))
    assert second.best is not None
    assert second.best.evidence["second"] == 0.0


def test_the_shape_can_change_the_choice() -> None:
    """9*4 and 9/4: only the second number says which, until the shape of the tree does too."""
    assert WITH_SHAPES.classes == CODEC.classes
    rows = np.logaddexp(_certain(_problem("9 and 4 and 4", "9*4")), -30.0)
    division = _labels(_problem("9 and 3", "9/3"), WITH_SHAPES)
    rows[-2, division[-1]] = -2.0
    shapes = np.full((1, len(WITH_SHAPES.shapes) + 1), -10.0)
    shapes[0, WITH_SHAPES.shape_of(division)] = -0.1
    without, with_shapes = (
        _choose(PROBLEM, scores, WITH_SHAPES).answer
        for scores in (CodeScores([rows]), CodeScores([rows], shapes=shapes))
    )
    assert (without, with_shapes) == (Fraction(36), Fraction(9, 4))


SHAPES = st.lists(st.floats(-9, 0), min_size=20, max_size=20)


@given(scores(6), st.floats(0, 8), st.none() | SHAPES)
def test_only_what_is_plausible_gets_a_second_thought(
    rows: Rows, doubt: float, shapes: list[float] | None
) -> None:
    """Before the second pass the score of the first stands in for it."""
    asked: list[Classes] = []

    def second_pass(candidates: Sequence[tuple[int, Classes]]) -> list[float]:
        asked.extend(classes for _, classes in candidates)
        return [-float(place) for place, _ in enumerate(candidates)]

    problem, codec = TRAIN[4], WITH_SHAPES
    rows = rows[: len(codec.slots(problem))]
    given_shapes = None if shapes is None else np.array([shapes[: len(codec.shapes) + 1]])
    everything = CodeScores([rows], shapes=given_shapes)
    limits = SearchLimits(doubt=float("inf"))
    (every,) = find_candidates(codec, [problem], everything, limits)
    plausible = RANKER.scores(RANKER.features(problem, [each.hypothesis for each in every]))
    wanted = [
        candidate
        for candidate, score in zip(every, plausible, strict=True)
        if score >= plausible.max(initial=-np.inf) - doubt
    ]
    thought = CodeScores([rows], second_pass, given_shapes)
    (kept,) = search_codes(codec, [problem], thought, SearchLimits(doubt=doubt))
    before = [_said(each.hypothesis)[:3] for each in wanted]
    assert [_said(each)[:3] for each in kept] == before
    assert asked == ([each.classes for each in wanted] if len(wanted) > 1 else [])
    if asked:
        assert [each.evidence["second"] for each in kept] == [-float(n) for n in range(len(kept))]


def test_one_second_pass_thinks_about_all_problems() -> None:
    """A problem with one candidate is not asked about, and keeps its score."""
    calls: list[list[int]] = []

    def second_pass(candidates: Sequence[tuple[int, Classes]]) -> list[float]:
        calls.append([problem for problem, _ in candidates])
        return [-1.0] * len(candidates)

    unsure, sure = _random(PROBLEM, 1), _certain(PROBLEM)
    rows = [unsure, sure, unsure]
    first, alone, last = search_codes(CODEC, [PROBLEM] * 3, CodeScores(rows, second_pass))
    assert calls == [[0] * len(first) + [2] * len(last)]
    assert len(alone) == 1
    assert alone[0].evidence["second"] == alone[0].score
    assert {each.evidence["second"] for each in first + last} == {-1.0}


def test_no_problems_have_no_hypotheses() -> None:
    assert search_codes(CODEC, [], CodeScores([])) == []


def test_answers_of_several_trees_share_their_probability() -> None:
    """4 is there twice: which of them is multiplied does not matter for the answer.

    9*4*4 is more probable than each 9*4, but not than both of them.
    """
    rows = _certain(PROBLEM)
    gold = _labels(PROBLEM)
    unused, factor = gold[-1], gold[-2]
    rows[-2:, factor], rows[-2:, unused] = np.log(0.55), np.log(0.45)
    assert _choose(PROBLEM, CodeScores([rows])).answer == 36


@pytest.mark.parametrize("name", PLAUSIBILITY)
def test_the_search_refuses_weights_that_could_raise_a_score(name: str) -> None:
    """It stops at combinations that no such feature can bring back."""
    _check_bound(PLAUSIBLE)
    with pytest.raises(ValueError, match="drops trees too early"):
        _check_bound(Ranker({**PLAUSIBLE.weights, name: 0.1}))


@pytest.mark.parametrize("change", [{"first": 0.6}, {"second": 0.4}, {"shape": -0.1}])
def test_the_search_refuses_weights_of_the_passes_that_do_not_add_up(
    change: dict[str, float],
) -> None:
    with pytest.raises(ValueError, match="drops trees too early"):
        _check_bound(Ranker({**PLAUSIBLE.weights, **change}))


def _counts(problem: Problem) -> Rows:
    return np.array(CODEC.codebook.encode(CODEC.pairs(problem), CODEC.slots(problem)), float)


def test_rounding_reads_the_counts_as_they_are() -> None:
    problem = TRAIN[4]
    counts = _counts(problem)
    noise = np.random.default_rng(0).uniform(-0.4, 0.4, counts.shape)
    (found,) = round_counts(CODEC, problem, counts + noise)
    assert found.tree == problem.tree()
    assert found.score == pytest.approx(-np.square(noise).sum())
    assert round_counts(CODEC, problem, 0 * counts) == []
    assert round_counts(CODEC, problem, counts - 5) == []


def test_rounding_gives_nothing_beyond_the_limits_and_for_a_division_by_zero() -> None:
    assert round_counts(CODEC, TRAIN[4], _counts(TRAIN[4]) + DEFAULT_LIMITS.leaves) == []
    division = _counts(_problem("9 and 4 and 3", "9/(4-3)"))
    assert round_counts(CODEC, PROBLEM, division) == []
