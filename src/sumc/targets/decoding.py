"""Scores of codes to a tree: the paper's rounding, and a search for the best codes that fit.

The joint decoder goes through combinations of classes, the most probable first, and keeps those
whose codes are exactly the codes of the tree they form: no lone marked groups, no products of
one factor, no division by zero. If none of the first combinations is like that, the first that
at least gives an answer is taken, so that no problem is lost.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any

import numpy as np

from sumc.errors import SumcError
from sumc.problems.problem import Problem
from sumc.targets.mtree_codes import MTreeCodes, Pairs, group_by_slot
from sumc.targets.prediction import Prediction
from sumc.targets.ranking import Candidate, Ranker, candidate_features

Array = np.ndarray[Any, np.dtype[Any]]
SecondPass = Callable[[Sequence[tuple[int, Candidate]]], Sequence[float]]
"""The model's second thoughts: numbers of problems with candidates to log-probabilities."""


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """How far the joint decoder looks."""

    candidates: int = 10
    """Trees that are kept for the ranker."""
    gap: float = 7.0
    """How much less probable than the best tree, in nats, a kept one may be."""
    combinations: int = 300
    """Combinations of classes that are tried."""
    alternatives: int = 12
    """Classes of a slot that are tried."""
    nats: float = 12.0
    """How much less probable than the best class of its slot an alternative may be."""


DEFAULT_SEARCH = SearchLimits()


def find_candidates(
    target: MTreeCodes,
    problem: Problem,
    scores: Array,
    limits: SearchLimits = DEFAULT_SEARCH,
) -> list[Candidate]:
    """The most probable trees of a problem: `scores` are log-probabilities, slots by classes."""
    found: list[Candidate] = []
    spare: Candidate | None = None
    for score, classes in _combinations(scores, limits):
        if found and score < found[0].score - limits.gap:
            break
        candidate, is_exact = _candidate(target, problem, classes, score)
        if candidate is not None and is_exact:
            found.append(candidate)
        spare = spare or candidate
        if len(found) == limits.candidates:
            break
    return found or ([spare] if spare else [])


def _combinations(scores: Array, limits: SearchLimits) -> Iterator[tuple[float, tuple[int, ...]]]:
    """Classes for all slots with their joint log-probability, the best combinations first."""
    choices = [_best_classes(row, limits) for row in scores]
    start = (0,) * len(choices)
    heap = [(-sum(float(choice[0][0]) for choice in choices), start)]
    reached = {start}
    for _ in range(limits.combinations):
        if not heap:
            return
        cost, picks = heappop(heap)
        yield -cost, tuple(choice[pick][1] for choice, pick in zip(choices, picks, strict=True))
        for slot, pick in enumerate(picks):
            following = (*picks[:slot], pick + 1, *picks[slot + 1 :])
            if pick + 1 < len(choices[slot]) and following not in reached:
                reached.add(following)
                step = choices[slot][pick][0] - choices[slot][pick + 1][0]
                heappush(heap, (cost + step, following))


def _best_classes(row: Array, limits: SearchLimits) -> list[tuple[float, int]]:
    best = np.argsort(-row, kind="stable")[: limits.alternatives].tolist()
    return [(float(row[each]), each) for each in best if row[each] >= row[best[0]] - limits.nats]


def _candidate(
    target: MTreeCodes, problem: Problem, classes: tuple[int, ...], score: float
) -> tuple[Candidate | None, bool]:
    """The tree of a combination if it gives an answer, and whether its codes fit exactly."""
    try:
        tree, is_exact = target.restore(_pairs(target, problem, classes))
        return Candidate(classes, score, tree, tree.evaluate(problem.values)), is_exact
    except SumcError:
        return None, False


def _pairs(target: MTreeCodes, problem: Problem, classes: Sequence[int]) -> Pairs:
    slots = target.slots(problem)
    return [
        (slot, code)
        for slot, number in zip(slots, classes, strict=True)
        for code in target.classes[number]
    ]


def choose(
    target: MTreeCodes,
    ranker: Ranker,
    problems: Sequence[Problem],
    scores: Sequence[Array],
    second_pass: SecondPass | None = None,
    limits: SearchLimits = DEFAULT_SEARCH,
) -> list[Prediction]:
    """One prediction for each problem: its best tree after the ranker has seen the candidates."""
    found = [
        find_candidates(target, p, row, limits) for p, row in zip(problems, scores, strict=True)
    ]
    rows = rank_features(problems, found, second_pass)
    return [
        _best(target, problem, candidates, ranker.scores(features))
        for problem, candidates, features in zip(problems, found, rows, strict=True)
    ]


def rank_features(
    problems: Sequence[Problem],
    found: Sequence[Sequence[Candidate]],
    second_pass: SecondPass | None,
) -> list[Array]:
    """The features of all candidates of all problems, after one second pass over all of them."""
    flat = [(number, each) for number, candidates in enumerate(found) for each in candidates]
    again = iter(second_pass(flat) if second_pass and flat else [each.score for _, each in flat])
    return [
        candidate_features(problem, candidates, [next(again) for _ in candidates])
        for problem, candidates in zip(problems, found, strict=True)
    ]


def _best(
    target: MTreeCodes, problem: Problem, candidates: Sequence[Candidate], scores: Array
) -> Prediction:
    """The answer that most of the probability goes to, with its most probable tree."""
    if not candidates:
        return no_prediction(target, problem, "no combination of codes gives an answer")
    chances = np.exp(scores - scores.max())
    shares: dict[Any, float] = {}
    for candidate, chance in zip(candidates, chances.tolist(), strict=True):
        shares[candidate.answer] = shares.get(candidate.answer, 0.0) + chance
    answer = max(shares, key=lambda each: shares[each])
    index = max(range(len(candidates)), key=lambda i: (candidates[i].answer == answer, scores[i]))
    chosen = candidates[index]
    codes = tuple(target.classes[number] for number in chosen.classes)
    confidence = shares[answer] / float(chances.sum())
    return Prediction(chosen.tree, chosen.answer, chosen.score, codes, confidence)


def no_prediction(target: MTreeCodes, problem: Problem, reason: str) -> Prediction:
    """What is said about a problem that has no answer."""
    empty = ((),) * len(target.slots(problem))
    return Prediction(None, None, float("-inf"), empty, 0.0, reason)


def round_counts(target: MTreeCodes, problem: Problem, counts: Array) -> Prediction:
    """The paper's decoding: every count is rounded, and what the codes spell is the tree."""
    rounded = np.rint(counts).clip(0).astype(int)
    score = -float(np.square(counts - rounded).sum())
    try:
        pairs = target.codebook.decode(rounded.tolist(), target.slots(problem))
        tree, _ = target.restore(pairs)
        codes = tuple(group_by_slot(pairs, target.slots(problem)))
        return Prediction(tree, tree.evaluate(problem.values), score, codes, float(np.exp(score)))
    except SumcError as error:
        return no_prediction(target, problem, str(error))
