"""A calculation without words, such as `3 + 4 = ?`: the algebra works it out, no model guesses."""

import re
from collections.abc import Iterator
from fractions import Fraction

from sumc.algebra.arithmetic import whole_exponents
from sumc.algebra.expression import Expression, parse_expression
from sumc.algebra.limits import DEFAULT_LIMITS
from sumc.algebra.mtree import MTree
from sumc.errors import EvaluationError, SumcError
from sumc.lazy_regex import lazy_regex
from sumc.problems.alignment import align
from sumc.problems.numbers import Language, Quantity, find_quantities
from sumc.problems.problem import Problem
from sumc.problems.units.table import units
from sumc.solving.answer import AnswerUnit
from sumc.solving.refusals import (
    AMBIGUOUS,
    DIVISION_BY_ZERO,
    OTHER_OPERATION,
    UNREAD_CALCULATION,
)
from sumc.solving.routes.exact import Exact, Unanswerable
from sumc.solving.routes.grammar import MOST_FACTORS, whole_root
from sumc.solving.routes.rules import rule

_SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_NUMBERING = r"""(?:
    (?:question|problem|exercise|q|no|第)\.?[ ]?\d{1,3}[ ]?题?[.:)、：]
    |\d{1,2}(?:[)）、]|[.．][ ])|[(（]\d{1,2}[)）][ ](?=\d)|（\d{1,2}）(?=\d)|[①-⑳]
    )\s*"""
_NUMBERED = lazy_regex(rf"\s*{_NUMBERING}", re.VERBOSE | re.IGNORECASE)
_ENGLISH_TASK = r"""(?:please[ ])?(?:
    (?:calculate|compute|evaluate|solve|simplify|find|work[ ]out|figure[ ]out|determine|do|complete
    |what(?:\s+is|['’]?s)|how[ ]much[ ]is)
    (?:[ ](?:(?:the|this|following|calculation|expression|exercise|problem)(?![a-z])
    |(?:value|answer|result|sum)(?:[ ](?:of|to)(?![a-z]))?(?![a-z])))*
    |answer|calculation|expression)"""
_CHINESE_TASK = r"""(?:(?![^\d:：]{0,16}[估约似留确比余])[一-鿿，,、]{0,8}
    (?:[计运]算|[口笔速简巧脱]算|算一算|算式|等式|竖式|得数|怎样算|混合运算|四则运算|求值)
    [一-鿿]{0,4}|求比值|求|解|答)"""
# No two adjacent parts match the same sign: otherwise a text of blanks would be tried anew at
# every place.
_CALCULATION = lazy_regex(
    rf"""(?:{_NUMBERING})?(?P<task> {_ENGLISH_TASK}|{_CHINESE_TASK} )?
    (?P<written> (?: [\d\W_¼½¾⅐-⅞{_SUPERSCRIPTS}]                # no letter
        | (?<=[\d\s)）\]%²³½¼¾⅐-⅞]) x (?=[\d\s(（\[$£€¥￥√.]) )* )     # but an x for times
    """,
    re.VERBOSE | re.IGNORECASE,
)
_HEADING = lazy_regex(r"(?P<words>[^\d:：?？.。!！\n]{1,40})[:：]")
_OPERATOR = lazy_regex(rf"[-+*/^×÷·−–:：√]|(?<=[\d)）\]])[{_SUPERSCRIPTS}]")
_SIGNED = lazy_regex(r"[-+−–]\s*[\d.,]+")
"""A number with its sign, which is no calculation."""
_SURE_OPERATOR = lazy_regex(r"[+*/^×÷√]")
_NUMBERS_ALONE = lazy_regex(r"[-+−–]?[\s\d.,，、。．;；%％$£€¥￥½¼¾⅐-⅞]*")
_TIMES = lazy_regex(r"(?<=[\d)）\]%²³½¼¾⅐-⅞])(\s*)x(\s*)(?=[\d(（\[$£€¥￥√.])", re.IGNORECASE)
_END = "=＝?？_.。．!！ \t\r\n\f\v\u00a0\u2002\u2003\u2009\u3000"
"""What may follow a calculation."""
_NO_SUM = lazy_regex(
    r"\s*(?:\d+[:：]\d+|(?:19|20)\d\d(?P<dash>[-/.])[01]?\d(?P=dash)[0-3]?\d"
    r"|[0-3]?\d(?P<slash>[-/.])[0-3]?\d(?P=slash)(?:19|20)\d\d)\s*"
)
"""A ratio, a time of day or a date, not a calculation, unless = follows."""
_FACTORIAL = lazy_regex(r"[\d)）\]][!！]")
_POWER = lazy_regex(rf"(?<=[\d)）\]])[{_SUPERSCRIPTS}]+")
_ROOT = lazy_regex(r"√\s*(?:\(\s*(\d+)\s*\)|(\d+))(?![\d.,!%^])")
_CURRENCY = lazy_regex(r"([$£€¥￥])\s*(?=\.?\d)")
_BRACKETS = str.maketrans("（）［］", "()[]")
_DIVISION = r"[/÷:：∕]\s*"
_MIXED = r"\(\s*\d+\s*/\s*\d+\s*\)"
_PRODUCT = lazy_regex(
    rf"(?<=[\d)\]])(?!(?<=\d)\s*{_MIXED})\s*(?=[(\[√])|(?<=[)\]])\s*(?=[\d.¼½¾⅐-⅞])"
)
"""Where a sign of multiplication is left out: 2(3+4), (2+3)(4-1)."""
_UNCLEAR = (  # 6/2(1+2), which some take for 6/(2(1+2)); and whether (2)3 is the task number 2
    lazy_regex(rf"{_DIVISION}(?:[\d.,]+(?!{_MIXED})|\([^()]*\))\s*[(\[√]"),
    lazy_regex(rf"{_DIVISION}\([^()]*\)\s*[\d.]"),
    lazy_regex(r"\A\(\d+\)\s*[-−–]?\d"),
)
_HALF_OR_PRODUCT = lazy_regex(rf"\d{_MIXED}")
EXPONENT = lazy_regex(r"(?:\^|\*\*)\s*\(?\s*[-−–]?\s*\Z")
"""What is before an exponent: it says how often a factor is repeated and is no operand."""


def find_calculation(text: str) -> str | None:
    """The calculation that a text asks for, if it is nothing else.

    >>> find_calculation("What is 3 + 4?"), find_calculation("Ann has 3 + 4 pens.")
    ('3 + 4', None)
    >>> find_calculation("Work out: 5² x 3")
    '5² * 3'
    """
    found = _CALCULATION.fullmatch(text.lstrip())
    if found is None:
        return None
    written = found["written"].rstrip(_END).lstrip()
    if found["task"]:
        written = written.lstrip(":：．。，、 ")
    ratio = (found["task"] or "").lower() == "simplify" and {*":："} & {*written}
    written = _TIMES.sub(r"\1*\2", written)
    is_number = _SIGNED.fullmatch(written) is not None
    return written if _OPERATOR.search(written) and not ratio and not is_number else None


def read_calculation(text: str, language: Language) -> Exact | Unanswerable | None:
    """The answer to a calculation without words; None where it cannot be read as one.

    >>> str(read_calculation("3 x 4 = ?", "en").tree)
    '(+ (* n1 n2))'
    """
    written = find_calculation(text)
    if written is None:
        return None
    if _NO_SUM.fullmatch(text):
        return Unanswerable(UNREAD_CALCULATION)
    if _FACTORIAL.search(text):
        return Unanswerable(OTHER_OPERATION)
    plain = written.translate(_BRACKETS)
    if any(each.search(plain) for each in _UNCLEAR):
        return Unanswerable(AMBIGUOUS)
    if language == "en" and _HALF_OR_PRODUCT.search(plain):
        return Unanswerable(AMBIGUOUS)  # 2(1/2), which is 2½ in Chinese
    try:
        expression = parse_expression(_formula(plain))
        if max(map(abs, whole_exponents(expression, DEFAULT_LIMITS)), default=0) > MOST_FACTORS:
            return Unanswerable(OTHER_OPERATION)
        problem = Problem("", text, language, tuple(_operands(text, language)))
        tree = MTree.from_expression(align(expression, problem.quantities))
        tree.evaluate(problem.values)
    except EvaluationError:
        return Unanswerable(DIVISION_BY_ZERO, problem)
    except SumcError:
        return None
    names = ("calculation", *(("square-root",) if "√" in plain else ()))
    unit = _money(plain, expression, language)
    return Exact(problem, tree, tuple(map(rule, names)), unit)


def is_left_unread(text: str) -> bool:
    """Whether a text is a calculation that a rule would answer if it could read it: signs alone,
    or signs behind a heading.

    >>> is_left_unread("3 + = 4"), is_left_unread("Estimate: 48 x 5"), is_left_unread("42")
    (True, True, False)
    """
    if find_calculation(text) is not None:
        return True
    heading = _HEADING.match(text.lstrip())
    if heading is not None:
        written = find_calculation(text.lstrip()[heading.end() :])
        return written is not None and _SURE_OPERATOR.search(written) is not None
    signs = _CALCULATION.fullmatch(text.lstrip())
    is_bare = signs is None or signs["task"] or _NUMBERS_ALONE.fullmatch(text)
    return not is_bare and any(map(str.isdecimal, text))


def _formula(written: str) -> str:
    """A calculation with all its signs, and with powers and roots as the algebra reads them."""
    if len(set(_CURRENCY.findall(written))) > 1:
        raise SumcError("two currencies")
    signs = _PRODUCT.sub("*", _CURRENCY.sub("", written))
    return _ROOT.sub(_root, _POWER.sub(_power, signs))


def _power(match: re.Match[str]) -> str:
    return "^" + "".join(str(_SUPERSCRIPTS.index(each)) for each in match[0])


def _root(match: re.Match[str]) -> str:
    """A square root as a quotient: √25 is 25/5. One that is not whole stays a sign."""
    number = match[1] or match[2]
    root = whole_root(Fraction(number))
    return f"({number}/{root})" if root else match[0]


def _operands(text: str, language: Language) -> Iterator[Quantity]:
    """The numbers of a text that are calculated with: not its own number, and no exponent."""
    numbering = _NUMBERED.match(text)
    start = numbering.end() if numbering else 0
    for each in find_quantities(text, language=language):
        if each.start >= start and not EXPONENT.search(text, 0, each.start):
            yield each


def _money(written: str, expression: Expression, language: Language) -> AnswerUnit | None:
    """The currency of a sum of nothing but money."""
    signs = _CURRENCY.findall(written)
    if not signs or len(signs) < len(expression.leaves) or not {*"*/^"}.isdisjoint(written):
        return None
    known = units(language).by_name.values()
    found = next((each for each in known if each.prefix == signs[0]), None)
    return AnswerUnit(signs[0], found) if found else None
