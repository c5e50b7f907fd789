"""Arithmetic in words, such as "subtract 5 from 12" or 比12多5的数是多少."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby

from sumc.algebra.arithmetic import calculate
from sumc.algebra.expression import Expression
from sumc.algebra.limits import DEFAULT_LIMITS
from sumc.algebra.mtree import MTree
from sumc.errors import LimitError, SumcError
from sumc.lazy_regex import lazy_regex
from sumc.problems.chinese_numbers import read_numeral
from sumc.problems.numbers import Language, Quantity, find_quantities
from sumc.problems.problem import Problem, symbols
from sumc.solving.answer import AnswerUnit
from sumc.solving.number import is_percent
from sumc.solving.refusals import AMBIGUOUS, DIVISION_BY_ZERO
from sumc.solving.routes.exact import Exact, Unanswerable
from sumc.solving.routes.grammar import MOST_TOKENS, Grammar, Reading, load_grammar
from sumc.solving.routes.rules import rule

_PLAIN = str.maketrans(
    {
        **dict.fromkeys("×·∙⋅∗•✕", "*"),
        **dict.fromkeys("÷∕", "/"),
        **dict.fromkeys("−–—－", "-"),
        **dict(zip("（）＋＝？", "()+=?", strict=True)),
        "’": "'",
    }
)
_TOKEN: Mapping[Language, re.Pattern[str]] = {
    "en": lazy_regex(r"[a-z]+|'s|\S"),
    "zh": lazy_regex(r"\S"),
}
_NUMBER_WORD: Mapping[Language, re.Pattern[str]] = {
    "en": lazy_regex(
        r"\b(?:one|zero|ten|[a-z]+teen|[a-z]+ty|(?<=how many )(?:ten|hundred|thousand)s)\b",
        re.IGNORECASE,
    ),
    "zh": lazy_regex("[零〇一二两三四五六七八九十百千万亿]+(?!个数)"),
}
_END = frozenset("?.!=。？！_")
MOST_TOUCHING = 3
"""Numbers without a word between them, as in twice twice 3: nobody calculates with more."""
_MULTIPLES = lazy_regex("(?:twice|thrice|(?:doubl|tripl|quadrupl)e[sd]?)", re.IGNORECASE)
_JOINED = lazy_regex(r"\s+and\s+", re.IGNORECASE)


def read_in_words(text: str, language: Language) -> Exact | Unanswerable | None:
    """The answer to a text that is nothing but arithmetic in words; None for any other.

    >>> found = read_in_words("Subtract 5 from 12.", "en")
    >>> str(found.tree), found.rules[0].name
    ('(+ -n1 n2)', 'subtract-from')
    """
    for quantities in _number_readings(text, language):
        found = _read(text, language, quantities)
        if found is not None:
            return found
    return None


def _number_readings(text: str, language: Language) -> Iterator[tuple[Quantity, ...]]:
    """The numbers of a text; then those with each `and` taken to be between two numbers."""
    try:
        found = find_quantities(text, language=language)
    except LimitError:
        return
    both = (*found, *_left_out(text, language, found))
    found = tuple(sorted(both, key=lambda each: each.start))
    yield found
    split = tuple(part for each in found for part in _parts(each, language))
    if len(split) > len(found):
        yield split


def _left_out(text: str, language: Language, found: Sequence[Quantity]) -> Iterator[Quantity]:
    """Number words that count nothing in a story, such as a bare "one" or 三."""
    for match in _NUMBER_WORD[language].finditer(text):
        start, end = match.span()
        if any(each.start < end and start < each.end for each in found):
            continue
        value = read_numeral(match[0]) if language == "zh" else _ENGLISH.get(match[0].lower())
        if value is not None:
            yield Quantity(match[0], Fraction(value), start, end, "words")


_ENGLISH = {"one": 1, "zero": 0, "tens": 10, "hundreds": 100, "thousands": 1000}


def _parts(quantity: Quantity, language: Language) -> Iterator[Quantity]:
    """The numbers on both sides of an `and`: 2 and 1/2."""
    joint = _JOINED.search(quantity.text)
    if joint is None:
        yield quantity
        return
    for start, end in ((0, joint.start()), (joint.end(), len(quantity.text))):
        for each in find_quantities(quantity.text[start:end], language=language):
            first = quantity.start + start + each.start
            yield Quantity(each.text, each.value, first, first + len(each.text), each.written)


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    readings: Mapping[str, Reading]
    """What the token can be, by kind, where it is a number."""


def _read(
    text: str, language: Language, quantities: tuple[Quantity, ...]
) -> Exact | Unanswerable | None:
    grammar = load_grammar(language)
    tokens = _tokens(text, language, quantities)
    while tokens and tokens[-1].text in _END:
        tokens.pop()
    if not quantities or not _is_known(tokens, grammar):
        return None
    problem = Problem("", text, language, quantities)
    words = tuple(each.text for each in tokens)
    try:
        found = grammar.read(words, [each.readings for each in tokens], problem.values)
    except LimitError:
        return None
    return _answer(found, problem) if found else None


def _is_known(tokens: Sequence[_Token], grammar: Grammar) -> bool:
    """Whether all words are in the grammar: no story and no row of numbers gets past this."""
    known = all(each.readings or each.text in grammar.words for each in tokens)
    touching = (len([*run]) for is_number, run in groupby(tokens, _is_number) if is_number)
    return known and len(tokens) <= MOST_TOKENS and max(touching, default=0) <= MOST_TOUCHING


def _is_number(token: _Token) -> bool:
    return bool(token.readings)


def _tokens(text: str, language: Language, quantities: Sequence[Quantity]) -> list[_Token]:
    plain = text.translate(_PLAIN).lower()
    found: list[_Token] = []
    position = 0
    for symbol, each in zip(symbols(len(quantities)), quantities, strict=True):
        found += _words(plain[position : each.start], language)
        found.append(_Token("", _kinds(symbol, each)))
        position = each.end
    return found + _words(plain[position:], language)


def _words(text: str, language: Language) -> list[_Token]:
    return [_Token(match, {}) for match in _TOKEN[language].findall(text)]


def _kinds(symbol: str, quantity: Quantity) -> Mapping[str, Reading]:
    """The kinds of number that a quantity can be taken for: see the grammars."""
    reading = Reading((symbol,))
    if _MULTIPLES.fullmatch(quantity.text):
        return {"M": reading}
    if is_percent(quantity.text):
        return {"R": reading, "T": reading}
    is_part = 0 < quantity.value < 1 or "/" in quantity.text
    return {"N": reading, "T": reading} if is_part else {"N": reading}


def _answer(found: Sequence[Reading], problem: Problem) -> Exact | Unanswerable:
    """The one value that all readings have, or why there is none."""
    valued = [(each, _value(each, problem)) for each in found]
    values = {value for _, value in valued if value is not None}
    if not values:
        return Unanswerable(DIVISION_BY_ZERO, problem)
    if len(values) > 1:
        return Unanswerable(AMBIGUOUS, problem)
    reading = next(each for each, value in valued if value is not None)
    problem, items = _without_exponents(problem, reading)
    tree = MTree.from_expression(Expression(items))
    rules = tuple(rule(name) for name in reading.rules)
    return Exact(problem, tree, rules, AnswerUnit(reading.unit) if reading.unit else None)


def _without_exponents(problem: Problem, reading: Reading) -> tuple[Problem, tuple[str, ...]]:
    """The problem without the numbers that a power is not calculated with, as 5 in 2 × 2 × ..."""
    named = list(zip(problem.symbols, problem.quantities, strict=True))
    kept = [(name, each) for name, each in named if name not in reading.exponents]
    names = dict(zip((name for name, _ in kept), symbols(len(kept)), strict=True))
    items = tuple(names.get(item, item) for item in reading.items)
    return replace(problem, quantities=tuple(each for _, each in kept)), items


def _value(reading: Reading, problem: Problem) -> Fraction | None:
    try:
        return calculate(Expression(reading.items), DEFAULT_LIMITS, problem.values)
    except SumcError:
        return None
