"""`--input` and `--output`: a task for every row of a file."""

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, cast

import typer

from sumc.cli.extras import needing_extras
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

if TYPE_CHECKING:  # imported when there is something to do
    from sumc.bulk.rows import Format
    from sumc.bulk.run import Answering, Done, Tally
    from sumc.bulk.tasks import Task

AUTO = "auto"
LOCAL, RAY = "local", "ray"
BATCH_SIZE = 128


@dataclass(frozen=True, slots=True)
class Bulk:
    """Many rows: a file or standard input, to a file or standard output."""

    source: str
    target: str
    resume: bool = False
    batch_size: int = BATCH_SIZE
    format: str = AUTO
    workers: int | None = None
    engine: str = LOCAL
    address: str | None = None

    def run(self, make_task: "Callable[[], Task]", as_json: bool) -> int:
        """Answer them all and print the counts; return the exit code."""
        check_engine(self.engine, self.address)
        if self.engine == RAY:
            return self.run_on_ray(make_task, as_json)
        return self.run_here(make_task, as_json)

    def run_on_ray(self, make_task: "Callable[[], Task]", as_json: bool) -> int:
        """Answer all rows on a cluster; what is done already is left as it is."""
        if STANDARD_INPUT in (self.source, self.target):
            raise SumcError("--engine ray needs files or folders as --input and --output")
        named_format(self.format)
        kind = "" if self.format == AUTO else self.format
        with needing_extras("--engine ray"):
            from sumc.scale.bulk import Request, run_on_ray

            request = Request(
                self.source, self.target, kind, self.workers, self.address, self.batch_size
            )
            try:
                with _ray_progress() as progress:
                    report = run_on_ray(make_task(), request, progress)
            except KeyboardInterrupt:
                show_error("stopped; run the same command again to do the rest")
                return INTERRUPTED
        show_tally(report.tally, report.before, as_json)
        return exit_code(report.tally)

    def run_here(self, make_task: "Callable[[], Task]", as_json: bool) -> int:
        """Answer all rows in this process, or in several on this machine."""
        from sumc.bulk.run import NOTHING, resume_at

        with self.open_source() as source:
            kind = self.find_format(source)
            task = make_task()
            with self.open_target() as target:
                done = resume_at(target) if self.resume else NOTHING
                try:
                    tally = self.run_from(done, task, kind, source, target)
                except KeyboardInterrupt:
                    more = "; continue with the same command and --resume"
                    show_error("stopped" + (more if self.fills_file() else ""))
                    return INTERRUPTED
        if self.target != STANDARD_INPUT:
            show_tally(tally, done.lines, as_json)
        return exit_code(tally)

    def run_from(
        self, done: "Done", task: "Task", kind: "Format", source: BinaryIO, target: BinaryIO
    ) -> "Tally":
        """Answer all rows that are not done yet."""
        from sumc.bulk.run import run_bulk

        with (
            self.processes(task, kind) as answering,
            _progress(self.size(source)) as progress,
            needing_extras("reading Parquet"),
        ):
            return run_bulk(
                task,
                source,
                target,
                batch_size=self.batch_size,
                kind=kind,
                done=done,
                answering=answering,
                progress=progress,
            )

    def processes(
        self, task: "Task", kind: "Format"
    ) -> "AbstractContextManager[Answering | None]":
        """Who answers: this process, or several others."""
        if self.workers in (None, 1):
            return nullcontext()
        from sumc.bulk.workers import worker_processes

        return worker_processes(task, kind, self.workers or 1)

    def find_format(self, source: BinaryIO) -> "Format":
        """The format of the input."""
        from sumc.bulk.rows import PARQUET, format_of

        kind = named_format(self.format)
        if kind is None:
            start = cast(BufferedReader, source).peek(64)
            kind = format_of(self.source, start)
        if kind is PARQUET and self.source == STANDARD_INPUT:
            raise SumcError("Parquet cannot be read from standard input: name a file")
        return kind

    @contextmanager
    def open_source(self) -> Iterator[BinaryIO]:
        """The input, unpacked where it is compressed; standard input stays open."""
        from sumc.bulk.sources import unwrapped

        if self.source != STANDARD_INPUT:
            with _opened(Path(self.source), "rb") as file:
                yield unwrapped(cast(BufferedReader, file), repr(self.source))
        elif sys.stdin is None:
            raise SumcError("standard input is closed")
        else:
            source = cast(BufferedReader, sys.stdin.buffer)
            yield unwrapped(source, "standard input")

    @contextmanager
    def open_target(self) -> Iterator[BinaryIO]:
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
    def only_output(self, path: Path) -> Iterator[BinaryIO]:
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
        is_plain = isinstance(source, BufferedReader) and self.source != STANDARD_INPUT
        return path.stat().st_size if is_plain and path.is_file() else None


def check_engine(engine: str, address: str | None) -> None:
    """Make sure that there is such an engine, and that only a cluster has an address."""
    if engine not in (LOCAL, RAY):
        raise SumcError(f"expected {LOCAL} or {RAY} after --engine, found {engine!r}")
    if address is not None and engine != RAY:
        raise SumcError("--address needs --engine ray")


_ALREADY_THERE = "already exists: continue it with --resume or choose another"


def named_format(name: str) -> "Format | None":
    """The format of this name; None where the name of the file or its first bytes tell it."""
    from sumc.bulk.rows import FORMATS

    if name == AUTO:
        return None
    if name not in FORMATS:
        known = ", ".join((AUTO, *FORMATS))
        raise SumcError(f"expected one of {known} after --format, found {name!r}")
    return FORMATS[name]


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
    with progress_bar(size) as update:
        yield lambda tally: update(tally.read, tally.lines, tally.bad)


@contextmanager
def _ray_progress() -> "Iterator[Callable[[Tally, int], None]]":
    """A bar over all rows; it starts when their number is known."""
    with ExitStack() as stack:
        bars: list[Callable[[int, int, int], None]] = []

        def show(tally: "Tally", rows: int) -> None:
            if not bars:
                bars.append(stack.enter_context(progress_bar(rows)))
            bars[0](tally.lines, tally.lines, tally.bad)

        yield show


@contextmanager
def progress_bar(total: int | None) -> Iterator[Callable[[int, int, int], None]]:
    """A bar that is told how much of a total is done, how many rows that were, and how many of
    them are bad; nothing where there is no terminal."""
    if not sys.stderr.isatty():
        yield lambda done, rows, bad: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns: Any = TextColumn("{task.fields[text]}"), BarColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total, text="0 lines")

        def update(done: int, rows: int, bad: int) -> None:
            seconds = max(1e-9, bar.tasks[0].elapsed or 0.0)
            errors = f", {bad:,} bad" if bad else ""
            text = f"{rows:,} lines, {rows / seconds:,.0f} a second{errors}"
            bar.update(task, completed=done, text=text)

        yield update


def exit_code(tally: "Tally") -> int:
    """2 if a row is bad, 1 if one has no answer."""
    if tally.bad:
        return BAD_INPUT
    return NO if tally.refused else DONE


def show_tally(tally: "Tally", done: int, as_json: bool) -> None:
    """Print how many rows were answered; `done` had been answered before."""
    content: Json = {
        "lines": tally.lines,
        "answered": tally.answered,
        "not_sure": tally.unsure,
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
    if tally.unsure:
        typer.echo(f"not sure  {tally.unsure:,}")
    for reason, count in tally.refused.most_common():
        typer.echo(f"refused   {count:,}  {reason}")
    if tally.bad:
        typer.echo(f"errors    {tally.bad:,}  unreadable lines")
