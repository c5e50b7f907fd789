"""Draw problems from the schemas of a language: the same seed gives the same problems.

The way from a schema to a text:

1. `quantities` draws numbers until they make sense together;
2. `pick_words` draws words from the lexicon so that they fit together;
3. `template` renders the told facts and the question in the order they will be read;
4. the grammar of the language joins them into sentences.

A language is a folder beside this file: a grammar in Python, and TOML files that `loading` reads.
README.md explains how to write a schema.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from random import Random

from sumc.errors import ProblemError
from sumc.problems.generator.loading import load_language
from sumc.problems.generator.places import refuse
from sumc.problems.generator.quantities import (
    Kind,
    draw_numbers,
    evaluate,
    is_sensible,
    write_equation,
)
from sumc.problems.generator.schema import Clause, LanguageCode, Word
from sumc.problems.generator.stories import (
    Fact,
    NoiseStory,
    Story,
    WordChoice,
    read_noise,
    read_schema,
)
from sumc.problems.generator.template import Scene, render

MOST_DRAWS = 5000
"""Draws of numbers, or of a word, after which a schema counts as impossible."""
EQUAL_NUMBERS = 0.03
"""How often a problem may tell the same number twice."""
SPARE_FACTS = 0.3
"""How often a fact marked `?` is told."""
NOISE = 0.1
"""How often a sentence that does not matter is added."""


@dataclass(frozen=True, slots=True)
class GeneratedProblem:
    """A word problem made by the generator, with its equation and exact answer."""

    text: str
    equation: str
    answer: Fraction
    schema: str
    """Name of the schema and of what is asked, as in `eating/b`."""
    language: LanguageCode


def generate(language: LanguageCode, count: int, seed: int = 0) -> Iterator[GeneratedProblem]:
    """Yield `count` problems; the i-th depends on language, seed and i alone.

    >>> first, second = generate("en", 2, seed=7)
    >>> first == next(generate("en", 1, seed=7))
    True
    """
    for index in range(count):
        yield generate_one(language, index, seed)


def generate_one(language: LanguageCode, index: int, seed: int = 0) -> GeneratedProblem:
    """Return problem number `index`, without those before it."""
    random = Random(f"{language} {seed} {index}")
    return draw_problem(random.choice(random.choice(load_stories(language))), random)


@cache
def load_stories(code: LanguageCode) -> tuple[tuple[Story, ...], ...]:
    """Return the stories of a language, one group per schema and one story per ask."""
    language = load_language(code)
    readings = [read_schema(language, schema) for schema in language.schemas]
    refuse([mistake for reading in readings for mistake in reading.mistakes])
    return tuple(reading.stories for reading in readings)


@cache
def load_noise(code: LanguageCode) -> tuple[NoiseStory, ...]:
    """Return the sentences of a language whose numbers never matter."""
    stories, mistakes = read_noise(load_language(code))
    refuse(mistakes)
    return stories


def draw_problem(story: Story, random: Random) -> GeneratedProblem:
    """Return one problem that tells this story."""
    numbers, answer = draw_told_numbers(story, random)
    words = pick_words(story.words, random)
    scene = Scene(story.grammar, random, dict(numbers), dict(story.kinds), words, story.plurals)
    return GeneratedProblem(
        text=tell(story, scene),
        equation=write_equation(story.equation, numbers, story.kinds),
        answer=answer,
        schema=story.name,
        language=story.language,
    )


def draw_told_numbers(story: Story, random: Random) -> tuple[dict[str, Fraction], Fraction]:
    """Return numbers that make sense together, mostly all different, and the answer."""
    may_repeat = random.random() < EQUAL_NUMBERS
    for _ in range(MOST_DRAWS):
        numbers = draw_numbers(story.quantities, story.conditions, random)
        if numbers is None or not (may_repeat or all_differ(story, numbers)):
            continue
        answer = evaluate(story.equation, numbers)
        if answer is not None and is_sensible(answer, story.kinds[story.target]):
            return numbers, answer
    raise ProblemError(f"schema {story.name}: no numbers satisfy its ranges and conditions")


def all_differ(story: Story, numbers: Mapping[str, Fraction]) -> bool:
    """Say whether the numbers that the text shows are all different."""
    shown = {shown_value(numbers[name], story.kinds[name]) for name in story.told}
    return len(shown) == len(story.told)


def shown_value(value: Fraction, kind: Kind) -> Fraction:
    """Return the number that a reader sees: 25 in 25%."""
    return value * 100 if kind == "percent" else value


def pick_words(choices: tuple[WordChoice, ...], random: Random) -> dict[str, Word]:
    """Return a word for every slot: no word twice, and people with different pronouns."""
    words: dict[str, Word] = {}
    for choice in choices:
        if choice.bound:
            words.update(zip(choice.slots, random.choice(choice.rows), strict=True))
            continue
        previous: list[Word] = []
        for slot in choice.slots:
            words[slot] = pick_word(choice, previous, random)
            previous.append(words[slot])
    return words


def pick_word(choice: WordChoice, previous: Sequence[Word], random: Random) -> Word:
    """Return a word that differs from those before it, and from the last one in its pronoun."""
    taken = {word.form for word in previous}
    for _ in range(MOST_DRAWS):
        (word,) = random.choice(choice.rows)
        clashes = previous and word.pronoun and word.pronoun == previous[-1].pronoun
        if word.form not in taken and not clashes:
            return word
    raise ProblemError(f"the word list has too few words for {', '.join(choice.slots)}")


def tell(story: Story, scene: Scene) -> str:
    """Return the text of a problem: facts and question, in one of the possible orders."""
    telling = order_facts(story, scene.random)
    if scene.random.random() < NOISE:
        add_noise(telling, story, scene)
    form = story.grammar.form(len(telling), scene.random)
    opening = render(story.question, scene) if form == "first" else ""
    scene.asked_first = bool(opening)
    clauses = tell_facts(telling, scene)
    question = opening or render(story.question, scene)
    if story.grammar.fits(form, clauses, question):
        return story.grammar.compose(form, clauses, question, scene.random)
    if opening:  # the people were introduced by the question, which now comes last
        scene.mentioned.clear()
        scene.asked_first = False
        clauses = tell_facts(telling, scene)
        question = render(story.question, scene)
    return story.grammar.compose("last", clauses, question, scene.random)


def tell_facts(telling: Sequence[Fact], scene: Scene) -> list[Clause]:
    """Return the clauses of the facts."""
    clauses = []
    for fact in telling:
        text = render(fact.template, scene)
        clauses.append(Clause(text, fact.parallel, scene.subject, fact.noise))
    return clauses


def order_facts(story: Story, random: Random) -> list[Fact]:
    """Return the facts to tell, parallel ones in any order."""
    groups: list[list[Fact]] = []
    for fact in story.facts:
        if fact.spare and random.random() >= SPARE_FACTS:
            continue
        if fact.parallel and groups:
            groups[-1].append(fact)
        else:
            groups.append([fact])
    for group in groups:
        if len(group) > 1:
            random.shuffle(group)
    return [Fact(fact.template, place > 0) for group in groups for place, fact in enumerate(group)]


def add_noise(telling: list[Fact], story: Story, scene: Scene) -> None:
    """Put a sentence with a number that does not matter among the first ones."""
    every = load_noise(story.language)
    noises = [noise for noise in every if story.has_person or not noise.needs_person]
    if not noises:
        return
    noise = scene.random.choice(noises)
    numbers = draw_numbers(noise.quantities, (), scene.random)
    if numbers is None or set(numbers.values()) & {scene.numbers[name] for name in story.told}:
        return
    scene.numbers.update(numbers)
    scene.kinds.update(noise.kinds)
    telling.insert(scene.random.randrange(min(2, len(telling))), Fact(noise.template, noise=True))
