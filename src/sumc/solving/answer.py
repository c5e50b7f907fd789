"""The unit of an answer, and the answer as people write it: 29 pencils, $52.90, 15 %, 2 h 30
min."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Literal

from sumc.algebra.expression import Expression
from sumc.algebra.operands import is_number, number_value
from sumc.decoding.plausibility import Amount, analyse, plausibility
from sumc.problems.numbers import Language
from sumc.problems.problem import symbols
from sumc.problems.units.annotation import AnnotatedText, Counted
from sumc.problems.units.dimension import NUMBER, Dimension
from sumc.problems.units.question import SPEED, TIME, singular_of
from sumc.problems.units.rates import ANY, THING
from sumc.problems.units.table import Unit, units
from sumc.problems.units.things import is_plural
from sumc.solving.factoring import number_text

PERCENT = "%"
DECIMALS = 4
"""Decimals of an answer whose decimals do not end."""
LARGEST = 1_000
"""The largest denominator that an answer shows; beyond, it has only its decimals."""
CENTS = 2
"""Decimals of an amount of money that is not whole."""
ABOUT = "≈ "
"""Before money and percentages whose decimals do not end."""
SMALLER = {"hour": "minute", "minute": "second"}
"""Units whose fraction is given in a smaller one: 2 h 30 min."""

Clock = Literal["", "12 h", "24 h", "am/pm"]
"""Ways to write a time of day: 9:35 on a twelve-hour clock, 21:35, 9:35 pm."""


@dataclass(frozen=True, slots=True)
class AnswerUnit:
    """What an answer counts."""

    written: str
    """As the text names it: pencils, km, $, %, 支."""
    unit: Unit | None = None
    """The unit of measurement, where it is one."""
    hundredths: bool = False
    """Whether the answer is a fraction given in percent: 3/20 is 15 %."""
    clock: Clock = ""
    """How a time of day is written, where the answer is one, in minutes after midnight."""

    def in_language(self, source: str, target: str) -> "AnswerUnit | None":
        """The same unit in another language; None for things, whose names are not translated."""
        if source == target or self.written == PERCENT:
            return self
        unit = self.unit and units("zh" if target == "zh" else "en").by_name.get(self.unit.name)
        if unit is None:
            return None
        is_prefix = self.unit is not None and self.written == self.unit.prefix
        written = unit.prefix if is_prefix and unit.prefix else unit.plural
        return AnswerUnit(written, unit, clock=self.clock)


def unit_of(expression: Expression, text: AnnotatedText, answer: Fraction) -> AnswerUnit | None:
    """The unit of an expression's value; None where the text and the calculation do not agree.

    The question names it, and the units of the numbers confirm it. Where the question names none
    ("how far", "how much money"), it is that of the numbers.
    """
    asked, amount = text.asked, analyse(expression, text).amount
    against = plausibility(expression, text, answer)
    if any(against[name] for name in ("clash", "scale", "other", "mixed", "square", "package")):
        return None
    if asked.written == PERCENT:
        return AnswerUnit(PERCENT, hundredths="100" not in expression.items)
    if asked.written:
        others = _are_others(amount.dimension, text)
        return None if others else AnswerUnit(asked.written, asked.unit)
    dimension = asked.dimension if asked.dimension is not None else amount.dimension
    if dimension is None or dimension == NUMBER:
        return None
    brought = _brought_to(dimension, expression, text)
    return next(chain(brought, _candidates(dimension, amount, text)), None)


def _brought_to(
    dimension: Dimension, expression: Expression, text: AnnotatedText
) -> Iterator[AnswerUnit]:
    """The units that numbers are converted to: the cm of `n1*100 - n2*n3` with n1 in metres."""
    counted = dict(zip(symbols(len(text.quantities)), text.counted, strict=True))
    present = {each.unit: each.written for each in text.counted if each.unit}
    items = expression.items
    for name, factor, operator in zip(items, items[1:], items[2:], strict=False):
        unit = counted[name].unit if name in counted else None
        if unit is None or unit.dimension != dimension or not is_number(factor):
            continue
        for other in (each for each in present if each != unit and each.converts_to(unit)):
            ratio = {"*": unit.to(other), "/": other.to(unit)}.get(operator)
            if ratio == number_value(factor):
                yield AnswerUnit(present[other], other)


def _are_others(dimension: Dimension | None, text: AnnotatedText) -> bool:
    """Whether a result counts something other than what is asked for and counted in the text.

    Where the text has mugs, 12 pens minus 3 pens are not mugs; but 12 boys and 15 girls may be
    children.
    """
    asked = text.asked.dimension if text.asked.counts else None
    if dimension is None or asked is None or len(dimension.powers) != 1 or dimension == asked:
        return False
    (base, power), wanted = dimension.powers[0], asked.powers[0][0]
    counted = {
        each for found in text.counted if found.dimension for each, _ in found.dimension.powers
    }
    sure = (
        base.startswith(THING),
        not base.startswith(THING + ANY),
        power == 1,
        wanted in counted,
    )
    return all(sure)


def _candidates(dimension: Dimension, amount: Amount, text: AnnotatedText) -> Iterator[AnswerUnit]:
    """The units of the text that a result of a dimension can be in, the most certain first."""
    fitting = [each for each in text.counted if each.dimension == dimension]
    if amount.dimension == dimension and amount.scales:
        yield from (_named(each, text) for each in fitting if each.scale in amount.scales)
    elif len({(each.scale, each.unit) for each in fitting}) == 1:
        yield _named(fitting[0], text)
    if not fitting and amount.dimension == dimension:
        yield from _from_table(dimension, amount, text)
        yield from _derived(dimension, amount, text)
    if not fitting and amount.dimension in (None, dimension):
        yield from _from_rates(dimension, text)


def _from_table(dimension: Dimension, amount: Amount, text: AnnotatedText) -> Iterator[AnswerUnit]:
    """The miles of "60 miles per hour for 3 hours": a unit of the result that the text names."""
    for unit in units(text.language).by_name.values():
        if unit.dimension != dimension or unit.factor not in amount.scales:
            continue
        names = (unit.plural, unit.singular, unit.symbol)
        found = next((name for name in names if name and _has_word(text.text, name)), None)
        if found:
            yield AnswerUnit(unit.plural if found == unit.singular else found, unit)


def _has_word(text: str, word: str) -> bool:
    """Whether a text has a word other than as a part of another one or of km/h."""
    edge = "" if not word.isascii() else "(?![A-Za-z])"
    return re.search(f"(?<![A-Za-z/]){re.escape(word)}{edge}", text) is not None


def _derived(dimension: Dimension, amount: Amount, text: AnnotatedText) -> Iterator[AnswerUnit]:
    """The m² of 40 m × 25 m, the km/h of 240 km ÷ 3 hours: units that no number has."""
    has_speed = any(each.unit and each.unit.dimension == SPEED for each in text.counted)
    in_symbols = any(each.unit and each.written == each.unit.symbol for each in text.counted)
    for unit in units(text.language).by_name.values():
        is_made = unit.name.startswith(("square", "cubic")) or "-per-" in unit.name
        is_made = is_made or (has_speed and unit.dimension == TIME)
        if is_made and unit.dimension == dimension and unit.factor in amount.scales:
            symbol = unit.symbol if in_symbols and dimension != TIME else ""
            yield AnswerUnit(symbol or unit.plural, unit)


def _from_rates(dimension: Dimension, text: AnnotatedText) -> Iterator[AnswerUnit]:
    """The money of "$3 per kg" for an answer that is money."""
    found = {each.unit: each for each in text.counted if each.unit and each.per}
    tops = [each for unit, each in found.items() if unit and unit.dimension == dimension]
    if len(tops) == 1:
        yield AnswerUnit(tops[0].written, tops[0].unit)


def _named(counted: Counted, text: AnnotatedText) -> AnswerUnit:
    if counted.per:
        return AnswerUnit(rate_text(counted, text.language))
    names = _names_of(counted, text)
    return AnswerUnit(min(names, key=len), counted.unit)


def _names_of(counted: Counted, text: AnnotatedText) -> list[str]:
    """All names of one kind of things: "pencils" is shorter than "red pencils", and as correct."""
    if counted.unit or text.language == "zh":
        return [counted.written]
    same = [each for each in text.counted if each.dimension == counted.dimension and not each.per]
    names = [each.written for each in same]
    heads = list(dict.fromkeys(name.split()[-1] for name in names))
    return [*heads, *names] if len(set(names)) > 1 and len(heads) == 1 else names


def named_amount(amount: Amount, text: AnnotatedText) -> AnswerUnit | None:
    """What a part of a calculation counts; None where that is uncertain."""
    dimension = amount.dimension
    if dimension is None or dimension == NUMBER or _is_odd(dimension):
        return None
    found = {each.written: each for each in _candidates(dimension, amount, text)}
    return next(iter(found.values())) if len(found) == 1 else None


def _is_odd(dimension: Dimension) -> bool:
    """Whether a dimension has things more than once: then a rate is hidden somewhere."""
    return any(base.startswith(THING) and each > 1 for base, each in dimension.powers)


def with_unit(number: str, counted: Counted, source: str, target: str) -> str:
    """A number of a text in one language with what it counts, for a sentence in another.

    >>> with_unit("12", Counted("支", None, per="盒"), "zh", "zh")
    '每盒12支'
    >>> with_unit("12", Counted("pencils", None, per="box"), "en", "en")
    '12 pencils per box'
    """
    if not counted.written or counted.written == PERCENT:
        return number
    if source != target:
        known = AnswerUnit(counted.written, counted.unit).in_language(source, target)
        return number if known is None or counted.per else _joined(number, known, target)
    shown = _joined(number, AnswerUnit(counted.written, counted.unit), target)
    if not counted.per:
        return shown
    if target == "zh":
        return shown if counted.per == "each" else f"每{counted.per}{shown}"
    return f"{shown} each" if counted.per == "each" else f"{shown} per {_one_of(counted.per)}"


def _joined(number: str, unit: AnswerUnit, language: str) -> str:
    if unit.unit and unit.written == unit.unit.prefix:
        return f"{unit.written}{number}"
    return f"{number}{unit.written}" if language == "zh" else f"{number} {unit.written}"


def _one_of(per: str) -> str:
    return singular_of(per) if is_plural(per.split()[-1]) else per


def rate_text(counted: Counted, language: Language) -> str:
    """What a number counts, and per what.

    >>> rate_text(Counted("pencils", None, per="box"), "en")
    'pencils per box'
    """
    if not counted.per:
        return counted.written
    if counted.per == "each":
        return f"{counted.written} each" if language == "en" else counted.written
    if language == "zh":
        return f"{counted.written}/{counted.per}"
    return f"{counted.written} per {_one_of(counted.per)}"


def said(answer: Fraction, unit: AnswerUnit | None, language: str) -> str:
    """An answer with its unit, as people say it.

    >>> said(Fraction(529, 10), AnswerUnit("$", units("en").named("dollar")), "en")
    '$52.90'
    >>> said(Fraction(5, 2), AnswerUnit("hours", units("en").named("hour")), "en")
    '2 h 30 min'
    >>> said(Fraction(29), AnswerUnit("支"), "zh"), said(Fraction(1), AnswerUnit("pens"), "en")
    ('29支', '1 pen')
    >>> said(Fraction(1, 3), AnswerUnit("%", hundredths=True), "en")
    '≈ 33.33 %'
    """
    if unit is None:
        return plain(answer)
    return _said(answer, unit, language, plain(answer, language))


def _said(answer: Fraction, unit: AnswerUnit, language: str, number: str) -> str:
    """An answer with its unit; `number` is used where the unit has no form of its own."""
    if unit.clock:
        return _time_of_day(answer, unit.clock)
    if unit.written == PERCENT:
        about, shown = _to_hundredths(answer * 100 if unit.hundredths else answer)
        return f"{about}{shown} %"
    if unit.unit and _has_sign(answer, unit, unit.unit, language):
        sign = "-" if answer < 0 else ""
        about, amount = _money(abs(answer))
        return f"{about}{sign}{unit.unit.prefix}{amount}"
    compound = unit.unit and _compound(answer, unit.unit, language)
    return compound or _in_one_unit(number, answer, unit, language)


def said_in_a_sum(value: Fraction, unit: AnswerUnit | None, language: str) -> str:
    """A result after `=`: with its unit, and with the value that the sum has.

    >>> said_in_a_sum(Fraction(5, 2), AnswerUnit("hours", units("en").named("hour")), "en")
    '2.5 hours'
    >>> said_in_a_sum(Fraction(3, 20), AnswerUnit("%", hundredths=True), "en")
    '0.15 = 15 %'
    >>> said_in_a_sum(Fraction(10, 3), AnswerUnit("$", units("en").named("dollar")), "en")
    '10/3 ≈ $3.33'
    """
    if unit is None:
        return number_text(value)
    if unit.clock:
        minutes = _in_one_unit(plain(value), value, unit, language)
        return f"{minutes} = {said(value, unit, language)}"
    if unit.unit and _compound(value, unit.unit, language):
        return _in_one_unit(plain(value), value, unit, language)
    shown = _said(value, unit, language, plain(value))
    if shown.startswith(ABOUT):
        return f"{number_text(value)} {shown}"
    return f"{number_text(value)} = {shown}" if unit.hundredths else shown


def _has_sign(answer: Fraction, unit: AnswerUnit, money: Unit, language: str) -> bool:
    """Whether money has its sign: where the text writes it, and in $1.45 for 1.45 dollars."""
    is_broken = language == "en" and answer.denominator != 1
    return bool(money.prefix) and (unit.written == money.prefix or is_broken)


def _in_one_unit(number: str, answer: Fraction, unit: AnswerUnit, language: str) -> str:
    if language == "zh":
        return f"{number}{unit.written}"
    return f"{number} {_counted_name(answer, unit)}"


def mixed(value: Fraction, language: str) -> str:
    """A number with a fraction beside its whole part.

    >>> mixed(Fraction(8, 3), "en"), mixed(Fraction(8, 3), "zh"), mixed(Fraction(2, 3), "en")
    ('2 2/3', '2又2/3', '2/3')
    """
    whole, rest = divmod(abs(value), 1)
    shown = f"{whole}{'又' if language == 'zh' else ' '}{rest}" if whole and rest else abs(value)
    return f"{'-' if value < 0 else ''}{shown}"


def plain(value: Fraction, language: str = "") -> str:
    """A number for people: exact where it is short, else with a few decimals.

    With a language, a fraction above 1 is written with its whole part beside it, and one that is
    unwieldy only with its decimals.
    """
    text = number_text(value)
    if "/" not in text:
        return text
    shown = mixed(value, language) if language else text
    rounded = round(value, DECIMALS)
    about = f"{ABOUT}{number_text(rounded)}" if rounded else ""
    return (
        about
        if about and language and value.denominator > LARGEST
        else f"{shown} {about}".rstrip()
    )


def _money(value: Fraction) -> tuple[str, str]:
    """An amount in decimals, at least two if any, after a sign: ('', '5.50'), ('≈ ', '3.33')."""
    about, shown = _to_hundredths(value)
    whole, _, decimals = shown.partition(".")
    return about, f"{whole}.{decimals:0<{CENTS}}" if decimals or about else shown


def _to_hundredths(value: Fraction) -> tuple[str, str]:
    """A value in decimals; where they do not end, approximately, with two of them."""
    text = number_text(value)
    if "/" not in text:
        return "", text
    near = round(value, CENTS)
    return (ABOUT, number_text(near)) if near else ("", text)


def _compound(answer: Fraction, unit: Unit, language: str) -> str | None:
    """2 h 30 min for 2.5 hours, where the smaller unit comes out whole."""
    if unit.name not in SMALLER or answer.denominator == 1 or answer < 1:
        return None
    table = units("zh" if language == "zh" else "en")
    small = table.named(SMALLER[unit.name])
    rest = (answer % 1) * unit.to(small)
    if rest.denominator != 1:
        return None
    if language == "zh":
        return f"{answer // 1}{unit.singular}{rest}{small.singular}"
    return f"{answer // 1} {unit.symbol} {rest} {small.symbol}"


def _time_of_day(minutes: Fraction, clock: Clock) -> str:
    """A time of day.

    >>> [_time_of_day(Fraction(1295), clock) for clock in ("12 h", "24 h", "am/pm")]
    ['9:35', '21:35', '9:35 pm']
    """
    hour, minute = divmod(int(minutes), 60)
    shown = hour if clock == "24 h" else (hour - 1) % 12 + 1
    half = f" {'pm' if hour % 24 >= 12 else 'am'}" if clock == "am/pm" else ""
    return f"{shown}:{minute:02}{half}"


def _counted_name(answer: Fraction, unit: AnswerUnit) -> str:
    """The name of a unit or thing, in the singular where there is one of it."""
    if answer != 1:
        is_one = unit.unit is not None and unit.written == unit.unit.singular
        return unit.unit.plural if unit.unit and is_one else unit.written
    if unit.unit:
        return unit.unit.singular if unit.written == unit.unit.plural else unit.written
    return singular_of(unit.written) if is_plural(unit.written.split()[-1]) else unit.written
