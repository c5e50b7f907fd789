"""The choice among hypotheses: by votes of answers, with weights fitted on validation problems."""

import json
import math
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumc.algebra.expression import parse_expression
from sumc.decoding.code_search import EVIDENCE
from sumc.decoding.hypothesis import NO_TREE, Hypothesis
from sumc.decoding.ranking import PLAUSIBILITY, Ranker, fit_ranker, share_out
from sumc.errors import CodeError
from sumc.problems.numbers import find_quantities
from sumc.problems.problem import Problem

DEFAULT = Ranker.default(EVIDENCE)
TEXT = "6 and 4 and 9"
PROBLEM = Problem("1", TEXT, "en", find_quantities(TEXT))


def hypothesis(
    answer: int | Fraction,
    symbols: Sequence[str] = ("n1", "n2", "n3"),
    score: float = 0.0,
    **evidence: float,
) -> Hypothesis:
    """A hypothesis with this answer, whatever its expression would be."""
    build = parse_expression
    return Hypothesis(score, Fraction(answer), tuple(symbols), lambda: build("n1"), evidence)


def _features(problem: Problem, one: Hypothesis, ranker: Ranker = DEFAULT) -> dict[str, float]:
    (row,) = ranker.features(problem, [one]).tolist()
    return dict(zip(ranker.weights, row, strict=True))


def test_a_ranker_begins_with_the_weights_of_the_evidence_and_ours() -> None:
    assert Ranker.default().weights == {"first": 1.0, **PLAUSIBILITY}
    assert DEFAULT.weights == {"first": 0.5, "second": 0.5, "shape": 1.0, **PLAUSIBILITY}


FRACTIONS = Problem("1", "1/2 and 4", "en", find_quantities("1/2 and 4"))


@pytest.mark.parametrize(
    ("problem", "found", "seen"),
    [
        (PROBLEM, hypothesis(19), {}),
        (PROBLEM, hypothesis(-19), {"negative": 1}),
        (PROBLEM, hypothesis(Fraction(13, 9)), {"fraction": 1}),
        (FRACTIONS, hypothesis(Fraction(13, 9), ("n1", "n2")), {"leaves": 2}),
        (PROBLEM, hypothesis(0), {"zero": 1}),
        (PROBLEM, hypothesis(9), {"repeats": 1}),
        (PROBLEM, hypothesis(Fraction(1, 101)), {"fraction": 1, "long": 1}),
        (PROBLEM, hypothesis(10**6 + 1), {"large": 1}),
        (PROBLEM, hypothesis(10**6), {}),
        (PROBLEM, hypothesis(24, ("n1", "n2")), {"unused": 1, "leaves": 2}),
        (PROBLEM, hypothesis(36, ("n1", "n1", "100")), {"unused": 2}),
        (PROBLEM, hypothesis(19, score=-2.0), {"first": -2}),
        (PROBLEM, hypothesis(19, second=-1.0, shape=-0.5), {"second": -1, "shape": -0.5}),
        (PROBLEM, hypothesis(19, unheard_of=7.0), {}),
    ],
)
def test_what_is_looked_at_in_a_hypothesis(
    problem: Problem, found: Hypothesis, seen: dict[str, float]
) -> None:
    """What is not named is 0; three leaves are."""
    expected = dict.fromkeys(DEFAULT.weights, 0.0) | {"leaves": 3.0} | seen
    assert _features(problem, found) == expected


def test_evidence_counts_by_the_names_that_the_ranker_knows() -> None:
    ranker = Ranker({"first": 1.0, "graph": 2.0, **PLAUSIBILITY})
    rows = ranker.features(PROBLEM, [hypothesis(1, score=-3.0, graph=-1.0, second=-9.0)])
    assert ranker.scores(rows).tolist() == [-5.0]


def test_no_hypothesis_has_no_answer() -> None:
    assert DEFAULT.rank(PROBLEM, []).reason == NO_TREE
    assert DEFAULT.features(PROBLEM, []).shape == (0, len(DEFAULT.weights))


def test_an_unlikely_answer_gives_way_to_a_usual_one() -> None:
    negative, usual = hypothesis(-5, score=-1.0), hypothesis(5, score=-1.5)
    found = Ranker.default().rank(PROBLEM, [negative, usual])
    assert found.hypotheses == (usual, negative)
    assert found.confidence == pytest.approx(1 / (1 + math.exp(-0.5)))


@given(st.lists(st.tuples(st.integers(0, 3), st.floats(1e-3, 1.0)), min_size=1, max_size=8))
def test_the_answer_with_most_of_the_probability_is_chosen(
    pairs: list[tuple[int, float]],
) -> None:
    """Trees with one answer vote together; the slow way counts them one by one."""
    some = [hypothesis(answer, score=float(place)) for place, (answer, _) in enumerate(pairs)]
    found = share_out(some, np.array([chance for _, chance in pairs]))
    total = sum(chance for _, chance in pairs)
    votes: Counter[int] = Counter()
    for answer, chance in pairs:
        votes[answer] += chance / total  # type: ignore[assignment]
    assert found.confidence == pytest.approx(max(votes.values()))
    assert votes[int(found.answer or 0)] == pytest.approx(max(votes.values()))
    assert sum(found.shares) == pytest.approx(1.0)
    assert sorted(each.score for each in found.hypotheses) == [each.score for each in some]
    for each, share in zip(found.hypotheses, found.shares, strict=True):
        assert share == pytest.approx(pairs[int(each.score)][1] / total)
    first = [each.answer == found.answer for each in found.hypotheses]
    assert first == sorted(first, reverse=True), "those with the answer come first"
    for flag in (True, False):
        of_kind = [s for s, is_first in zip(found.shares, first, strict=True) if is_first is flag]
        assert of_kind == sorted(of_kind, reverse=True), "and the most probable of them first"


def test_two_trees_outvote_a_more_probable_one() -> None:
    found = share_out([hypothesis(1), hypothesis(2), hypothesis(2)], np.array([4.0, 3.0, 3.0]))
    assert found.answer == 2
    assert found.confidence == pytest.approx(0.6)
    assert found.shares == pytest.approx((0.3, 0.3, 0.4))


def test_the_ranker_learns_what_right_answers_have_in_common() -> None:
    random = np.random.default_rng(3)
    negative = list(DEFAULT.weights).index("negative")
    problems = []
    for _ in range(60):
        rows = random.normal(size=(4, len(DEFAULT.weights)))
        rows[:, negative] = [0, 1, 1, 1]
        problems.append((rows, [True, False, False, False]))
    ranker = fit_ranker(DEFAULT, problems)
    assert ranker.weights["negative"] < DEFAULT.weights["negative"] - 1
    chosen = [int(np.argmax(ranker.scores(rows))) for rows, _ in problems]
    assert chosen.count(0) > 50
    assert fit_ranker(DEFAULT, problems) == ranker
    assert list(ranker.weights) == list(DEFAULT.weights)


def test_without_evidence_the_ranker_keeps_its_defaults() -> None:
    rows = np.ones((2, len(DEFAULT.weights)))
    for nothing in ([], [(rows, [True, True])], [(rows, [False, False])]):
        assert fit_ranker(DEFAULT, nothing).weights == pytest.approx(DEFAULT.weights)


def test_a_ranker_survives_a_file() -> None:
    ranker = Ranker(dict.fromkeys(DEFAULT.weights, 0.25))
    assert Ranker.from_json(json.loads(json.dumps(ranker.to_json()))) == ranker


def test_a_ranker_of_an_older_file_has_the_names_of_today() -> None:
    weights = {**DEFAULT.weights, "leaves": 0.25}
    older = {"operands" if name == "leaves" else name: each for name, each in weights.items()}
    assert Ranker.from_json(older) == Ranker(weights)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (None, "expected weights for first, negative"),
        ({"first": 1}, "expected weights for first"),
        (dict.fromkeys(PLAUSIBILITY, 1.0), "expected weights for first"),
        ({**DEFAULT.weights, "long": "1"}, "finite numbers"),
        ({**DEFAULT.weights, "long": math.nan}, "finite numbers"),
        ({**DEFAULT.weights, "graph": math.inf}, "finite numbers"),
    ],
)
def test_other_weights_are_refused(data: object, told: str) -> None:
    with pytest.raises(CodeError, match=told):
        Ranker.from_json(data)
