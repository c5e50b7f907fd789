"""Steps in English: 3 boxes of 12 pencils, 12 pages a day for 5 days, 7 pencils are given away."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from sumc.lazy_regex import lazy_regex
from sumc.problems.english_nouns import singular
from sumc.problems.units.annotation import AnnotatedText
from sumc.problems.units.question import singular_of
from sumc.problems.units.things import is_plural
from sumc.solving.answer import AnswerUnit
from sumc.solving.events import GAIN, LOSS
from sumc.solving.operand import MONEY, TIME, Operand, are_things, same_kind
from sumc.solving.steps import Phrase, either_way

_PEOPLE = lazy_regex(
    r"(?:people|persons|children|kids|friends|boys|girls|students|pupils|workers|players|men|women"
    r"|brothers|sisters|cousins|families|teams|classes|groups|guests|neighbou?rs|grandchildren)$"
)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_HOLDERS = _words(
    "bag basket bin bottle bouquet bowl box bucket bunch bundle carton case class column "
    "container crate drawer envelope floor group jar layer line pack package packet pile plate "
    "rack roll room row sack set shelf stack strip tank team tin tray unit vase"
)
"""Things that are "of" what is in them; a car is not of four wheels, but with four wheels."""
_PARTS = _words(
    "bag batch box bunch bundle group heap packet part piece pile portion row section set share "
    "slice stack strip team"
)
"""What a whole is divided into, not among."""
_PLACES = _words(
    "bed bench boat bus cabin cage car coach house hut pen stable table taxi tent train van wagon"
)
"""What holds people and animals."""
_ANIMALS = _words(
    "animal bear bird camel cat chicken cow dog duck elephant fish goat goose hamster hen horse "
    "kitten lion monkey panda pet pig pony puppy rabbit sheep tiger"
)
_SHARES = lazy_regex(r"\b(?:shar|split|divid|equal|even|among|between|each)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class English:
    """Plain English."""

    def product(
        self, one: Operand, other: Operand, answer: AnswerUnit | None = None
    ) -> Phrase | None:
        if answer and (_is_odd(one, other, answer) or _is_odd(other, one, answer)):
            return Phrase(f"multiply {one.bare} by {other.bare}")
        return either_way(one, other, (_part, _rate, _each))

    def quotient(self, whole: Operand, divisor: Operand, text: AnnotatedText) -> Phrase | None:
        if divisor.is_for_one(whole):
            return _groups(whole, divisor)
        if same_kind(whole, divisor) and whole.value < divisor.value and whole.is_named:
            part = whole.bare if whole.is_thing else whole.name
            return Phrase(f"{part} of {divisor.name}")
        is_share = text.asked.written == "%" and whole.value < divisor.value
        if is_share and divisor.is_thing and not whole.counted.written:
            return Phrase(f"{whole.bare} of {divisor.name}")
        if not whole.is_named or same_kind(whole, divisor):
            return None
        if divisor.measures(TIME) and not whole.measures(TIME):
            return Phrase(f"{whole.name} in {divisor.name}")
        if whole.measures(MONEY) and divisor.is_named and divisor.counted.unit:
            return Phrase(f"{divisor.name} for {whole.name}", whole)
        if not divisor.is_thing:
            return None
        if whole.is_thing and _is_alive(whole) and not _has_room(divisor):
            return Phrase(f"divide {whole.name} by {divisor.bare}")
        if _PEOPLE.search(divisor.counted.written) or _SHARES.search(text.text):
            between = "into" if _last_noun(divisor) in _PARTS else "among"
            return Phrase(f"divide {whole.name} {between} {divisor.name}", whole)
        if whole.measures(MONEY):
            return Phrase(f"{divisor.name} for {whole.name}", whole)
        return Phrase(f"divide {whole.name} by {divisor.bare}")

    def sum(self, added: Sequence[Operand], taken: Sequence[Operand]) -> Phrase | None:
        if len(added) == 1 and taken and _happens(taken, LOSS, to=added[0]):
            return Phrase(_are(taken))
        if len(added) == 2 and not taken and _happens(added[1:], GAIN, to=added[0]):
            return Phrase(_are(added[1:]))
        return _same_things(added, taken)

    def converted(self, number: str, unit: str) -> str:
        return f"{number} in {'inches' if unit == 'in' else unit}"


def _part(part: Operand, whole: Operand) -> Phrase | None:
    """15% of $80, 3/4 of 60 seats, 3 times 15 marbles."""
    if not part.is_ratio or whole.is_ratio or whole.counted.per:
        return None
    if part.value < 1 or part.bare.endswith("%"):
        return Phrase(f"{part.bare} of {whole.name}")
    return Phrase(f"{part.bare} times {whole.name}") if part.value.denominator == 1 else None


def _rate(rate: Operand, count: Operand) -> Phrase | None:
    """A rate, and how many there are of what it is per: 3 boxes of 12 pencils."""
    if not rate.is_rate_of(count) or not count.is_named:
        return None
    counted, held = rate.counted, count.amount.dimension
    if count.measures(TIME):
        done = f"{_at(rate)} for {count.name}"
    elif held is None or not are_things(held):
        done = f"{count.name} at {rate.name}"
    elif counted.unit and (str(counted.unit.dimension) == MONEY or _is_alive(count)):
        done = f"{count.name} at {rate.short} each"
    elif counted.unit or _last_noun(count) in _HOLDERS:
        done = f"{count.name} of {rate.short}"
    else:
        done = f"{count.name} with {rate.short} each"
    return Phrase(done, unit=rate.content)


def _is_alive(count: Operand) -> bool:
    """Whether people or animals are counted, who are not "of" what they eat or carry."""
    return bool(_PEOPLE.search(count.counted.written)) or _last_noun(count) in _ANIMALS


def _has_room(divisor: Operand) -> bool:
    """Whether people can be divided among things: teams and tents, not friends and pizzas."""
    noun = _last_noun(divisor)
    return noun in _HOLDERS | _PARTS | _PLACES


def _is_odd(part: Operand, whole: Operand, answer: AnswerUnit) -> bool:
    """Whether a part of people is asked for as something else: half of 5 children are no cups."""
    is_people = whole.is_thing and _PEOPLE.search(whole.counted.written) is not None
    is_other = answer.unit is None and not _PEOPLE.search(answer.written)
    return part.is_ratio and is_people and is_other


def _last_noun(count: Operand) -> str:
    """The singular of what is counted: box for cardboard boxes."""
    return singular(count.counted.written.split()[-1].lower())


def _at(rate: Operand) -> str:
    """12 pages a day, 60 miles an hour, 60 km/h."""
    per = rate.counted.per
    if not per or per == "each":
        return rate.name
    one = singular_of(per) if is_plural(per.split()[-1]) else per
    return f"{rate.short} {'an' if one.startswith('hour') else 'a'} {one}"


def _each(price: Operand, count: Operand) -> Phrase | None:
    """4 notebooks at $3 each, 3 films of 1.5 hours, where the text puts it in other words."""
    if not price.symbol or not count.is_thing or price.counted.per or price.counted.unit is None:
        return None
    if price.measures(MONEY):
        return Phrase(f"{count.name} at {price.name} each", price)
    return None if _is_alive(count) else Phrase(f"{count.name} of {price.name}", price)


def _groups(whole: Operand, rate: Operand) -> Phrase:
    """195 pages at 15 pages a day; 30 people, 8 per van."""
    per = rate.counted.per
    if rate.counted.unit is None and not _is_time(rate):
        one = singular_of(per) if is_plural(per.split()[-1]) else per
        return Phrase(f"{whole.name}, {rate.bare} {one if one == 'each' else f'per {one}'}")
    return Phrase(f"{whole.name} at {_at(rate) if _is_time(rate) else rate.name}")


def _is_time(rate: Operand) -> bool:
    return rate.amount.dimension is not None and (TIME, -1) in rate.amount.dimension.powers


def _happens(operands: Sequence[Operand], sign: str, to: Operand) -> bool:
    """Whether the same thing happens to all of them, and makes what there is fewer (or more).

    12 shells that Mia found do not become more where Leo found 8.
    """
    is_one = len({each.event for each in operands}) == 1
    return is_one and operands[0].changes(sign) and not to.changes(sign)


def _are(operands: Sequence[Operand]) -> str:
    """7 pencils are given away, $70 is spent, 45 and 38 are sold."""
    last = operands[-1]
    names = [each.short for each in operands]
    shown = " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
    is_one = len(operands) == 1 and (last.value == 1 or last.counted.unit is not None)
    return f"{shown} {'is' if is_one else 'are'} {last.event.said if last.event else ''}"


def _same_things(added: Sequence[Operand], taken: Sequence[Operand]) -> Phrase | None:
    """Add 15 and 45 marbles; take 7 away from 36 pencils: the things are named once."""
    every = [*added, *taken]
    if len({each.counted.written for each in every}) > 1 or not all(
        each.is_thing for each in every
    ):
        return None
    if any(each.name != each.short for each in every) or not added:
        return None
    gone = _and([each.bare for each in taken])
    if len(added) == 1:
        return Phrase(f"take {gone} away from {added[0].name}")
    together = f"add {_and([*(each.bare for each in added[:-1]), added[-1].name])}"
    return Phrase(f"{together}, and take {gone} away" if taken else together)


def _and(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))
