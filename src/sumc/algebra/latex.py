r"""LaTeX that students write, as plain signs: `\frac{3}{4}` is `((3)/(4))`."""

import re
from collections.abc import Iterator

from sumc.algebra.writing import SEPARATOR, Writing, replaced, substituted

_LATEX = re.compile(r"\\(?:[A-Za-z]+|.)|\S", re.DOTALL)
_LATEX_SIGNS = {
    **dict.fromkeys((r"\times", r"\cdot", r"\ast"), "*"),
    r"\div": "÷",
    r"\over": "/",
    **dict.fromkeys((r"\left", r"\right", r"\displaystyle", r"\boxed", r"\fbox"), ""),
    **dict.fromkeys((r"\,", r"\!", r"\(", r"\)"), ""),
    **dict.fromkeys((r"\;", r"\:", r"\ ", r"\quad", r"\qquad", r"\[", r"\]"), " "),
    **dict.fromkeys((r"\implies", r"\Rightarrow", r"\to", r"\therefore"), SEPARATOR),
    r"\\": "\n",
    **dict.fromkeys((r"\dots", r"\cdots", r"\ldots"), "…"),
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
_LINES = re.compile(r"\\(?:begin|end)\{[a-z]+\*?\}|&")  # aligned, with its marks
_PART = r"\s*(?:\{\s*(\w{1,99})\s*\}|(\w))"
_MIXED = re.compile(rf"([0-9]?)\s{{0,9}}\\[dtc]?frac{_PART}{_PART}")
"""A fraction and the digit before it, if any; it begins no later than after the one before it."""


def without_latex(writing: Writing) -> Writing:
    """LaTeX as plain signs: fractions as divisions in brackets, mixed numbers as 1(1/4)."""
    writing = substituted(substituted(writing, _BRACED_COMMA, ","), _LINES, "")
    return _LatexReader(replaced(writing, _mixed_numbers(writing.text))).read()


def _mixed_numbers(text: str) -> Iterator[tuple[int, int, str]]:
    r"""The fractions of 7\frac{1}{4} and 7\frac14, but not the second one of \frac12\frac34."""
    for found in _MIXED.finditer(text):
        top, bottom = found[2] or found[3], found[4] or found[5]
        if found[1] and (top + bottom).isdecimal():
            yield found.end(1), found.end(), f"({top}/{bottom})"


class _LatexReader:
    """Replaces commands; a stack remembers which brace closes what."""

    def __init__(self, writing: Writing) -> None:
        self.writing = writing
        self.opened: list[str] = []  # what each open brace begins: "", "top", "bottom", "words"
        self.expected = ""  # what the next opening brace begins

    def read(self) -> Writing:
        found = _LATEX.finditer(self.writing.text)
        spans = [(*each.span(), self.replace(each[0])) for each in found]
        return replaced(self.writing, spans)

    def replace(self, token: str) -> str:
        """What a token becomes; the token itself where nothing changes."""
        if token.isalnum() and self.expected in ("top", "bottom"):  # as in \frac12
            return f"{self.open()}{token}{self.close(self.opened.pop())}"
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
        self.expected = ""
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
