"""Check schemas before any model learns from them: every text, every equation, every ask."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from sumc.algebra.expression import Expression
from sumc.errors import DatasetError, ProblemError, SumcError
from sumc.problems.generator.engine import MOST_DRAWS, draw_problem
from sumc.problems.generator.loading import (
    FOLDERS,
    folder_of,
    language_code,
    load_language,
    read_language,
    read_schemas,
)
from sumc.problems.generator.places import Mistake, Notes
from sumc.problems.generator.quantities import (
    draw_numbers,
    evaluate,
    needed_quantities,
    parse_formula,
)
from sumc.problems.generator.schema import Ask, Language, LanguageCode, Schema
from sumc.problems.generator.stories import (
    Parts,
    Reading,
    Story,
    read_noise,
    read_schema,
)
from sumc.problems.numbers import detect_language

DRAWS = 10
"""Problems that are drawn from every ask."""
SLOT = re.compile(r"\{[^{}]*\}")


@dataclass(frozen=True, slots=True)
class Count:
    """How much was checked in one language."""

    language: LanguageCode
    schemas: int
    asks: int
    problems: int
    """Problems that were drawn without a mistake."""


@dataclass(frozen=True, slots=True)
class Check:
    """What a check counted, and everything that is wrong by file and line."""

    counts: tuple[Count, ...]
    mistakes: tuple[Mistake, ...]


def check_schemas(language: str | None = None, paths: Sequence[Path] = ()) -> Check:
    """Return what is wrong with the schemas of one or all languages, or of your own files.

    Files use the word lists and ranges of the given language, else of the one they are written in.
    """
    mistakes: list[Mistake] = []
    told = None if language is None else language_code(language)
    codes = [told] if told else [*FOLDERS]
    languages = _own(told, paths, mistakes) if paths else _shipped(codes, mistakes)
    counts = [_check_language(each, mistakes) for each in languages]
    return Check(tuple(counts), tuple(sorted(mistakes)))


def _shipped(codes: Sequence[LanguageCode], mistakes: list[Mistake]) -> Iterator[Language]:
    for code in codes:
        language, found = read_language(code, folder_of(code))
        mistakes += [*found, *read_noise(language)[1]]
        yield language


def _own(
    told: LanguageCode | None, paths: Sequence[Path], mistakes: list[Mistake]
) -> Iterator[Language]:
    """Yield the languages of your own schemas, with these schemas alone."""
    for path in paths:
        if not path.is_file():
            raise DatasetError(f"no file {path}")
    schemas = [*read_schemas(paths, mistakes)]
    for code in FOLDERS:
        if own := tuple(schema for schema in schemas if code == (told or _written_in(schema))):
            yield replace(load_language(code), schemas=own)


def _written_in(schema: Schema) -> LanguageCode:
    return detect_language(SLOT.sub("", " ".join(ask.question for ask in schema.asks)))


def _check_language(language: Language, mistakes: list[Mistake]) -> Count:
    readings = [(schema, read_schema(language, schema)) for schema in language.schemas]
    asks = sum(len(schema.asks) for schema in language.schemas)
    problems = 0
    for schema, reading in readings:
        notes = Notes(schema.place, schema.name)
        if reading.stories:
            _check_formulas(schema, reading.parts, notes)
            problems += 0 if notes.mistakes else _check_draws(schema, reading, notes)
        mistakes += [*reading.mistakes, *notes.mistakes]
    return Count(language.code, len(readings), asks, problems)


def _check_formulas(schema: Schema, parts: Parts, notes: Notes) -> None:
    """Note what is not a formula."""
    formulas = (quantity.formula for quantity in parts.quantities)
    notes.read_all("numbers", _read_formula, filter(None, formulas))
    for condition in parts.conditions:
        notes.read_all("where", _read_formula, (condition.left, condition.right))
    for ask in schema.asks:
        if ask.equation:
            _notes_of(schema, ask, notes).read(_read_formula, ask.equation, "equation")


def _notes_of(schema: Schema, ask: Ask, notes: Notes) -> Notes:
    """Return notes for one ask that are added to those of the schema."""
    return Notes(ask.place, f"{schema.name}/{ask.target}", notes.mistakes)


def _read_formula(text: str) -> Expression:
    try:
        return parse_formula(text)
    except SumcError as error:
        reason, *_ = str(error).splitlines()  # the lines below it draw a caret
        raise ValueError(f"{reason} in {text!r}") from error


def _check_draws(schema: Schema, reading: Reading, notes: Notes) -> int:
    """Draw from every ask of a schema; return how many problems came out right."""
    problems = 0
    for ask, story in zip(schema.asks, reading.stories, strict=True):
        for number in range(DRAWS):
            random = Random(f"{story.name} {number}")
            try:
                check_answer(reading.parts, story, random)
                draw_problem(story, random)
            except SumcError as error:
                _notes_of(schema, ask, notes).add(str(error))
                break
            problems += 1
    return problems


def check_answer(parts: Parts, story: Story, random: Random) -> None:
    """Raise an error if, in one draw of the numbers, the equation does not give its target."""
    names = {story.target, *(quantity.name for quantity in story.quantities)}
    quantities = needed_quantities(parts.quantities, names)
    draws = (draw_numbers(quantities, story.conditions, random) for _ in range(MOST_DRAWS))
    numbers = next(filter(None, draws), None)
    if numbers is None:
        raise ProblemError("no numbers satisfy its ranges and conditions")
    value = evaluate(story.equation, numbers)
    if value != numbers[story.target]:
        drawn = ", ".join(f"{name} = {number}" for name, number in numbers.items())
        raise ProblemError(f"the equation gives {value}, not {story.target!r}, when {drawn}")
