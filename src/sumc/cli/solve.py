"""`sumc solve`: the answer to a word problem, or to every line of a file."""

from typing import TYPE_CHECKING, Annotated, Optional

import typer

from sumc.cli.answer import Request, answer, load_solver
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
from sumc.cli.output import STANDARD_INPUT
from sumc.errors import SumcError

if TYPE_CHECKING:  # imported when there is something to solve
    from sumc.bulk.tasks import Task


def solve_command(
    text: Annotated[
        Optional[str],  # noqa: UP045  (typer reads the annotation at run time on Python 3.10)
        typer.Argument(
            metavar="TEXT",
            help="A word problem, in single quotes where it has a $; or - to answer every line of "
            "standard input, plain text or JSON, with a line of JSON.",
        ),
    ] = None,
    model: Annotated[
        str,
        typer.Option(
            metavar="auto|tiny|en|zh|en-tiny|zh-tiny|DIR",
            help="A shipped model, a folder of `sumc export`, or a run of `sumc train`; auto "
            "and tiny choose by the language of the text. A tiny model is several times as fast "
            "and wrong more often.",
        ),
    ] = "auto",
    explain: Annotated[
        bool, typer.Option("--explain", help="Draw the M-tree and say what each number does.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    min_confidence: Annotated[
        float,
        typer.Option(
            metavar="X", help="Give no answer at all below this confidence, from 0 to 1."
        ),
    ] = 0.0,
    source: Source = None,
    target: Target = None,
    resume: Resume = False,
    batch_size: BatchSize = BATCH_SIZE,
    kind: FormatName = AUTO,
    workers: Workers = None,
    engine: Engine = LOCAL,
    address: Address = None,
) -> None:
    """Solve a word problem in English or Chinese, or every line of a file.

    Line n of the output belongs to row n of the input, and has all its fields; a row that cannot
    be read becomes an error object. An answer below the floor of the model is shown as not sure,
    with the best candidates.
    Exit code: 0 solved, 1 something has no answer, 2 bad input or usage.
    """
    if text == STANDARD_INPUT and source is None:
        text, source, target = None, STANDARD_INPUT, target or STANDARD_INPUT
    if text is None and source is None:
        raise SumcError('expected a problem: sumc solve "TEXT", or --input FILE --output FILE')
    if text is not None and source is not None:
        raise SumcError("expected a problem or --input, found both")
    if source is not None:
        place = target or STANDARD_INPUT
        bulk = Bulk(source, place, resume, batch_size, kind, workers, engine, address)
        raise typer.Exit(bulk.run(lambda: _solving(model, min_confidence, explain), as_json))
    if target is not None or resume:
        raise SumcError("--output and --resume need --input")
    request = Request(text or "", model, min_confidence, explain, as_json)
    raise typer.Exit(answer(request))


def _solving(model: str, min_confidence: float, explain: bool) -> "Task":
    from sumc.bulk.tasks import Solving

    return Solving(load_solver(model, min_confidence), explain)
