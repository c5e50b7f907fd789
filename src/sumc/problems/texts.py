"""When two texts are the same problem for a model: numbers and punctuation make no difference."""

import re
import unicodedata
from hashlib import blake2b

from sumc.problems.problem import Problem


def letters_of(problem: Problem) -> str:
    """The letters of a text: all numbers are alike, punctuation and spaces make no difference.

    >>> from sumc.problems.numbers import find_quantities
    >>> text = "Ann has 12 pens , doesn't she ?"
    >>> letters_of(Problem("1", text, "en", find_quantities(text)))
    'annhasnumpensdoesntshe'
    """
    return _letters(problem.masked_text)


def _letters(masked: str) -> str:
    return re.sub(r"[\W\d_]+", "", unicodedata.normalize("NFKC", masked))


def text_key(problem: Problem) -> int:
    """A 64-bit hash of the letters of the text, to compare very many texts.

    Among a million texts and a hundred thousand others, two different ones share a key with a
    chance of 1 in 100 million.
    """
    return _key(letters_of(problem))


def base_text_key(problem: Problem) -> int:
    """The same hash of the text that the problem varies; 0 if it does not come with that text."""
    return _key(_letters(problem.base.text)) if problem.base and problem.base.text else 0


def family_key(problem: Problem) -> int:
    """A hash that a problem shares with those that name it as their base or vary the same text."""
    base = problem.base
    if base and base.text and not base.id:
        return base_text_key(problem)
    named = (base.source, base.id) if base and base.id else (problem.source, problem.id)
    return _key("\n".join(named))


def _key(text: str) -> int:
    digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "little")
