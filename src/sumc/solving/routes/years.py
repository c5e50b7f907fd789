"""Ages and years of one person, such as "In 1999 he was 12. How old was he in 2005?"."""

import re

from sumc.algebra.expression import parse_expression
from sumc.algebra.mtree import MTree
from sumc.errors import LimitError
from sumc.lazy_regex import lazy_regex
from sumc.problems.numbers import Language, find_quantities
from sumc.problems.problem import Problem
from sumc.problems.units.table import units
from sumc.solving.answer import AnswerUnit
from sumc.solving.routes.exact import Exact
from sumc.solving.routes.rules import rule

_WHO = "(?P<who>he|she|[A-Z][a-z]+)"
_SAME = "(?P<same>he|she|[A-Z][a-z]+)"
_AGE = r"(?P<age>\d{1,2})(?: years old| years of age)?"
_YEAR = r"(?P<year>\d{4})"
_OTHER = r"(?P<other>\d{4})"
_HOW_OLD = "[Hh]ow old (?:was|is|will)"
_WHICH_YEAR = "[Ii]n (?:what|which) year"
_THEN = "(?:[.,;] | and )"
# What is told, what is asked, the formula over their numbers, and the rule.
_FORMS = tuple(
    (lazy_regex(form + r" ?\??"), formula, name)
    for forms, formula, name in (
        (
            (
                rf"In {_YEAR},? {_WHO} was {_AGE}{_THEN}{_HOW_OLD} {_SAME} (?:be )?in {_OTHER}",
                rf"{_WHO} was {_AGE} in {_YEAR}{_THEN}{_HOW_OLD} {_SAME} (?:be )?in {_OTHER}",
            ),
            "age+other-year",
            "age-in-a-year",
        ),
        (
            (
                rf"{_WHO} was born in {_YEAR}{_THEN}{_HOW_OLD} {_SAME} (?:be )?in {_OTHER}",
                rf"{_HOW_OLD} {_WHO} (?:be )?in {_OTHER},? if {_SAME} was born in {_YEAR}",
            ),
            "other-year",
            "age-in-a-year",
        ),
        (
            (
                rf"{_WHICH_YEAR} (?:will|did) {_WHO} (?:be|turn) {_AGE},? if {_SAME} was born in"
                rf" {_YEAR}",
                rf"{_WHO} was born in {_YEAR}{_THEN}{_WHICH_YEAR} (?:will|did) {_SAME} (?:be|turn)"
                rf" {_AGE}",
            ),
            "year+age",
            "year-of-an-age",
        ),
    )
    for form in forms
)


def read_years(text: str, language: Language) -> Exact | None:
    """The age of somebody in a year, or the year of an age; None for any other text.

    >>> found = read_years("In 1999 he was 12. How old was he in 2005?", "en")
    >>> found.tree.evaluate(found.problem.values)
    Fraction(18, 1)
    """
    written = text.strip()
    for form, formula, name in _FORMS if language == "en" else ():
        match = form.fullmatch(written)
        if match and _is_one_person(match):
            return _exact(match, text, formula, name)
    return None


def _is_one_person(match: re.Match[str]) -> bool:
    """Whether the one who is asked about may be the one who is told about."""
    who, same = match["who"], match["same"]
    return same in ("he", "she") or who.lower() in ("he", "she", same.lower())


def _exact(match: re.Match[str], text: str, formula: str, name: str) -> Exact | None:
    try:
        quantities = find_quantities(text, language="en")
    except LimitError:
        return None
    problem = Problem("", text, "en", quantities)
    start = text.index(match.string)
    symbols = {
        part: symbol
        for part in ("age", "year", "other")
        for symbol, each in zip(problem.symbols, quantities, strict=True)
        if part in match.re.groupindex and each.start == start + match.start(part)
    }
    if len(symbols) < len(quantities):
        return None
    tree = MTree.from_expression(
        parse_expression(re.sub("[a-z]+", lambda part: symbols[part[0]], formula))
    )
    if tree.evaluate(problem.values) < 0:
        return None
    unit = AnswerUnit("years", units("en").named("year")) if formula != "year+age" else None
    return Exact(problem, tree, (rule(name),), unit)
