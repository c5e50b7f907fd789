"""What a text asks for: pencils, kilometres, money, a percentage; and whether it is rounded."""

import re
from dataclasses import dataclass

from sumc.lazy_regex import lazy_regex
from sumc.problems.english_nouns import singular
from sumc.problems.numbers import Language
from sumc.problems.units.dimension import NUMBER, Dimension
from sumc.problems.units.rates import Kind
from sumc.problems.units.rounding import (
    Rounding,
    chinese_rounding,
    chinese_time_rounding,
    english_rounding,
    english_time_rounding,
)
from sumc.problems.units.table import Unit, units
from sumc.problems.units.things import is_measure, is_stop_word, thing_after

LENGTH, MASS, TIME, MONEY = map(Dimension.parse, ("length", "mass", "time", "money"))
SPEED, AREA, VOLUME = map(Dimension.parse, ("length/time", "length^2", "length^3"))
CALENDAR = frozenset({"day", "week", "month", "year", "decade", "century"})
"""Units of time that people count rather than measure."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What the answer of a text counts."""

    written: str = ""
    """As the question names it: pencils, km, %, 支; empty where it names nothing."""
    dimension: Dimension | None = None
    """None where it is not known, or where several kinds of things are counted together."""
    unit: Unit | None = None
    """The unit of measurement, where the question names one."""
    counts: bool = False
    """Whether things are counted, so that the answer is neither negative nor a fraction."""
    rounding: Rounding = ""
    """Which way a fraction of a thing is rounded: up for the buses needed, down for those that are
    full."""


NOTHING_ASKED = Asked()
PERCENT = Asked("%", NUMBER)


def read_question(text: str, language: Language) -> Asked:
    """What a text asks for.

    >>> read_question("Tom has 3 pens. How many pens does he have left?", "en").written
    'pens'
    >>> read_question("这些苹果一共重多少千克？", "zh").unit.name
    'kilogram'
    """
    return _chinese(text) if language == "zh" else _english(text)


# English. The last question counts; patterns are tried from the most to the least telling.

_SENTENCE = lazy_regex(r"(?:[^.?!]|\.(?=\d)|(?<=\bMr)\.|(?<=\bMrs)\.|(?<=\b[MD][sr])\.)*[.?!]?")
_HOW_MANY = lazy_regex(
    r"\bhow\s+many(?:\s+(?:more|fewer|other|total|additional|extra))?(?=\s)", re.I
)
_NUMBER_OF = lazy_regex(r"\b(?:number|amount|total)\s+of(?:\s+the)?(?=\s)", re.I)
_PERCENTAGE = lazy_regex(
    r"\b(?:as\s+a|in)\s+percent(?:age)?\b(?!\s+of)|\b(?:what(?:'s|\s+(?:is|was|are|were|will\s+be|would\s+be))?|find|calculate|determine)"
    r"(?:\s+(?:the|his|her|its|their|an|approximate|total|overall|average|annual))*"
    r"\s+percent(?:age)?\b|\bhow\s+(?:many|much)\s+percent\b"
    r"|\b(?:what|find|calculate|determine)\b[^,]*\b(?:(?:interest|attendance|success|passing"
    r"|growth|tax)\s+rate|rate\s+of\s+interest)\b",
    re.I,
)
_FRACTION = lazy_regex(
    r"\bwhat\s+(?:fraction|part|portion)\b|\bhow\s+(?:many\s+times|often)\b|\bratio\b", re.I
)
_HOW_LONG = lazy_regex(r"\bhow\s+long\b(?!\s+ago)", re.I)
_NUMBER = lazy_regex(r"\d[\s-]*(?=[a-z])|\b[a-z]+[\s-](?=[a-z]{3})", re.I)
_MONEY = lazy_regex(r"\s+(?:\w+\s+)?money\b", re.I)
_AMOUNT = lazy_regex(r"\s+(?:[$£€]\d[\d.,]*|\d[\d.,]*(?:\s+|-)?[a-z]+(?:-[a-z]+)*)", re.I)
_AND = lazy_regex(r"(?:\s*,\s+[a-z]+)*\s+(?:and|or)(?=\s)", re.I)
_ADJECTIVES = lazy_regex(r"\s+([a-z]+(?:\s*,\s*[a-z]+)*)\s*,?\s+(?:and|or)(?=\s)", re.I)
_HOW_MUCH_IS_IT = lazy_regex(
    r"\bhow\s+much(?:\s+(?:more|less))?\s+(?:do|does|did|is|was|will|would|should|can|has|have)\b"
    r"(?!.*\b(?:weigh|hold|contain|grow|eat|drink|read|run|walk|use|need)s?\b)",
    re.I,
)
_SIGN = lazy_regex(r"[$£€]\s?\d")
_IN_UNIT = lazy_regex(r"\bin\s+(?=[a-z])", re.I)
_MEANINGS: tuple[tuple[re.Pattern[str], Dimension], ...] = tuple(
    (lazy_regex(pattern, re.I), dimension)
    for pattern, dimension in (
        (r"\bhow\s+(?:much\s+time|old)\b", TIME),
        (r"\bhow\s+much\s+(?:\w+\s+)?money\b|\bhow\s+much\b(?!\s+[a-z]+er\b).*\b(?:cost|spen[dt]"
         r"|pay|paid|earn\w*|charge\w*|owe\w*|sav(?:e|ed|ings)|worth|price|bill|change|budget"
         r"|profit|tip|fee)\b|\bwhat\b.*\b(?:cost|price|bill|profit|revenue|salary|discount"
         r"|bonus|earnings)\b|\bhow\s+much\s+(?:is|was|are|were)\s+(?:\w+\s+){0,2}(?:rent|fare"
         r"|salary|wages?|income|loan|debt|fine)\b"
         r"|^\W*(?:(?:the|total|final|average)\s+)*(?:cost|price|bill|profit)\b[^?]{0,30}\?",
         MONEY),
        (r"\bhow\s+(?:far)\b|\bwhat\b.*\b(?:distance|perimeter|length|width|height|radius)\b"
         r"|\bhow\s+(?:tall|high|wide|deep)\b", LENGTH),
        (r"\bhow\s+heavy\b|\bhow\s+much\b.*\bweigh\w*\b|\bwhat\b.*\b(?:weight|mass)\b", MASS),
        (r"\bhow\s+long\b.*\b(?:take|took|last|spend|spent|wait\w*)\b|\bwhat\b.*\bage\b", TIME),
        (r"\bhow\s+fast\b|\bwhat\b.*\bspeed\b", SPEED),
        (r"\bwhat\b.*\barea\b|\bhow\s+much\s+area\b", AREA),
        (r"\bwhat\b.*\bvolume\b", VOLUME),
    )
)  # fmt: skip


def _english(text: str) -> Asked:
    sentence = _last_question(text)
    if _PERCENTAGE.search(sentence):
        return PERCENT
    if _FRACTION.search(sentence):
        return Asked("", NUMBER)
    if (many := _HOW_MANY.search(sentence)) and (asked := _named(sentence, many.end())):
        return asked
    for pattern, dimension in _MEANINGS:
        if pattern.search(sentence):
            return _in_unit(sentence, dimension)
    if _HOW_LONG.search(sentence):
        return _in_unit(sentence, _length_or_time(text))
    if _HOW_MUCH_IS_IT.search(sentence) and _is_only_money(text):
        return _in_unit(sentence, MONEY)
    if (number := _NUMBER_OF.search(sentence)) and (asked := _named(sentence, number.end())):
        return asked
    return _in_unit(sentence)


def _is_only_money(text: str) -> bool:
    """Whether money, and perhaps time, is all that a text measures."""
    found = (units("en").at(text, each.end()) for each in _NUMBER.finditer(text))
    measured = {each.units[0].dimension for each in found if each}
    has_money = MONEY in measured or _SIGN.search(text) is not None
    return has_money and measured <= {MONEY, TIME}


def _last_question(text: str) -> str:
    """The last sentence that asks, including what comes before its question word."""
    sentences = [each for each in _SENTENCE.findall(text) if each.strip()]
    asking = [
        each
        for each in sentences
        if "?" in each or re.search(r"\b(?:how|what|find|calculate|determine)\b", each, re.I)
    ]
    return asking[-1] if asking else ""


def _length_or_time(text: str) -> Dimension | None:
    """What "how long" means in a text that measures only lengths or only times."""
    places = (each.end() for each in _NUMBER.finditer(text))
    found = (units("en").at(text, place) for place in places)
    meant = {each.units[0].dimension for each in found if each}
    either = [each for each in (LENGTH, TIME) if each in meant]
    return either[0] if len(either) == 1 else None


def _named(sentence: str, position: int) -> Asked | None:
    """The unit or the things that a question names at a place."""
    amount = _AMOUNT.match(sentence, position)
    position = amount.end() if amount else position
    found = units("en").at(sentence, position + 1)
    if found:
        unit = found.units[0]
        rounding: Rounding = english_time_rounding(sentence) if unit.name in CALENDAR else ""
        return Asked(found.text.rstrip("."), unit.dimension, unit, rounding=rounding)
    if _MONEY.match(sentence, position):
        return Asked("", MONEY)
    thing = thing_after(sentence, position, "en")
    if thing is None:
        return _kinds_of_one_thing(sentence, position)
    joint = _AND.match(sentence, thing.end)
    other = thing_after(sentence, joint.end(), "en") if joint else None
    if other:
        written = sentence[thing.start : other.end]
        return Asked(written, None, None, True, english_rounding(sentence))
    kind = Kind.of_thing(thing.name, thing.written)
    rounded = "" if is_measure(thing.written) else english_rounding(sentence)
    return Asked(thing.written, kind.dimension, None, True, rounded)


def _kinds_of_one_thing(sentence: str, position: int) -> Asked | None:
    """The red and yellow cars of a question: kinds that are counted together."""
    joint = _ADJECTIVES.match(sentence, position)
    if joint is None or any(map(is_stop_word, joint[0].lower().replace(",", " ").split()[:-1])):
        return None
    thing = thing_after(sentence, joint.end(), "en")
    written = sentence[joint.start(1) : thing.end] if thing else ""
    return Asked(written, None, None, True, english_rounding(sentence)) if thing else None


def _in_unit(sentence: str, dimension: Dimension | None = None) -> Asked:
    """What is asked for in the unit that the question names: "how far, in miles, ...".

    Any dimension will do where none is known: "how long in hours". "In second place" names none.
    """
    for match in _IN_UNIT.finditer(sentence):
        if not (found := units("en").at(sentence, match.end())):
            continue
        for unit in found.units:
            is_one = unit.singular != unit.plural and found.text.lower() == unit.singular
            if not is_one and dimension in (None, unit.dimension):
                return Asked(found.text, unit.dimension, unit)
    return Asked("", dimension)


# Chinese. The unit follows 多少 or 几; without one, the noun before decides.

_HOW_MUCH = lazy_regex("多少|几(?!何|乎)")
_ASKING = lazy_regex("多少|几(?!何|乎)|多[长远高宽深厚重久]|[=＝求]|哪一?年|什么年份")
_CHINESE_PERCENT = lazy_regex(
    "百分之几|百分之多少|百分率|百分数|百分比"
    r"|(?<![效频汇周速功概斜])率(?:约?[是为]|[=＝达])?(?:多少|几|[．.\s]*$)"  # 出勤率, 利率
)
_CHINESE_YEAR = lazy_regex("哪一?年|什么年份")
_CHINESE_RATIO = lazy_regex("几分之几(?![吨米克千])|几成|几折|几倍|多少倍|比值")
_CHINESE_MEANINGS: tuple[tuple[re.Pattern[str], Dimension], ...] = tuple(
    (lazy_regex(pattern), dimension)
    for pattern, dimension in (
        ("多少钱|价钱|价格|单价|总价|花费|收入|利润|成本", MONEY),
        ("多长时间|多久|用时|时间", TIME),
        ("面积", AREA),
        ("体积|容积", VOLUME),
        ("速度", SPEED),
        ("多远|多长|多高|多宽|多深|多厚|距离|路程|周长|长度|高度|半径|直径|棱长|边长", LENGTH),
        ("多重|重量|质量", MASS),
    )
)


def _chinese(text: str) -> Asked:
    clauses = [each for each in re.split("[，。？！,?!；;\n]", text) if _ASKING.search(each)]
    clause = clauses[-1] if clauses else text[-30:]
    if _CHINESE_PERCENT.search(clause):
        return PERCENT
    if _CHINESE_YEAR.search(clause):
        return Asked("年")
    if _CHINESE_RATIO.search(clause):
        return Asked("倍" if "倍" in clause else "", NUMBER)
    for match in reversed(list(_HOW_MUCH.finditer(clause))):
        if asked := _chinese_named(clause, match.end(), text):
            return asked
    for pattern, dimension in _CHINESE_MEANINGS:
        if pattern.search(clause):
            return Asked("", dimension)
    return NOTHING_ASKED


def _chinese_named(clause: str, position: int, text: str) -> Asked | None:
    found = units("zh").at(clause, position)
    if found:
        unit = _chinese_meaning(found.units, text)
        if unit is None:
            return Asked(found.text)
        rounding: Rounding = chinese_time_rounding(clause, text) if unit.name in CALENDAR else ""
        return Asked(found.text, unit.dimension, unit, rounding=rounding)
    thing = thing_after(clause, position, "zh")
    if thing is None:
        return None
    kind = Kind.of_thing(thing.name, thing.written)
    return Asked(thing.written, kind.dimension, None, True, chinese_rounding(clause))


def _chinese_meaning(candidates: tuple[Unit, ...], text: str) -> Unit | None:
    """The meaning of 分 in a text, by the words that go with it."""
    if len(candidates) == 1:
        return candidates[0]
    is_money, is_time = (re.search(words, text) for words in ("[元角]", "小时|[时分]钟|秒"))
    if bool(is_money) == bool(is_time):
        return None
    wanted = MONEY if is_money else TIME
    return next((each for each in candidates if each.dimension == wanted), None)


def singular_of(written: str) -> str:
    """The name for one of these things: red pencil for red pencils.

    >>> singular_of("red pencils")
    'red pencil'
    """
    *before, last = written.split()
    return " ".join([*before, singular(last)])
