"""What the numbers of a text are called in an explanation."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sumc.algebra.notation import shortened
from sumc.algebra.operands import number_value
from sumc.decoding.plausibility import Amount, amount_of, constant_amount
from sumc.problems.units.annotation import NOTHING, AnnotatedText, Counted
from sumc.problems.units.dimension import NUMBER
from sumc.solving.answer import AnswerUnit, with_unit
from sumc.solving.events import event_of
from sumc.solving.number import SolvedNumber, is_percent, operand_text
from sumc.solving.operand import Operand
from sumc.solving.wording import Wording


@dataclass(frozen=True, slots=True)
class Units:
    """What is known about units where a solution is explained."""

    text: AnnotatedText
    answer: AnswerUnit | None = None
    """The unit of the answer, where it is known."""


def name_operands(
    numbers: Sequence[SolvedNumber],
    constants: Sequence[str],
    wording: Wording,
    language: str,
    units: Units | None,
) -> dict[str, Operand]:
    """Every number of a text and every other operand of a tree, by its name there."""
    counted = units.text.counted if units else (NOTHING,) * len(numbers)
    source = units.text.language if units else language
    pairs = list(zip(numbers, counted, strict=True))
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
            found if is_native else NOTHING,
            each.symbol,
            each.text,
            event_of(units.text, place)
            if units and is_native and found.dimension != NUMBER
            else None,
        )
        for place, (each, found) in enumerate(pairs)
    }
    written = {_written(each) for each in numbers}
    return operands | {each: _constant(each, written, wording) for each in constants}


def _amount(number: SolvedNumber, has_units: bool, counted: Counted) -> Amount:
    if has_units:
        return amount_of(counted)
    return Amount(NUMBER) if is_percent(number.text) else Amount()


def _constant(symbol: str, written: set[str], wording: Wording) -> Operand:
    name = wording.another(symbol) if symbol in written else symbol
    return Operand(
        name, name, symbol, number_value(symbol), constant_amount(symbol), symbol=symbol
    )


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
