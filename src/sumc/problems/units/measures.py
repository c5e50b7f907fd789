"""Numbers with their units, and compounds of them: 2 hours 30 minutes is one quantity.

| text | read as |
|---|---|
| `5 km`, `5km`, `5-km`, `$5`, `5 dollars`, `8元` | a number with its unit |
| `half an hour`, `a quarter of a mile`, `5 more dollars` | a number with its unit |
| `2 hours 30 minutes`, `2 h 30 min`, `5 ft 7 in`, `3小时20分`, `8元5角` | one compound |
| `an hour and a half` | one compound: the half is of the same unit |
| `3 hours and 5 km`, `20 cm and 3 m`, `2 hours 90 minutes` | two numbers with their units |

The parts of a compound have one dimension and get smaller: each is less than one of the unit
before it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sumc.lazy_regex import lazy_regex
from sumc.problems.numbers import Language, Quantity
from sumc.problems.units.table import Found, Unit, units

_GAP = lazy_regex(r"\s?[-\u2010\u2011]?\s?(?:(?:more|other|additional|extra|fewer|less)\s)?")
_UNIT_INSIDE = lazy_regex(
    "[0-9零一二两三四五六七八九十百千万]+?"
    "((?:小时|时|分钟|分|钟头|天|年|星期|周|千?[米克]|公?[里斤]|[元块毛升吨尺亩秒度]))"
    "(?:半|[0-9一二三四五六七八九]{1,2})"
)
"""3米半, 一米五, 3块2: the unit is within the number."""
_GAP_OF_PART = lazy_regex(r"\s(?:of\s)?an?\s")  # half an hour, but not 38 a day
_JOINT: Mapping[Language, re.Pattern[str]] = {
    "en": lazy_regex(r"\s*(?:,\s*(?:and\b\s*)?|and\b\s*)?"),
    "zh": lazy_regex(r"\s*(?:[零又]\s*)?"),
}
_GOES_ON = lazy_regex(r"\s+(?:later|after|before|ahead|away|further)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Measure:
    """A number of a text with its possible units, and the positions of both."""

    quantity: Quantity
    units: tuple[Unit, ...]
    """More than one where a word has several meanings, such as pound; the usual one first."""
    written: str
    """The unit as the text has it, without a full stop."""
    start: int
    end: int

    def having(self, dimension_of: Sequence[Unit]) -> Unit | None:
        """The unit that converts to one of these, if there is one."""
        return next(
            (unit for unit in self.units if any(map(unit.converts_to, dimension_of))), None
        )


def measure_of(text: str, quantity: Quantity, language: Language) -> Measure | None:
    """A number with its unit; None if no unit of measurement is beside it.

    >>> from sumc.problems.numbers import find_quantities
    >>> text = "It takes half an hour."
    >>> measure_of(text, find_quantities(text)[0], "en").units[0].name
    'hour'
    """
    table = units(language)
    before = table.ending_at(text, quantity.start)
    if before is not None:
        start = quantity.start - len(before.prefix)
        return Measure(quantity, (before,), before.prefix, start, quantity.end)
    if language == "zh" and (inside := _UNIT_INSIDE.fullmatch(quantity.text)):
        found = table.at(text, quantity.start + inside.start(1))
        named = found.units if found else (table.named("yuan"),) if inside[1] == "块" else ()
        if named:
            return Measure(quantity, named, inside[1], quantity.start, quantity.end)
    gap = (_GAP_OF_PART if 0 < quantity.value < 1 else _GAP).match(text, quantity.end)
    gap = gap or _GAP.match(text, quantity.end)
    found = table.at(text, gap.end() if gap else quantity.end) or table.at(text, quantity.end)
    if found is None or _is_none(text, quantity, found):
        return None
    end, name = _end(text, found.end), found.text.rstrip(".")
    if name.isalpha() and name == found.units[0].prefix:
        name = found.units[0].plural  # 12 CHF: it is not written before the number
    return Measure(quantity, found.units, name, quantity.start, end)


_HOW_MANY_BEFORE = lazy_regex(r"\bhow\s+many\s+\Z", re.IGNORECASE)


def _is_none(text: str, quantity: Quantity, found: Found) -> bool:
    """Whether a word only looks like a unit: how many 5s, 从60里减去8."""
    if found.text == "里":
        return text.startswith("从", quantity.start - 1) and quantity.start > 0
    is_glued = found.text == "s" and text.startswith("s", quantity.end)
    return is_glued and _HOW_MANY_BEFORE.search(text, 0, quantity.start) is not None


def _end(text: str, end: int) -> int:
    """Where a unit ends without the full stop of "30 min." that also ends the sentence."""
    rest = text[end:].lstrip()
    is_stop = text[end - 1] == "." and (not rest or rest[0].isupper())
    return end - 1 if is_stop else end


@dataclass(frozen=True, slots=True)
class Compound:
    """Several numbers with units of one dimension that are one quantity."""

    parts: tuple[Measure, ...]
    units: tuple[Unit, ...]
    """The unit of each part."""

    @property
    def start(self) -> int:
        """Where it begins in the text."""
        return self.parts[0].start

    @property
    def end(self) -> int:
        """Where it ends in the text."""
        return self.parts[-1].end

    def value_in(self, unit: Unit) -> Fraction:
        """All parts together in one unit."""
        pairs = zip(self.parts, self.units, strict=True)
        return sum((part.quantity.value * each.to(unit) for part, each in pairs), Fraction(0))


def compounds(
    text: str, measures: Sequence[Measure | None], language: Language
) -> Iterator[Compound]:
    """The compounds among the numbers of a text, given in text order; each has two parts or more.

    >>> from sumc.problems.numbers import find_quantities
    >>> text = "He ran 2 hours 30 minutes."
    >>> found = [measure_of(text, each, "en") for each in find_quantities(text)]
    >>> [each.value_in(units("en").named("minute")) for each in compounds(text, found, "en")]
    [Fraction(150, 1)]
    """
    parts: list[tuple[Measure, Unit]] = []
    for measure in measures:
        following = parts and measure and _following(text, parts, measure, language)
        if measure and following:
            parts[-1] = following[0]
            parts.append(following[1])
            continue
        yield from _finished(parts)
        parts = [(measure, measure.units[0])] if measure else []
    yield from _finished(parts)


def _finished(parts: Sequence[tuple[Measure, Unit]]) -> Iterator[Compound]:
    if len(parts) > 1:
        yield Compound(tuple(each for each, _ in parts), tuple(unit for _, unit in parts))


def _following(
    text: str, parts: Sequence[tuple[Measure, Unit]], measure: Measure, language: Language
) -> tuple[tuple[Measure, Unit], tuple[Measure, Unit]] | None:
    """The last part so far and the next one, with units that fit; None if they do not continue
    it."""
    last, known = parts[-1]
    if not _JOINT[language].fullmatch(text, last.end, measure.start):
        return None
    if text[last.end - 1] == "." and _GOES_ON.match(text, measure.end):
        return None  # he ran 2 mi. 300 yd later he fell
    firsts = last.units if len(parts) == 1 else (known,)
    for large in firsts:
        for small in measure.units:
            if _fits(last.quantity, large, measure.quantity, small):
                return (last, large), (measure, small)
    return None


def _fits(first: Quantity, large: Unit, second: Quantity, small: Unit) -> bool:
    """Whether a part can follow: the first one is whole, the second less than one of its unit."""
    if not large.converts_to(small) or not small.factor < large.factor:
        return False
    is_whole = first.value.denominator == 1 and first.value >= 0
    return is_whole and 0 <= second.value * small.factor < large.factor
