"""A problem as one line of JSON and back, exactly: a list of its fields in a fixed order.

Nothing but JSON is read, so a foreign file can be wrong but never run code. Values are whole
numbers, numerator and denominator. The numbers of a text are five whole numbers each: start, end,
numerator, denominator, and 1 where a number word is needed. Texts of a quantity are cut out of
the problem's text again. Reading a line is the inner loop of every training that streams.
"""

import json
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal

from sumc.algebra.expression import Expression
from sumc.errors import ProblemError
from sumc.problems.numbers import Quantity
from sumc.problems.problem import Problem
from sumc.problems.provenance import Base, Part

_WRITTEN: tuple[Literal["digits", "words"], ...] = ("digits", "words")
_to_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_from_json = json.JSONDecoder().raw_decode  # `json.loads` looks for blanks and costs more


def write_line(problem: Problem) -> bytes:
    """The line of a problem, without its line break."""
    fields = (
        problem.id,
        problem.text,
        problem.language,
        _quantities(problem),
        None if problem.expression is None else _join(problem.expression.items),
        None if problem.answer is None else problem.answer.as_integer_ratio(),
        problem.equation,
        problem.agrees,
        _join(problem.words),
        problem.source,
        problem.part.role,
        problem.part.fold,
        problem.schema,
        problem.answerable,
        problem.tags,
        None if (base := problem.base) is None else (base.source, base.id, base.text),
    )
    return _to_json(fields).encode("utf-8", "surrogatepass")


def _quantities(problem: Problem) -> list[int]:
    flat: list[int] = []
    for each in problem.quantities:
        if problem.text[each.start : each.end] != each.text:
            raise ProblemError(f"problem {problem.id}: {each.text!r} is not at {each.start}")
        top, bottom = each.value.as_integer_ratio()
        flat += (each.start, each.end, top, bottom, _WRITTEN.index(each.written))
    return flat


def _join(words: Sequence[str]) -> str | Sequence[str]:
    """One string with blanks, which is read twice as fast as a list, if it can be split again."""
    joined = " ".join(words)
    return joined if joined.split(" ") == [*words] else words


def read_line(line: bytes) -> Problem:
    """The problem of a line that `write_line` wrote."""
    fields: list[Any]
    fields, _ = _from_json(line.decode("utf-8", "surrogatepass"))
    name, text, language, flat, items, answer, equation, agrees, words, source, *more = fields
    role, fold, schema, answerable, tags, base = more
    numbers = iter(flat)
    return Problem(
        name,
        text,
        language,
        tuple(
            [
                Quantity(text[start:end], _fraction(top, bottom), start, end, _WRITTEN[written])
                for start, end, top, bottom, written in zip(*[numbers] * 5, strict=True)
            ]
        ),
        None if items is None else Expression(_cut(items)),
        None if answer is None else _fraction(*answer),
        equation,
        agrees,
        _cut(words),
        source,
        _part(role, fold),
        schema,
        None if base is None else Base(*base),
        tuple([(tag, value) for tag, value in tags]),
        answerable,
    )


def _cut(words: str | list[str]) -> tuple[str, ...]:
    return tuple(words.split(" ") if isinstance(words, str) else words)


_fraction = lru_cache(maxsize=1 << 14)(Fraction)
_part = lru_cache(maxsize=256)(Part)
"""Problems share equal values: building a Fraction costs as much as reading the text."""
