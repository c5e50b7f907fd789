"""Check words and phrases before a model learns from them: every file, every plot, every text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sumc.problems.generator.loading import language_code
from sumc.problems.generator.places import Mistake
from sumc.problems.generator.schema import LanguageCode
from sumc.problems.world.language import FOLDERS, folder_of, read_language
from sumc.problems.world.plots import PLOTS
from sumc.problems.world.stories import VARIATIONS, story_draft

DRAWS = 15
"""Stories that are drawn from every plot."""


@dataclass(frozen=True, slots=True)
class StoryCount:
    """How much was checked in one language."""

    language: LanguageCode
    kinds: int
    plots: int
    problems: int
    """Problems that were drawn without a mistake."""


def check_stories(
    language: str | None = None,
) -> tuple[tuple[StoryCount, ...], tuple[Mistake, ...]]:
    """Return what was checked, and everything that is wrong by file and line."""
    codes = [*FOLDERS] if language is None else [language_code(language)]
    counts, mistakes = [], []
    for code in codes:
        spoken, found = read_language(code)
        drawn = 0
        for mistake in [] if found else _draw(code):
            drawn += mistake is None
            found += [] if mistake is None else [mistake]
        counts.append(StoryCount(code, len(spoken.phrases.kinds), len(PLOTS), drawn))
        mistakes += found
    return tuple(counts), tuple(sorted(mistakes))


def _draw(code: LanguageCode) -> Iterator[Mistake | None]:
    """Yield what is wrong with a problem, or None, for problems of every plot."""
    for plot in PLOTS:
        for number in range(DRAWS * VARIATIONS):
            story, place = divmod(number, VARIATIONS)
            draft = story_draft(code, f"check {story}", place, plot)
            if draft is not None and not draft.is_read:
                message = f"the plot {plot}: its numbers are not read as written: {draft.text}"
                yield Mistake(str(folder_of(code)), 1, message)
            elif draft is not None:
                yield None
