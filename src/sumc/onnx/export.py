"""`export_run`: the folder of a training to a folder that solves without torch."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from sumc import __version__
from sumc.errors import ModelError
from sumc.locks import only_writer, open_lock
from sumc.models.seq2code_joint import Seq2CodeJoint
from sumc.onnx.graphs import classifier_graph, reader_graph, verifier_graph
from sumc.onnx.vocabulary import cut_vocabulary
from sumc.problems.datasets import load_dataset
from sumc.problems.loading import load_apart, load_split
from sumc.problems.sequences import concatenate, select
from sumc.problems.splits import Problems, Split
from sumc.settings.encoders import PretrainedSettings
from sumc.solving.exported import build_exported
from sumc.solving.manifest import (
    CLASSIFIER,
    CODEC,
    ENCODING,
    KIND,
    MANIFEST,
    READER,
    VERIFIER,
    FileSum,
    Manifest,
    ModelLanguage,
    is_model_folder,
)
from sumc.storage import remove_drafts, write_bytes, write_text
from sumc.training.fitting import calibrate
from sumc.training.folder import HOLDER, is_finished
from sumc.training.run import Run
from sumc.training.start import give_mean

EXPORTING = ".exporting"
"""A file that is in a folder while a model is written to it, and stays if that is interrupted."""


def export_run(
    run_folder: str | Path,
    folder: str | Path,
    *,
    name: str | None = None,
    int8: bool = False,
    vocabulary: int | None = None,
    calibration: str = "",
    mean: Sequence[str] = (),
    data: str | Path | None = None,
) -> Manifest:
    """Export a trained model and calibrate its confidence on the validation problems.

    `name` is what solutions call the model, by default the name of the folder. With `int8` weights
    take a byte each; `vocabulary` is the most word pieces to keep, those of the training texts
    before others. `calibration` names other datasets to calibrate on as well, without the
    texts that were trained on; `mean` names other models, trained alike, for the mean of all
    their weights; `data` is where the datasets are, as for a training.
    """
    folder = Path(folder)
    _check_target(folder)
    run = Run.load(run_folder)
    if not isinstance(run.model, Seq2CodeJoint):
        raise ModelError(
            f"{run.folder} has the model {run.settings.model.name!r}; only {KIND!r} can be "
            "exported; other runs solve directly: sumc solve --model RUN"
        )
    split = _split(run, data)
    validation, model = _unlearned(run, split, calibration, data), run.model
    if mean:
        give_mean(model, mean, run.settings, "--mean")
    if vocabulary is not None:
        model = cut_vocabulary(model, (problem.text for problem in split.train), vocabulary)
    files = _files(model, int8=int8)
    settings = model.settings
    manifest = Manifest(
        name or folder.resolve().name,
        _language(validation),
        run.settings.data.words,
        settings.refinement,
        settings.label_smoothing,
        run.predictor.ranker,
        None,
        {file: FileSum.of(content) for file, content in files.items()},
        _about(run, model, int8=int8, models=1 + len(mean)),
    )
    predictor = build_exported(manifest, files, folder)
    manifest = replace(manifest, calibration=calibrate(predictor, validation)[0])
    _write(folder, manifest, files)
    return manifest


def _check_target(folder: Path) -> None:
    """Refuse to overwrite files that we did not write."""
    if folder.exists() and not folder.is_dir():
        raise ModelError(f"{folder} is a file, not a folder")
    if folder.is_dir() and any(folder.iterdir()) and not _is_ours(folder):
        raise ModelError(f"{folder} is not empty and has no {MANIFEST}: choose another folder")


def _is_ours(folder: Path) -> bool:
    """Whether a folder is a model, or what an interrupted export left behind."""
    return is_model_folder(folder) or (folder / EXPORTING).exists()


def _split(run: Run, data: str | Path | None) -> Split:
    """The problems of a finished run: the very ones that it was trained and chosen on."""
    if not is_finished(run.folder):
        raise ModelError(
            f"{run.folder} is not finished: sumc train --resume --output {run.folder}"
        )
    split = load_split(run.settings.data, data)
    if run.results["split"]["fingerprint"] != split.fingerprint():
        raise ModelError(
            f"the problems in the data folder are not those of {run.folder}: confidence would be "
            "calibrated on what the model has learned"
        )
    return split


def _unlearned(run: Run, split: Split, names: str, data: str | Path | None) -> Problems:
    """What the confidence is calibrated on: what the run says, and other datasets."""
    own = split.calibration or split.validation
    if not names:
        return own
    load = partial(load_dataset, data=data, words=run.settings.data.words)
    others = concatenate(*load_apart(names, load, split.train))
    known = frozenset(problem.masked_text for problem in split.train)
    places = (n for n, each in enumerate(others) if each.masked_text not in known)
    return concatenate(own, select(others, places))


def _files(model: Seq2CodeJoint, *, int8: bool) -> dict[str, bytes]:
    graphs = {READER: reader_graph, CLASSIFIER: classifier_graph}
    graphs |= {} if model.verifier is None else {VERIFIER: verifier_graph}
    return {
        CODEC: _json_bytes(model.codec.to_json()),
        ENCODING: _json_bytes(model.encoding.to_json()),
        **{
            name: graph(model, int8=int8).SerializeToString(deterministic=True)
            for name, graph in graphs.items()
        },
    }


def _json_bytes(data: Mapping[str, Any]) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def _language(problems: Problems) -> ModelLanguage:
    """The language of all problems; empty if there are two."""
    languages = sorted({problem.language for problem in problems})
    return languages[0] if len(languages) == 1 else ""


def _about(run: Run, model: Seq2CodeJoint, *, int8: bool, models: int) -> dict[str, Any]:
    """Where the model comes from, for people."""
    data, encoder = run.settings.data, run.settings.encoder
    return {
        "sumc": __version__,
        "dataset": data.dataset,
        "split": data.split,
        "also": data.also,
        "unseen": data.unseen,
        "model": run.settings.model.name,
        "encoder": encoder.weights if isinstance(encoder, PretrainedSettings) else encoder.cell,
        "parameters": sum(each.numel() for each in model.parameters()),
        "int8": int8,
        **({"mean_of": models} if models > 1 else {}),
    }


def _write(folder: Path, manifest: Manifest, files: Mapping[str, bytes]) -> None:
    """Write the manifest last: a folder without one is not a model, whatever was interrupted."""
    folder.mkdir(parents=True, exist_ok=True)
    marker, held = folder / EXPORTING, f"exporting to {folder}"
    with open_lock(marker) as file, only_writer(file, folder / HOLDER, held, ModelError):
        remove_drafts(folder)
        (folder / MANIFEST).unlink(missing_ok=True)
        for name, content in files.items():
            write_bytes(folder / name, content)
        text = json.dumps(manifest.to_json(), indent=2, ensure_ascii=False)
        write_text(folder / MANIFEST, text + "\n")
        marker.unlink()
