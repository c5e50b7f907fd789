"""Measures of one kind in one unit, as a reader converts them before calculating.

| the text has | a model is asked about |
|---|---|
| 60 miles per hour for 45 minutes | 60 miles per hour for 0.75 hours |
| 12 pages a day for 2 weeks | 12 pages a day for 14 days |
| 2 m and 40 cm. How many centimetres ...? | 200 centimetres and 40 cm. How many centimetres ...? |
| pieces of 40 cm from 3 m of rope | pieces of 40 cm from 300 centimetres of rope |
| 8 hours a day for 3 days at $15 per hour | the same: hours a day say how the two go together |

So a network needs no constants for units. What it calculates is turned back into the numbers as
they are written: a 14 that was 2 weeks is `n2*7` again.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from sumc.lazy_regex import lazy_regex
from sumc.problems.numbers import Language, Quantity
from sumc.problems.problem import Problem, symbols
from sumc.problems.units.annotation import AnnotatedText, annotate
from sumc.problems.units.dimension import Dimension
from sumc.problems.units.measures import compounds, measure_of
from sumc.problems.units.question import AREA, CALENDAR, LENGTH, MONEY, VOLUME
from sumc.problems.units.rates import per_of
from sumc.problems.units.table import Unit, units

DECIMALS = 4
"""The most decimals of a converted value: feet, for one, are not turned into kilometres."""
LARGEST_DENOMINATOR = 12
"""Or it is a simple fraction: 20 minutes are a third of an hour."""
AMBIGUOUS = frozenset({"时", "周"})
"""They also mean "o'clock" and "around", so measures with these words stay as they are, unless
they begin a compound in a text without a time of day: 1时10分."""
_TIME_OF_DAY = lazy_regex(
    "[上中下]午|[早晚]上|早晨|清晨|凌晨|傍晚|夜|点|现在|出发|开[始出往门车]|[从到至起]"
)
_DRAWN = lazy_regex(
    r"\bmaps?\b|\bblueprints?\b|\bscale\s+(?:of|is|was|drawing|model)\b|比例尺|地图|图上",
    re.IGNORECASE,
)
_STANDS_FOR = lazy_regex(
    r"\s*(?::|：|=|＝|stands?\s+for|represents?|corresponds?\s+to|表示|代表|相当于)\s*",
    re.IGNORECASE,
)

Items = tuple[str, ...]
"""A calculation in postfix order, over n1, n2, ... and constants."""


@dataclass(frozen=True, slots=True)
class Converted:
    """A problem whose measures of one kind have one unit, and what its numbers come from."""

    problem: Problem
    origins: Mapping[str, Items]
    """Every number of it as a calculation over the numbers of the original text."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """One measure of a text: a number with its unit, or a compound of several."""

    places: tuple[int, ...]
    units: tuple[Unit, ...]
    start: int
    end: int
    per: Unit | None = None
    """The unit that it is counted per."""

    @property
    def unit(self) -> Unit:
        return self.units[0]


def in_one_unit(problem: Problem) -> Converted | None:
    """The same problem with its measures in as few units as possible; None if nothing changes.

    >>> from sumc.problems.numbers import find_quantities
    >>> text = "She reads 12 pages a day for 2 weeks. How many pages does she read?"
    >>> found = in_one_unit(Problem("", text, "en", find_quantities(text)))
    >>> found.problem.text
    'She reads 12 pages a day for 14 days. How many pages does she read?'
    >>> found.origins
    {'n1': ('n1',), 'n2': ('n2', '7', '*')}
    """
    text = annotate(problem.text, problem.quantities, problem.language)
    pieces = list(_pieces(text))
    changes: dict[int, tuple[_Piece, Unit]] = {}
    for kind in _kinds(pieces):
        same = [piece for piece in pieces if _alike(piece.unit, kind)]
        target = _target(kind, same, pieces, text)
        if target is None or not all(_is_short(_value(problem, each, target)) for each in same):
            continue
        others = (each for each in same if len(each.units) > 1 or each.unit != target)
        changes.update((each.places[0], (each, target)) for each in others)
    return _rewritten(problem, changes) if changes else None


def _alike(one: Unit, other: Unit) -> bool:
    """Whether measures in two units are converted to one."""
    return one.converts_to(other) and (one.name in CALENDAR) == (other.name in CALENDAR)


def _is_short(value: Fraction) -> bool:
    decimals_end = (value * Fraction(10**DECIMALS)).denominator == 1
    return decimals_end or value.denominator <= LARGEST_DENOMINATOR


def _pieces(text: AnnotatedText) -> Iterator[_Piece]:
    """The measures of a text, in its order."""
    measures = [measure_of(text.text, each, text.language) for each in text.quantities]
    joined = {
        id(part): compound
        for compound in compounds(text.text, measures, text.language)
        for part in compound.parts
    }
    places = {id(each): place for place, each in enumerate(measures) if each}
    for place, (measure, counted) in enumerate(zip(measures, text.counted, strict=True)):
        if measure is None or counted.unit is None:
            continue
        compound = joined.get(id(measure))
        if measure.written in AMBIGUOUS and (not compound or _TIME_OF_DAY.search(text.text)):
            continue
        if compound is None:
            per = per_of(text.text, measure.start, measure.end, text.language)
            span = measure.start, measure.end
            yield _Piece((place,), (counted.unit,), *span, per.unit if per else None)
        elif compound.parts[0] is measure:
            whole = tuple(places[id(part)] for part in compound.parts)
            yield _Piece(whole, compound.units, compound.start, compound.end)


def _kinds(pieces: Sequence[_Piece]) -> list[Unit]:
    """One unit for every kind of measure that there is."""
    found: list[Unit] = []
    for piece in pieces:
        if not any(_alike(piece.unit, each) for each in found):
            found.append(piece.unit)
    return found


def _target(
    kind: Unit, same: Sequence[_Piece], pieces: Sequence[_Piece], text: AnnotatedText
) -> Unit | None:
    """The unit that all measures of a kind are converted to; None if they stay as they are."""
    found = (each for each in _denominators(pieces, text) if _alike(each, kind))
    below = list(dict.fromkeys(found))
    if any(piece.per and _alike(piece.per, kind) for piece in same):
        return None  # minutes an hour
    if kind.dimension == LENGTH and _is_to_scale(same, text):
        return None  # 1 cm on the map for 5 km
    asked = text.asked.unit
    if asked is not None and _alike(asked, kind):
        return asked if set(below) <= {asked} else None
    if below:
        return below[0] if len(below) == 1 else None
    present = {each for piece in same for each in piece.units}
    found_sides = (_side(each, text.language) for each in _powers(pieces, text))
    sides = [each for each in dict.fromkeys(found_sides) if each and _alike(each, kind)]
    if len(present.union(sides)) < 2 or kind.name in CALENDAR:
        return None
    if kind.dimension == MONEY:
        return max(present, key=lambda each: each.factor)
    if sides:
        return sides[0] if len(sides) == 1 else None
    power = _POWER_ASKED.get(text.asked.dimension, 1) if kind.dimension == LENGTH else 1
    if power > 1:  # the area of something in m and cm
        return max(present, key=lambda each: each.factor) if len(same) == power else None
    return min(present, key=lambda each: each.factor)  # how many pieces of 40 cm


def _is_to_scale(same: Sequence[_Piece], text: AnnotatedText) -> bool:
    """Whether lengths of a drawing stand for real ones."""
    between = (text.text[one.end : other.start] for one, other in pairwise(same))
    return bool(_DRAWN.search(text.text)) or any(map(_STANDS_FOR.fullmatch, between))


_POWER_ASKED: Mapping[Dimension | None, int] = {AREA: 2, VOLUME: 3}
_OF_SIDES = ("square-", "cubic-")


def _powers(pieces: Sequence[_Piece], text: AnnotatedText) -> Iterator[Unit]:
    """The units of a text that areas and volumes can have."""
    yield from (piece.unit for piece in pieces)
    yield from _denominators(pieces, text)
    yield from [text.asked.unit] if text.asked.unit else ()


def _side(unit: Unit, language: Language) -> Unit | None:
    """The unit of the sides of an area or a volume: metres for square metres."""
    is_power = unit.name.startswith(_OF_SIDES)
    return units(language).by_name.get(unit.name.partition("-")[2]) if is_power else None


_ONE: Mapping[Language, re.Pattern[str]] = {
    "en": lazy_regex(r"\b(?:an?|per|each|every|one)\s+|/\s?", re.IGNORECASE),
    "zh": lazy_regex("每一?(?:[0-9.]+)?|/"),
}
_SECOND_OF_SEVERAL = lazy_regex(
    r"an?\s+second\s+[a-z]|(?:each|every)\s+second\s+(?:day|week|month|year|hour|minute)\b",
    re.IGNORECASE,
)
_AMOUNT_BEFORE = lazy_regex(
    r"(?:\d|\btimes\b)\s*(?:[a-z]+\s+(?:of\s+)?)?(?:(?!and\b|or\b|but\b)[a-z]+)?\s+\Z",
    re.IGNORECASE,
)


def _denominators(pieces: Sequence[_Piece], text: AnnotatedText) -> Iterator[Unit]:
    """The units that something is counted per: the hours of miles per hour."""
    table = units(text.language)
    for match in _ONE[text.language].finditer(text.text):
        if any(piece.start < match.start() < piece.end for piece in pieces):
            continue  # half an hour
        if _SECOND_OF_SEVERAL.match(text.text, match.start()) and not _AMOUNT_BEFORE.search(
            text.text, 0, match.start()
        ):
            continue  # a second film
        found = table.at(text.text, match.end())
        yield from found.units[:1] if found else ()
    for piece in pieces:
        below = table.by_name.get(piece.unit.name.partition("-per-")[2])
        yield from [below] if below else ()


def _rewritten(problem: Problem, changes: Mapping[int, tuple[_Piece, Unit]]) -> Converted:
    text, quantities, origins = "", [], list[Items]()
    names, last = problem.symbols, 0
    gone = {place for piece, _ in changes.values() for place in piece.places}
    for place, quantity in enumerate(problem.quantities):
        if place in changes:
            piece, unit = changes[place]
            value = _value(problem, piece, unit)
            before, number, after = written(value, unit, problem.language)
            text += problem.text[last : piece.start] + before
            quantities.append(_quantity(number, value, len(text)))
            text, last = text + number + after, piece.end
            origins.append(_origin(names, piece, unit))
        elif place not in gone:
            text += problem.text[last : quantity.start]
            moved = replace(quantity, start=len(text), end=len(text) + len(quantity.text))
            quantities.append(moved)
            text, last = text + quantity.text, quantity.end
            origins.append((names[place],))
    text += problem.text[last:]
    new = symbols(len(quantities))
    changed = replace(problem, text=text, quantities=tuple(quantities), words=())
    return Converted(changed, dict(zip(new, origins, strict=True)))


def _quantity(number: str, value: Fraction, start: int) -> Quantity:
    return Quantity(number, value, start, start + len(number), "digits")


def _value(problem: Problem, piece: _Piece, unit: Unit) -> Fraction:
    pairs = zip(piece.places, piece.units, strict=True)
    return sum((problem.quantities[p].value * each.to(unit) for p, each in pairs), Fraction(0))


def _origin(names: Sequence[str], piece: _Piece, unit: Unit) -> Items:
    first, *others = (
        _scaled(names[place], each.to(unit))
        for place, each in zip(piece.places, piece.units, strict=True)
    )
    return (*first, *(item for other in others for item in (*other, "+")))


def _scaled(name: str, factor: Fraction) -> Items:
    above = () if factor.numerator == 1 else (str(factor.numerator), "*")
    below = () if factor.denominator == 1 else (str(factor.denominator), "/")
    return (name, *above, *below)


def written(value: Fraction, unit: Unit, language: Language) -> tuple[str, str, str]:
    """A measure as a text has it: what is before the number, the number, what is after it.

    >>> written(Fraction(3, 4), units("en").named("hour"), "en")
    ('', '0.75', ' hours')
    """
    number = _digits(value)
    if language == "zh":
        return "", number, unit.singular
    if unit.prefix:
        return unit.prefix, number, ""
    return "", number, f" {unit.singular if value == 1 else unit.plural}"


def _digits(value: Fraction) -> str:
    return (
        str(value.numerator)
        if value.denominator == 1
        else f"{float(value):.{DECIMALS}f}".rstrip("0")
    )
