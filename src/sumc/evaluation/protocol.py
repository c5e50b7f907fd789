"""From the settings of a run to its benchmark: which problems, and how they are counted."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

from sumc.errors import DatasetError
from sumc.evaluation.benchmark import Benchmark
from sumc.evaluation.score import counted
from sumc.problems.datasets import GENERATED, Dataset, load_dataset
from sumc.problems.description import Columns
from sumc.problems.loading import columns_of, load_split
from sumc.problems.problem import ANSWER_TOLERANCE, EITHER_PERCENT
from sumc.problems.splits import (
    Problems,
    Split,
    asked_in,
    in_languages,
    kind_and_fold,
    outside_folds,
)
from sumc.settings.settings import Settings
from sumc.settings.training import DataSettings

Role = Literal["test", "validation", "train"]
ROLES: tuple[Role, ...] = ("test", "validation", "train")

_ABOUT: dict[Role, str] = {
    "test": "Test part: nothing was chosen on it. The model was chosen on the validation part; "
    "codes, constants and vocabulary come from the training part.",
    "validation": "Validation part: the model was chosen on it, so these figures are optimistic.",
    "train": "Training part: the model was trained on these problems.",
}

CHANGED = (
    "Careful: the training data has changed since this run was trained, so it may have seen some "
    "of these problems."
)


def benchmark_of_run(
    settings: Settings,
    data: str | Path | None = None,
    role: Role = "test",
    notes: Sequence[str] = (),
    trained_on: str | None = None,
) -> Benchmark:
    """The benchmark of a run: a part of its split, under a protocol that may get more notes.

    `trained_on` is the fingerprint of what the run has learned from: where the data folder now
    holds something else, the protocol says so. Where a run's test part is a reference fold and
    the dataset has records outside these folds, this fold's share of those is evaluated too.
    """

    split = load_split(settings.data, data)
    if trained_on not in (None, split.fingerprint()):
        notes = (*notes, CHANGED)
    benchmark = Benchmark(
        _name(settings.data, split, role),
        (_ABOUT[role], *_protocol(settings), *notes),
        _problems(split, role),
        dataset=split.dataset,
        seen_texts=frozenset(problem.masked_text for problem in split.train),
    )
    if role != "test":
        unread = _unread_elsewhere(settings.data, data, split)
        return replace(benchmark, protocol=(*benchmark.protocol, *unread))
    benchmark = replace(benchmark, skipped=split.test_skipped)
    if settings.data.dataset == GENERATED:  # it has no reference folds; spare a second reading
        return benchmark
    if split.fold is None:
        return replace(benchmark, outside=_outside(settings.data, data))
    everything = replace(settings.data, split=f"all-{split.fold}")
    return _with_beyond(benchmark, load_split(everything, data))


def benchmark_of_dataset(
    name: str,
    data: str | Path | None = None,
    *,
    words: bool = True,
    learned: Problems | None = None,
    why_unknown: str = "",
    language: str = "",
    notes: Sequence[str] = (),
    columns: Columns | None = None,
) -> Benchmark:
    """A benchmark on a dataset (`asdiv-a`) or a test part (`mawps:fold-0`) of one's choice.

    `learned` are the training problems, None where they are not known, and `why_unknown` says why;
    `language` is the one that the model reads, empty for both; `columns` names the columns of a
    file of your own.
    """
    split = load_asked(name, data, words, columns)
    asked, apart = _in_language(split.test, language)
    seen = None if learned is None else frozenset(problem.masked_text for problem in learned)
    protocol = (
        *(_words(words), *_COUNTING, _known(asked, seen, why_unknown)),
        *_percentages(asked),
        *apart,
        *notes,
    )
    return Benchmark(split.name, protocol, asked, split.test_skipped, seen, dataset=split.dataset)


def load_asked(name: str, data: str | Path | None, words: bool, columns: Columns | None) -> Split:
    """The problems of a dataset or of a test part of it, as they are asked."""

    def load(dataset: str) -> Dataset:
        return load_dataset(dataset, data, words=words, columns=columns)

    return asked_in(name, load)


def learned_by(data: DataSettings, folder: str | Path | None) -> tuple[Problems | None, str]:
    """What a run with these settings was trained on, or None and why that cannot be read."""
    try:
        return load_split(data, folder).train, ""
    except DatasetError as error:
        return None, f"the training data cannot be read ({error})"


def _known(asked: Problems, seen: frozenset[str] | None, why_unknown: str) -> str:
    if seen is None:
        reason = f": {why_unknown}" if why_unknown else ""
        return f"It is not known here which of these texts are in the training part{reason}."
    shared = sum(problem.masked_text in seen for problem in asked)
    occur = "occurs" if shared == 1 else "occur"
    return f"{shared:,} of these texts, numbers masked, also {occur} in the training part."


def _percentages(asked: Problems) -> Iterator[str]:
    if count := sum(EITHER_PERCENT in problem.tags for problem in asked):
        ask = "asks" if count == 1 else "ask"
        yield f"{count:,} {ask} for a percentage: 15 % may be answered 15 or 0.15."


def _in_language(problems: Problems, language: str) -> tuple[Problems, list[str]]:
    """The problems of a dataset for a model that reads one language, and a note on the others.

    Of a dataset in several languages it gets its own; if there are none in that one, it gets all.
    """
    own = in_languages(problems, [language])
    count = len(problems) - len(own) if language else 0
    if not count:
        return problems, []
    if not own:
        note = f"Careful: the model reads {language}, and these problems are in another language;"
        return problems, [f"{note} `sumc solve` would refuse them; here they count."]
    others = f"{counted(count, 'problem')} in another language {'is' if count == 1 else 'are'}"
    return own, [f"The model reads {language}: {others} not asked."]


def _name(data: DataSettings, split: Split, role: Role) -> str:
    whole = ", all records" if kind_and_fold(data.split)[0] == "all" else ""
    return f"{split.name}{whole}, {role} part"


def _problems(split: Split, role: Role) -> Problems:
    return {"test": split.test, "validation": split.validation, "train": split.train}[role]


def _protocol(settings: Settings) -> tuple[str, ...]:
    data = settings.data
    language = [f"Only problems in the language {data.language}."] if data.language else []
    limit = [f"Trained on {counted(data.limit, 'problem')} only."] if data.limit else []
    others = [f"Trained on {data.also} too."] if data.also else []
    unseen = [f"No text of {data.unseen} was trained on."] if data.unseen else []
    generated = (
        f"Trained on up to {counted(data.generated, 'built-in problem')} too: their words are in "
        "the vocabulary."
    )
    told = counted(data.stories, "problem")
    stories = f"Trained on {told} told from simulated worlds in every epoch."
    start = settings.training.start
    return (
        *_COUNTING,
        "Seen: the text, numbers masked, also occurs in the training part (validation not "
        "included).",
        *language,
        *limit,
        *others,
        *unseen,
        *([generated] if data.generated else []),
        *([stories] if data.stories else []),
        *([f"It started from the weights of {Path(start).name}."] if start else []),
        _words(data.words),
        f"Seed {settings.training.seed}.",
    )


_COUNTING = (
    f"An answer is right within 1/{ANSWER_TOLERANCE.denominator:,} of the published one (of 1 "
    "where that is smaller). 95 % intervals by Wilson.",
    "Records that cannot be read count as wrong answers; codes and trees are compared where "
    "there is a solution to compare with.",
)


def _words(count: bool) -> str:
    return "Number words count as numbers." if count else "Number words do not count as numbers."


def _unread_elsewhere(
    data: DataSettings, folder: str | Path | None, split: Split
) -> Iterator[str]:
    """What is missing outside the test part, which belongs to no fold."""
    dataset = _whole(data, folder)
    if count := len(dataset.skipped) - len(split.test_skipped):
        belong = "they belong to no split" if count > 1 else "it belongs to no split"
        yield f"{counted(count, 'record')} outside the test part cannot be read: {belong}."


def _outside(data: DataSettings, folder: str | Path | None) -> frozenset[str]:
    """The ids of the records that no reference fold has; none where nothing is published."""
    return outside_folds(_whole(data, folder))


def _whole(data: DataSettings, folder: str | Path | None) -> Dataset:
    return load_dataset(data.dataset, folder, words=data.words, columns=columns_of(data))


def _with_beyond(benchmark: Benchmark, whole: Split) -> Benchmark:
    """The benchmark with the records that the fold has only when all records are distributed."""
    asked = {problem.id for problem in benchmark.problems} | {
        each.id for each in benchmark.skipped
    }
    beyond = tuple(problem for problem in whole.test if problem.id not in asked)
    skipped = tuple(each for each in whole.test_skipped if each.id not in asked)
    if not beyond and not skipped:
        return benchmark
    note = (
        "All records: those outside the reference folds, which no model was trained on, are "
        "distributed over the folds (seed 0). They are either evaluated too or counted as wrong."
    )
    return replace(
        benchmark, protocol=(*benchmark.protocol, note), beyond=beyond, beyond_skipped=skipped
    )
