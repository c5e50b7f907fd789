"""Words for the entities of a world: no word twice, kinds of one noun, days in their order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Protocol

from sumc.problems.generator.places import Mistake
from sumc.problems.generator.schema import Word
from sumc.problems.generator.tables import Table, read_toml
from sumc.problems.world.facts import Entity, World

MOST_DRAWS = 200
IN_PERSON = 0.08
"""How often one of the people is "I" or "you"."""
PEOPLE = frozenset({"child", "person"})


class Namer(Protocol):
    """What casting needs to know of a language."""

    def word(self, entry: str) -> Word:
        """Return the word of an entry."""

    def describe(self, kind: str, noun: Word) -> Word:
        """Return one kind of a thing."""

    def several(self, people: Sequence[Word]) -> Word:
        """Return several people as one subject."""

    def me(self, random: Random) -> Word:
        """Return the teller or the reader."""


@dataclass(frozen=True, slots=True)
class WordList:
    """Words that can replace each other."""

    words: tuple[Word, ...]
    kinds: tuple[str, ...] = ()
    """Adjectives that make several kinds of one thing."""
    all: Word | None = None
    """A word for all of them together."""
    is_ordered: bool = False
    """Whether they follow each other in time."""


Lexicon = Mapping[str, WordList]


def read_lexicon(path: Path, namer: Namer) -> tuple[Lexicon, list[Mistake]]:
    """Return the word lists of a file, and everything that is wrong with them."""
    mistakes: list[Mistake] = []
    file = read_toml(path, mistakes)
    lexicon: dict[str, WordList] = {}
    for name in file.values:
        lexicon[name] = _read_list(name, file.table(name), lexicon, namer)
    return lexicon, mistakes


def _read_list(name: str, table: Table, known: Lexicon, namer: Namer) -> WordList:
    words: list[Word] = []
    for entry in table.texts("words"):
        if not entry.startswith("*"):
            words.append(namer.word(entry))
        elif entry[1:] in known:
            words += known[entry[1:]].words
        else:
            table.note(f"{name}: no list before it is called {entry[1:]!r}", "words")
    kinds = table.texts("kinds", needed=False)
    every = table.text("all", needed=False)
    order = table.text("order", needed=False)
    table.close()
    return WordList(tuple(words), tuple(kinds), namer.word(every) if every else None, bool(order))


def cast(world: World, lexicon: Lexicon, namer: Namer, random: Random) -> dict[Entity, Word]:
    """Return a word for every entity."""
    chosen: dict[Entity, Word] = {}
    taken: set[str] = set()
    bases: dict[tuple[str, int], Word | int] = {}
    for entity in dict.fromkeys(_entities(world)):
        if not entity.of:
            chosen[entity] = _draw(entity, lexicon, namer, random, taken, bases, chosen)
    for entity in dict.fromkeys(_entities(world)):
        if entity.of:
            chosen[entity] = _together(entity, lexicon, namer, chosen, bases)
    return chosen


def _entities(world: World) -> Iterator[Entity]:
    for fact in world.facts:
        for entity in fact.entities.values():
            yield from entity.of
            yield entity


def _draw(
    entity: Entity,
    lexicon: Lexicon,
    namer: Namer,
    random: Random,
    taken: set[str],
    bases: dict[tuple[str, int], Word | int],
    chosen: Mapping[Entity, Word],
) -> Word:
    words = lexicon[entity.words]
    key = entity.words, entity.number
    if words.is_ordered:
        if key not in bases:
            bases[key] = int(random.random() * max(1, len(words.words) - 3))
        start = bases[key]
        assert isinstance(start, int)
        return words.words[(start + entity.variant - 1) % len(words.words)]
    if key not in bases:
        bases[key] = _new_word(entity, words, namer, random, taken, chosen)
    noun = bases[key]
    assert isinstance(noun, Word)
    if not entity.variant:
        return noun
    return namer.describe(_new_kind(words, random, taken), noun)


def _new_word(
    entity: Entity,
    words: WordList,
    namer: Namer,
    random: Random,
    taken: set[str],
    chosen: Mapping[Entity, Word],
) -> Word:
    if entity.words in PEOPLE and "me" not in taken and random.random() < IN_PERSON:
        taken.add("me")
        return namer.me(random)
    pronouns = [word.pronoun for word in chosen.values() if word.pronoun]
    for turn in range(MOST_DRAWS):
        word = words.words[int(random.random() * len(words.words))]
        clashes = turn < 3 and word.pronoun and word.pronoun in pronouns
        if word.form not in taken and not clashes:
            break
    taken.add(word.form)
    return word


def _new_kind(words: WordList, random: Random, taken: set[str]) -> str:
    for _ in range(MOST_DRAWS):
        kind = words.kinds[int(random.random() * len(words.kinds))]
        if f"kind {kind}" not in taken:
            break
    taken.add(f"kind {kind}")
    return kind


def _together(
    entity: Entity,
    lexicon: Lexicon,
    namer: Namer,
    chosen: Mapping[Entity, Word],
    bases: Mapping[tuple[str, int], Word | int],
) -> Word:
    """Return the word for several people, for kinds of one noun, or for different things."""
    parts = [chosen[each] for each in entity.of]
    if parts[0].pronoun:
        return namer.several(parts)
    if entity.of[0].variant:
        noun = bases[entity.words, entity.number]
        assert isinstance(noun, Word)
        return noun
    every = lexicon[entity.words].all
    assert every is not None, entity.words
    return every
