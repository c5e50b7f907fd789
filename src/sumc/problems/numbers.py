"""Find the numbers of a problem text: exact values and exact places.

What counts as a number was decided by measuring, on MAWPS, ASDiv-A, GSM8K, AllArith, Math23K and
Ape210K, how often the equations use it. The digit forms, read in every language:

| text | read as |
|---|---|
| `12`, `1,000`, `3.50`, `.5`, `１２` | one number; a comma groups three digits, `，` never does |
| `1,00,000` | 100,000: lakhs and crores have groups of two digits |
| `12 000`, `1'200`, `2-1/2 cups` | one number, with the conditions in `number_context` |
| `6,50 €`, `€6,50`, `1.234,50 €` | a decimal comma: two digits beside the sign of a currency |
| `0,5 l`, `0,25 kg` | a decimal comma: zero before it, a unit behind |
| `25%`, `12.5 %`, `％` | 1/4 and 1/8: the sign belongs to the number |
| `3/4`, `(3/4)`, `½`, `（１／２）` | one number, with its brackets |
| `1 1/2`, `1(1/2)`, `2½`, `60 2/3` | one mixed number, where the fraction is below 1 |
| `in 2010 1/3 of them` | two numbers: before a blank the whole part must be below 100 |
| `56/7`, `3/0` | the numbers alone: a division without a remainder, a fraction without a value |
| `1/2/3`, `12/25/2010` | the numbers alone: a chain of divisions, a date |
| `$4.60`, `5kg`, `10-year-old`, `12.5米` | the number alone, without currency and unit |
| `9:00`, `12：00` | the hour of the time of day |
| `3:2`, `3:30`, `5-7`, `2-1/2 = ?`, `1.2.3` | the numbers alone: `1.2` and `3` |
| `2nd`, `May 5`, `in 2009`, `Room 12`, `第2天` | found: the datasets count all digits |
| `-7`, `−7`, `–7` | minus seven where the sign opens a word: `is -7`, `(-7)`, `气温-7℃` |
| `北京-3℃`, `最低-3度`, `由-3℃`, `上升-3米`, `比-3大`, `~-3` | minus three |
| `8-7`, `8 -7`, `x-7`, `--7`, `- 7` | 7: there it is a hyphen, a dash or a subtraction |
| `8时-11时`, `身高-105`, `某数的3倍-4.8`, `2度-3℃` | 11, 105, 4.8, 3: a range or a subtraction |
| `．` | a decimal point between full-width digits, a full stop elsewhere |
| `m²`, `٣` | not found: only 0-9 and their full-width forms are digits |

Number words are in `english_numbers` and `chinese_numbers`. A quantity is "words" as soon as it
needs one of them: `half`, `3 million`, `25 percent`, `三分之一`, `八折`. With `words=False`, the
protocol of the paper, only digits are read: `3 million` is then 3.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from typing import Literal, get_args

from sumc.algebra.operands import number_value, read_number
from sumc.errors import LimitError, ProblemError
from sumc.lazy_regex import lazy_regex
from sumc.problems import chinese_numbers, english_numbers
from sumc.problems.number_context import GROUPS, is_mixed_number, is_one_number

Language = Literal["en", "zh"]
Span = tuple[int, int, Fraction]  # start, end, value

CHINESE_SHARE = 0.3  # of the letters of a text: with as many or more, it is Chinese
MIXED_BELOW = 100  # the whole part of "1 1/2"; a larger one is mostly a year or a total
WORDS_PER_QUANTITY = 10  # number words read for each quantity that is allowed
PYTHON_DIGITS = 4_000  # int() refuses longer strings (its own limit is 4,300)

VULGAR_FRACTIONS = {each: number_value(read_number(each)) for each in "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞↉"}


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number in a text: its exact value and its position."""

    text: str
    """What is written, `text[start:end]` of the problem."""
    value: Fraction
    start: int
    end: int
    written: Literal["digits", "words"]
    """Whether a number word is needed to read it."""


@dataclass(frozen=True, slots=True)
class NumberLimits:
    """How large a text and its numbers may be before `find_quantities` refuses them."""

    text: int = 20_000
    """Characters of the text."""
    quantities: int = 500
    """Numbers of the text; ten times as many number words are read."""
    digits: int = 100
    """Characters of a number, or of either part of a fraction; never above 4,000."""


DEFAULT_LIMITS = NumberLimits()


def find_quantities(
    text: str,
    *,
    words: bool = True,
    language: Language | None = None,
    limits: NumberLimits = DEFAULT_LIMITS,
) -> tuple[Quantity, ...]:
    """The numbers of a text, in text order and never overlapping.

    `words=False` reads digits only. The language of number words is detected if none is given.

    >>> [(found.text, str(found.value)) for found in find_quantities("Half of 2,500 is 1 1/4%.")]
    [('Half', '1/2'), ('2,500', '2500'), ('1 1/4%', '1/80')]
    """
    if language is not None and language not in get_args(Language):
        raise ProblemError(f"no language is called {language!r}; known languages: en, zh")
    if len(text) > limits.text:
        raise LimitError(f"the text has {len(text)} characters, more than {limits.text}")
    return _find_quantities(text, words, language, limits)


@lru_cache(maxsize=16)  # exact routes and the network read the same text one after the other
def _find_quantities(
    text: str, words: bool, language: Language | None, limits: NumberLimits
) -> tuple[Quantity, ...]:
    digits = list(islice(_find_digits(text, limits), limits.quantities + 1))
    spelled = []
    if words and len(digits) <= limits.quantities:
        spelled = _find_words(text, digits, language, limits.quantities * WORDS_PER_QUANTITY)
    found = list(_merge(digits, spelled))
    if len(found) > limits.quantities:
        raise LimitError(f"the text holds more than {limits.quantities} numbers")
    return tuple(
        Quantity(text[start:end], value, start, end, "words" if is_words else "digits")
        for start, end, value, is_words in found
    )


def detect_language(text: str) -> Language:
    """Chinese ("zh") if about a third of the letters of a text are Chinese, else English ("en").

    >>> detect_language("Li Ming (李明) has 3 apples"), detect_language("AB两地相距30km")
    ('en', 'zh')
    """
    if text.isascii():
        return "en"
    chinese = len(_CHINESE.findall(text))
    latin = len(_LATIN.findall(text))
    return "zh" if chinese and chinese >= CHINESE_SHARE * (chinese + latin) else "en"


def mask_numbers(text: str, quantities: Iterable[Quantity], mask: str = "[NUM]") -> str:
    """The text with a mask in the place of every quantity, to compare texts without numbers.

    >>> mask_numbers("2 cats and 12 dogs", find_quantities("2 cats and 12 dogs"))
    '[NUM] cats and [NUM] dogs'
    """
    pieces, position = [], 0
    for quantity in quantities:
        if quantity.start < position or text[quantity.start : quantity.end] != quantity.text:
            raise ProblemError(
                f"{quantity.text!r} is not at position {quantity.start} of this text, "
                "after the previous quantity"
            )
        pieces += [text[position : quantity.start], mask]
        position = quantity.end
    return "".join([*pieces, text[position:]])


def _find_words(
    text: str, digits: list[Span], language: Language | None, most_words: int
) -> list[Span]:
    if (language or detect_language(text)) == "zh":
        return chinese_numbers.find_number_words(text, digits, most_words)
    return english_numbers.find_number_words(text, digits, most_words)


def _merge(digits: list[Span], spelled: list[Span]) -> Iterator[tuple[int, int, Fraction, bool]]:
    """Both in text order; digits inside a phrase such as `3 million` belong to the phrase."""
    position = 0
    for start, end, value in spelled:
        while position < len(digits) and digits[position][0] < end:
            if digits[position][1] <= start:
                yield (*digits[position], False)
            position += 1
        yield start, end, value, True
    for span in digits[position:]:
        yield (*span, False)


# Digits. A regular expression proposes the longest form; what has no value as such (a mixed
# number with an improper fraction, a division by zero) gives its first number, and reading goes
# on after that. All repetitions are of single characters and followed by a different one, so
# no text makes the search go back more than once over the same digits.

_HAN = "\u3400-\u4dbf\u4e00-\u9fff"
_CHINESE = lazy_regex(f"[{_HAN}]")
_LATIN = lazy_regex("[A-Za-z\u00c0-\u024f]")
_DIGIT = "[0-9０-９]"
_BLANK = r"[^\S\r\n\u2028\u2029]"  # a number never runs across the end of a line
_SLASH = rf"{_BLANK}?[/／⁄∕]{_BLANK}?"
_NOT_A_DIGIT = lazy_regex("[^0-9]")
_SIGN_BEHIND = "是为為温溫示到至从從和与與由于得拔着著比在有取以或即求达達作"
_NOT_CHAINED = rf"(?!{_DIGIT})(?!\.{_DIGIT})(?!{_SLASH}{_DIGIT})"  # 1/2/3 is not a fraction

_NUMBER = lazy_regex(
    rf"""
    (?P<sign>
        (?: (?<![^\s(（\[,，:：;；。=~～“"'、{_SIGN_BEHIND}])  # the start or one of these
            (?<![0-9０-９)）]\s)                              # 8 -7 is a subtraction
          | (?<=[{_HAN}])(?:(?<!度)|(?<=[温溫]度))         # 北京-3℃, 温度-3℃, not 2度-3℃
            (?=.[0-9.]{{1,6}}\s?(?:℃|°C|摄氏|攝氏))
          | (?<=[低高达達升降])(?=.[0-9.]{{1,6}}度)             # 最低-3度, not 身高-105
          | (?:(?<=[升降涨跌漲增减減])|(?<=[升降涨跌漲增减減盈]了)|(?<=增[长長加])|(?<=盈利))
            (?=.[0-9.]{{1,6}}\s?[%％元米厘釐毫千克吨噸度kcm])     # 上升-3厘米
        )
        [-−－–](?=[.(（]?{_DIGIT}|[{"".join(VULGAR_FRACTIONS)}])
    )?
    (?:
        (?: (?P<before>{_DIGIT}+){_BLANK}? )? (?P<vulgar>[{"".join(VULGAR_FRACTIONS)}])
      | (?<![/／⁄∕])(?<![/／⁄∕]\s)
        (?: (?P<whole>{_DIGIT}+)
            (?: {_BLANK}(?![(（]) | (?=[(（]) | (?P<hyphen>-)(?=[0-9]+/[0-9]+[\s-][a-z]) ) )?
        (?P<open>[(（]{_BLANK}?)?
        (?P<numerator>{_DIGIT}+){_SLASH}(?P<denominator>{_DIGIT}+){_NOT_CHAINED}
        (?(open){_BLANK}?[)）])
      | (?<![0-9０-９.:：])(?P<hour>{_DIGIT}{{1,2}})[:：][0０]{{2}}(?![:：]?{_DIGIT})  # 9:00
      | (?P<grouped>{GROUPS})(?P<decimals>\.[0-9]{{1,9}}(?![0-9]))?
      | (?P<comma>
            (?<![0-9,.])(?: (?<=[$£€]) | (?<=[$£€]\s) | (?=[0-9.,]{{4,12}}\s?[$£€](?!\s?[0-9])) )
            [0-9]{{1,3}}(?:\.[0-9]{{3}}){{0,2}},[0-9]{{2}}(?![0-9])(?![.,][0-9])
          | (?<![0-9,.])0,[0-9]{{1,3}}(?=\s?(?:[kcmd]?[gml]|litres?|liters?|metres?|meters?)\b) )
      | (?P<plain>
            (?: {_DIGIT}{{1,3}}(?:,{_DIGIT}{{3}})+(?!{_DIGIT})
              | {_DIGIT}{{1,2}}(?:,{_DIGIT}{{2}}){{1,4}},{_DIGIT}{{3}}(?!{_DIGIT})  # 1,00,000
              | {_DIGIT}+ )
            (?: \.{_DIGIT}+ | (?<=[０-９])．[０-９]+ )?
          | (?<![^\s$£€¥￥(（\[=+*/<>~:-])\.{_DIGIT}+  # .5, but not the end of a sentence
        )
    )
    (?P<percent>{_BLANK}?[%％﹪])?
    """,
    re.VERBOSE,
)

# Looking for a digit first, then for the whole form around it, is ten times as fast.
_ANCHOR = lazy_regex(f"[0-9０-９{''.join(VULGAR_FRACTIONS)}]")
_BEFORE_ANCHOR = 3  # a sign, a bracket and a blank may precede the first digit


def _find_digits(text: str, limits: NumberLimits) -> Iterator[Span]:
    """The numbers written in digits, in text order."""
    position = 0
    most_digits = min(limits.digits, PYTHON_DIGITS)
    while anchor := _ANCHOR.search(text, position):
        match = _NUMBER.search(text, max(position, anchor.start() - _BEFORE_ANCHOR))
        assert match  # every anchor is at least a plain number
        span = _read_match(match, most_digits)
        yield span
        position = span[1]


def _read_match(match: re.Match[str], most_digits: int) -> Span:
    if match["plain"]:
        return _span(match, _decimal(match, "plain", most_digits))
    if match["grouped"]:
        return _read_groups(match)
    if match["comma"]:
        return _span(match, Fraction(match["comma"].replace(".", "").replace(",", ".")))
    if match["hour"]:
        return _span(match, _decimal(match, "hour", most_digits))
    if match["vulgar"]:
        whole = _decimal(match, "before", most_digits) if match["before"] else Fraction(0)
        return _span(match, whole + VULGAR_FRACTIONS[match["vulgar"]])
    return _read_fraction(match, most_digits)


def _read_groups(match: re.Match[str]) -> Span:
    """A number in groups of three digits, or the first group of what is several numbers."""
    if not is_one_number(match.string, *match.span("grouped")):
        return _first_number(match, "first", Fraction(match["first"]))
    digits = _NOT_A_DIGIT.sub("", match["grouped"])
    return _span(match, Fraction(digits + (match["decimals"] or "")))


def _read_fraction(match: re.Match[str], most_digits: int) -> Span:
    """A fraction or mixed number, or the first number of what is neither."""
    numerator = _decimal(match, "numerator", most_digits)
    denominator = _decimal(match, "denominator", most_digits)
    if match["whole"]:
        whole = _decimal(match, "whole", most_digits)
        is_joined = not match["hyphen"] or is_mixed_number(match.string, *match.span())
        is_mixed = match["open"] or (whole < MIXED_BELOW and is_joined)
        if numerator < denominator and is_mixed:
            return _span(match, whole + numerator / denominator)
        return _first_number(match, "whole", whole)
    is_division = not match["open"] and denominator and not numerator % denominator
    if is_division or not denominator:
        return _first_number(match, "numerator", numerator)
    return _span(match, numerator / denominator)


def _span(match: re.Match[str], value: Fraction) -> Span:
    if match["percent"]:
        value /= 100
    return match.start(), match.end(), -value if match["sign"] else value


def _first_number(match: re.Match[str], group: str, value: Fraction) -> Span:
    start, end = match.span(group)
    if match["sign"] and start == match.end("sign"):
        return match.start(), end, -value
    return start, end, value


def _decimal(match: re.Match[str], group: str, most_digits: int) -> Fraction:
    written = match[group]
    if len(written) > most_digits:
        size = f"{len(written)} digits, more than {most_digits}"
        raise LimitError(f"the number at {match.start(group)} has {size}")
    if written.isdigit():
        return Fraction(int(written))
    whole, _, decimals = written.replace(",", "").replace("．", ".").partition(".")
    return Fraction(int(whole + decimals), 10 ** len(decimals))
