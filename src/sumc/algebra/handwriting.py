r"""What students write, in the notation of the parser, with every character's place kept.

`3 x 12`, `2(3+4)`, `$5+2`, `29 boys and girls`, `3²`, `\frac{3}{4}`: such texts become
`3*12`, `2*(3+4)` and so on. A `Writing` knows where each of its characters came from, so that an
error about it points into what the student wrote. Where a text can be read in two ways, it is
refused.

Two passes: LaTeX to plain signs, then plain signs to the parser's notation. Both are one loop over
tokens, and both leave alone what they do not know: the parser says what is wrong with that.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from sumc.algebra.expression import PLAIN, TOKEN
from sumc.errors import ExpressionError

CURRENCIES = "$€£¥￥₹"
UNIT_LETTERS = frozenset("mghsltLd")
"""Letters that are units after a number and a space: metres, grams, hours and so on."""
SEPARATOR = ";"
"""What ends a step in the parser's notation; the parser itself knows no such sign."""

_OPEN, _CLOSE = "([{", ")]}"
_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_DIGITS = "0123456789.¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"
_CROSSES = ("x", "X", "\N{CYRILLIC SMALL LETTER HA}")
_TIMES = (*_CROSSES, "of", "Of")
_BEGINS_VALUE = _DIGITS + _OPEN + CURRENCIES
_IMPROPER = re.compile(r"[0-9,]+ *\( *([0-9]{1,99}) */ *([0-9]{1,99}) *\)")
_LABEL = re.compile(
    r"\s*(?:(?:the\s+|my\s+)?(?:final\s+)?(?:answer|ans|result|solution|total)"
    r"(?:\s+is\b\s*[:：=]?|\s*[:：=])|(?:答案?|解|得数?)\s*(?:是|为)?\s*[:：=]?|[=＝∴])\s*",
    re.IGNORECASE,
)
_TEX_DOLLARS = re.compile(r"\s*\$+([^$]+)\$+\s*")
_STEP_WORDS = frozenset({"and", "then", "so", "therefore", "thus", "所以", "然后", "再"})
_STEP_SIGNS = str.maketrans(dict.fromkeys("；。、→⇒⟹➔∴\n", SEPARATOR))
_ARROWS = re.compile(r"[-=]>")
_LATEX = re.compile(r"\\(?:[A-Za-z]+|.)|[{}]", re.DOTALL)
_LATEX_SIGNS = {
    **dict.fromkeys((r"\times", r"\cdot", r"\ast"), "*"),
    **dict.fromkeys((r"\div", r"\over"), "/"),
    **dict.fromkeys((r"\left", r"\right", r"\displaystyle", r"\,", r"\!", r"\(", r"\)"), ""),
    **dict.fromkeys((r"\;", r"\:", r"\ ", r"\quad", r"\qquad", r"\[", r"\]"), " "),
    **dict.fromkeys((r"\implies", r"\Rightarrow", r"\to", r"\\"), SEPARATOR),
    r"\pi": "π",
    r"\%": "%",
    r"\$": "$",
    r"\approx": "≈",
    r"\{": "{",
    r"\}": "}",
}
_FRACTIONS = (r"\frac", r"\dfrac", r"\tfrac", r"\cfrac")
_WORDS = (r"\text", r"\mathrm", r"\textrm", r"\mathit", r"\operatorname", r"\mbox")
_BRACED_COMMA = re.compile(r"\{,\}")  # what keeps TeX from adding a space in 12{,}000
_SHORT_FRACTION = re.compile(r"(\\[dt]?frac)\s*([0-9])\s*([0-9])")
_MIXED = re.compile(r"(?<=[0-9])\s*\\[dt]?frac\s*\{\s*([0-9]+)\s*\}\s*\{\s*([0-9]+)\s*\}")


class Writing(NamedTuple):
    """A text, and for each of its characters (and its end) the index in the original text."""

    text: str
    origins: tuple[int, ...]

    def part(self, start: int, end: int) -> "Writing":
        """A part of the text, which still knows where it came from."""
        return Writing(self.text[start:end], self.origins[start : end + 1])

    def column(self, column: int) -> int:
        """The column in the original text of a column in this one, both counted from 1."""
        return self.origins[min(column - 1, len(self.text))] + 1


class Plain(NamedTuple):
    """A student's text in the parser's notation, and the unit that was written with it."""

    writing: Writing
    unit: str


def written(text: str) -> Writing:
    """A text as it is, each character at its own place."""
    return Writing(text, tuple(range(len(text) + 1)))


def plain_writing(text: str) -> Plain:
    r"""What a student wrote, in the parser's notation, its steps separated by `;`.

    >>> writing, unit = plain_writing("3 x 12 = 36, 36 - 7 = 29 pencils")
    >>> writing.text, unit
    ('3 * 12 = 36; 36 - 7 = 29 ', 'pencils')
    >>> plain_writing(r"2(3+\frac{1}{4})").writing.text
    '2*(3+((1)/(4)))'
    """
    writing = written(text)
    if "\\" in text or "{,}" in text:
        writing = _without_latex(writing)
    return _Reader(text, _with_step_signs(_without_label(writing))).read()


def _replaced(writing: Writing, spans: Iterable[tuple[int, int, str]]) -> Writing:
    """The writing with some spans replaced; a replacement has the place of its span's start."""
    text: list[str] = []
    origins: list[int] = []
    done = 0
    for start, end, new in spans:
        text += (writing.text[done:start], new)
        origins += (*writing.origins[done:start], *[writing.origins[start]] * len(new))
        done = end
    return Writing("".join([*text, writing.text[done:]]), (*origins, *writing.origins[done:]))


def _without_label(writing: Writing) -> Writing:
    """The writing without `Answer:`, `答：` or an = in front, and without the $ of TeX."""
    if tex := _TEX_DOLLARS.fullmatch(writing.text):
        writing = writing.part(*tex.span(1))
    label = _LABEL.match(writing.text)
    return writing.part(label.end(), len(writing.text)) if label else writing


def _with_step_signs(writing: Writing) -> Writing:
    arrows = [(*arrow.span(), SEPARATOR) for arrow in _ARROWS.finditer(writing.text)]
    replaced = _replaced(writing, arrows) if arrows else writing
    return replaced._replace(text=replaced.text.translate(_STEP_SIGNS))


def _without_latex(writing: Writing) -> Writing:
    """LaTeX as plain signs: fractions as divisions in brackets, mixed numbers as 1(1/4)."""
    comma = [(*each.span(), ",") for each in _BRACED_COMMA.finditer(writing.text)]
    writing = _replaced(writing, comma)
    mixed = [(*each.span(), f"({each[1]}/{each[2]})") for each in _MIXED.finditer(writing.text)]
    writing = _replaced(writing, mixed)
    short = [
        (*each.span(), f"{each[1]}{{{each[2]}}}{{{each[3]}}}")
        for each in _SHORT_FRACTION.finditer(writing.text)
    ]
    return _LatexReader(_replaced(writing, short)).read()


class _LatexReader:
    """Replaces commands; a stack remembers which brace closes what."""

    def __init__(self, writing: Writing) -> None:
        self.writing = writing
        self.opened: list[str] = []  # what each open brace begins: "", "top", "bottom", "words"
        self.expected = ""  # what the next opening brace begins

    def read(self) -> Writing:
        found = _LATEX.finditer(self.writing.text)
        spans = [(*each.span(), self.replace(each[0])) for each in found]
        return _replaced(self.writing, spans)

    def replace(self, token: str) -> str:
        """What a token becomes; the token itself where nothing changes."""
        if token in _FRACTIONS:
            self.expected = "top"
            return "("
        if token in _WORDS:
            self.expected = "words"
            return " "
        if token == "{":
            return self.open()
        if token == "}" and self.opened:
            return self.close(self.opened.pop())
        return _LATEX_SIGNS.get(token, token)

    def open(self) -> str:
        kind, self.expected = self.expected, ""
        self.opened.append(kind)
        return "" if kind == "words" else "("

    def close(self, kind: str) -> str:
        if kind == "top":
            self.expected = "bottom"
            return ")/"
        return {"bottom": "))", "words": " "}.get(kind, ")")


class _Token(NamedTuple):
    text: str
    start: int
    end: int


class _Reader:
    """Goes over the tokens once and writes what they mean."""

    def __init__(self, original: str, writing: Writing) -> None:
        self.original = original
        self.writing = writing
        plain = writing.text.translate(PLAIN)
        found = (_Token(each[0], each.start(), each.end()) for each in TOKEN.finditer(plain))
        self.tokens = [part for token in found for part in _apart(token)]
        self.position = 0  # index of the token after the one being read
        self.spans: list[tuple[int, int, str]] = []
        self.units: list[str] = []
        self.after_value = False  # whether what was just read can be multiplied or counted
        self.after_name = False  # whether it is a symbol
        self.divides = [False]  # for every open bracket, whether its last operator is a division

    def read(self) -> Plain:
        """The writing, and the last unit in it."""
        while self.position < len(self.tokens):
            self.position += 1
            self.read_token(self.tokens[self.position - 1])
        return Plain(_replaced(self.writing, self.spans), self.units[-1] if self.units else "")

    def read_token(self, token: _Token) -> None:
        text = token.text
        self.after_name = self.after_name and text[0].isalpha()
        if text in CURRENCIES:
            self.units.append(text)
            self.replace(token, "")
        elif text == "," or text in _STEP_WORDS:
            # the sign ends a step where something was written before
            self.operator(token, SEPARATOR if self.after_value else "")
        elif all(digit in _RAISED for digit in text):
            self.replace(token, "^" + "".join(str(_RAISED.index(digit)) for digit in text))
        elif text[0].isalpha():
            self.name(token)
        elif text[0] in _DIGITS or text[0] in _OPEN:
            self.value(token)
        else:
            self.sign(token.text)

    def replace(self, token: _Token, new: str) -> None:
        self.spans.append((token.start, token.end, new))

    def operator(self, token: _Token, sign: str) -> None:
        self.replace(token, sign)
        self.sign(sign)

    def sign(self, sign: str) -> None:
        """Note what a sign says about what comes after it; the parser knows it or refuses it."""
        if sign in _CLOSE:
            self.divides[1:] = self.divides[1:-1]
            self.after_value = True
        elif sign != "%":
            self.after_value = False
            if sign not in ("^", "**"):
                self.divides[-1] = sign == "/"

    def value(self, token: _Token) -> None:
        """A number or an opening bracket; right after a value it is a factor."""
        if count := self.bracketed_words(token):
            last = self.tokens[self.position + count - 1]
            self.units.append(self.writing.text[token.end : last.end].strip())
            self.position += count + 1
            self.spans.append((token.start, self.tokens[self.position - 1].end, ""))
            return
        begins = token.text[0] in _OPEN
        if self.after_value and (begins or self.tokens[self.position - 2].text[-1] in _CLOSE):
            self.multiply(token)
        opens = token.text in _OPEN
        if opens:
            self.divides.append(False)
        self.after_value = not opens

    def bracketed_words(self, token: _Token) -> int:
        """How many words a bracket after a value and a space has: one in 29 (pencils).

        0 where it has anything else.
        """
        spaced = token.start > 0 and self.writing.text[token.start - 1].isspace()
        if token.text != "(" or not self.after_value or not spaced:
            return 0
        count = self.plain_words()
        return count if self.following(count) == ")" else 0

    def plain_words(self) -> int:
        """How many words follow each other, none of them a letter alone or pi."""
        count = 0
        while len(word := self.following(count)) > 1 and word.isalpha() and word != "pi":
            count += 1
        return count

    def multiply(self, token: _Token) -> None:
        """Write a sign of multiplication, unless 6/2(1+2) leaves open what is divided by."""
        if self.divides[-1]:
            raise ExpressionError(
                "this can be read in two ways: write the product with * and put brackets around "
                "what is divided by",
                self.original,
                self.writing.origins[token.start] + 1,
            )
        self.spans.append((token.start, token.start, "*"))

    def name(self, token: _Token) -> None:
        """A letter or a word: times, a unit, or a symbol."""
        if not self.after_value or self.after_name:
            self.after_value = self.after_name = True  # a second name is left to the parser
        elif self.is_times(token):
            self.operator(token, "*")
        elif self.is_unit(token):
            self.unit(token)
        else:
            self.multiply(token)
            self.after_name = True

    def is_times(self, token: _Token) -> bool:
        following = self.following(0)[:1]
        return token.text in _TIMES and following != "" and following in _BEGINS_VALUE

    def following(self, ahead: int) -> str:
        place = self.position + ahead
        return self.tokens[place].text if place < len(self.tokens) else ""

    def is_unit(self, token: _Token) -> bool:
        """A word, a Chinese character, or after a space a letter that is a unit."""
        text = token.text
        if len(text) == 1 and text.isascii():
            return text in UNIT_LETTERS and self.writing.text[token.start - 1].isspace()
        return text not in ("π", "pi") and not any(digit in text for digit in _DIGITS)

    def unit(self, token: _Token) -> None:
        """Leave a unit out: its words, also those after a `/` as in km/h."""
        while self.unit_goes_on():
            self.position += 1
        self.position += self.and_words()
        end = self.tokens[self.position - 1].end
        self.units.append(self.writing.text[token.start : end].rstrip(". "))
        self.spans.append((token.start, end, ""))

    def unit_goes_on(self) -> bool:
        following, second = self.following(0), self.following(1)
        if following == "/":
            return second[:1].isalpha() and second not in _CROSSES
        is_product = following in _TIMES and second != "" and second[0] in _BEGINS_VALUE
        ends = following in _STEP_WORDS or following in _CROSSES or is_product
        is_last_dot = following == "." and not second
        return is_last_dot or (following[:1].isalpha() and not ends)

    def and_words(self) -> int:
        """How many tokens from an `and` on belong to the unit: two in 29 boys and girls.

        None, unless only words come before the step ends: the `and` of `36 eggs and 36-7=29`
        begins another step.
        """
        count = self.plain_words() if self.following(0) == "and" else 0
        if count < 2:
            return 0
        after = self.following(count)
        is_last_dot = after == "." and not self.following(count + 1)
        is_end = is_last_dot or after in ("", ",", SEPARATOR, *_CLOSE)
        return count + is_last_dot if is_end else 0


def _apart(token: _Token) -> list[_Token]:
    """The token, or its two parts: `x` and `12`, which may be times 12, and `2` and `(6/3)`,
    which is no mixed number."""
    text, start, end = token
    at = 0
    if text[0] in _CROSSES and text[1:].isdigit():
        at = 1
    elif improper := _IMPROPER.fullmatch(text):
        top, bottom = map(int, improper.groups())
        at = text.index("(") if top >= bottom > 0 else 0
    if not at:
        return [token]
    return [_Token(text[:at], start, start + at), _Token(text[at:], start + at, end)]
