"""Word problems told from simulated worlds: any quantity that follows can be asked for."""

from sumc.problems.world.language import languages_of_stories
from sumc.problems.world.stories import ANSWERABLE, STORIES, VARIATIONS, stories, story_problem

__all__ = [
    "ANSWERABLE",
    "STORIES",
    "VARIATIONS",
    "languages_of_stories",
    "stories",
    "story_problem",
]
