import pytest

from sumc.problems.alignment import to_problem
from sumc.problems.problem import Problem
from sumc.problems.records import Record


def _problem(equation: str, text: str = "3 cats, 8 dogs, 5 birds and 5 fish.") -> Problem:
    problem = to_problem(Record("1", text, equation, "" if equation else "7", "en"))
    assert isinstance(problem, Problem)
    return problem


@pytest.mark.parametrize(
    ("equation", "operands"),
    [
        ("3+8", "n1 n2"),
        ("8-3", "n1 n2"),  # in the order of the text
        ("(3+5)*8", "n1 n2 n3"),  # three numbers, although multiplied out there are four leaves
        ("3*8+3", "n1 n2"),  # a number that is used twice is one number
        ("5*5", "n3 n4"),  # the text has it twice
        ("8*7", "n2"),  # a constant is not in the text
        ("3.14*3^2", "n1"),  # neither is an exponent
        ("2*7", ""),
        ("", ""),
    ],
)
def test_operands_are_the_numbers_of_the_text_that_the_solution_needs(
    equation: str, operands: str
) -> None:
    assert " ".join(_problem(equation).operands) == operands


def test_tags_are_found_by_their_name() -> None:
    record = Record(
        "1", "3 cats", "", "3", tags=(("kind", "decoy"), ("steps", "2"), ("kind", "a"))
    )
    problem = to_problem(record)
    assert isinstance(problem, Problem)
    assert problem.tagged("kind") == ("decoy", "a")
    assert problem.tagged("group") == ()


def test_a_question_without_an_answer_is_a_problem_too() -> None:
    record = Record("1", "3 cats and some dogs. How many dogs?", "", "", answerable=False)
    problem = to_problem(record)
    assert isinstance(problem, Problem)
    assert (problem.answer, problem.expression, problem.answerable) == (None, None, False)
