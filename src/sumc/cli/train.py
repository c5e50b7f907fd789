"""`sumc train`: a model from a file of settings, in a folder that explains itself."""

import functools
import os
import shlex
import signal
import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from sumc.cli.bulk import LOCAL, RAY, check_engine
from sumc.cli.data import DataFolder
from sumc.cli.extras import needing_extras
from sumc.cli.model_list import show_models
from sumc.cli.options import Address, Engine
from sumc.cli.output import (
    Json,
    console,
    print_json,
    show_broken_lines,
    show_error,
    show_note,
    working,
)
from sumc.cli.training_logs import JSON_LINES, LOGS, TENSORBOARD, check_logs, training_logs
from sumc.cli.training_progress import training_progress
from sumc.errors import DatasetError, StoppedRunError, SumcError
from sumc.evaluation.score import counted
from sumc.problems.splits import FOLDS, kind_and_fold

if TYPE_CHECKING:  # torch and numpy are imported when the command runs
    from sumc.settings.settings import Settings
    from sumc.training.run import Run

DEFAULT = Path(__file__).parents[1] / "settings" / "default.toml"
"""The settings if neither a file nor a dataset is named."""
RUNS = Path("runs")
"""Default folder of the runs."""
STOPPED_BY = 128
"""Plus the number of a signal: the exit code of a process that the signal stopped."""


Config = Annotated[
    Optional[Path],  # noqa: UP045  (typer reads the annotation at run time on Python 3.10)
    typer.Argument(
        metavar="[CONFIG]",
        help="A TOML file of settings; default: train on the built-in problems.",
    ),
]
Overrides = Annotated[
    Optional[list[str]],  # noqa: UP045
    typer.Option("--set", metavar="A.B=C", help="Override a setting: training.epochs=5."),
]
Output = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option("--output", metavar="DIR", help="Folder of the run; default: runs/CONFIG."),
]
ResumeTraining = Annotated[
    bool, typer.Option("--resume", help="Resume the training in the output folder.")
]
Folds = Annotated[
    bool, typer.Option("--folds", help="Train all five folds, into DIR/fold-0 to DIR/fold-4.")
]
Seeds = Annotated[
    Optional[int],  # noqa: UP045
    typer.Option(
        "--seeds", min=1, metavar="N", help="Train with N seeds, into DIR/seed-0, DIR/seed-1, ..."
    ),
]
Logs = Annotated[
    Optional[list[str]],  # noqa: UP045
    typer.Option(
        "--log",
        metavar="NAME",
        help=f"Also log to: {', '.join(LOGS)} (JSON lines on standard output).",
    ),
]
Workers = Annotated[
    Optional[int],  # noqa: UP045
    typer.Option(
        min=1,
        metavar="N",
        help="With --engine ray: processes that train together, or folds to train in parallel.",
    ),
]
Models = Annotated[
    bool, typer.Option("--models", help="List the models that can be trained, then stop.")
]


def train_command(
    config: Config = None,
    overrides: Overrides = None,
    output: Output = None,
    resume: ResumeTraining = False,
    folds: Folds = False,
    seeds: Seeds = None,
    logs: Logs = None,
    data: DataFolder = None,
    engine: Engine = LOCAL,
    workers: Workers = None,
    address: Address = None,
    models: Models = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False,
) -> None:
    """Train a model and keep the weights that are best on the validation problems.

    Ctrl-C saves a checkpoint; --resume continues from it, to exactly the same weights.
    Several processes train together with: torchrun --nproc-per-node 2 -m sumc train CONFIG

    Exit code: 0 done, 2 bad settings or data, 130 stopped by Ctrl-C.
    """
    if models:
        show_models(as_json)
        return
    check_logs(logs or [])
    check_engine(engine, address)
    if workers is not None and engine != RAY:
        raise SumcError("--workers needs --engine ray; on one machine: torchrun -m sumc train")
    if seeds is not None and (folds or engine == RAY):
        raise SumcError("--seeds cannot be combined with --folds or --engine ray")
    place = output or RUNS / (config or DEFAULT).stem
    several = folds or seeds is not None
    logged = tuple(logs or ())
    asked = _Asked(config, tuple(overrides or ()), resume, data, logged, as_json, several)
    if engine == RAY:
        _train_on_ray(place, asked, folds, workers, address)
    elif folds:
        each = ((f"fold-{fold}", _of_fold(fold, place, asked)) for fold in range(FOLDS))
        _train_several(place, asked, each, FOLDS, f"{place} --folds")
    elif seeds:
        each = (
            (f"seed-{seed}", asked.with_override("training.seed", seed)) for seed in range(seeds)
        )
        _train_several(place, asked, each, seeds, f"{place}/seed-*")
    else:
        _train_into(place, asked)


@dataclass(frozen=True, slots=True)
class _Asked:
    """The options that all trainings of a command share."""

    config: Path | None
    overrides: tuple[str, ...]
    resume: bool
    data: str | None
    logs: tuple[str, ...]
    as_json: bool
    several: bool = False
    """Whether there is a training for each fold or seed."""

    def settings(self, folder: Path) -> "Settings":
        """The settings of the file, or of the folder when its training is resumed without one."""
        from sumc.settings.settings import load_settings, override

        if self.resume and self.config is None:
            from sumc.training.folder import begun_beside
            from sumc.training.run import read_settings

            begun = begun_beside(folder) if self.several else None
            return override(read_settings(begun or folder), self.overrides)
        names_dataset = any(text.startswith("data.dataset=") for text in self.overrides)
        if self.config or names_dataset:
            return load_settings(self.config, self.overrides)
        return load_settings(DEFAULT, self.overrides, gives_way=True)

    def with_override(self, name: str, value: object) -> "_Asked":
        """The same with one more setting."""
        return replace(self, overrides=(*self.overrides, f"{name}={value}"))


def _of_fold(fold: int, place: Path, asked: _Asked) -> _Asked:
    """The same with the split of a fold: of the kind in the settings, else of the reference."""
    with needing_extras("training"):
        kind, one = kind_and_fold(asked.settings(place / f"fold-{fold}").data.split)
    return asked.with_override("data.split", f"{'fold' if one is None else kind}-{fold}")


def _train_several(
    place: Path, asked: _Asked, trainings: Iterable[tuple[str, _Asked]], count: int, together: str
) -> None:
    """Train one after the other in folders inside one; `together` is how they are evaluated."""
    from sumc.training.folder import check_several

    check_several(place)
    for number, (name, one) in enumerate(trainings, start=1):
        if _is_first():
            sys.stderr.write(f"{name}, training {number} of {count}\n")
        _train_into(place / name, one, is_single=False)
    _show_next(together, asked)


def _train_on_ray(
    place: Path, asked: _Asked, folds: bool, workers: int | None, address: str | None
) -> None:
    """Train on a cluster, one model or all folds, and show the results."""
    with needing_extras("--engine ray"):
        import ray  # noqa: F401  (its absence is noticed before anything is read)

        from sumc.training.run import Run

        if not folds:
            _one_on_ray(place, asked, workers, address)
            _show(Run.load(place), asked.as_json)
            _show_next(str(place), asked)
            return
        failed = _folds_on_ray(place, asked, workers, address)
        for fold in range(FOLDS):
            if f"fold-{fold}" not in failed:
                _show(Run.load(place / f"fold-{fold}"), asked.as_json)
    if failed:
        raise SumcError(f"{len(failed)} of {FOLDS} folds failed: {', '.join(failed)}")
    _show_next(f"{place} --folds", asked)


def _one_on_ray(folder: Path, asked: _Asked, workers: int | None, address: str | None) -> None:
    from sumc.scale.training import train_on_ray
    from sumc.training.folder import is_finished
    from sumc.training.run import check_folder

    settings = asked.settings(folder)
    check_folder(folder, settings, resume=asked.resume)
    if not is_finished(folder):
        say = functools.partial(print, file=sys.stderr, flush=True)
        train_on_ray(settings, folder, asked.data, workers, address, say)


def _folds_on_ray(
    place: Path, asked: _Asked, workers: int | None, address: str | None
) -> list[str]:
    """Train all folds as jobs of a cluster; the names of those that failed."""
    from sumc.cli.reproduce_progress import job_progress
    from sumc.scale.jobs import run_calls
    from sumc.scale.training import train_alone
    from sumc.training.folder import check_several
    from sumc.training.run import check_folder

    check_several(place)
    calls = {}
    for fold in range(FOLDS):
        folder = (place / f"fold-{fold}").resolve()
        settings = _of_fold(fold, place, asked).settings(folder)
        check_folder(folder, settings, resume=asked.resume)
        calls[folder.name] = functools.partial(train_alone, settings, folder, asked.data)
    with job_progress(len(calls)) as report:
        return run_calls(calls, workers, report, address)


def _train_into(folder: Path, asked: _Asked, *, is_single: bool = True) -> None:
    """Train or resume in a folder and show the results, of a single training with what is next."""
    try:
        with needing_extras("training"):
            run = _train(folder, asked)
    except StoppedRunError as stopped:
        if not _is_first():
            raise typer.Exit(STOPPED_BY + stopped.signal) from None
        if is_single:
            show_error(f"{stopped}; resume with:\n    {_resume_command(folder, asked.data)}")
        else:
            show_error(f"{stopped}; the same command with --resume trains the rest")
        raise typer.Exit(STOPPED_BY + stopped.signal) from None
    except KeyboardInterrupt:
        show_error("stopped before the first step")
        raise typer.Exit(STOPPED_BY + signal.SIGINT) from None
    if not _is_first():
        return
    if JSON_LINES in asked.logs:
        print_json({"event": "done", "run": str(run.folder), **run.results})
    else:
        _show(run, asked.as_json)
    if is_single:
        _show_next(str(run.folder), asked)


def _train(folder: Path, asked: _Asked) -> "Run":
    settings, resume = asked.settings(folder), asked.resume  # mistakes in them need no torch
    from sumc.problems.loading import load_split
    from sumc.training.folder import is_finished
    from sumc.training.run import Run, check_folder
    from sumc.training.train import train

    if _is_first():  # the others start a little later, when the folder is no longer empty
        check_folder(folder, settings, resume=resume)  # before the dataset, which takes longer
    if is_finished(folder):
        sys.stderr.write(f"the training in {folder} is finished\n" if _is_first() else "")
        return Run.load(folder)
    _check_files(settings, asked)
    with working(f"reading {settings.data.dataset}"):
        split = load_split(settings.data, asked.data)
    if not _is_first():
        return train(settings, split, folder, resume=resume)
    show_broken_lines(split.broken_lines)
    for reason, count in split.unread.items():
        show_note(f"left out: {counted(count, 'record')}: {reason}")
    with training_progress() as show, training_logs(asked.logs, folder, show) as progress:
        return train(settings, split, folder, resume=resume, progress=progress)


def _check_files(settings: "Settings", asked: _Asked) -> None:
    """Make sure that the user's files are there, as seen from the current folder."""
    from sumc.problems.loading import names_in

    for name in (settings.data.dataset, *names_in(settings.data.also)):
        path, config = Path(name), asked.config
        if not path.suffix or path.is_absolute() or path.is_file():
            continue
        advice = ""
        if config and (config.parent / path).is_file():
            advice = f"; there is one beside {config}: train in that folder"
        elif asked.resume:
            advice = "; resume the training in the folder where it was started"
        raise DatasetError(f"no file {path} in the current folder, {Path.cwd()}{advice}")


def _is_first() -> bool:
    """Whether this is the process that writes and prints, of those that torchrun started."""
    return os.environ.get("RANK", "0") == "0"


def _resume_command(folder: Path, data: str | None) -> str:
    where = f" --data {shlex.quote(data)}" if data else ""
    return f"sumc train --resume --output {shlex.quote(str(folder))}{where}"


def _show(run: "Run", as_json: bool) -> None:
    results: Json = {"run": str(run.folder), **run.results}
    if as_json:
        print_json(results)
        return
    from sumc.training.progress import of_stage

    share, stages = 100 * results["validation_accuracy"], [*results.get("stages", ())]
    epoch = of_stage(results["best_epoch"], stages[-1] if stages else "")
    screen = console()
    screen.print(f"validation  {share:.2f} % of the answers, at epoch {epoch}")
    screen.print(f"run         {run.folder}")
    if (run.folder / TENSORBOARD).is_dir():
        screen.print(f"curves      tensorboard --logdir {run.folder / TENSORBOARD}")


def _show_next(evaluated: str, asked: _Asked) -> None:
    """What a person may do with what was trained."""
    if _is_first() and not asked.as_json and JSON_LINES not in asked.logs:
        console().print(f"next        sumc evaluate {evaluated} --split test")
