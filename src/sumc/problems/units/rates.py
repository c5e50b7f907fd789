"""What a number is a rate of: 12 pencils in each box, $3 per kg, 60 miles an hour, 每盒12支."""

import re
from dataclasses import dataclass
from fractions import Fraction

from sumc.lazy_regex import lazy_regex
from sumc.problems.english_nouns import singular
from sumc.problems.numbers import Language
from sumc.problems.units.dimension import Dimension
from sumc.problems.units.table import Unit, units
from sumc.problems.units.things import is_generic, is_plural, is_stop_word, is_verb, thing_after

THING = "thing:"
"""What the base dimensions of things begin with, as in thing:pencil."""
ANY = "~"
"""What follows that where a name fits many things, as in thing:~piece."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What one of something is: a unit or a thing; the dimension is None if it is unknown."""

    written: str
    dimension: Dimension | None
    scale: Fraction = Fraction(1)
    """How many of the first unit of its dimension one of them is."""
    unit: Unit | None = None
    """The unit, where it is one."""

    @classmethod
    def of_unit(cls, unit: Unit, written: str = "") -> "Kind":
        """One of a unit; its scale counts within its group of units that have exact factors."""
        return cls(written or unit.plural, unit.dimension, unit.factor, unit)

    @classmethod
    def of_thing(cls, name: str, written: str) -> "Kind":
        """One of the things with this name."""
        base = f"{THING}{ANY if is_generic(name) else ''}{name}"
        return cls(written, Dimension(((base, 1),)))


UNKNOWN = Kind("", None)
"""One of something that the text does not name where it could be expected."""

_EACH_AFTER = lazy_regex(
    r"\s*(?:,\s*)?(?:(?:each|apiece)\b(?!\s+(?!of\b)[a-z])|ea\b)", re.IGNORECASE
)
_PER_AFTER = lazy_regex(
    r"(?:\s+of\s+[a-z]+)?\s*(?:(?:in|on|for|to|from|at|by|inside|into|with)\s+)?\b(?:each|every|per)\s+"
    r"(?!other\b)(?:of\s+(?:(?:the|his|her|their|its)\s+)?(?:[a-z0-9]+\s+(?=[a-z]+s\b))?)?"
    r"(?:(?:the|single)\s+)?(?=[a-z])",
    re.IGNORECASE,
)
_A_AFTER = lazy_regex(r"\s+an?\s+|\s*/\s*", re.IGNORECASE)
_EVERY_AFTER = lazy_regex(  # 15 litres flow out every minute
    r"(?:\s+(?!and\b|or\b|but\b|then\b)[a-z]+){1,4}\s+(?:every|each|per)\s+"
    r"(?=(?:second|minute|hour|day|night|morning|week|month|year)\b)",
    re.IGNORECASE,
)
_EACH_OF = lazy_regex(
    r"\beach\s+of\s+(?:(?:the|his|her|their|its|our|my|these|those)\s+)?$", re.IGNORECASE
)
_EACH_BEFORE = lazy_regex(
    r"(?<!will )(?<!would )(?<!did )(?<!does )(?<!can )(?<!should )(?<!they )(?<!could )"
    r"\b(?:each|every)\s+(?!other\b)(?:of\s+(?:the|his|her|their|its)\s+(?:\S+\s+)?)?([a-z]+)\s+"
    r"(?:[a-z']+\s+){0,5}[$£€¥]?$",
    re.IGNORECASE,
)
_HOLDS_BEFORE = lazy_regex(
    r"\b(?:an?|one)\s+([a-z]+)\s+(?:can\s+)?"
    r"(?:holds?|seats?|carry|carries|contains?|fits?)\s+(?:up\s+to\s+)?$",
    re.IGNORECASE,
)
_AND_BEFORE = lazy_regex(r"\b(?:each|every)\s+[a-z]+,?\s+(?:and|or|plus)\s+[$£€¥]?$", re.I)
_WORD = lazy_regex("[A-Za-z]+")
_OCCASION = "time"
_CONJUNCTIONS = frozenset({"and", "but", "or", "then", "so", "while", "plus"})
_EVERYTHING = frozenset({"个", "次", "件", "种"})
_CLAUSE = lazy_regex(r"[.?!;,]|\bif\b")
_LOOK_BACK = 60
_CHINESE_HOLDS = lazy_regex(
    r"[一1](?P<rest>[^\d，。；？！,.;?!一每]{1,8}?)(?:最多)?(?:能|可以|可|限)(?:坐|乘坐?|装|载|放|盛|运|乘)下?$"
)
_CHINESE_BEFORE = lazy_regex(r"每(?:一)?(?P<rest>[^\d，。；？！,.;?!每]{1,10})$")


def per_of(text: str, start: int, end: int, language: Language) -> Kind | None:
    """What a number with its name, from `start` to `end`, is counted per; None for nothing."""
    return _chinese(text, start, end) if language == "zh" else _english(text, start, end)


def _english(text: str, start: int, end: int) -> Kind | None:
    if match := _PER_AFTER.match(text, end):
        word = _WORD.match(text, match.end())
        return None if word and is_verb(word[0].lower()) else _one(text, match.end())
    if _EACH_AFTER.match(text, end):
        return UNKNOWN
    if match := _A_AFTER.match(text, end):
        found = units("en").at(text, match.end())
        if found:
            return Kind.of_unit(found.units[0])
    if match := _EVERY_AFTER.match(text, end):
        return _one(text, match.end())
    clause = _clause_before(text, start)
    if _EACH_OF.search(clause):
        return None  # in each of 5 boxes
    if _AND_BEFORE.search(clause):
        return None  # 6 desks in each row and 2 chairs
    before = _EACH_BEFORE.search(clause) or _HOLDS_BEFORE.search(clause)
    if before is None or before[1].lower() in _CONJUNCTIONS:
        return None  # "12 pencils each and 7 pens": it belongs to the number before
    return _named(before[1].lower())


def _one(text: str, position: int) -> Kind:
    found = units("en").at(text, position)
    if found:
        return Kind.of_unit(found.units[0])
    word = _WORD.match(text, position)
    return _named(word[0].lower()) if word else UNKNOWN


def _named(word: str) -> Kind:
    """One of a thing or unit, given the word for it."""
    if word == _OCCASION or is_verb(word) or is_stop_word(word):
        return UNKNOWN
    unit = units("en").by_word.get(word)
    if unit:
        return Kind.of_unit(unit[0])
    name = singular(word) if is_plural(word) else word
    return Kind.of_thing(name, name)


def _clause_before(text: str, end: int) -> str:
    window = text[max(0, end - _LOOK_BACK) : end]
    return _CLAUSE.split(window)[-1]


_TIME_OF_DAY = lazy_regex("[上中下]午|[早晚]上|早晨|清晨|凌晨|傍晚")
_CHINESE_INTO = lazy_regex(r"[装放包扎捆分订](?:成|入|在)?一(?=\S)")


def _chinese(text: str, start: int, end: int) -> Kind | None:
    before = max(0, start - 14), start
    if text.startswith("每", start - 1) and (
        into := _CHINESE_INTO.match(text, end)
    ):  # 每6个装一盒
        thing = thing_after(text, into.end(), "zh")
        return Kind.of_thing(thing.name, thing.written) if thing else UNKNOWN
    match = _CHINESE_BEFORE.search(text, *before) or _CHINESE_HOLDS.search(text, *before)
    if match is None:
        return None
    if _TIME_OF_DAY.search(match["rest"]):
        return None  # 每天晚上9时
    if match["rest"].startswith("两"):  # 每两棵树之间
        return UNKNOWN
    found = units("zh").at(text, match.start("rest"))
    if found:
        return Kind.of_unit(found.units[0], found.text)
    thing = thing_after(text, match.start("rest"), "zh")
    if thing is None or thing.name in _EVERYTHING:
        return UNKNOWN
    return Kind.of_thing(thing.name, thing.written)
