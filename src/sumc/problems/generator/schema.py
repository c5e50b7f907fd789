"""What a language of the generator is made of; README.md explains how to write the data files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Literal, Protocol

from sumc.problems.generator.places import NOWHERE, Place
from sumc.problems.generator.quantities import Kind

LanguageCode = Literal["en", "zh"]

Form = Literal["last", "if", "first"]
"""Where the question stands: after the facts, in their last sentence, or before them."""

ROLES = ("", "'s", "he", "his", "him")
"""What a person can be in a sentence: `{p}`, `{p's}`, `{p.he}`, `{p.his}`, `{p.him}`."""


@dataclass(frozen=True, slots=True)
class Ask:
    """One question of a story, with the facts it needs and the equation that answers it."""

    target: str
    tell: str
    question: str
    equation: str = ""
    place: Place = NOWHERE

    def told(self) -> Iterator[tuple[str, bool, bool]]:
        """Yield the name of every fact, whether it is parallel, and whether it is spare.

        >>> [*Ask("t", "a & b, c?", "how many").told()]
        [('a', False, False), ('b', True, False), ('c', False, True)]
        """
        for step in self.tell.split(","):
            for place, key in enumerate(step.split("&")):
                yield key.strip().removesuffix("?"), place > 0, key.strip().endswith("?")


@dataclass(frozen=True, slots=True)
class Schema:
    """One story that can be told with many numbers and words and asked about in several ways."""

    name: str
    numbers: str
    words: str
    facts: Mapping[str, str]
    asks: tuple[Ask, ...]
    where: str = ""
    place: Place = NOWHERE


@dataclass(frozen=True, slots=True)
class Noise:
    """A sentence that never matters, with or without numbers; `{p}` is the person of the story."""

    numbers: str
    text: str
    place: Place = NOWHERE


@dataclass(frozen=True, slots=True)
class Word:
    """A noun or person: its form, the other form the grammar needs, and its pronoun."""

    form: str
    other: str = ""
    """English: the plural. Chinese: the measure word."""
    pronoun: str = ""


@dataclass(frozen=True, slots=True)
class Clause:
    """A told fact; a parallel one may change places with the clause before it."""

    text: str
    parallel: bool = False
    subject: str = ""
    """Pronoun of the person that the clause opens with, if it opens with one."""
    noise: bool = False


class Grammar(Protocol):
    """What a language must know to turn slots and clauses into text."""

    def word(self, entry: str) -> Word:
        """Return the word that an entry of the lexicon, or a literal noun, stands for."""

    def number(self, value: Fraction, kind: Kind, style: str, random: Random) -> str:
        """Return a number as the text shows it."""

    def counted(self, number: str, value: Fraction, between: str, noun: Word) -> str:
        """Return a number with its noun, as in "1 more apple"."""

    def person(self, word: Word, role: str, mentioned: bool) -> str:
        """Return a person's name or pronoun; role is "", "'s", "he", "his" or "him"."""

    def form(self, clauses: int, random: Random) -> Form:
        """Choose the place of the question among this many clauses."""

    def fits(self, form: Form, clauses: Sequence[Clause], question: str) -> bool:
        """Say whether these texts stay natural in that form."""

    def compose(self, form: Form, clauses: Sequence[Clause], question: str, random: Random) -> str:
        """Join clauses and question into the final text."""


Rows = tuple[tuple[Word, ...], ...]
"""A word list: one row for each entry, with one word or several that go together."""


@dataclass(frozen=True, slots=True)
class Language:
    """Grammar, word lists, named ranges and schemas of one language."""

    code: LanguageCode
    grammar: Grammar
    lexicon: Mapping[str, Rows]
    ranges: Mapping[str, str]
    schemas: tuple[Schema, ...]
    noise: tuple[Noise, ...] = ()
