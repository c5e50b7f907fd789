"""Sentence templates: alternatives in brackets, slots in braces.

>>> parse_template("{p} has {a item} | {p} [owns|keeps] {a item}").choices[1].parts[2].choices
(Sequence(parts=('owns',)), Sequence(parts=('keeps',)))
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import accumulate
from random import Random

from sumc.problems.generator.quantities import Kind
from sumc.problems.generator.schema import Grammar, Word

TOKEN = re.compile(r"\{([^{}]+)\}|([\[\]])|( *\| *)")
BRACE = re.compile(r"[{}]")
BRACKETS: Mapping[str | Slot, int] = {"[": 1, "]": -1}
DEEPEST = 20
"""How deep brackets may be nested."""
RESTATED_NAME = 0.1
"""How often a sentence opens with the name again where a pronoun would do."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for a number, a word, or a number with its noun."""

    name: str
    style: str = ""
    between: str = ""
    noun: str = ""


@dataclass(frozen=True, slots=True)
class Sequence:
    """Text, slots and alternatives, one after the other."""

    parts: tuple[str | Slot | Choice, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """Alternatives, one of which is rendered."""

    choices: tuple[Sequence, ...]


@dataclass(slots=True)
class Scene:
    """What the slots of one problem stand for, and who has been mentioned so far."""

    grammar: Grammar
    random: Random
    numbers: dict[str, Fraction]
    kinds: dict[str, Kind]
    words: Mapping[str, Word]
    plurals: Mapping[str, str]
    """Plural of a slot's name -> the slot: {boxes} or {boxs} is the other form of {box}."""
    mentioned: set[str] = field(default_factory=set)
    asked_first: bool = False
    """Whether the question opened the text, so that facts need not name its person again."""
    subject: str = ""
    """Pronoun of the person who opens the text rendered last."""


@cache
def parse_template(text: str) -> Choice:
    """Return the alternatives that a template offers."""
    tokens = [*_tokens(text)]
    depths = [*accumulate(BRACKETS.get(token, 0) for token in tokens)]
    if min(depths, default=0) < 0:
        raise ValueError(f"a bracket is closed but never opened in {text!r}")
    if depths and depths[-1]:
        raise ValueError(f"a bracket is opened but never closed in {text!r}")
    if max(depths, default=0) > DEEPEST:
        raise ValueError(f"brackets are nested more than {DEEPEST} deep in {text!r:.60}")
    if any(isinstance(token, str) and BRACE.search(token) for token in tokens):
        raise ValueError(f"a brace is unmatched in {text!r}")
    return _parse_choice(iter(tokens))


def _tokens(text: str) -> Iterator[str | Slot]:
    """Yield text, slots, and the signs "[", "|" and "]"."""
    position = 0
    for match in TOKEN.finditer(text):
        if match.start() > position:
            yield text[position : match.start()]
        slot, bracket, _ = match.groups()
        yield parse_slot(slot) if slot else (bracket or "|")
        position = match.end()
    if position < len(text):
        yield text[position:]


def _parse_choice(tokens: Iterator[str | Slot]) -> Choice:
    """Read alternatives up to the closing bracket or the end."""
    choices: list[Sequence] = []
    parts: list[str | Slot | Choice] = []
    for token in tokens:
        if token == "]":
            break
        if token == "|":
            choices.append(Sequence(tuple(parts)))
            parts = []
        else:
            parts.append(_parse_choice(tokens) if token == "[" else token)
    return Choice((*choices, Sequence(tuple(parts))))


def parse_slot(text: str) -> Slot:
    """Read the inside of braces.

    >>> parse_slot("a more item")
    Slot(name='a', style='', between='more', noun='item')
    >>> parse_slot("p.his")
    Slot(name='p', style='his', between='', noun='')
    """
    if not text.strip():
        raise ValueError("a slot needs a name, found only spaces between braces")
    head, *rest = text.split()
    name, style = (*re.split(r"[:.]", head, maxsplit=1), "")[:2]
    if name.endswith("'s"):
        name, style = name[:-2], "'s"
    return Slot(name, style, " ".join(rest[:-1]), rest[-1] if rest else "")


def slots_of(template: Choice) -> Iterator[Slot]:
    """Yield every slot that a template mentions in any alternative."""
    for choice in template.choices:
        for part in choice.parts:
            if isinstance(part, Slot):
                yield part
            elif isinstance(part, Choice):
                yield from slots_of(part)


def always_shown(template: Choice) -> set[str]:
    """Return the names of the slots that every alternative of a template has.

    >>> always_shown(parse_template("{a} of {b} | {a} [in {c}|now]"))
    {'a'}
    """
    ways = []
    for choice in template.choices:
        inner = (always_shown(part) for part in choice.parts if isinstance(part, Choice))
        slots = {part.name for part in choice.parts if isinstance(part, Slot)}
        ways.append(slots.union(*inner))
    return set.intersection(*ways)


def render(template: Choice, scene: Scene) -> str:
    """Return one way to say the template in this scene."""
    pieces: list[str] = []
    scene.subject = ""
    _render_choice(template, scene, pieces)
    return "".join(pieces).strip()


def _render_choice(template: Choice, scene: Scene, pieces: list[str]) -> None:
    choices = template.choices
    chosen = choices[int(scene.random.random() * len(choices))]
    for part in chosen.parts:
        if isinstance(part, str):
            pieces.append(part)
        elif isinstance(part, Slot):
            pieces.append(_render_slot(part, scene, first=not pieces))
        else:
            _render_choice(part, scene, pieces)


def _render_slot(slot: Slot, scene: Scene, first: bool) -> str:
    if slot.name in scene.numbers:
        return _render_number(slot, scene, first)
    word = scene.words.get(slot.name)
    if word is None:
        return scene.words[scene.plurals[slot.name]].other
    if word.pronoun:
        return _render_person(slot, word, scene, first)
    return word.form


def _render_number(slot: Slot, scene: Scene, first: bool) -> str:
    value = scene.numbers[slot.name]
    style = slot.style or ("opening" if first else "")
    number = scene.grammar.number(value, scene.kinds[slot.name], style, scene.random)
    if not slot.noun:
        return number
    noun = scene.words.get(slot.noun) or scene.grammar.word(slot.noun)
    return scene.grammar.counted(number, value, slot.between, noun)


def _render_person(slot: Slot, word: Word, scene: Scene, first: bool) -> str:
    mentioned = word.form in scene.mentioned and not _is_ambiguous(word, scene)
    alone = scene.mentioned == {word.form}
    scene.mentioned.add(word.form)
    style = slot.style
    if first and style in ("", "he"):
        scene.subject = word.pronoun
        if scene.asked_first and alone:
            style = "he"
        elif scene.random.random() < RESTATED_NAME:
            mentioned = False
    return scene.grammar.person(word, style, mentioned)


def _is_ambiguous(word: Word, scene: Scene) -> bool:
    """Say whether another mentioned person would share the pronoun."""
    return any(
        other.pronoun == word.pronoun and other.form != word.form
        for other in scene.words.values()
        if other.form in scene.mentioned
    )
