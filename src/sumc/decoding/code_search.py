"""Scores of code classes to hypotheses: a search for the most probable codes that fit together.

The search goes through combinations of classes, the most probable first, and keeps those whose
codes are exactly the codes of the tree they form: no lone marked groups, no products of one
factor, no division by zero. If none of the first combinations qualifies, the first that at least
gives an answer is taken, so that no problem is lost.

    scores of classes -> combinations -> trees with an answer -> plausible ones -> second pass
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from heapq import heappop, heappush
from itertools import islice, repeat
from typing import Any, NamedTuple

import numpy as np

from sumc.algebra.arithmetic import calculate
from sumc.algebra.expression import Expression
from sumc.algebra.limits import DEFAULT_LIMITS
from sumc.algebra.operands import number_value
from sumc.codecs.number_codes import NumberCodes
from sumc.decoding.hypothesis import Hypothesis
from sumc.decoding.ranking import PLAUSIBILITY, Ranker
from sumc.errors import SumcError
from sumc.problems.problem import Problem

EVIDENCE: Mapping[str, float] = {"first": 0.5, "second": 0.5, "shape": 1.0}
"""The scores that a model of code classes gives a tree, with their default weights: each number on
its own, each number given the others, and the shape of the tree."""
VERIFIED: Mapping[str, float] = {"verified": 1.0}
"""And the score of a verifier for all codes together, where a model has one."""
PLAUSIBLE = Ranker.default(EVIDENCE)
"""Finds plausible candidates before the second pass, when `second` equals `first`."""

Array = np.ndarray[Any, np.dtype[Any]]
Choice = tuple[list[int], list[float]]
"""Classes of a slot, the most probable first, and their log-probabilities."""
Classes = tuple[int, ...]
"""The class of every slot of a problem."""
SecondPass = Callable[[Sequence[tuple[int, Classes]]], Sequence[float]]
"""The model's second pass: numbers of problems with classes to log-probabilities."""


class CodeScores(NamedTuple):
    """The scores of a model for a batch, all of them log-probabilities."""

    classes: Sequence[Array]
    """For each problem: slots by classes."""
    second_pass: SecondPass | None = None
    shapes: Array | None = None
    """Problems by shapes of their trees; the last is that of all unknown ones."""
    answerable: Array | None = None
    """For each problem the odds that it has an answer at all (not a probability)."""
    verify: SecondPass | None = None
    """The score of a verifier for candidates (not a probability)."""


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """How far the search looks."""

    candidates: int = 20
    """Trees that are found."""
    gap: float = 6.0
    """How much less probable than the best tree, in nats, another one may be."""
    doubt: float = 3.0
    """How far below the best tree, in nats, one may be and still get a second pass: by everything
    known before it, shape and answer included."""
    combinations: int = 300
    """Combinations of classes that are tried."""
    alternatives: int = 12
    """Classes of a slot that are tried."""
    nats: float = 12.0
    """How much less probable than the best class of its slot an alternative may be."""


DEFAULT_LIMITS_OF_SEARCH = SearchLimits()
GREEDY = SearchLimits(candidates=1, combinations=1, alternatives=1)
"""The most probable class of every number, whether the codes fit together or not."""


class Candidate(NamedTuple):
    """Classes for all slots, and the hypothesis that they spell."""

    classes: Classes
    hypothesis: Hypothesis


def search_codes(
    codec: NumberCodes,
    problems: Sequence[Problem],
    scores: CodeScores,
    limits: SearchLimits = DEFAULT_LIMITS_OF_SEARCH,
) -> list[list[Hypothesis]]:
    """The plausible hypotheses of every problem, after one second pass over all of them.

    A problem's only candidate is chosen anyway: it gets no second pass.
    """
    found = [
        _not_far_behind(problem, candidates, limits.doubt)
        for problem, candidates in zip(
            problems, find_candidates(codec, problems, scores, limits), strict=True
        )
    ]
    asked = [(i, each.classes) for i, some in enumerate(found) if len(some) > 1 for each in some]
    again = iter(scores.second_pass(asked) if scores.second_pass and asked else repeat(None))
    judged = iter(scores.verify(asked) if scores.verify and asked else repeat(None))
    odds = repeat(None) if scores.answerable is None else iter(scores.answerable.tolist())
    return [
        [_with_second(each, next(again), next(judged), sure) for each in some]
        if len(some) > 1
        else [_with_second(each, None, None, sure) for each in some]
        for some, sure in zip(found, odds, strict=False)
    ]


def _with_second(
    candidate: Candidate,
    second: float | None,
    verified: float | None,
    answerable: float | None,
) -> Hypothesis:
    """The hypothesis with the scores of the second pass and the verifier, where it has them."""
    hypothesis = candidate.hypothesis
    evidence = dict(hypothesis.evidence)
    if second is not None:
        evidence["second"] = second
    if verified is not None:
        evidence["verified"] = verified
    return replace(hypothesis, evidence=evidence, answerable=answerable)


def _not_far_behind(
    problem: Problem, candidates: list[Candidate], doubt: float
) -> list[Candidate]:
    """The candidates that are plausible before the second pass."""
    if len(candidates) < 2:
        return candidates
    plausible = _plausible(problem, candidates)
    return [
        each
        for each, score in zip(candidates, plausible.tolist(), strict=True)
        if score >= plausible.max() - doubt
    ]


def _plausible(problem: Problem, candidates: Sequence[Candidate]) -> Array:
    return PLAUSIBLE.scores(PLAUSIBLE.features(problem, [each.hypothesis for each in candidates]))


def find_candidates(
    codec: NumberCodes,
    problems: Sequence[Problem],
    scores: CodeScores,
    limits: SearchLimits = DEFAULT_LIMITS_OF_SEARCH,
) -> list[list[Candidate]]:
    """The most probable trees of each problem, as far as they can be plausible."""
    shapes = [None] * len(problems) if scores.shapes is None else list(scores.shapes)
    choices = _best_classes(scores.classes, limits)
    return [
        (
            _find(codec, problem, each, shape, limits)
            or _find_any(codec, problem, each, shape, limits)
        )
        if all(numbers for numbers, _ in each)
        else []  # the network gave no numbers: nothing can be compared with NaN
        for problem, each, shape in zip(problems, choices, shapes, strict=True)
    ]


def has_numbers(scores: CodeScores) -> list[bool]:
    """For every problem, whether a network gave it numbers: no NaN, and something to choose."""
    return [
        bool(not np.isnan(each).any() and np.isfinite(each.max(1)).all())
        for each in scores.classes
    ]


def _find(
    codec: NumberCodes,
    problem: Problem,
    choices: Sequence[Choice],
    shapes: Array | None,
    limits: SearchLimits,
) -> list[Candidate]:
    slots, numbers = codec.slots(problem), _numbers(codec, problem)
    found: list[Candidate] = []
    least = float("-inf")
    for score, classes in _combinations(choices, limits):
        if score < least:
            break
        answer = codec.answer(slots, classes, numbers)
        if answer is None:
            continue
        found.append(_candidate(codec, slots, classes, score, answer, shapes))
        if len(found) == 1:
            plausible = _plausible(problem, found).item()
            least = max(score - limits.gap, plausible - limits.doubt)  # see `_check_bound`
        if len(found) == limits.candidates:
            break
    return found


def _check_bound(ranker: Ranker) -> None:
    """Make sure that no tree is more plausible than it is probable: `_find` relies on it.

    Combinations come in the order of their probability. Once the score of one is more than `doubt`
    below the plausibility of the first tree, all that follow would be dropped anyway. That holds
    while the weights of the two passes add up to 1 and no other feature can raise a score: shapes
    are log-probabilities, everything else is a count, so their weights must be >= 0 and <= 0.
    """
    weights = ranker.weights
    passes = weights["first"] + weights["second"]
    if passes != 1 or weights["shape"] < 0 or any(weights[name] > 0 for name in PLAUSIBILITY):
        raise ValueError("the search drops trees too early with these default weights")


_check_bound(PLAUSIBLE)


def _candidate(
    codec: NumberCodes,
    slots: tuple[str, ...],
    classes: Classes,
    score: float,
    answer: Fraction,
    shapes: Array | None,
) -> Candidate:
    shape = 0.0 if shapes is None else float(shapes[codec.shape_of(classes)])
    symbols = tuple(
        slot for slot, number in zip(slots, classes, strict=True) for _ in codec.classes[number]
    )
    build = partial(_expression, codec, slots, classes)
    evidence = {"second": score, "shape": shape}  # no second pass yet: as the first
    return Candidate(classes, Hypothesis(score, answer, symbols, build, evidence))


def _expression(codec: NumberCodes, slots: tuple[str, ...], classes: Classes) -> Expression:
    return codec.restore(codec.spell(slots, classes))[0]


def _numbers(codec: NumberCodes, problem: Problem) -> list[Fraction]:
    """The values of all slots."""
    constants = map(number_value, codec.constants)
    return [*constants, *(quantity.value for quantity in problem.quantities)]


def _find_any(
    codec: NumberCodes,
    problem: Problem,
    choices: Sequence[Choice],
    shapes: Array | None,
    limits: SearchLimits,
) -> list[Candidate]:
    """The first combination that gives an answer, even if its codes are not those of a tree."""
    slots = codec.slots(problem)
    for score, classes in _combinations(choices, limits):
        try:
            expression = _expression(codec, slots, classes)
            answer = calculate(expression, DEFAULT_LIMITS, problem.values)
        except SumcError:
            continue
        if answer is not None:
            return [_candidate(codec, slots, classes, score, answer, shapes)]
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
    """All ways to deviate from the best classes, with what each loses, the cheapest first.

    Enumerating the k best of all combinations would need all of them; a heap of the ways reached
    so far needs a few. The slots are sorted by the loss of their second class. A way that ends at
    some slot leads to three others that cost no less: the next class of that slot, the second
    class of the next slot too, and, if the last pick was a second class, that of the next slot in
    its place. So every way is reached exactly once:

        losses             taken from the heap    put on it
        a: 0 1 3           a1     1               a2 3, a1 b1 3, b1 2
        b: 0 2 4           b1     2               b2 4
                           a2     3               a2 b1 5
                           a1 b1  3               a1 b2 5
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
    """For every slot of every problem, the classes that are tried."""
    if not scores:
        return
    rows = np.concatenate(scores)  # all at once: every call of numpy takes time
    count = min(limits.alternatives, rows.shape[1])
    # in the order of the classes, so that equal scores are ranked alike on every machine
    some = np.sort(np.argpartition(-rows, count - 1, axis=1)[:, :count], axis=1)
    chances = np.take_along_axis(rows, some, 1).astype(np.float64)
    order = np.argsort(-chances, axis=1, kind="stable")
    chances = np.take_along_axis(chances, order, 1)
    kept = (chances >= chances[:, :1] - limits.nats).sum(1).tolist()
    numbers = np.take_along_axis(some, order, 1).tolist()
    slots = iter(zip(numbers, chances.tolist(), kept, strict=True))
    for each in scores:
        yield [(classes[:most], row[:most]) for classes, row, most in islice(slots, len(each))]


def round_counts(codec: NumberCodes, problem: Problem, counts: Array) -> list[Hypothesis]:
    """The paper's decoding: every count is rounded, and what the codes spell is the tree."""
    rounded = np.rint(counts).clip(0).astype(int)
    score = -float(np.square(counts - rounded).sum())
    rows = rounded[:, 1:].tolist()  # the first code says that a number is not used
    if sum(map(sum, rows)) > DEFAULT_LIMITS.leaves:
        return []
    output = tuple(
        tuple(place for place, count in enumerate(row, start=1) for _ in range(count))
        for row in rows
    )
    try:
        hypothesis = Hypothesis.of(codec.decode(output, problem), score, problem)
    except SumcError:
        return []
    return [] if hypothesis is None else [hypothesis]
