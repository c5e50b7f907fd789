"""The story schemas that built-in problems are drawn from, and how to write one.

A schema is one story: numbers, words, facts that can be told, and several questions ("asks").
Everything is text, so adding a schema means writing down one value such as this:

    Schema(
        "eating",
        numbers="a own; b own; t = a + b",
        words="p person; item food",
        facts={
            "t": "{p} had {t item} | there were {t item} in {p's} [box|bag]",
            "a": "{p.he} ate {a} of them | {p.he} [gave away|sold] {a item}",
            "b": "{p.he} has {b item} left",
        },
        asks=(
            Ask("b", "t, a", "how many {items} [are left|does {p.he} have now]", "t - a"),
            Ask("a", "t, b", "how many {items} did {p.he} eat", "t - b"),
            Ask("t", "a, b", "how many {items} did {p.he} have at first"),
        ),
    )

**numbers**: declarations separated by ";". `a 3..40` is a whole number, `a 2..9|10..90` picks one
of the ranges (every quantity of a problem uses the same position, so that sizes fit together),
`a 10..90/5` counts in fives, `a 2,4,8` lists values, `a own` uses a named range (`RANGES`).
`t = a + b` is computed. A sign before the name says what kind of number it is: `$a` money,
`%a` percent (`%a 5..90/5` is written 25% and has the value 1/4), `~a` a decimal,
`/a` a fraction (`/a 1/2,3/4`). Every told or asked number must turn out sensible (whole unless
money or a decimal, positive): other draws are thrown away, so no condition is needed for that.
**where**: further conditions, such as `a > b; t < 500`.

**words**: `p q person` draws two different words from the list `person` of the language's
lexicon; `box item packed` draws one row of a list with two columns, so that words fit.

**facts**: clauses without capital and full stop (the grammar adds them). ` | ` separates
paraphrases and `[x|y|]` alternatives inside one. Slots: `{a}` number, `{a item}` number and
noun in the right form, `{a more item}` with words between, `{a mile}` with a noun that is no
slot, `{a:style}` a number in a style of the grammar (`times`, `part`, `digits`),
`{item}`, `{items}` a noun and its other form (the plural, in Chinese the measure word),
`{p}`, `{p's}` a person, and `{p.he}`, `{p.his}`, `{p.him}` the name at its first mention and a
pronoun later.

**asks**: `Ask(target, tell, question, equation)`. `tell` lists facts in order; `a & b` may be
swapped, `c?` is told only sometimes (a setting, or a number that does not matter). The
equation is over the names; without one it is the formula of the target. Its value must be
that of the target, which tests check. Digits in an equation are constants of the world
(60 minutes, 100 cents).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Literal, Protocol

from sumc.problems.generator.quantities import Kind

LanguageCode = Literal["en", "zh"]

Form = Literal["last", "if", "first"]
"""Where the question stands: after the facts, in their last sentence, or before them."""


@dataclass(frozen=True, slots=True)
class Ask:
    """One question of a story, with the facts it needs and the equation that answers it."""

    target: str
    tell: str
    question: str
    equation: str = ""


@dataclass(frozen=True, slots=True)
class Schema:
    """One story that can be told with many numbers and words and asked about in several ways."""

    name: str
    numbers: str
    words: str
    facts: Mapping[str, str]
    asks: tuple[Ask, ...]
    where: str = ""


@dataclass(frozen=True, slots=True)
class Noise:
    """A sentence that never matters, with or without numbers; `{p}` is the person of the story."""

    numbers: str
    text: str


@dataclass(frozen=True, slots=True)
class Word:
    """A noun or person: its form, the other form the grammar needs, and its pronoun."""

    form: str
    other: str = ""
    """English: the plural. Chinese: the measure word."""
    pronoun: str = ""


@dataclass(frozen=True, slots=True)
class Clause:
    """A told fact; parallel ones may stand in either order with the clause before."""

    text: str
    parallel: bool = False
    subject: str = ""
    """Pronoun of the person the clause opens with, if it does."""
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
        """Choose where the question of a problem with so many clauses stands."""

    def fits(self, form: Form, clauses: Sequence[Clause], question: str) -> bool:
        """Say whether these texts stay natural in that form."""

    def compose(self, form: Form, clauses: Sequence[Clause], question: str, random: Random) -> str:
        """Join clauses and question into the final text."""


@dataclass(frozen=True, slots=True)
class Language:
    """Grammar, word lists and schemas of one language."""

    code: LanguageCode
    grammar: Grammar
    lexicon: Mapping[str, str]
    """List name -> entries separated by ";", each with columns separated by ","."""
    schemas: tuple[Schema, ...]
    noise: tuple[Noise, ...] = field(default=())
