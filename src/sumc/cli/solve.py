"""`sumc solve`: the answer to a word problem, or to every line of a file."""

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from sumc.cli.answer import Request, answer, load_solver
from sumc.cli.options import AsJson, Rows, with_rows
from sumc.cli.output import STANDARD_INPUT
from sumc.errors import SumcError

if TYPE_CHECKING:  # imported when there is something to solve
    from sumc.bulk.tasks import Task

ProblemText = Annotated[
    Optional[str],  # noqa: UP045  (typer reads the annotation at run time on Python 3.10)
    typer.Argument(
        metavar="TEXT",
        help="A word problem, in single quotes where it has a $; or - to answer every line of "
        "standard input, plain text or JSON, with a line of JSON.",
    ),
]
Model = Annotated[
    str,
    typer.Option(
        metavar="auto|tiny|en|zh|en-tiny|zh-tiny|DIR",
        help="A shipped model, a folder of `sumc export`, or a run of `sumc train`; auto "
        "and tiny choose by the language of the text. A tiny model is several times as fast "
        "and wrong more often.",
    ),
]
Explain = Annotated[
    bool, typer.Option("--explain", help="Draw the M-tree and say what each number does.")
]
MinConfidence = Annotated[
    float,
    typer.Option(metavar="X", help="Give no answer at all below this confidence, from 0 to 1."),
]


@with_rows
def solve_command(
    text: ProblemText = None,
    model: Model = "auto",
    explain: Explain = False,
    as_json: AsJson = False,
    min_confidence: MinConfidence = 0.0,
    *,
    rows: Rows,
) -> None:
    """Solve a word problem in English or Chinese, or every line of a file.

    Line n of the output belongs to row n of the input, and has all its fields; a row that cannot
    be read becomes an error object. An answer below the floor of the model is shown as not sure,
    with the best candidates.
    Exit code: 0 solved, 1 something has no answer, 2 bad input or usage.
    """
    if text == STANDARD_INPUT and rows.source is None:
        text, rows = None, replace(rows, source=STANDARD_INPUT)
    if text is not None and rows.source is not None:
        raise SumcError("expected a problem or --input, found both")
    if rows.are_asked:
        raise typer.Exit(rows.run(lambda: _solving(model, min_confidence, explain), as_json))
    if text is None:
        raise SumcError('expected a problem: sumc solve "TEXT", or --input FILE --output FILE')
    raise typer.Exit(answer(Request(text, model, min_confidence, explain, as_json)))


def _solving(model: str, min_confidence: float, explain: bool) -> "Task":
    from sumc.bulk.tasks import Solving

    return Solving(load_solver(model, min_confidence), explain)
