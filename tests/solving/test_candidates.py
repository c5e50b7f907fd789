"""The answers that a model considers: each once, the chosen one first, shares that add up."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumc.algebra.expression import parse_expression
from sumc.algebra.mtree import MTree
from sumc.decoding.hypothesis import Hypothesis, Prediction
from sumc.problems.numbers import find_quantities
from sumc.problems.problem import Problem
from sumc.solving.candidates import (
    LEAST_SHARE,
    MOST_CANDIDATES,
    candidates_of,
    written_expression,
)

TEXT = "Tom has 3 boxes of 12 pencils and gives 7 pencils away. How many pencils are left?"
PROBLEM = Problem("", TEXT, "en", find_quantities(TEXT))
FORMULAS = (
    "n1*n2-n3",
    "n2*n1-n3",
    "n1*n2+n3",
    "n1+n2-n3",
    "n1*n2",
    "n2-n3",
    "(n2-n3)*n1",
    "n1*n2-n1*n3",
)


def hypothesis(formula: str) -> Hypothesis:
    found = Hypothesis.of(parse_expression(formula), -1.0, PROBLEM)
    assert found is not None
    return found


@st.composite
def predictions(draw: st.DrawFn) -> Prediction:
    chosen = draw(st.lists(st.sampled_from(FORMULAS), min_size=1, unique=True))
    weights = draw(st.lists(st.integers(1, 100), min_size=len(chosen), max_size=len(chosen)))
    shares = tuple(weight / sum(weights) for weight in weights)
    return Prediction(tuple(map(hypothesis, chosen)), shares, draw(st.floats(0.01, 1)))


@given(predictions())
def test_every_answer_is_there_once_and_the_chosen_one_first(prediction: Prediction) -> None:
    found = candidates_of(PROBLEM, prediction)
    answers = [each.answer for each in found]
    assert len(set(answers)) == len(answers) <= MOST_CANDIDATES
    assert answers[0] == prediction.hypotheses[0].answer
    assert found[0].share == prediction.confidence
    assert set(answers) <= {each.answer for each in prediction.hypotheses}


@given(predictions())
def test_shares_are_chances(prediction: Prediction) -> None:
    first, *others = candidates_of(PROBLEM, prediction)
    assert sum((each.share for each in others), first.share) <= 1 + 1e-9
    assert all(each.share >= LEAST_SHARE for each in others)
    assert [each.share for each in others] == sorted((e.share for e in others), reverse=True)


@given(predictions())
def test_the_expression_of_a_candidate_gives_its_answer(prediction: Prediction) -> None:
    for each in candidates_of(PROBLEM, prediction):
        assert MTree.parse(each.expression).evaluate() == each.answer
        json = each.to_json()
        assert Fraction(json["answer"]) == each.answer
        assert json["text"] == each.said


def test_calculations_with_one_answer_are_one_candidate() -> None:
    formulas = ("n1*n2-n3", "n2*n1-n3", "n1*n2+n3")
    prediction = Prediction(tuple(map(hypothesis, formulas)), (0.5, 0.2, 0.3), 0.7)
    first, second = candidates_of(PROBLEM, prediction)
    assert (first.said, second.said) == ("29 pencils", "43 pencils")
    assert second.share == pytest.approx(0.3)


def test_what_is_hardly_possible_is_not_shown() -> None:
    pair = (hypothesis("n1*n2-n3"), hypothesis("n1*n2+n3"))
    assert len(candidates_of(PROBLEM, Prediction(pair, (0.99, 0.01), 0.99))) == 1
    assert len(candidates_of(PROBLEM, Prediction(pair, (0.9, 0.1), 0.9))) == 2
    assert len(candidates_of(PROBLEM, Prediction(pair, (0.9, 0.1), 1.0))) == 1


@pytest.mark.parametrize(
    ("text", "formula", "written"),
    [
        ("Ann has half of 30 pens. How many?", "n1*n2", "(1/2)*30"),
        ("Ann spends 15% of $80. How much?", "n1*n2", "15%*80"),
        ("Ann walks 2 1/2 km and 3 km. How far?", "n1+n2", "2.5+3"),
        ("小明吃了一半，一共30个，吃了多少个？", "n1*n2", "(1/2)*30"),
        ("Add 1,200 and 30. What is it?", "n1+n2", "1200+30"),
    ],
)
def test_a_calculation_has_the_numbers_of_the_text(text: str, formula: str, written: str) -> None:
    problem = Problem("", text, "en" if text.isascii() else "zh", find_quantities(text))
    assert written_expression(MTree.parse(formula), problem) == written
