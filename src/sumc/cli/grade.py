"""`sumc grade`: the answers of a class, graded, with what many of them got wrong."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, Optional

import typer
from rich.table import Table
from rich.text import Text

from sumc.cli.check import VERDICT_STYLES
from sumc.cli.options import AsJson, Overwrite
from sumc.cli.output import (
    DONE,
    NO,
    STANDARD_INPUT,
    console,
    print_json,
    read_standard_input,
    refuse_to_replace,
    show_error,
    working,
    write_file,
)
from sumc.errors import SumcError

if TYPE_CHECKING:  # imported when there is something to grade
    from sumc.grading.classroom import Classroom
    from sumc.grading.rows import Task
    from sumc.grading.scheme import Scheme
    from sumc.grading.wording import Language, Words

AUTO = "auto"
"""The language that the files are in."""
MOST_MISTAKES = 8
"""Common mistakes shown to people; the report has all of them."""
MOST_BROKEN = 5


Answers = Annotated[
    str,
    typer.Argument(
        metavar="ANSWERS",
        help="A CSV with the columns name and answer, and perhaps problem; - is standard input.",
    ),
]
References = Annotated[
    Optional[list[str]],  # noqa: UP045  (typer reads the annotation at run time on Python 3.10)
    typer.Option("--reference", metavar="EXPR", help="A right solution; several may be given."),
]
Problems = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option(
        metavar="FILE",
        help="A CSV with the columns problem and reference, and perhaps unit; several rows of "
        "a problem are several references.",
    ),
]
SchemeFile = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option(metavar="FILE", help="A grading scheme in TOML or JSON: docs/grading.md."),
]
Tolerance = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option(metavar="X", help="How far decimals may be from exact values, as in 0.01."),
]
Marks = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option("--csv", metavar="FILE", help="Write the marks as CSV; - is standard output."),
]
Report = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option("--html", metavar="FILE", help="Write a report to read and print."),
]
ReportLanguage = Annotated[
    str,
    typer.Option(
        metavar="auto|en|zh",
        help="The language of comments and report; auto: that of the column names.",
    ),
]


def grade_command(
    answers: Answers,
    references: References = None,
    problems: Problems = None,
    scheme: SchemeFile = None,
    tolerance: Tolerance = None,
    csv: Marks = None,
    html: Report = None,
    title: Annotated[str, typer.Option(help="The title of the report.")] = "",
    language: ReportLanguage = AUTO,
    overwrite: Overwrite = False,
    as_json: AsJson = False,
) -> None:
    """Grade the answers of a class against references.

    Every answer gets a verdict, points and a comment; mistakes with one M-tree are counted as one.
    Exit code: 0 done, 1 some lines could not be graded, 2 bad input or usage.
    """
    from sumc.grading.report import to_csv, to_html
    from sumc.grading.wording import in_language

    for path in (csv, html):
        refuse_to_replace(path, overwrite)
    text = _text(answers)
    spoken = _language(language, text, problems)
    classroom = _graded(answers, text, _tasks(references, problems), _scheme(scheme, tolerance))
    if csv:
        write_file(csv, to_csv(classroom, spoken), overwrite=overwrite)
    if html:
        write_file(html, to_html(classroom, title, spoken), overwrite=overwrite)
    if as_json:
        print_json(in_language(classroom, spoken).to_json())
    elif str(csv) != STANDARD_INPUT and str(html) != STANDARD_INPUT:
        _show(in_language(classroom, spoken), spoken)
    raise typer.Exit(NO if classroom.broken else DONE)


def _graded(place: str, answers: str, tasks: "dict[str, Task]", scheme: "Scheme") -> "Classroom":
    from sumc.grading.classroom import grade
    from sumc.grading.rows import read_answers

    with working("grading"):
        return grade(read_answers(answers, place), tasks, scheme)


def _text(answers: str) -> str:
    from sumc.grading.rows import decoded, read_file

    if answers == STANDARD_INPUT:
        return decoded(read_standard_input(), "standard input")
    return read_file(Path(answers))


def _language(named: str, answers: str, problems: Path | None) -> "Language":
    from sumc.grading.rows import read_file
    from sumc.grading.wording import chosen_language

    return chosen_language(named, answers, read_file(problems) if problems else "")


def _tasks(references: list[str] | None, problems: Path | None) -> "dict[str, Task]":
    from sumc.grading.rows import Task, read_file, read_problems

    if bool(references) == bool(problems):
        raise SumcError("expected --reference EXPR or --problems FILE, one of the two")
    if problems:
        return read_problems(read_file(problems), str(problems))
    return {"": Task(tuple(references or ()))}


def _scheme(path: Path | None, tolerance: str | None) -> "Scheme":
    from dataclasses import replace

    from sumc.grading.scheme import DEFAULT_SCHEME, load_scheme, scheme_of

    chosen = load_scheme(path) if path else DEFAULT_SCHEME
    if tolerance is None:
        return chosen
    return replace(chosen, tolerance=scheme_of({"tolerance": tolerance}, "--tolerance").tolerance)


def _show(classroom: "Classroom", language: "Language") -> None:
    from sumc.grading.report import percent
    from sumc.grading.wording import WORDS

    screen, words = console(), WORDS[language]
    screen.print(_answers_table(classroom, words, language))
    screen.print()
    count = len(classroom.graded)
    counted = words.counted[count != 1]
    screen.print(words.summary.format(count, counted, percent(classroom.mean)))
    if classroom.mistakes:
        screen.print()
        screen.print(_mistakes_table(classroom, words))
    if len(classroom.mistakes) > MOST_MISTAKES:
        screen.print(words.more_mistakes.format(len(classroom.mistakes) - MOST_MISTAKES))
    for line in classroom.broken[:MOST_BROKEN]:
        show_error(f"{words.broken.lower()}: {line}")
    if len(classroom.broken) > MOST_BROKEN:
        more = words.more.format(len(classroom.broken) - MOST_BROKEN)
        show_error(f"{words.broken.lower()}: {more}")


def _answers_table(classroom: "Classroom", words: "Words", language: "Language") -> Table:
    from sumc.grading.classroom import points_text

    several = _has_problems(classroom)
    table = Table(box=None, header_style="dim", pad_edge=False)
    ends = words.answer, words.verdict, words.points, words.comment
    for name in (words.name, *[words.problem] * several, *ends):
        side: Literal["left", "right"] = "right" if name == words.points else "left"
        table.add_column(name.lower(), overflow="fold", justify=side)
    for each in classroom.graded:
        row, mark = each.row, each.mark
        points = f"{points_text(mark.points)}/{points_text(mark.full)}"
        cells = [row.name, *[row.problem] * several, row.answer]
        named = mark.verdict if language == "en" else words.verdicts[mark.verdict]
        verdict = Text(named, style=VERDICT_STYLES[mark.verdict])
        table.add_row(*map(Text, cells), verdict, points, Text(mark.comment.splitlines()[0]))
    return table


def _has_problems(classroom: "Classroom") -> bool:
    return any(each.row.problem for each in classroom.graded)


def _mistakes_table(classroom: "Classroom", words: "Words") -> Table:
    several = _has_problems(classroom)
    table = Table(box=None, header_style="dim", pad_edge=False)
    table.add_column(words.times.lower(), justify="right")
    for name in (*[words.problem] * several, words.mistakes, words.example, words.who):
        table.add_column(name.lower(), overflow="fold")
    for each in classroom.mistakes[:MOST_MISTAKES]:
        shown = each.to_json()
        names = ", ".join(shown["names"]) + (" …" if len(each.names) > len(shown["names"]) else "")
        cells = [*[each.problem] * several, each.comment.splitlines()[0], each.example, names]
        table.add_row(str(each.count), *map(Text, cells))
    return table
