"""Runs of blanks cost no more than other text: no pattern looks at them again and again."""

import timeit

import pytest

from sumc.problems.units.annotation import annotate
from sumc.solving.refusals import read_problem
from sumc.solving.routes.finding import find_exact

TEXTS = (
    "Ben drives 60 km per hour for 2 hours 30 minutes and pays $5 each day. How far does he go?",
    "There are 3 boxes with 12 pens each, and 7 pens more than that. How many pens are there?",
    "小 明 有 3 盒 铅 笔 ， 每 盒 12 支 ， 还 剩 多 少 支 ？",
)


def read(text: str) -> None:
    """All that is done with a text before a model sees it."""
    problem = read_problem(text)
    if isinstance(problem, str):  # a line that ends within a question may end the question
        return
    find_exact(text, problem.language)
    annotate(text, problem.quantities, problem.language)


@pytest.mark.parametrize("blank", [" ", "\n", "\u3000"])
@pytest.mark.parametrize("text", TEXTS)
def test_a_run_of_blanks_is_read_in_time(text: str, blank: str) -> None:
    """1,900 line ends took half a second, 1,900 blanks behind a unit a tenth of one."""
    read(text)  # what is compiled once is compiled
    plain = min(timeit.repeat(lambda: read(text), number=1, repeat=5))
    for place in (0, *(place for place, sign in enumerate(text) if sign == " ")):
        longer = text[:place] + blank * 1_850 + text[place:]
        took = min(timeit.repeat(lambda: read(longer), number=1, repeat=2))  # noqa: B023
        assert took < 25 * plain, longer[place - 9 : place].strip()
