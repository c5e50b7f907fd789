r"""What students write, in the notation of the parser, with every character's place kept.

`3 x 12`, `2(3+4)`, `$5+2`, `29 boys and girls`, `3²`, `\frac{3}{4}`: such texts become
`3*12`, `2*(3+4)` and so on. A `Writing` knows where each of its characters came from, so that an
error about it points into what the student wrote. Where a text can be read in two ways, it is
refused.

Three passes: LaTeX to plain signs (`latex`), the work to steps (`layout`), then plain signs to the
parser's notation. All leave alone what they do not know: the parser says what is wrong with it.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from sumc.algebra.expression import PLAIN, TOKEN
from sumc.algebra.gaps import ends_a_step
from sumc.algebra.latex import without_latex
from sumc.algebra.layout import HAN, laid_out
from sumc.algebra.measures import LENGTHS
from sumc.algebra.writing import SEPARATOR, Writing, replaced, written
from sumc.errors import ExpressionError
from sumc.lazy_regex import lazy_regex

CURRENCIES = ("$", "€", "£", "¥", "￥", "₹", "USD", "EUR", "GBP", "CNY", "RMB")
UNIT_LETTERS = frozenset("mghsltLd")
"""Letters that are units after a number and a space: metres, grams, hours and so on."""

_OPEN, _CLOSE = "([{", ")]}"
_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_DIGITS = "0123456789.¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"
_CROSSES = ("x", "X", "\N{CYRILLIC SMALL LETTER HA}")
_TIMES = (*_CROSSES, "of", "Of")
_BEGINS_VALUE = _DIGITS + _OPEN + "".join(CURRENCIES[:6])
_IMPROPER = re.compile(r"[0-9,]+ *\( *([0-9]{1,99}) */ *([0-9]{1,99}) *\)")
_PARTS = re.compile("[0-9,]+|/")
_STEP_WORDS = frozenset(
    {"and", "then", "so", "therefore", "thus", "hence", "next", "finally", "first"}
    | {"所以", "因此", "然后", "接着", "最后", "首先", "再"}
)
_SIGNS = {**PLAIN, **{ord(sign): "÷" for sign in "÷:"}}
"""What the parser reads, but a division as a sign of its own: 59 59÷118 has no mixed number."""
_MARKS = ("°", "¢", "℃", "℉")
_UNIT_LETTER = lazy_regex(
    rf"[0-9.½¼¾)]([{''.join(sorted(UNIT_LETTERS))}])(?:(?![^\W_])|(?=[xX][0-9]))"
)
_EQUALS = ("=", "≈")
_UNIT = rf"(?!pi\b)(?:[^\W\d_]{{2,40}}|[{HAN}{''.join(sorted(UNIT_LETTERS))}])(?:[²³]|\^?[23])?"
_BRACKETED = lazy_regex(rf" ?({_UNIT}(?:[ /·]{{1,3}}{_UNIT}){{0,6}}) ?([)\]}}])")
_REMAINDER = lazy_regex(
    rf"""[0-9)]\ ?[/÷:]\ ?[0-9.]{{1,20}}\ ?=\ ?[0-9]{{1,20}}\ ?
        (?:\([^()]{{1,20}}\)\ ?|[{HAN}]{{1,3}}\ ?)?
        (r(?:em)?\.?|(?:with\ )?(?:a\ )?remainder(?:\ of)?
            |[余剩](?:数?[是为]|下)?|[.·]{{3,9}}|[…⋯]{{1,3}})
        \ ?[0-9]""",
    re.IGNORECASE | re.VERBOSE,
)
"""29÷4=7……1, 29/4=7 r 1, 29÷4=7(辆)余1(人)."""
_NO_SYMBOL = lazy_regex(rf"[{HAN}]|[^\W\d_]{{3}}")
"""What cannot be a product of letters, written after a number without a space."""


class Unit(NamedTuple):
    """What is counted, and where it is written in the original text."""

    name: str
    place: int


class Plain(NamedTuple):
    """A student's text in the parser's notation, and the units that were written with it."""

    writing: Writing
    units: tuple[Unit, ...]

    @property
    def unit(self) -> str:
        """The last unit."""
        return self.units[-1].name if self.units else ""


def count_unit_letters(text: str) -> int:
    """How many letters right after a number may be units or symbols: 5m."""
    return sum(1 for _ in _UNIT_LETTER.finditer(text))


def plain_writing(text: str, letters_are_units: bool = False) -> Plain:
    r"""What a student wrote, in the parser's notation, its steps separated by `;`.

    A letter right after a number, as in 5m, is a symbol unless letters are units.

    >>> plain = plain_writing("3 x 12 = 36, 36 - 7 = 29 pencils")
    >>> plain.writing.text, plain.unit
    ('3 * 12 = 36; 36 - 7 = 29 ', 'pencils')
    >>> plain_writing(r"2(3+\frac{1}{4})").writing.text
    '2*(3+((1)/(4)))'
    """
    writing = written(text)
    if "\\" in text or "{,}" in text:
        writing = without_latex(writing)
    writing = laid_out(writing)
    if found := _REMAINDER.search(writing.text):
        raise ExpressionError(
            "remainders are not read: write the exact quotient, as in 29/4=7.25",
            text,
            writing.origins[found.start(1)] + 1,
        )
    return _Reader(text, writing, letters_are_units).read()


class _Token(NamedTuple):
    text: str
    start: int
    end: int


class _Reader:
    """Goes over the tokens once and writes what they mean."""

    def __init__(self, original: str, writing: Writing, letters_are_units: bool) -> None:
        self.original = original
        self.writing = writing
        self.letters_are_units = letters_are_units
        plain = writing.text.translate(_SIGNS)
        found = (_Token(each[0], each.start(), each.end()) for each in TOKEN.finditer(plain))
        self.tokens = [part for token in found for part in _apart(token, plain)]
        self.equals_ahead = _equals_ahead(self.tokens)
        self.position = 0  # index of the token after the one being read
        self.spans: list[tuple[int, int, str]] = []
        self.units: list[Unit] = []
        self.after_value = False  # whether what was just read can be multiplied or counted
        self.after_name = False  # whether it is a symbol
        self.after_equals = False  # whether the step has an = already
        self.unit_end = 0  # where the last unit in brackets ended
        self.divides = [False]  # for every open bracket, whether its last operator is a division

    def read(self) -> Plain:
        """The writing, and the last unit in it."""
        while self.position < len(self.tokens):
            self.position += 1
            self.read_token(self.tokens[self.position - 1])
        return Plain(replaced(self.writing, self.spans), tuple(self.units))

    def read_token(self, token: _Token) -> None:
        text = token.text
        self.after_name = self.after_name and text[0].isalpha()
        if text in CURRENCIES and not (text.isalpha() and self.after_value):
            self.note(text, token)
            self.replace(token, "")
        elif text in _MARKS and self.after_value:
            self.unit(token)
        elif text == "," or text.lower() in _STEP_WORDS:
            # the sign ends a step where something was written before
            self.operator(token, SEPARATOR if self.after_value else "")
        elif all(digit in _RAISED for digit in text):
            self.replace(token, "^" + "".join(str(_RAISED.index(digit)) for digit in text))
        elif text[0].isalpha():
            self.name(token)
        elif text[0] in _DIGITS or text[0] in _OPEN:
            self.value(token)
        elif text == "÷":
            self.divide()
        else:
            self.sign(token.text)

    def divide(self) -> None:
        """A sign of division; a fraction after it is divided by as a whole: 3÷1/2 is 3/(1/2)."""
        top, slash, bottom = (self.following(ahead) for ahead in range(3))
        self.sign("/")
        if slash == "/" and top.isdigit() and bottom.isdigit():
            start, end = self.tokens[self.position].start, self.tokens[self.position + 2].end
            self.spans += ((start, start, "("), (end, end, ")"))
            self.position += 3
            self.after_value = True

    def note(self, unit: str, token: _Token) -> None:
        self.units.append(Unit(unit, self.writing.origins[token.start]))

    def replace(self, token: _Token, new: str) -> None:
        self.spans.append((token.start, token.end, new))

    def operator(self, token: _Token, sign: str) -> None:
        self.replace(token, sign)
        self.sign(sign)

    def sign(self, sign: str) -> None:
        """Note what a sign means for what comes after it; the parser accepts or refuses it."""
        if not sign:
            return
        if sign in _CLOSE:
            self.divides[1:] = self.divides[1:-1]
            self.after_value = True
        elif sign != "%":
            self.after_value = False
            self.after_equals = sign in _EQUALS or (self.after_equals and sign != SEPARATOR)
            if sign not in ("^", "**"):
                self.divides[-1] = sign == "/"

    def value(self, token: _Token) -> None:
        """A number or an opening bracket; right after a value it is a factor."""
        if found := self.bracketed_unit(token):
            self.note(found[1], token)
            self.leave_out(token, found.end())
            self.unit_end = found.end()
            return
        begins = token.text[0] in _OPEN
        self.begin_step(token)
        if self.after_value and (begins or self.tokens[self.position - 2].text[-1] in _CLOSE):
            self.multiply(token)
        opens = token.text in _OPEN
        if opens:
            self.divides.append(False)
        self.after_value = not opens

    def bracketed_unit(self, token: _Token) -> re.Match[str] | None:
        """The unit in the bracket after a value: 29 (pencils), 29(支), but not 2(ab)."""
        is_bracket = self.after_value and token.text in _OPEN
        found = _BRACKETED.match(self.writing.text, token.end) if is_bracket else None
        if not found:
            return None
        is_closed = _OPEN.index(token.text) == _CLOSE.index(found[2])
        is_unit = self.after_equals or (self.is_spaced(token) and len(found[1]) > 1)
        return found if is_closed and (is_unit or _NO_SYMBOL.search(found[1])) else None

    def is_spaced(self, token: _Token) -> bool:
        return self.writing.text[max(0, token.start - 1)].isspace()

    def leave_out(self, token: _Token, end: int) -> None:
        """Leave out the text from a token to a place."""
        while self.position < len(self.tokens) and self.tokens[self.position].start < end:
            self.position += 1
        self.spans.append((token.start, end, ""))

    def begin_step(self, token: _Token) -> None:
        """End the step where another one begins after a space or after a unit in brackets:
        3*12=36 36-7=29, 3*12=36(支)36-7=29, x+7=36 x=29."""
        is_unit_before = not self.writing.text[self.unit_end : token.start].strip()
        follows = is_unit_before or self.is_spaced(token)
        if not (follows and self.after_value and self.after_equals):
            return
        if self.is_beginning(token.text, _DIGITS + _OPEN if is_unit_before else _DIGITS):
            self.spans.append((token.start, token.start, SEPARATOR))
            self.sign(SEPARATOR)

    def is_beginning(self, text: str, numbers: str) -> bool:
        """Whether another equality begins with this number or letter."""
        if text[0] in numbers:
            return self.equals_ahead[self.position]
        return len(text) == 1 and text not in UNIT_LETTERS and self.following(0) == "="

    def plain_words(self) -> int:
        """How many words follow each other, none of them a letter alone or pi."""
        count = 0
        while len(word := self.following(count)) > 1 and word.isalpha() and word != "pi":
            count += 1
        return count

    def multiply(self, token: _Token) -> None:
        """Write a sign of multiplication, unless it is unclear what the divisor is: 6/2(1+2)."""
        if self.divides[-1]:
            raise ExpressionError(
                "this can be read in two ways: write the product with * and put brackets around "
                "the divisor",
                self.original,
                self.writing.origins[token.start] + 1,
            )
        self.spans.append((token.start, token.start, "*"))

    def name(self, token: _Token) -> None:
        """A letter or a word: times, a unit, or a symbol."""
        self.begin_step(token)
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
            return text in UNIT_LETTERS and (self.letters_are_units or self.is_spaced(token))
        if text[:-1] in LENGTHS and text[-1] in "23":
            return True
        return text not in ("π", "pi") and not any(digit in text for digit in _DIGITS)

    def unit(self, token: _Token) -> None:
        """Leave a unit out: its words, also those after a `/` as in km/h."""
        while self.unit_goes_on():
            self.position += 1
        if token.text in LENGTHS and self.following(0) == "^" and self.following(1) in ("2", "3"):
            self.position += 2
        self.position += self.and_words()
        end = self.tokens[self.position - 1].end
        self.note(self.writing.text[token.start : end].rstrip(". "), token)
        self.spans.append((token.start, end, ""))

    def unit_goes_on(self) -> bool:
        following, second = self.following(0), self.following(1)
        if following == "/":
            return second[:1].isalpha() and second not in _CROSSES
        is_product = following in _TIMES and second != "" and second[0] in _BEGINS_VALUE
        ends = following.lower() in _STEP_WORDS or following in _CROSSES or is_product
        return following == "." or (following[:1].isalpha() and not ends)

    def and_words(self) -> int:
        """How many tokens from an `and` on belong to the unit: two in 29 boys and girls.

        0 unless only words come before the step ends: the `and` of `36 eggs and 36-7=29`
        begins another step.
        """
        count = self.plain_words() if self.following(0) == "and" else 0
        if count < 2:
            return 0
        after = self.following(count)
        is_last_dot = after == "." and not self.following(count + 1)
        is_end = is_last_dot or after in ("", ",", SEPARATOR, *_CLOSE)
        return count + is_last_dot if is_end else 0


def _equals_ahead(tokens: Sequence[_Token]) -> list[bool]:
    """Whether there is an = before the step ends, from each token on and after the last."""
    ahead = [False]
    for token in reversed(tokens):
        ends = token.text in (",", SEPARATOR)
        ahead.append(token.text in _EQUALS or (ahead[-1] and not ends))
    return ahead[::-1]


def _apart(token: _Token, plain: str) -> list[_Token]:
    """The token, or its parts: `x` and `12`, which may be times 12, `2` and `(6/3)`, which is not
    a mixed number, or the `36` and the fraction of `3*12=36 36/4=9`."""
    text, start, end = token
    at = 0
    if text[0] in _CROSSES and text[1:].isdigit():
        at = 1
    elif improper := _IMPROPER.fullmatch(text):
        top, bottom = map(int, improper.groups())
        at = text.index("(") if top >= bottom > 0 else 0
    elif at := ends_a_step(plain, start, end) if " " in text else 0:
        found = [_Token(each[0], each.start(), each.end()) for each in _PARTS.finditer(text)]
        return [_Token(each, start + first, start + last) for each, first, last in found]
    if not at:
        return [token]
    return [_Token(text[:at], start, start + at), _Token(text[at:], start + at, end)]
