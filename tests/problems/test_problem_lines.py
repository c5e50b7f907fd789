import json
from dataclasses import replace

import pytest
from hypothesis import given

from strategies import any_problems
from sumc.errors import ProblemError
from sumc.problems.datasets import load_dataset
from sumc.problems.problem import Problem
from sumc.problems.problem_lines import read_line, write_line


@given(any_problems())
def test_a_problem_comes_back_from_its_line_exactly(problem: Problem) -> None:
    line = write_line(problem)
    assert read_line(line) == problem
    assert b"\n" not in line


def test_a_line_is_plain_json_and_shows_the_text_as_it_is() -> None:
    problem = next(p for p in load_dataset("generated").problems if p.language == "zh")
    line = write_line(problem)
    assert json.loads(line)[:3] == [problem.id, problem.text, "zh"]
    assert problem.text.encode() in line


def test_a_number_that_is_not_in_the_text_is_refused() -> None:
    problem = load_dataset("generated").problems[0]
    moved = replace(problem, text=f"So {problem.text}")
    with pytest.raises(ProblemError, match=r"problem en-1: .* is not at"):
        write_line(moved)
