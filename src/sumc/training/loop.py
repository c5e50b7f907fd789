"""One training loop for every model: seeded, chosen on validation alone, resumed to the bit."""

import json
import math
import platform
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import torch

from sumc import __version__
from sumc.encoding.batches import collate, evaluation_batches
from sumc.encoding.features import Example
from sumc.errors import RunError, SettingsError, StoppedRunError, SumcError
from sumc.models import Model, build_model
from sumc.models.transfer import start_from
from sumc.problems.splits import Split
from sumc.settings.settings import Settings
from sumc.training.checkpoint import write_checkpoint, write_text
from sumc.training.clock import Clock
from sumc.training.curve import draw_curve
from sumc.training.material import Material, fingerprint, prepare
from sumc.training.optimization import learning_rate_factor, set_learning_rate, take_step
from sumc.training.progress import EpochDone, Progress, StepDone, TrainingStarted, ignore
from sumc.training.ranking import fit_on_validation
from sumc.training.run import (
    CHECKPOINT,
    CURVE,
    LOCK,
    METRICS,
    RESULTS,
    WEIGHTS,
    Run,
    begin_folder,
    check_folder,
    is_finished,
    locked,
    read_features,
)
from sumc.training.state import State
from sumc.training.stopping import StopRequest
from sumc.training.threads import use_threads

START_SHARE = 0.5
"""The share of its tables that a model must find in the one that it starts from."""


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
    check_folder(folder, settings, resume=resume)
    if not is_finished(folder):
        with locked(folder), use_threads(settings.training.threads):
            if not is_finished(folder):  # by another process in the meantime
                _train(settings, split, folder, device, progress)
    return Run.load(folder, device)


def _train(
    settings: Settings, split: Split, folder: Path, device: str, progress: Progress
) -> None:
    checkpoint = folder / CHECKPOINT
    goes_on = checkpoint.is_file()
    material = prepare(settings, split, read_features(folder) if goes_on else None)
    torch.manual_seed(settings.training.seed)
    model = _build(settings, material, pretrained=not goes_on).to(device)
    if not goes_on:
        _start_from(model, material, settings.training.start)
        begin_folder(folder, settings, material.features)
    state = State(model, settings.training, fingerprint(split))
    if goes_on:
        state.restore(checkpoint)
    training = Training(settings, material, state, folder, progress)
    with StopRequest() as request:
        training.run(request)
    _finish(training, split)


def _build(settings: Settings, material: Material, *, pretrained: bool) -> Model:
    """The model; sizes that torch does not accept are a mistake of the settings."""
    try:
        return build_model(settings.model, material.features, pretrained=pretrained)
    except SumcError:
        raise
    except (ArithmeticError, AssertionError, RuntimeError, ValueError) as error:
        raise SettingsError("section [model]", [str(error)]) from error


def _start_from(model: Model, material: Material, folder: str) -> None:
    """Give a fresh model the weights of another training, as far as they share words and codes."""
    if folder:
        other = Run.load(folder)
        copied = start_from(model, material.features, other.model, other.features)
        wanted = len(model.state_dict())
        if copied < START_SHARE * wanted:
            mistake = f"{folder} is another kind of model: {copied} of {wanted} tables fit"
            raise SettingsError("training.start", [mistake])


class Training:
    """The steps, epochs and validations of one session, which ends early when asked to."""

    def __init__(
        self,
        settings: Settings,
        material: Material,
        state: State,
        folder: Path,
        progress: Progress,
    ) -> None:
        self.settings = settings.training
        self.all_settings = settings
        self.material = material
        self.state = state
        self.folder = folder
        self.progress = progress
        self.steps = _count_steps(settings, material)
        self.clock = Clock(state.position.steps, state.position.seconds)
        self.request = StopRequest()

    def run(self, request: StopRequest) -> None:
        """Train to the end, or until the request comes: then save and raise."""
        self.request = request
        self._write_metrics()
        self.progress(self._started())
        while not self.is_done:
            self._epoch()

    @property
    def is_done(self) -> bool:
        """Whether all epochs are done, or none was better for too long."""
        position, patience = self.state.position, self.settings.patience
        if position.epoch >= self.settings.epochs:
            return True
        is_late = 0 < patience <= position.epoch - position.best_epoch
        return is_late and self._is_validated(position.epoch)

    def _epoch(self) -> None:
        position = self.state.position
        batches = self.material.batches(self.all_settings, position.epoch)
        self.state.model.train()
        for batch in batches[position.step :]:
            with self.clock.learning(len(batch)):
                self._step(batch)
            self.progress(self._step_done())
            self._stop_or_save()
        correct = self._validate() if self._is_validated(position.epoch + 1) else None
        self._stop_or_save()
        self._end_epoch(correct)

    def _step(self, examples: list[Example]) -> None:
        position = self.state.position
        factor = learning_rate_factor(position.steps, self.steps, self.settings)
        set_learning_rate(self.state.optimizer, self.settings.learning_rate * factor)
        loss = self.state.model.loss(collate(examples))
        value = loss.item()
        if not math.isfinite(value):
            raise RunError(
                f"the loss is {value} in epoch {position.epoch + 1}, step {position.step + 1}: "
                "try a lower training.learning_rate"
            )
        take_step(self.state.model, self.state.optimizer, loss, self.settings.clip)
        if self.state.average:
            self.state.average.update(self.state.model, position.steps)
        position.step += 1
        position.steps += 1
        position.loss += value * len(examples)
        position.problems += len(examples)

    def _stop_or_save(self) -> None:
        """Save when it is time to; when asked to stop, save and raise."""
        if self.request.signal:
            self._save()
            epoch = self.state.position.epoch + 1
            raise StoppedRunError(
                f"stopped in epoch {epoch}, everything is saved in {self.folder}",
                self.request.signal,
            )
        if self.clock.since_save >= 60 * self.settings.checkpoint_minutes:
            self._save()

    def _save(self) -> None:
        self.state.position.seconds = self.clock.seconds
        self.state.save(self.folder / CHECKPOINT)
        self.clock.saved()

    def _is_validated(self, epoch: int) -> bool:
        return epoch % self.settings.evaluate_every == 0 or epoch == self.settings.epochs

    def _validate(self) -> int:
        """How many validation problems the (averaged) weights solve; fewer when asked to stop."""
        model, average = self.state.model, self.state.average
        correct = 0
        model.eval()
        with average.inside(model) if average else nullcontext(), torch.no_grad():
            for examples in evaluation_batches(self.material.validation, self.settings.batch_size):
                if self.request.signal:
                    break
                found = zip(model.predict(collate(examples)), examples, strict=True)
                correct += sum(prediction.solves(each.problem) for prediction, each in found)
        return correct

    def _end_epoch(self, correct: int | None) -> None:
        """Keep the weights if they are better than all before, then note and save the epoch."""
        position = self.state.position
        is_best = correct is not None and correct > position.best_correct
        if correct is not None and is_best:
            position.best_epoch, position.best_correct = position.epoch + 1, correct
            self._write_weights()
        event = self._epoch_done(correct, is_best)
        position.metrics.append(self._metrics(event))
        position.epoch += 1
        position.step = position.problems = 0
        position.loss = 0.0
        self._write_metrics()
        self._save()
        self.progress(event)

    def _write_weights(self) -> None:
        model, average = self.state.model, self.state.average
        with average.inside(model) if average else nullcontext():
            write_checkpoint(self.folder / WEIGHTS, model.state_dict(), {})

    def _write_metrics(self) -> None:
        """Write the epochs that are done; after a resume, no line that the checkpoint lacks."""
        lines = (json.dumps(row) + "\n" for row in self.state.position.metrics)
        write_text(self.folder / METRICS, "".join(lines))

    def _metrics(self, event: EpochDone) -> dict[str, Any]:
        return {
            "epoch": event.epoch,
            "steps": self.state.position.steps,
            "loss": event.loss,
            "validation_accuracy": event.accuracy,
            "is_best": event.is_best,
            "problems_per_second": round(event.problems_per_second, 1),
            "seconds": round(self.clock.seconds, 1),
        }

    def _started(self) -> TrainingStarted:
        return TrainingStarted(
            epochs=self.settings.epochs,
            steps=self.steps,
            steps_done=self.state.position.steps,
            train=len(self.material.train),
            validation=len(self.material.validation),
            left_out=self.material.left_out,
            generated=len(self.material.generated),
            parameters=_parameters(self.state),
            device=str(next(self.state.model.parameters()).device),
        )

    def _step_done(self) -> StepDone:
        position = self.state.position
        return StepDone(
            position.epoch + 1,
            position.steps,
            position.mean_loss,
            self.clock.problems_per_second,
            self.clock.seconds_left(position.steps, self.steps),
        )

    def _epoch_done(self, correct: int | None, is_best: bool) -> EpochDone:
        position = self.state.position
        return EpochDone(
            position.epoch + 1,
            self.settings.epochs,
            position.mean_loss,
            None if correct is None else correct / len(self.material.validation),
            is_best,
            self.clock.problems_per_second,
            self.clock.seconds_left(position.steps, self.steps),
        )


def _count_steps(settings: Settings, material: Material) -> int:
    return sum(material.steps(settings, epoch) for epoch in range(settings.training.epochs))


def _parameters(state: State) -> int:
    return sum(each.numel() for each in state.model.parameters() if each.requires_grad)


def _finish(training: Training, split: Split) -> None:
    """Fit the ranker, draw the curve, write the results, remove what only a resume needs."""
    folder = training.folder
    ranked = fit_on_validation(folder, training.material) if training.settings.ranker else None
    draw_curve(training.state.position.metrics, folder / CURVE)
    write_text(folder / RESULTS, json.dumps(_results(training, split, ranked), indent=2) + "\n")
    for name in (CHECKPOINT, LOCK):
        (folder / name).unlink(missing_ok=True)


def _results(training: Training, split: Split, ranked: int | None) -> dict[str, Any]:
    position, material = training.state.position, training.material
    return {
        "validation_accuracy": position.best_correct / len(material.validation),
        "validation_correct": position.best_correct,
        "validation_correct_after_fitting_the_ranker_on_it": ranked,
        "best_epoch": position.best_epoch,
        "epochs": position.epoch,
        "stopped_early": position.epoch < training.settings.epochs,
        "protocol": "chosen on validation answer accuracy; the first of equal epochs",
        "seed": training.settings.seed,
        "split": {
            "name": split.name,
            "train": len(split.train),
            "validation": len(split.validation),
            "test": split.test_size,
            "test_left_out": len(split.test_skipped),
            "fingerprint": training.state.data,
        },
        "trained_on": len(material.train),
        "left_out_of_training": material.left_out,
        "generated": len(material.generated),
        "parameters": _parameters(training.state),
        "seconds": round(training.clock.seconds, 1),
        "versions": {
            "sumc": __version__,
            "torch": torch.__version__,
            "python": platform.python_version(),
        },
        "command": "sumc train settings.toml --output DIR",
    }


def _device(settings: Settings) -> str:
    wanted, there = settings.training.device, torch.cuda.is_available()
    if wanted == "cuda" and not there:
        raise SettingsError("training.device", ["cuda: torch finds no GPU here"])
    if wanted == "cpu" or not there:
        return "cpu"
    torch.backends.cudnn.deterministic = True
    torch.backends.cudnn.benchmark = False
    return "cuda"
