"""What docs/grading.md shows is true."""

import doctest
import re
from pathlib import Path

from sumc.grading.scheme import DEFAULT_SCHEME, POINTS, read_scheme

DOCS = Path(__file__).parents[2] / "docs" / "grading.md"
TEXT = DOCS.read_text(encoding="utf-8")


def test_the_python_of_the_page_runs_as_written() -> None:
    outcome = doctest.testfile(str(DOCS), module_relative=False)
    assert outcome.attempted
    assert not outcome.failed


def test_the_scheme_of_the_page_is_one() -> None:
    (shown,) = re.findall(r"same names:\n\n(.*?)\n\n\|", TEXT, re.DOTALL)
    scheme = read_scheme(re.sub(r"^    ", "", shown, flags=re.MULTILINE), "docs/grading.md")
    assert scheme.constants == {"pi": ("3.14", "22/7")}
    assert scheme.unit == ("pencils",)
    assert scheme != DEFAULT_SCHEME


def test_the_points_of_the_page_are_the_defaults() -> None:
    rows = re.findall(r"^\| (`.*`) \| ([0-9.]+) \|$", TEXT, re.MULTILINE)
    told = {name: points for names, points in rows for name in re.findall(r"`(.*?)`", names)}
    assert {name: float(points) for name, points in told.items()} == POINTS
