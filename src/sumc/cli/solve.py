"""`sumc solve`: the answer to a word problem, or to every line of a file."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO, Optional, cast

import typer

from sumc.cli.answer import Request, answer, load_solver
from sumc.cli.output import (
    BAD_INPUT,
    DONE,
    INTERRUPTED,
    NO,
    STANDARD_INPUT,
    Json,
    print_json,
    show_error,
)
from sumc.errors import SumcError
from sumc.locks import only_writer

if TYPE_CHECKING:  # imported when there is something to solve
    from sumc.solving.solver import Solver
    from sumc.solving.stream import Done, Tally


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
            metavar="auto|en|zh|DIR",
            help="A shipped model, a folder of `sumc export`, or a run of `sumc train`; auto "
            "chooses by the language of the text.",
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
    source: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(
            "--input",
            metavar="FILE",
            help="Solve every line of a file, plain or gzip: a JSON string, or an object with "
            '"text" and perhaps an "id". - is standard input.',
        ),
    ] = None,
    target: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option("--output", metavar="FILE", help="The file to write; - is standard output."),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue an unfinished output.")
    ] = False,
    batch_size: Annotated[
        int, typer.Option(min=1, max=10_000, metavar="N", help="Lines solved in one batch.")
    ] = 128,
) -> None:
    """Solve a word problem in English or Chinese, or every line of a file.

    A line of the output belongs to the line of the input with the same number; one that cannot be
    read becomes an error object. An answer below the floor of the model is shown as not sure, with
    the best candidates.
    Exit code: 0 solved, 1 something has no answer, 2 bad input or usage.
    """
    if text == STANDARD_INPUT and source is None:
        text, source, target = None, STANDARD_INPUT, target or STANDARD_INPUT
    if text is None and source is None:
        raise SumcError('expected a problem: sumc solve "TEXT", or --input FILE --output FILE')
    if text is not None and source is not None:
        raise SumcError("expected a problem or --input, found both")
    if source is not None:
        lines = _Lines(source, target or STANDARD_INPUT, resume, batch_size, explain)
        raise typer.Exit(lines.solve(model, min_confidence, as_json))
    if target is not None or resume:
        raise SumcError("--output and --resume need --input")
    request = Request(text or "", model, min_confidence, explain, as_json)
    raise typer.Exit(answer(request))


@dataclass(frozen=True, slots=True)
class _Lines:
    """Many problems: a file or standard input, to a file or standard output."""

    source: str
    target: str
    resume: bool
    batch_size: int
    explain: bool

    def solve(self, model: str, least: float, as_json: bool) -> int:
        """Solve them all and print the counts; return the exit code."""
        from sumc.solving.stream import NOTHING, resume_at

        with self.open_source() as source:
            solver = load_solver(model, least)
            with self.open_target() as target:
                done = resume_at(target) if self.resume else NOTHING
                try:
                    tally = self.solve_from(done, solver, source, target)
                except KeyboardInterrupt:
                    more = "; continue with the same command and --resume"
                    show_error("stopped" + (more if self.fills_file() else ""))
                    return INTERRUPTED
        if self.target != STANDARD_INPUT:
            _show_tally(tally, done.lines, as_json)
        if tally.bad:
            return BAD_INPUT
        return NO if tally.refused else DONE

    def solve_from(
        self, done: "Done", solver: "Solver", source: BinaryIO, target: BinaryIO
    ) -> "Tally":
        """Solve all lines that are not done yet."""
        from sumc.solving.stream import solve_stream

        with _progress(self.size(source)) as progress:
            return solve_stream(
                solver,
                source,
                target,
                batch_size=self.batch_size,
                explain=self.explain,
                done=done,
                progress=progress,
            )

    @contextmanager
    def open_source(self) -> "Iterator[BinaryIO]":
        """The input, unpacked where it is compressed; standard input stays open."""
        from sumc.solving.sources import PlainLines, is_plain_text, unwrapped

        if self.source != STANDARD_INPUT:
            with _opened(Path(self.source), "rb") as file:
                yield unwrapped(cast(BufferedReader, file), repr(self.source))
        elif sys.stdin is None:
            raise SumcError("standard input is closed")
        else:
            source = cast(BufferedReader, sys.stdin.buffer)
            lines = unwrapped(source, "standard input")
            is_plain = lines is source and is_plain_text(source)
            yield cast(BinaryIO, PlainLines(lines)) if is_plain else lines

    @contextmanager
    def open_target(self) -> "Iterator[BinaryIO]":
        """The output, which is never overwritten; standard output stays open."""
        if self.target == STANDARD_INPUT:
            if self.resume:
                raise SumcError("--resume needs a file after --output")
            yield sys.stdout.buffer
            return
        path = Path(self.target)
        if self.source != STANDARD_INPUT and path.exists() and path.samefile(self.source):
            raise SumcError(f"{path} is both --input and --output")
        if path.exists() and not path.is_file():
            if self.resume:
                raise SumcError(f"{path} cannot be resumed: not a regular file")
            with _opened(path, "wb") as device:
                yield device
            return
        with self.only_output(path) as file:
            yield file

    @contextmanager
    def only_output(self, path: Path) -> "Iterator[BinaryIO]":
        """A locked file: a new one, or one to continue."""
        exists = path.is_file()
        if exists and not self.resume:
            raise SumcError(f"{path} {_ALREADY_THERE}")
        holder = path.with_name(f".{path.name}.holder")
        with (
            _opened(path, "r+b" if exists else "x+b") as file,
            only_writer(file, holder, f"writing {path}"),
        ):
            yield file

    def fills_file(self) -> bool:
        """Whether the output is a regular file, which can be resumed."""
        return self.target != STANDARD_INPUT and Path(self.target).is_file()

    def size(self, source: BinaryIO) -> int | None:
        """The size of the input in bytes, if known; that of compressed lines is not."""
        path = Path(self.source)
        plain = isinstance(source, BufferedReader) and self.source != STANDARD_INPUT
        return path.stat().st_size if plain and path.is_file() else None


_ALREADY_THERE = "already exists: continue it with --resume or choose another"


def _opened(path: Path, mode: str) -> BinaryIO:
    try:
        return cast(BinaryIO, path.open(mode))
    except FileExistsError:  # since we looked
        raise SumcError(f"{path} {_ALREADY_THERE}") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        what = "read" if mode == "rb" else "write"
        raise SumcError(f"cannot {what} {str(path)!r}: {reason}") from None


@contextmanager
def _progress(size: int | None) -> "Iterator[Callable[[Tally], None]]":
    """A bar on a terminal's standard error, nothing elsewhere."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.fields[lines]:,} lines"), BarColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=size, lines=0)
        yield lambda tally: bar.update(task, completed=tally.read, lines=tally.lines)


def _show_tally(tally: "Tally", done: int, as_json: bool) -> None:
    content: Json = {
        "lines": tally.lines,
        "answered": tally.answered,
        "refused": dict(tally.refused.most_common()),
        "bad": tally.bad,
        "resumed_at": done,
    }
    if as_json:
        print_json(content)
        return
    if done:
        typer.echo(f"resumed   after {done:,} lines")
    typer.echo(f"lines     {tally.lines:,}")
    typer.echo(f"answered  {tally.answered:,}")
    for reason, count in tally.refused.most_common():
        typer.echo(f"refused   {count:,}  {reason}")
    if tally.bad:
        typer.echo(f"bad       {tally.bad:,}  unreadable lines")
