"""Words for numbers and operations as signs: `3 times 12 minus 7`, `三乘十二减七`, `四分之三`."""

import re
from collections.abc import Iterator

from sumc.algebra.amounts import with_plain_amounts
from sumc.algebra.decimals import with_exact_decimals
from sumc.algebra.writing import Writing, replaced, substituted
from sumc.lazy_regex import lazy_regex

_VALUE = r"(?= ?[-0-9.(\[$€£¥½¼¾])"
_SIGNS = tuple(
    (lazy_regex(rf" ?(?:\b(?:{english})\b|{chinese}){_VALUE}", re.IGNORECASE), sign)
    for sign, english, chinese in (
        ("*", "times|multiplied by", "乘以|乘上|乘"),
        ("÷", "divided by", "除以"),
        ("+", "plus", "加上|加"),
        ("/", "(?<=[0-9] )out of", "(?!)"),
        ("-", "minus", "减去|减"),
        (
            "=",
            "equals|is equal to|(?<=[0-9)] )(?:is|gives|makes)",
            "等于|(?<=[0-9)%])(?:得到?|是)",
        ),
    )
)
_SHARE = lazy_regex(r"(?:(?<=[0-9])|(?<=[0-9][\u4e00-\u9fff]))的(?=[0-9])")
"""The 的 of 80的25%, which is a product."""
_HAN_DIGITS = {digit: value for value, digit in enumerate("零一二三四五六七八九")} | {"两": 2}
_HAN_UNITS = {"十": 10, "百": 100, "千": 1000}
_DIGIT = "[一二两三四五六七八九]"
_BELOW = rf"(?:{_DIGIT}千(?![克米瓦]))?零?(?:{_DIGIT}百)?零?(?:{_DIGIT}?十)?{_DIGIT}?"
_HAN_NUMBER = rf"(?:{_BELOW}万)?{_BELOW}"
_FRACTION = lazy_regex(rf"({_HAN_NUMBER})分之({_HAN_NUMBER})")
_PERCENT = lazy_regex(
    rf"百分之(?:(?=[零十{_DIGIT[1:-1]}])({_HAN_NUMBER})|([0-9]{{1,20}}(?:\.[0-9]{{1,20}})?)(?!%))"
)
_MIXED = lazy_regex(r"(?<=[0-9]) ?又 ?\(?([0-9]{1,20}) ?/ ?([0-9]{1,20})\)?")
_AND_FRACTION = lazy_regex(
    r"(?<![\w.,/*])([0-9]{1,20}) and ([0-9]{1,9})/([0-9]{1,9})(?= *(?:$|[;,)\n]| (?!of\b)[a-z]))"
)
_SQUARED = tuple(
    (lazy_regex(rf"(?<=[0-9)])(?: ?{english}\b|{chinese})(?= *(?:$|[-+*/×÷^=≈);,\n]))"), sign)
    for sign, english, chinese in (("²", "squared", "的平方"), ("³", "cubed", "的立方"))
)
_PART_OF = tuple(
    (
        lazy_regex(
            rf"(?:^|(?<=[-+*/×÷=(;:,\n])) *(?:(?:a|one) )?{part} of (?=[0-9(])", re.IGNORECASE
        ),
        sign,
    )
    for part, sign in (("half", "1/2*"), ("third", "1/3*"), ("quarter", "1/4*"))
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_ONES = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_TEENS = ("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen")
_SMALL = (*_ONES, *_TEENS, "seventeen", "eighteen", "nineteen")
_OPERAND = lazy_regex(
    rf"""(?:^|(?<=[-+*/×÷=:]\ )|(?<=minus\ )|(?<=plus\ )|(?<=times\ )|(?<=\bby\ )|(?<=\bis\ ))
    ({"|".join(_SMALL)})
    (?=\ (?:minus|plus|times|divided|multiplied|is|equals)\b|\ ?[-+*/×÷=;,.]|\ *$)""",
    re.IGNORECASE | re.VERBOSE,
)
"""A smaller number in words, between signs or their words."""
TENS = lazy_regex(rf"\b({'|'.join(_TENS)})(?:[- ]({'|'.join(_ONES)}))?\b(?![-'’])", re.IGNORECASE)
"""A number from 20 to 99 in English words."""
_GLUED = lazy_regex(r"(?<=[0-9])(?:[kcdm]?m|in|ft|yd|mi)(?=[xX][0-9])")
"""The unit of 5mx5m."""
_ALONE = lazy_regex(rf"(?<![第十百千万{_DIGIT[1:-1]}])(?=[零十万{_DIGIT[1:-1]}])({_HAN_NUMBER})")
_BEFORE, _AFTER = "=+-*/×÷^(", "=+-*/×÷^)乘加减除等又;, "
_CHAIN = lazy_regex(
    r"(?<![\w.])[0-9][0-9.,]{0,30}(?:[xXх](?:[0-9][0-9.,]{0,30}|[¼½¾⅐-⅞])){1,30}(?![\w.])"
)
_LETTER = lazy_regex(r"[^\W\d_]")
_CROSS = lazy_regex("[xXх]")
_GROUPS = lazy_regex(r"(?<![\w.,])[0-9]{1,3}(?: [0-9]{3})+(?![0-9]| */|[.,][0-9])")


def in_signs(writing: Writing) -> Writing:
    """The writing with signs for words.

    >>> from sumc.algebra.writing import written
    >>> in_signs(written("三乘十二减七等于二十九")).text, in_signs(written("10 000 x 2")).text
    ('3*12-7=29', '10000 x 2')
    """
    writing = with_exact_decimals(writing)
    if _LETTER.search(writing.text):
        writing = _words_in_signs(writing)
    writing = replaced(writing, [*_crosses(writing.text)])
    return replaced(writing, [*_blanks(writing.text)])


def _words_in_signs(writing: Writing) -> Writing:
    for numbers in (
        _percents,
        _han_numbers,
        _mixed_numbers,
        _and_fractions,
        _english_numbers,
        _small_numbers,
        _glued_units,
    ):
        writing = replaced(writing, [*numbers(writing.text)])
    writing = with_plain_amounts(writing)
    for words, sign in (*_SQUARED, *_PART_OF, *_SIGNS):
        writing = substituted(writing, words, sign)
    return substituted(writing, _SHARE, "*")


def _han_numbers(text: str) -> Iterator[tuple[int, int, str]]:
    """Numbers of two or more Chinese characters, or of a single one that stands alone."""
    done = 0
    for found in _ALONE.finditer(text):
        start, end = found.span()
        if start == end or start < done:
            continue
        if fraction := _FRACTION.match(text, start):
            done = fraction.end()
            yield start, done, f"({han_value(fraction[2])}/{han_value(fraction[1])})"
        elif end - start > 1 or _is_apart(text, start, end):
            yield start, end, str(han_value(found[0]))


def _percents(text: str) -> Iterator[tuple[int, int, str]]:
    """Percentages in words: 百分之七十五 and 百分之75."""
    for found in _PERCENT.finditer(text):
        yield (*found.span(), f"{han_value(found[1]) if found[1] else found[2]}%")


def _mixed_numbers(text: str) -> Iterator[tuple[int, int, str]]:
    """The fractions of 7又1/4."""
    for found in _MIXED.finditer(text):
        yield (*found.span(), f"({found[1]}/{found[2]})")


def _and_fractions(text: str) -> Iterator[tuple[int, int, str]]:
    """Mixed numbers with an and: 7 and 1/4."""
    for found in _AND_FRACTION.finditer(text):
        if int(found[2]) < int(found[3]):
            yield (*found.span(), f"{found[1]}({found[2]}/{found[3]})")


def _english_numbers(text: str) -> Iterator[tuple[int, int, str]]:
    for found in TENS.finditer(text):
        ones = _ONES.index(found[2].lower()) + 1 if found[2] else 0
        yield (*found.span(), str(10 * _TENS.index(found[1].lower()) + 20 + ones))


def _small_numbers(text: str) -> Iterator[tuple[int, int, str]]:
    for found in _OPERAND.finditer(text):
        yield (*found.span(), str(_SMALL.index(found[1].lower()) + 1))


def _glued_units(text: str) -> Iterator[tuple[int, int, str]]:
    for found in _GLUED.finditer(text):
        yield found.end(), found.end() + 1, " x "


def _is_apart(text: str, start: int, end: int) -> bool:
    before, after = text[max(0, start - 9) : start].rstrip()[-1:], text[end : end + 1]
    return (not before or before in _BEFORE + _AFTER) and (not after or after in _AFTER)


def han_value(text: str) -> int:
    """The value of a number below 100,000,000 in Chinese characters.

    >>> han_value("二十九"), han_value("三万零五十"), han_value("十")
    (29, 30050, 10)
    """
    total = part = digit = 0
    for sign in text:
        if sign in _HAN_DIGITS:
            digit = _HAN_DIGITS[sign]
        elif sign == "万":
            total, part, digit = (part + digit) * 10_000, 0, 0
        else:
            part, digit = part + (digit or 1) * _HAN_UNITS[sign], 0
    return total + part + digit


def _crosses(text: str) -> Iterator[tuple[int, int, str]]:
    """The x of 2x3x4."""
    for chain in _CHAIN.finditer(text):
        for cross in _CROSS.finditer(text, *chain.span()):
            yield (*cross.span(), "*")


def _blanks(text: str) -> Iterator[tuple[int, int, str]]:
    """The blanks of 10 000, but not the one in 3*12=36 360-7=353."""
    for groups in _GROUPS.finditer(text):
        is_result = text[max(0, groups.start() - 9) : groups.start()].rstrip()[-1:] in ("=", "≈")
        goes_on = text[groups.end() : groups.end() + 9].lstrip()[:1] in tuple("+-*×÷")
        if " 0" in groups[0] or not (is_result and goes_on):
            for place in range(*groups.span()):
                if text[place] == " ":
                    yield place, place + 1, ""
