"""A text that is rewritten step by step, with every character's place in the original kept."""

import re
from collections.abc import Iterable
from typing import NamedTuple

SEPARATOR = ";"
"""What ends a step in the parser's notation; the parser itself knows no such sign."""


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


def written(text: str) -> Writing:
    """A text as it is, each character at its own place."""
    return Writing(text, tuple(range(len(text) + 1)))


def replaced(writing: Writing, spans: Iterable[tuple[int, int, str]]) -> Writing:
    """The writing with some spans replaced; a replacement has the place of its span's start."""
    text: list[str] = []
    origins: list[int] = []
    done = 0
    for start, end, new in spans:
        text += (writing.text[done:start], new)
        origins += (*writing.origins[done:start], *[writing.origins[start]] * len(new))
        done = end
    return Writing("".join([*text, writing.text[done:]]), (*origins, *writing.origins[done:]))


def substituted(writing: Writing, pattern: re.Pattern[str], new: str) -> Writing:
    """The writing with every match of a pattern replaced by one text.

    >>> substituted(written("3 x 12"), re.compile("x"), "*").text
    '3 * 12'
    """
    spans = [(*found.span(), new) for found in pattern.finditer(writing.text)]
    return replaced(writing, spans) if spans else writing
