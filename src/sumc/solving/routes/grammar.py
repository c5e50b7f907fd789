"""Grammars of arithmetic in words: every way to read a text, and nothing but whole texts.

A grammar is a TOML file of rules. A rule says what it gives, in which words, and what they mean:

    [[rules]]
    gives = "V"                                 # a command
    name = "subtract-from"                      # a rule of rules.toml
    formula = "B-A"
    says = ["subtract|take A:E [away] from B:E"]

A formula may use `count` (the members of a list A), `root` (the whole number whose square is A),
`whole` (how many times B goes into A), `terms` (how many whole numbers there are from A to B) and
`power` (A multiplied by itself, B factors of it). `when` limits a rule to numbers of which it
holds: "A>B", "A<B", "A|B" (B is a multiple of A), "B|A", "A..B" (whole numbers that go up).

In a pattern `|` separates alternatives, `_` joins words, `[...]` may be left out, `A:E` is a
place for an expression, and words in capitals are lists of words from the table `words`.

A text can often be read in several ways: "the sum of 3 and 4 times 2". All of them are found, so
that a text is answered only where they agree. The chart is filled from the end of the text to its
beginning: what a pattern needs further right is then complete.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import isqrt
from pathlib import Path
from typing import Any

from sumc.algebra.arithmetic import calculate
from sumc.algebra.expression import Expression, parse_sides
from sumc.algebra.limits import DEFAULT_LIMITS
from sumc.algebra.linear import is_determined, linear_form, solve_for
from sumc.errors import LimitError, SumcError
from sumc.lazy_regex import lazy_regex
from sumc.problems.numbers import Language

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FILES: Mapping[Language, str] = {"en": "english.toml", "zh": "chinese.toml"}
QUESTION = "Q"
UNKNOWN = "x"
"""What the unknown is called in formulas."""
COUNT = "count"
"""How many members a list has, in formulas."""
ROOT, WHOLE, TERMS, POWER = "root", "whole", "terms", "power"
"""The square root of A, the whole part of A divided by B, how many whole numbers there are from A
to B, and A to the power of B, in formulas."""
MOST_FACTORS = 12
"""The most factors of a power that is written as a product."""
MOST_TOKENS = 60
"""The most words of a text that is read."""
MOST_READINGS = 60
"""Ways to read a part of a text; with more of them the text is given up."""
MOST_STEPS = 20_000
"""Places at which a rule is tried; arithmetic that people write needs a few hundred to a few
thousand, chains of twenty divisions would need ever more."""

CONDITIONS: Mapping[str, Callable[[Fraction, Fraction], bool]] = {
    "A>B": lambda first, second: first > second,
    "A<B": lambda first, second: first < second,
    "A|B": lambda first, second: first > 0 and (second / first).denominator == 1,
    "B|A": lambda first, second: CONDITIONS["A|B"](second, first),
    "A..B": lambda first, second: first < second and first.denominator == second.denominator == 1,
}
"""What `when` may say of the numbers A and B."""

Words = tuple[str, ...]
Values = Mapping[str, Fraction]


@dataclass(frozen=True, slots=True)
class Literal:
    """Words of a pattern: one of some alternatives, or perhaps nothing."""

    alternatives: tuple[Words, ...]
    optional: bool


@dataclass(frozen=True, slots=True)
class Place:
    """A place of a pattern for something that other rules give."""

    name: str
    kind: str


Pattern = tuple[Literal | Place, ...]


@dataclass(frozen=True, slots=True)
class Production:
    """One rule of a grammar."""

    gives: str
    patterns: tuple[Pattern, ...]
    formula: Expression
    other_side: Expression | None
    """What the formula is equal to, where the rule is an equation for the unknown."""
    name: str
    positive: bool
    """Whether a difference is taken the other way round where it would be negative."""
    is_list: bool
    unit: str
    when: str
    """What must hold of the numbers, by a key of `CONDITIONS`; empty for nothing."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A part of a text, understood."""

    items: Words
    """The expression in postfix order, over n1, n2, ... and perhaps the unknown."""
    rules: Words = ()
    """The names of the rules that were used, the outermost first."""
    count: int = 1
    """Members, where it is a list."""
    unit: str = ""
    exponents: Words = ()
    """The symbols that only say how often a factor is repeated: they are not in the expression."""


@dataclass(frozen=True, slots=True)
class Grammar:
    """The rules of a language and all words that they know."""

    productions: tuple[Production, ...]
    words: frozenset[str]

    def read(
        self, tokens: Words, numbers: Sequence[Mapping[str, Reading]], values: Values
    ) -> list[Reading]:
        """All ways to read the whole text as a question; `numbers` says what tokens can be.

        More ways than `MOST_READINGS` anywhere, or more than `MOST_STEPS` to find them, are a
        `LimitError`.
        """
        chart = _Chart(tokens, values)
        for start in reversed(range(len(tokens))):
            for kind, reading in numbers[start].items():
                chart.add(kind, start, start + 1, reading)
            while sum(self._apply(each, chart, start) for each in self.productions):
                pass  # a rule may begin with what another one gives at the same place
        return chart.found(QUESTION, 0, len(tokens))

    def _apply(self, production: Production, chart: "_Chart", start: int) -> bool:
        """Add what a rule gives from a token on; return whether that was something new."""
        matches = [each for pattern in production.patterns for each in chart.match(pattern, start)]
        is_new = False
        for end, bound in matches:
            reading = _build(production, bound, chart.values)
            if reading is not None:
                is_new |= chart.add(production.gives, start, end, reading)
        return is_new


class _Chart:
    """What is known about every part of a text."""

    def __init__(self, tokens: Words, values: Values) -> None:
        self.tokens = tokens
        self.values = values
        self.parts: dict[tuple[str, int], dict[tuple[int, Words], Reading]] = {}
        self.steps = 0

    def add(self, kind: str, start: int, end: int, reading: Reading) -> bool:
        known = self.parts.setdefault((kind, start), {})
        if (end, reading.items) in known:
            return False
        if len(known) >= MOST_READINGS:
            raise LimitError("the text can be read in too many ways")
        known[end, reading.items] = reading
        return True

    def found(self, kind: str, start: int, end: int) -> list[Reading]:
        known = self.parts.get((kind, start), {})
        return [reading for (stop, _), reading in known.items() if stop == end]

    def match(
        self, pattern: Pattern, start: int, index: int = 0
    ) -> Iterator[tuple[int, dict[str, Reading]]]:
        """The ends of a pattern that begins at a token, with what its places hold."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise LimitError("the text takes too long to read")
        if index == len(pattern):
            yield start, {}
            return
        element = pattern[index]
        if isinstance(element, Place):
            for (end, _), reading in list(self.parts.get((element.kind, start), {}).items()):
                for stop, bound in self.match(pattern, end, index + 1):
                    yield stop, {element.name: reading, **bound}
            return
        if element.optional:
            yield from self.match(pattern, start, index + 1)
        for words in element.alternatives:
            if self.tokens[start : start + len(words)] == words:
                yield from self.match(pattern, start + len(words), index + 1)


def _build(production: Production, bound: Mapping[str, Reading], values: Values) -> Reading | None:
    """What a rule makes of the parts in its places; None where it does not hold of them."""
    count = sum(each.count for each in bound.values()) if production.is_list else 1
    parts = _parts(production, bound, values)
    if parts is None:
        return None
    items = _filled(production.formula, parts)
    if production.other_side is not None:
        solved = _solved(items, _filled(production.other_side, parts))
        if solved is None:
            return None
        items = solved
    elif production.gives == QUESTION and UNKNOWN in items:
        return None
    if production.positive and (_value(items, values) or 0) < 0:
        first, second = bound["A"].items, bound["B"].items
        items = (*second, *first, "-")
    own = (production.name,) if production.name else ()
    used = (*own, *(name for each in bound.values() for name in each.rules))
    if production.gives == QUESTION and not used:
        return None  # a number alone asks for nothing
    unit = production.unit or next((each.unit for each in bound.values() if each.unit), "")
    exponents = tuple(name for each in bound.values() for name in each.exponents)
    if POWER in production.formula.items:
        exponents += bound["B"].items
    return Reading(items, tuple(dict.fromkeys(used)), count, unit, exponents)


def _parts(
    production: Production, bound: Mapping[str, Reading], values: Values
) -> Mapping[str, Words] | None:
    """What stands for each name of a formula; None where the numbers are not such as it needs."""
    parts = {name: each.items for name, each in bound.items()}
    first, second = (_value(parts[name], values) if name in parts else None for name in "AB")
    if production.when and not _holds(production.when, first, second):
        return None
    parts[COUNT] = (str(max((each.count for each in bound.values()), default=1)),)
    for name, find in ((ROOT, _root), (WHOLE, _whole_quotient), (TERMS, _terms)):
        if name in production.formula.items:
            found = find(first, second)
            if not found:
                return None
            parts[name] = (str(found),)
    if POWER in production.formula.items:
        factors = _whole(second) if len(parts["B"]) == 1 else None
        if factors is None or not 1 < factors <= MOST_FACTORS:
            return None
        parts[POWER] = (*parts["A"], *(*parts["A"], "*") * (factors - 1))
    return parts


def _holds(when: str, first: Fraction | None, second: Fraction | None) -> bool:
    """Whether a comparison holds of the numbers A and B."""
    return first is not None and second is not None and CONDITIONS[when](first, second)


def _whole(value: Fraction | None) -> int | None:
    return value.numerator if value is not None and value.denominator == 1 else None


def _root(value: Fraction | None, _: Fraction | None) -> int | None:
    """The whole number whose square a number is; None for 0, which no root can divide."""
    return whole_root(value) if value is not None else None


def whole_root(value: Fraction) -> int | None:
    """The whole number whose square a number is; None where there is none but 0.

    >>> whole_root(Fraction(49)), whole_root(Fraction(50))
    (7, None)
    """
    root = isqrt(max(value.numerator, 0))
    return root if root and value == root * root else None


def _whole_quotient(first: Fraction | None, second: Fraction | None) -> int | None:
    """How many times a whole number goes into another one; None where it does not."""
    top, bottom = _whole(first), _whole(second)
    return top // bottom if top is not None and bottom and min(top, bottom) > 0 else None


def _terms(first: Fraction | None, second: Fraction | None) -> int | None:
    """How many whole numbers there are from one to another; None where those are not whole."""
    start, end = _whole(first), _whole(second)
    return end - start + 1 if start is not None and end is not None and start < end else None


def _value(items: Words, values: Values) -> Fraction | None:
    return calculate(Expression(items), DEFAULT_LIMITS, values)


def _filled(formula: Expression, parts: Mapping[str, Words]) -> Words:
    return tuple(item for name in formula.items for item in parts.get(name, (name,)))


def _solved(left: Words, right: Words) -> Words | None:
    """What the unknown is where it occurs once in an equation that is linear in it."""
    if (left + right).count(UNKNOWN) != 1 or (UNKNOWN,) in (left, right):
        return None  # "what is 5" asks for nothing
    try:
        forms = [linear_form(Expression(side), (UNKNOWN,)) for side in (left, right)]
        if not is_determined(UNKNOWN, forms[0], forms[1], DEFAULT_LIMITS):
            return None
        return solve_for(UNKNOWN, forms[0], forms[1]).constant
    except SumcError:
        return None


@cache
def load_grammar(language: Language) -> Grammar:
    """The grammar of a language, from its file."""
    text = (Path(__file__).parent / FILES[language]).read_text(encoding="utf-8")
    content = tomllib.loads(text)
    lists = {name: _alternatives(each, language) for name, each in content["words"].items()}
    productions = tuple(_production(each, lists, language) for each in content["rules"])
    elements = [each for rule in productions for pattern in rule.patterns for each in pattern]
    spoken = [each for each in elements if isinstance(each, Literal)]
    known = {word for each in spoken for words in each.alternatives for word in words}
    return Grammar(productions, frozenset(known))


def _production(
    data: Mapping[str, Any], lists: Mapping[str, tuple[Words, ...]], language: Language
) -> Production:
    left, right = parse_sides(data.get("equation") or data["formula"])
    return Production(
        data["gives"],
        tuple(_pattern(each, lists, language) for each in data["says"]),
        left,
        right,
        data.get("name", ""),
        data.get("positive", False),
        data.get("list", False),
        data.get("unit", ""),
        data.get("when", ""),
    )


_ELEMENT = lazy_regex(r"\[[^\]]*\]|\S+")
_PLACE = lazy_regex("([A-C]):([A-Z])")


def _pattern(text: str, lists: Mapping[str, tuple[Words, ...]], language: Language) -> Pattern:
    return tuple(_element(each, lists, language) for each in _ELEMENT.findall(text))


def _element(
    text: str, lists: Mapping[str, tuple[Words, ...]], language: Language
) -> Literal | Place:
    if place := _PLACE.fullmatch(text):
        return Place(place[1], place[2])
    bare = text.strip("[]")
    alternatives = lists[bare] if bare in lists else _alternatives(bare, language)
    return Literal(alternatives, optional=text.startswith("["))


def _alternatives(text: str, language: Language) -> tuple[Words, ...]:
    """Alternatives as tokens: words joined by `_`, or in Chinese single characters."""
    split = str.split if language == "en" else tuple
    return tuple(tuple(split(each.replace("_", " "))) for each in text.split("|"))
