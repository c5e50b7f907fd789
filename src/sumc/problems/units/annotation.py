"""`annotate`: what every number of a text counts, and what the text asks for."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from sumc.lazy_regex import lazy_regex
from sumc.problems.numbers import Language, Quantity, find_quantities
from sumc.problems.units.dimension import NUMBER, Dimension
from sumc.problems.units.measures import Measure, compounds, measure_of
from sumc.problems.units.question import Asked, read_question
from sumc.problems.units.rates import ANY, UNKNOWN, Kind, per_of
from sumc.problems.units.table import Unit
from sumc.problems.units.things import thing_after

_PERCENT = lazy_regex("%|％|﹪|percent|per cent|百分之", re.IGNORECASE)
_TIMES_AFTER = lazy_regex(r"\s*(?:times\b|dozens?\b|doz\b|倍)", re.IGNORECASE)
_OF_AFTER = lazy_regex(r"\s+of\b|\s*的|\)?\s*[，。；？、]", re.IGNORECASE)
_OF_THEM = lazy_regex(r"\s+of\s+(?:them|those|these)\b", re.IGNORECASE)
_RATIO = lazy_regex(r"half|twice|thrice|doubl|tripl|quadrupl|分之|一半|折|成", re.IGNORECASE)
_FULL_OF = lazy_regex(
    r"(?:\s+(?:of|with|containing|holding|that\s+(?:hold|contain|have)|which\s+(?:hold|contain))"
    r"|\s*,\s*each\s+(?:with|containing|holding))\s+$",
    re.IGNORECASE,
)
_DATE = lazy_regex(r"\s*(?:o'clock|a\.?m\b|p\.?m\b|:\d)|点|月|[日号](?!元)", re.IGNORECASE)
_MORE_THAN = lazy_regex(r"\s+(?:more|fewer|less)\b[^.?!,]*\bthan\b", re.IGNORECASE)
_NAME_BEFORE = lazy_regex(
    r"\b(?:(?:Bus|Flight|Gate|Train|Room|Lane|Route|Class|Platform)"
    r"|(?i:bus|flight|gate|train|room|lane|route|class|platform)\s+(?:number|no\.))\s+\Z"
)
"""Behind these a number is a name: Flight 12 leaves."""
_YEARS = 1_000, 2_999


@dataclass(frozen=True, slots=True)
class Counted:
    """What a number counts."""

    written: str
    """As the text has it: red marbles, km, $, 支; empty where it says nothing."""
    dimension: Dimension | None
    """None where it is uncertain."""
    scale: Fraction = Fraction(1)
    """How many of the first unit of its dimension one of them is."""
    unit: Unit | None = None
    """The unit of measurement, where it is one; of a rate, that of its numerator."""
    per: str = ""
    """What it is counted per: box in "12 pencils in each box"."""
    end: int = 0
    """Where the number with its name ends in the text."""
    compares: bool = True
    """Whether the scale compares with those of other numbers: that of a gallon does not."""


NOTHING = Counted("", None)


@dataclass(frozen=True, slots=True)
class AnnotatedText:
    """A text with what each of its numbers counts, and what it asks for."""

    text: str
    language: Language
    quantities: tuple[Quantity, ...]
    counted: tuple[Counted, ...]
    """One for every number."""
    asked: Asked


@lru_cache(maxsize=512)  # ranking and the solution ask for the same text
def annotate(text: str, quantities: tuple[Quantity, ...], language: Language) -> AnnotatedText:
    """What the numbers of a text count, and what it asks for.

    >>> from sumc.problems.numbers import find_quantities
    >>> text = "Tom has 3 boxes with 12 red pencils each. How many pencils does he have?"
    >>> found = annotate(text, find_quantities(text), "en")
    >>> [each.written for each in found.counted], found.asked.written
    (['boxes', 'red pencils'], 'pencils')
    """
    measures = [
        _compound_of(each, language) or measure_of(text, each, language) for each in quantities
    ]
    chosen = _chosen_units(text, measures, language)
    counted: list[Counted] = []
    for quantity, measure, unit in zip(quantities, measures, chosen, strict=True):
        before = (quantities[len(counted) - 1], counted[-1]) if counted else None
        counted.append(_counted(text, quantity, measure, unit, language, before))
    return AnnotatedText(text, language, quantities, tuple(counted), read_question(text, language))


def _compound_of(quantity: Quantity, language: Language) -> Measure | None:
    """The unit of a number that is a whole compound, such as 2 hours 30 minutes."""
    if len(quantity.text) < 4 or quantity.text[-1].isdigit():
        return None
    parts = find_quantities(quantity.text, language=language)
    found = [measure_of(quantity.text, each, language) for each in parts]
    compound = next(compounds(quantity.text, found, language), None) if len(parts) > 1 else None
    units = compound.units if compound else ()
    unit = next(
        (each for each in units if compound and compound.value_in(each) == quantity.value), None
    )
    if unit is None:
        return None
    return Measure(quantity, (unit,), unit.plural, quantity.start, quantity.end)


def _chosen_units(
    text: str, measures: Sequence[Measure | None], language: Language
) -> list[Unit | None]:
    """The unit of every number: where a word has several meanings, the one that fits the text."""
    in_compounds = {
        id(part): unit
        for each in compounds(text, measures, language)
        for part, unit in zip(each.parts, each.units, strict=True)
    }
    sure = [each.units[0] for each in measures if each and len(each.units) == 1]
    return [
        in_compounds.get(id(each)) or _meant(text, each, sure, language) if each else None
        for each in measures
    ]


def _meant(text: str, measure: Measure, sure: Sequence[Unit], language: Language) -> Unit | None:
    """The meaning of a word that other numbers of the text share; the usual one is the first."""
    if len(measure.units) == 1:
        return measure.units[0]
    for unit in measure.units:
        if any(map(unit.converts_to, sure)):
            return unit
    if language == "zh":
        return None  # 分 alone may be a minute, a coin or a point
    return measure.units[-1] if "£" in text else measure.units[0]


def _counted(
    text: str,
    quantity: Quantity,
    measure: Measure | None,
    unit: Unit | None,
    language: Language,
    before: tuple[Quantity, Counted] | None,
) -> Counted:
    if _PERCENT.search(quantity.text):
        return Counted("%", NUMBER, end=quantity.end)
    first, last = _YEARS
    is_year = first <= quantity.value <= last and text.startswith("年", quantity.end)
    if is_year or _DATE.match(text, quantity.end):
        return NOTHING
    if measure and unit:
        kind, start, end = Kind.of_unit(unit, measure.written), measure.start, measure.end
    elif measure:
        return Counted(measure.written, None, end=measure.end)
    else:
        if _NAME_BEFORE.search(text, 0, quantity.start) and language == "en":
            return NOTHING
        if _is_ratio(text, quantity):
            return Counted("", NUMBER, end=quantity.end)
        is_thing = before and not before[1].per and not before[1].unit
        if before and is_thing and _OF_THEM.match(text, quantity.end):
            return replace(before[1], end=quantity.end)
        thing = thing_after(text, quantity.end, language, one=quantity.value <= 1)
        if thing is None:
            return Counted("", None, end=quantity.end)
        kind, start, end = Kind.of_thing(thing.name, thing.written), quantity.start, thing.end
        if _MORE_THAN.match(text, quantity.end):
            kind = Kind(thing.written, None)
    return _with_rate(text, kind, unit, (start, end), language, before)


def _is_ratio(text: str, quantity: Quantity) -> bool:
    """Whether a number is a part or a multiple of something: half, 3/4 of it, 3 times."""
    if _RATIO.search(quantity.text) or _TIMES_AFTER.match(text, quantity.end):
        return True
    is_part = quantity.value.denominator != 1 and quantity.value < 1
    return is_part and _OF_AFTER.match(text, quantity.end) is not None


def _with_rate(
    text: str,
    kind: Kind,
    unit: Unit | None,
    place: tuple[int, int],
    language: Language,
    before: tuple[Quantity, Counted] | None,
) -> Counted:
    """A kind, divided by what it is counted per."""
    start, end = place
    compares = unit is None or unit.compares
    per = per_of(text, start, end, language) or _noun_of(text, unit, kind, end, language)
    if before and (per is UNKNOWN or _FULL_OF.fullmatch(text, before[1].end, start)):
        per = _container(before[1]) or per
    if per is None:
        return Counted(kind.written, kind.dimension, kind.scale, unit, "", end, compares)
    if kind.dimension is None or per.dimension is None:
        return Counted(kind.written, None, unit=unit, per=per.written or "each", end=end)
    dimension = kind.dimension / per.dimension
    if dimension == NUMBER and kind.scale == per.scale:  # "each day" before "3 days": not a rate
        return Counted(kind.written, kind.dimension, kind.scale, unit, "", end, compares)
    compares = compares and (per.unit is None or per.unit.compares)
    scale = kind.scale / per.scale
    return Counted(kind.written, dimension, scale, unit, per.written, end, compares)


def _noun_of(
    text: str, unit: Unit | None, kind: Kind, end: int, language: Language
) -> Kind | None:
    """The toys of "2 dollar toys": a unit in the singular belongs to the noun after it."""
    if language == "zh" or unit is None or kind.written.lower() != unit.singular:
        return None
    thing = thing_after(text, end, "en")
    return (
        Kind.of_thing(thing.name, thing.name) if thing and unit.singular != unit.plural else None
    )


def _container(counted: Counted) -> Kind | None:
    """The things before "of 12 pencils" or before "12 pencils each", which then hold them."""
    if counted.dimension is None or counted.per or counted.unit:
        return None
    name = counted.dimension.powers[0][0].partition(":")[2] if counted.dimension.powers else ""
    name = name.removeprefix(ANY)
    return Kind.of_thing(name, name) if name else None
