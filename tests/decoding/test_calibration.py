"""Confidence to probability, on made-up predictions whose chances are known."""

import json
import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from sumc.algebra.expression import parse_expression
from sumc.decoding.calibration import CLEARLY_NONE, Calibration
from sumc.decoding.hypothesis import NO_TREE, Hypothesis, Prediction
from sumc.errors import ModelError
from sumc.evaluation.confidence import calibration_error

NOTHING = Prediction(reason=NO_TREE)
SHARES = (0.0, 0.2, 0.5, 0.9, 1.0)


def _prediction(
    confidence: float,
    score: float = -1.0,
    answer: Fraction | int = 1,
    symbols: tuple[str, ...] = ("n1",),
) -> Prediction:
    found = Hypothesis(score, Fraction(answer), symbols, lambda: parse_expression("n1"))
    return Prediction((found,), (1.0,), confidence)


def _made_up(count: int, seed: int) -> tuple[list[Prediction], list[bool]]:
    """Predictions that are right less often than they are confident."""
    random = np.random.default_rng(seed)
    shares = random.uniform(0.3, 1.0, count)
    right = [bool(random.random() < share**3) for share in shares]
    return [_prediction(float(share)) for share in shares], right


def test_fitted_probabilities_are_closer_to_the_truth_than_shares() -> None:
    calibration = Calibration.fit(*_made_up(400, seed=1))
    predictions, right = _made_up(4_000, seed=2)
    before, after = (
        calibration_error([(each.confidence, is_right) for each, is_right in pairs])
        for pairs in (
            list(zip(predictions, right, strict=True)),
            list(zip(map(calibration.apply, predictions), right, strict=True)),
        )
    )
    assert before > 0.15
    assert after < 0.04


def test_codes_that_were_improbable_make_an_answer_less_probable() -> None:
    likely, unlikely = _prediction(0.9), _prediction(0.9, score=-8.0)
    calibration = Calibration.fit([likely] * 100 + [unlikely] * 100, [True] * 100 + [False] * 100)
    assert calibration.probability(likely) > 0.8
    assert calibration.probability(unlikely) < 0.2
    assert calibration.probability(_prediction(0.9, score=float("-inf"))) < 0.2


def _with_odds(odds: float | None) -> Prediction:
    prediction = _prediction(0.9)
    assert prediction.best is not None
    return replace(prediction, hypotheses=(replace(prediction.best, answerable=odds),))


def test_problems_that_may_have_no_answer_are_less_probable() -> None:
    sure, unsure = _with_odds(5.0), _with_odds(-5.0)
    calibration = Calibration.fit([sure] * 100 + [unsure] * 100, [True] * 100 + [False] * 100)
    assert calibration.probability(sure) > 0.8
    assert calibration.probability(unsure) < 0.2
    assert calibration.probability(_with_odds(-500.0)) == calibration.probability(_with_odds(-6.0))


def test_the_floor_refuses_hardly_any_problem_that_has_an_answer() -> None:
    odds = np.random.default_rng(0).normal(1.0, 2.0, 1000)
    predictions = [_with_odds(float(each)) for each in odds]
    floor = Calibration().with_floor(predictions, [True] * 1000).floor
    assert floor < 0
    assert 0.015 <= (odds < floor).mean() <= 0.025
    assert Calibration().with_floor([_with_odds(3.0)] * 9, [True] * 9).floor == CLEARLY_NONE
    assert Calibration().with_floor([_with_odds(-3.0)] * 9, [False] * 9).floor == CLEARLY_NONE


def test_the_floor_is_low_enough_for_the_texts_that_are_doubted_most() -> None:
    familiar, strange = [_with_odds(4.0)] * 5_000, [_with_odds(-3.0)] * 100
    groups = ["familiar"] * 5_000 + ["strange"] * 100
    floor = Calibration().with_floor(familiar + strange, [True] * 5_100, groups).floor
    assert floor == -3.0
    few = Calibration().with_floor(familiar + strange[:50], [True] * 5_050, groups[:5_050]).floor
    assert few == CLEARLY_NONE


def test_large_groups_have_the_same_say_in_the_floor() -> None:
    """3 % of one group and none of another are 1.5 % on average: they may be refused."""
    groups = ["familiar"] * 5_000 + ["strange"] * 200
    familiar = [_with_odds(4.0)] * 5_000
    few = familiar + [_with_odds(-3.0)] * 6 + [_with_odds(4.0)] * 194
    assert Calibration().with_floor(few, [True] * 5_200, groups).floor == CLEARLY_NONE
    more = familiar + [_with_odds(-3.0)] * 10 + [_with_odds(4.0)] * 190
    assert Calibration().with_floor(more, [True] * 5_200, groups).floor == -3.0


def test_sure_is_what_is_rather_right_than_wrong() -> None:
    """Predictions are right with the chance share³; so half of those at 0.79 are right."""
    predictions, right = _made_up(8_000, seed=3)
    found = Calibration(bias=-0.5).with_sure(predictions, right).sure
    assert found == pytest.approx(Calibration(bias=-0.5).probability(_prediction(0.79)), abs=0.05)


@pytest.mark.parametrize(
    ("right", "expected"),
    [([True] * 9, 0.7), ([False] * 9, 0.7), ([], 0.5), ([True] * 8 + [False], 0.7)],
)
def test_a_few_problems_say_little_about_what_is_sure(right: list[bool], expected: float) -> None:
    predictions = [_prediction(0.9)] * len(right)
    assert Calibration().with_sure(predictions, right).sure == expected
    low = [_prediction(0.1)] * 9
    assert Calibration().with_sure(low, [True] * 9).sure == 0.3
    assert Calibration().with_sure([NOTHING], [False]).sure == 0.5


def test_a_small_group_counts_as_much_as_a_large_one() -> None:
    predictions, right = [_prediction(0.9)] * 220, [True] * 200 + [False] * 20
    groups = ["large"] * 200 + ["small"] * 20
    alone, fair = Calibration.fit(predictions, right), Calibration.fit(predictions, right, groups)
    assert alone.probability(predictions[0]) > 0.85
    assert fair.probability(predictions[0]) == pytest.approx(0.5, abs=0.05)


@pytest.mark.parametrize(
    "unlikely",
    [
        _prediction(0.9, answer=-1, symbols=("n1", "n2")),
        _prediction(0.9, symbols=("n2",)),
        _prediction(0.9, answer=Fraction(7, 3), symbols=("n1", "n2")),
    ],
    ids=["negative", "nothing is done", "not whole"],
)
def test_answers_that_word_problems_hardly_have_are_less_probable(unlikely: Prediction) -> None:
    usual = _prediction(0.9, symbols=("n1", "n2"))
    calibration = Calibration.fit([usual] * 100 + [unlikely] * 100, [True] * 100 + [False] * 100)
    assert calibration.probability(usual) > 0.8
    assert calibration.probability(unlikely) < 0.2


def test_a_large_group_does_not_outvote_a_small_one() -> None:
    predictions, right = [_prediction(0.9)] * 1_000, [True] * 100 + [False] * 900
    alone = Calibration.fit(predictions, right)
    fair = Calibration.fit(predictions, right, ["easy"] * 100 + ["hard"] * 900)
    assert alone.probability(predictions[0]) == pytest.approx(0.1, abs=0.02)
    assert fair.probability(predictions[0]) == pytest.approx(0.5, abs=0.02)


def test_without_evidence_the_share_is_the_probability() -> None:
    assert Calibration.fit([], []) == Calibration()
    assert Calibration.fit([NOTHING], [False]) == Calibration()
    assert Calibration().probability(_prediction(0.7)) == pytest.approx(0.7)


def test_a_few_problems_do_not_make_it_certain() -> None:
    for is_right in (True, False):
        calibration = Calibration.fit([_prediction(0.9)] * 3, [is_right] * 3)
        assert 0.05 < calibration.probability(_prediction(0.9)) < 0.99


@pytest.mark.parametrize("share", SHARES)
def test_many_problems_that_are_all_right_or_wrong_are_believed(share: float) -> None:
    """The odds of the share are then far from the truth, which must not make the fit jump."""
    for is_right in (True, False):
        calibration = Calibration.fit([_prediction(share)] * 2_000, [is_right] * 2_000)
        found = calibration.probability(_prediction(share))
        assert found == pytest.approx(float(is_right), abs=0.05)


def test_no_answer_has_no_chance() -> None:
    assert Calibration(bias=9.0).probability(NOTHING) == 0.0


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("bias", [-1e300, 0.0, 1e300])
def test_probabilities_are_probabilities(share: float, bias: float) -> None:
    assert 0 <= Calibration(bias).probability(_prediction(share)) <= 1


def test_only_the_confidence_of_a_prediction_changes() -> None:
    before = _prediction(0.5)
    after = Calibration(bias=1.0).apply(before)
    assert after.confidence > 0.7
    assert replace(after, confidence=0.5) == before


def test_a_calibration_survives_a_file() -> None:
    calibration = Calibration.fit(*_made_up(50, seed=3))
    assert Calibration.from_json(json.loads(json.dumps(calibration.to_json()))) == calibration


@pytest.mark.parametrize(
    "data",
    [
        None,
        {},
        {"bias": 1.0, "slope": 1.0},
        {"bias": math.nan, "slope": 1.0, "score": 0.0},
        {"bias": "1", "slope": 1.0, "score": 0.0},
        {"bias": 1.0, "slope": 1.0, "score": 0.0, "else": 0.0},
    ],
)
def test_other_data_is_refused(data: object) -> None:
    with pytest.raises(ModelError, match=r"finite numbers for the bias, slope, score, .* of a"):
        Calibration.from_json(data)
