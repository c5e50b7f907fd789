"""Built-in problems, made once for all tests: that takes seconds."""

from functools import cache

from sumc.problems.datasets import Dataset, load_dataset


@cache
def generated_dataset() -> Dataset:
    """What `load_dataset("generated")` gives: 10,000 English problems, then 10,000 Chinese."""
    return load_dataset("generated")
