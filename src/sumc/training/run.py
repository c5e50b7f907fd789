"""`Run`: the self-explanatory folder of a training, which can be loaded to predict."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from sumc.codecs import Codec, codec_to_json, read_codec
from sumc.decoding.calibration import Calibration
from sumc.decoding.hypothesis import DEFAULT_SEARCH, Prediction, Search
from sumc.decoding.ranking import Ranker
from sumc.encoding.text import TextEncoding
from sumc.errors import PluginError, RunError, SettingsError, SumcError
from sumc.locks import only_writer, open_lock
from sumc.models import Model, build_model
from sumc.problems.problem import Problem
from sumc.settings.settings import (
    Settings,
    check_startable,
    differences,
    load_settings,
    to_toml,
)
from sumc.solving.manifest import CODEC, ENCODING
from sumc.solving.predictor import Predictor, SolvingModel
from sumc.storage import read_regular, remove_drafts, write_text
from sumc.strict_json import parse_json
from sumc.training.checkpoint import copy_into, read_checkpoint
from sumc.training.folder import (
    ABOUT,
    CALIBRATION,
    FIRST_OF_SEVERAL,
    HOLDER,
    LOCK,
    RANKER,
    README,
    REQUIREMENTS,
    RESULTS,
    SETTINGS,
    WEIGHTS,
    is_finished,
    is_old_run,
    names_inside,
)
from sumc.training.old_runs import read_old_run, rename_weights
from sumc.training.requirements import check_requirements, requirements
from sumc.training.sums import check_sum, read_sums, write_sums


@dataclass(frozen=True, slots=True)
class Run:
    """A trained model with all that it needs to read problems."""

    folder: Path
    settings: Settings
    model: Model
    predictor: Predictor

    @classmethod
    def load(cls, folder: str | Path, device: str = "cpu") -> "Run":
        """The model of a training's folder; a damaged or foreign folder is a clear error."""
        folder = Path(folder)
        settings = read_settings(folder)
        codec, encoding = read_learned(folder, settings)
        model = _build(folder, settings, encoding, codec)
        path = folder / WEIGHTS
        check_sum(folder, WEIGHTS)
        weights = read_checkpoint(path).tensors
        copy_into(model.state_dict(), rename_weights(weights), path)
        model = model.to(device).eval()
        predictor = replace(Predictor.of(model), decoding=settings.training.decoding)
        return cls(folder, settings, model, _with_fitted(predictor, folder))

    @property
    def results(self) -> Mapping[str, Any]:
        """Seed, versions, sizes and the validation accuracy."""
        return read_json(self.folder / RESULTS)

    def predict(
        self, problems: Iterable[Problem], search: Search = DEFAULT_SEARCH
    ) -> Iterator[Prediction]:
        """One prediction for every problem, in their order, each made when it is asked for."""
        self.model.check_decoding(search.decoding)
        return self.predictor.predict(problems, search)


def load_run_model(folder: Path) -> SolvingModel:
    """A run of `sumc train`, ready for a solver."""
    run = Run.load(folder)
    data = run.settings.data
    predictor = replace(run.predictor, sense=True)
    calibration = predictor.calibration or Calibration()
    return SolvingModel(
        folder.resolve().name, data.language, data.words, predictor, sure=calibration.sure
    )


def _build(folder: Path, settings: Settings, encoding: TextEncoding, codec: Codec[Any]) -> Model:
    """The model of a folder; any error about its settings names them."""
    try:
        return build_model(settings, encoding, codec)
    except (SumcError, MemoryError):
        raise
    except Exception as error:  # sizes that torch refuses, an encoder that transformers refuses
        reason = (str(error).strip().splitlines() or [type(error).__name__])[0]
        raise RunError(
            f"{folder} is damaged: cannot build a model from its settings: {reason}"
        ) from None


def _with_fitted(predictor: Predictor, folder: Path) -> Predictor:
    """A predictor with the ranker and the calibration of its folder, if there are any."""
    listed = read_sums(folder)
    if RANKER in listed or (folder / RANKER).exists():
        weights = read_json(folder / RANKER)
        ranker = _read_part(folder / RANKER, lambda: Ranker.from_json(weights))
        predictor = replace(predictor, ranker=ranker)
    if CALIBRATION in listed or (folder / CALIBRATION).exists():
        curve = read_json(folder / CALIBRATION)
        fitted = _read_part(folder / CALIBRATION, lambda: Calibration.from_json(curve))
        predictor = replace(predictor, calibration=fitted)
    return predictor


def check_folder(folder: Path, settings: Settings, *, resume: bool) -> None:
    """Make sure that a training can start or be resumed in a folder with these settings."""
    names = names_inside(folder)
    if SETTINGS not in names and not names.isdisjoint(FIRST_OF_SEVERAL):
        raise RunError(
            f"{folder} holds a training for each fold or seed: add --folds or --seeds, or choose "
            "another folder with --output"
        )
    if names and not resume:
        raise RunError(
            f"{folder} is not empty: resume its training with --resume, "
            "or choose another folder with --output"
        )
    if names and is_old_run(folder) and not is_finished(folder):
        raise RunError(
            f"{folder} holds an unfinished training of an older version of sumc, which cannot be "
            f"resumed; start a new one from its weights: --set training.start={folder}"
        )
    if names:
        _check_same(folder, settings)
    else:
        check_startable(settings)


def begin_folder(
    folder: Path, settings: Settings, codec: Codec[Any], encoding: TextEncoding
) -> None:
    """Write what does not change during a training, the settings first."""
    write_text(folder / SETTINGS, to_toml(settings))
    write_text(folder / README, ABOUT)
    if needed := requirements(settings):
        write_text(folder / REQUIREMENTS, needed)
    for name, learned in ((CODEC, codec_to_json(codec)), (ENCODING, encoding.to_json())):
        write_text(folder / name, json.dumps(learned, ensure_ascii=False) + "\n")
    write_sums(folder, (SETTINGS, REQUIREMENTS, CODEC, ENCODING))


def _check_same(folder: Path, settings: Settings) -> None:
    different = differences(read_settings(folder), settings)
    if not different:
        return
    lines = "".join(f"\n    {line}" for line in different)
    if is_finished(folder):
        raise RunError(
            f"{folder} is finished, with other settings than these; to train on, start a new "
            f"training from its weights (--set training.start={folder} --output DIR):{lines}"
        )
    raise RunError(
        f"{folder} was started with other settings, so it cannot be resumed with these; leave out "
        f"CONFIG and --set to resume it with its own (sumc train --resume --output {folder}):"
        f"{lines}"
    )


def read_settings(folder: Path) -> Settings:
    """The settings of a training's folder."""
    if not (folder / SETTINGS).is_file():
        raise RunError(f"{folder} is not the folder of a training: it has no {SETTINGS}")
    for name in (SETTINGS, REQUIREMENTS):
        check_sum(folder, name)
    check_requirements(folder / REQUIREMENTS)
    try:
        return read_old_run(folder)[0] if is_old_run(folder) else load_settings(folder / SETTINGS)
    except SettingsError as error:
        raise RunError(str(error)) from None


def read_learned(folder: Path, settings: Settings) -> tuple[Codec[Any], TextEncoding]:
    """What the training of a folder with these settings learned before its first step."""
    if is_old_run(folder):
        return read_old_run(folder)[1:]
    written, encoding = (read_json(folder / name) for name in (CODEC, ENCODING))
    codec = _read_part(folder / CODEC, lambda: read_codec(written))
    if codec.name != settings.codec_name:
        raise RunError(
            f"{folder / CODEC} is damaged: expected the codec {settings.codec_name}, "
            f"found {codec.name}"
        )
    found = _read_part(folder / ENCODING, lambda: TextEncoding.from_json(encoding))
    if found.constants not in ((), codec.constants):  # most models read none
        raise RunError(f"{folder / ENCODING} is damaged: its constants are not those of {CODEC}")
    return codec, found


T = TypeVar("T")


def _read_part(path: Path, read: Callable[[], T]) -> T:
    """What a file of a run holds; whatever is wrong with it, the error names the file."""
    try:
        return read()
    except PluginError:  # the file is all right, a package is not
        raise
    except SumcError as error:
        raise RunError(f"{path} is damaged: {error}") from None
    except (TypeError, ValueError, AttributeError, LookupError, ArithmeticError) as error:
        raise RunError(f"{path} is damaged: {type(error).__name__}: {error}") from None


def read_json(path: Path) -> dict[str, Any]:
    """The object in a JSON file of a run, if it is the one that was written."""
    check_sum(path.parent, path.name)
    try:
        data = parse_json(read_regular(path))
    except FileNotFoundError:
        raise RunError(f"{path} is missing") from None
    except OSError as error:
        raise RunError(f"{path} cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise RunError(f"{path} is damaged: {error}") from None
    if not isinstance(data, dict):
        raise RunError(f"{path} is damaged: expected an object")
    return data


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Reserve a folder for one training; the lock ends with the process, however that ends."""
    folder.mkdir(parents=True, exist_ok=True)
    held = f"training in {folder}"
    with open_lock(folder / LOCK) as file, only_writer(file, folder / HOLDER, held, RunError):
        remove_drafts(folder)
        yield
