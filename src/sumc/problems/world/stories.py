"""`stories`: problems without end, told from worlds; the same seed gives the same ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import count
from random import Random

from sumc.algebra.expression import Expression
from sumc.problems.generator.quantities import write_value
from sumc.problems.generator.schema import LanguageCode, Word
from sumc.problems.numbers import Quantity, find_quantities
from sumc.problems.problem import Problem
from sumc.problems.provenance import Base, Tags
from sumc.problems.world.asking import DECOYS, Asker, Telling
from sumc.problems.world.building import CENTS
from sumc.problems.world.casting import cast
from sumc.problems.world.facts import Fact, Number, World
from sumc.problems.world.kinds import NOISE
from sumc.problems.world.language import Language, load_language
from sumc.problems.world.phrases import KindPhrases, Names
from sumc.problems.world.plots import draw_plot, draw_world
from sumc.problems.world.relations import OPERATORS, Formula
from sumc.problems.world.speaking import Cast, Speaker, choose_clauses, choose_question, unmark

STORIES = "stories"
"""The name of the dataset."""
ANSWERABLE = 3
"""The first problems of a story, which have a solution."""
VARIATIONS = ANSWERABLE + 1
"""Problems of a story: a first one, another question, fewer or opposite facts, no answer."""
MOST_DRAWS = 1000
UNANSWERABLE = 0.4
"""How often a story has a problem without an answer."""
SAME_WORDING = 0.75
"""How often a variation is worded like the first problem of its story."""
MOVED = 0.2
"""How often a fact without a place in time is told elsewhere."""


def stories(
    language: LanguageCode, seed: int = 0, *, words: bool = True, answerable: bool = False
) -> Iterator[Problem]:
    """Yield problems without end, those of one story side by side.

    With `words=False` all numbers are written in digits; with `answerable=True` every problem
    has a solution.

    >>> problem = next(stories("en", seed=7))
    >>> problem == next(stories("en", seed=7))
    True
    """
    for story in count():
        for place in range(ANSWERABLE if answerable else VARIATIONS):
            problem = story_problem(language, story, place, seed, words=words)
            if problem is not None:
                yield problem


def story_problem(
    language: LanguageCode, story: int, place: int, seed: int = 0, *, words: bool = True
) -> Problem | None:
    """Return one problem of a story, without those before it; None if it has no such one."""
    key = f"{seed} {story}"
    telling, world_key = _plan(load_language(language), key, place)
    if telling is None:
        return None
    random = Random(f"{world_key} wording")
    if place and random.random() > SAME_WORDING:
        random = Random(f"{world_key} wording {place}")
    name = f"{language}-{seed}-{story}"
    return tell(telling, load_language(language), world_key, random, (name, place), words=words)


def _plan(language: Language, key: str, place: int) -> tuple[Telling | None, str]:
    """Return what a problem of a story tells and asks, and the key of its world."""
    first, asker, world_key = _first(language.code, key)
    asker.random.seed(f"{world_key} {place}")
    if place == 0:
        return first, world_key
    if place == 1:
        return asker.other_question(first), world_key
    if place == 2:
        return _opposite(first, asker, language, world_key), world_key
    is_told = asker.random.random() < UNANSWERABLE
    return asker.unanswerable(first) if is_told else None, world_key


@lru_cache(64)
def _first(code: LanguageCode, key: str) -> tuple[Telling, Asker, str]:
    language = load_language(code)
    plot = draw_plot(key)
    for attempt in range(MOST_DRAWS):
        world_key = f"{key} {attempt}"
        world = draw_world(plot, world_key)
        if world is None:
            continue
        asker = Asker(world, language.phrases, Random(f"{world_key} {code}"))
        first = asker.first(asker.random.random() < DECOYS)
        if first is not None:
            return first, asker, world_key
    raise AssertionError(f"no story for {key}")


def _opposite(first: Telling, asker: Asker, language: Language, world_key: str) -> Telling | None:
    """Return the story turned round, or without its decoys."""
    plain = asker.without_decoys(first)
    if plain is not None and asker.random.random() < 0.5:
        return plain
    world = draw_world(first.world.plot, world_key, turned=True)
    if world is None or [f.numbers for f in world.facts] != [f.numbers for f in first.world.facts]:
        return plain
    turned = Asker(world, language.phrases, asker.random).retold(first)
    return turned if turned and turned.facts() != first.facts() else plain


dropped: Counter[str] = Counter()
"""Problems that were drawn but not used, by reason."""


NOTHING: Names = frozenset()


def tell(
    telling: Telling,
    language: Language,
    world_key: str,
    random: Random,
    name: tuple[str, int],
    *,
    words: bool = True,
) -> Problem | None:
    """Return a telling as a problem, or None if its numbers cannot be read off the text."""
    world = telling.world
    grammar = language.grammar
    chance = Random(f"{world_key} cast")
    chosen = cast(world, language.lexicon, grammar, chance)
    manner = grammar.manner(words, chance)
    asked, slot = world.facts[telling.asked[0]], telling.asked[1]
    phrases = language.phrases.kinds[asked.kind]
    mentions = telling.mentioned()
    question = choose_question(phrases, slot, asked, mentions.get(telling.asked[0], NOTHING))
    facts = [
        (world.facts[number], names - question.told if number == telling.asked[0] else names)
        for number, names in mentions.items()
    ]
    facts = [(fact, names) for fact, names in facts if names or fact.is_event]
    said = choose_clauses(language.phrases, _reordered(facts, random), random)
    if said is None or not question.ask:
        dropped["no phrase tells these numbers"] += 1
        return None
    speaker = Speaker(grammar, chosen, world.numbers, manner, random)
    text, spans = unmark(grammar.compose(speaker, said, question))
    quantities = find_quantities(text, words=words, language=language.code)
    if not _are_read(world, speaker.places, spans, quantities):
        dropped["the numbers are read otherwise"] += 1
        return None
    unit = _unit(phrases, slot, asked, chosen)
    return _problem(telling, language.code, text, quantities, speaker.places, name, unit)


def _unit(phrases: KindPhrases, slot: str, asked: Fact, chosen: Cast) -> str:
    """Return what the answer counts: marbles, hours, square meters; nothing if it is unknown."""
    power, unit = phrases.units.get(slot, ("", ""))
    if not unit:
        return ""
    word = unit if isinstance(unit, Word) else chosen[asked.entities[unit]]
    return f"{power} {word.other or word.form}".strip()


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


def _are_read(
    world: World,
    places: list[int],
    spans: list[tuple[int, int, int]],
    quantities: tuple[Quantity, ...],
) -> bool:
    """Say whether the reader of the package finds exactly the numbers that were written."""
    if len(spans) != len(quantities):
        return False
    for (index, start, end), found in zip(spans, quantities, strict=True):
        if found.value != world.values[places[index]]:
            return False
        if found.start >= end or found.end <= start:
            return False
    return True


def _problem(
    telling: Telling,
    code: LanguageCode,
    text: str,
    quantities: tuple[Quantity, ...],
    places: list[int],
    name: tuple[str, int],
    unit: str,
) -> Problem:
    world = telling.world
    shown = {place: f"n{number}" for number, place in enumerate(places, start=1)}
    expression = answer = None
    if telling.derivation is not None:
        items = (_item(item, world, shown) for item in telling.formula)
        expression, answer = Expression(tuple(items)), telling.answer
    return Problem(
        f"{name[0]}-{name[1]}",
        text,
        code,
        quantities,
        expression,
        answer,
        equation=write_equation(telling.formula, world.numbers) if expression else "",
        source=STORIES,
        schema=f"{world.plot}/{world.facts[telling.asked[0]].kind}.{telling.asked[1]}",
        base=Base(STORIES, name[0]),
        tags=_tags(telling, unit),
        answerable=expression is not None,
    )


def _item(item: int | str, world: World, shown: dict[int, str]) -> str:
    if isinstance(item, str):
        return item
    return str(world.values[item]) if item in world.constants else shown[item]


def _tags(telling: Telling, unit: str) -> Tags:
    world = telling.world
    tags = [("kind", world.plot), ("variation", telling.variation)]
    if telling.derivation:
        tags.append(("steps", str(len(telling.derivation.relations))))
    tags += [("decoy", kind) for kind in telling.decoys]
    if unit:
        tags.append(("unit", unit))
    return tuple(tags)


def write_equation(formula: Formula, numbers: Sequence[Number]) -> str:
    """Return a formula with its numbers, in the usual order and with few brackets.

    >>> write_equation((0, 1, "-", "2", "*"), (Number(Fraction(7)), Number(Fraction(1, 2))))
    '(7-0.5)*2'
    """
    stack: list[tuple[str, int]] = []
    for item in formula:
        if isinstance(item, str) and item in OPERATORS:
            (right, inner), (left, outer) = stack.pop(), stack.pop()
            strength = 1 if item in "+-" else 2
            left = f"({left})" if outer < strength else left
            closed = inner < strength or (inner == strength and item in "-/")
            stack.append((f"{left}{item}{f'({right})' if closed else right}", strength))
        else:
            stack.append((item if isinstance(item, str) else _written(numbers[item]), 3))
    return stack[0][0]


def _written(number: Number) -> str:
    """Return a number as equations have it: 12, 3.5, 25% or (3/4)."""
    if number.sort == "percent":
        return write_value(number.value, "percent")
    is_decimal = CENTS % number.value.denominator == 0
    is_part = number.sort in ("part", "times") and number.value < 1
    return write_value(number.value, "fraction" if is_part or not is_decimal else "decimal")
