"""`read_quantities`: the numbers of a text, with compounds such as 2 hours 30 minutes as one.

Published protocols and the models that were trained on them count two numbers there, so compounds
are an option. One is expressed in the unit that the text asks for, else in the denominator of a
rate in the text (2.5 hours beside 60 km/h), else in its own largest unit.
"""

from collections.abc import Iterable, Sequence

from sumc.problems.numbers import (
    DEFAULT_LIMITS,
    Language,
    NumberLimits,
    Quantity,
    detect_language,
    find_quantities,
)
from sumc.problems.units.measures import Compound, compounds, measure_of
from sumc.problems.units.question import read_question
from sumc.problems.units.rates import per_of
from sumc.problems.units.table import Unit


def read_quantities(
    text: str,
    *,
    words: bool = True,
    language: Language | None = None,
    limits: NumberLimits = DEFAULT_LIMITS,
    compounds: bool = False,
) -> tuple[Quantity, ...]:
    """The numbers of a text as `find_quantities` gives them, with compounds as one if wanted.

    >>> [str(each.value) for each in read_quantities("2 h 30 min at 60 km/h", compounds=True)]
    ['5/2', '60']
    """
    language = language or detect_language(text)
    found = find_quantities(text, words=words, language=language, limits=limits)
    return merge_compounds(text, found, language) if compounds else found


def merge_compounds(
    text: str, quantities: tuple[Quantity, ...], language: Language
) -> tuple[Quantity, ...]:
    """The numbers of a text, with those of each compound merged into one."""
    measures = [measure_of(text, each, language) for each in quantities]
    merged = list(compounds(text, measures, language))
    if not merged:
        return quantities
    inside = {id(part.quantity) for each in merged for part in each.parts}
    alone = [each for each in quantities if id(each) not in inside]
    ends = [each.end for each in measures if each and id(each.quantity) not in inside]
    joined = [_joined(text, each, _wanted(text, ends, language)) for each in merged]
    return tuple(sorted((*alone, *joined), key=lambda each: each.start))


def _wanted(text: str, ends: Iterable[int], language: Language) -> list[str]:
    """The names of the units that a compound is best expressed in."""
    asked = read_question(text, language).unit
    names = [asked.name] if asked else []
    rates = (per_of(text, end, end, language) for end in ends)
    return names + [each.unit.name for each in rates if each and each.unit]


def _joined(text: str, compound: Compound, wanted: Sequence[str]) -> Quantity:
    unit = _unit(compound, wanted)
    start, end = compound.start, compound.end
    written = compound.parts[0].quantity.written
    return Quantity(text[start:end], compound.value_in(unit), start, end, written)


def _unit(compound: Compound, wanted: Sequence[str]) -> Unit:
    by_name = {unit.name: unit for unit in compound.units}
    return next((by_name[name] for name in wanted if name in by_name), compound.units[0])
