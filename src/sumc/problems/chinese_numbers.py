"""Find numbers that need a Chinese numeral.

| text | read as |
|---|---|
| `三十五`, `一百零五`, `两万`, `十二`, `三百五` (350) | the number |
| `三个`, `两倍`, `四行`, `五千克`, `十年` | the number, because a measure word follows |
| `三加五等于几`, `二乘以4` | the numbers, also `一`: a sum is written out |
| `三分之一`, `百分之二十`, `百分之12.5`, `二又三分之一`, `2又1/2` | the fraction |
| `2又20%` | two numbers: a percentage is not added to a whole number |
| `三点五米`, `零点五元`, `三点五万`, `百分之十二点五` | 3.5, 0.5, 35,000, 12.5 % |
| `三小时二十分`, `用了四十分` | 3 and 20, 40: minutes, because words for a duration precede them |
| `三点半`, `三点十分`, `三点五分`, `下午三点五个人` | times of day, not decimals |
| `一半`, `半小时`, `3个半`, `两年半`, `打对折` | 1/2, 1/2, 7/2, 5/2, 1/2 |
| `2小时半`, `一盒半`, `5米半`, `8点半` | 5/2, 3/2, 11/2, 17/2, with the unit in the number |
| `3盒半价的笔`, `3台半小时` | 3; 3 and 1/2 |
| `一米五`, `1米75`, `3块2`, `两块五` | 1.5, 1.75, 3.2, 2.5, with the unit in the number |
| `一元五角`, `一斤二两`; `三两茶叶`; `三两个` | 1 and 5, 1 and 2; 3; nothing |
| `十二点五加三点五` | 12.5 and 3.5: a sum is written out |
| `3块2根`, `96米2` | 3 and 2, 96 and 2: two quantities, square metres |
| `零下5度`, `零下五度` | -5 |
| `八折`, `八五折`, `八点五折`, `8折`, `二成`, `三成五` | 80 %, 85 %, 85 %, 80 %, 20 %, 35 % |
| `1万`, `3.5亿`, `5千元`, `2千万` | the product |
| `3亿5千万`, `1万5千元`, `1万5000` | one number, the sum |
| `350万元`, `3.5亿吨`, `2千万元` | 350, 3.5 and 2000: there the scale belongs to the unit |
| `5万元` where the text asks `多少元` | 50,000 |
| `兩個`, `三點五萬`, `半小時`, `伍拾元` | as their simplified or usual forms |

(550 of the 561 such numbers of Math23K and Ape210K leave the scale to the unit.)

The datasets write their quantities in digits, so most numerals left in their texts are not
quantities. Left out, with the share that the equations use:

- `一` alone (24 %, by chance: every model has the constant 1): `一个`, `一共`, `一起`, `另一`;
  but `一刻钟` is 1, because it is converted to minutes.
- Digits without a measure word: `三角形`, `四边形`, `四川`, `三亚`, `老三`, `小五`, `九江`;
  `打` is not one, because it is a verb as well: `三打铅笔`, `三打一`.
- Grades, dates, places: `三年级` (below 1 %), `二月` (2 %), `三位数`, `十位`, `六班`, `五号`.
- `第一天`, `第三次` (2 %), `星期三天`; names in quotes or titles: `“十一”`, `《十万个为什么》`.
- `两` of named things (4 %): `甲乙两地`, `AB两城`, `两车`, `两人`, `这两个`, `两边`, `两头`,
  `两列火车`, `两批`, `两面`, `两站`; but `苹果的两倍` is 2.
- Scores with a scale: `得了九十分`, which is written like the time of day `九点二十分`.
- Digits side by side: `六一`, `三四个`, `二〇一五年`; numerals that begin with a scale: `万一`,
  `百货`, `千万`; `几十个`, `十分` (very), `四周` (around), `几分之几`.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from sumc.errors import LimitError
from sumc.lazy_regex import lazy_regex
from sumc.problems.chinese_measures import (
    MEASURE,
    NUMERALS,
    ONE_AND_A_PART,
    TAELS,
    TENTH_BEHIND,
    ZERO_COINS,
)
from sumc.problems.chinese_numerals import DIGITS, SCALES, common_characters, read_numeral

__all__ = ["find_number_words", "read_numeral"]

Span = tuple[int, int, Fraction]  # start, end, value
Phrase = tuple[int, Fraction]  # end, value

_MOST_DECIMALS = 20

_NUMERAL = lazy_regex(f"[{NUMERALS}]+")
_UNIT_SCALE = lazy_regex("千[克米瓦卡焦帕伏赫字mgkMGK]")  # 千克 is a unit: 三千克 is 3
_OVER = lazy_regex("分之")
_AND = lazy_regex("又")
_PERCENT = ("%", "％", "﹪")
_SCALE = lazy_regex("([百千])?(万亿|[万亿])|[百千]")
_DECIMALS = lazy_regex("([零〇一二三四五六七八九]+)(万亿|[万亿])?")
_TIME_BEFORE = lazy_regex("(?:[午晨第]|[早晚]上|半夜)$")  # 下午三点
_ASKED = lazy_regex("(?:多少|几)(.)", re.DOTALL)
_UNIT = lazy_regex("(?![的和与是比])[\u4e00-\u9fff]")
_DISCOUNT = lazy_regex("折(?![成叠线纸回断])")
_TENTHS = lazy_regex("成(?![为本绩活立功长员熟品人了交])([一二三四五六七八九])?")
_AND_A_HALF = lazy_regex(
    "[个年天倍斤里]半(?![径圆价数成])"
    "|(?:[米元升克吨尺亩盒袋瓶箱包杯桶筐篮罐壶碗盘块页张圈层份周岁分秒度时点]|小时|钟头|星期"
    "|分钟|千[米克]|公[里斤])半"
    "(?![径圆价数成满透个天年月日夜斤块瓶筐桶碗杯米吨里池篮袋箱圈页张盒]|小时|分钟|千克|公斤)"
)
_ON_THE_CLOCK = ("点", "时")
_HALF_OF = lazy_regex(
    "(?<=打)对折|(?<![上下前后大小多一两对个年天倍斤里])半"
    "(?=[个天斤块瓶筐桶碗杯米吨里池篮袋箱圈页张盒]|小时|分钟|千克|公斤)"
)

_BELOW_ZERO = lazy_regex(r"下\s?(?:摄氏)?\s?[-−－–]?")
_DEGREES = lazy_regex(r"\s?(?:度|摄氏|℃|°)")
_NO_MEASURE = lazy_regex(
    "月|年[级代]|位[数上]|[号日班届世点中大字]|期间|黄金|长假|国庆|分(?![钟米之])"
)
_DECIMAL_BEHIND = lazy_regex(f"(?!分(?![钟米]))(?:折|{MEASURE.pattern})")  # 三点五分 is a time
_NAME_BEFORE = lazy_regex("(?:第|几|星期|礼拜|双|《|(?<!每)周)$")
_PAIR = lazy_regex("(?<=[甲乙丙丁A-Za-z这那前后邻的])两(?!倍)")
_MINUTES = lazy_regex(f"(?<=小时|用时|用了|花了)[{NUMERALS}]+分")  # not a score or a time of day
_OPERATOR = "(?:加上?|减去?|乘以?|除以|等于)"
_OPERATOR_BEFORE = lazy_regex(f"[{NUMERALS}0-9０-９几少再)）]{_OPERATOR}$")  # 少: 多少加五
_OPERATOR_BEHIND = lazy_regex(f"{_OPERATOR}[{NUMERALS}0-9０-９几多(（]")
_END_OF_OPERAND = lazy_regex("(?![\u4e00-\u9fff])|[加减乘除等的是得余和再]")  # not 3加上一个数
_QUOTES = {"“": "”", '"': '"', "‘": "’", "'": "'", "「": "」"}


class _Piece(NamedTuple):
    start: int
    end: int
    is_digits: bool
    value: Fraction | None  # None for characters that spell no number: 六一, 万一


@dataclass(frozen=True, slots=True)
class _Source:
    """A text, its numerals and digits in order, and the units it asks for."""

    text: str
    pieces: Sequence[_Piece]
    asked: frozenset[str]

    def written(self, index: int) -> str:
        return self.text[self.pieces[index].start : self.pieces[index].end]

    def follows(self, index: int, glue: re.Pattern[str]) -> bool:
        """Whether another piece follows a piece, with only the glue between them."""
        match = glue.match(self.text, self.pieces[index].end)
        is_last = index + 1 == len(self.pieces)
        return bool(match and not is_last and match.end() == self.pieces[index + 1].start)


def find_number_words(text: str, digits: Sequence[Span], most_words: int = 5_000) -> list[Span]:
    """The numbers of a Chinese text that need a numeral, given those written in digits.

    A text with more than `most_words` numerals is refused with a `LimitError`.

    >>> find_number_words("三分之一的5千克是两千", [(5, 6, Fraction(5))])
    [(0, 4, Fraction(1, 3)), (9, 11, Fraction(2000, 1))]
    """
    source = _source(common_characters(text), digits, most_words)
    halves = islice(_HALF_OF.finditer(source.text), most_words)
    found = [(half.start(), half.end(), Fraction(1, 2)) for half in halves]
    behind = 0
    for index, piece in enumerate(source.pieces):
        if piece.start >= behind and (phrase := _phrase(source, index)):
            behind, value = phrase
            found.append((piece.start, behind, value))
    return sorted(found)


def _source(text: str, digits: Sequence[Span], most_words: int) -> _Source:
    pieces = [_Piece(start, end, True, value) for start, end, value in digits]
    for match in _NUMERAL.finditer(text):
        start, end = match.span()
        if _UNIT_SCALE.match(text, end - 1) or TAELS.match(text, start):
            end -= 1
        if end > start + 1 and ZERO_COINS.match(text, start):
            start += 1
        if start < end:
            value = read_numeral(text[start:end])
            piece = _Piece(start, end, False, None if value is None else Fraction(value))
            decimal = _decimal(text, pieces[-1], piece) if pieces else None
            if decimal:
                pieces[-1] = decimal
            else:
                pieces.append(piece)
        if len(pieces) > most_words:
            raise LimitError(f"the text holds more than {most_words} numerals")
    return _Source(text, sorted(pieces), frozenset(_ASKED.findall(text)))


def _decimal(text: str, whole: _Piece, part: _Piece) -> _Piece | None:
    """三点五 before a measure word or scale, or after 分之; elsewhere it can be a time of day."""
    match = _DECIMALS.fullmatch(text, part.start, part.end)
    if match is None or text[whole.end : part.start] != "点":
        return None
    before = text[max(0, whole.start - 2) : whole.start]
    if whole.is_digits or whole.value is None or whole.value.denominator != 1:
        return None
    is_clear = match[2] or before == "分之" or _DECIMAL_BEHIND.match(text, part.end)
    is_clear = is_clear or _is_operand(text, _Piece(whole.start, part.end, False, None))
    if not is_clear or _TIME_BEFORE.search(before) or len(match[1]) > _MOST_DECIMALS:
        return None
    decimals = int("".join(str(DIGITS[character]) for character in match[1]))
    value = whole.value + Fraction(decimals, 10 ** len(match[1]))
    return _Piece(whole.start, part.end, False, value * SCALES.get(match[2], 1))


def _phrase(source: _Source, index: int) -> Phrase | None:
    """The longest number that begins with a piece and needs a numeral."""
    piece = source.pieces[index]
    reader = _READERS.get(source.text[piece.end : piece.end + 1])
    phrase = reader(source, index) if reader else None
    phrase = phrase or _with_a_half(source, index) or _with_tenths(source, index)
    return phrase or (None if piece.is_digits else _cardinal(source, index))


def _mixed(source: _Source, index: int) -> Phrase | None:
    """二又三分之一, 2又1/2."""
    whole = source.pieces[index].value
    if whole is None or whole.denominator != 1 or not source.follows(index, _AND):
        return None
    piece = source.pieces[index + 1]
    if piece.is_digits and source.written(index + 1).endswith(_PERCENT):
        return None
    part = (piece.end, piece.value) if piece.is_digits else _fraction(source, index + 1)
    if part is None or part[1] is None or not 0 < part[1] < 1:
        return None
    return part[0], whole + part[1]


def _fraction(source: _Source, index: int) -> Phrase | None:
    """三分之一, 百分之12.5."""
    if not source.follows(index, _OVER):
        return None
    denominator, numerator = _part(source, index), _part(source, index + 1)
    if not denominator or numerator is None:
        return None
    return source.pieces[index + 1].end, numerator / denominator


def _part(source: _Source, index: int) -> Fraction | None:
    """The value of a part of a fraction, where a scale stands alone: 百分之百."""
    scale = SCALES.get(source.written(index))
    return Fraction(scale) if scale else source.pieces[index].value


def _discount(source: _Source, index: int) -> Phrase | None:
    """八折 is 80 %, 八五折 and 8.5折 are 85 %."""
    piece = source.pieces[index]
    match = _DISCOUNT.match(source.text, piece.end)
    rate = _rate(source, index) if match else None
    return (match.end(), rate) if match and rate else None


def _rate(source: _Source, index: int) -> Fraction | None:
    value = source.pieces[index].value
    if not source.pieces[index].is_digits and "点" not in source.written(index):
        digits = [DIGITS.get(character, 0) for character in source.written(index)[:3]]
        value = Fraction(int("".join(map(str, digits)))) if len(digits) < 3 else None
    if value is None or not 0 < value < 100:
        return None
    return value / 10 if value < 10 else value / 100


def _tenths(source: _Source, index: int) -> Phrase | None:
    """二成 is 20 %, 三成五 is 35 %."""
    value = source.pieces[index].value
    match = _TENTHS.match(source.text, source.pieces[index].end)
    if not match or value is None or value not in range(1, 10):
        return None
    return match.end(), value / 10 + Fraction(DIGITS.get(match[1], 0), 100)


def _with_a_half(source: _Source, index: int) -> Phrase | None:
    """3个半 is 7/2, 两米半 is 5/2, 一半 is 1/2."""
    piece = source.pieces[index]
    match = _AND_A_HALF.match(source.text, piece.end)
    if match and piece.value and piece.value > 0 and piece.value.denominator == 1:
        is_spelled_time = match[0].startswith(_ON_THE_CLOCK) and not piece.is_digits
        return None if is_spelled_time else (match.end(), piece.value + Fraction(1, 2))
    if source.written(index) == "一" and source.text.startswith("半", piece.end):
        return piece.end + 1, Fraction(1, 2)
    return None


def _with_tenths(source: _Source, index: int) -> Phrase | None:
    """一米五 is 1.5, 1米75 is 1.75 and 3块2 is 3.2."""
    piece = source.pieces[index]
    match = TENTH_BEHIND.match(source.text, piece.end)
    if not match or not piece.value or piece.value < 0 or piece.value.denominator != 1:
        return None
    if source.pieces[index + 1].end != match.end():  # 3块2.5
        return None
    digits = match[2] or "".join(str(DIGITS[character]) for character in match[1])
    return match.end(), piece.value + Fraction(int(digits), 10 ** len(digits))


def _below_zero(source: _Source, index: int) -> Phrase | None:
    """零下5 and 零下五度 are -5."""
    if source.written(index) not in ("零", "〇") or not source.follows(index, _BELOW_ZERO):
        return None
    piece = source.pieces[index + 1]
    counts = piece.is_digits or _DEGREES.match(source.text, piece.end)
    return (piece.end, -abs(piece.value)) if counts and piece.value else None


def _scaled(source: _Source, index: int) -> Phrase | None:
    """3.5亿, but not the 350 of 350万元: see the table at the top of this file."""
    if compound := _compound(source, index):
        return compound
    piece = source.pieces[index]
    match = _SCALE.match(source.text, piece.end)
    if (
        not match
        or piece.value is None
        or not piece.is_digits
        or _UNIT_SCALE.match(source.text, match.end() - 1)
    ):
        return None
    unit = source.text[match.end() : match.end() + 1]
    large = match[2] or ""
    is_unit = large[:1] in source.asked or (_UNIT.match(unit) and unit not in source.asked)
    if large and is_unit:
        return (match.end(1), piece.value * SCALES[match[1]]) if match[1] else None
    return match.end(), piece.value * _scale(match)


def _compound(source: _Source, index: int) -> Phrase | None:
    """3亿5千万 and 1万5000: digits with falling scales, side by side."""
    total, ceiling, end, parts = Fraction(0), Fraction(10**16), source.pieces[index].start, 0
    while index < len(source.pieces):
        piece = source.pieces[index]
        is_whole = piece.value is not None and piece.value.denominator == 1
        if not piece.is_digits or piece.start != end or piece.value is None or not is_whole:
            break
        match = _SCALE.match(source.text, piece.end)
        if match and _UNIT_SCALE.match(source.text, match.end() - 1):
            match = None
        value = piece.value * (_scale(match) if match else 1)
        if not 0 < value < ceiling or (not match and value * 10 < ceiling):
            break
        total, end, parts = total + value, match.end() if match else piece.end, parts + 1
        if not match:
            break
        ceiling, index = Fraction(_scale(match)), index + 2  # the scale is a piece of its own
    return (end, total) if parts > 1 else None


def _scale(match: re.Match[str]) -> int:
    """千万 is a thousand times 万."""
    if match[2] is None:
        return SCALES[match[0]]
    return SCALES[match[2]] * SCALES.get(match[1], 1)


def _cardinal(source: _Source, index: int) -> Phrase | None:
    """A numeral that counts something: see the list at the top of this file."""
    piece, written = source.pieces[index], source.written(index)
    before = source.text[max(0, piece.start - 2) : piece.start]
    if piece.value is None or _NAME_BEFORE.search(before) or _is_quoted(source.text, piece):
        return None
    if _is_operand(source.text, piece):
        return piece.end, piece.value
    is_quarters = source.text.startswith("刻钟", piece.end) and before[-1:] not in _ON_THE_CLOCK
    is_part = is_quarters or ONE_AND_A_PART.match(source.text, piece.start)
    if written in "一零〇" and not is_part:
        return None
    if written == "两" and _PAIR.match(source.text, piece.start):
        return None
    if len(written) == 1:
        counts = MEASURE.match(source.text, piece.end) is not None
    else:
        is_minutes = _MINUTES.match(source.text, piece.start) is not None
        counts = is_minutes or not _NO_MEASURE.match(source.text, piece.end)
    return (piece.end, piece.value) if counts else None


def _is_operand(text: str, piece: _Piece) -> bool:
    """Both numerals of 三加五."""
    if _OPERATOR_BEHIND.match(text, piece.end):
        return True
    before = text[max(0, piece.start - 3) : piece.start]
    return bool(_OPERATOR_BEFORE.search(before) and _END_OF_OPERAND.match(text, piece.end))


def _is_quoted(text: str, piece: _Piece) -> bool:
    opening = text[piece.start - 1 : piece.start]
    return opening in _QUOTES and text.startswith(_QUOTES[opening], piece.end)


# The character after a piece shows what it can be part of.
_READERS: dict[str, Callable[[_Source, int], Phrase | None]] = {
    "又": _mixed,
    "下": _below_zero,
    "分": _fraction,
    "折": _discount,
    "成": _tenths,
    **dict.fromkeys("百千万亿", _scaled),
}
