"""The built-in problems, made once for all tests."""

from functools import cache

from sumc.problems.datasets import load_dataset
from sumc.problems.problem import Problem


@cache
def generated_problems() -> tuple[Problem, ...]:
    """All built-in problems: English ones, then Chinese ones."""
    return load_dataset("generated").problems
