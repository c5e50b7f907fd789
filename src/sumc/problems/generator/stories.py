"""Read schemas into stories: everything that is text in a schema, parsed once and checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from sumc.errors import hint
from sumc.problems.generator.places import Mistake, Notes
from sumc.problems.generator.quantities import (
    NAME,
    Condition,
    Kind,
    Quantity,
    needed_quantities,
    parse_condition,
    parse_quantity,
    split_list,
)
from sumc.problems.generator.schema import (
    ROLES,
    Ask,
    Grammar,
    Language,
    LanguageCode,
    Noise,
    Rows,
    Schema,
)
from sumc.problems.generator.template import Choice, always_shown, parse_template, slots_of


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact to tell, and whether it may change places with the one before or stay untold."""

    template: Choice
    parallel: bool = False
    spare: bool = False
    noise: bool = False


@dataclass(frozen=True, slots=True)
class WordChoice:
    """Slots, and the rows of a word list that fill them."""

    slots: tuple[str, ...]
    rows: Rows
    bound: bool
    """Whether one row fills all slots; otherwise every slot gets a row of its own."""


@dataclass(frozen=True, slots=True)
class NoiseStory:
    """A sentence whose numbers never matter, read and ready to draw from."""

    quantities: tuple[Quantity, ...]
    kinds: Mapping[str, Kind]
    template: Choice
    needs_person: bool


@dataclass(frozen=True, slots=True)
class Story:
    """A schema with one of its asks, read and ready to draw from."""

    name: str
    target: str
    language: LanguageCode
    grammar: Grammar
    equation: str
    question: Choice
    facts: tuple[Fact, ...]
    words: tuple[WordChoice, ...]
    plurals: Mapping[str, str]
    quantities: tuple[Quantity, ...]
    conditions: tuple[Condition, ...]
    kinds: Mapping[str, Kind]
    told: tuple[str, ...]
    """Names of the numbers that the text may show."""
    has_person: bool
    """Whether the text speaks of the person `p`."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What the asks of a schema share."""

    quantities: tuple[Quantity, ...]
    conditions: tuple[Condition, ...]
    words: tuple[WordChoice, ...]
    facts: Mapping[str, Choice]
    kinds: Mapping[str, Kind]
    plurals: Mapping[str, str]
    """Plural of a slot's name -> the slot."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What reading a schema gave: a story for every ask, or everything that is wrong with it."""

    parts: Parts
    stories: tuple[Story, ...]
    mistakes: tuple[Mistake, ...]


def read_schema(language: Language, schema: Schema) -> Reading:
    """Return one story per ask, unless there are mistakes."""
    notes = Notes(schema.place, schema.name)
    parts = read_parts(language, schema, notes)
    asks = [
        (ask, Notes(ask.place, f"{schema.name}/{ask.target}", notes.mistakes))
        for ask in schema.asks
    ]
    stories = tuple(filter(None, (read_story(language, parts, *each) for each in asks)))
    if not notes.mistakes:  # a part that could not be read would be missed wherever it is used
        check_parts(parts, notes)
        for story, (ask, notes_of_ask) in zip(stories, asks, strict=True):
            check_story(story, ask, parts, notes_of_ask)
    return Reading(parts, () if notes.mistakes else stories, tuple(notes.mistakes))


def read_parts(language: Language, schema: Schema, notes: Notes) -> Parts:
    """Return what the asks of a schema share, without what cannot be read."""
    declare = partial(parse_quantity, ranges=language.ranges)
    quantities = notes.read_all("numbers", declare, split_list(schema.numbers))
    choose = partial(read_words, language=language)
    words = notes.read_all("words", choose, split_list(schema.words))
    return Parts(
        quantities=quantities,
        conditions=notes.read_all("where", parse_condition, split_list(schema.where)),
        words=words,
        facts={
            name: notes.read(parse_template, text, "facts", name) or Choice(())
            for name, text in schema.facts.items()
        },
        kinds={quantity.name: quantity.kind for quantity in quantities},
        plurals=plurals_of(words, language.grammar),
    )


def read_story(language: Language, parts: Parts, ask: Ask, notes: Notes) -> Story | None:
    """Return the story that one ask of a schema tells."""
    facts = tuple(read_facts(ask, parts.facts, notes))
    question = notes.read(parse_template, ask.question, "question")
    equation = ask.equation or formula_of(ask.target, parts.quantities)
    if notes.mistakes or question is None:
        return None
    slots = slot_names((question, *(fact.template for fact in facts)))
    told = tuple(quantity.name for quantity in parts.quantities if quantity.name in slots)
    needed = {*told, *NAME.findall(equation)}.union(*(each.names for each in parts.conditions))
    return Story(
        name=notes.name,
        target=ask.target,
        language=language.code,
        grammar=language.grammar,
        equation=equation,
        question=question,
        facts=facts,
        words=parts.words,
        plurals=parts.plurals,
        quantities=needed_quantities(parts.quantities, needed),
        conditions=parts.conditions,
        kinds=parts.kinds,
        told=told,
        has_person="p" in slots,
    )


def formula_of(target: str, quantities: Sequence[Quantity]) -> str:
    """Return the formula that declares a quantity: the equation of an ask that gives none."""
    return next((each.formula for each in quantities if each.name == target), "")


def slot_names(templates: Iterable[Choice]) -> set[str]:
    """Return the names of all slots of these templates."""
    return {slot.name for template in templates for slot in slots_of(template)}


def plurals_of(words: Iterable[WordChoice], grammar: Grammar) -> dict[str, str]:
    """Return the slot that each plural stands for: `boxes` and `boxs` for `box`."""
    slots = [slot for choice in words for slot in choice.slots]
    return {plural: slot for slot in slots for plural in (f"{slot}s", grammar.word(slot).other)}


def read_facts(ask: Ask, facts: Mapping[str, Choice], notes: Notes) -> Iterator[Fact]:
    """Yield the facts that an ask tells."""
    for name, parallel, spare in ask.told():
        if name in facts:
            yield Fact(facts[name], parallel, spare)
        else:
            notes.add(f"no fact is called {name!r}{hint(name, facts)}", "tell")


def read_words(text: str, language: Language) -> WordChoice:
    """Return the choice that `p q person` or `box item packed` declares."""
    *slots, name = text.split()
    if not slots:
        raise ValueError(f"expected slots and a word list, as in `p person`, found {text!r}")
    if name not in language.lexicon:
        raise ValueError(f"no word list is called {name!r}{hint(name, language.lexicon)}")
    rows = language.lexicon[name]
    columns = len(rows[0]) if rows else 0
    if columns not in (1, len(slots)):
        raise ValueError(f"the list {name!r} has {columns} columns for {len(slots)} slots")
    return WordChoice(tuple(slots), rows, bound=columns > 1)


def read_noise(language: Language) -> tuple[tuple[NoiseStory, ...], list[Mistake]]:
    """Return the sentences of a language that never matter, and what is wrong with others."""
    every = [(noise, Notes(noise.place, "noise")) for noise in language.noise]
    stories = tuple(filter(None, (_read_noise(language, *each) for each in every)))
    return stories, [mistake for _, notes in every for mistake in notes.mistakes]


def _read_noise(language: Language, noise: Noise, notes: Notes) -> NoiseStory | None:
    declare = partial(parse_quantity, ranges=language.ranges)
    quantities = notes.read_all("numbers", declare, split_list(noise.numbers))
    template = notes.read(parse_template, noise.text, "text")
    if notes.mistakes or template is None:
        return None
    kinds = {quantity.name: quantity.kind for quantity in quantities}
    people = slot_names([template]) - set(kinds)
    for name in sorted(people - {"p"}):
        notes.add(f"no number is called {name!r}, and the only person is 'p'", "text")
    return NoiseStory(quantities, kinds, template, needs_person=bool(people))


def check_parts(parts: Parts, notes: Notes) -> None:
    """Note the names that are declared twice, too late or never."""
    declared: set[str] = set()
    for quantity in parts.quantities:
        for name in sorted(set(NAME.findall(quantity.formula)) - declared):
            notes.add(
                f"{quantity.name!r} uses {name!r}, which is not declared before it", "numbers"
            )
        if quantity.name in declared:
            notes.add(f"{quantity.name!r} is declared twice", "numbers")
        declared.add(quantity.name)
    for name in sorted({slot for choice in parts.words for slot in choice.slots} & declared):
        notes.add(f"{name!r} is the name of a number and of a word", "words")
    for name in sorted(set().union(*(each.names for each in parts.conditions)) - declared):
        notes.add(f"no number is called {name!r}", "where")
    for name, template in parts.facts.items():
        check_slots(template, parts, notes, "facts", name)


def check_slots(template: Choice, parts: Parts, notes: Notes, *keys: str) -> None:
    """Note the slots of a template that stand for nothing."""
    words = {slot for choice in parts.words for slot in choice.slots}
    for slot in slots_of(template):
        if slot.name not in {*parts.kinds, *words, *parts.plurals}:
            notes.add(f"no number or word is called {slot.name!r}", *keys)
        elif slot.name in words and slot.style not in ROLES:
            roles = [role for role in ROLES if role]
            notes.add(f"no role is called {slot.style!r}{hint(slot.style, roles)}", *keys)


def check_story(story: Story, ask: Ask, parts: Parts, notes: Notes) -> None:
    """Note what the target, the question and the equation of an ask get wrong."""
    if ask.target not in story.kinds:
        notes.add(f"no number is called {ask.target!r}", "target")
    elif not story.equation:
        notes.add("an equation is missing, since no formula declares the target", "target")
    check_slots(story.question, parts, notes, "question")
    if story.target in story.told:
        notes.add(f"the text tells {story.target!r}, the number that it asks for", "tell")
    facts = (fact.template for fact in story.facts if not fact.spare)
    shown = set().union(*map(always_shown, (story.question, *facts)))
    for name in sorted(set(NAME.findall(story.equation)) - shown):
        who = "not every wording tells" if name in story.told else "the text does not tell"
        notes.add(f"the equation uses {name!r}, which {who}", "equation")
