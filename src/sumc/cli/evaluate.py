"""`sumc evaluate`: the figures of a trained run, with counts, intervals and the protocol."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.progress import TextColumn as BarText

from sumc.cli.data import DataFolder
from sumc.cli.evaluation_tables import show_outcome
from sumc.cli.evaluation_text import comparison_tables, report_tables
from sumc.cli.extras import needing_extras
from sumc.cli.options import AsJson, Overwrite
from sumc.cli.output import (
    STANDARD_INPUT,
    Json,
    choose,
    print_json,
    show_error,
    show_hint,
    write_file,
)
from sumc.cli.reproduce_text import show_tables
from sumc.cli.table_styles import Latex, Markdown, Style, print_tables, style_of
from sumc.decoding.hypothesis import DEFAULT_SEARCH, Search
from sumc.errors import SumcError

if TYPE_CHECKING:  # imported when there is something to evaluate
    from sumc.evaluation.benchmark import Outcome
    from sumc.evaluation.comparing import Evaluated
    from sumc.problems.description import Columns

DEVICES = Path("/dev")
"""Whatever is in it may be written to several times."""


Runs = Annotated[
    list[Path],
    typer.Argument(
        metavar="RUN",
        help="Folders of trainings; with --dataset, also shipped models (en) or exported folders. "
        "With --folds, folders that hold fold-0 to fold-4.",
    ),
]
PartName = Annotated[
    str,
    typer.Option(metavar="PART", help="The part to evaluate on: test, validation or train."),
]
OtherDataset = Annotated[
    Optional[str],  # noqa: UP045  (typer reads the annotation at run time on Python 3.10)
    typer.Option(
        metavar="NAME",
        help="Evaluate on another dataset (asdiv-a), or on its test part (mawps:fold-0).",
    ),
]
Folds = Annotated[
    bool, typer.Option("--folds", help="RUN holds the five folds of a cross-validation.")
]
AsEnsemble = Annotated[
    bool,
    typer.Option(
        "--ensemble", help="Evaluate all RUNs, trained on the same split, as an ensemble."
    ),
]
Decoding = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="How to search for hypotheses, such as joint, rounding, beam or greedy, if the "
        "model has it; default: as in its training.",
    ),
]
Beam = Annotated[
    Optional[int],  # noqa: UP045
    typer.Option(
        metavar="N", min=1, help="Width of the beam, if there is one; default: the model's own."
    ),
]
PredictionsFile = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option(
        metavar="FILE.jsonl",
        help="Write the predictions to this file, one line per problem, after every RUN.",
    ),
]
ErrorsFile = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option(metavar="FILE.md", help="Write the wrong problems with both trees to this file."),
]
GivenColumn = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option(
        metavar="NAME",
        help="Name of this column in a file given as --dataset; default: as in the training.",
    ),
]
OutputFile = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option(metavar="FILE.json", help="Write all figures and wrong problems to this file."),
]


def evaluate_command(
    runs: Runs,
    split: PartName = "test",
    dataset: OtherDataset = None,
    folds: Folds = False,
    ensemble: AsEnsemble = False,
    decoding: Decoding = "",
    beam: Beam = None,
    predictions: PredictionsFile = None,
    errors: ErrorsFile = None,
    output: OutputFile = None,
    overwrite: Overwrite = False,
    markdown: Markdown = False,
    latex: Latex = False,
    data: DataFolder = None,
    text: GivenColumn = None,
    equation: GivenColumn = None,
    answer: GivenColumn = None,
    as_json: AsJson = False,
) -> None:
    """Evaluate trained runs: right answers, codes and M-trees, with 95 % intervals.

    Several RUNs are compared in pairs (McNemar's exact test), and those that differ only in their
    seed also get a mean and a standard deviation. The figures also go into the folder of each run,
    as evaluation-PART.json. --json prints one line for each RUN, and one for the comparisons.
    Exit code: 0 done, 2 bad input or usage.
    """
    style = style_of(markdown, latex, as_json)
    _check_files((predictions, errors, output), overwrite)
    columns = (text, equation, answer)
    question = _Question(split, dataset, columns, folds, Search(decoding, beam or 0), data)
    _check_question(question)
    if ensemble and (dataset or folds or decoding or beam or len(runs) == 1):
        raise SumcError(
            "--ensemble needs several runs, and cannot be combined with --dataset, --folds, "
            "--decoding or --beam"
        )
    _check_runs(runs, question, ensemble)
    found: list[Evaluated] = []
    for each in _evaluate_all(runs, question, ensemble):
        found.append(each)
        if predictions and not _is_stream(predictions):
            _write_predictions(found, predictions)
        if style == "json":
            kinds = {"kinds": each.outcome.errors.kinds()}
            print_json({**_as_json(each.name, each.outcome), "errors": kinds})
        elif not style:
            show_outcome(each.name, each.outcome)
    _show_together(found, style)
    if predictions and _is_stream(predictions):
        _write_predictions(found, predictions)
    _write_files(found, errors, output)


@dataclass(frozen=True, slots=True)
class _Question:
    """What all runs are asked, and how."""

    split: str
    dataset: str | None
    columns: tuple[str | None, str | None, str | None]
    folds: bool
    search: Search
    data: str | None

    def named_columns(self) -> "Columns | None":
        """What the columns of a file are called, if that is given for any of them."""
        from sumc.problems.description import Columns

        usual = Columns()
        text, equation, answer = self.columns
        if not any(self.columns):
            return None
        return Columns(text or usual.text, equation or usual.equation, answer or usual.answer)


def _check_files(paths: tuple[Path | None, ...], overwrite: bool) -> None:
    """Refuse files that cannot be written before minutes of work, not after."""
    files = [path.resolve() for path in paths if path and path.resolve().parent != DEVICES]
    if len({*files}) < len(files):
        raise SumcError("--predictions, --errors and --output each need a file of their own")
    for path in filter(None, paths):
        if not path.resolve().parent.is_dir():
            raise SumcError(f"cannot write {str(path)!r}: no folder {str(path.parent)!r}")
        if path.is_file() and not overwrite:
            raise SumcError(
                f"{str(path)!r} already exists: choose another name, or replace it with "
                "--overwrite"
            )


def _check_question(question: _Question) -> None:
    """Refuse options that do not go with another dataset."""
    if question.dataset and question.folds:
        raise SumcError("--dataset evaluates single runs: leave out --folds")
    if question.dataset and question.split != "test":
        raise SumcError(
            "--dataset is evaluated on its test part, or as a whole: leave out --split"
        )
    if question.named_columns() and not question.dataset:
        raise SumcError("--text, --equation and --answer name columns of --dataset FILE")


def _check_runs(runs: list[Path], question: _Question, ensemble: bool) -> None:
    """Refuse what is wrong with any of the runs before the first one is evaluated."""
    given = [(_exported(run) or run).resolve() for run in runs]
    for place, run in enumerate(runs):
        if given.index(given[place]) < place:
            raise SumcError(f"{run} is given twice: every RUN is evaluated once")
    if ensemble:
        return
    for run in runs:
        if _exported(run):
            _check_exported(run, question)
            continue
        with needing_extras("evaluating"):
            from sumc.evaluation.checking import check_run
            from sumc.evaluation.protocol import ROLES
            from sumc.evaluation.runs import check_folds

            role = choose("--split", question.split, ROLES)
            columns, data = question.named_columns(), question.data
            for each in check_folds(run, data, role) if question.folds else [run]:
                check_run(each, data, question.search, question.dataset, columns)


def _evaluate_all(runs: list[Path], question: _Question, ensemble: bool) -> "Iterator[Evaluated]":
    """The runs one after the other, or all of them as one."""
    from sumc.evaluation.comparing import Evaluated
    from sumc.evaluation.runs import system_and_seed

    if ensemble:
        yield Evaluated(" + ".join(map(str, runs)), _evaluate_ensemble(runs, question))
        return
    for run in runs:
        outcome = _evaluate(run, question)
        system, seed = ("", None) if _exported(run) else system_and_seed(run)
        yield Evaluated(str(run), outcome, system, seed)


def _show_together(runs: "list[Evaluated]", style: Style) -> None:
    """Print how several runs compare; as Markdown or LaTeX, print everything."""
    from sumc.evaluation.comparing import Together

    found = Together.of(runs)
    if style == "json":
        if len(runs) > 1:
            print_json(found.to_json())
        return
    if style:
        print_tables(report_tables(runs, found.seeds, found.pairs), style)
    else:
        show_tables(comparison_tables(found.seeds, found.pairs))
    for remark in found.remarks():
        show_hint(remark)


def _is_stream(path: Path) -> bool:
    """Whether what is written to a path cannot be replaced later."""
    target = path.resolve()
    return str(path) == STANDARD_INPUT or (target.exists() and not target.is_file())


def _write_predictions(runs: "list[Evaluated]", path: Path) -> None:
    """Write the answers of all runs so far, as a whole or not at all."""
    rows = ({"run": run.name, **each.to_json()} for run in runs for each in run.outcome.answers)
    lines = (json.dumps(row, ensure_ascii=False, allow_nan=False) + "\n" for row in rows)
    write_file(path, "".join(lines))


def _write_files(runs: "list[Evaluated]", errors: Path | None, output: Path | None) -> None:
    from sumc.evaluation.comparing import Together

    if errors:
        write_file(errors, "\n".join(run.outcome.errors.to_markdown() for run in runs))
    if output:
        reports = {"reports": [_as_json(run.name, run.outcome) for run in runs]}
        together = Together.of(runs).to_json() if runs[1:] else {}
        write_file(output, _to_text({**reports, **together}))


def _evaluate(run: Path, question: _Question) -> "Outcome":
    """The outcome of a run or of five folds; it is also written into their folders."""
    if model := _exported(run):
        return _evaluate_exported(model, question)
    with needing_extras("evaluating"):
        from sumc.evaluation.protocol import ROLES
        from sumc.evaluation.runs import evaluate_folds, evaluate_run

        role, data = choose("--split", question.split, ROLES), question.data
        with _bar() as bar:
            given = (run, data, role, question.search, _progress(bar))
            if question.folds:
                found = evaluate_folds(*given)
            else:
                found = evaluate_run(*given, question.dataset, question.named_columns())
    _keep_all(run, _file_name(question), found)
    return found


def _file_name(question: _Question) -> str:
    """The name of the file, in the folder of a run, that has the answer to a question."""
    dataset, search = question.dataset, question.search
    asked = Path(dataset).name.replace(":", "-") if dataset else question.split
    how = "".join(f"-{each}" for each in (search.decoding, search.width) if each)
    return f"evaluation-{asked}{how}.json"


def _keep_all(run: Path, name: str, outcome: "Outcome") -> None:
    """Write the figures of a run, or of all its folds, into their folders."""
    _keep(run / name, run, outcome)
    for number, each in enumerate(outcome.folds):
        _keep(run / f"fold-{number}" / name, run / f"fold-{number}", each)


def _evaluate_ensemble(runs: list[Path], question: _Question) -> "Outcome":
    """One outcome for all runs."""
    with needing_extras("evaluating"):
        from sumc.evaluation.protocol import ROLES
        from sumc.evaluation.runs import evaluate_ensemble

        role = choose("--split", question.split, ROLES)
        with _bar() as bar:
            return evaluate_ensemble(runs, question.data, role, _progress(bar))


def _exported(run: Path) -> Path | None:
    """The folder of a model without torch, by its path or by the name of a shipped one."""
    from sumc.solving.manifest import is_model_folder
    from sumc.solving.solver import SHIPPED, SHIPPED_FOLDER

    if str(run) in SHIPPED and not run.is_dir():
        return SHIPPED_FOLDER / run
    return run if is_model_folder(run) else None


def _check_exported(run: Path, question: _Question) -> None:
    """Refuse a question that an exported model cannot be asked."""
    if not question.dataset or question.folds or question.search != DEFAULT_SEARCH:
        raise SumcError(
            f"{run.name} is an exported model: evaluate it with --dataset NAME, such as asdiv-a "
            "or math23k:published, and without --folds, --decoding and --beam"
        )


def _evaluate_exported(model: Path, question: _Question) -> "Outcome":
    from sumc.evaluation.runs import evaluate_exported

    with _bar() as bar:
        columns, dataset = question.named_columns(), question.dataset or ""
        return evaluate_exported(model, dataset, question.data, _progress(bar), columns)


def _bar() -> Progress:
    """A bar on a terminal's standard error, nothing elsewhere."""
    screen = Console(stderr=True)
    columns = BarText("{task.description}"), BarColumn(), MofNCompleteColumn()
    return Progress(
        *columns,
        TimeRemainingColumn(),
        console=screen,
        transient=True,
        disable=not screen.is_terminal,
    )


def _progress(bar: Progress) -> Callable[[str, int, int], None]:
    task = bar.add_task("loading", total=None)

    def show(name: str, done: int, total: int) -> None:
        bar.update(task, description=name, completed=done, total=total)

    return show


def _keep(path: Path, run: Path, outcome: "Outcome") -> None:
    """Write the figures into the folder of a run, unless it is read-only."""
    try:
        write_file(path, _to_text(_as_json(str(run), outcome)))
    except SumcError as error:
        show_error(str(error))


def _as_json(run: str, outcome: "Outcome") -> Json:
    return {"run": run, **outcome.report.to_json(), "errors": outcome.errors.to_json()}


def _to_text(content: Json) -> str:
    return json.dumps(content, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
