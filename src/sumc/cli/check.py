"""`sumc check`: does a student's expression say the same as the reference?"""

from functools import partial
from typing import TYPE_CHECKING, Annotated, Optional

import typer
from rich.text import Text

from sumc.algebra.checking import ACCEPTED, VERDICTS, CheckResult, Verdict, check
from sumc.cli.bulk import (
    AUTO,
    BATCH_SIZE,
    LOCAL,
    Address,
    BatchSize,
    Bulk,
    Engine,
    FormatName,
    Resume,
    Source,
    Target,
    Workers,
)
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
)
from sumc.errors import SumcError
from sumc.strict_json import parse_json

if TYPE_CHECKING:  # imported when there is a file
    from sumc.bulk.tasks import Task
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


def check_command(
    student: Annotated[
        Optional[str],  # noqa: UP045  (typer reads the annotation at run time on Python 3.10)
        typer.Argument(
            metavar="[EXPR]",
            help="The student's expression or steps (3*12=36, 36-7=29), or - to answer every line "
            "of standard input with a line of JSON: lines hold the student's expression when a "
            'reference is given, else both, as ["student", "reference"] or separated by a tab. '
            "With --input the reference of all rows.",
        ),
    ] = None,
    reference: Annotated[
        Optional[str],  # noqa: UP045
        typer.Argument(metavar="[EXPR]", help="The reference to compare it with."),
    ] = None,
    accept: Annotated[
        str,
        typer.Option(
            metavar="VERDICT",
            help=f"The worst verdict that still exits with 0: {', '.join(VERDICTS[:-1])}.",
        ),
    ] = ACCEPTED,
    tolerance: Annotated[
        str,
        typer.Option(metavar="X", help="How far decimals may be from exact values, as in 0.01."),
    ] = "0",
    language: Annotated[
        str,
        typer.Option(
            metavar="auto|en|zh",
            help="The language of the explanation; auto is Chinese where the student wrote some.",
        ),
    ] = AUTO,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    source: Source = None,
    target: Target = None,
    resume: Resume = False,
    batch_size: BatchSize = BATCH_SIZE,
    kind: FormatName = AUTO,
    workers: Workers = None,
    engine: Engine = LOCAL,
    address: Address = None,
) -> None:
    """Check a student's expression or steps of work against a reference, or every row of a file.

    The rows of a file have a "student" and a "reference", unless there is one for all.

    The verdicts, from the best: same-structure, equivalent (equal for all numbers),
    repeated-addition (for a multiplication), worked-out (intermediate results), answer-only
    (without working), equal-value (only these numbers give the same value), miscalculated (the
    right way, but an equality does not hold), different, unparseable.
    In the shell, put texts with $ in single quotes: "$20" is an empty variable and a 0.
    Exit code: 0 yes, 1 no, 2 one of the two cannot be read.
    """
    at_least = _verdict(accept)
    if source is not None:
        place = target or STANDARD_INPUT
        bulk = Bulk(source, place, resume, batch_size, kind, workers, engine, address)
        task = partial(_checking, student, reference, at_least, tolerance, language)
        raise typer.Exit(bulk.run(task, as_json))
    if target is not None or resume:
        raise SumcError("--output and --resume need --input")
    if student == STANDARD_INPUT:
        answer = partial(_answer, reference, at_least, tolerance, language)
        raise typer.Exit(answer_lines(answer))
    if student is None or reference is None:
        raise SumcError('expected two expressions: sumc check "EXPR" "EXPR"')
    result = check(student, reference, tolerance=tolerance)
    spoken = _language(language, student)
    print_json(_as_json(result, spoken)) if as_json else _show(result, spoken)
    raise typer.Exit(_exit_code(result, at_least))


def _language(named: str, student: str) -> "Language":
    from sumc.grading.wording import chosen_language

    return chosen_language(named, student)


def _explained(result: CheckResult, language: "Language") -> str:
    from sumc.grading.wording import comment_in

    return comment_in(language, result.explanation)


def _checking(
    common: str | None, reference: str | None, at_least: Verdict, tolerance: str, language: str
) -> "Task":
    from sumc.bulk.tasks import Checking

    if reference is not None:
        raise SumcError("expected --input or two expressions, found both")
    _language(language, "")  # an unknown one is refused before the first row
    return Checking(common, at_least, tolerance, language)


def _answer(
    reference: str | None, at_least: Verdict, tolerance: str, language: str, line: str
) -> tuple[Json, int]:
    student, expected = _pair(line, reference)
    result = check(student, expected, tolerance=tolerance)
    return _as_json(result, _language(language, student)), _exit_code(result, at_least)


def _exit_code(result: CheckResult, at_least: Verdict) -> int:
    if result.verdict == "unparseable":
        return BAD_INPUT
    return DONE if result.accepted(at_least) else NO


def _verdict(name: str) -> Verdict:
    for verdict in VERDICTS:
        if verdict == name:
            return verdict
    raise SumcError(f'expected a verdict after --accept, found "{name}": {", ".join(VERDICTS)}')


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
