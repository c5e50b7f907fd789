"""`sumc check`: does a student's expression say the same thing as the reference?"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Optional

import typer
from rich.text import Text

from sumc.algebra.checking import ACCEPTED, VERDICTS, CheckResult, Verdict
from sumc.cli.answer import LOST_DOLLAR, lost_amount
from sumc.cli.bulk import AUTO
from sumc.cli.options import AsJson, Rows, with_rows
from sumc.cli.output import (
    BAD_INPUT,
    DONE,
    NO,
    STANDARD_INPUT,
    Json,
    answer_lines,
    console,
    print_json,
    show_error,
    show_hint,
)
from sumc.errors import SumcError
from sumc.strict_json import parse_json

if TYPE_CHECKING:  # imported when there is a file
    from sumc.bulk.tasks import Task
    from sumc.grading.rounding import Rounding
    from sumc.grading.wording import Language

VERDICT_STYLES = {
    "same-structure": "bold green",
    "equivalent": "bold green",
    "repeated-addition": "bold green",
    "worked-out": "bold green",
    "answer-only": "bold yellow",
    "equal-value": "bold yellow",
    "miscalculated": "bold yellow",
    "different": "bold red",
    "unparseable": "bold red",
}


Student = Annotated[
    Optional[str],  # noqa: UP045  (typer reads the annotation at run time on Python 3.10)
    typer.Argument(
        metavar="[EXPR]",
        help="The student's expression or steps (3*12=36, 36-7=29), or - to answer every line "
        "of standard input with a line of JSON: lines hold the student's expression when a "
        'reference is given, else both, as ["student", "reference"] or separated by a tab. '
        "With --input, the reference of all rows.",
    ),
]
Reference = Annotated[
    Optional[str],  # noqa: UP045
    typer.Argument(metavar="[EXPR]", help="The reference to compare it with."),
]
Accept = Annotated[
    str,
    typer.Option(
        metavar="VERDICT",
        help=f"The worst verdict that still exits with 0: {', '.join(VERDICTS[:-1])}.",
    ),
]
Tolerance = Annotated[
    str,
    typer.Option(metavar="X", help="How far decimals may be from exact values, as in 0.01."),
]
Rounded = Annotated[
    str,
    typer.Option(
        metavar="exact|up|down",
        help="How the reference's value is rounded where only whole things count: 29/4 cars "
        "are 8 cars.",
    ),
]
ExplanationLanguage = Annotated[
    str,
    typer.Option(
        metavar="auto|en|zh",
        help="The language of the explanation; auto: Chinese where the student wrote any.",
    ),
]


@with_rows
def check_command(
    student: Student = None,
    reference: Reference = None,
    accept: Accept = ACCEPTED,
    tolerance: Tolerance = "0",
    rounded: Rounded = "exact",
    language: ExplanationLanguage = AUTO,
    as_json: AsJson = False,
    *,
    rows: Rows,
) -> None:
    """Check a student's expression or steps of work against a reference, or every row of a file.

    The rows of a file have a "student" and a "reference", unless there is one for all.

    The verdicts, best first: same-structure, equivalent (equal for all numbers),
    repeated-addition (for a multiplication), worked-out (intermediate results), answer-only
    (without working), equal-value (only these numbers give the same value), miscalculated (the
    right way, but an equality does not hold), different, unparseable.
    In the shell, put texts with $ in single quotes: "$20" is read as an empty variable and a 0.
    Exit code: 0 yes, 1 no, 2 one of the two cannot be read.
    """
    checker = _Checker(_verdict(accept), tolerance, language, _rounding(rounded))
    checker.language("")  # an unknown one is refused before anything is read
    if rows.are_asked:
        raise typer.Exit(rows.run(lambda: checker.task(student, reference), as_json))
    if student == STANDARD_INPUT:
        raise typer.Exit(answer_lines(lambda line: checker.answer(line, reference)))
    if student is None or reference is None:
        raise SumcError('expected two expressions: sumc check "EXPR" "EXPR"')
    result = checker.check(student, reference)
    spoken = checker.language(student)
    print_json(_as_json(result, spoken)) if as_json else _show(result, spoken)
    if not as_json and not result.accepted() and lost_amount(student):
        show_hint(LOST_DOLLAR)
    raise typer.Exit(checker.exit_code(result))


@dataclass(frozen=True, slots=True)
class _Checker:
    """How pairs are checked, wherever they come from."""

    at_least: Verdict
    tolerance: str
    chosen: str
    rounded: "Rounding"

    def check(self, student: str, reference: str) -> CheckResult:
        """The result for one pair."""
        from sumc.grading.rounding import check_rounded

        return check_rounded(student, reference, self.rounded, tolerance=self.tolerance)

    def language(self, student: str) -> "Language":
        """The language to explain in."""
        from sumc.grading.wording import chosen_language

        return chosen_language(self.chosen, student)

    def task(self, common: str | None, reference: str | None) -> "Task":
        """The task for the rows of a file."""
        from sumc.bulk.tasks import Checking

        if reference is not None:
            raise SumcError("expected --input or two expressions, found both")
        return Checking(common, self.at_least, self.tolerance, self.chosen, self.rounded)

    def answer(self, line: str, reference: str | None) -> tuple[Json, int]:
        """The answer to a line of standard input, and its exit code."""
        student, expected = _pair(line, reference)
        result = self.check(student, expected)
        return _as_json(result, self.language(student)), self.exit_code(result)

    def exit_code(self, result: CheckResult) -> int:
        if result.verdict == "unparseable":
            return BAD_INPUT
        return DONE if result.accepted(self.at_least) else NO


def _verdict(name: str) -> Verdict:
    for verdict in VERDICTS:
        if verdict == name:
            return verdict
    raise SumcError(f'expected a verdict after --accept, found "{name}": {", ".join(VERDICTS)}')


def _rounding(name: str) -> "Rounding":
    from sumc.grading.rounding import rounding_named

    return rounding_named(name)


def _pair(line: str, reference: str | None) -> tuple[str, str]:
    """The two expressions of a line of standard input."""
    if reference is not None:
        return line, reference
    student, separator, expected = line.partition("\t")
    return (student, expected) if separator else _json_pair(line)


def _json_pair(line: str) -> tuple[str, str]:
    try:
        pair = parse_json(line)
    except ValueError:
        pair = None
    match pair:
        case [str(student), str(expected)]:
            return student, expected
    raise SumcError('expected two expressions: separated by a tab, or as ["3+4", "4+3"]')


def _explained(result: CheckResult, language: "Language") -> str:
    from sumc.grading.wording import comment_in

    return comment_in(language, result.explanation)


def _as_json(result: CheckResult, language: "Language") -> Json:
    """The result; like every line that cannot be answered, an unreadable pair has an `error`."""
    error = {"error": result.explanation} if result.verdict == "unparseable" else {}
    return {**error, **result.to_json(), "explanation": _explained(result, language)}


def _show(result: CheckResult, language: "Language") -> None:
    from sumc.grading.wording import WORDS

    for name, side in (("student's expression", result.student), ("reference", result.reference)):
        if side.error:
            show_error(f"the {name} cannot be read: {side.error}")
    if result.verdict == "unparseable":
        return
    screen = console()
    screen.print(Text(result.verdict, style=VERDICT_STYLES[result.verdict]), end="")
    screen.print("" if language == "en" else f"  {WORDS[language].verdicts[result.verdict]}")
    screen.print(_explained(result, language), markup=False)
    screen.print(Text.assemble("score      ", (f"{result.score:.2f}", "bold")))
    screen.print(Text.assemble("student    ", str(result.student.tree)))
    screen.print(Text.assemble("reference  ", str(result.reference.tree)))
