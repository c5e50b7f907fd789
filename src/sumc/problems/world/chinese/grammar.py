"""Chinese grammar: measure words, numerals, pronouns and full-width punctuation."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from sumc.problems.generator.chinese.grammar import counted
from sumc.problems.generator.quantities import write_decimal
from sumc.problems.generator.schema import Word
from sumc.problems.world.facts import Entity, Sort
from sumc.problems.world.kinds import NOISE
from sumc.problems.world.speaking import Manner, Question, Said, Speaker

DIGITS = "零一二三四五六七八九"
IT = "它"
"""Things are named again, not called 它."""
SELVES = {"我": "我们", "你": "你们"}
OPENINGS = ("", "", "", "", "", "问", "请问", "那么", "求")
"""What a question may begin with."""
FIRST = 0.04
"""How often the question comes first."""
IF = 0.12
"""How often the last fact begins with 如果."""
SAME_SUBJECT = 0.7
"""How often a subject is left out that the clause before has too."""


class ChineseGrammar:
    """Entries of word lists: `苹果:个` (a noun with its measure word), `小明@他` (a person)."""

    verbs: frozenset[str] = frozenset()
    counted = staticmethod(counted)

    def word(self, entry: str) -> Word:
        """Return the word of an entry; its other form is the measure word."""
        form, _, pronoun = entry.partition("@")
        form, _, measure = form.partition(":")
        return Word(form, measure, pronoun)

    def manner(self, has_words: bool, random: Random) -> Manner:
        """Write numbers mostly in digits, now and then small ones as numerals."""
        return Manner(random.choice((0.0, 0.0, 0.1, 0.8)) if has_words else 0.0, has_words)

    def number(
        self, value: Fraction, sort: Sort, style: str, manner: Manner, random: Random
    ) -> str:
        """Return a number as school books write it."""
        if sort == "money":
            return f"{_plain(value, 'thing', manner, random)}元"
        if sort == "percent":
            return _fold(value, manner) if style == "fold" else _percent(value, manner, random)
        if sort == "part":
            return _part(value, manner, random)
        if sort == "times":
            return _times(value, manner, random)
        if sort == "clock":
            return f"{value.numerator:02d}" if style == "minutes" else str(value)
        return _plain(value, style, manner, random)

    def elided(self, number: str, between: str, noun: Word) -> str:
        """Return a number of things that were just named: 5个."""
        return f"{number}{noun.other}"

    def part_of(self, number: str, noun: Word, is_known: bool) -> str:
        """Return a number of known things: 其中5个."""
        return f"其中{number}{noun.other}" if is_known else f"{number}{noun.other}{noun.form}"

    def describe(self, kind: str, noun: Word) -> Word:
        """Return one kind of a thing: 红色气球."""
        return Word(f"{kind}{noun.form}", noun.other)

    def several(self, people: Sequence[Word]) -> Word:
        """Return several people as one subject."""
        names = [person.form for person in people]
        pronoun = next((SELVES[name] for name in names if name in SELVES), "他们")
        return Word(self.listed(names), "", pronoun)

    def me(self, random: Random) -> Word:
        """Return the teller as a person of the story."""
        return Word("我", "", "我")

    def listed(self, items: Sequence[str]) -> str:
        """Return items as one: 甲、乙和丙."""
        *before, last = items
        return f"{'、'.join(before)}和{last}" if before else last

    def refer(self, word: Word, style: str, is_pronoun: bool) -> str:
        """Return a person by name or pronoun, or a noun or its measure word."""
        if style == "other":
            return word.other
        base = word.pronoun if is_pronoun and word.pronoun != IT else word.form
        return f"{base}的" if style == "'s" else base

    def verb(self, verb: str, subject: Word | None, value: Fraction | None) -> str:
        """Return a verb; Chinese verbs do not agree with anything."""
        return verb

    def compose(self, speaker: Speaker, said: Sequence[Said], question: Question) -> str:
        """Join clauses and question with commas and full stops."""
        random = speaker.random
        if random.random() < FIRST:
            speaker.next_sentence()
            asked = _asked(speaker, question, "")
            return f"{asked}已知{_told(speaker, said)}。"
        has_if = random.random() < IF
        told = _told(speaker, said, has_if)
        speaker.next_sentence()
        end = "" if not said else "，" if has_if else random.choice("，，。")
        return f"{told}{end}{_asked(speaker, question, random.choice(OPENINGS))}"


def _asked(speaker: Speaker, question: Question, opening: str) -> str:
    text = speaker.say(speaker.random.choice(question.ask), (question.fact,))
    if opening == "求":
        return f"求{text}。"
    return f"{opening}{text}{'？' if speaker.random.random() < 0.85 else '。'}"


def _told(speaker: Speaker, said: Sequence[Said], has_if: bool = False) -> str:
    """Return the clauses with what stands between them."""
    pieces: list[str] = []
    subject: tuple[Entity, str] | None = None
    speaker.next_sentence()
    for number, each in enumerate(said):
        is_last = number + 1 == len(said)
        opening = "如果" if has_if and is_last and number and each.fact.kind not in NOISE else ""
        text = _clause(speaker, each, subject if not opening else None)
        subject = speaker.opened
        pieces.append(f"{opening}{text}")
        if not is_last:
            stop = speaker.random.choice("，，，，。；。")
            pieces.append(stop)
            if stop != "，":
                speaker.next_sentence()
                subject = None
    return "".join(pieces)


def _clause(speaker: Speaker, said: Said, subject: tuple[Entity, str] | None) -> str:
    """Return a clause with its time, without a subject that is still the same."""
    text = speaker.say(said.clause, said.facts)
    opened = speaker.opened
    same = subject is not None and opened is not None and subject[0] == opened[0]
    if same and opened and speaker.random.random() < SAME_SUBJECT:
        rest = text[len(opened[1]) :]
        text = text if rest.startswith(("的", "和", "与")) else rest
    when = said.fact.entities.get("when")
    if when is None or said.clause.has_when:
        return text
    return f"{speaker.cast[when].form}{text}"


def _fold(value: Fraction, manner: Manner) -> str:
    """Return the share of a price that remains, in tenths: 八折, 八五折, 8.5折."""
    if not manner.has_words:
        return f"{write_decimal(value * 10)}折"
    tenths, rest = divmod(int(value * 100), 10)
    return f"{DIGITS[tenths]}{DIGITS[rest] if rest else ''}折"


def _percent(value: Fraction, manner: Manner, random: Random) -> str:
    written = value * 100
    if manner.has_words and written.denominator == 1 and random.random() < 0.12:
        return f"百分之{_numeral(int(written))}"
    return f"{write_decimal(written)}%"


def _part(value: Fraction, manner: Manner, random: Random) -> str:
    if manner.has_words and value == Fraction(1, 2) and random.random() < 0.5:
        return "一半"
    if manner.has_words and random.random() < 0.4:
        return f"{_numeral(value.denominator)}分之{_numeral(value.numerator)}"
    return f"{value.numerator}/{value.denominator}"


def _times(value: Fraction, manner: Manner, random: Random) -> str:
    if value <= 1:
        return _part(value, manner, random)
    return f"{_plain(value, 'thing', manner, random)}倍"


def _plain(value: Fraction, style: str, manner: Manner, random: Random) -> str:
    small = value.denominator == 1 and 1 < value <= 99 and style == "thing"
    if small and manner.words and random.random() < manner.words:
        return "两" if value == 2 else _numeral(int(value))
    return write_decimal(value)


def _numeral(value: int) -> str:
    """Return a number below 100 in Chinese numerals."""
    tens, ones = divmod(value, 10)
    front = "" if tens == 0 else "十" if tens == 1 else f"{DIGITS[tens]}十"
    return f"{front}{DIGITS[ones] if ones or not tens else ''}"


GRAMMAR = ChineseGrammar()
