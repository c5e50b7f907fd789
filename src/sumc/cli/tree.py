"""`sumc tree`: the M-tree of an expression, its codes and its value."""

from pathlib import Path
from typing import Annotated, Optional

import typer
from rich.table import Table
from rich.text import Text

from sumc.algebra.mtree import MTree
from sumc.algebra.operands import is_number
from sumc.cli.drawing import drawn_tree
from sumc.cli.output import (
    DONE,
    NO,
    STANDARD_INPUT,
    Json,
    answer_lines,
    console,
    print_json,
    show_error,
    value_text,
    write_file,
)
from sumc.errors import EvaluationError, LimitError, SumcError


def tree_command(
    expression: Annotated[
        str,
        typer.Argument(
            metavar="EXPR",
            help="An expression such as 'n1*(n2-n3)/n4', an equation in x such as '3*x+2=x+10', "
            "or - to answer every line of standard input with a line of JSON.",
        ),
    ],
    latex: Annotated[bool, typer.Option("--latex", help="Print LaTeX alone.")] = False,
    dot: Annotated[bool, typer.Option("--dot", help="Print Graphviz DOT alone.")] = False,
    svg: Annotated[
        Optional[Path],  # noqa: UP045  (typer reads the annotation at run time on Python 3.10)
        typer.Option(
            "--svg", metavar="FILE", help="Draw the tree into an SVG file; - is standard output."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Draw the M-tree of an expression, with its codes and its value.

    Exit code: 0 done, 1 the expression divides by zero, 2 it cannot be read.
    """
    if latex + dot + as_json > 1:
        raise SumcError("expected one of --latex, --dot and --json, found several")
    if expression == STANDARD_INPUT:
        if latex or dot or svg:
            raise SumcError("expected no --latex, --dot or --svg where lines are answered by JSON")
        raise typer.Exit(answer_lines(lambda line: _answer(MTree.parse(line))))
    tree = MTree.parse(expression)
    if svg:
        write_file(svg, tree.to_svg() + "\n")
    if as_json:
        print_json(_as_json(tree))
    elif latex or dot:
        print(tree.to_latex() if latex else tree.to_dot())
    elif not svg:
        _show(tree)
    raise typer.Exit(_answer(tree)[1])


def _answer(tree: MTree) -> tuple[Json, int]:
    data = _as_json(tree)
    return data, NO if "reason" in data else DONE


def _as_json(tree: MTree) -> Json:
    value, reason = _value(tree)
    data: Json = {
        "tree": str(tree),
        "codes": [{"symbol": symbol, "code": code} for symbol, code in tree.codes()],
        "value": value,
        "expression": tree.to_expression(),
    }
    return data if reason is None else {**data, "reason": reason}


def _value(tree: MTree) -> tuple[str | None, str | None]:
    """The value of a tree of numbers and, where it has none, the reason."""
    if not all(map(is_number, tree.symbols)):
        return None, None
    try:
        return value_text(tree.evaluate()), None
    except (EvaluationError, LimitError) as error:
        return None, str(error)


def _show(tree: MTree) -> None:
    value, reason = _value(tree)
    screen = console()
    screen.print(drawn_tree(tree.root))
    screen.print()
    screen.print(_codes_table(tree))
    screen.print()
    screen.print(Text.assemble("expression  ", (tree.to_expression(), "bold")))
    if value is not None:
        screen.print(Text.assemble("value       ", (value, "bold green")))
    if reason is not None:
        show_error(reason)


def _codes_table(tree: MTree) -> Table:
    table = Table("symbol", box=None, header_style="dim", pad_edge=False)
    table.add_column("code", overflow="fold")
    for symbol, code in tree.codes():
        table.add_row(Text(symbol, style="cyan"), Text(code))
    return table
