"""English grammar: agreement, pronouns, numbers as they are written, and how sentences join."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random

from sumc.lazy_regex import lazy_regex
from sumc.problems.english_numbers import UNITS
from sumc.problems.generator.english import grammar as nouns
from sumc.problems.generator.english.grammar import ARTICLE, article, in_digits, number_word
from sumc.problems.generator.quantities import write_decimal
from sumc.problems.generator.schema import Word
from sumc.problems.generator.tables import load_words
from sumc.problems.world.facts import Entity, Sort
from sumc.problems.world.kinds import NOISE
from sumc.problems.world.speaking import Manner, Question, Said, Speaker

STYLES = ("", "'s", "him", "self")
"""The forms of a pronoun that a template can ask for: he, his, him, himself."""
JOINED = 0.3
"""How often two clauses become one sentence."""
NOTES = 0.04
"""How often a problem is a list of what is given and what is wanted."""

SENTENCE_START = lazy_regex("(?:^|(?<=[.?!:] ))([\ue000-\uf8fe]?[a-z])")


@dataclass(frozen=True, slots=True)
class Words:
    """What the grammar has to know word by word."""

    pronouns: Mapping[str, Mapping[str, str]]
    """The forms of a pronoun by the style that templates ask for."""
    verbs: frozenset[str]
    third_person: Mapping[str, str]
    first_person: Mapping[str, str]
    wordings: Mapping[str, Sequence[str]]
    """Openers, words that lead to what happens next, orders and polite requests."""


@cache
def words() -> Words:
    """Return the words of `grammar.toml`, read once."""
    found = load_words(Path(__file__).with_name("grammar.toml"))
    return Words(
        {
            name: dict(zip(STYLES, forms.split(), strict=True))
            for name, forms in found["pronouns"].items()
        },
        frozenset(found["verbs"]["known"].split()),
        found["third_person"],
        found["first_person"],
        {name: text.strip().splitlines() for name, text in found["wordings"].items()},
    )


class EnglishGrammar:
    """Entries of word lists: `apple`, `shelf:shelves`, `Tom@he`, `sell:sold` (a verb)."""

    @property
    def verbs(self) -> frozenset[str]:
        """The verbs that templates may let agree with a subject."""
        return words().verbs

    def word(self, entry: str) -> Word:
        """Return the word of an entry; regular plurals need not be written."""
        return nouns.GRAMMAR.word(entry)

    def manner(self, has_words: bool, random: Random) -> Manner:
        """Write numbers mostly in digits, now and then small ones in words."""
        words = random.choice((0.0, 0.0, 0.0, 0.06, 0.06, 0.3, 0.9)) if has_words else 0.0
        currency = random.choice("$$$$$$$$$$£€")
        return Manner(words, has_words, currency)

    def number(
        self, value: Fraction, sort: Sort, style: str, manner: Manner, random: Random
    ) -> str:
        """Return a number as school books write it."""
        if sort == "money":
            return _money(value, style, manner, random)
        if sort == "percent":
            sign = " percent" if manner.has_words and random.random() < 0.15 else "%"
            return f"{write_decimal(value * 100)}{sign}"
        if sort == "part":
            return _part(value, manner, random)
        if sort == "times":
            return _times(value, manner, random)
        if sort == "clock":
            return f"{value.numerator:02d}" if style == "minutes" else str(value)
        return _plain(value, style, manner, random)

    def counted(self, number: str, value: Fraction, between: str, noun: Word) -> str:
        """Return a number with its noun: 1 more apple, 2.5 hours."""
        form = noun.form if value == 1 else noun.other
        return f"{number} {between} {form}" if between else f"{number} {form}"

    def elided(self, number: str, between: str, noun: Word) -> str:
        """Return a number of things that were just named: 5, 5 more."""
        return f"{number} {between}".strip()

    def part_of(self, number: str, noun: Word, is_known: bool) -> str:
        """Return a number of known things: 5 of the apples, 5 of them."""
        return f"{number} of them" if is_known else f"{number} of the {noun.other}"

    def describe(self, kind: str, noun: Word) -> Word:
        """Return one kind of a thing: red marbles."""
        return Word(f"{kind} {noun.form}", f"{kind} {noun.other}")

    def several(self, people: Sequence[Word]) -> Word:
        """Return several people as one subject."""
        names = [
            "you" if p.pronoun == "you" else "I" if p.pronoun == "I" else p.form for p in people
        ]
        names.sort(key=lambda name: (name == "I", name != "you"))  # you and Tom, Tom and I
        pronoun = "we" if "I" in names else "you" if "you" in names else "they"
        return Word(self.listed(names), "", pronoun)

    def me(self, random: Random) -> Word:
        """Return the teller or the reader as a person of the story."""
        return random.choice((Word("I", "", "I"), Word("I", "", "I"), Word("you", "", "you")))

    def listed(self, items: Sequence[str]) -> str:
        """Return items as one: a, b and c."""
        *before, last = items
        return f"{', '.join(before)} and {last}" if before else last

    def refer(self, word: Word, style: str, is_pronoun: bool) -> str:
        """Return a person by name or pronoun, or the form of a noun."""
        if style == "other":
            return word.other
        if word.form in ("I", "you") or is_pronoun:
            return words().pronouns[word.pronoun][style if style != "name" else ""]
        return f"{word.form}'s" if style == "'s" else word.form

    def verb(self, verb: str, subject: Word | None, value: Fraction | None) -> str:
        """Return a verb that agrees with a person, or with a number of things."""
        if subject is not None and subject.pronoun == "I":
            return words().first_person.get(verb, verb)
        plural = value != 1 if subject is None else subject.pronoun in ("they", "you", "we")
        if plural:
            return "are" if verb == "be" else verb
        return words().third_person.get(verb) or _third_person(verb)

    def compose(self, speaker: Speaker, said: Sequence[Said], question: Question) -> str:
        """Join clauses and question into sentences with capitals and punctuation."""
        random = speaker.random
        form = random.random()
        opener = f"{random.choice(words().wordings['openers'])} " if random.random() < 0.05 else ""
        if form < 0.07:
            asked = _asked(speaker, question)
            return _finish(f"{opener}{asked} {' '.join(_sentences(speaker, said))}")
        if form < 0.2 and said and _can_join(said[-1]):
            sentences = _sentences(speaker, said[:-1])
            speaker.next_sentence()
            last = _clause(speaker, said[-1])
            asked = speaker.say(random.choice(question.ask), (question.fact,))
            return _finish(f"{opener}{' '.join([*sentences, f'if {last}, {asked}?'])}")
        if form > 1 - NOTES and question.find:
            return _finish(_notes(speaker, said, question))
        sentences = _sentences(speaker, said)
        return _finish(f"{opener}{' '.join([*sentences, _asked(speaker, question)])}")


def _notes(speaker: Speaker, said: Sequence[Said], question: Question) -> str:
    """Return the problem as a list of what is given and what is wanted."""
    given = []
    for each in said:
        speaker.next_sentence()
        given.append(_clause(speaker, each, is_second=True))
    speaker.next_sentence()
    found = speaker.say(speaker.random.choice(question.find), (question.fact,))
    return f"given: {'; '.join(given)}. Wanted: {found}."


def _asked(speaker: Speaker, question: Question) -> str:
    """Return the question as a sentence of its own, now and then as an order."""
    speaker.next_sentence()
    random = speaker.random
    if question.find and random.random() < 0.2:
        found = speaker.say(random.choice(question.find), (question.fact,))
        kind = random.random()
        if kind < 0.4:
            return f"{random.choice(words().wordings['orders'])} {found}."
        if kind < 0.7 and not found.startswith(("how ", "by how ")):
            return f"what is {found}?"
        return random.choice(words().wordings["polite"]).format(found)
    return f"{speaker.say(random.choice(question.ask), (question.fact,))}?"


def _sentences(speaker: Speaker, said: Sequence[Said]) -> list[str]:
    """Return the clauses as sentences, some of them two in one."""
    sentences: list[str] = []
    position, events = 0, 0
    while position < len(said):
        speaker.next_sentence()
        first = said[position]
        text = _clause(speaker, first, events > 0)
        subject = speaker.opened
        events += first.fact.is_event
        position += 1
        if speaker.random.random() < JOINED and len(text) < 70 and _pairs(said, position):
            second = said[position]
            text = _joined(speaker, text, subject, second)
            events += second.fact.is_event
            position += 1
        sentences.append(f"{text}.")
    return sentences


def _can_join(said: Said) -> bool:
    """Say whether a clause may become part of a longer sentence."""
    return said.fact.kind not in NOISE


def _pairs(said: Sequence[Said], position: int) -> bool:
    """Say whether the clause at a position may join the one before."""
    return position < len(said) and _can_join(said[position]) and _can_join(said[position - 1])


def _joined(speaker: Speaker, text: str, subject: tuple[Entity, str] | None, second: Said) -> str:
    """Return two clauses as one sentence."""
    more = _clause(speaker, second, is_second=True)
    if " and " not in text and (short := _without_subject(speaker, subject, more)):
        return f"{text} and {short}"
    if " and " in text or " and " in more or speaker.random.random() < 0.4:
        return f"{text}, and {more}"
    return f"{text} and {more}"


def _without_subject(speaker: Speaker, subject: tuple[Entity, str] | None, text: str) -> str:
    """Return a clause without the subject that it shares with the one before, else nothing."""
    opened = speaker.opened
    if not subject or not opened or subject[0] != opened[0] or not text.startswith(opened[1]):
        return ""
    rest = text[len(opened[1]) + 1 :]
    return "" if rest.startswith(("and ", "'")) else rest


def _clause(
    speaker: Speaker, said: Said, may_follow: bool = False, is_second: bool = False
) -> str:
    """Return a clause with its time, or with a word that puts it after the one before."""
    text = speaker.say(said.clause, said.facts)
    when = said.fact.entities.get("when")
    if when is not None and not said.clause.has_when:
        time = speaker.cast[when].form
        if is_second or speaker.random.random() < 0.5:
            return f"{text} {time}"
        speaker.opened = None
        return f"{time}, {text}"
    if may_follow and said.fact.is_event and speaker.random.random() < 0.25:
        speaker.opened = None
        return f"{speaker.random.choice(words().wordings['then'])} {text}"
    return text


def _third_person(verb: str) -> str:
    if re.search(r"(s|x|z|ch|sh|o)$", verb):
        return f"{verb}es"
    if re.search(r"[^aeiou]y$", verb):
        return f"{verb[:-1]}ies"
    return f"{verb}s"


def _money(value: Fraction, style: str, manner: Manner, random: Random) -> str:
    if value.denominator != 1:
        return f"{manner.currency}{float(value):,.2f}"
    if manner.currency == "$" and style != "digits" and value > 1 and random.random() < 0.06:
        return f"{in_digits(value, random)} dollars"
    return f"{manner.currency}{in_digits(value, random)}"


def _part(value: Fraction, manner: Manner, random: Random) -> str:
    often, parts = 0.4 if value == Fraction(1, 2) else 0.25, nouns.words().parts
    if manner.has_words and value in parts and random.random() < often:
        return parts[value]
    return f"{value.numerator}/{value.denominator}"


def _times(value: Fraction, manner: Manner, random: Random) -> str:
    if value < 1:
        parts = nouns.words().parts
        has_word = manner.has_words and value in parts and value.numerator == 1
        if has_word and value.denominator <= 4 and random.random() < 0.8:
            return parts[value]
        return f"{value.numerator}/{value.denominator}"
    if value == 2 and manner.has_words and random.random() < 0.7:
        return "twice"
    if value.denominator == 1 and manner.has_words and random.random() < 0.6:
        return f"{UNITS[int(value)]} times"
    return f"{write_decimal(value)} times"


def _plain(value: Fraction, style: str, manner: Manner, random: Random) -> str:
    if style == "digits":
        return write_decimal(value)
    small = value.denominator == 1 and 1 < value < 100 and style != "short"
    if small and manner.words and random.random() < manner.words:
        if value == 12 and style == "thing" and random.random() < 0.3:
            return "a dozen"
        if value < 20 or value % 10 == 0:
            return number_word(int(value))
    return in_digits(value, random)


def _finish(text: str) -> str:
    """Set articles and capitals."""
    text = ARTICLE.sub(article, text)
    return SENTENCE_START.sub(lambda match: match[1].upper(), text)


GRAMMAR = EnglishGrammar()
