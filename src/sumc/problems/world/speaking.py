"""Say clauses: numbers marked where they stand, people by name or pronoun, nouns that agree.

Every number is put between two characters that no text has, so that after all sentences are
joined it is still known which number of the world stands where.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Protocol

from sumc.lazy_regex import lazy_regex
from sumc.problems.generator.schema import Word
from sumc.problems.world.facts import Entity, Fact, Number, Sort
from sumc.problems.world.phrases import (
    Clause,
    KindPhrases,
    Names,
    Node,
    NumberSlot,
    Options,
    Phrases,
    VerbSlot,
    WordSlot,
)

FIRST_MARK = 0xE000
END = "\uf8ff"
MARK = lazy_regex(f"[{chr(FIRST_MARK)}-{END}]")
"""Characters of the private use area, which no dataset and no keyboard has."""

ELIDED = 0.35
"""How often a noun is left out that the same sentence has just named."""

SIGN = 2
"""The most letters that the sign of a unit has."""
PLACES = ("where_", "shop", "venue", "town")
"""The word lists of places."""
BRIEF = 0.75
"""How often the numbers of a fact are told in as few clauses as possible."""
SAME_PLACE = 0.6
"""How often a place is not named again."""
BLANKS = lazy_regex(" +")

Cast = Mapping[Entity, Word]


@dataclass(frozen=True, slots=True)
class Manner:
    """How one story is told."""

    words: float = 0.1
    """How often a small number is written as a word."""
    has_words: bool = True
    """Whether numbers may be words at all."""
    currency: str = "$"


@dataclass(frozen=True, slots=True)
class Said:
    """A clause with the fact it tells, or with several that make a list."""

    clause: Clause
    facts: tuple[Fact, ...]

    @property
    def fact(self) -> Fact:
        """The first of the facts."""
        return self.facts[0]


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, as a question or as something to be found."""

    ask: tuple[Clause, ...]
    find: tuple[Clause, ...]
    fact: Fact
    told: Names = frozenset()
    """The numbers that the question tells: the 8 of "how much do 8 pens cost"."""


class Grammar(Protocol):
    """What a language must know to say clauses and join them."""

    @property
    def verbs(self) -> frozenset[str]:
        """The verbs that templates may let agree with a subject."""

    def word(self, entry: str) -> Word:
        """Return the word that an entry of a word list, or a literal noun, is."""

    def manner(self, has_words: bool, random: Random) -> Manner:
        """Return how a story is told."""

    def number(
        self, value: Fraction, sort: Sort, style: str, manner: Manner, random: Random
    ) -> str:
        """Return a number as the text shows it."""

    def counted(self, number: str, value: Fraction, between: str, noun: Word) -> str:
        """Return a number with its noun."""

    def elided(self, number: str, between: str, noun: Word) -> str:
        """Return a number of things that were just named."""

    def part_of(self, number: str, noun: Word, is_known: bool) -> str:
        """Return a number of known things: 5 of the apples, 5 of them."""

    def describe(self, kind: str, noun: Word) -> Word:
        """Return one kind of a thing: red marbles."""

    def several(self, people: Sequence[Word]) -> Word:
        """Return several people as one subject."""

    def me(self, random: Random) -> Word:
        """Return the teller or the reader as a person of the story."""

    def listed(self, items: Sequence[str]) -> str:
        """Return items as one: a, b and c."""

    def refer(self, word: Word, style: str, is_pronoun: bool) -> str:
        """Return a person by name or pronoun."""

    def verb(self, verb: str, subject: Word | None, value: Fraction | None) -> str:
        """Return a verb that agrees with a person, or with a number of things."""

    def compose(self, speaker: Speaker, said: Sequence[Said], question: Question) -> str:
        """Return the whole text."""


class Speaker:
    """Says a story, one clause after the other, and remembers who was mentioned."""

    def __init__(
        self,
        grammar: Grammar,
        cast: Cast,
        numbers: Sequence[Number],
        manner: Manner,
        random: Random,
    ) -> None:
        self.grammar = grammar
        self.cast = cast
        self.numbers = numbers
        self.manner = manner
        self.random = random
        self.places: list[int] = []
        """The numbers said so far, by their places in the world."""
        self.sentence = 0
        self.heard: dict[Entity, int] = {}
        """Who was mentioned, and in which sentence last."""
        self.opened: tuple[Entity, str] | None = None
        """The person that the last clause opens with, and how."""
        self.things: tuple[Entity, ...] = ()
        """The things that the last clause mentions."""
        self.said = -1
        """The sentence of the last clause."""
        self._fact_things: list[Entity] = []
        self._inside: set[Entity] = set()
        self._has_gap = False

    def say(self, clause: Clause, facts: Sequence[Fact]) -> str:
        """Return a clause about a fact, or about several in a list."""
        self.opened = None
        self._inside = set()
        self._fact_things = []
        self._has_gap = False
        pieces: list[str] = []
        self._options(clause.options, facts, pieces)
        self.things = tuple(dict.fromkeys(self._fact_things)) or self.things
        self.said = self.sentence
        text = "".join(pieces)
        if self._has_gap or "  " in text:
            text = BLANKS.sub(" ", text).replace(" ,", ",")
        return text.strip(" ,")

    def next_sentence(self) -> None:
        """Begin a sentence."""
        self.sentence += 1

    def _options(self, options: Options, facts: Sequence[Fact], pieces: list[str]) -> None:
        ways = options.ways
        way = ways[0] if len(ways) == 1 else ways[int(self.random.random() * len(ways))]
        for node in way:
            if isinstance(node, str):
                pieces.append(node)
            elif isinstance(node, Options):
                self._options(node, facts, pieces)
            else:
                pieces.append(self._slot(node, facts, not pieces))

    def _slot(self, node: Node, facts: Sequence[Fact], is_first: bool) -> str:
        fact = facts[0]
        if isinstance(node, NumberSlot):
            if len(facts) == 1:
                return self._number(node, fact)
            return self.grammar.listed([self._number(node, each) for each in facts])
        if isinstance(node, VerbSlot):
            return self._verb(node, fact)
        assert isinstance(node, WordSlot)
        return self.refer(fact.entities[node.role], node.style, is_first)

    def _number(self, node: NumberSlot, fact: Fact) -> str:
        place = fact.numbers[node.name]
        number = self.numbers[place]
        style = node.style or self._style(node, fact)
        text = self.grammar.number(number.value, number.sort, style, self.manner, self.random)
        self.places.append(place)
        marked = f"{chr(FIRST_MARK + len(self.places) - 1)}{text}{END}"
        if not node.role:
            noun = node.noun
            return (
                self.grammar.counted(marked, number.value, node.between, noun) if noun else marked
            )
        return self._of_thing(node, fact.entities[node.role], marked, number.value)

    def _style(self, node: NumberSlot, fact: Fact) -> str:
        """Say what a number stands before: things, or a unit that is a sign such as kg."""
        if node.role == "thing":
            return "thing"
        noun = self.cast[fact.entities[node.role]] if node.role else node.noun
        return "short" if noun and len(noun.form) <= SIGN else ""

    def _of_thing(self, node: NumberSlot, thing: Entity, number: str, value: Fraction) -> str:
        """Return a number of things: 5 apples, 5 of them, or 5 where apples were just named."""
        is_known = self.things == (thing,) and not self._fact_things
        self._fact_things.append(thing)
        noun = self.cast[thing]
        if node.style == "of":
            return self.grammar.part_of(number, noun, is_known and self.random.random() < 0.5)
        is_near = node.role == "thing" and self.said == self.sentence
        if is_known and is_near and self.random.random() < ELIDED:
            return self.grammar.elided(number, node.between, noun)
        return self.grammar.counted(number, value, node.between, noun)

    def _verb(self, node: VerbSlot, fact: Fact) -> str:
        if node.role in fact.numbers:
            value = self.numbers[fact.numbers[node.role]].value
            return self.grammar.verb(node.verb, None, value)
        return self.grammar.verb(node.verb, self.cast[fact.entities[node.role]], None)

    def refer(self, entity: Entity, style: str, is_first: bool = False) -> str:
        """Return somebody or something by name, pronoun or noun."""
        word = self.cast[entity]
        if entity.words.startswith(PLACES) and style != "name":
            return self._place(entity, word)
        if not word.pronoun:
            self._fact_things.append(entity)
            return self.grammar.refer(word, style, False)
        is_pronoun = self._is_pronoun(entity, word, style)
        text = self.grammar.refer(word, style, is_pronoun)
        self.heard[entity] = self.sentence
        for each in entity.of:
            self.heard.setdefault(each, self.sentence)
        self._inside.add(entity)
        if is_first and style == "":
            self.opened = (entity, text)
        return text

    def _place(self, entity: Entity, word: Word) -> str:
        """Return a place, or nothing where it is still the same and the only one."""
        is_same = self.heard.get(entity, -2) >= self.sentence - 1
        self.heard[entity] = self.sentence
        alone = sum(other.words == entity.words for other in self.cast) == 1
        if is_same and alone and self.random.random() < SAME_PLACE:
            self._has_gap = True
            return ""
        return word.form

    def _is_pronoun(self, entity: Entity, word: Word, style: str) -> bool:
        if style == "name" or not self._is_clear(entity, word):
            return False
        if entity in self._inside:
            return True
        if word.pronoun == "it" and style:
            return False
        return self.random.random() < (0.7 if style == "" else 0.6)

    def _is_clear(self, entity: Entity, word: Word) -> bool:
        """Say whether a pronoun can only mean this one."""
        if entity.of:
            return all(each in self.heard for each in entity.of)
        if self.heard.get(entity, -2) < self.sentence - 1:
            return False
        return not any(
            self.cast[other].pronoun == word.pronoun for other in self.heard if other != entity
        )


def unmark(text: str) -> tuple[str, list[tuple[int, int, int]]]:
    """Return a text without marks, and where each said number stands: index, start, end.

    >>> unmark("A \\ue0003\\uf8ff B")
    ('A 3 B', [(0, 2, 3)])
    """
    pieces: list[str] = []
    spans: list[tuple[int, int, int]] = []
    position = length = 0
    for match in MARK.finditer(text):
        pieces.append(text[position : match.start()])
        length += match.start() - position
        position = match.end()
        if match[0] == END:
            index, start, _ = spans[-1]
            spans[-1] = (index, start, length)
        else:
            spans.append((ord(match[0]) - FIRST_MARK, length, length))
    pieces.append(text[position:])
    return "".join(pieces), spans


def choose_question(phrases: KindPhrases, slot: str, fact: Fact, names: Names) -> Question:
    """Return the ways to ask for a number, given which others of its fact are told."""
    ways = [clause for clause in phrases.ask[slot] if clause.numbers <= names]
    told = max((clause.numbers for clause in ways), key=len, default=frozenset())
    ask = tuple(clause for clause in ways if clause.numbers == told)
    find = tuple(c for c in phrases.find.get(slot, ()) if c.numbers == told)
    return Question(ask, find, fact, told)


def choose_clauses(
    phrases: Phrases, facts: Sequence[tuple[Fact, Names]], random: Random
) -> list[Said] | None:
    """Return clauses that tell the facts with these numbers; None where no phrase can."""
    said: list[Said] = []
    waiting = list(facts)
    while waiting:
        fact, names = waiting.pop(0)
        kind = phrases.kinds[fact.kind]
        if not names:
            if kind.some:
                said.append(Said(random.choice(kind.some), (fact,)))
            continue
        alike = _alike(fact, names, waiting)
        lists = [clause for clause in kind.say.get(names, ()) if clause.is_list]
        if alike and lists and random.random() < 0.5:
            said.append(Said(random.choice(lists), (fact, *alike)))
            del waiting[: len(alike)]
            continue
        ways = kind.ways_to_tell(names)
        if not ways:
            return None
        if random.random() < BRIEF:
            ways = ways[:1]  # those with the fewest clauses come first
        for some in ways[int(random.random() * len(ways))]:
            said.append(Said(random.choice(kind.say[some]), (fact,)))
    return said


def _alike(fact: Fact, names: Names, waiting: Sequence[tuple[Fact, Names]]) -> list[Fact]:
    """Return the facts that come next and say the same about other things."""
    alike: list[Fact] = []
    if len(names) > 1:
        return alike
    for other, shown in waiting[:2]:
        same = other.kind == fact.kind and shown == names and "thing" in fact.entities
        if not same or {**other.entities, "thing": fact.entities["thing"]} != fact.entities:
            break
        alike.append(other)
    return alike
