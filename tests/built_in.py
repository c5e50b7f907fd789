"""Built-in problems, made once for all tests: that takes seconds."""

from functools import cache

from sumc.problems.datasets import Dataset, load_dataset
from sumc.problems.generator import GeneratedProblem, generate
from sumc.problems.generator.schema import LanguageCode

SAMPLE = 4_000


@cache
def generated_dataset() -> Dataset:
    """What `load_dataset("generated")` gives; test functions ask for the fixture `generated`."""
    return load_dataset("generated")


@cache
def generated_sample(code: LanguageCode) -> tuple[GeneratedProblem, ...]:
    """Problems of a language as the generator gives them."""
    return tuple(generate(code, SAMPLE, seed=11))
