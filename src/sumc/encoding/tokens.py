"""A problem text to tokens, with every number as one token of its own."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise

from sumc.lazy_regex import lazy_regex
from sumc.problems.problem import Problem
from sumc.settings.encoders import Unit

NUMBER = "<number>"
"""Stands for every number; its features tell what the number is like."""


SUBWORDS = 4
"""Subwords of a token that are looked at."""
LONGEST_KNOWN = 6
"""Characters of the longest word that is looked for in a text without spaces."""
STEM, ENDING = 5, 3
"""Letters of the two subwords of an English word: related words share one of them."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of a text, what each of them is related to, and which of them are its numbers."""

    texts: tuple[str, ...]
    subwords: tuple[tuple[str, ...], ...]
    """The characters of a Chinese word, the ends of an English one, the word of a character."""
    numbers: tuple[int, ...]


def tokenize(problem: Problem, unit: Unit, known: Container[str] = ()) -> Tokens:
    """Cut a problem's text into words or characters.

    Chinese texts that come without words are cut into the longest words that are known.

    >>> from sumc.problems.numbers import find_quantities
    >>> text = "Ann's 12 pens"
    >>> tokenize(Problem("1", text, "en", find_quantities(text)), "words").texts
    ('ann', "'", 's', '<number>', 'pens')
    """
    texts: list[str] = []
    subwords: list[tuple[str, ...]] = []
    for word in _words_and_numbers(problem, known):
        if unit == "words" or word == NUMBER:
            texts.append(word)
            subwords.append(_subwords(word))
        else:
            texts += word
            subwords += [(word,)] * len(word)
    numbers = tuple(index for index, text in enumerate(texts) if text == NUMBER)
    return Tokens(tuple(texts), tuple(subwords), numbers)


@lru_cache(maxsize=1024)  # a word may be as long as a text
def _subwords(word: str) -> tuple[str, ...]:
    if word == NUMBER or (word.isascii() and len(word) == 1):
        return ()
    if word.isascii():
        return (word[:STEM] + "-", "-" + word[-ENDING:])
    return tuple(word[:SUBWORDS])


def text_between(problem: Problem) -> Iterator[tuple[int, int]]:
    """The spans of a text around its numbers: one more than there are numbers."""
    start = 0
    for quantity in problem.quantities:
        yield start, quantity.start
        start = quantity.end
    yield start, len(problem.text)


def _words_and_numbers(problem: Problem, known: Container[str]) -> Iterator[str]:
    cuts = _given_cuts(problem)
    for index, (start, end) in enumerate(text_between(problem)):
        if index:
            yield NUMBER
        text = problem.text[start:end].lower()
        if cuts:
            places = [0, *(cut - start for cut in cuts if start < cut < end), len(text)]
        elif problem.language == "zh":
            places = longest_words(text, known)
        else:
            places = [0, len(text)]
        for left, right in pairwise(places):
            yield from _WORDS.findall(text[left:right])


_WORDS = lazy_regex(r"[\u3400-\u9fff]+|[^\W\d_\u3400-\u9fff]+|\S")


def _given_cuts(problem: Problem) -> Sequence[int]:
    """Where the words that a dataset came with end, if they spell its text."""
    if "".join(problem.words) != problem.text:
        return ()
    return list(accumulate(map(len, problem.words)))


def longest_words(text: str, known: Container[str]) -> list[int]:
    """Where to cut a text without spaces: always the longest known word, else one character.

    >>> longest_words("小明有苹果", {"小明", "苹果", "果"})
    [0, 2, 3, 5]
    """
    cuts, start = [0], 0
    while start < len(text):
        end = min(len(text), start + LONGEST_KNOWN)
        while end > start + 1 and text[start:end] not in known:
            end -= 1
        cuts.append(end)
        start = end
    return cuts
