"""Plain conversion of units, such as "How many minutes are in 2.5 hours?" or 3千米等于多少米."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sumc.algebra.expression import parse_expression
from sumc.algebra.mtree import MTree
from sumc.algebra.operands import number_operand
from sumc.errors import LimitError
from sumc.lazy_regex import lazy_regex
from sumc.problems.numbers import Language, Quantity, find_quantities
from sumc.problems.problem import Problem, symbols
from sumc.problems.units.dimension import Dimension
from sumc.problems.units.measures import Measure, measure_of
from sumc.problems.units.table import Unit, units
from sumc.solving.answer import SMALLER, AnswerUnit
from sumc.solving.factoring import number_text
from sumc.solving.refusals import NO_CONVERSION, SEVERAL_QUESTIONS
from sumc.solving.routes.exact import Exact, Unanswerable
from sumc.solving.routes.rules import Rule, rule

ROOM, VESSEL = Dimension.parse("length^3"), Dimension.parse("capacity")
"""Litres and gallons measure the same thing, but there is no exact factor between them."""

LONGEST = 300
"""The most characters of a text that is looked at for its unit."""
_GIVEN = r"(?P<given>\S.*?)"
_FIRST = r"(?P<given>\S.*)"  # before a unit: "5 ft 7 in" in "inches"
_UNIT = r"(?P<unit>[^\s\d?][^\d?]*?)"
_BOTH = r"(?P<unit>[a-z]+ and [^\d?]*?)"
_AS = "(?:to|into|in|as)"
_GAP = r"(?:[?？_＿□]+|[(（]\s*[)）])"
_STORY = r"[^\d.?!=]*?\b(?:is|was|lasts|lasted|takes|took|runs|ran)"
"""What may come before a quantity that is converted in the next sentence."""
_IT = (
    "(?:(?:is|was) (?:it|this|that)|(?:does|did) it (?:last|take)|(?:does|did) (?:this|that) take)"
)
_ENGLISH = (
    rf"how many {_UNIT} (?:are|is|are there|is there|do you get|do we have) in {_GIVEN}",
    rf"how many {_UNIT} (?:are|is|make|make up|equal|equals) {_GIVEN}",
    rf"how many {_UNIT} (?:does|do) {_GIVEN} (?:have|contain|make|equal|last)",
    rf"how many {_UNIT} in {_GIVEN}",
    rf"(?:please )?(?:convert|change|turn|express|write|give) {_FIRST} {_AS} {_UNIT}",
    rf"(?:what is|what's|how much is|how long is|how far is|what are) {_FIRST} {_AS} {_UNIT}",
    rf"{_GIVEN} (?:is|are|equals|equal|makes|make) how many {_UNIT}",
    rf"{_GIVEN}\s*=\s*(?:{_GAP}|how many)\s*{_UNIT}",
    rf"{_GAP}\s*{_UNIT}\s*=\s*{_GIVEN}",
    rf"{_FIRST} (?:to|in|into) {_UNIT}",
    rf"{_STORY} {_GIVEN}(?: long)?\s*[.,;]\s*how (?:long|much time) {_IT} {_AS} {_UNIT}",
    rf"{_STORY} {_GIVEN}(?: long)?\s*[.,;]\s*how many {_BOTH} (?:is|was) (?:it|this|that)",
)
_HOW = "(?:是多少|等于多少|是几)?"
_CHINESE = (
    rf"{_GIVEN}(?:=|＝|等于|是|合|有|相当于|里有|里面有|一共是|就是)(?:多少|几|{_GAP}){_UNIT}",
    rf"(?:请?[把将])?{_GIVEN}(?:换算|化|改写|转换|转化|折合|改)[成为作到]{_UNIT}{_HOW}",
    rf"{_GIVEN}用{_UNIT}来?表示{_HOW}",
    rf"{_GAP}{_UNIT}(?:=|＝){_GIVEN}",
    rf"(?:多少|几){_UNIT}(?:等于|是|合){_GIVEN}",
    rf"[^\d，。=]*(?P<given>\d.*?)[，,](?:=|合|是|等于|就是|相当于|也就是)(?:多少|几|{_GAP}){_UNIT}",
)
_FORMS = {
    language: [lazy_regex(rf"\s*{form}\s*[.。?？!！]?\s*", re.IGNORECASE) for form in forms]
    for language, forms in {"en": _ENGLISH, "zh": _CHINESE}.items()
}
_ONE: Mapping[Language, re.Pattern[str]] = {
    "en": lazy_regex(r"(?:\A|(?<=\s))(?:an?|one)(?=\s)", re.IGNORECASE),
    "zh": lazy_regex("[一](?!半)"),
}
_JOINT: Mapping[Language, re.Pattern[str]] = {
    "en": lazy_regex(r"\s*(?:,\s*(?:and\b\s*)?|(?:and\b|plus\b|\+)\s*)?", re.IGNORECASE),
    "zh": lazy_regex(r"\s*(?:[零又和加]\s*)?"),
}
_HALF: Mapping[Language, re.Pattern[str]] = {
    "en": lazy_regex(r"\s+and\s+(?=a?\s*half)", re.IGNORECASE),
    "zh": lazy_regex(r"(?=半)"),
}


_AND: Mapping[Language, re.Pattern[str]] = {
    "en": lazy_regex(rf"\s*(?:and\b|,)?\s*(?:how\s+many\b|{_GAP})?\s*", re.IGNORECASE),
    "zh": lazy_regex(rf"\s*[零又和]?\s*(?:多少|几|{_GAP})?\s*"),
}
"""Between the units of a compound that is asked for: hours and minutes, （ ）时（ ）分."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a text asks a quantity to be in."""

    units: tuple[Unit, ...]
    """The units that may be meant."""
    written: str
    smaller: tuple[Unit, ...] = ()
    """Those of the minutes in "hours and minutes"; none where one unit is asked for."""

    def below(self, unit: Unit) -> tuple[Unit, ...]:
        """The unit that a rest is in, below another one."""
        return tuple(each for each in self.smaller if each.name == SMALLER.get(unit.name))

    def unit(self, unit: Unit, value: Fraction) -> AnswerUnit | None:
        """What the answer counts; None where its value cannot be said in such units."""
        if not self.smaller:  # of the unit that is asked for there are 1.5, not 1 and a rest
            is_compound = unit.name in SMALLER and value.denominator != 1
            return AnswerUnit(self.written, None if is_compound else unit)
        rests = [value * unit.to(each) for each in self.below(unit)]
        is_said = bool(rests) and rests[0].denominator == 1 and value >= 1
        return AnswerUnit(self.written, unit) if is_said else None


@dataclass(frozen=True, slots=True)
class _Part:
    """A number of the text, or an article, with the units that it can have."""

    symbol: str
    units: tuple[Unit, ...]


def read_conversion(text: str, language: Language) -> Exact | Unanswerable | None:
    """The answer to a text that asks for nothing but another unit.

    >>> found = read_conversion("How many minutes are in 2 hours 30 minutes?", "en")
    >>> found.tree.evaluate(found.problem.values), found.unit.written
    (Fraction(150, 1), 'minutes')
    """
    for form in _FORMS[language]:
        match = form.fullmatch(text)
        asked = match and _asked(match, language)
        problem = match and asked and _problem(text, language)
        parts = match and problem and _parts(problem, *match.span("given"))
        if match and asked and problem and parts:
            return _convert(problem, parts, asked)
    return None


def asked_unit(text: str, language: Language) -> AnswerUnit | None:
    """The unit that a text asks for, if it asks for nothing but another unit.

    >>> asked_unit("100 cm = ? m", "en").written
    'm'
    """
    for form in _FORMS[language] if len(text) <= LONGEST else ():
        match = form.fullmatch(text)
        asked = match and _asked(match, language)
        if asked:
            return AnswerUnit(asked.written, asked.units[0])
    return None


def _problem(text: str, language: Language) -> Problem | None:
    try:
        return Problem("", text, language, find_quantities(text, language=language))
    except LimitError:
        return None


def _asked(match: re.Match[str], language: Language) -> _Asked | None:
    """What the text asks for; None if that is no unit."""
    start, end = match.span("unit")
    while end > start and match.string[end - 1].isspace():
        end -= 1
    table = units(language)
    found = table.at(match.string, start)
    if found is None:
        return None
    if found.end >= end and match.string[end : found.end] in ("", "."):  # "lb." at the end
        return _Asked(found.units, match.string[start:end])
    joint = _AND[language].match(match.string, found.end)
    second = table.at(match.string, joint.end()) if joint else None
    if second is None or second.end != end:
        return None
    return _Asked(found.units, found.text, second.units)


def _parts(problem: Problem, start: int, end: int) -> list[_Part]:
    """The numbers with units that a part of the text is made of; empty if there is more in it."""
    parts: list[_Part] = []
    position = start
    for symbol, quantity in _numbers(problem, start, end):
        measure = measure_of(problem.text, quantity, problem.language)
        if measure is None:
            measure = _half_more(problem, parts, quantity, position)
        joint = _JOINT[problem.language] if parts else _NOTHING
        if measure is None or not joint.fullmatch(problem.text, position, measure.start):
            return []
        parts.append(_Part(symbol, measure.units))
        position = measure.end
    return parts if not problem.text[position:end].strip() else []


_NOTHING = lazy_regex("")


def _numbers(problem: Problem, start: int, end: int) -> Iterator[tuple[str, Quantity]]:
    """The numbers of a part of the text with their names; an article counts as the constant 1."""
    named = list(zip(symbols(len(problem.quantities)), problem.quantities, strict=True))
    measures = (measure_of(problem.text, each, problem.language) for _, each in named)
    spans = [(each.start, each.end) for each in measures if each]
    spans += [(each.start, each.end) for each in problem.quantities]
    for match in _ONE[problem.language].finditer(problem.text, start, end):
        taken = any(first < match.end() and match.start() < last for first, last in spans)
        one = Quantity(match[0], Fraction(1), *match.span(), "words")
        if not taken and measure_of(problem.text, one, problem.language):
            named.append(("1", one))
    yield from sorted(
        (each for each in named if start <= each[1].start < end), key=lambda each: each[1].start
    )


def _half_more(
    problem: Problem, parts: Sequence[_Part], quantity: Quantity, position: int
) -> Measure | None:
    """The half of "an hour and a half", which is of the unit before it."""
    half = _HALF[problem.language].match(problem.text, position)
    if not parts or quantity.value != Fraction(1, 2) or half is None:
        return None
    return Measure(quantity, parts[-1].units, "", position, quantity.end)


def _convert(
    problem: Problem, parts: Sequence[_Part], asked: _Asked
) -> Exact | Unanswerable | None:
    """The parts in the unit that is asked for, added up."""
    if sum(each.symbol in problem.symbols for each in parts) < len(problem.quantities):
        return None
    for unit in asked.units:
        chosen = [_fitting(part, unit) for part in parts]
        if all(chosen):
            known = [each for each in chosen if each]
            pairs = zip(parts, known, strict=True)
            terms = (_term(part.symbol, each.to(unit)) for part, each in pairs)
            tree = MTree.from_expression(parse_expression("+".join(terms)))
            others = [each for each in (*known, *asked.below(unit)) if each != unit]
            rules = dict.fromkeys(_rule(each, unit) for each in others)
            value = tree.evaluate(problem.values)
            answer_unit = None if value is None else asked.unit(unit, value)
            if answer_unit is None:
                return Unanswerable(SEVERAL_QUESTIONS, problem)
            return Exact(problem, tree, tuple(rules), answer_unit) if rules else None
    found = {_kind(each) for part in parts for each in part.units}
    if found.isdisjoint(map(_kind, asked.units)):
        return Unanswerable(NO_CONVERSION, problem)
    return None  # a gallon in litres, a year in days: no exact factor, so a model may try


def _kind(unit: Unit) -> Dimension:
    """What a unit measures; room is measured in lengths and in vessels."""
    return ROOM if unit.dimension == VESSEL else unit.dimension


def _fitting(part: _Part, unit: Unit) -> Unit | None:
    return next((each for each in part.units if each.converts_to(unit)), None)


def _term(symbol: str, factor: Fraction) -> str:
    """A number in another unit: n1*60, n1/60, or 60 for one hour."""
    if symbol == "1":
        return number_operand(factor) if factor.numerator != 1 else f"1/{factor.denominator}"
    if factor == 1:
        return symbol
    if factor.numerator == 1:
        return f"{symbol}/{factor.denominator}"
    if not _is_decimal(factor) and _is_decimal(1 / factor):  # n1/0.45359237
        return f"{symbol}/{number_operand(1 / factor)}"
    return f"{symbol}*{number_operand(factor)}"


def _is_decimal(factor: Fraction) -> bool:
    return "/" not in number_text(factor)


def _rule(source: Unit, target: Unit) -> Rule:
    """How many of the smaller unit the larger one is, in both languages.

    The other way round where only that is a decimal: 1 pound is 0.45359237 kilograms.
    """
    large, small = (source, target) if source.factor > target.factor else (target, source)
    if not _is_decimal(large.to(small)) and _is_decimal(small.to(large)):
        large, small = small, large
    factor = number_text(large.to(small))
    return rule(
        "conversion",
        source={"en": _name(large, "en", plural=False), "zh": _name(large, "zh")},
        factor={"en": factor, "zh": factor},
        target={"en": _name(small, "en"), "zh": _name(small, "zh")},
    )


def _name(unit: Unit, language: Language, *, plural: bool = True) -> str:
    known = units(language).by_name.get(unit.name, unit)
    return known.plural if plural else known.singular
