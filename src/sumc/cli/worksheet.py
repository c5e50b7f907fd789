"""`sumc worksheet`: word problems on a topic to print, with an answer key."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional, cast

import typer
from rich.table import Table

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


def worksheet_command(
    topic: Annotated[str, typer.Option(help="What the problems are about: see --list.")] = "all",
    count: Annotated[int, typer.Option(min=1, max=500, help="How many problems.")] = 10,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same sheet.")] = 0,
    language: Annotated[str, typer.Option(metavar="en|zh", help="The language.")] = "en",
    difficulty: Annotated[
        str, typer.Option(metavar="any|easy|medium|hard", help="By the number of operations.")
    ] = "any",
    html: Annotated[
        Optional[Path],  # noqa: UP045  (typer reads the annotation at run time on Python 3.10)
        typer.Option(
            "--html", metavar="FILE", help="Write a page to print; - is standard output."
        ),
    ] = None,
    latex: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option("--latex", metavar="FILE", help="Write a LaTeX document."),
    ] = None,
    problems: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(
            "--problems", metavar="FILE", help="Write the CSV for sumc grade --problems."
        ),
    ] = None,
    key: Annotated[bool, typer.Option(help="Add an answer key.")] = True,
    listed: Annotated[bool, typer.Option("--list", help="List topics and difficulties.")] = False,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace files that exist already.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Make a worksheet of word problems on a topic, with an answer key.

    Without a file the sheet is printed as text.
    """
    if listed:
        _list(as_json)
        return
    from sumc.grading.sheets import sheet_html, sheet_latex, sheet_problems, sheet_text
    from sumc.grading.worksheet import make_worksheet
    from sumc.problems.generator.loading import language_code

    for path in (html, latex, problems):
        refuse_to_replace(path, overwrite)
    chosen = cast("Difficulty", difficulty)
    with working("making a worksheet"):
        sheet = make_worksheet(topic, count, seed, language_code(language), chosen)
    written = {html: sheet_html, latex: sheet_latex}
    for path, write in written.items():
        if path:
            write_file(path, write(sheet, key=key), overwrite=overwrite)
    if problems:
        write_file(problems, sheet_problems(sheet), overwrite=overwrite)
    if as_json:
        print_json(sheet.to_json())
    elif html is latex is problems is None:
        typer.echo(sheet_text(sheet, key=key))
    else:
        _say(sheet, [path for path in (html, latex, problems) if path])


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
