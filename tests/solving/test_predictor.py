"""One way from problems to predictions, with a backend whose answers are known."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solving.stubs import hypothesis_of, problem_of
from sumc.codecs import BinaryCodes, Codec, MTreeCodes
from sumc.codecs.mtree import MTreeSettings
from sumc.codecs.number_codes import NumberCodesSettings
from sumc.decoding.calibration import Calibration
from sumc.decoding.hypothesis import (
    DEFAULT_SEARCH,
    NO_NUMBERS,
    NO_TREE,
    TOO_LONG,
    Hypothesis,
    Prediction,
    Search,
)
from sumc.decoding.ranking import Ranker
from sumc.encoding.batches import Batch
from sumc.encoding.text import TextEncoding, Words
from sumc.problems.problem import Problem
from sumc.settings.encoders import RecurrentSettings
from sumc.solving.predictor import WINDOW, Ensemble, Predictor, merge

LONGEST = 40
PROBLEMS = tuple(problem_of(f"Ann has {n} pens " + "and more " * (n % 9)) for n in range(1, 300))
NOTHING = problem_of("Ann has pens.")
LONG = problem_of("Ann has 3 pens " + "and more " * LONGEST)


def _encoding(codec: Codec[Any]) -> TextEncoding:
    words = Words.learn(PROBLEMS, RecurrentSettings(), codec.constants)
    return TextEncoding(codec.constants, words, longest=LONGEST)


CODEC = MTreeCodes.learn((), MTreeSettings())
ENCODING = _encoding(CODEC)


@dataclass
class Doubler:
    """A network that says 2*n1 and, less surely, n1; it notes what it is asked."""

    codec: Codec[Any] = CODEC
    encoding: TextEncoding = ENCODING
    evidence: Mapping[str, float] = field(default_factory=lambda: {"first": 1.0, "graph": 0.0})
    batch_size: int = 16
    batches: list[Batch] = field(default_factory=list)
    searches: list[Search] = field(default_factory=list)

    def hypotheses(self, batch: Batch, search: Search) -> list[list[Hypothesis]]:
        self.batches.append(batch)
        self.searches.append(search)
        return [
            [hypothesis_of("2*n1", each), hypothesis_of("n1", each, score=-3.0)]
            for each in batch.problems
        ]


def _answers(predictions: Iterable[Prediction]) -> list[object]:
    return [each.answer if each.reason is None else each.reason for each in predictions]


def _doubled(problem: Problem) -> object:
    if problem is NOTHING:
        return NO_NUMBERS
    return TOO_LONG if problem is LONG else 2 * problem.quantities[0].value


@given(st.lists(st.sampled_from([*PROBLEMS, NOTHING, LONG]), max_size=40), st.integers(1, 20))
def test_every_problem_gets_its_prediction_in_its_place(
    problems: list[Problem], batch_size: int
) -> None:
    """Whatever is batched together; what cannot be asked gets its reason instead."""
    backend = Doubler(batch_size=batch_size)
    found = _answers(Predictor.of(backend).predict(problems))
    assert found == [_doubled(problem) for problem in problems]
    asked = Counter(problem.text for batch in backend.batches for problem in batch.problems)
    assert asked == Counter(p.text for p in problems if p is not NOTHING and p is not LONG)
    assert all(len(batch.problems) <= batch_size for batch in backend.batches)


def test_problems_of_similar_length_are_asked_together() -> None:
    backend = Doubler()
    list(Predictor.of(backend).predict(PROBLEMS[:WINDOW]))
    assert len(backend.batches) < 20
    for batch in backend.batches:
        lengths = batch.mask.sum(1)
        assert lengths.max() <= 1.3 * lengths.min()
        assert batch.target is None


def test_a_text_is_read_up_to_the_last_token_that_fits() -> None:
    length = ENCODING.encode(PROBLEMS[8]).length
    for longest, reason in ((length, None), (length - 1, TOO_LONG)):
        backend = Doubler(encoding=replace(ENCODING, longest=longest))
        assert next(Predictor.of(backend).predict([PROBLEMS[8]])).reason == reason


def test_what_has_no_numbers_is_told_before_it_is_too_long() -> None:
    problem = problem_of("Ann has pens " + "and more " * LONGEST)
    assert next(Predictor.of(Doubler()).predict([problem])).reason == NO_NUMBERS


def _counted(read: list[int]) -> Iterator[Problem]:
    """More problems than anybody should read; the list tells how many were taken."""
    for number in range(100 * WINDOW):
        read.append(number)
        yield PROBLEMS[number % len(PROBLEMS)]


def test_problems_are_read_as_predictions_are_taken() -> None:
    predictor = Predictor.of(Doubler())
    for asked in (predictor, Ensemble((predictor, predictor))):
        read: list[int] = []
        found = asked.predict(_counted(read))
        assert not read
        for taken in range(1, 2 * WINDOW):
            next(found)
            assert len(read) < taken + WINDOW


def test_nothing_is_asked_when_there_is_nothing() -> None:
    backend = Doubler()
    assert list(Predictor.of(backend).predict([])) == []
    assert list(Predictor.of(backend).predict([NOTHING, LONG]))
    assert backend.batches == []


def test_the_search_is_passed_on() -> None:
    backend = Doubler()
    predictor = Predictor.of(backend)
    for asked in (predictor, Ensemble((predictor,))):
        list(asked.predict(PROBLEMS[:1], Search("beam", 5)))
        list(asked.predict(PROBLEMS[:1]))
    assert backend.searches == [Search("beam", 5), DEFAULT_SEARCH] * 2


def test_a_predictor_ranks_with_the_weights_of_its_backend() -> None:
    predictor = Predictor.of(Doubler())
    assert predictor.ranker == Ranker.default({"first": 1.0, "graph": 0.0})
    (found,) = predictor.predict(PROBLEMS[:1])
    assert found.shares[0] == pytest.approx(0.8808, abs=1e-4)
    reverse = replace(predictor, ranker=Ranker.default({"first": -1.0}))
    (turned,) = reverse.predict(PROBLEMS[:1])
    assert [each.answer for each in turned.hypotheses] == [
        each.answer for each in reversed(found.hypotheses)
    ]


def test_a_calibration_changes_the_confidence_alone() -> None:
    plain, calibrated = (
        next(Predictor(Doubler(), Ranker.default(), each).predict(PROBLEMS[3:4]))
        for each in (None, Calibration(bias=2.0))
    )
    assert plain.confidence == plain.shares[0] < calibrated.confidence
    assert (plain.answer, plain.shares) == (calibrated.answer, calibrated.shares)


def test_rankers_are_fitted_on_what_could_be_asked() -> None:
    right = replace(PROBLEMS[4], answer=2 * PROBLEMS[4].quantities[0].value)
    unknown = PROBLEMS[5]
    predictor = Predictor.of(Doubler())
    judged = list(predictor.judged_features([NOTHING, right, LONG, unknown]))
    assert [flags for _, flags in judged] == [[True, False], [False, False]]
    width = len(predictor.ranker.weights)
    assert [rows.shape for rows, _ in judged] == [(2, width), (2, width)]


PEN = problem_of("6 and 4 and 10")


def _prediction(shares: Mapping[str, float]) -> Prediction:
    """A prediction by its expressions and their shares; the score is minus the share."""
    some = tuple(hypothesis_of(text, PEN, score=-share) for text, share in shares.items())
    return Prediction(some, tuple(shares.values()), next(iter(shares.values())))


def _shares(prediction: Prediction) -> dict[str, float]:
    pairs = zip(prediction.hypotheses, prediction.shares, strict=True)
    return {str(each.tree): share for each, share in pairs}


def test_a_tree_has_the_mean_of_the_shares_that_the_members_give_it() -> None:
    """However they write it: models of different codecs are compared by their trees."""
    one = _prediction({"n1+n2": 0.7, "n1*n2": 0.3})
    other = _prediction({"n1*(n2+n3)": 0.5, "n2*n1": 0.3, "n2+n1": 0.2})
    third = _prediction({"n3*n1+n1*n2": 1.0})
    found = merge([one, other, third])
    assert _shares(found) == pytest.approx(
        {"(+ (* n1 n2) (* n1 n3))": 0.5, "(+ n1 n2)": 0.3, "(+ (* n1 n2))": 0.2}
    )
    assert found.answer == 84
    assert found.confidence == pytest.approx(0.5)
    assert found.reason is None


def test_the_most_probable_way_to_write_a_tree_is_kept() -> None:
    one, other = _prediction({"n1*(n2+n3)": 0.2}), _prediction({"n1*n2+n1*n3": 0.1})
    for some in ([one, other], [other, one]):
        (found,) = merge(some).hypotheses
        assert found.score == -0.1


def test_a_member_without_an_answer_gives_its_share_to_none() -> None:
    sure = _prediction({"n1+n2": 1.0})
    found = merge([sure, Prediction(reason=TOO_LONG)])
    assert found.confidence == pytest.approx(0.5)
    assert found.answer == 10
    assert found.shares == (1.0,)


def test_without_any_answer_the_first_reason_is_told() -> None:
    nothing = [Prediction(reason=TOO_LONG), Prediction(reason=NO_TREE)]
    assert merge(nothing) == Prediction(reason=TOO_LONG)
    assert merge([Prediction()]) == Prediction(reason=NO_TREE)


TREES = ["n1", "n2", "n1+n2", "n1*n2", "n3-n2", "n3", "n1+n2-n1+n1"]
MEMBERS = st.lists(
    st.dictionaries(st.sampled_from(TREES), st.floats(0.01, 1.0), max_size=4), min_size=1
)


@given(MEMBERS)
def test_an_ensemble_votes_like_a_slow_count(members: list[dict[str, float]]) -> None:
    predictions = [_normalised(shares) for shares in members]
    found = merge(predictions)
    votes: defaultdict[object, float] = defaultdict(float)
    for prediction in predictions:
        for each, share in zip(prediction.hypotheses, prediction.shares, strict=True):
            votes[each.answer] += share / len(members)
    if not votes:
        assert found.reason == NO_TREE
        return
    assert found.confidence == pytest.approx(max(votes.values()))
    assert votes[found.answer] == pytest.approx(max(votes.values()))
    assert sum(found.shares) == pytest.approx(1.0)


def _normalised(shares: dict[str, float]) -> Prediction:
    if not shares:
        return Prediction(reason=NO_TREE)
    total = sum(shares.values())
    return _prediction({text: share / total for text, share in shares.items()})


@dataclass(frozen=True)
class Says:
    """A member that says one thing to every problem."""

    prediction: Prediction

    def predict(
        self, problems: Iterable[Problem], search: Search = DEFAULT_SEARCH
    ) -> Iterator[Prediction]:
        return (self.prediction for _ in problems)


def test_an_ensemble_is_calibrated_as_a_whole() -> None:
    members = tuple(Says(_prediction({text: 1.0})) for text in ("n1+n2", "n2+n1", "n1*n2"))
    plain, calibrated = (
        list(Ensemble(members, each).predict([PEN] * 3)) for each in (None, Calibration(bias=3.0))
    )
    assert [each.confidence for each in plain] == pytest.approx([2 / 3] * 3)
    assert [each.answer for each in calibrated] == [10] * 3
    assert calibrated[0].confidence > 0.9


def test_models_of_different_codecs_are_members_of_one_ensemble() -> None:
    binary = BinaryCodes.learn((), NumberCodesSettings(constant_uses=1))
    members = [Doubler(), Doubler(codec=binary, encoding=_encoding(binary), batch_size=3)]
    problems: Sequence[Problem] = [NOTHING, *PROBLEMS[:30], LONG]
    ensemble = Ensemble(tuple(map(Predictor.of, members)))
    alone = list(Predictor.of(members[0]).predict(problems))
    found = list(ensemble.predict(problems))
    assert _answers(found) == _answers(alone)
    assert [each.confidence for each in found] == pytest.approx([e.confidence for e in alone])


def test_an_ensemble_needs_no_more_than_it_is_asked_for() -> None:
    assert list(Ensemble((Says(Prediction()),)).predict([])) == []
    taken = islice(Ensemble((Says(_prediction({"n1": 1.0})),)).predict(_counted([])), 2)
    assert [each.answer for each in taken] == [6, 6]
