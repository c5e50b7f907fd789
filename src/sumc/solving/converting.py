"""Conversions of units within a calculation: 2 hours 30 minutes in minutes is 2 × 60 + 30.

The numbers of a compound are one quantity to people. Where a calculation puts them together by the
right factors, the explanation says so in one step.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sumc.algebra.operands import is_number, number_value
from sumc.problems.problem import symbols
from sumc.problems.units.annotation import AnnotatedText
from sumc.problems.units.measures import compounds, measure_of
from sumc.problems.units.table import Unit, units
from sumc.solving.answer import AnswerUnit
from sumc.solving.factoring import Product, Sum
from sumc.solving.routes.clock_questions import asks_time_of_day
from sumc.solving.routes.conversion import asked_unit


@dataclass(frozen=True, slots=True)
class Whole:
    """The numbers of a text that are one quantity."""

    text: str
    """2 hours 30 minutes."""
    units: Mapping[str, Unit]
    """By the names of the numbers in the tree."""


def wholes_in(text: AnnotatedText) -> tuple[Whole, ...]:
    """The compounds of a text."""
    measures = [measure_of(text.text, each, text.language) for each in text.quantities]
    names = dict(zip(map(id, measures), symbols(len(measures)), strict=True))
    return tuple(
        Whole(
            text.text[each.start : each.end].rstrip("."),
            {names[id(part)]: unit for part, unit in zip(each.parts, each.units, strict=True)},
        )
        for each in compounds(text.text, measures, text.language)
    )


def factor_of(term: Product) -> tuple[str, Fraction] | None:
    """The one number of the text in a term and what it is multiplied by, if there is only one."""
    every = [*term.top, *term.bottom]
    names = [each for each in term.top if isinstance(each, str) and not is_number(each)]
    constants = [each for each in every if isinstance(each, str) and is_number(each)]
    if len(names) != 1 or len(constants) != len(every) - 1:
        return None
    factor = Fraction(1)
    for each in term.top:
        factor *= number_value(each) if isinstance(each, str) and is_number(each) else 1
    for each in term.bottom:
        value = number_value(each) if isinstance(each, str) else Fraction(1)
        factor /= value or 1
    return names[0], factor


def put_together(part: Sum, wholes: Sequence[Whole]) -> tuple[Whole, list[Product], Unit] | None:
    """A compound whose numbers a sum adds up in one unit, the terms that do, and that unit."""
    by_name = {found[0]: (term, found[1]) for term, found in _factors(part)}
    for whole in wholes:
        if not whole.units.keys() <= by_name.keys():
            continue
        terms = [by_name[name][0] for name in whole.units]
        wanted = [(unit, by_name[name][1]) for name, unit in whole.units.items()]
        target = _target(wanted, list(whole.units.values()))
        if target and len({term.negative for term in terms}) == 1:
            return whole, terms, target
    return None


def _factors(part: Sum) -> Iterator[tuple[Product, tuple[str, Fraction]]]:
    for term in part.terms:
        found = factor_of(term)
        if found:
            yield term, found


def _target(wanted: Sequence[tuple[Unit, Fraction]], candidates: Sequence[Unit]) -> Unit | None:
    """The unit that all factors convert to."""
    for target in candidates:
        if all(unit.converts_to(target) and unit.to(target) == each for unit, each in wanted):
            return target
    return None


def conversion_of(unit: Unit | None, factor: Fraction, text: AnnotatedText) -> AnswerUnit | None:
    """The unit that a factor converts another to, where the text speaks of that unit."""
    if unit is None or factor == 1:
        return None
    for other in _spoken_of(text):
        if other.unit and unit.converts_to(other.unit) and unit.to(other.unit) == factor:
            return other
    return None


def _spoken_of(text: AnnotatedText) -> Iterator[AnswerUnit]:
    """The units of a text: those asked for, those of numbers, and those that rates are for;
    minutes where it asks what the clock says."""
    if text.asked.unit:
        yield AnswerUnit(text.asked.written, text.asked.unit)
    if converted := asked_unit(text.text, text.language):
        yield converted
    table = units(text.language)
    if asks_time_of_day(text.text, text.language):  # the answer is so many minutes after midnight
        minute = table.named("minute")
        yield AnswerUnit(minute.singular if text.language == "zh" else minute.plural, minute)
    for each in text.counted:
        if each.unit:
            yield AnswerUnit(each.written, each.unit)
        below = table.by_name.get(each.unit.name.partition("-per-")[2]) if each.unit else None
        for unit in (*table.by_word.get(each.per.lower(), ()), *([below] if below else ())):
            yield AnswerUnit(unit.plural, unit)
