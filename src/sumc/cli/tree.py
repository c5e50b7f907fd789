"""`sumc tree`: the M-tree of an expression, its codes and its value."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer
from rich.table import Table
from rich.text import Text

from sumc.algebra.mtree import MTree
from sumc.cli.drawing import drawn_tree
from sumc.cli.options import AsJson, Rows, with_rows
from sumc.cli.output import (
    DONE,
    NO,
    STANDARD_INPUT,
    Json,
    answer_lines,
    console,
    print_json,
    show_error,
    write_file,
)
from sumc.errors import SumcError

if TYPE_CHECKING:  # imported when there is a file
    from sumc.bulk.tasks import Task


ExpressionText = Annotated[
    Optional[str],  # noqa: UP045  (typer reads the annotation at run time on Python 3.10)
    typer.Argument(
        metavar="[EXPR]",
        help="An expression such as 'n1*(n2-n3)/n4', an equation in x such as '3*x+2=x+10', "
        "or - to answer every line of standard input with a line of JSON.",
    ),
]
Latex = Annotated[bool, typer.Option("--latex", help="Print LaTeX alone.")]
Dot = Annotated[bool, typer.Option("--dot", help="Print Graphviz DOT alone.")]
Svg = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option(
        "--svg", metavar="FILE", help="Draw the tree into an SVG file; - is standard output."
    ),
]
OverwriteSvg = Annotated[bool, typer.Option("--overwrite", help="Replace an existing file.")]


@with_rows
def tree_command(
    expression: ExpressionText = None,
    latex: Latex = False,
    dot: Dot = False,
    svg: Svg = None,
    overwrite: OverwriteSvg = False,
    as_json: AsJson = False,
    *,
    rows: Rows,
) -> None:
    """Draw the M-tree of an expression, with its codes and its value.

    With --input every row of a file has an "expression", and gets its tree as JSON.

    Exit code: 0 done, 1 the expression divides by zero, 2 it cannot be read.
    """
    if latex + dot + as_json > 1:
        raise SumcError("expected one of --latex, --dot and --json, found several")
    if expression is not None and rows.source is not None:
        raise SumcError("expected an expression or --input, found both")
    if rows.are_asked:
        raise typer.Exit(rows.run(_converting, as_json))
    if expression is None:
        raise SumcError('expected an expression: sumc tree "EXPR", or --input FILE --output FILE')
    if expression == STANDARD_INPUT:
        if latex or dot or svg:
            raise SumcError("--latex, --dot and --svg do not go with -, which prints JSON")
        raise typer.Exit(answer_lines(_answer))
    tree = MTree.parse(expression)
    if svg:
        write_file(svg, tree.to_svg() + "\n", overwrite=overwrite)
    if latex or dot:
        print(tree.to_latex() if latex else tree.to_dot())
    elif as_json or not svg:
        _show(tree, as_json)
    raise typer.Exit(_exit_code(tree.to_json()))


def _converting() -> "Task":
    from sumc.bulk.tasks import Converting

    return Converting()


def _answer(line: str) -> tuple[Json, int]:
    data = MTree.parse(line).to_json()
    return data, _exit_code(data)


def _exit_code(data: Json) -> int:
    return DONE if data["reason"] is None else NO


def _show(tree: MTree, as_json: bool) -> None:
    data = tree.to_json()
    if as_json:
        print_json(data)
        return
    screen = console()
    screen.print(drawn_tree(tree.root))
    screen.print()
    screen.print(_codes_table(data["codes"]))
    screen.print()
    screen.print(Text.assemble("expression  ", (data["expression"], "bold")))
    if data["value"] is not None:
        screen.print(Text.assemble("value       ", (data["value"], "bold green")))
    if data["reason"] is not None:
        show_error(data["reason"])


def _codes_table(codes: list[dict[str, str]]) -> Table:
    table = Table("symbol", box=None, header_style="dim", pad_edge=False)
    table.add_column("code", overflow="fold")
    for each in codes:
        table.add_row(Text(each["symbol"], style="cyan"), Text(each["code"]))
    return table
