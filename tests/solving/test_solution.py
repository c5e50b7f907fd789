import json
from dataclasses import FrozenInstanceError
from fractions import Fraction
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solving.stubs import Adder, adding_solver, hypothesis_of, problem_of
from sumc.algebra.mtree import MTree
from sumc.decoding.hypothesis import Prediction
from sumc.solving.refusals import SENTENCES
from sumc.solving.solution import Solution, SolvedNumber, answer_text


def solved(text: str, expression: str) -> Solution:
    """The solution of a text by an expression over n1, n2, ..."""
    problem = problem_of(text)
    found = hypothesis_of(expression, problem)
    return Solution.of(problem, Prediction((found,), (1.0,), 0.93456), "en")


PENS = "Ann has 3 bags of 4 1/2 sweets and twenty pens. How many sweets are that?"


def test_json_is_what_the_design_says() -> None:
    content = solved(PENS, "n1*n2").to_json()
    assert content == {
        "answer": "27/2",
        "answer_float": 13.5,
        "expression": "3*4.5",
        "tree": "(+ (* n1 n2))",
        "numbers": [
            {
                "symbol": "n1",
                "text": "3",
                "value": "3",
                "start": 8,
                "end": 9,
                "unit": "bags",
                "codes": ["0_0_+_*"],
            },
            {
                "symbol": "n2",
                "text": "4 1/2",
                "value": "9/2",
                "start": 18,
                "end": 23,
                "unit": "sweets per bag",
                "codes": ["0_0_+_*"],
            },
            {
                "symbol": "n3",
                "text": "twenty",
                "value": "20",
                "start": 35,
                "end": 41,
                "unit": "pens",
                "codes": [],
            },
        ],
        "unit": "sweets",
        "text": "13.5 sweets",
        "rounded": None,
        "confidence": 0.9345,
        "sure": True,
        "candidates": [
            {
                "answer": "27/2",
                "text": "13.5 sweets",
                "expression": "3*4.5",
                "rounded": None,
                "share": 0.9345,
            }
        ],
        "model": "en",
        "reason": None,
        "message": None,
        "language": "en",
        "rules": [],
    }
    assert json.loads(json.dumps(content)) == content


def test_the_explanation_is_added_on_demand() -> None:
    content = solved(PENS, "n1*n2").to_json(explain=True)
    assert content["explanation"] == [
        "3 bags of 4 1/2 sweets: 3 × 4.5 = 13.5 sweets.",
        "The 20 pens are not needed.",
    ]
    assert solved(PENS, "n1*n2").explanation("zh")[-1] == "20没有用到。"


def test_numbers_stand_where_the_solution_says() -> None:
    for number in solved(PENS, "n1*n2").numbers:
        assert isinstance(number, SolvedNumber)
        assert PENS[number.start : number.end] == number.text


@pytest.mark.parametrize(
    ("text", "tree", "expression"),
    [
        ("3 and 12 and 7", "n1*n2-n3", "3*12-7"),
        ("25% of 1,000", "n1*n2", "25%*1000"),
        ("1/3 and 1/4 of 120", "n3*(1-n1-n2)", "(1-1/3-1/4)*120"),
        ("-7 and 3 degrees", "n2-n1", "3-(-7)"),
        ("half of twenty", "n1*n2", "(1/2)*20"),
        ("a third of twenty", "n1*n2", "(1/3)*20"),
        ("½ of 2½", "n1*n2", "(1/2)*2.5"),
        ("three and a half and 0.5", "n1-n2", "3.5-0.5"),
    ],
)
def test_the_expression_has_the_numbers_of_the_text(text: str, tree: str, expression: str) -> None:
    solution = solved(text, tree)
    assert solution.expression == expression
    assert MTree.parse(expression).evaluate() == solution.answer


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(29), "29"),
        (Fraction(-29), "-29"),
        (Fraction(27, 2), "27/2 = 13.5"),
        (Fraction(-1, 8), "-1/8 = -0.125"),
        (Fraction(10, 3), "10/3 ≈ 3.3333"),
        (Fraction(-2, 3), "-2/3 ≈ -0.6667"),
        (Fraction(1, 300_000), "1/300000"),
    ],
)
def test_an_answer_is_exact_and_has_decimals_where_they_help(value: Fraction, text: str) -> None:
    assert answer_text(value) == text


def test_an_answer_beyond_floats_is_still_json() -> None:
    solution = solved(f"{'9' * 90} and {'9' * 90} and {'9' * 90} and {'9' * 90}", "n1*n2*n3*n4")
    content = solution.to_json()
    assert content["answer_float"] is None
    assert json.dumps(content, allow_nan=False)
    assert Fraction(content["answer"]) == solution.answer


def test_a_refusal_has_a_reason_and_no_answer() -> None:
    solution = adding_solver(Adder("en")).solve("Nothing to count here?")
    assert (solution.answer, solution.expression, solution.tree) == (None, None, None)
    assert solution.reason == "no-numbers"
    assert solution.message == SENTENCES["no-numbers"]
    assert solution.explanation() == ()
    assert solution.answer_text is None
    assert solution.to_json()["message"] == solution.message


def test_the_reason_is_told_in_the_language_of_the_text() -> None:
    solution = adding_solver(Adder("zh")).solve("小明和小红一共有多少支笔？")
    assert (solution.reason, solution.message) == ("no-numbers", "题目里没有可以计算的数")


def unsure(confidence: float, shares: tuple[float, ...] = (0.6, 0.2, 0.15, 0.05)) -> Solution:
    """A solution whose model considers several calculations, two of them with one value."""
    problem = problem_of(PENS)
    formulas = ("n1*n2", "n1+n2", "n2*n1", "n3-n1")
    found = tuple(hypothesis_of(each, problem) for each in formulas[: len(shares)])
    return Solution.of(problem, Prediction(found, shares, confidence), "en", sure_from=0.4)


def test_an_answer_below_the_floor_is_not_sure_and_has_candidates() -> None:
    solution = unsure(0.3)
    assert not solution.sure
    assert solution.answer == Fraction(27, 2)
    content = solution.to_json()
    assert content["sure"] is False
    assert content["candidates"] == [
        {
            "answer": "27/2",
            "text": "13.5 sweets",
            "expression": "3*4.5",
            "rounded": None,
            "share": 0.3,
        },
        {
            "answer": "15/2",
            "text": "7.5 sweets",
            "expression": "3+4.5",
            "rounded": None,
            "share": 0.08,
        },
        {
            "answer": "17",
            "text": "17 sweets",
            "expression": "20-3",
            "rounded": None,
            "share": 0.02,
        },
    ]
    assert "not sure: 13.5 sweets" in solution._repr_html_()
    assert unsure(0.4).sure


def test_a_refusal_is_not_sure_and_an_exact_answer_is() -> None:
    assert not adding_solver(Adder("en")).solve("Nothing to count here?").sure
    exact = adding_solver(Adder("en", confidence=0.0)).solve("What is 84 divided by 7?")
    assert (exact.sure, exact.candidates) == (True, ())


@given(st.floats(0, 1), st.floats(0.34, 1))
def test_the_chances_of_candidates_are_chances(confidence: float, share: float) -> None:
    """The chosen answer has the confidence, others no more than it, and together at most 1."""
    rest = (1 - share) / 2
    found = unsure(confidence, (share, rest, 0.0, rest)).candidates
    assert found[0].share == confidence
    assert all(each.share <= confidence + 1e-9 for each in found)
    assert sum(each.share for each in found) <= 1 + 1e-9


def test_solutions_cannot_be_changed_and_are_equal_by_value() -> None:
    solution = solved(PENS, "n1*n2")
    assert solution == solved(PENS, "n1*n2")
    assert hash(solution) == hash(solved(PENS, "n1*n2"))
    with pytest.raises(FrozenInstanceError):
        solution.answer = Fraction(1)  # type: ignore[misc]


HOSTILE = "<script>alert('3')</script> & <b>4</b> \"boxes\": how many?"


def test_a_notebook_shows_the_text_the_answer_and_the_tree() -> None:
    page = solved(PENS, "n1*n2")._repr_html_()
    root = ElementTree.fromstring(page)
    marks = list(root.iter("mark"))
    assert [mark.text for mark in marks] == ["3", "4 1/2", "twenty"]
    assert [mark.get("class") for mark in marks] == [None, None, "sumc-unused"]
    assert "13.5 sweets" in page
    assert "3*4.5" in page
    assert "<li>The 20 pens are not needed.</li>" in page
    assert [each.tag for each in root.iter() if each.tag.endswith("}svg")]


@pytest.mark.parametrize("expression", ["n1+n2", None])
def test_a_hostile_text_is_only_text_in_a_notebook(expression: str | None) -> None:
    if expression:
        solution = solved(HOSTILE, expression)
    else:
        solution = Solution.refused(HOSTILE, "no-tree", "<en>")
    page = solution._repr_html_()
    root = ElementTree.fromstring(page)
    assert not [each.tag for each in root.iter() if each.tag in ("script", "b")]
    (paragraph, *_) = root.iter("p")
    shown = "".join(paragraph.itertext())
    for number in solution.numbers:
        shown = shown.replace(number.symbol, "")
    assert shown == HOSTILE


def test_a_solution_is_a_sentence() -> None:
    solver = adding_solver()
    assert str(solver.solve("Tom has 3 cats and 4 dogs. How many animals?")).endswith(" %).")
    assert str(solver.solve("Hello?")).startswith("No answer: ")
