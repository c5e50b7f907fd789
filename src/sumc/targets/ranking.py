"""Choose among candidate trees: what the model thinks of them, and whether the answer is usual.

The answer of a word problem is rarely negative, and rarely a fraction when all its numbers are
whole. How much such things count is fitted on validation problems: a softmax over the candidates
of each problem, with a pull towards `DEFAULT_WEIGHTS`, because validation sets are small.
"""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from sumc.algebra.mtree import MTree
from sumc.errors import CodeError
from sumc.problems.problem import Problem, same_answer
from sumc.targets.memory import Memory, Neighbour
from sumc.targets.mtree_codes import Codes, MTreeCodes, Pairs

DEFAULT_WEIGHTS = {
    "first": 0.5,
    "second": 0.5,
    "negative": -1.0,
    "fraction": -1.0,
    "zero": -0.5,
    "repeats": 0.0,
    "long": -0.5,
    "large": -0.5,
    "unused": 0.0,
    "operands": 0.0,
    "shape": 1.0,
    "similar_shape": 0.0,
    "similar_tree": 0.0,
}
"""What is looked at: `candidate_features` says what each name means."""
SIMILAR = ("similar_shape", "similar_tree")
"""What only a ranker with a memory can look at."""
PULL = 2.0
"""How many problems' worth of evidence it takes to leave the default weights."""
UNHEARD_OF = 0.02
"""What a tree that no similar training problem has is worth, as a share."""
STEPS = 400
RATE = 0.1

Rows = np.ndarray[tuple[int, int], np.dtype[np.float64]]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A tree that the codes of a problem may form; it is put together when it is asked for."""

    target: MTreeCodes
    slots: tuple[str, ...]
    classes: tuple[int, ...]
    """The class of every slot."""
    score: float
    """The sum of the log-probabilities of the classes, each slot for itself."""
    answer: Fraction

    @property
    def pairs(self) -> Pairs:
        """The slots with their codes."""
        return self.target.spell(self.slots, self.classes)

    @property
    def tree(self) -> MTree:
        """The tree of the codes."""
        return self.target.restore(self.pairs)[0]

    def solves(self, problem: Problem) -> bool:
        """Whether the answer is the problem's."""
        return problem.answer is not None and same_answer(self.answer, problem.answer)


@dataclass(frozen=True)
class Ranker:
    """Weights of the features of a candidate; the candidate with the largest sum is chosen."""

    weights: Mapping[str, float]
    memory: Memory | None = None
    """The training problems, to look for similar ones."""

    def scores(self, features: Rows) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        """One score for each candidate."""
        return np.asarray(features @ np.array(list(self.weights.values())))

    def to_json(self) -> dict[str, float]:
        """The weights, to be written to a file; `from_json` reads them back."""
        return dict(self.weights)

    @property
    def compares(self) -> bool:
        """Whether it looks at similar training problems, so that it needs a memory."""
        return any(self.weights[name] for name in SIMILAR)

    @classmethod
    def from_json(cls, data: object) -> "Ranker":
        """Read what `to_json` wrote; the memory has a file of its own."""
        if isinstance(data, dict):
            data = {**dict.fromkeys(("shape", *SIMILAR), 0.0), **data}  # older files have none
        if not isinstance(data, dict) or data.keys() != DEFAULT_WEIGHTS.keys():
            raise CodeError(f"expected weights for {', '.join(DEFAULT_WEIGHTS)}")
        weights = {name: data[name] for name in DEFAULT_WEIGHTS}
        if not all(isinstance(each, float) and math.isfinite(each) for each in weights.values()):
            raise CodeError("expected weights that are finite numbers")
        return cls(weights)


def candidate_features(
    problem: Problem,
    candidates: Sequence[Candidate],
    second: Sequence[float],
    shapes: Sequence[float],
    neighbours: Sequence[Neighbour] | None,
) -> Rows:
    """A row for each candidate, a column for each name of `DEFAULT_WEIGHTS`."""
    values = [quantity.value.as_integer_ratio() for quantity in problem.quantities]
    whole = all(bottom == 1 for _, bottom in values)
    similar = _similar(candidates, neighbours)
    rows = [
        (*_row(candidate, again, values, whole), shape, *alike)
        for candidate, again, shape, alike in zip(candidates, second, shapes, similar, strict=True)
    ]
    return np.array(rows, dtype=np.float64).reshape(len(rows), len(DEFAULT_WEIGHTS))


def _row(
    candidate: Candidate,
    second: float,
    values: Sequence[tuple[int, int]],
    whole: bool,
) -> tuple[float, ...]:
    top, bottom = answer = candidate.answer.as_integer_ratio()
    codes = [len(candidate.target.classes[number]) for number in candidate.classes]
    unused = codes[len(codes) - len(values) :].count(0)
    return (
        candidate.score,
        second,
        top < 0,
        whole and bottom != 1,
        top == 0,
        answer in values,
        bottom > 100,
        abs(top) > 1_000_000 * bottom,
        unused,
        sum(codes),
    )


def _similar(
    candidates: Sequence[Candidate], neighbours: Sequence[Neighbour] | None
) -> list[tuple[float, float]]:
    """For each candidate the logarithms of the shares of the neighbours that have trees of the
    same shape, and the very same tree; nothing if nobody was asked for neighbours."""
    if neighbours is None or not candidates:
        return [(0.0, 0.0)] * len(candidates)
    target = candidates[0].target
    shapes: defaultdict[Codes, float] = defaultdict(float)
    trees: defaultdict[Used, float] = defaultdict(float)
    for classes, share in neighbours:
        shapes[target.codes_of(classes)] += share
        trees[_used(target, classes)] += share
    return [
        (
            _log_share(shapes.get(target.codes_of(each.classes), 0.0)),
            _log_share(trees.get(_used(target, each.classes), 0.0)),
        )
        for each in candidates
    ]


def _log_share(share: float) -> float:
    return math.log(UNHEARD_OF + (1 - UNHEARD_OF) * share)


Used = tuple[tuple[int, int], ...]
"""The slots that have codes, with their classes."""


def _used(target: MTreeCodes, classes: Sequence[int]) -> Used:
    return tuple(pair for pair in enumerate(classes) if target.classes[pair[1]])


def fit_ranker(problems: Sequence[tuple[Rows, Sequence[bool]]]) -> Ranker:
    """The ranker that puts right answers first: the features of every problem's candidates, and
    which of them are right.

    Problems without a right or without a wrong candidate teach nothing and are passed over.
    """
    start = np.array(list(DEFAULT_WEIGHTS.values()))
    weights, velocity, spread = start.copy(), np.zeros_like(start), np.zeros_like(start)
    teaching = [(rows, np.array(right)) for rows, right in problems if 0 < sum(right) < len(right)]
    for step in range(1, STEPS + 1):  # Adam, because the features have different sizes
        slope = PULL * (weights - start) - sum((_slope(*each, weights) for each in teaching), 0.0)
        slope = slope / max(1, len(teaching))
        velocity = 0.9 * velocity + 0.1 * slope
        spread = 0.99 * spread + 0.01 * slope**2
        weights = weights - RATE * (velocity / (1 - 0.9**step)) / (
            np.sqrt(spread / (1 - 0.99**step)) + 1e-8
        ) * (1 - step / STEPS)
    return Ranker(dict(zip(DEFAULT_WEIGHTS, map(float, weights), strict=True)))


def _slope(
    rows: Rows, right: np.ndarray[tuple[int], np.dtype[np.bool_]], weights: np.ndarray
) -> np.ndarray:
    """How the log-probability of the right candidates grows with each weight."""
    chance = np.exp((scores := rows @ weights) - scores.max())
    among_right = np.where(right, chance, 0.0)
    return np.asarray((among_right / among_right.sum() - chance / chance.sum()) @ rows)
