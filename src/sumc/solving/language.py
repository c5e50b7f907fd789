"""Which language a text is in: English, Chinese, or one that no model reads.

Letters are counted by script. Latin letters are taken for English unless the text is long enough
to tell and has none of the small words that English cannot do without.
"""

from collections import Counter

from sumc.lazy_regex import lazy_regex
from sumc.problems.numbers import Language, detect_language

OTHER_SHARE = 0.3
"""The share of letters in other scripts above which no model reads a text."""
LONG_ENOUGH = 6
"""With this many words, one of them must be a small word of English."""

_SMALL_WORDS = """
    the and how many much what each there they she his their its were does did with from then than
    less left which when who that this every first find some one two three four five six seven
    eight nine gave gets get bought sold your you been would could after before into both number
    other cost costs worth times half twice must needs makes made takes took convert equals
    divided multiplied if it our now fewer day days week weeks hours minutes years old money
    january february june july people children friends buys sells pays gives eats earns runs walks
    spent shared together
    """
SMALL_WORDS = frozenset(_SMALL_WORDS.split())
"""Words of English problems that other languages do not have, unlike is (Dutch), has (Spanish),
for (Danish) and to (Polish). Names and nouns tell nothing: Tom and hotel are everywhere."""

_WORD = lazy_regex("[^\\W\\d_²³]{2,}")
_UNITS = "mm cm dm km kg mg ml cl dl hl ha min sec hr ft yd mi oz lb lbs pt qt gal kwh"
_SYMBOLS = frozenset(_UNITS.split())
"""Symbols of units: they are in formulas of any language."""
_CHINESE_FROM = "\u2e80"
"""No letter before this one is Chinese, and no Latin letter comes after it."""


def language_of(text: str, expected: str = "") -> Language | None:
    """The language of a text, None where it is neither English nor Chinese.

    What could be in either, such as `3+4=` or `3x=12`, is in the expected language.

    >>> language_of("How much is 3 more than 4?"), language_of("小明有3个苹果")
    ('en', 'zh')
    >>> language_of("Сколько будет 3+4?") is None
    True
    """
    scripts = Counter(map(_script, filter(str.isalpha, text)))
    if scripts["other"] > OTHER_SHARE * scripts.total():
        return None
    if not scripts.total():
        is_chinese = expected == "zh" or (not expected and any(map(_is_chinese_sign, text)))
        return "zh" if is_chinese else "en"
    words = [word for word in _WORD.findall(text.lower()) if word < _CHINESE_FROM]
    if expected == "zh" and not scripts["other"] and _SYMBOLS.issuperset(words):
        return "zh"  # an equation, such as 3x+2=8, or 3m=( )cm
    if expected == "zh" and scripts["zh"] and len(words) < LONG_ENOUGH:
        return "zh"  # a formula with units and one Chinese word
    language = detect_language(text)
    is_foreign = len(words) >= LONG_ENOUGH and SMALL_WORDS.isdisjoint(words)
    return None if language == "en" and is_foreign else language


def _script(letter: str) -> str:
    """The script of a letter: Chinese, Latin or any other."""
    if letter <= "\u024f" or "\u1e00" <= letter <= "\u1eff" or "Ａ" <= letter <= "ｚ":
        return "latin"
    is_chinese = "\u3400" <= letter <= "\u9fff" or letter >= "\U00020000" or letter == "〇"
    return "zh" if is_chinese or "\uf900" <= letter <= "\ufaff" else "other"


def _is_chinese_sign(character: str) -> bool:
    """Whether a character is a punctuation mark or sign of Chinese texts."""
    return "\u3000" <= character <= "\u303f" or "\uff01" <= character <= "\uff65"
