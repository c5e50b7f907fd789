"""Ages and years of one person or thing, such as "In 1999 he was 12. How old was he in 2005?"."""

import re
from collections.abc import Mapping, Sequence

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

_ONE = "(?:[Tt]he|[Aa]n?|[Mm]y|[Hh]is|[Hh]er|[Oo]ur) [a-z]+|[A-Z][a-z]+"
_WHO = f"(?P<who>I|[Hh]e|[Ss]he|{_ONE})"
_SAME = f"(?P<same>I|he|she|it|{_ONE})"
_YEARS = "(?: years old| years of age| years)?"
_AGE = rf"(?P<age>\d{{1,3}}){_YEARS}"
_THEN_AGE = rf"(?P<then>\d{{1,3}}){_YEARS}"
_YEAR = r"(?P<year>\d{4})"
_OTHER = r"(?P<other>\d{4})"
_BEGAN = (
    "(?:was (?:born|built|planted|opened|founded|started|established|set up)|opened|started|began)"
)
_HOW_OLD = "[Hh]ow old (?:was|is|am|will)"
_WHICH_YEAR = "[Ii]n (?:what|which) year (?:will|did|was)"
_BE = "(?:(?:be|turn|celebrate) )?"
_THEN = "(?:[.,;] | and )"
_NAME = r"(?P<who>[^\W\d_和与跟共比的差满不是年]{1,4})"
_HIM = r"(?P<same>[^\W\d_和与跟共比的差满不是年]{1,4}?)"
_STOP = "[，,。；;] ?"
_ASKED_AGE = "(?:多少岁|几岁|多大)"
_AGE_LATER, _AGE_OF_BIRTH = "age+other-year", "other-year"
_YEAR_OF_BIRTH, _YEAR_LATER = "year+age", "year+then-age"
# What is told and asked, by the formula over its numbers.
_TEXTS: Mapping[Language, Mapping[str, Sequence[str]]] = {
    "en": {
        _AGE_LATER: (
            rf"In {_YEAR},? {_WHO} was {_AGE}{_THEN}{_HOW_OLD} {_SAME} (?:be )?in {_OTHER}",
            rf"{_WHO} was {_AGE} in {_YEAR}{_THEN}{_HOW_OLD} {_SAME} (?:be )?in {_OTHER}",
        ),
        _AGE_OF_BIRTH: (
            rf"{_WHO} {_BEGAN} in {_YEAR}{_THEN}{_HOW_OLD} {_SAME} (?:be )?in {_OTHER}",
            rf"{_HOW_OLD} {_WHO} (?:be )?in {_OTHER},? if {_SAME} {_BEGAN} in {_YEAR}",
        ),
        _YEAR_OF_BIRTH: (
            rf"{_WHICH_YEAR} {_WHO} {_BE}{_AGE},? if {_SAME} {_BEGAN} in {_YEAR}",
            rf"{_WHO} {_BEGAN} in {_YEAR}{_THEN}{_WHICH_YEAR} {_SAME} {_BE}{_AGE}",
        ),
        _YEAR_LATER: (
            rf"In {_YEAR},? {_WHO} was {_AGE}{_THEN}{_WHICH_YEAR} {_SAME} {_BE}{_THEN_AGE}",
            rf"{_WHO} was {_AGE} in {_YEAR}{_THEN}{_WHICH_YEAR} {_SAME} {_BE}{_THEN_AGE}",
        ),
    },
    "zh": {
        _AGE_LATER: (
            rf"{_YEAR}年{_NAME}(?P<age>\d{{1,3}})岁{_STOP}{_OTHER}年{_HIM}{_ASKED_AGE}",
            rf"{_NAME}{_YEAR}年(?P<age>\d{{1,3}})岁{_STOP}{_OTHER}年{_HIM}{_ASKED_AGE}",
        ),
        _AGE_OF_BIRTH: (
            rf"{_NAME}(?:是|生于)?{_YEAR}年(?:出生)?的?{_STOP}{_OTHER}年{_HIM}{_ASKED_AGE}",
        ),
    },
}
_FORMS = {
    language: [
        (lazy_regex(form + " ?[?？]?"), formula)
        for formula, forms in texts.items()
        for form in forms
    ]
    for language, texts in _TEXTS.items()
}
_PARTS = ("age", "year", "other", "then")


def read_years(text: str, language: Language) -> Exact | None:
    """The age of somebody in a year, or the year of an age; None for any other text.

    >>> found = read_years("In 1999 he was 12. How old was he in 2005?", "en")
    >>> found.tree.evaluate(found.problem.values)
    Fraction(18, 1)
    """
    written = text.strip()
    for form, formula in _FORMS[language]:
        match = form.fullmatch(written)
        if match and _is_one(match["who"], match["same"]):
            return _exact(match, text, formula, language)
    return None


def _is_one(who: str, same: str) -> bool:
    """Whether the one who is asked about may be the one who is told about.

    >>> _is_one("Ann", "she"), _is_one("A tree", "it"), _is_one("I", "he"), _is_one("Ann", "Tom")
    (True, True, False, False)
    """
    who, same = who.lower(), same.lower()
    pronouns = {"he", "she", "他", "她", "它"}
    if who == same:
        return True
    if "i" in (who, same) or {who, same} <= pronouns:
        return False
    if same == "it":
        return " " in who and who.split()[0] in ("a", "an", "the", "our", "my")
    if who in pronouns or same in pronouns:
        return True
    return same.startswith("the ") and same.split()[-1] == who.split()[-1]


def _exact(match: re.Match[str], text: str, formula: str, language: Language) -> Exact | None:
    try:
        quantities = find_quantities(text, language=language)
    except LimitError:
        return None
    problem = Problem("", text, language, quantities)
    start = text.index(match.string)
    symbols = {
        part: symbol
        for part in _PARTS
        for symbol, each in zip(problem.symbols, quantities, strict=True)
        if part in match.re.groupindex and each.start == start + match.start(part)
    }
    names = [part for part in _PARTS if part in match.re.groupindex]
    if len(symbols) < max(len(quantities), len(names)):
        return None
    tree = MTree.from_expression(
        parse_expression(re.sub("[a-z]+", lambda part: symbols[part[0]], formula))
    )
    if tree.evaluate(problem.values) < 0:
        return None
    is_age = formula in (_AGE_LATER, _AGE_OF_BIRTH)
    unit = AnswerUnit("岁" if language == "zh" else "years", units(language).named("year"))
    name = "age-in-a-year" if is_age else "year-of-an-age"
    return Exact(problem, tree, (rule(name),), unit if is_age else None)
