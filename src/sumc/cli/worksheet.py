"""`sumc worksheet`: word problems on a topic to print, with an answer key."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional, cast

import typer
from rich.table import Table

from sumc.cli.options import AsJson, Overwrite
from sumc.cli.output import (
    STANDARD_INPUT,
    console,
    print_json,
    refuse_to_replace,
    working,
    write_file,
)

if TYPE_CHECKING:
    from sumc.grading.worksheet import Difficulty, Worksheet


Topic = Annotated[str, typer.Option(help="What the problems are about: see --list.")]
Count = Annotated[int, typer.Option(min=1, max=500, help="How many problems.")]
Seed = Annotated[int, typer.Option(min=0, help="The same seed gives the same sheet.")]
SheetLanguage = Annotated[str, typer.Option(metavar="en|zh", help="The language.")]
DifficultyName = Annotated[
    str, typer.Option(metavar="any|easy|medium|hard", help="By the number of operations.")
]
Html = Annotated[
    Optional[Path],  # noqa: UP045  (typer reads the annotation at run time on Python 3.10)
    typer.Option("--html", metavar="FILE", help="Write a page to print; - is standard output."),
]
Latex = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option("--latex", metavar="FILE", help="Write a LaTeX document."),
]
Problems = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option("--problems", metavar="FILE", help="Write the CSV for sumc grade --problems."),
]
Key = Annotated[bool, typer.Option(help="Add an answer key.")]
Listed = Annotated[bool, typer.Option("--list", help="List topics and difficulties.")]


def worksheet_command(
    topic: Topic = "all",
    count: Count = 10,
    seed: Seed = 0,
    language: SheetLanguage = "en",
    difficulty: DifficultyName = "any",
    html: Html = None,
    latex: Latex = None,
    problems: Problems = None,
    key: Key = True,
    listed: Listed = False,
    overwrite: Overwrite = False,
    as_json: AsJson = False,
) -> None:
    """Make a worksheet of word problems on a topic, with an answer key.

    Without a file the sheet is printed as text.
    """
    if listed:
        _list(as_json)
        return
    from sumc.grading.sheets import sheet_text
    from sumc.grading.worksheet import make_worksheet
    from sumc.problems.generator.loading import language_code

    for path in (html, latex, problems):
        refuse_to_replace(path, overwrite)
    chosen = cast("Difficulty", difficulty)
    with working("making a worksheet"):
        sheet = make_worksheet(topic, count, seed, language_code(language), chosen)
    for path, text in _files(sheet, key, html, latex, problems):
        write_file(path, text, overwrite=overwrite)
    if as_json:
        print_json(sheet.to_json())
    elif html is latex is problems is None:
        typer.echo(sheet_text(sheet, key=key))
    else:
        _say(sheet, [path for path in (html, latex, problems) if path])


def _files(
    sheet: "Worksheet", key: bool, html: Path | None, latex: Path | None, problems: Path | None
) -> Iterator[tuple[Path, str]]:
    """What is written where."""
    from sumc.grading.sheets import sheet_html, sheet_latex, sheet_problems

    if html:
        yield html, sheet_html(sheet, key=key)
    if latex:
        yield latex, sheet_latex(sheet, key=key)
    if problems:
        yield problems, sheet_problems(sheet)


def _say(sheet: "Worksheet", paths: list[Path]) -> None:
    if STANDARD_INPUT not in map(str, paths):
        typer.echo(f"{len(sheet.items)} problems in {', '.join(map(str, paths))}")


def _list(as_json: bool) -> None:
    from sumc.grading.worksheet import ABOUT, DIFFICULTIES

    if as_json:
        print_json({"topics": dict(ABOUT), "difficulties": dict(DIFFICULTIES)})
        return
    for name, rows in (("topic", ABOUT), ("difficulty", DIFFICULTIES)):
        table = Table(name, "about", box=None, header_style="dim", pad_edge=False)
        for row in rows.items():
            table.add_row(*row)
        console().print(table)
        console().print()
