"""What is wrong with a run or a question, before anything is predicted."""

from pathlib import Path

from sumc.decoding.hypothesis import DEFAULT_SEARCH, Search
from sumc.errors import RunError, SettingsError
from sumc.evaluation.protocol import load_asked
from sumc.problems.datasets import SOURCES, load_dataset
from sumc.problems.description import Columns
from sumc.problems.loading import columns_of, names_in
from sumc.problems.splits import dataset_and_split
from sumc.settings.settings import Settings
from sumc.settings.training import DataSettings
from sumc.training.folder import WEIGHTS

WITHOUT_BEAM = ("joint", "rounding", "greedy")
"""Decodings that follow no beam of several hypotheses, so that its width means nothing."""


def check_run(
    folder: Path,
    data: str | Path | None = None,
    search: Search = DEFAULT_SEARCH,
    dataset: str | None = None,
    columns: Columns | None = None,
) -> None:
    """Refuse what `evaluate_run` would refuse, as far as that is known without the weights.

    What is read of a dataset is read once by a process, so this takes no time in the end.
    """
    from sumc.training.run import read_settings

    settings = read_settings(folder)
    if not (folder / WEIGHTS).is_file():
        raise RunError(f"{folder / WEIGHTS} is missing")
    decoding_of(settings, search)
    if dataset:
        load_asked(dataset, data, settings.data.words, columns or columns_of(settings.data))
        return
    check_training_data(folder, settings.data)
    own = columns_of(settings.data)
    load_dataset(settings.data.dataset, data, words=settings.data.words, columns=own)


def decoding_of(settings: Settings, search: Search) -> str:
    """How a run with these settings searches; empty for the only way of its model.

    A decoding that its model lacks is an error, and so is the width of a beam where there is none.
    """
    known = settings.kind.decodings
    if known and search.decoding and search.decoding not in known:
        mistake = f"{search.decoding}: unknown; this model has {', '.join(known)}"
        raise SettingsError("decoding", [mistake])
    decoding = search.decoding or settings.training.decoding or (*known, "")[0]
    if search.width and decoding in WITHOUT_BEAM:
        raise SettingsError(
            "beam", [f"the model {settings.model.name} has no beam in {decoding} decoding"]
        )
    return decoding


def check_training_data(folder: Path, data: DataSettings) -> None:
    """Make sure that the files of one's own that a run was trained on are where its settings say.

    Their paths are those that were written when it was trained.
    """
    listed = (data.also, data.unseen, data.calibration)
    names = [data.dataset, *(name for text in listed for name in names_in(text))]
    for name in names:
        path = Path(dataset_and_split(name)[0])
        if str(path) in SOURCES or not path.suffix or path.is_file():
            continue
        where = "which is not there" if path.is_absolute() else f"looked for in {Path.cwd()}"
        advice = "" if path.is_absolute() else ": start in the folder that has it"
        raise RunError(f"{folder} was trained on {path}, {where}{advice}")
