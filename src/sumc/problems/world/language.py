"""A language of worlds: its grammar, words and phrases, read once per process."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sumc.errors import ProblemError
from sumc.problems.generator.places import Mistake, refuse
from sumc.problems.generator.schema import LanguageCode
from sumc.problems.world.casting import Lexicon, read_lexicon
from sumc.problems.world.chinese import grammar as chinese
from sumc.problems.world.english import grammar as english
from sumc.problems.world.phrases import Phrases, Reader, read_phrases
from sumc.problems.world.speaking import Grammar

GRAMMARS: Mapping[LanguageCode, Grammar] = {"en": english.GRAMMAR, "zh": chinese.GRAMMAR}
FOLDERS: Mapping[LanguageCode, str] = {"en": "english", "zh": "chinese"}


def languages_of_stories() -> tuple[LanguageCode, ...]:
    """Return the languages that stories are told in."""
    return tuple(FOLDERS)


@dataclass(frozen=True, slots=True)
class Language:
    """All that is needed to tell about a world."""

    code: LanguageCode
    grammar: Grammar
    lexicon: Lexicon
    phrases: Phrases


@cache
def load_language(code: LanguageCode) -> Language:
    """Return a language; an error lists all mistakes in its files."""
    if code not in FOLDERS:
        known = ", ".join(FOLDERS)
        raise ProblemError(f"no stories are told in {code!r}; known languages: {known}")
    language, mistakes = read_language(code)
    refuse(mistakes)
    return language


def folder_of(code: LanguageCode) -> Path:
    """Return the folder of a language in this package."""
    return Path(__file__).parent / FOLDERS[code]


def read_language(code: LanguageCode) -> tuple[Language, list[Mistake]]:
    """Return what the files of a language say, and everything that is wrong with them."""
    folder = folder_of(code)
    grammar = GRAMMARS[code]
    lexicon, mistakes = read_lexicon(folder / "lexicon.toml", grammar)
    paths = sorted((folder / "phrases").glob("*.toml"))
    phrases, more = read_phrases(paths, Reader(grammar.word, grammar.verbs))
    return Language(code, grammar, lexicon, phrases), sorted([*mistakes, *more])
