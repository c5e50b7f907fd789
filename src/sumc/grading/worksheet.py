"""Worksheets: word problems on a topic, drawn by the generator; one seed gives one sheet."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any, Literal

from sumc.algebra.equation import parse_solution
from sumc.algebra.expression import NEGATE, OPERATORS
from sumc.algebra.steps import value_text
from sumc.errors import SumcError
from sumc.problems.alignment import to_problem
from sumc.problems.generator.engine import GeneratedProblem, draw_problem, load_stories
from sumc.problems.generator.loading import load_language
from sumc.problems.generator.schema import LanguageCode
from sumc.problems.generator.stories import Story
from sumc.problems.records import Record, Skipped
from sumc.problems.units.annotation import annotate
from sumc.solving.answer import said_in_a_sum, unit_of

Difficulty = Literal["any", "easy", "medium", "hard"]
DIFFICULTIES: Mapping[Difficulty, str] = {
    "any": "whatever is drawn",
    "easy": "one operation",
    "medium": "two operations",
    "hard": "three operations or more",
}
ALL_TOPICS = "all"
TOPICS: Mapping[str, Mapping[LanguageCode, tuple[str, ...]]] = {
    "addition": {"en": ("change", "combining", "comparing"), "zh": ("combining", "amounts")},
    "multiplication": {"en": ("groups",), "zh": ("groups",)},
    "averages": {"en": ("averages",), "zh": ("averages",)},
    "fractions": {"en": ("fractions",), "zh": ("fractions",)},
    "geometry": {"en": ("geometry",), "zh": ("geometry",)},
    "money": {"en": ("money",), "zh": ("money",)},
    "percent": {"en": ("percents",), "zh": ("percents",)},
    "rates": {"en": ("rates", "together"), "zh": ("travel", "work")},
    "ratios": {"en": ("ratios",), "zh": ("ratios",)},
    "units": {"en": ("units",), "zh": ("patterns",)},
    "mixed": {"en": ("multi_step", "everyday", "hobbies"), "zh": ("mixed",)},
    ALL_TOPICS: {"en": (), "zh": ()},
}
"""Every topic with the files of stories that it draws from; none means all of them."""
ABOUT: Mapping[str, str] = {
    "addition": "putting together, taking away, more and fewer",
    "multiplication": "equal groups, sharing, packing",
    "averages": "from numbers to their mean, and back",
    "fractions": "parts of a whole, and what is left",
    "geometry": "lengths, areas and volumes",
    "money": "prices, change, savings and profit",
    "percent": "parts of a hundred, discounts, growth",
    "rates": "speed, pay, work done together",
    "ratios": "times as many, shares in a ratio",
    "units": "dozens, hours, weeks, grams",
    "mixed": "several steps of different kinds",
    ALL_TOPICS: "every story there is",
}
MOST_PROBLEMS = 500
"""Problems of one sheet."""
DRAWS_EACH = 200
"""Problems drawn for each one on the sheet before giving up."""


@dataclass(frozen=True, slots=True)
class Item:
    """One problem of a sheet, with its solution."""

    text: str
    equation: str
    answer: Fraction
    said: str = ""
    """The answer with its unit, as in 29 pencils, $52.90 or 0.15 = 15 %; empty without one."""

    @property
    def answer_text(self) -> str:
        """The answer as people write it."""
        return self.said or value_text(self.answer)


@dataclass(frozen=True, slots=True)
class Worksheet:
    """A sheet of problems."""

    topic: str
    language: LanguageCode
    difficulty: Difficulty
    seed: int
    items: tuple[Item, ...]

    def to_json(self) -> dict[str, Any]:
        """Everything on the sheet, and its key."""
        return {
            "topic": self.topic,
            "language": self.language,
            "difficulty": self.difficulty,
            "seed": self.seed,
            "problems": [
                {
                    "text": each.text,
                    "equation": each.equation,
                    "answer": str(each.answer),
                    "said": each.answer_text,
                }
                for each in self.items
            ],
        }


def make_worksheet(
    topic: str,
    count: int,
    seed: int = 0,
    language: LanguageCode = "en",
    difficulty: Difficulty = "any",
) -> Worksheet:
    """A sheet of different problems on a topic.

    >>> sheet = make_worksheet("percent", 3, seed=7)
    >>> len({each.text for each in sheet.items}), sheet == make_worksheet("percent", 3, seed=7)
    (3, True)
    """
    if topic not in TOPICS:
        raise SumcError(f"no topic is called {topic!r}; topics: {', '.join(TOPICS)}")
    if difficulty not in DIFFICULTIES:
        raise SumcError(f"expected a difficulty ({', '.join(DIFFICULTIES)}), found {difficulty!r}")
    if not 1 <= count <= MOST_PROBLEMS:
        raise SumcError(f"expected 1 to {MOST_PROBLEMS} problems, found {count}")
    items: dict[str, Item] = {}
    for drawn in _draws(topic, count * DRAWS_EACH, seed, language):
        if difficulty in ("any", difficulty_of(drawn.equation)):
            items.setdefault(drawn.text, _item(drawn))
        if len(items) == count:
            return Worksheet(topic, language, difficulty, seed, tuple(items.values()))
    raise SumcError(
        f"only {len(items)} {difficulty} problems on {topic} were found: ask for fewer, or for "
        "another difficulty"
    )


def _item(drawn: GeneratedProblem) -> Item:
    """A problem of a sheet; its unit is what the text and the calculation agree on."""
    record = Record("", drawn.text, drawn.equation, str(drawn.answer), drawn.language)
    problem, shown = to_problem(record), _BRACKETED.sub(r"\1", drawn.text)
    if isinstance(problem, Skipped) or problem.expression is None:
        return Item(shown, drawn.equation, drawn.answer)
    text = annotate(problem.text, problem.quantities, problem.language)
    unit = unit_of(problem.expression, text, drawn.answer)
    said = said_in_a_sum(drawn.answer, unit, drawn.language) if unit else ""
    return Item(shown, drawn.equation, drawn.answer, said)


_BRACKETED = re.compile(r"(?<![0-9])\(([0-9]+/[0-9]+)\)")
"""A fraction as Chinese datasets write it; 2(1/3) is a mixed number."""


def _draws(topic: str, most: int, seed: int, language: LanguageCode) -> Iterator[GeneratedProblem]:
    stories = stories_of(topic, language)
    for index in range(most):
        random = Random(f"worksheet {language} {topic} {seed} {index}")
        yield draw_problem(random.choice(random.choice(stories)), random)


@cache
def stories_of(topic: str, language: LanguageCode) -> tuple[tuple[Story, ...], ...]:
    """The stories of a topic, one group for every schema."""
    names = TOPICS[topic][language]
    files = [schema.place.file.stem for schema in load_language(language).schemas]
    pairs = zip(files, load_stories(language), strict=True)
    return tuple(group for file, group in pairs if not names or file in names)


def difficulty_of(equation: str) -> Difficulty:
    """How hard a solution is, by its operations; the division in a fraction (2/3) is not counted.

    >>> difficulty_of("3*12"), difficulty_of("3*12-7"), difficulty_of("x=(3+4)*5-6")
    ('easy', 'medium', 'hard')
    >>> difficulty_of("30*2/3"), difficulty_of("30*(2/3)")
    ('medium', 'easy')
    """
    items = parse_solution(equation).items
    fractions = sum(
        top.isdigit() and bottom.isdigit() and sign == "/" and int(top) < int(bottom)
        for top, bottom, sign in zip(items, items[1:], items[2:], strict=False)
    )
    operations = sum(item in OPERATORS and item != NEGATE for item in items) - fractions
    if operations <= 1:
        return "easy"
    return "medium" if operations == 2 else "hard"
