"""Tables as Markdown, LaTeX or JSON: the options that all commands with tables share."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from sumc.errors import SumcError

if TYPE_CHECKING:
    from sumc.experiments.tables import Table

Style = Literal["", "markdown", "latex", "json"]
"""What a command prints; empty for people in front of a terminal."""

Markdown = Annotated[bool, typer.Option("--markdown", help="Print Markdown tables.")]
Latex = Annotated[bool, typer.Option("--latex", help="Print LaTeX tables (booktabs).")]


def style_of(markdown: bool, latex: bool, as_json: bool) -> Style:
    """The style that three options choose; at most one of them may be given.

    >>> style_of(False, True, False), style_of(False, False, False)
    ('latex', '')
    """
    if markdown + latex + as_json > 1:
        raise SumcError("expected one of --markdown, --latex and --json, found several")
    return "markdown" if markdown else "latex" if latex else "json" if as_json else ""


def print_tables(tables: "Iterable[Table]", style: Style) -> None:
    """Print tables as LaTeX or Markdown, with an empty line between them."""
    is_latex = style == "latex"
    print("\n\n".join(each.to_latex() if is_latex else each.to_markdown() for each in tables))
