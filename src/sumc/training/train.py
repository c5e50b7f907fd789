"""`train`: a model from its settings and a split, into a folder that explains itself."""

import json
import platform
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import torch

from sumc import __version__
from sumc.errors import SettingsError, SumcError
from sumc.models import Model, build_model, load_pretrained
from sumc.problems.splits import Split
from sumc.settings.settings import Settings
from sumc.storage import write_bytes
from sumc.training.codec_check import LOOKED_AT, check_read_back, check_reversible
from sumc.training.curve import draw_curve
from sumc.training.fitting import fit_on_validation
from sumc.training.folder import CHECKPOINT, CURVE, LOCK, RESULTS, SUMMED, is_finished
from sumc.training.loop import Training, stage_names
from sumc.training.one_unit import split_in_one_unit
from sumc.training.progress import Progress, ignore, of_stage
from sumc.training.run import Run, begin_folder, check_folder, locked, read_learned
from sumc.training.start import give_weights
from sumc.training.state import State
from sumc.training.stopping import StopRequest
from sumc.training.stream import Stream, open_stream
from sumc.training.sums import write_sums
from sumc.training.team import Team, joined
from sumc.training.threads import use_threads


def train(
    settings: Settings,
    split: Split,
    folder: str | Path,
    *,
    resume: bool = False,
    progress: Progress = ignore,
) -> Run:
    """Train a model into a folder and return it with the weights that were best on validation.

    The test problems of the split are never looked at. A finished folder is just loaded.
    """
    folder = Path(folder)
    device = _device(settings)
    with joined(device) as team:
        if team.is_first:
            check_folder(folder, settings, resume=resume)
        if not team.largest(is_finished(folder)):
            lock = locked(folder) if team.is_first else nullcontext()
            with lock, use_threads(settings.training.threads):
                if not team.largest(is_finished(folder)):  # by another command in the meantime
                    _train(settings, split, folder, device, team, progress)
        team.wait()
    return Run.load(folder, device)


def _train(
    settings: Settings, split: Split, folder: Path, device: str, team: Team, progress: Progress
) -> None:
    read = split_in_one_unit(split) if settings.data.one_unit else split
    checkpoint = folder / CHECKPOINT
    resumes = checkpoint.is_file()
    stream = open_stream(settings, read, read_learned(folder, settings) if resumes else None)
    if not resumes:
        check_reversible(stream.codec, stream.solved(LOOKED_AT))
    torch.manual_seed(settings.training.seed)
    model = _build(settings, stream).to(device)
    if not resumes:
        load_pretrained(model)
        if settings.training.start:
            give_weights(model, settings.training.start, settings, "training.start")
    if not resumes and team.is_first:
        begin_folder(folder, settings, stream.codec, stream.encoding)
        again, _ = read_learned(folder, settings)  # if it fails, then not after the training
        check_read_back(stream.codec, again, stream.solved(LOOKED_AT))
    stages = {name: settings.stage(name) for name in stage_names(settings)}
    state = State(model, stages, split.fingerprint())
    if resumes:
        state.restore(checkpoint)
    shown = progress if team.is_first else ignore
    training = Training(settings, stream, read, state, folder, shown, team)
    with StopRequest() as request:
        training.run(request)
    if team.is_first:
        _finish(training)


def _build(settings: Settings, stream: Stream) -> Model:
    """The model; sizes that torch does not accept are a mistake in the settings."""
    try:
        model = build_model(settings, stream.encoding, stream.codec)
        model.check_decoding(settings.training.decoding)
    except SumcError:
        raise
    except (ArithmeticError, AssertionError, RuntimeError, ValueError) as error:
        raise SettingsError("section [model]", [str(error)]) from error
    return model


def _finish(training: Training) -> None:
    """Fit what is fitted on validation, draw the curve, write the results, tidy up."""
    folder, ranker = training.folder, training.settings.training.ranker
    split = training.split
    right = fit_on_validation(
        folder, split.validation, training.search, ranker=ranker, others=split.calibration
    )
    position = training.state.position
    draw_curve(position.metrics, position.points, _title(training), folder / CURVE)
    results = (json.dumps(_results(training, right), indent=2) + "\n").encode()
    write_sums(folder, SUMMED, {RESULTS: results})
    write_bytes(folder / RESULTS, results)  # last: now it is done
    for name in (CHECKPOINT, LOCK):
        (folder / name).unlink(missing_ok=True)


def _title(training: Training) -> str:
    """What was trained on what, and how well it went, for the learning curve."""
    position, name = training.state.position, training.settings.model.name
    share = position.best_correct / len(training.split.validation)
    epoch = of_stage(position.best_epoch, training.state.model.stage)
    best = f"best {100 * share:.1f} % at epoch {epoch}"
    return f"{name} on {training.split.name}: {best}"


def _results(training: Training, right: int) -> dict[str, Any]:
    position, stream, split = training.state.position, training.stream, training.split
    return {
        "validation_accuracy": position.best_correct / len(split.validation),
        "validation_correct": position.best_correct,
        "validation_correct_after_fitting_the_ranker_on_it": right,
        "best_epoch": position.best_epoch,
        "epochs": position.epoch,
        "stopped_early": position.epoch < training.stage.epochs,
        **_results_of_stages(training),
        "protocol": "chosen on validation answer accuracy; ties go to the earliest epoch",
        "seed": training.settings.training.seed,
        "split": {
            "name": split.name,
            "train": len(split.train),
            "validation": len(split.validation),
            "test": split.test_size,
            "test_left_out": len(split.test_skipped),
            "broken_lines": len(split.broken_lines),
            "unread": dict(split.unread),
            "removed": dict(split.removed),
            "fingerprint": training.state.data,
        },
        "trained_on": len(stream.usable),
        "left_out_of_training": stream.left_out.total(),
        "left_out_because": dict(stream.left_out),
        "generated": len(stream.generated),
        "stories": stream.settings.data.stories,
        "parameters": training.state.parameters,
        "processes": training.team.size,
        "precision": training.precision,
        "seconds": round(training.clock.seconds, 1),
        "processor_seconds": round(training.clock.processor_seconds, 1),
        "versions": {
            "sumc": __version__,
            "torch": torch.__version__,
            "python": platform.python_version(),
        },
        "command": "sumc train settings.toml --output DIR",
    }


def _results_of_stages(training: Training) -> dict[str, Any]:
    """How every stage went, where there are several; the other results are those of the last."""
    if len(training.names) == 1:
        return {}
    found = {}
    for name in training.names:
        rows = [row for row in training.state.position.metrics if row["stage"] == name]
        best = [row for row in rows if row["is_best"]][-1]
        found[name] = {
            "epochs": len(rows),
            "best_epoch": best["epoch"],
            "validation_accuracy": best["validation_accuracy"],
        }
    return {"stages": found}


def _device(settings: Settings) -> str:
    wanted, there = settings.training.device, torch.cuda.is_available()
    if wanted == "cuda" and not there:
        raise SettingsError("training.device", ["cuda: torch finds no GPU here"])
    if wanted == "cpu" or not there:
        return "cpu"
    torch.backends.cudnn.deterministic = True
    torch.backends.cudnn.benchmark = False
    return "cuda"
