"""What is left to say after the steps: numbers of the text that are not used, and others that are.

Nothing is said that is only half true: a 2 is no news where the text has a half, and the 1 of "how
much does 1 pen cost" is no distraction.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from sumc.algebra.operands import is_number, natural_order, number_value
from sumc.lazy_regex import lazy_regex
from sumc.problems.units.annotation import AnnotatedText
from sumc.solving.number import SolvedNumber, is_percent
from sumc.solving.operand import Operand

_NUMBERS = lazy_regex(r"\s+(?:[a-z]+\s+)?(?:numbers|integers)\b|个数|数(?=[的是之，])")
_PERCENT = lazy_regex(r"(?i)[%％]|\bper\s?cent")
_WORDS = {
    "en": {
        2: "two both half halves twice double doubles doubled pair couple second",
        3: "three third thirds triple triples tripled thrice",
        4: "four fourth fourths quarter quarters",
        5: "five fifth fifths",
        6: "six sixth sixths",
        7: "seven seventh sevenths",
        8: "eight eighth eighths",
        9: "nine ninth ninths",
        10: "ten tenth tenths",
        12: "twelve dozen dozens",
        100: "hundred hundreds hundredth hundredths",
        1000: "thousand thousands thousandth thousandths",
    },
    "zh": {
        **{place + 3: sign for place, sign in enumerate("三四五六七八九十")},
        2: "二 两 双 半",
        12: "十二",
        100: "百",
        1000: "千",
    },
}
"""Words in which a text can have a constant, beside the numbers that are read in it."""


@dataclass(frozen=True, slots=True)
class Leftovers:
    """What a solution uses beside the numbers of the text, and what it does not use of them."""

    constants: tuple[str, ...]
    meant: frozenset[str]
    """The constants that are numbers of the text in another form."""
    unused: tuple[str, ...]
    """The numbers of the text that are named as not needed."""


def leftovers(
    used: Collection[str],
    numbers: Sequence[SolvedNumber],
    text: str,
    annotated: AnnotatedText | None,
) -> Leftovers:
    """What is left of the numbers of a text and of the operands of a solution.

    Without the text, numbers have no other meaning than their value.
    """
    constants = sorted((each for each in used if is_number(each)), key=natural_order)
    unused = {each.symbol: each for each in numbers if each.symbol not in used}
    meant = set()
    for constant in constants if text else ():
        found = next((each for each in unused.values() if same_number(constant, each)), None)
        if found:
            meant.add(constant)
            del unused[found.symbol]
    for each in [each for each in unused.values() if _is_said_in_passing(each, text)]:
        del unused[each.symbol]
    if annotated:
        symbols = [each.symbol for each in numbers]
        for symbol in ones_asked_for(annotated, unused, symbols):
            del unused[symbol]
    return Leftovers(tuple(constants), frozenset(meant), tuple(unused))


def _is_said_in_passing(number: SolvedNumber, text: str) -> bool:
    """Whether a number only says how many are spoken of: two numbers, 两个班."""
    return number.text == "两" or _NUMBERS.match(text, number.end) is not None


def is_news(constant: Operand, told: str, texts: Iterable[tuple[str, str]]) -> bool:
    """Whether it is worth saying that the text does not have a constant.

    One beside an equal number of the text is news where the steps tell it from that. Any other is
    news unless one of the texts, each with its language, has it.
    """
    if constant.name != constant.bare:
        return constant.name in told
    return not any(is_mentioned(constant.bare, *each) for each in texts)


def same_number(constant: str, number: SolvedNumber) -> bool:
    """Whether a constant is a number of the text in another form: 2 for half, 25 for 25%."""
    value, written = number_value(constant), number.value
    forms = {written, -written, *((1 / written,) if written else ())}
    if is_percent(number.text):
        forms |= {100 * written}
    return value in forms


def is_mentioned(constant: str, text: str, language: str) -> bool:
    """Whether a text has a constant in digits or in words.

    >>> is_mentioned("2", "How long are both ropes?", "en"), is_mentioned("2", "12 pens", "en")
    (True, False)
    >>> is_mentioned("3", "三科平均分是多少", "zh")
    True
    """
    if re.search(rf"(?<![\d.,/]){re.escape(constant)}(?!\d|[.,/]\d)", text):
        return True
    if constant == "100" and _PERCENT.search(text):
        return True
    words = _WORDS.get(language, {}).get(int(constant), "").split() if constant.isdigit() else []
    if language == "zh":
        return any(word in text for word in words)
    return bool(words) and re.search(rf"(?i)\b(?:{'|'.join(words)})\b", text) is not None


def ones_asked_for(
    text: AnnotatedText, unused: Collection[str], symbols: Sequence[str]
) -> list[str]:
    """The unused ones of things that the text has more of: how much 1 pen costs if 3 cost $6."""
    found = []
    for place, symbol in enumerate(symbols):
        counted = text.counted[place]
        others = (each for each in text.counted if each is not counted)
        is_one = text.quantities[place].value == 1 and bool(counted.written)
        same = (each.dimension == counted.dimension is not None for each in others)
        if symbol in unused and is_one and any(same):
            found.append(symbol)
    return found
