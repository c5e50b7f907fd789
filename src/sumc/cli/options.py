"""Options that several commands have, each written once."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import TYPE_CHECKING, Annotated, Any, Optional

import typer

from sumc.cli.bulk import AUTO, BATCH_SIZE, LOCAL, Bulk
from sumc.cli.output import STANDARD_INPUT
from sumc.errors import SumcError

if TYPE_CHECKING:  # imported when there is something to do
    from sumc.bulk.tasks import Task

MOST_WORKERS = 1_000

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace existing files.")]
Source = Annotated[
    Optional[str],  # noqa: UP045  (typer reads the annotation at run time on Python 3.10)
    typer.Option(
        "--input",
        metavar="FILE",
        help="Answer every row of a file: JSON lines, CSV, lines of text (plain or gzip) or "
        "Parquet. - is standard input.",
    ),
]
Target = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option("--output", metavar="FILE", help="The file to write; - is standard output."),
]
Resume = Annotated[bool, typer.Option("--resume", help="Continue an unfinished output.")]
BatchSize = Annotated[
    int, typer.Option(min=1, max=10_000, metavar="N", help="Rows answered in one batch.")
]
FormatName = Annotated[
    str,
    typer.Option(
        "--format",
        metavar="auto|jsonl|csv|text|parquet",
        help="The format of the input; auto goes by its name. Standard input is text unless it "
        'starts with { or ".',
    ),
]
Workers = Annotated[
    Optional[int],  # noqa: UP045
    typer.Option(
        min=1,
        max=MOST_WORKERS,
        metavar="N",
        help="Processes to run in parallel; default: 1, with --engine ray one per processor.",
    ),
]
Engine = Annotated[
    str,
    typer.Option(
        metavar="local|ray",
        help="Where to work: here, or on a Ray cluster (docs/scaling.md).",
    ),
]
Address = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option(metavar="ADDRESS", help="A running Ray cluster; default: one on this machine."),
]


@dataclass(frozen=True, slots=True)
class Rows:
    """The options for every row of a file, in the order of the help."""

    source: Source = None
    target: Target = None
    resume: Resume = False
    batch_size: BatchSize = BATCH_SIZE
    kind: FormatName = AUTO
    workers: Workers = None
    engine: Engine = LOCAL
    address: Address = None

    @property
    def are_asked(self) -> bool:
        """Whether there is a file of rows, without which nothing can be written."""
        if self.source is None and (self.target is not None or self.resume):
            raise SumcError("--output and --resume need --input")
        return self.source is not None

    def run(self, make_task: "Callable[[], Task]", as_json: bool) -> int:
        """Answer all rows and print the counts; return the exit code."""
        bulk = Bulk(
            self.source or STANDARD_INPUT,
            self.target or STANDARD_INPUT,
            self.resume,
            self.batch_size,
            self.kind,
            self.workers,
            self.engine,
            self.address,
        )
        return bulk.run(make_task, as_json)


def with_rows(command: Callable[..., None]) -> Callable[..., None]:
    """The command with the options of `Rows` after its own; it takes them together as `rows`.

    typer reads the options of a command from its signature, so they are put into it.
    """
    own = [each for each in signature(command).parameters.values() if each.name != "rows"]
    kind = Parameter.KEYWORD_ONLY
    added = [
        Parameter(each.name, kind, default=each.default, annotation=each.type)
        for each in fields(Rows)
    ]

    @wraps(command)
    def called(**given: Any) -> None:
        rows = Rows(**{each.name: given.pop(each.name) for each in added})
        command(**given, rows=rows)

    called.__signature__ = Signature([*own, *added])  # type: ignore[attr-defined]
    called.__annotations__ = {each.name: each.annotation for each in (*own, *added)}
    return called
