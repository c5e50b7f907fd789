"""What the numbers of a text are called in an explanation."""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from sumc.algebra.notation import shortened
from sumc.algebra.operands import number_value
from sumc.decoding.plausibility import Amount, amount_of, constant_amount
from sumc.problems.units.annotation import NOTHING, AnnotatedText, Counted
from sumc.problems.units.dimension import NUMBER
from sumc.problems.units.table import Unit
from sumc.solving.answer import ABOUT, PERCENT, SMALLER, AnswerUnit, named_amount, said, with_unit
from sumc.solving.converting import conversion_of
from sumc.solving.events import event_of
from sumc.solving.factoring import number_text
from sumc.solving.number import SolvedNumber, is_percent, operand_text
from sumc.solving.operand import Operand
from sumc.solving.sayable import in_number
from sumc.solving.signs import product_in_signs
from sumc.solving.wording import Wording


@dataclass(frozen=True, slots=True)
class Units:
    """What is known about units where a solution is explained."""

    text: AnnotatedText
    answer: AnswerUnit | None = None
    """The unit of the answer, where it is known."""

    def converted(self, unit: Unit | None, factor: Fraction) -> AnswerUnit | None:
        """The unit of the text or of the answer that a factor converts another to."""
        found = conversion_of(unit, factor, self.text)
        target = self.answer.unit if self.answer and not self.answer.clock else None
        if found or unit is None or target is None or factor == 1:
            return found
        return self.answer if unit.converts_to(target) and unit.to(target) == factor else None

    def written(self, unit: Unit) -> AnswerUnit:
        """A unit as the question or the text writes it."""
        asked = self.text.asked
        if asked.unit == unit and asked.written:
            return AnswerUnit(asked.written, unit)
        known = (each for each in self.text.counted if each.unit == unit and not each.per)
        return AnswerUnit(next((each.written for each in known), unit.plural), unit)

    def of_all(self, amount: Amount) -> AnswerUnit | None:
        """What a sum of numbers without a name and of some with one counts: 8 green and 5 blue
        balls are balls."""
        found = named_amount(amount, self.text)
        is_thing = found is not None and found.unit is None and self.text.language == "en"
        if found is None or not is_thing:
            return found
        return AnswerUnit(found.written.partition(" per ")[0].removesuffix(" each").split()[-1])


def name_operands(
    numbers: Sequence[SolvedNumber],
    constants: Sequence[str],
    wording: Wording,
    language: str,
    units: Units | None,
    meant: Collection[str] = (),
) -> dict[str, Operand]:
    """Every number of a text and every other operand of a tree, by its name there.

    Constants that are meant as a number of the text are not told from it.
    """
    counted = units.text.counted if units else (NOTHING,) * len(numbers)
    source = units.text.language if units else language
    pairs = list(zip(numbers, counted, strict=True))
    if source == "en":
        pairs = [(each, in_number(found, each)) for each, found in pairs]
    full = [with_unit(_written(each), found, source, language) for each, found in pairs]
    short = [
        with_unit(_written(each), replace(found, per=""), source, language)
        for each, found in pairs
    ]
    names = _told_apart(full, wording)
    is_native = units is not None and source == language
    operands = {
        each.symbol: Operand(
            names[place],
            short[place] if full.count(full[place]) == 1 else names[place],
            operand_text(each.text, each.value),
            each.value,
            _amount(each, units is not None, found),
            counted[place] if is_native else NOTHING,
            each.symbol,
            each.text,
            event_of(units.text, place)
            if units and is_native and found.dimension != NUMBER
            else None,
            (full[place], short[place]),
        )
        for place, (each, found) in enumerate(pairs)
    }
    written = {_written(each) for each in numbers}
    others = {each: each in written and each not in meant for each in constants}
    return operands | {each: _constant(each, extra, wording) for each, extra in others.items()}


def _amount(number: SolvedNumber, has_units: bool, counted: Counted) -> Amount:
    if has_units:
        return amount_of(counted)
    return Amount(NUMBER) if is_percent(number.text) else Amount()


def _constant(symbol: str, is_extra: bool, wording: Wording) -> Operand:
    value = number_value(symbol)
    shown = number_text(value)
    name = wording.another(shown) if is_extra else shown
    return Operand(name, name, shown, value, constant_amount(symbol), symbol=symbol)


def _told_apart(names: Sequence[str], wording: Wording) -> list[str]:
    """The names; equal ones are told apart as the first, the second, ..."""
    often = Counter(names)
    seen: Counter[str] = Counter()
    found = []
    for name in names:
        found.append(wording.which(seen[name], name) if often[name] > 1 else name)
        seen[name] += 1
    return found


def _written(number: SolvedNumber) -> str:
    """A number as the text has it if that is in digits, else its value.

    One with an `and` in it is given by its value, too: "60 and 2 and a half are multiplied" could
    be three numbers.
    """
    text = number.text.strip("()（） ")
    in_digits = text.isascii() and any(character.isdigit() for character in text)
    is_plain = in_digits and not any(character.isalpha() for character in text)
    return shortened(text if is_plain else operand_text(number.text, number.value))


def unused_sentence(
    unused: Sequence[str], operands: Mapping[str, Operand], wording: Wording
) -> str:
    """What is said about numbers of the text that the solution does not use."""
    found = [operands[symbol] for symbol in unused]
    names = [wording.the(each.name) if each.counted.written else each.name for each in found]
    return wording.unused(names, many=len(found) > 1 or _is_plural(found[0]))


def _is_plural(operand: Operand) -> bool:
    counted = operand.counted
    is_prefix = counted.unit is not None and counted.written == counted.unit.prefix
    has_noun = bool(counted.written) and counted.dimension != NUMBER and not is_prefix
    return has_noun and operand.value != 1


def as_answered(result: str, value: Fraction, unit: AnswerUnit | None, language: str) -> str:
    """The result of the last step, which the answer may say in two units: 2.5 hours = 2 h 30 min.

    >>> from sumc.problems.units.table import units
    >>> hours = AnswerUnit("hours", units("en").named("hour"))
    >>> as_answered("8/3 ≈ 2.6667 hours", Fraction(8, 3), hours, "en")
    '8/3 hours = 2 h 40 min'
    """
    if unit is None or unit.unit is None or unit.clock or unit.unit.name not in SMALLER:
        return result
    shown = said(value, unit, language)
    exact, _, decimals = result.partition(ABOUT)
    if shown == result or ABOUT in shown:
        return result
    return f"{exact.strip()}{decimals.lstrip('0123456789.')} = {shown}"


def alone_sentence(number: Operand, answer: str, unit: AnswerUnit | None, wording: Wording) -> str:
    """What is said about the only number of a solution: it is the answer as it is, or in another
    form, 3/4 = 0.75 and 3.5 hours = 3 h 30 min."""
    written = number.counted.written
    if written and written != PERCENT:
        is_same = unit is not None and unit.unit is not None and number.counted.unit == unit.unit
        has_form = "/" in number.name or (is_same and len(_parts(answer)) > 1)
        if is_same and has_form and not answer.startswith(number.name):
            return wording.equal(number.name, answer)
        return wording.alone(number.name)
    has_form = "/" in number.name or "%" in number.name
    if not has_form or answer.startswith(number.name):
        return wording.alone(answer if unit or ABOUT in answer else number.name)
    top, *bottom = number.name.split("/")
    is_divided = top.isdigit() and bool(bottom) and "/" not in answer
    division = product_in_signs([top], bottom)
    return wording.equal(f"{number.name} = {division}" if is_divided else number.name, answer)


def _parts(answer: str) -> list[str]:
    return re.findall(r"[\d.]+", answer)
