"""Whether the unit of an answer is the one that a scheme asks for, however it is written."""

import re
from collections.abc import Iterator, Sequence
from unicodedata import normalize

from sumc.algebra.checking import Side
from sumc.problems.english_nouns import singular
from sumc.problems.units.things import is_plural

ANY_UNIT = "*"
_SAME = (
    ("%", "percent", "per cent", "pct"),
    ("$", "dollar", "usd", "us$"),
    ("¢", "cent"),
    ("€", "euro", "eur"),
    ("£", "pound", "gbp"),
    ("¥", "yuan", "rmb", "cny", "元", "块", "人民币"),
    ("km", "kilometer", "kilometre"),
    ("m", "meter", "metre"),
    ("cm", "centimeter", "centimetre"),
    ("mm", "millimeter", "millimetre"),
    ("kg", "kilogram", "kilo"),
    ("g", "gram"),
    ("l", "liter", "litre"),
    ("ml", "milliliter", "millilitre"),
    ("h", "hour", "hr"),
    ("min", "minute"),
    ("s", "second", "sec"),
    ("mi", "mile"),
    ("km/h", "kmh", "kph", "kmph", "km/hour"),
    ("mi/h", "mph", "mile/hour"),
)
_CANONICAL = {name: names[0] for names in _SAME for name in names}
_POWERS = {"square": "2", "sq": "2", "cubic": "3", "cu": "3", "squared": "2", "cubed": "3"}
_BEFORE = re.compile(r"\b(square|sq|cubic|cu)\.? +([^\W\d]+)")
_AFTER = re.compile(r"([^\W\d]+) +(squared|cubed)\b")
_NO_UNITS = {"left", "over", "remain", "remaining", "altogether", "total", "more", "each", "剩"}
_LABEL = re.compile(r"\s*([^\W\d]+)\s*[:：]")
_PERCENT = re.compile(r"[0-9]\s*[%％]\D*$")
_HAN = re.compile("[\u4e00-\u9fff]+")
_HAN_MEASURES = ("分米", "分钟", "米每", "元每", "平方", "立方", "千米", "千克", "毫米", "毫升")


def has_unit(answer: Side, wanted: Sequence[str]) -> bool:
    """Whether an answer has one of these units.

    >>> from sumc import check
    >>> [has_unit(check(each, "29").student, ["cm2"]) for each in ("29 cm²", "29 square cm", "29")]
    [True, True, False]
    """
    if ANY_UNIT in wanted:
        words = set(answer.unit.casefold().split()) - _NO_UNITS
        return bool(words) or bool(_PERCENT.search(answer.text))
    written = list(_written(answer))
    return any(_is_unit(each, unit) for each in written for unit in wanted)


def _written(answer: Side) -> Iterator[str]:
    """The unit of an answer, its percent sign and its label, as those of Pencils: 29."""
    if _PERCENT.search(answer.text):
        yield "%"
    if answer.unit:
        yield answer.unit
    elif label := _LABEL.match(answer.text):
        yield label[1]


def _is_unit(written: str, wanted: str) -> bool:
    if _HAN.fullmatch(wanted) and _HAN.fullmatch(written) and _is_in_chinese(written, wanted):
        return True
    return _plain(wanted) in {_plain(each) for each in (written, *_spelled(written).split())}


def _is_in_chinese(written: str, wanted: str) -> bool:
    """Whether a measure or a thing is in 支铅笔: 支, or 铅笔, but not the 分 of 分米."""
    longer = next((each for each in _HAN_MEASURES if written.startswith(each)), "")
    if longer and longer != wanted:
        return False
    return written.startswith(wanted) or (len(wanted) > 1 and written.endswith(wanted))


def _spelled(unit: str) -> str:
    """A unit with its powers as numbers: cm2."""
    plain = normalize("NFKC", unit).casefold().strip(" .").replace("^", "").replace("**", "")
    plain = _BEFORE.sub(lambda found: f"{found[2]}{_POWERS[found[1]]}", plain)
    return _AFTER.sub(lambda found: f"{found[1]}{_POWERS[found[2]]}", plain)


def _plain(unit: str) -> str:
    """A unit in the spelling that all its spellings share.

    >>> _plain("km per hour"), _plain("Dollars"), _plain("square metres"), _plain("Boxes")
    ('km/h', '$', 'm2', 'box')
    """
    whole = re.sub(r" *(?:/|\bper\b) *", "/", _spelled(unit)) if "cent" not in unit else unit
    parts = [_named(each) for each in whole.split("/")] if "/" in whole else [_named(whole)]
    joined = "/".join(parts)
    return _CANONICAL.get(joined, joined)


def _named(unit: str) -> str:
    """One unit, as 1 pencil has the unit pencils."""
    plain = unit.casefold().strip(" .")
    power = plain[-1:] if plain[-1:] in ("2", "3") else ""
    name = plain.removesuffix(power)
    name = _CANONICAL.get(name) or (singular(name) if is_plural(name) else name)
    return _CANONICAL.get(name, name) + power
