"""`export_run`: the folder of a training to a folder that solves without torch."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from sumc import __version__
from sumc.decoding.calibration import Calibration
from sumc.errors import ModelError
from sumc.models.pretrained import PretrainedEncoder
from sumc.models.seq2code_joint import Seq2CodeJoint
from sumc.onnx.graphs import classifier_graph, reader_graph
from sumc.onnx.quantization import quantize
from sumc.problems.problem import Problem
from sumc.problems.splits import source_of
from sumc.solving.manifest import (
    CLASSIFIER,
    FEATURES,
    MANIFEST,
    READER,
    FileSum,
    Manifest,
    ModelLanguage,
    is_model_folder,
)
from sumc.solving.network import ExportedModel
from sumc.training.checkpoint import write_bytes, write_text
from sumc.training.material import fingerprint
from sumc.training.run import Run, is_finished, load_split, names_in

LONGEST = 256
"""Tokens of a text: far more than any word problem has, few enough to be read quickly."""
BATCH = 64


def export_run(
    run_folder: str | Path,
    folder: str | Path,
    *,
    name: str | None = None,
    int8: bool = False,
    data: str | Path | None = None,
) -> Manifest:
    """Export a trained model and calibrate its confidence on the validation problems.

    `name` is what solutions call the model, else the name of the folder. With `int8` weights
    take a byte each. `data` is where the datasets are, as for a training.
    """
    folder = Path(folder)
    _check_target(folder)
    run = Run.load(run_folder)
    if not isinstance(run.model, Seq2CodeJoint):
        raise ModelError(
            f"{run.folder} has the model {run.settings.model.name!r}; "
            f"only {Seq2CodeJoint.name!r} can be exported"
        )
    judges = _judges(run, data)
    files = _files(run, run.model, int8=int8)
    manifest = Manifest(
        name or folder.resolve().name,
        _language(judges),
        _longest(run.model),
        run.settings.data.words,
        run.settings.model.refinement,
        run.model.ranker,
        None,
        {file: FileSum.of(content) for file, content in files.items()},
        _about(run, int8=int8),
    )
    model = ExportedModel.build(manifest, files, folder)
    sources = [source_of(problem, names_in(run.settings.data.also)) for problem in judges]
    manifest = replace(manifest, calibration=_calibration(model, judges, sources))
    _write(folder, manifest, files)
    return manifest


def _check_target(folder: Path) -> None:
    """Make sure that nothing of somebody else is written over."""
    if folder.exists() and not folder.is_dir():
        raise ModelError(f"{folder} is a file, not a folder")
    if folder.is_dir() and any(folder.iterdir()) and not is_model_folder(folder):
        raise ModelError(f"{folder} is not empty and has no {MANIFEST}: choose another folder")


def _judges(run: Run, data: str | Path | None) -> Sequence[Problem]:
    """The validation problems of a run that is done, which must be those that it was chosen on."""
    if not is_finished(run.folder):
        raise ModelError(
            f"{run.folder} is not finished: sumc train --resume --output {run.folder}"
        )
    split = load_split(run.settings.data, data)
    if run.results["split"]["fingerprint"] != fingerprint(split):
        raise ModelError(
            f"the problems in the data folder are not those of {run.folder}: confidence would be "
            "calibrated on what the model has learned"
        )
    return split.validation


def _files(run: Run, model: Seq2CodeJoint, *, int8: bool) -> dict[str, bytes]:
    features = json.dumps(run.features.to_json(), ensure_ascii=False, separators=(",", ":"))
    graphs = {READER: reader_graph(model), CLASSIFIER: classifier_graph(model)}
    if int8:
        graphs = {name: quantize(graph) for name, graph in graphs.items()}
    return {
        FEATURES: features.encode("utf-8"),
        **{name: graph.SerializeToString(deterministic=True) for name, graph in graphs.items()},
    }


def _language(problems: Sequence[Problem]) -> ModelLanguage:
    """The language of all problems; empty if there are two."""
    languages = {problem.language for problem in problems}
    return languages.pop() if len(languages) == 1 else ""


def _longest(model: Seq2CodeJoint) -> int:
    encoder = model.encoder
    return min(LONGEST, encoder.longest) if isinstance(encoder, PretrainedEncoder) else LONGEST


def _calibration(
    model: ExportedModel, problems: Sequence[Problem], sources: Sequence[str]
) -> Calibration:
    batches = (problems[start : start + BATCH] for start in range(0, len(problems), BATCH))
    predictions = [each for batch in batches for each in model.predict(batch)]
    pairs = zip(predictions, problems, strict=True)
    right = [each.solves(problem) for each, problem in pairs]
    return Calibration.fit(predictions, right, sources)


def _about(run: Run, *, int8: bool) -> dict[str, Any]:
    """Where the model comes from, for people."""
    data = run.settings.data
    return {
        "sumc": __version__,
        "dataset": data.dataset,
        "split": data.split,
        "also": data.also,
        "unseen": data.unseen,
        "model": run.settings.model.name,
        "encoder": run.settings.model.pretrained or run.settings.model.cell,
        "parameters": sum(each.numel() for each in run.model.parameters()),
        "int8": int8,
    }


def _write(folder: Path, manifest: Manifest, files: Mapping[str, bytes]) -> None:
    """Write the manifest last: a folder without one is no model, whatever was interrupted."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / MANIFEST).unlink(missing_ok=True)
    for name, content in files.items():
        write_bytes(folder / name, content)
    text = json.dumps(manifest.to_json(), indent=2, ensure_ascii=False)
    write_text(folder / MANIFEST, text + "\n")
