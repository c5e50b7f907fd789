"""English grammar: plurals, articles, pronouns, number words, and how sentences join."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random

from sumc.problems.english_nouns import plural as plural_of
from sumc.problems.english_numbers import TENS, UNITS
from sumc.problems.generator.quantities import Kind, write_decimal
from sumc.problems.generator.schema import Clause, Form, Word
from sumc.problems.generator.tables import load_words

WRITTEN_OUT = 0.1
"""How often a small whole number is written as a word."""
OPENING_WORD = 0.7
"""The same where it opens a clause."""
PERCENT_WORD = 0.15
"""How often 25% is written "25 percent"."""
BARE_THOUSANDS = 0.35
"""How often a number below 10,000 is written without its comma."""
FOUND = 0.15
"""How often "what is" becomes "find" or "calculate"."""
DOLLARS = 0.06
"""How often a whole sum of money is written "5 dollars" instead of "$5"."""
FORMS: tuple[Form, ...] = ("last",) * 13 + ("if",) * 4 + ("first",) * 3

POINTS_BACK = re.compile(
    r"\b(he|she|his|her|him|they|them|their|it|its|this|that|these|those|another|the rest"
    r"|the other|the total|then|now|the remaining|remain)\b"
)
STANDS_ALONE = re.compile(
    r"(?<!\bMr)(?<!\bMrs)(?<!\bMs)[.?!:;]\s"
    r"|^(then|later|after|next|if|when|but|so|on|in the|in a|now|one day|today|yesterday|last"
    r"|together|at first|at the start|finally)\b"
)
THE_NOUN = re.compile(r"\bthe (\w+)")
ARTICLE = re.compile("\\b([Aa])n? (?=[\ue000-\uf8fe]?([\\w$]+))")
"""An article and the word after it; a character of the private use area may mark a number."""
SOUNDS_LIKE_CONSONANT = re.compile(r"(one|once|uni|use|usu|eu|ewe)", re.IGNORECASE)
SOUNDS_LIKE_VOWEL = re.compile(r"([aeiou]|8|1[18]$|1[18],|hour|honest|heir)", re.IGNORECASE)
SENTENCE_START = re.compile(r"(?:^|(?<=[.?!] ))([a-z])")
ORDERS = ("find ", "calculate ", "work out ")
"""Openings of a question that is put as an order and ends in a full stop."""
LONGEST_JOINED = 120
"""Characters beyond which two clauses stay two sentences."""


@dataclass(frozen=True, slots=True)
class Words:
    """What the grammar has to know word by word."""

    unchanged: frozenset[str]
    """Signs of units, and nouns whose plural is the same."""
    parts: Mapping[Fraction, str]
    """Fractions that may be written out."""


@cache
def words() -> Words:
    """Return the words of `grammar.toml`, read once."""
    found = load_words(Path(__file__).with_name("grammar.toml"))
    unchanged = frozenset(found["unchanged"]["words"].split())
    parts = {Fraction(value): text for value, text in found["parts"].items()}
    return Words(unchanged, parts)


class EnglishGrammar:
    """Entries of the lexicon: `apple`, `shelf:shelves` (noun and plural), `Tom@he` (person)."""

    def word(self, entry: str) -> Word:
        """Return the word of an entry; regular plurals need not be written."""
        return _word(entry)

    def number(self, value: Fraction, kind: Kind, style: str, random: Random) -> str:
        """Return a number as school books write it."""
        if kind == "percent":
            sign = " percent" if random.random() < PERCENT_WORD else "%"
            return f"{write_decimal(value * 100)}{sign}"
        if kind == "fraction":
            return _part(value, random)
        if kind == "money":
            return _money(value, style, random)
        if style == "times" and value == 2 and random.random() < 0.7:
            return "twice"
        text = _whole(value, style, random)
        return f"{text} times" if style == "times" else text

    def counted(self, number: str, value: Fraction, between: str, noun: Word) -> str:
        """Return a number with its noun: 1 more apple, 2.5 hours."""
        form = noun.form if value == 1 else noun.other
        return " ".join(filter(None, (number, between, form)))

    def person(self, word: Word, role: str, mentioned: bool) -> str:
        """Return the name, or a pronoun after the first mention."""
        if role in ("", "'s") or not mentioned:
            return word.form + ("'s" if role in ("'s", "his") else "")
        if word.pronoun == "he":
            return role
        return {"he": "she", "his": "her", "him": "her"}[role]

    def form(self, clauses: int, random: Random) -> Form:
        """Put the question last mostly, else into the last sentence or the first."""
        form = random.choice(FORMS)
        return "last" if form == "first" and clauses > 2 else form

    def fits(self, form: Form, clauses: Sequence[Clause], question: str) -> bool:
        """Say whether no clause of several sentences, order or early pronoun is in the way."""
        if form == "last":
            return True
        if question.startswith(ORDERS) or STANDS_ALONE.search(question):
            return False
        if form == "if":
            return not _stands_alone(clauses[-1])
        early = POINTS_BACK.search(question) or _names_unknown(question, clauses)
        return not early and not any(map(_stands_alone, clauses))

    def compose(self, form: Form, clauses: Sequence[Clause], question: str, random: Random) -> str:
        """Join clauses and question into sentences with capitals and punctuation."""
        if form == "first":
            return _finish(f"{question} if {_listed(clauses)}?")
        if form == "if":
            two = len(clauses) > 1 and _joins(*clauses[-2:]) and random.random() < 0.5
            taken = 2 if two else 1
            sentences = _sentences(clauses[:-taken], random)
            last = f"if {_listed(clauses[-taken:])}, {question}?"
            return _finish(" ".join([*sentences, last]))
        return _finish(" ".join([*_sentences(clauses, random), _asked(question, random)]))


def _asked(question: str, random: Random) -> str:
    """Return the question with its end mark, now and then as an order."""
    if question.startswith(ORDERS):
        return f"{question}."
    if question.startswith("what is ") and random.random() < FOUND:
        return f"{random.choice(ORDERS)}{question.removeprefix('what is ')}."
    return f"{question}?"


@cache
def _word(entry: str) -> Word:
    form, _, pronoun = entry.partition("@")
    form, _, plural = form.partition(":")
    return Word(form, plural or _plural(form), pronoun)


def _plural(noun: str) -> str:
    """Return the plural of a noun, of which only the last word changes."""
    *before, last = noun.split(" ")
    return " ".join([*before, last if last in words().unchanged else plural_of(last)])


def _part(value: Fraction, random: Random) -> str:
    often = 0.4 if value == Fraction(1, 2) else WRITTEN_OUT
    if value in words().parts and random.random() < often:
        return words().parts[value]
    return f"{value.numerator}/{value.denominator}"


def _money(value: Fraction, style: str, random: Random) -> str:
    if value.denominator != 1:
        return f"${float(value):,.2f}"
    if style != "digits" and value > 1 and random.random() < DOLLARS:
        return f"{in_digits(value, random)} dollars"
    return f"${in_digits(value, random)}"


def _whole(value: Fraction, style: str, random: Random) -> str:
    """Return digits, or now and then a word for a small or round number."""
    if value.denominator != 1 or style == "digits" or value > 99:
        return in_digits(value, random)
    often = OPENING_WORD if style == "opening" else WRITTEN_OUT
    if (1 < value < len(UNITS) or value % 10 == 0) and random.random() < often:
        return number_word(int(value))
    return in_digits(value, random)


def number_word(value: int) -> str:
    """Return the word of a number below 20, or of a round one below 100."""
    return UNITS[value] if value < len(UNITS) else TENS[value // 10 - 2]


def in_digits(value: Fraction, random: Random) -> str:
    """Return the digits of a number, thousands with or without a comma."""
    if value.denominator != 1 or value < 1000:
        return write_decimal(value)
    bare = value < 10_000 and random.random() < BARE_THOUSANDS
    return str(value) if bare else f"{value.numerator:,}"


def _joins(first: Clause, second: Clause) -> bool:
    """Say whether two clauses read well as one sentence."""
    short = len(first.text) + len(second.text) < LONGEST_JOINED
    return short and not _stands_alone(first) and not _stands_alone(second)


def _stands_alone(clause: Clause) -> bool:
    return clause.noise or STANDS_ALONE.search(clause.text) is not None


def _names_unknown(question: str, clauses: Sequence[Clause]) -> bool:
    """Say whether a question says "the bakery" before a fact has said "a bakery"."""
    told = " ".join(clause.text for clause in clauses)
    return any(f" a {noun} " in f" {told}" for noun in THE_NOUN.findall(question))


def _listed(clauses: Sequence[Clause]) -> str:
    """Return clauses as one: a, b and c."""
    if len(clauses) == 1:
        return clauses[0].text
    if len(clauses) == 2:
        return f"{clauses[0].text} and {_without_subject(*clauses)}"
    before = ", ".join(clause.text for clause in clauses[:-1])
    return f"{before} and {clauses[-1].text}"


def _without_subject(first: Clause, second: Clause) -> str:
    """Drop the pronoun of a clause whose subject opened the one before: Tom ate and (he) left."""
    opening, _, rest = second.text.partition(" ")
    if opening == second.subject == first.subject and " and " not in first.text:
        return rest
    return second.text


def _sentences(clauses: Sequence[Clause], random: Random) -> list[str]:
    """Return the clauses as sentences, some of them two in one."""
    sentences: list[str] = []
    waiting = list(clauses)
    while waiting:
        clause = waiting.pop(0)
        if waiting and random.random() < 0.3 and _joins(clause, waiting[0]):
            sentences.append(f"{_joined(clause, waiting.pop(0), random)}.")
        else:
            sentences.append(f"{clause.text}.")
    return sentences


def _joined(first: Clause, second: Clause, random: Random) -> str:
    """Return two clauses as one sentence."""
    if second.parallel and random.random() < 0.3:
        return f"{first.text}, while {second.text}"
    if " and " in first.text or " and " in second.text:
        return f"{first.text}, and {second.text}"
    short = _without_subject(first, second)
    if short != second.text or random.random() < 0.6:
        return f"{first.text} and {short}"
    return f"{first.text}, and {short}"


def _finish(text: str) -> str:
    """Set articles and capitals."""
    text = ARTICLE.sub(article, " ".join(text.split()))
    text = text.replace(" ,", ",").replace(" .", ".").replace(" ?", "?")
    return SENTENCE_START.sub(lambda match: match[1].upper(), text)


def article(match: re.Match[str]) -> str:
    """Return the article for the word that follows: a bag, an hour, an 8, a unit."""
    following = match[2]
    vowel = SOUNDS_LIKE_VOWEL.match(following) and not SOUNDS_LIKE_CONSONANT.match(following)
    return f"{match[1]}{'n' if vowel else ''} "


GRAMMAR = EnglishGrammar()
