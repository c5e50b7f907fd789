"""Trained runs, alone or as the five folds of a cross-validation, to reports."""

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from sumc.decoding.hypothesis import DEFAULT_SEARCH, Prediction, Search
from sumc.errors import RunError
from sumc.evaluation.benchmark import Benchmark, Outcome, Predict, evaluate
from sumc.evaluation.checking import check_training_data, decoding_of
from sumc.evaluation.errors_report import merge_errors
from sumc.evaluation.judgement import AnyCodec, Coverage
from sumc.evaluation.protocol import Role, benchmark_of_dataset, benchmark_of_run, learned_by
from sumc.evaluation.report import merge
from sumc.problems.description import Columns
from sumc.problems.loading import columns_of, load_split
from sumc.problems.problem import Problem
from sumc.problems.splits import FOLDS, kind_and_fold
from sumc.settings.training import OF_THE_MACHINE
from sumc.training.folder import SETTINGS, is_finished

if TYPE_CHECKING:  # torch is imported when a run predicts
    from sumc.training.run import Run

KINDS: Mapping[str, str] = {
    "fold": "five folds",
    "all": "five folds of all records",
    "template": "five folds without shared texts",
}
"""What five runs can be the folds of, by the names of their splits."""

MAY_DIFFER = ("data.split", *OF_THE_MACHINE)
"""Settings in which the folds of one cross-validation may differ."""

UNFINISHED = "The training is not finished: these are the best weights so far."

Progress = Callable[[str, int, int], object]
"""Called with the name of the benchmark, how many problems are done and how many there are."""


def evaluate_run(
    folder: Path,
    data: str | Path | None = None,
    role: Role = "test",
    search: Search = DEFAULT_SEARCH,
    progress: Progress = lambda name, done, total: None,
    dataset: str | None = None,
    columns: Columns | None = None,
) -> Outcome:
    """Evaluate the model of a run's folder on a part of its split, or on another dataset.

    `columns` names the columns of a file of your own; by default those of the run's settings.
    """
    from sumc.training.run import Run
    from sumc.training.threads import use_threads

    run = Run.load(folder)
    settings = run.settings
    decoding = decoding_of(settings, search) or run.model.decodings[0]
    how = f", {decoding} decoding" if decoding else ""
    notes = [f"Model {settings.model.name} ({settings.encoder.kind}){how}."]
    trained_on = _trained_on(run)
    if trained_on is None:
        notes.append(UNFINISHED)
    if dataset:
        learned, why_unknown = learned_by(settings.data, data)
        benchmark = benchmark_of_dataset(
            dataset,
            data,
            words=settings.data.words,
            learned=learned,
            why_unknown=why_unknown,
            language=settings.data.language,
            notes=notes,
            columns=columns or columns_of(settings.data),
        )
    else:
        check_training_data(folder, settings.data)
        benchmark = benchmark_of_run(settings, data, role, notes, trained_on)
    with use_threads(settings.training.threads):
        predict = partial(run.predict, search=Search(decoding, search.width))
        return _evaluate(benchmark, predict, run.model.codec, progress)


def _trained_on(run: "Run") -> str | None:
    """The fingerprint of a run's training problems, once it is finished."""
    if not is_finished(run.folder):
        return None
    return str(run.results.get("split", {}).get("fingerprint", ""))


def evaluate_ensemble(
    folders: Sequence[Path],
    data: str | Path | None = None,
    role: Role = "test",
    progress: Progress = lambda name, done, total: None,
) -> Outcome:
    """Evaluate several runs of one split as an ensemble: their predictions are averaged."""
    from sumc.training.ensemble import load_ensemble
    from sumc.training.run import read_settings
    from sumc.training.threads import use_threads

    settings = [read_settings(folder) for folder in folders]
    for folder, each in zip(folders, settings, strict=True):
        check_training_data(folder, each.data)
    splits = [load_split(each.data, data) for each in settings]
    if len({split.fingerprint() for split in splits}) > 1:
        raise RunError("the runs of an ensemble must be trained on the same problems")
    with use_threads(settings[0].training.threads):
        ensemble, runs = load_ensemble(folders, splits[0].validation)
        size = sum(each.numel() for run in runs for each in run.model.parameters())
        notes = [
            f"Ensemble of {', '.join(run.folder.name for run in runs)}; {size:,} weights. The "
            "shares of the trees are averaged; confidence is calibrated on the validation part."
        ]
        trained_on = {_trained_on(run) for run in runs}
        if None in trained_on:
            notes.append(UNFINISHED)
        others = trained_on - {None, splits[0].fingerprint()}
        benchmark = benchmark_of_run(
            settings[0], data, role, notes, min((each for each in others if each), default=None)
        )
        codecs = AnyCodec(tuple(run.model.codec for run in runs))
        return _evaluate(benchmark, ensemble.predict, codecs, progress)


def evaluate_exported(
    folder: Path,
    dataset: str,
    data: str | Path | None = None,
    progress: Progress = lambda name, done, total: None,
    columns: Columns | None = None,
) -> Outcome:
    """Evaluate an exported model, without torch, on any dataset."""
    from sumc.solving.exported import DECODING, load_exported

    manifest, predictor = load_exported(folder)
    notes = [
        f"Model {manifest.name!r} as exported, {_size(folder):.1f} MB, {DECODING} decoding.",
        "It reads the plain text, like that of a user, without the words that a dataset gives.",
        "As in solving, candidates whose units make no sense rank below the others, and numbers "
        "of whole things are rounded where the question says which way.",
    ]
    benchmark = benchmark_of_dataset(
        dataset,
        data,
        words=manifest.words,
        language=manifest.language,
        notes=notes,
        columns=columns,
    )

    def predict(problems: Sequence[Problem]) -> Iterator[Prediction]:
        return predictor.predict(replace(problem, words=()) for problem in problems)

    return _evaluate(benchmark, predict, predictor.backend.codec, progress)


def _size(folder: Path) -> float:
    """Megabytes of the files of a folder."""
    return sum(path.stat().st_size for path in folder.iterdir() if path.is_file()) / 1e6


def _evaluate(
    benchmark: Benchmark, predict: Predict, codec: Coverage, progress: Progress
) -> Outcome:
    numbers = count(1)
    progress(benchmark.name, 0, benchmark.size)
    return evaluate(
        benchmark, predict, codec, lambda: progress(benchmark.name, next(numbers), benchmark.size)
    )


def evaluate_folds(
    folder: Path,
    data: str | Path | None = None,
    role: Role = "test",
    search: Search = DEFAULT_SEARCH,
    progress: Progress = lambda name, done, total: None,
) -> Outcome:
    """The five runs `fold-0` to `fold-4` of a folder, added up."""
    folders = fold_folders(folder, data)
    name = _common_name(folder, folders, role)
    outcomes = tuple(evaluate_run(each, data, role, search, progress) for each in folders)
    report = merge(name, [outcome.report for outcome in outcomes])
    errors = merge_errors(report, [outcome.errors for outcome in outcomes])
    answers = tuple(each for outcome in outcomes for each in outcome.answers)
    return Outcome(report, errors, answers, outcomes)


def system_of(folder: Path) -> str:
    """What a run, or the folds in a folder, have in common with those of another seed."""
    return system_and_seed(folder)[0]


def system_and_seed(folder: Path) -> tuple[str, int]:
    """What a run, or the folds in a folder, share with those of another seed, and the seed."""
    from sumc.settings.tables import flat
    from sumc.training.run import read_settings

    settings = read_settings(folder if (folder / SETTINGS).is_file() else folder / "fold-0")
    own = ("training.seed", *OF_THE_MACHINE)
    same = {name: each for name, each in flat(settings.tables()).items() if name not in own}
    return str(same), settings.training.seed


def check_folds(folder: Path, data: str | Path | None = None, role: Role = "test") -> list[Path]:
    """The folders of five folds that can be added up, or an error that says what is wrong."""
    folders = fold_folders(folder, data)
    _common_name(folder, folders, role)
    return folders


def fold_folders(folder: Path, data: str | Path | None = None) -> list[Path]:
    """The folders of the five folds; if some are missing, the error says how to train them."""
    folders = [folder / f"fold-{fold}" for fold in range(FOLDS)]
    begun = [each for each in folders if (each / SETTINGS).is_file()]
    missing = [each for each in folders if not is_finished(each)]
    if not missing:
        return folders
    config = shlex.quote(str(begun[0] / SETTINGS)) if begun else "CONFIG"
    where = f" --data {shlex.quote(str(data))}" if data else ""
    lines = (
        "--resume" if each in begun else f"{config} --set data.split={each.name}"
        for each in missing
    )
    commands = "".join(
        f"\n    sumc train {line} --output {shlex.quote(str(each))}{where}"
        for line, each in zip(lines, missing, strict=True)
    )
    raise RunError(f"{folder} lacks {len(missing)} of {FOLDS} trained folds; train:{commands}")


def _common_name(folder: Path, folders: Sequence[Path], role: Role) -> str:
    """What five runs are together; runs that cannot be added up are an error."""
    from sumc.settings.settings import differences
    from sumc.training.run import read_settings

    first, *others = [read_settings(each) for each in folders]
    kind, _ = kind_and_fold(first.data.split)
    different = {line for other in others for line in differences(first, other, MAY_DIFFER)}
    splits = [settings.data.split for settings in (first, *others)]
    if kind not in KINDS or splits != [f"{kind}-{fold}" for fold in range(FOLDS)]:
        different.add(
            f"data.split: expected fold-0 to fold-{FOLDS - 1}, found {', '.join(splits)}"
        )
    if different:
        lines = "".join(f"\n    {line}" for line in sorted(different))
        raise RunError(f"the runs in {folder} are not folds of one cross-validation:{lines}")
    return f"{first.data.dataset}, {KINDS[kind]}, {role} parts"
