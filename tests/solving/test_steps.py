"""The steps of solutions as a teacher would tell them, and the answers with their units.

`steps.txt` has a problem, its calculation with the answer, and the sentences, with an empty line
between problems. Every sentence there was read aloud: what does not sound like a person is wrong.
"""

import re
from fractions import Fraction
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from solving.test_answer import solved
from sumc.algebra.expression import parse_expression
from sumc.algebra.mtree import MTree
from sumc.decoding.hypothesis import Hypothesis, Prediction
from sumc.problems.datasets import fresh_problems
from sumc.problems.numbers import Language, detect_language, find_quantities
from sumc.problems.problem import Problem
from sumc.solving.solution import Solution

BLOCKS = (Path(__file__).parent / "steps.txt").read_text(encoding="utf-8").strip().split("\n\n")


@pytest.mark.parametrize("block", BLOCKS)
def test_steps_are_told_as_people_tell_them(block: str) -> None:
    text, calculation, *sentences = block.splitlines()
    formula, _, answer = calculation.partition("  ->  ")
    solution = solved(text, formula)
    assert solution.said == answer
    assert list(solution.explanation()) == sentences


def test_there_are_many_of_them_in_both_languages() -> None:
    chinese = [block for block in BLOCKS if not block.splitlines()[0].isascii()]
    assert len(chinese) >= 40
    assert len(BLOCKS) - len(chinese) >= 60


@pytest.mark.parametrize(
    ("text", "formula", "sentence"),
    [
        (
            "Ann reads 12 pages on each of 5 days. How many pages?",
            "n1*n2",
            "12 pages a day for 5 days: 12 × 5 = 60 pages.",
        ),
        (
            "Ann had 12 pens each and Tom had 5 cups each. How many is that?",
            "n1*n2",
            "Multiply 12 by 5: 12 × 5 = 60.",
        ),
        (
            "Ben earns $9 an hour. How much does he earn in 2 days?",
            "n1*n2",
            "Multiply 9 by 2: 9 × 2 = $18.",
        ),
        (
            "There are 4 boys and 30 kg of rice. How much is that?",
            "n1*n2",
            "Multiply 4 by 30: 4 × 30 = 120.",
        ),
    ],
)
def test_what_is_not_sure_is_plain_arithmetic(text: str, formula: str, sentence: str) -> None:
    """Nothing odd is said: no rate of one thing for another, no wage an hour for days."""
    assert solved(text, formula).explanation()[0] == sentence


RICH = (
    "Ann earns $12 an hour, works 6 hours a day for 2 weeks, walks 3 km 400 m at 5 km/h, gives "
    "away 7 of her 40 pens, buys 8 boxes of 25 pens at 15% off, and has 3/4 of 60 cards. "
    "How many pens?"
)
CHINESE_RICH = (
    "小明每小时走5千米，走了2小时30分，买了3盒铅笔，每盒12支，每支8角，一共付了50元，打八折，用去了1/4，"
    "又送给同学7支，还有40支，一共有多少支？"
)


OPERANDS = st.sampled_from([*(f"n{place}" for place in range(1, 11)), "1", "2", "7", "60", "100"])
FORMULAS = st.recursive(
    OPERANDS,
    lambda inner: st.builds("({}{}{})".format, inner, st.sampled_from("+-*/"), inner),
    max_leaves=6,
)


@given(st.sampled_from([RICH, CHINESE_RICH]), FORMULAS)
def test_whatever_is_calculated_every_step_is_a_true_sum(text: str, formula: str) -> None:
    """What is before each `=` has the value after it, and the last one is the answer."""
    language = detect_language(text)
    problem = Problem("", text, language, find_quantities(text, language=language))
    found = Hypothesis.of(parse_expression(formula), -1.0, problem)
    assume(found is not None)
    assert found is not None
    check_steps(Solution.of(problem, Prediction((found,), (1.0,), 1.0), "test"))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_steps_of_built_in_problems_end_with_their_answers(language: Language) -> None:
    for problem in islice(fresh_problems("generated", language, seed=11), 150):
        assert problem.expression is not None
        found = Hypothesis.of(problem.expression, -1.0, problem)
        assert found is not None
        check_steps(Solution.of(problem, Prediction((found,), (1.0,), 1.0), "test"))


def check_steps(solution: Solution) -> None:
    """Make sure that all steps of an explanation are true and lead to the answer."""
    steps = [each for each in solution.explanation() if " = " in each]
    for sentence in steps:
        left, right = sentence.split(" = ")[:2]
        assert value_of(left) == value_of(right.split(" ≈ ")[0]), sentence
    if steps:
        last = steps[-1].split(" = ")[1].split(" ≈ ")[0]
        assert value_of(last) == solution.answer, solution.text


def value_of(said: str) -> Fraction:
    """The value of the sum at the end of a sentence, or of an amount with its unit."""
    signs = re.findall(r"[-(]*\d[\d./]*%?[)]*(?:\s[+−×÷]\s[-(]*\d[\d./]*%?[)]*)*", said)
    return MTree.parse(signs[-1].translate(str.maketrans("×÷−", "*/-")).rstrip(".")).evaluate()
