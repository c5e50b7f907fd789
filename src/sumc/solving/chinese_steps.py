"""Steps in Chinese: 3盒，每盒12支；15张的3倍；借走17本."""

from collections.abc import Sequence
from dataclasses import dataclass

from sumc.lazy_regex import lazy_regex
from sumc.problems.units.annotation import AnnotatedText
from sumc.solving.answer import AnswerUnit
from sumc.solving.events import GAIN, LOSS
from sumc.solving.operand import MONEY, TIME, Operand, same_kind
from sumc.solving.steps import Phrase, either_way

_SHARES = lazy_regex("平均|平分|等分|每[人个份班组]")


@dataclass(frozen=True, slots=True)
class Chinese:
    """Chinese as schoolbooks write it."""

    def product(
        self, one: Operand, other: Operand, answer: AnswerUnit | None = None
    ) -> Phrase | None:
        if _is_bare(one) and _is_bare(other):
            return Phrase(f"{one.bare}的{other.bare}")
        return either_way(one, other, (_part, _rate, _each))

    def quotient(self, whole: Operand, divisor: Operand, text: AnnotatedText) -> Phrase | None:
        if divisor.is_for_one(whole):
            return Phrase(f"{whole.name}，{divisor.name}")
        if same_kind(whole, divisor) and whole.is_named:
            return _compared(whole, divisor, text)
        if whole.is_named and divisor.measures(TIME):
            return Phrase(f"{whole.name}除以{divisor.name}")
        shares = whole.is_named and divisor.is_thing and _SHARES.search(text.text)
        is_whole = divisor.value.denominator == 1
        if shares and is_whole:
            return Phrase(f"{whole.name}平均分成{divisor.bare}份", whole)
        return None

    def sum(self, added: Sequence[Operand], taken: Sequence[Operand]) -> Phrase | None:
        changed, sign = (taken, LOSS) if len(added) == 1 else (() if taken else added[1:], GAIN)
        events = list(dict.fromkeys(each.event for each in changed))
        event = events[0] if len(events) == 1 else None
        if event is None or event.sign != sign or added[0].changes(sign):
            return None
        return Phrase(f"{event.said}{'和'.join(each.short for each in changed)}")

    def converted(self, number: str, unit: str) -> str:
        return f"{number}换算成{unit}"


def _is_bare(number: Operand) -> bool:
    """Whether it is a fraction or percentage of the text that counts nothing."""
    is_part = "/" in number.bare or number.bare.endswith("%")
    return is_part and bool(number.symbol) and not number.counted.written


def _part(part: Operand, whole: Operand) -> Phrase | None:
    """80元的25%, 15张的3倍, 80元打七五折."""
    if part.text.endswith("折"):
        return _discount(part, whole)
    if not part.is_ratio or whole.is_ratio or whole.counted.per:
        return None
    is_part = part.value < 1 or part.bare.endswith("%") or "/" in part.bare
    return Phrase(f"{whole.name}的{part.bare}{'' if is_part else '倍'}")


def _discount(part: Operand, whole: Operand) -> Phrase | None:
    """80元打七五折, 每张20元打九折; only money gets cheaper, people and books do not."""
    unit = whole.counted.unit
    if unit is None or str(unit.dimension) != MONEY:
        return None
    return Phrase(f"{whole.name}打{part.text}", whole if whole.counted.per else None)


def _rate(rate: Operand, count: Operand) -> Phrase | None:
    """3盒，每盒12支；每小时60千米，3小时."""
    if not rate.is_rate_of(count) or not count.is_named:
        return None
    pair = (rate, count) if count.measures(TIME) else (count, rate)
    return Phrase("，".join(each.name for each in pair), unit=rate.content)


def _each(price: Operand, count: Operand) -> Phrase | None:
    """3支，每支8元；4节，每节40分钟, where the text puts it in other words."""
    if not price.symbol or not count.is_thing or price.counted.per or price.counted.unit is None:
        return None
    return Phrase(f"{count.name}，每{count.counted.written}{price.name}", price)


def _compared(whole: Operand, divisor: Operand, text: AnnotatedText) -> Phrase | None:
    if text.asked.written == "倍":
        return Phrase(f"{whole.name}是{divisor.name}的几倍")
    if text.asked.written == "%":
        return Phrase(f"{whole.name}占{divisor.name}的百分之几")
    if whole.value < divisor.value:
        return Phrase(f"{whole.name}占{divisor.name}的几分之几")
    return None
