"""`sumc data`: the datasets, their problems and their statistics."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer
from rich.table import Table
from rich.text import Text

from sumc.cli.data_text import show_check, show_split, show_splits, show_statistics
from sumc.cli.options import AsJson
from sumc.cli.output import DONE, NO, Json, console, print_json, show_broken_lines, working
from sumc.errors import DatasetError

if TYPE_CHECKING:  # the readers and the generator are imported when a command needs them
    from sumc.problems.datasets import Dataset
    from sumc.problems.problem import Problem
    from sumc.problems.splits import Split

data_app = typer.Typer(
    help="Datasets: list them, look at problems, split them, count what is in them.",
    no_args_is_help=True,
)

Name = Annotated[
    str,
    typer.Argument(metavar="NAME", help="A dataset of `sumc data list`, or a file of your own."),
]
DataFolder = Annotated[
    Optional[str],  # noqa: UP045  (typer reads the annotation at run time on Python 3.10)
    typer.Option("--data", metavar="DIR", help="Folder of the datasets; default: $SUMC_DATA."),
]
Digits = Annotated[
    bool,
    typer.Option(
        "--digits-only", help="The paper's protocol: number words do not count as numbers."
    ),
]
TextColumn = Annotated[str, typer.Option(help="Name of the text column in a file of your own.")]
EquationColumn = Annotated[str, typer.Option(help="Name of the equation column.")]
AnswerColumn = Annotated[str, typer.Option(help="Name of the answer column.")]


@data_app.command("list")
def list_command(data: DataFolder = None, as_json: AsJson = False) -> None:
    """List the datasets and whether they are in the data folder."""
    from sumc.problems.datasets import SOURCES, is_available

    rows = [
        (name, source.about, source.licence, is_available(name, data))
        for name, source in SOURCES.items()
    ]
    if as_json:
        print_json({"datasets": [dict(zip(_COLUMNS, row, strict=True)) for row in rows]})
        return
    table = Table(*_COLUMNS, box=None, header_style="dim", pad_edge=False)
    for name, about, licence, state in rows:
        table.add_row(Text(name, style="cyan"), about, licence, state)
    console().print(table)


_COLUMNS = ("name", "about", "licence", "state")


@data_app.command("show")
def show_command(
    name: Name,
    data: DataFolder = None,
    count: Annotated[int, typer.Option(min=1, max=1000, help="How many problems.")] = 3,
    identifier: Annotated[
        Optional[str],  # noqa: UP045  (typer reads the annotation at run time on Python 3.10)
        typer.Option("--id", metavar="ID", help="Only the problem with this id."),
    ] = None,
    language: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(metavar="en|zh", help="Only problems in this language."),
    ] = None,
    seed: Annotated[
        Optional[int],  # noqa: UP045
        typer.Option(min=0, help="Seed: draw other built-in problems."),
    ] = None,
    digits_only: Digits = False,
    text: TextColumn = "text",
    equation: EquationColumn = "equation",
    answer: AnswerColumn = "answer",
    as_json: AsJson = False,
) -> None:
    """Show problems with their numbers, the solution over them and the answer."""
    if seed is not None:
        _show(_fresh(name, language or "en", seed, count), as_json)
        return
    dataset = _load(name, data, digits_only, (text, equation, answer))
    chosen = [
        p
        for p in dataset.problems
        if identifier in (None, p.id) and language in (None, p.language)
    ][:count]
    for skipped in dataset.skipped:
        if skipped.id == identifier:
            why = f"{skipped.reason} {skipped.detail}"
            raise DatasetError(f"{name} {identifier} is left out: {why}")
    if not chosen and identifier is not None:
        raise DatasetError(f"no problem of {name} has the id {identifier!r}")
    if not chosen and language is not None:
        raise DatasetError(f"{name} has no problems in the language {language!r}")
    if not chosen:
        reasons = ", ".join(f"{why} ({count})" for why, count in dataset.reasons().items())
        raise DatasetError(f"all problems of {name} are left out: {reasons}")
    _show(chosen, as_json)
    show_broken_lines(dataset.broken_lines)


def _fresh(name: str, language: str, seed: int, count: int) -> "Iterable[Problem]":
    from sumc.problems.datasets import fresh_problems
    from sumc.problems.generator.loading import language_code

    return islice(fresh_problems(name, language_code(language), seed), count)


def _show(problems: "Iterable[Problem]", as_json: bool) -> None:
    for problem in problems:
        print_json(_problem_json(problem)) if as_json else _show_problem(problem)


def _load(
    name: str, data: str | None, digits_only: bool, columns: tuple[str, str, str]
) -> "Dataset":
    from sumc.problems.datasets import load_dataset
    from sumc.problems.description import named_columns

    named = named_columns(*columns)
    with working(f"reading {name}"):
        return load_dataset(name, data, words=not digits_only, columns=named)


def _problem_json(problem: "Problem") -> Json:
    from sumc.solving.number import solved_numbers

    tree = problem.tree()
    codes = tree.codes() if tree else []
    return {
        "id": problem.id,
        "source": problem.source,
        "part": {"role": problem.part.role or None, "fold": problem.part.fold},
        "text": problem.text,
        "numbers": [number.to_json() for number in solved_numbers(problem, codes)],
        "equation": problem.equation,
        "tree": str(tree) if tree else None,
        "answer": None if problem.answer is None else str(problem.answer),
        "agrees": problem.agrees,
        "answerable": problem.answerable,
        "tags": [list(tag) for tag in problem.tags],
    }


def _show_problem(problem: "Problem") -> None:
    text = Text(problem.text)
    for quantity in problem.quantities:
        text.stylize("bold cyan", quantity.start, quantity.end)
    tree = problem.tree()
    numbers = ", ".join(f"{name} = {value}" for name, value in problem.values.items())
    screen = console()
    screen.print(Text.assemble((f"{problem.id}  ", "dim"), text))
    screen.print(f"  numbers   {numbers}")
    screen.print(f"  equation  {problem.equation or '-'}")
    screen.print(f"  solution  {tree.to_expression() if tree else '-'}    {tree or ''}")
    doubt = "" if problem.agrees else "  (the equation gives a different answer)"
    answer = problem.answer if problem.answerable else "none: the question has no answer"
    screen.print(f"  answer    {answer}{doubt}")
    if problem.tags:
        screen.print(f"  tags      {', '.join(f'{name} {value}' for name, value in problem.tags)}")
    screen.print()


@data_app.command("splits")
def splits_command(
    name: Name,
    data: DataFolder = None,
    text: TextColumn = "text",
    equation: EquationColumn = "equation",
    answer: AnswerColumn = "answer",
    as_json: AsJson = False,
) -> None:
    """Show the splits of a dataset: sizes, and how many test texts also occur in training."""
    from sumc.problems.splits import all_splits, seen_share

    dataset = _load(name, data, False, (text, equation, answer))
    rows = [
        {
            "split": split.name,
            "train": len(split.train),
            "validation": len(split.validation),
            "test": split.test_size,
            "test_left_out": len(split.test_skipped),
            "seen": round(seen_share(split.train, split.test), 4),
        }
        for split in all_splits(dataset)
    ]
    if as_json:
        print_json({"dataset": name, "splits": rows})
        return
    show_splits(rows)


@data_app.command("split")
def split_command(
    name: Name,
    data: DataFolder = None,
    split: Annotated[
        str, typer.Option(metavar="SPLIT", help="auto, published, fold-0, ...")
    ] = "auto",
    language: Annotated[str, typer.Option(help="Only problems in this language: en or zh.")] = "",
    also: Annotated[
        str, typer.Option(help="More datasets to train on, separated by commas.")
    ] = "",
    unseen: Annotated[str, typer.Option(help="Datasets or parts to keep out of training.")] = "",
    limit: Annotated[int, typer.Option(min=0, help="Training problems; 0 for all.")] = 0,
    digits_only: Digits = False,
    text: TextColumn = "text",
    equation: EquationColumn = "equation",
    answer: AnswerColumn = "answer",
    as_json: AsJson = False,
) -> None:
    """Show one split as a training would use it: sizes, sources and what was removed as a leak.

    With --json also the ids of all problems.
    """
    from sumc.problems.loading import SplitChoice, load_split

    choice = SplitChoice(
        *(name, split, language, not digits_only, also, unseen, limit),
        text_column=text,
        equation_column=equation,
        answer_column=answer,
    )
    with working(f"splitting {name}"):
        found = load_split(choice, data)
    print_json(_split_json(found)) if as_json else show_split(found, _parts(found))


def _split_json(split: "Split") -> Json:
    return {
        "dataset": split.dataset,
        "split": split.name,
        "fingerprint": split.fingerprint(),
        **{
            part: {"size": len(problems), "ids": _ids(problems)}
            for part, problems in _parts(split).items()
        },
        "test_left_out": [{"id": s.id, "reason": s.reason} for s in split.test_skipped],
        "broken_lines": split.broken_lines,
        "removed": dict(split.removed),
    }


def _parts(split: "Split") -> dict[str, Sequence["Problem"]]:
    return {"train": split.train, "validation": split.validation, "test": split.test}


def _ids(problems: Iterable["Problem"]) -> dict[str, list[str]]:
    """The ids by source: ids are unique only within one."""
    ids: dict[str, list[str]] = {}
    for problem in problems:
        ids.setdefault(problem.source, []).append(problem.id)
    return ids


@data_app.command("stats")
def stats_command(
    name: Name,
    data: DataFolder = None,
    digits_only: Digits = False,
    text: TextColumn = "text",
    equation: EquationColumn = "equation",
    answer: AnswerColumn = "answer",
    as_json: AsJson = False,
) -> None:
    """Count what is in a dataset, what was left out and why."""
    from sumc.problems.statistics import describe

    dataset = _load(name, data, digits_only, (text, equation, answer))
    with working(f"counting {name}"):
        statistics = describe(dataset)
    if as_json:
        print_json({"dataset": name, **statistics.to_json()})
    else:
        show_statistics(name, statistics)


@data_app.command("check-schemas")
def check_schemas_command(
    paths: Annotated[
        Optional[list[Path]],  # noqa: UP045  (typer reads the annotation at run time)
        typer.Argument(metavar="PATH", help="Your own schema files; default: the built-in ones."),
    ] = None,
    language: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(metavar="en|zh", help="Default: both, or that of your questions."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check what our own problems are made of: schemas, and the phrases of stories."""
    from sumc.problems.generator.checking import Check, check_schemas
    from sumc.problems.world.checking import check_stories

    with working("checking schemas"):
        check = check_schemas(language, paths or ())
        counts, mistakes = ((), ()) if paths else check_stories(language)
    check = Check(check.counts, tuple(sorted((*check.mistakes, *mistakes))))
    if as_json:
        print_json({**asdict(check), "stories": [asdict(count) for count in counts]})
    else:
        show_check(check, counts)
    raise typer.Exit(NO if check.mistakes else DONE)
