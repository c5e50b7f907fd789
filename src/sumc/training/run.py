"""`Run`: the folder of a training, which explains itself and can be loaded to predict."""

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import compress, islice
from pathlib import Path
from typing import Any

import torch

from sumc.decoding.code_search import with_too_long
from sumc.decoding.prediction import Prediction
from sumc.decoding.ranking import Ranker
from sumc.encoding.batches import collate
from sumc.encoding.features import Example, Features
from sumc.errors import CodeError, RunError, SettingsError, SumcError
from sumc.models import Model, build_model
from sumc.models.model import CodeModel
from sumc.problems.problem import Problem
from sumc.settings.settings import (
    Settings,
    differences,
    load_settings,
    to_toml,
)
from sumc.training.checkpoint import DRAFT, copy_into, read_checkpoint, write_text

try:
    import fcntl
except ImportError:  # Windows has no such locks; two trainings in one folder are not noticed
    fcntl = None  # type: ignore[assignment]

SETTINGS = "settings.toml"
FEATURES = "features.json"
WEIGHTS = "model.safetensors"
CHECKPOINT = "checkpoint.safetensors"
RANKER = "ranker.json"
METRICS = "metrics.jsonl"
RESULTS = "results.json"
CURVE = "curve.png"
README = "README.md"
LOCK = ".lock"

ABOUT = f"""# A training of sumc

| file | what it is |
|---|---|
| `{SETTINGS}` | all settings; `sumc train {SETTINGS} --output DIR` trains the same weights again |
| `{FEATURES}` | what was learned from the training problems: vocabulary, codes, constants |
| `{WEIGHTS}` | the weights that were best on the validation problems |
| `{RANKER}` | how the best tree is chosen among candidates, fitted on the validation problems |
| `{METRICS}` | one line for every epoch |
| `{RESULTS}` | seed, versions, sizes and the validation accuracy; it is there when all is done |
| `{CURVE}` | the learning curve, where matplotlib was installed |
| `{CHECKPOINT}` | where the training is; it goes away when all is done |

Go on after an interruption: `sumc train --resume --output DIR`.
Judge it on problems that it never saw: `sumc evaluate DIR --split test`.

The model was chosen on the validation problems alone: the first epoch with the highest share of
right answers. The test problems were not touched.
"""


@dataclass(frozen=True, slots=True)
class Run:
    """A trained model with all that it needs to read problems."""

    folder: Path
    settings: Settings
    features: Features
    model: Model

    @classmethod
    def load(cls, folder: str | Path, device: str = "cpu") -> "Run":
        """The model of a training's folder; a damaged or foreign folder is a clear error."""
        folder = Path(folder)
        settings = read_settings(folder)
        features = read_features(folder)
        model = build_model(settings.model, features)
        path = folder / WEIGHTS
        copy_into(model.state_dict(), read_checkpoint(path).tensors, path)
        if isinstance(model, CodeModel) and (folder / RANKER).is_file():
            model.ranker = _read_ranker(folder / RANKER)
        return cls(folder, settings, features, model.to(device).eval())

    @property
    def results(self) -> Mapping[str, Any]:
        """Seed, versions, sizes and the validation accuracy."""
        return _read_json(self.folder / RESULTS)

    def predict(
        self, problems: Iterable[Problem], batch_size: int = 64, decoding: str = "joint"
    ) -> Iterator[Prediction]:
        """One prediction for every problem, in their order, a batch at a time."""
        waiting = iter(problems)
        longest = self.features.longest or math.inf
        while batch := list(islice(waiting, batch_size)):
            examples = [self.features.example(problem, labelled=False) for problem in batch]
            are_read = [example.length <= longest for example in examples]
            found = iter(self._answer(list(compress(examples, are_read)), decoding))
            yield from with_too_long(self.features.target, batch, are_read, found)

    def _answer(self, examples: Sequence[Example], decoding: str) -> list[Prediction]:
        self.model.eval()
        with torch.no_grad():
            return self.model.predict(collate(examples), decoding) if examples else []


def check_folder(folder: Path, settings: Settings, *, resume: bool) -> None:
    """Make sure that a training can start in a folder, or go on there with these settings."""
    names = _names(folder)
    if names and not resume:
        raise RunError(
            f"{folder} is not empty: go on with the training there by --resume, "
            "or choose another folder with --output"
        )
    if names:
        _check_same(folder, settings)


def begin_folder(folder: Path, settings: Settings, features: Features) -> None:
    """Write what does not change during a training; the settings come first."""
    write_text(folder / SETTINGS, to_toml(settings))
    write_text(folder / README, ABOUT)
    write_text(folder / FEATURES, json.dumps(features.to_json(), ensure_ascii=False) + "\n")


def _names(folder: Path) -> set[str]:
    """The files of a folder, except what a kill leaves behind before there is anything."""
    try:
        names = {path.name for path in folder.iterdir()}
    except FileNotFoundError:
        return set()
    except NotADirectoryError:
        raise RunError(f"{folder} is a file, not a folder") from None
    return {name for name in names if not name.endswith(DRAFT)} - {LOCK}


def _check_same(folder: Path, settings: Settings) -> None:
    different = differences(read_settings(folder), settings)
    if different:
        lines = "".join(f"\n    {line}" for line in different)
        raise RunError(
            f"{folder} was begun with other settings, so it cannot be resumed with these:{lines}"
        )


def is_finished(folder: Path) -> bool:
    """Whether a folder holds a training that is done."""
    return (folder / RESULTS).is_file()


def read_settings(folder: Path) -> Settings:
    """The settings of a training's folder."""
    if not (folder / SETTINGS).is_file():
        raise RunError(f"{folder} is not the folder of a training: it has no {SETTINGS}")
    try:
        return load_settings(folder / SETTINGS)
    except SettingsError as error:
        raise RunError(str(error)) from None


def read_features(folder: Path) -> Features:
    """What the training of a folder learned before its first step."""
    path = folder / FEATURES
    try:
        return Features.from_json(_read_json(path))
    except RunError:
        raise
    except (SumcError, TypeError) as error:
        raise RunError(f"{path} is damaged: {error}") from None


def _read_ranker(path: Path) -> Ranker:
    try:
        return Ranker.from_json(_read_json(path))
    except CodeError as error:
        raise RunError(f"{path} is damaged: {error}") from None


def _read_json(path: Path) -> dict[str, Any]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise RunError(f"{path} is missing") from None
    except (ValueError, RecursionError) as error:
        raise RunError(f"{path} is damaged: {error}") from None
    if not isinstance(data, dict):
        raise RunError(f"{path} is damaged: expected an object")
    return data


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep a folder for one training; the lock ends with the process, however that ends."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / LOCK).open("w") as file:
        if fcntl is not None:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise RunError(f"another process is training in {folder}") from None
        yield
