"""The Python examples of the documentation hold."""

import doctest
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs" / "solving.md"


def test_the_examples_about_solving_hold() -> None:
    outcome = doctest.testfile(str(DOCS), module_relative=False)
    assert outcome.attempted > 5
    assert outcome.failed == 0
