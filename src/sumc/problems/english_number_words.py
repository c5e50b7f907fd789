"""The English words that numbers are made of, and where a text has them."""

# ruff: noqa: SIM905 - a line of words reads better than a list of sixty lines

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from sumc.errors import LimitError
from sumc.lazy_regex import lazy_regex

Span = tuple[int, int, Fraction]  # start, end, value

UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
).split()
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()  # from 20 to 90
_SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_MULTIPLES = {"twice": 2, "thrice": 3} | {
    verb + ending: times
    for verb, times in (("double", 2), ("triple", 3), ("quadruple", 4))
    for ending in ("", "s", "d")
}
_DENOMINATORS = {
    word: value
    for value, word in enumerate(
        "third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
        "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(),
        start=3,
    )
}
_DENOMINATORS |= {word[:-1] + "ieth": (2 + tens) * 10 for tens, word in enumerate(TENS)}
_DENOMINATORS |= {"hundredth": 100, "thousandth": 1_000, "millionth": 1_000_000}

WORDS: Mapping[str, tuple[str, int]] = {
    **{word: ("unit", value) for value, word in enumerate(UNITS)},
    **{word: ("tens", (2 + tens) * 10) for tens, word in enumerate(TENS)},
    "fourty": ("tens", 40),  # the one misspelling common enough to read
    **{word: ("scale", value) for word, value in _SCALES.items()},
    **{word: ("denominator", value) for word, value in _DENOMINATORS.items()},
    **{word + "s": ("denominators", value) for word, value in _DENOMINATORS.items()},
    **{word: ("multiple", value) for word, value in _MULTIPLES.items()},
    "half": ("half", 2),
    "quarter": ("quarter", 4),
    "quarters": ("quarters", 4),
    "a": ("a", 1),
    "an": ("a", 1),
    "first": ("ordinal", 1),
    "hundred": ("hundred", 100),
    "minus": ("minus", -1),
    "negative": ("negative", -1),
    "dozen": ("dozen", 12),
    "dozens": ("dozens", 12),
    "percent": ("percent", 100),
    "per cent": ("percent", 100),
    **dict.fromkeys("%％﹪", ("percent", 100)),
}
"""What each word is: "unit" and "tens" add up, "hundred" and "scale" multiply, and so on."""

# An article is a token only where it can count: "a hundred", "an eighth".
_COUNTABLE = "|".join(["hundred", "dozen", "half", "quarter", *_SCALES, *_DENOMINATORS])
_COUNTS_BEHIND = lazy_regex(rf"[\s-]{{1,2}}(?:{_COUNTABLE})\b")
_WORD = lazy_regex(r"per cent\b|[^\W\d_]+|[%％﹪](?:(?<=[^\W\d_].)|(?<=[^\W\d_]\s.))")

JOINT = lazy_regex(r"\s{1,2}|\s?[-\u2010\u2011]\s?")
_POINT_OR_PERCENT = lazy_regex("[.．%％﹪]")
_LOOK_BACK = 12  # characters, enough for the words of the patterns that end in "$"


class Token(NamedTuple):
    """A number word, or a number in digits, and where it is."""

    start: int
    end: int
    kind: str
    value: Fraction


@dataclass(frozen=True, slots=True)
class Source:
    """A lower-case text and its number tokens; indices count tokens."""

    text: str
    tokens: Sequence[Token]

    def kind(self, index: int) -> str:
        """What a token is; empty behind the last one."""
        return self.tokens[index].kind if index < len(self.tokens) else ""

    def joined(self, index: int, joint: re.Pattern[str] = JOINT) -> bool:
        """Whether only a joint is between a token and the one before it."""
        if not 0 < index < len(self.tokens):
            return False
        gap = self.tokens[index - 1].end, self.tokens[index].start
        return gap[1] - gap[0] <= _LOOK_BACK and bool(joint.fullmatch(self.text, *gap))

    def is_point_or_percent(self, index: int) -> bool:
        """Whether a token is written as a decimal or a percent: 0.5, 20%."""
        token = self.tokens[index]
        return bool(_POINT_OR_PERCENT.search(self.text, token.start, token.end))

    def before(self, index: int) -> str:
        """The characters before a token, enough for a word or two."""
        start = self.tokens[index].start
        return self.text[max(0, start - _LOOK_BACK) : start]


def tokenize(text: str, digits: Sequence[Span], most_words: int) -> Source:
    """The number words of a text, with its numbers in digits between them."""
    lowered = text.replace("İ", "I").lower()  # the one letter whose lower case is longer
    tokens: list[Token] = []
    for match in _WORD.finditer(lowered):
        kind, value = WORDS.get(match.group(), ("", 0))
        if kind and (kind != "a" or _COUNTS_BEHIND.match(lowered, match.end())):
            tokens.append(Token(match.start(), match.end(), kind, Fraction(value)))
            if len(tokens) > most_words:
                raise LimitError(f"the text holds more than {most_words} number words")
    if tokens or " and " in lowered:  # digits alone need no reading, but "2 and 1/2" does
        tokens += [Token(start, end, "digits", value) for start, end, value in digits]
    return Source(lowered, sorted(tokens))
