"""Scores of codes to a tree: the paper's rounding, and a search for the best codes that fit.

The joint decoder goes through combinations of classes, the most probable first, and keeps those
whose codes are exactly the codes of the tree they form: no lone marked groups, no products of
one factor, no division by zero. If none of the first combinations is like that, the first that
at least gives an answer is taken, so that no problem is lost.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from sumc.algebra.operands import number_value
from sumc.codecs.mtree import MTreeCodes, group_by_slot
from sumc.decoding.prediction import TOO_LONG, Prediction
from sumc.decoding.ranking import (
    PLAUSIBLE,
    SECOND,
    Candidate,
    Ranker,
    Rows,
    candidate_features,
)
from sumc.errors import SumcError
from sumc.problems.problem import Problem

Array = np.ndarray[Any, np.dtype[Any]]
Choice = tuple[list[int], list[float]]
"""Classes of a slot, the most probable first, and their log-probabilities."""
SecondPass = Callable[[Sequence[tuple[int, Candidate]]], Sequence[float]]
"""The model's second thoughts: numbers of problems with candidates to log-probabilities."""


class Scores(NamedTuple):
    """What a model says about the problems of a batch, all of it log-probabilities."""

    classes: Sequence[Array]
    """For each problem: slots by classes."""
    second_pass: SecondPass | None = None
    shapes: Array | None = None
    """Problems by shapes of their trees; the last is that of all unknown ones."""


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """How far the joint decoder looks."""

    candidates: int = 20
    """Trees that are found."""
    gap: float = 6.0
    """How much less probable than the best tree, in nats, another one may be."""
    doubt: float = 3.0
    """How far behind the best one, in nats, a tree may be to get a second thought: by all that is
    known of it before, its shape and answer too."""
    combinations: int = 300
    """Combinations of classes that are tried."""
    alternatives: int = 12
    """Classes of a slot that are tried."""
    nats: float = 12.0
    """How much less probable than the best class of its slot an alternative may be."""


DEFAULT_SEARCH = SearchLimits()


def find_candidates(
    target: MTreeCodes,
    problems: Sequence[Problem],
    scores: Scores,
    limits: SearchLimits = DEFAULT_SEARCH,
) -> list[list[Candidate]]:
    """The most probable trees of each problem, as far as they can be plausible."""
    choices = _best_classes(scores.classes, limits)
    return [
        _find(target, problem, each, shapes, limits) or _find_any(target, problem, each, limits)
        for problem, each, shapes in zip(problems, choices, _shapes_of_each(scores), strict=True)
    ]


def _shapes_of_each(scores: Scores) -> Sequence[Array | None]:
    """What is said of the shape of each problem, if there is anything."""
    return [None] * len(scores.classes) if scores.shapes is None else list(scores.shapes)


def _find(
    target: MTreeCodes,
    problem: Problem,
    choices: Sequence[Choice],
    shapes: Array | None,
    limits: SearchLimits,
) -> list[Candidate]:
    slots, numbers = target.slots(problem), _numbers(target, problem)
    found: list[Candidate] = []
    least = float("-inf")
    for score, classes in _combinations(choices, limits):
        if score < least:
            break
        answer = target.answer(slots, classes, numbers)
        if answer is None:
            continue
        found.append(Candidate(target, slots, classes, score, answer))
        if len(found) == 1:
            # nothing is more plausible than it is probable: what is less probable than that
            # would be dropped afterwards
            plausible = PLAUSIBLE.scores(_features(problem, found, shapes)).item()
            least = max(score - limits.gap, plausible - limits.doubt)
        if len(found) == limits.candidates:
            break
    return found


def _numbers(target: MTreeCodes, problem: Problem) -> list[Fraction]:
    """The values of all slots."""
    constants = map(number_value, target.constants)
    return [*constants, *(quantity.value for quantity in problem.quantities)]


def _find_any(
    target: MTreeCodes, problem: Problem, choices: Sequence[Choice], limits: SearchLimits
) -> list[Candidate]:
    """The first combination that gives an answer, though its codes are not those of a tree."""
    slots = target.slots(problem)
    for score, classes in _combinations(choices, limits):
        try:
            tree, _ = target.restore(target.spell(slots, classes))
            answer = tree.evaluate(problem.values)
        except SumcError:
            continue
        return [Candidate(target, slots, classes, score, answer)]
    return []


def _combinations(
    choices: Sequence[Choice], limits: SearchLimits
) -> Iterator[tuple[float, tuple[int, ...]]]:
    """Classes for all slots with their joint log-probability, the best combinations first."""
    classes = [numbers[0] for numbers, _ in choices]
    best = sum(chances[0] for _, chances in choices)
    yield best, tuple(classes)
    for loss, picks in islice(_deviations(choices), limits.combinations - 1):
        changed = classes.copy()
        for slot, pick in picks:
            changed[slot] = choices[slot][0][pick]
        yield best - loss, tuple(changed)


Picks = tuple[tuple[int, int], ...]
"""Slots whose class is not their best one, and the place of that class among the choices."""


def _deviations(choices: Sequence[Choice]) -> Iterator[tuple[float, Picks]]:
    """All ways to leave the best classes with what is lost by them, the cheapest first.

    The slots are sorted by the loss of their second class. A way that ends at some slot leads
    to three others that cost no less: the next class of that slot, the second class of the
    next slot too, and, if the last pick was a second class, that of the next slot in its place.
    So every way is reached exactly once.
    """
    losses = [[chances[0] - each for each in chances] for _, chances in choices]
    order = sorted((each[1], slot) for slot, each in enumerate(losses) if len(each) > 1)
    heap: list[tuple[float, int, Picks]] = []
    if order:
        heap.append((order[0][0], 0, ((order[0][1], 1),)))
    while heap:
        loss, place, picks = heappop(heap)
        yield loss, picks
        *others, (slot, pick) = picks
        if pick + 1 < len(losses[slot]):
            step = losses[slot][pick + 1] - losses[slot][pick]
            heappush(heap, (loss + step, place, (*others, (slot, pick + 1))))
        if place + 1 < len(order):
            cost, following = order[place + 1]
            heappush(heap, (loss + cost, place + 1, (*picks, (following, 1))))
            if pick == 1:
                step = max(0.0, cost - order[place][0])
                heappush(heap, (loss + step, place + 1, (*others, (following, 1))))


def _best_classes(scores: Sequence[Array], limits: SearchLimits) -> Iterator[list[Choice]]:
    """For every slot of every problem the classes that are tried."""
    if not scores:
        return
    rows = np.concatenate(scores)  # all at once: numpy takes its time for every call
    count = min(limits.alternatives, rows.shape[1])
    some = np.sort(np.argpartition(-rows, count - 1, axis=1)[:, :count], axis=1)
    chances = np.take_along_axis(rows, some, 1).astype(np.float64)
    order = np.argsort(-chances, axis=1, kind="stable")
    chances = np.take_along_axis(chances, order, 1)
    kept = (chances >= chances[:, :1] - limits.nats).sum(1).tolist()
    numbers = np.take_along_axis(some, order, 1).tolist()
    slots = iter(zip(numbers, chances.tolist(), kept, strict=True))
    for each in scores:
        yield [(classes[:most], row[:most]) for classes, row, most in islice(slots, len(each))]


def choose(
    target: MTreeCodes,
    ranker: Ranker,
    problems: Sequence[Problem],
    scores: Scores,
    limits: SearchLimits = DEFAULT_SEARCH,
) -> list[Prediction]:
    """One prediction for each problem: its best tree after the ranker has seen the candidates."""
    return [
        _best(target, problem, candidates, ranker.scores(features))
        for problem, (candidates, features) in zip(
            problems, describe_candidates(target, problems, scores, limits), strict=True
        )
    ]


class Described(NamedTuple):
    """Candidates of a problem, and what is known of them: a row of features for each."""

    candidates: list[Candidate]
    features: Rows


def describe_candidates(
    target: MTreeCodes,
    problems: Sequence[Problem],
    scores: Scores,
    limits: SearchLimits = DEFAULT_SEARCH,
) -> list[Described]:
    """The candidates of every problem that are not far behind, after one second pass over all.

    A problem's only candidate is chosen anyway: it gets no second thought.
    """
    found = find_candidates(target, problems, scores, limits)
    described = [
        _not_far_behind(candidates, _features(problem, candidates, shapes), limits.doubt)
        for problem, candidates, shapes in zip(
            problems, found, _shapes_of_each(scores), strict=True
        )
    ]
    several = [(i, each) for i, each in enumerate(described) if len(each.candidates) > 1]
    if scores.second_pass and several:
        flat = [(i, candidate) for i, each in several for candidate in each.candidates]
        again = iter(scores.second_pass(flat))
        for _, each in several:
            each.features[:, SECOND] = list(islice(again, len(each.candidates)))
    return described


def _not_far_behind(candidates: list[Candidate], features: Rows, doubt: float) -> Described:
    """The candidates that are plausible before the second pass, whose place the first takes."""
    if len(candidates) < 2:
        return Described(candidates, features)
    plausible = PLAUSIBLE.scores(features)
    kept = np.flatnonzero(plausible >= plausible.max() - doubt)
    return Described([candidates[place] for place in kept.tolist()], features[kept])


def judged_features(
    target: MTreeCodes, problems: Sequence[Problem], scores: Scores
) -> list[tuple[Rows, list[bool]]]:
    """For every problem the features of its candidates, and which of them are right."""
    return [
        (features, [each.solves(problem) for each in candidates])
        for problem, (candidates, features) in zip(
            problems, describe_candidates(target, problems, scores), strict=True
        )
    ]


def _features(problem: Problem, candidates: Sequence[Candidate], shapes: Array | None) -> Rows:
    """What is known of candidates before the second pass."""
    if shapes is None:
        return candidate_features(problem, candidates, [0.0] * len(candidates))
    numbers = [each.target.shape_of(each.classes) for each in candidates]
    return candidate_features(problem, candidates, shapes[numbers].tolist())


def _best(
    target: MTreeCodes, problem: Problem, candidates: Sequence[Candidate], scores: Array
) -> Prediction:
    """The answer that most of the probability goes to, with its most probable tree."""
    if not candidates:
        return no_prediction(target, problem, "no combination of codes gives an answer")
    chances = np.exp(scores - scores.max())
    answers = [candidate.answer.as_integer_ratio() for candidate in candidates]
    shares: dict[tuple[int, int], float] = {}
    for answer, chance in zip(answers, chances.tolist(), strict=True):
        shares[answer] = shares.get(answer, 0.0) + chance
    answer = max(shares, key=lambda each: shares[each])
    index = max(range(len(candidates)), key=lambda i: (answers[i] == answer, scores[i]))
    chosen = candidates[index]
    codes = tuple(target.classes[number] for number in chosen.classes)
    confidence = shares[answer] / float(chances.sum())
    return Prediction(chosen.tree, chosen.answer, chosen.score, codes, confidence)


def no_prediction(target: MTreeCodes, problem: Problem, reason: str) -> Prediction:
    """What is said about a problem that has no answer."""
    empty = ((),) * len(target.slots(problem))
    return Prediction(None, None, float("-inf"), empty, 0.0, reason)


def with_too_long(
    target: MTreeCodes,
    problems: Sequence[Problem],
    are_read: Sequence[bool],
    found: Iterator[Prediction],
) -> Iterator[Prediction]:
    """One prediction for each problem, where only those of the ones that are read were found."""
    for problem, is_read in zip(problems, are_read, strict=True):
        yield next(found) if is_read else no_prediction(target, problem, TOO_LONG)


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
