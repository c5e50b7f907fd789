"""Answers in the form that is asked for: fractions, and one number in another form."""

from fractions import Fraction

import pytest

from solving.test_answer import solved
from sumc.problems.numbers import Language
from sumc.problems.units.table import units
from sumc.solving.answer import AnswerUnit
from sumc.solving.asked_fraction import asks_for_fraction, said_as_asked
from sumc.solving.solver import Solver


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("What fraction of the pie is left?", "en", True),
        ("6 is what fraction of 9?", "en", True),
        ("Write it as a common fraction.", "en", True),
        ("Simplify 10/25.", "en", True),
        ("How many pies are left?", "en", False),
        ("A fraction of the 8 pies is left. How many are eaten?", "en", False),
        ("What fraction of it is left, as a decimal?", "en", False),
        ("What fraction is 40%?", "en", False),
        ("用去了几分之几？", "zh", True),
        ("每段长几分之几米？", "zh", True),
        ("用去了百分之几？", "zh", False),
        ("还剩多少米？", "zh", False),
        ("用去了几分之几？", "", False),
    ],
)
def test_what_is_asked_for_is_read(text: str, language: str, expected: bool) -> None:
    assert asks_for_fraction(text, language) is expected


@pytest.mark.parametrize(
    ("value", "unit", "expected"),
    [
        ("5/8", None, "5/8"),
        ("3", None, "3"),
        ("1/3", None, "1/3"),
        ("5/8", "metre", "5/8 metres"),
        ("5/8", "dollar", "$0.625"),
        ("1/12345", None, "1/12345 ≈ 0.0001"),
    ],
)
def test_a_fraction_is_said_where_it_is_asked_for(
    value: str, unit: str | None, expected: str
) -> None:
    known = units("en").named(unit) if unit else None
    counted = AnswerUnit(known.prefix or known.plural, known) if known else None
    assert said_as_asked(Fraction(value), counted, "What fraction is left?", "en") == expected


def test_candidates_are_said_like_the_answer() -> None:
    solution = solved("A pie has 6 slices. Ben eats 3. What fraction does he eat?", "n2/n1")
    assert [solution.said, *(each.said for each in solution.candidates)] == ["1/2", "1/2"]
    assert solution.to_json()["text"] == "1/2"


@pytest.mark.parametrize(
    ("text", "language", "sentence"),
    [
        ("Write 3/8 as a decimal", "en", "3/8 = 3 ÷ 8 = 0.375."),
        ("Write 35% as a decimal", "en", "35% = 0.35."),
        ("Write 2/3 as a decimal", "en", "The answer is 2/3 ≈ 0.6667."),
        ("Simplify 10/25", "en", "10/25 = 2/5."),
        ("Simplify 21/14", "en", "21/14 = 3/2."),
        ("Convert 1.5 hours to hours and minutes", "en", "1.5 hours = 1 h 30 min."),
        ("How many minutes is 90 seconds?", "en", "90 seconds in minutes: 90 ÷ 60 = 1.5 minutes."),
        ("2/5化成小数", "zh", "2/5 = 2 ÷ 5 = 0.4。"),
        ("45%化成小数", "zh", "45% = 0.45。"),
        ("4.5小时=( )小时( )分", "zh", "4.5小时 = 4小时30分钟。"),
    ],
)
def test_a_number_in_another_form_is_a_step(text: str, language: Language, sentence: str) -> None:
    solution = Solver.load(language).solve(text)
    assert solution.model == "algebra"
    assert solution.explanation()[-1] == sentence
