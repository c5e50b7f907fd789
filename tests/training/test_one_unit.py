"""Training problems with their measures in one unit, as a solver reads them."""

from fractions import Fraction
from itertools import islice

import pytest

from sumc.algebra.arithmetic import calculate
from sumc.algebra.expression import parse_expression
from sumc.algebra.limits import DEFAULT_LIMITS
from sumc.problems.numbers import Language, find_quantities
from sumc.problems.problem import Problem
from sumc.problems.splits import Split
from sumc.problems.units.conversion import in_one_unit
from sumc.problems.world import stories
from sumc.training.one_unit import learned_in_one_unit, split_in_one_unit


def solved(text: str, solution: str, language: Language = "en") -> Problem:
    """A problem with its solution over n1, n2, ..."""
    quantities = find_quantities(text, language=language)
    return Problem("1", text, language, quantities, parse_expression(solution))


@pytest.mark.parametrize(
    ("text", "solution", "learned", "then"),
    [
        (
            "Ria reads 12 pages a day for 2 weeks. How many pages does she read?",
            "n1*n2*7",
            "Ria reads 12 pages a day for 14 days. How many pages does she read?",
            "n1*n2",
        ),
        (
            "A rope of 3 m 40 cm is cut into 2 equal pieces. How many cm is each?",
            "(n1*100+n2)/n3",
            "A rope of 340 centimetres is cut into 2 equal pieces. How many cm is each?",
            "n1/n2",
        ),
        (
            "The hike takes 2 hours 5 minutes. How many minutes does it take?",
            "n1*60+n2",
            "The hike takes 125 minutes. How many minutes does it take?",
            "n1",
        ),
        (
            "A van drives 60 km per hour. How far does it get in 45 minutes?",
            "n1*n2/60",
            "A van drives 60 km per hour. How far does it get in 0.75 hours?",
            "n1*n2",
        ),
    ],
)
def test_the_solution_loses_the_constants_of_units(
    text: str, solution: str, learned: str, then: str
) -> None:
    found = learned_in_one_unit(solved(text, solution))
    assert found.text == learned
    assert found.expression == parse_expression(then)


@pytest.mark.parametrize(
    ("text", "solution"),
    [
        ("Ria reads 12 pages a day for 2 weeks. How many pages does she read?", "n1*n2"),
        ("A rope of 3 m 40 cm is cut into 2 equal pieces. How many cm is each?", "n1*100/n3"),
        ("A rope of 3 m 40 cm is cut into 2 equal pieces. How many cm is each?", "n3/n2"),
        ("Ria has 12 pens and 3 more. How many pens does she have?", "n1+n2"),
    ],
)
def test_a_solution_that_is_not_told_in_one_unit_leaves_the_problem_as_it_is(
    text: str, solution: str
) -> None:
    problem = solved(text, solution)
    assert learned_in_one_unit(problem) is problem


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_answers_of_stories_stay_the_same(language: Language) -> None:
    changed = 0
    for problem in islice(stories(language, 11, answerable=True), 900):
        found = learned_in_one_unit(problem)
        if found is problem:
            assert in_one_unit(problem) is None  # all solutions of stories can be told so
            continue
        changed += 1
        assert found.expression is not None
        assert calculate(found.expression, DEFAULT_LIMITS, found.values) == problem.answer
    assert changed > 5


def test_a_problem_without_an_answer_is_read_the_same_way() -> None:
    text = "Ria reads for 2 weeks, 12 pages a day. How old is she?"
    problem = Problem("1", text, "en", find_quantities(text), answerable=False)
    assert [each.value for each in learned_in_one_unit(problem).quantities] == [14, Fraction(12)]


def test_what_tests_stays_as_it_is() -> None:
    problem = solved("The hike takes 2 h 5 min. How many minutes does it take?", "n1*60+n2")
    split = split_in_one_unit(Split("own", (problem,), (problem,), (problem,)))
    assert split.test == (problem,)
    assert [len(each.quantities) for each in (*split.train, *split.validation)] == [1, 1]
