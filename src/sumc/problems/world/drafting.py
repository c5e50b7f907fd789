"""From a telling to a text: words are cast, clauses chosen and put in order, sentences joined."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from sumc.problems.generator.schema import Word
from sumc.problems.numbers import Quantity, find_quantities
from sumc.problems.world.casting import cast
from sumc.problems.world.facts import Fact
from sumc.problems.world.kinds import NOISE
from sumc.problems.world.language import Language
from sumc.problems.world.phrases import KindPhrases, Names
from sumc.problems.world.speaking import (
    Cast,
    Speaker,
    choose_clauses,
    choose_question,
    unmark,
)
from sumc.problems.world.telling import Telling

MOVED = 0.2
"""How often a fact without a fixed place in time is moved elsewhere."""
NOTHING: Names = frozenset()


@dataclass(frozen=True, slots=True)
class Draft:
    """A telling as a text, with what the reader of the package finds in it."""

    telling: Telling
    text: str
    places: tuple[int, ...]
    """The numbers of the world in the order they are written."""
    spans: tuple[tuple[int, int], ...]
    """Where they are written."""
    quantities: tuple[Quantity, ...]
    unit: str
    """What the answer counts: marbles, hours, square meters; empty if it is unknown."""

    @property
    def is_read(self) -> bool:
        """Whether the reader finds exactly the numbers that were written."""
        if len(self.places) != len(self.quantities):
            return False
        values = self.telling.world.values
        return all(
            found.value == values[place] and found.start < end and start < found.end
            for place, (start, end), found in zip(
                self.places, self.spans, self.quantities, strict=True
            )
        )


def write_draft(
    telling: Telling, language: Language, chance: Random, random: Random, *, words: bool = True
) -> Draft | None:
    """Return a telling in a language, or None if no phrases tell its numbers.

    Words are drawn with `chance`, wordings with `random`, so that variations of a story can
    share one or both.
    """
    world, grammar = telling.world, language.grammar
    chosen = cast(world, language.lexicon, grammar, chance)
    speaker = Speaker(grammar, chosen, world.numbers, grammar.manner(words, chance), random)
    number, slot = telling.asked
    asked = world.facts[number]
    phrases = language.phrases.kinds[asked.kind]
    mentions = telling.mentioned()
    question = choose_question(phrases, slot, asked, mentions.get(number, NOTHING))
    if number in mentions:
        mentions[number] -= question.told
    facts = [(world.facts[each], names) for each, names in mentions.items()]
    facts = [(fact, names) for fact, names in facts if names or fact.is_event]
    said = choose_clauses(language.phrases, _reordered(facts, random), random)
    if said is None or not question.ask:
        return None
    text, spans = unmark(grammar.compose(speaker, said, question))
    return Draft(
        telling,
        text,
        tuple(speaker.places[index] for index, _, _ in spans),
        tuple((start, end) for _, start, end in spans),
        find_quantities(text, words=words, language=language.code),
        _unit(phrases, slot, asked, chosen),
    )


def _unit(phrases: KindPhrases, slot: str, asked: Fact, chosen: Cast) -> str:
    """Return what the answer counts: marbles, hours, square meters; nothing if it is unknown."""
    power, unit = phrases.units.get(slot, ("", ""))
    if not unit:
        return ""
    word = unit if isinstance(unit, Word) else chosen[asked.entities[unit]]
    blank = " " if power.isascii() else ""
    return f"{power}{blank}{word.other or word.form}".strip()


Mentions = list[tuple[Fact, Names]]


def _reordered(facts: Mentions, random: Random) -> Mentions:
    """Return the facts in time order, now and then with one told elsewhere."""
    told = [each for each in facts if each[0].kind not in NOISE]
    free = [number for number, (fact, _) in enumerate(told) if not fact.is_fixed]
    if free and random.random() < MOVED:
        moved = told.pop(random.choice(free))
        told.insert(int(random.random() * (len(told) + 1)), moved)
    for plain in (each for each in facts if each[0].kind in NOISE):
        told.insert(int(random.random() * (len(told) + 1)), plain)
    return told
