"""Chinese grammar: measure words, pronouns, number words, and full-width punctuation."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random

from sumc.problems.generator.quantities import Kind, write_decimal
from sumc.problems.generator.schema import Clause, Form, Word
from sumc.problems.generator.tables import load_words

DIGITS = "零一二三四五六七八九十"
SPELLED_TEXTS = 0.08
"""How often the small numbers of a text are spelled: 三个 for 3个."""
EQUALS_SIGN = 0.3
"""How often 是多少 is written =多少, as question banks do."""
UNIT_SYMBOLS = 0.04
"""How often units are written as symbols: 5kg for 5千克."""
HALF_SPELLED = 0.5
"""How often 1/2 is written 一半 where that reads well."""
MIXED_HALVES = 0.1
"""How often 2.5 is written 2(1/2) before a unit of time, weight or length."""
INTRODUCED = 0.09
"""How often the question opens with a word such as 问 or 那么."""
QUESTION_FIRST = 0.03
"""How often the question stands first and the facts follow with 已知."""
KNOWN = 0.012
"""How often a text opens with 已知."""

HALF = re.compile(r"(?<![\d.])(\d+)\.5(?=小时|千克|吨|米)")
RATIO = re.compile(r"(?<=\d):(?=\d)")


@dataclass(frozen=True, slots=True)
class Words:
    """What the grammar has to know word by word."""

    small_number: re.Pattern[str]
    """A small number that may be spelled: a measure word follows."""
    unit: re.Pattern[str]
    """A unit after its number."""
    symbols: Mapping[str, str]
    """The symbols of units."""
    leading: tuple[str, ...]
    """Openings of a fact that the question completes, so that only a comma can follow."""
    orders: tuple[str, ...]
    """Openings of a question that takes no further opening."""
    openings: tuple[str, ...]
    """What a question may begin with; what is frequent is listed several times."""


@cache
def words() -> Words:
    """Return the words of `grammar.toml`, read once."""
    found = load_words(Path(__file__).with_name("grammar.toml"))
    measures, symbols = found["measures"]["words"].replace(" ", ""), found["symbols"]
    small = rf"(?<![\d.(/:：%第前后这那的邻~-])([2-9]|10)(?=[{measures}])"
    openings = found["openings"]
    return Words(
        small_number=re.compile(small),
        unit=re.compile(rf"(?<=[\d少)])({'|'.join(symbols)})"),
        symbols=symbols,
        leading=tuple(openings["leading"].split()),
        orders=tuple(openings["orders"].split()),
        openings=tuple(openings["question"].split()),
    )


def counted(number: str, value: Fraction, between: str, noun: Word) -> str:
    """Return number, measure word and noun: 5个苹果, 5平方米."""
    return f"{number}{noun.other}{between}{noun.form}"


class ChineseGrammar:
    """Entries of the lexicon: `苹果:个` (noun and measure word), `小明@他` (person)."""

    counted = staticmethod(counted)

    def word(self, entry: str) -> Word:
        """Return the word of an entry; `{items}` is the measure word of a slot `item`."""
        form, _, pronoun = entry.partition("@")
        form, _, measure = form.partition(":")
        return Word(form, measure or (f"{form}s" if form.isascii() else ""), pronoun)

    def number(self, value: Fraction, kind: Kind, style: str, random: Random) -> str:
        """Return digits, 25%, (3/4), or what the style asks for.

        Styles: `half` may write 一半, `fold` writes a discount (八五折, 0.85),
        `mixed` writes 1.5 as 1(1/2).
        """
        if style == "fold":
            return _discount(value, random)
        if kind == "percent":
            return f"{write_decimal(value * 100)}%"
        if style == "half" and value == Fraction(1, 2) and random.random() < HALF_SPELLED:
            return "一半"
        if kind == "fraction" or (style == "mixed" and value.denominator > 1):
            return _mixed(value)
        return write_decimal(value)

    def person(self, word: Word, role: str, mentioned: bool) -> str:
        """Return the name, or 他 and 她 after the first mention."""
        base = word.pronoun if mentioned and role in ("he", "his", "him") else word.form
        return f"{base}的" if role in ("his", "'s") else base

    def form(self, clauses: int, random: Random) -> Form:
        """Put the question last, mostly: Chinese school books seldom begin with it."""
        return "first" if random.random() < QUESTION_FIRST else "last"

    def fits(self, form: Form, clauses: Sequence[Clause], question: str) -> bool:
        """Say whether the facts can follow a question: none of them leads up to it."""
        leading = any(clause.text.startswith(words().leading) for clause in clauses)
        return form == "last" or not (leading or question.startswith(words().orders))

    def compose(self, form: Form, clauses: Sequence[Clause], question: str, random: Random) -> str:
        """Join clauses and question, with the punctuation and spelling of one writer."""
        stop = random.choice("。。．．")
        if form == "first":
            facts = "，".join(clause.text.rstrip("，") for clause in clauses)
            text = f"{question}？已知{facts}。"
        else:
            text = _join(clauses, random) + _question(question, random)
        if random.random() < SPELLED_TEXTS:
            text = words().small_number.sub(_spell, text)
        if random.random() < MIXED_HALVES:
            text = HALF.sub(r"\1(1/2)", text)
        if random.random() < UNIT_SYMBOLS:
            text = words().unit.sub(lambda match: words().symbols[match[1]], text)
        if random.random() < 0.5:
            text = RATIO.sub("：", text)
        return text.replace("。", stop)


def _join(clauses: Sequence[Clause], random: Random) -> str:
    """Return the facts, each with the comma or full stop that leads to the next."""
    told = "已知" if random.random() < KNOWN else ""
    for clause, following in zip(clauses, (*clauses[1:], None), strict=True):
        told += clause.text + _sign_between(clause, following, random)
    return told


def _sign_between(clause: Clause, following: Clause | None, random: Random) -> str:
    """Return what stands between a clause and the next one, or the question."""
    if clause.text.endswith("，"):
        return ""
    if clause.text.startswith(words().leading):
        return "，"
    if following is None:
        return random.choice("，，，。。")
    return random.choice("，，，，，，，；。。" if following.parallel else "，，，，，，。。")


def _question(question: str, random: Random) -> str:
    """Return the question with its opening and its closing sign."""
    if random.random() < EQUALS_SIGN:
        question = question.replace("是多少", "=多少").replace("=多少？", "=？")
    if random.random() < INTRODUCED and not question.startswith(words().orders):
        question = random.choice(words().openings) + question
    if question.endswith("）"):
        return question
    if question.startswith("求"):
        return f"{question}。"
    return question + ("？" if random.random() < 0.75 else "。")


def _spell(match: re.Match[str]) -> str:
    """Return a small number as a word: 两 for 2, since a measure word follows."""
    value = int(match[1])
    return "两" if value == 2 else DIGITS[value]


def _mixed(value: Fraction) -> str:
    """Return a fraction or mixed number as question banks write it: (2/5), 1(1/2)."""
    whole, numerator = divmod(value.numerator, value.denominator)
    part = f"({numerator}/{value.denominator})"
    return f"{whole}{part}" if whole else part


def _discount(value: Fraction, random: Random) -> str:
    """Return the part of a price that is still paid: 八折, 八五折, or 0.85."""
    if random.random() < 0.4:
        return write_decimal(value)
    tens, ones = divmod(int(value * 100), 10)
    return f"{DIGITS[tens]}{DIGITS[ones] if ones else ''}折"


GRAMMAR = ChineseGrammar()
