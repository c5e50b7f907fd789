"""Read schemas into stories: everything that is text in a schema, parsed once and checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sumc.errors import ProblemError
from sumc.problems.generator.quantities import (
    NAME,
    Condition,
    Kind,
    Quantity,
    needed_quantities,
    parse_conditions,
    parse_quantities,
)
from sumc.problems.generator.schema import Ask, Grammar, Language, LanguageCode, Schema, Word
from sumc.problems.generator.template import Choice, Slot, parse_template, slots_of


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
    rows: tuple[tuple[Word, ...], ...]
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


def read_stories(language: Language, schema: Schema) -> tuple[Story, ...]:
    """Return one story per ask; an error names the schema and everything wrong with it."""
    try:
        stories = tuple(read_story(language, schema, ask) for ask in schema.asks)
    except ValueError as error:
        raise ProblemError(f"schema {schema.name}: {error}") from error
    mistakes = sorted({mistake for story in stories for mistake in mistakes_of(story)})
    if mistakes:
        raise ProblemError("\n    ".join([f"schema {schema.name} has mistakes:", *mistakes]))
    return stories


def read_story(language: Language, schema: Schema, ask: Ask) -> Story:
    """Return the story that one ask of a schema tells."""
    quantities = parse_quantities(schema.numbers)
    conditions = parse_conditions(schema.where)
    equation = ask.equation or formula_of(ask.target, quantities)
    facts = tuple(read_facts(ask.tell, schema.facts))
    words = tuple(read_words(schema.words, language))
    question = parse_template(ask.question)
    slots = slot_names((question, *(fact.template for fact in facts)))
    told = tuple(quantity.name for quantity in quantities if quantity.name in slots)
    needed = {*told, *NAME.findall(equation)}.union(*(each.names for each in conditions))
    return Story(
        name=f"{schema.name}/{ask.target}",
        target=ask.target,
        language=language.code,
        grammar=language.grammar,
        equation=equation,
        question=question,
        facts=facts,
        words=words,
        plurals=plurals_of(words, language.grammar),
        quantities=needed_quantities(quantities, needed),
        conditions=conditions,
        kinds={quantity.name: quantity.kind for quantity in quantities},
        told=told,
        has_person="p" in slots,
    )


def formula_of(target: str, quantities: Sequence[Quantity]) -> str:
    """Return the formula that declares a quantity, to be the equation of an ask without one."""
    for quantity in quantities:
        if quantity.name == target and quantity.formula:
            return quantity.formula
    raise ValueError(f"the ask for {target!r} needs an equation, since no formula declares it")


def slot_names(templates: Iterable[Choice]) -> set[str]:
    """Return the names of all slots of these templates."""
    return {slot.name for template in templates for slot in slots_of(template)}


def plurals_of(words: Iterable[WordChoice], grammar: Grammar) -> dict[str, str]:
    """Return the slot that each plural stands for: `boxes` and `boxs` for `box`."""
    slots = [slot for choice in words for slot in choice.slots]
    return {plural: slot for slot in slots for plural in (f"{slot}s", grammar.word(slot).other)}


def read_facts(tell: str, facts: Mapping[str, str]) -> Iterator[Fact]:
    """Yield the facts that `a, b & c, d?` lists."""
    for step in tell.split(","):
        for place, key in enumerate(step.split("&")):
            name = key.strip().removesuffix("?")
            if name not in facts:
                raise ValueError(f"no fact is called {name!r}")
            spare = key.strip().endswith("?")
            yield Fact(parse_template(facts[name]), parallel=place > 0, spare=spare)


def read_words(text: str, language: Language) -> Iterator[WordChoice]:
    """Yield the choices that `p q person; box item packed` declares."""
    for part in text.split(";"):
        if not part.strip():
            continue
        *slots, name = part.split()
        if name not in language.lexicon:
            raise ValueError(f"no word list is called {name!r}")
        rows = read_rows(language.lexicon[name], language.grammar)
        columns = len(rows[0])
        if columns not in (1, len(slots)):
            raise ValueError(f"the list {name!r} has {columns} columns for {len(slots)} slots")
        yield WordChoice(tuple(slots), rows, bound=columns > 1)


def read_rows(text: str, grammar: Grammar) -> tuple[tuple[Word, ...], ...]:
    """Return the rows of a word list: entries separated by ";", columns by ","."""
    entries = [entry for entry in text.split(";") if entry.strip()]
    return tuple(
        tuple(grammar.word(" ".join(column.split())) for column in entry.split(","))
        for entry in entries
    )


def read_noise(language: Language) -> tuple[NoiseStory, ...]:
    """Return the noise sentences of a language."""
    stories = []
    for noise in language.noise:
        quantities = parse_quantities(noise.numbers)
        template = parse_template(noise.text)
        kinds = {quantity.name: quantity.kind for quantity in quantities}
        people = slot_names([template]) - set(kinds)
        stories.append(NoiseStory(quantities, kinds, template, needs_person=bool(people)))
    return tuple(stories)


def mistakes_of(story: Story) -> Iterator[str]:
    """Yield what is wrong with the names that a story uses."""
    words = {slot for choice in story.words for slot in choice.slots}
    for slot in _all_slots(story):
        if slot.name not in {*story.kinds, *words, *story.plurals}:
            yield f"{story.name}: no number or word is called {slot.name!r}"
    declared: set[str] = set()
    for quantity in story.quantities:
        for name in sorted(set(NAME.findall(quantity.formula)) - declared):
            yield f"{story.name}: {quantity.name!r} uses {name!r}, which is not declared before it"
        declared.add(quantity.name)
    for name in NAME.findall(story.equation):
        if name not in story.told:
            yield f"{story.name}: the equation uses {name!r}, which the text does not tell"
    for name in words & set(story.kinds):
        yield f"{story.name}: {name!r} is the name of a number and of a word"


def _all_slots(story: Story) -> Iterable[Slot]:
    for template in (story.question, *(fact.template for fact in story.facts)):
        yield from slots_of(template)
