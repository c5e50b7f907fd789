"""What is done with rows: problems are solved, pairs are checked, expressions become trees."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple, Protocol

from sumc.algebra.checking import ACCEPTED, Verdict
from sumc.algebra.mtree import MTree
from sumc.bulk.rows import Json, Row
from sumc.errors import SumcError
from sumc.grading.rounding import Rounding, check_rounded
from sumc.grading.wording import chosen_language, comment_in
from sumc.solving.solution import Solution
from sumc.solving.solver import Solver

DONE, BAD = "done", "bad"
NOT_SURE = "not-sure"
"""The outcome of an answer that is only the best of the candidates."""
INPUT = "input_"
"""The prefix of input columns whose names clash with ours."""
REASON_NO_VALUE = "no-value"


class Answer(NamedTuple):
    """What is added to a row, and how it went: done, not sure, bad, or why there is no answer."""

    content: Json
    outcome: str


class Task(Protocol):
    """Answers rows. Every row of a batch gets its answer; an error stops the whole run."""

    name: ClassVar[str]

    @property
    def main(self) -> str:
        """The field that a bare text fills."""

    @property
    def needed(self) -> tuple[str, ...]:
        """The fields that a row must have."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The fields that answers may have; fields of the input with such a name are renamed."""

    def answer(self, rows: Sequence[Row]) -> list[Answer]:
        """The answers to rows that can be read."""

    def identity(self) -> Json:
        """What an answer depends on besides its row, for the manifest of an output."""


def answered(task: Task, rows: Sequence[Row]) -> list[Answer]:
    """The rows with all their fields and their answers."""
    found = zip(rows, answers_to(task, rows), strict=True)
    return [_merged(task, row, answer) for row, answer in found]


def answers_to(task: Task, rows: Sequence[Row]) -> list[Answer]:
    """What is added to rows; those that cannot be read get an error."""
    asked = [_checked(task, row) for row in rows]
    found = iter(task.answer([row for row in asked if not row.error]))
    return [_error(row) if row.error else next(found) for row in asked]


def _checked(task: Task, row: Row) -> Row:
    """A row, with an error if it lacks a field that the task needs."""
    for name in () if row.error else task.needed:
        if not isinstance(row.fields.get(name), str):
            what = f'a "{name}" that is not a string' if name in row.fields else _without(name)
            return Row(row.fields, row.number, f'expected an object with a "{name}", found {what}')
    return row


def _without(name: str) -> str:
    return f'an object without "{name}"'


def _error(row: Row) -> Answer:
    return Answer({"error": row.error, "line": row.number}, BAD)


def _merged(task: Task, row: Row, answer: Answer) -> Answer:
    return Answer({**kept(row.fields, task.columns), **answer.content}, answer.outcome)


def kept(fields: Json, ours: Sequence[str]) -> Json:
    """The fields of a row, renamed where they clash with ours.

    >>> kept({"id": 1, "answer": "7"}, ("answer",))
    {'id': 1, 'input_answer': '7'}
    """
    if not any(name in fields for name in ours):
        return fields
    taken = {*ours, *fields}
    return {free_name(name, ours, taken): value for name, value in fields.items()}


def free_name(name: str, ours: Sequence[str], taken: set[str]) -> str:
    """The name of a column of the input where ours are added."""
    if name not in ours:
        return name
    name = INPUT + name
    while name in taken:
        name = INPUT + name
    return name


ERROR = ("error", "line")
"""The fields of a row that could not be answered."""


@dataclass(frozen=True, slots=True)
class Solving:
    """Solves the problem of a row's `text`."""

    solver: Solver
    explain: bool = False
    name: ClassVar[str] = "solve"
    main: ClassVar[str] = "text"
    needed: ClassVar[tuple[str, ...]] = ("text",)
    columns: ClassVar[tuple[str, ...]] = (
        *("answer", "answer_float", "expression", "tree", "numbers", "unit", "said", "rounded"),
        *("confidence", "sure", "candidates", "model", "reason", "message", "language", "rules"),
        "explanation",
        *ERROR,
    )

    def answer(self, rows: Sequence[Row]) -> list[Answer]:
        """The solutions; where a batch runs into a bug, only the rows at fault get none."""
        try:
            return self._solve(rows)
        except _NO_TEXTS_FAULT:
            raise
        except Exception:
            return [self._solve_alone(row) for row in rows]

    def identity(self) -> Json:
        """The model by its name and its content, and the options."""
        return {
            "model": self.solver.name,
            "model_sha256": self.solver.fingerprint(),
            "min_confidence": self.solver.min_confidence,
            "explain": self.explain,
        }

    def _solve(self, rows: Sequence[Row]) -> list[Answer]:
        texts = [row.fields["text"] for row in rows]
        return list(map(self._found, self.solver.solve_many(texts, max(1, len(texts)))))

    def _solve_alone(self, row: Row) -> Answer:
        try:
            return self._solve([row])[0]
        except _NO_TEXTS_FAULT:
            raise
        except Exception as error:
            return _bug(row, error)

    def _found(self, solution: Solution) -> Answer:
        """A solution; `text` is the problem here, so the answer with its unit is called `said`."""
        content = solution.to_json(explain=self.explain)
        renamed = {"said" if name == "text" else name: each for name, each in content.items()}
        return Answer(renamed, solution.reason or (DONE if solution.sure else NOT_SURE))


_NO_TEXTS_FAULT = (SumcError, MemoryError, OSError)
"""Errors that stop a run: the same texts may well be answered when it resumes."""


def _bug(row: Row, error: Exception) -> Answer:
    what = f"{type(error).__name__}: {error}"
    message = f"sumc failed on this text, which is a bug: {what}"
    return Answer({"error": message, "line": row.number}, BAD)


@dataclass(frozen=True, slots=True)
class Checking:
    """Checks a row's `student` against its `reference`, or against one for all."""

    common: str | None = None
    """The reference of all rows, if they have none of their own."""
    at_least: Verdict = ACCEPTED
    """The worst verdict that still counts as a yes."""
    tolerance: str = "0"
    """How far decimals may be from exact values."""
    language: str = "en"
    """The language of explanations: en, zh, or auto for the one that the student writes."""
    rounded: Rounding = "exact"
    """How the value of a reference is rounded where only whole things count."""
    name: ClassVar[str] = "check"
    main: ClassVar[str] = "student"
    columns: ClassVar[tuple[str, ...]] = (
        *("verdict", "score", "explanation", "student_tree", "student_value"),
        *("reference_tree", "reference_value", *ERROR),
    )

    @property
    def needed(self) -> tuple[str, ...]:
        """Both expressions, or the student's alone."""
        return ("student",) if self.common is not None else ("student", "reference")

    def answer(self, rows: Sequence[Row]) -> list[Answer]:
        """The verdicts."""
        return list(map(self._check, rows))

    def identity(self) -> Json:
        """All options but the accepted verdict, which changes no row."""
        return {
            "reference": self.common,
            "tolerance": self.tolerance,
            "language": self.language,
            "rounded": self.rounded,
        }

    def _check(self, row: Row) -> Answer:
        reference = row.fields["reference"] if self.common is None else self.common
        student = row.fields["student"]
        result = check_rounded(student, reference, self.rounded, tolerance=self.tolerance)
        spoken = chosen_language(self.language, student)
        content = {**result.to_json(), "explanation": comment_in(spoken, result.explanation)}
        sides = {
            f"{side}_{name}": content[side].get(name)
            for side in ("student", "reference")
            for name in ("tree", "value")
        }
        found = {name: content[name] for name in ("verdict", "score", "explanation")}
        if result.verdict == "unparseable":
            error = {"error": result.explanation, "line": row.number}
            return Answer({**found, **sides, **error}, BAD)
        return Answer(
            {**found, **sides}, DONE if result.accepted(self.at_least) else result.verdict
        )


@dataclass(frozen=True, slots=True)
class Converting:
    """Turns a row's `expression` into an M-tree."""

    name: ClassVar[str] = "tree"
    main: ClassVar[str] = "expression"
    needed: ClassVar[tuple[str, ...]] = ("expression",)
    columns: ClassVar[tuple[str, ...]] = ("tree", "codes", "canonical", "value", "reason", *ERROR)

    def answer(self, rows: Sequence[Row]) -> list[Answer]:
        """The trees."""
        return list(map(self._convert, rows))

    def identity(self) -> Json:
        """Nothing: an answer depends on its row alone."""
        return {}

    def _convert(self, row: Row) -> Answer:
        try:
            content = MTree.parse(row.fields["expression"]).to_json()
        except SumcError as error:
            return Answer({**error.to_json(), "line": row.number}, BAD)
        content["canonical"] = content.pop("expression")  # that of the row stays as it is
        return Answer(content, DONE if content["reason"] is None else REASON_NO_VALUE)
