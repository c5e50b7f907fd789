"""`stories`: an endless stream of problems told from worlds; the same seed gives the same ones.

world    numbers that fit together, and all that can be said of them       plots/
telling  which numbers are told, and which one is asked for                asking, varying
draft    sentences in a language, with every number where it stands        drafting
problem  the solution over the numbers that the reader finds               here
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import count
from random import Random

from sumc.algebra.expression import Expression
from sumc.problems.generator.schema import LanguageCode
from sumc.problems.problem import Problem
from sumc.problems.provenance import Base, Tags
from sumc.problems.world.asking import DECOYS, Asker
from sumc.problems.world.drafting import Draft, write_draft
from sumc.problems.world.equations import write_equation
from sumc.problems.world.language import Language, load_language
from sumc.problems.world.plots import draw_plot, draw_world
from sumc.problems.world.telling import Telling
from sumc.problems.world.varying import other_question, retold, unanswerable, without_decoys

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


def stories(
    language: LanguageCode, seed: int = 0, *, words: bool = True, answerable: bool = False
) -> Iterator[Problem]:
    """Yield an endless stream of problems, those of one story side by side.

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
    """Return one problem of a story, without those before it.

    None if the story has no such variation, or if its numbers cannot be read off its text.
    """
    draft = story_draft(language, f"{seed} {story}", place, words=words)
    if draft is None or not draft.is_read:
        return None
    return _problem(draft, language, f"{language}-{seed}-{story}", place)


def story_draft(
    language: LanguageCode, key: str, place: int, plot: str = "", *, words: bool = True
) -> Draft | None:
    """Return the text of one variation of the story of a key, drawn from any plot or from one."""
    spoken = load_language(language)
    telling, world_key = _plan(spoken, key, place, plot or draw_plot(key))
    if telling is None:
        return None
    random = Random(f"{world_key} wording")
    if place and random.random() > SAME_WORDING:
        random = Random(f"{world_key} wording {place}")
    return write_draft(telling, spoken, Random(f"{world_key} cast"), random, words=words)


def _plan(language: Language, key: str, place: int, plot: str) -> tuple[Telling | None, str]:
    """Return what a problem of a story tells and asks, and the key of its world."""
    first, asker, world_key = _first(language.code, key, plot)
    asker.random.seed(f"{world_key} {place}")
    if place == 0:
        return first, world_key
    if place == 1:
        return other_question(asker, first), world_key
    if place == 2:
        return _opposite(first, asker, language, world_key), world_key
    is_told = asker.random.random() < UNANSWERABLE
    return unanswerable(asker, first) if is_told else None, world_key


@lru_cache(64)
def _first(code: LanguageCode, key: str, plot: str) -> tuple[Telling, Asker, str]:
    language = load_language(code)
    for attempt in range(MOST_DRAWS):
        world_key = f"{key} {attempt}"
        world = draw_world(plot, world_key)
        if world is None:
            continue
        asker = Asker(world, language.phrases, Random(f"{world_key} {code}"))
        first = asker.first(asker.random.random() < DECOYS)
        if first is not None:
            return first, asker, world_key
    raise AssertionError(f"the plot {plot} has no story for {key!r}")


def _opposite(first: Telling, asker: Asker, language: Language, world_key: str) -> Telling | None:
    """Return the opposite story, or the same one without its decoys."""
    plain = without_decoys(asker, first)
    if plain is not None and asker.random.random() < 0.5:
        return plain
    world = draw_world(first.world.plot, world_key, turned=True)
    if world is None or [f.numbers for f in world.facts] != [f.numbers for f in first.world.facts]:
        return plain
    turned = retold(Asker(world, language.phrases, asker.random), first)
    return turned if turned and turned.formula != first.formula else plain


def _problem(draft: Draft, language: LanguageCode, story: str, place: int) -> Problem:
    telling = draft.telling
    expression = _expression(draft) if telling.derivation else None
    return Problem(
        f"{story}-{place}",
        draft.text,
        language,
        draft.quantities,
        expression,
        telling.answer if expression else None,
        equation=write_equation(telling.formula, telling.world.numbers) if expression else "",
        source=STORIES,
        schema=telling.name,
        base=Base(STORIES, story),
        tags=_tags(draft),
        answerable=expression is not None,
    )


def _expression(draft: Draft) -> Expression:
    """Return the solution over n1, n2, ... in the order of the text, and constants."""
    world = draft.telling.world
    names = {place: f"n{number}" for number, place in enumerate(draft.places, start=1)}
    items = (
        item
        if isinstance(item, str)
        else str(world.values[item])
        if item in world.constants
        else names[item]
        for item in draft.telling.formula
    )
    return Expression(tuple(items))


def _tags(draft: Draft) -> Tags:
    telling = draft.telling
    tags = [("kind", telling.world.plot), ("variation", telling.variation)]
    if telling.derivation:
        tags.append(("steps", str(len(telling.derivation.relations))))
    tags += [("decoy", kind) for kind in telling.decoys]
    return (*tags, ("unit", draft.unit)) if draft.unit else tuple(tags)
