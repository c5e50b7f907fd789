"""One training loop for every model: seeded, selected on validation alone, resumable bit for
bit."""

import json
import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from torch.utils.checkpoint import checkpoint

from sumc.decoding.hypothesis import Search
from sumc.encoding.batches import MOST_PAIRS, Example, collate, narrow_parts
from sumc.errors import PluginError, RunError, StoppedRunError
from sumc.models import LossSum
from sumc.problems.splits import Split
from sumc.settings.encoders import PretrainedSettings
from sumc.settings.settings import Settings
from sumc.settings.training import StageSettings
from sumc.storage import write_text
from sumc.training.checkpoint import copy_into, read_checkpoint, write_checkpoint
from sumc.training.clock import Clock
from sumc.training.folder import CHECKPOINT, METRICS, STEPS, WEIGHTS
from sumc.training.optimization import learning_rate_factor, set_learning_rate, take_step
from sumc.training.precision import precision_on
from sumc.training.progress import (
    EpochDone,
    LossPoint,
    ProcessesChanged,
    Progress,
    StepDone,
    TrainingStarted,
    of_stage,
)
from sumc.training.state import Position, State
from sumc.training.stopping import StopRequest
from sumc.training.stream import Stream
from sumc.training.team import ALONE, Team
from sumc.training.validation import Validation

POINTS = 400
"""The approximate number of points on the learning curve of a full training."""


def stage_names(settings: Settings) -> tuple[str, ...]:
    """The stages of a training; most have one, without a name."""
    return settings.kind.stages or ("",)


class Training:
    """The steps, epochs, validations and stages of one session, which may end early."""

    def __init__(
        self,
        settings: Settings,
        stream: Stream,
        split: Split,
        state: State,
        folder: Path,
        progress: Progress,
        team: Team = ALONE,
    ) -> None:
        self.settings = settings
        self.streams = [stream.lasting(stage.epochs) for stage in state.stages]
        self.split = split
        self.state = state
        self.folder = folder
        self.progress = progress
        self.team = team
        self.names = state.names
        self.precision = precision_on(state.model.device, settings.training.precision)
        self.search = Search(settings.training.decoding)
        self.validation = Validation(
            team.share(split.validation),
            stream.codec,
            stream.encoding,
            self.search,
            has_stages=len(self.names) > 1,
        )
        self.steps_of_stages = list(map(_count_steps, self.streams, state.stages))
        position = state.position
        self.clock = Clock(self.steps_done, position.seconds, position.processor_seconds)
        self.request = StopRequest()
        self.spacing = max(1, sum(self.steps_of_stages) // POINTS)
        """Steps between two points of the learning curve."""

    @property
    def stream(self) -> Stream:
        """The training problems of the current stage."""
        return self.streams[self.state.position.stage]

    @property
    def stage(self) -> StageSettings:
        """The settings of the current stage."""
        return self.state.stages[self.state.position.stage]

    @property
    def steps_done(self) -> int:
        """The steps of all stages that are done."""
        position = self.state.position
        return sum(self.steps_of_stages[: position.stage]) + position.steps

    def run(self, request: StopRequest) -> None:
        """Train to the end, or until a stop is requested: then save and raise."""
        self.request = request
        self._write_metrics()
        self.progress(self._started())
        self._note_processes()
        while True:
            while not self.is_done:
                self._epoch()
            if self.state.position.stage + 1 == len(self.names):
                return
            self._next_stage()

    def _note_processes(self) -> None:
        """Report it when a training continues with a different number of processes."""
        before, now = self.state.position.processes, self.team.size
        if before != now and self.steps_done:
            self.progress(ProcessesChanged(before, now))
        self.state.position.processes = now

    @property
    def is_done(self) -> bool:
        """Whether all epochs of the stage are done, or too many passed without a better one."""
        position, patience = self.state.position, self.stage.patience
        if position.epoch >= self.stage.epochs:
            return True
        is_late = 0 < patience <= position.epoch - position.best_epoch
        return is_late and self._is_validated(position.epoch)

    def _next_stage(self) -> None:
        """Begin the next stage with the best weights of this one."""
        self.team.wait()  # until the first process has written them
        path, model = self.folder / WEIGHTS, self.state.model
        copy_into(model.state_dict(), read_checkpoint(path).tensors, path)
        done = self.state.position
        following = Position(
            stage=done.stage + 1,
            seconds=self.clock.seconds,
            processor_seconds=self.clock.processor_seconds,
            processes=done.processes,
            metrics=done.metrics,
            points=done.points,
        )
        self.state.begin(following)
        self.clock.begin_stage(self.steps_done)
        self._save()

    def _epoch(self) -> None:
        position = self.state.position
        self.state.model.train()
        size = self.stage.batch_size
        for batch in self.stream.batches(position.epoch, size, start=position.step):
            with self.clock.learning(len(batch)):
                self._step(batch)
            self.progress(self._step_done())
            if position.steps % self.spacing == 0:
                self._note_point()
            self._stop_or_save()
        correct = self._validate() if self._is_validated(position.epoch + 1) else None
        self._stop_or_save()
        self._end_epoch(correct)

    def _step(self, examples: list[Example]) -> None:
        position, stage, model = self.state.position, self.stage, self.state.model
        set_learning_rate(self.state.optimizer, self._learning_rate(position.steps))
        loss = self._shared_loss(examples)
        value = self.team.total([loss.item()])[0]
        if not math.isfinite(value):
            raise RunError(
                f"the loss is {value} in epoch {of_stage(position.epoch + 1, model.stage)}, step "
                f"{position.step + 1}: "
                "try a lower training.optimizer.learning_rate"
            )
        take_step(model, self.state.optimizer, loss, stage.clip, self.team)
        if self.state.average:
            self.state.average.update(model, position.steps)
        position.step += 1
        position.steps += 1
        position.loss += value * len(examples)
        position.problems += len(examples)
        position.recent_loss += value * len(examples)
        position.recent_problems += len(examples)

    def _shared_loss(self, examples: list[Example]) -> Tensor:
        """The part of the loss of a batch that this process has; all of it if it is alone.

        A process without a share takes part with the first example, which counts for nothing.
        """
        if self.team.is_alone:
            return self._loss(examples).mean()
        position = self.state.position
        self.team.seed_step(self.settings.training.seed, position.stage, position.steps)
        own = list(self.team.share(examples))
        found = self._loss(own or examples[:1])
        counts = self.team.total([count if own else 0.0 for count in found.counts])
        return (found * (1.0 if own else 0.0)).mean(counts)

    def _learning_rate(self, step: int) -> float:
        """The learning rate of a step of the current epoch, by its number in the stage."""
        position, stage = self.state.position, self.stage
        steps = self.steps_of_stages[position.stage]
        factor = learning_rate_factor(step, steps, position.epoch, stage.schedule)
        return stage.optimizer.learning_rate * factor

    def _note_point(self) -> None:
        """Add a point to the learning curve."""
        position, stage = self.state.position, self.stage
        share = position.step / self.stream.steps(position.epoch, stage.batch_size)
        point = LossPoint(
            self.steps_done,
            round(position.epoch + share, 4),
            position.recent_loss / position.recent_problems,
            self._learning_rate(position.steps - 1),
            self.state.model.stage,
        )
        row = {name: value for name, value in asdict(point).items() if value != ""}
        position.points.append(row)
        position.recent_loss, position.recent_problems = 0.0, 0
        self.progress(point)

    def _loss(self, examples: list[Example]) -> LossSum:
        """The loss of a batch; a wide one is read in parts, and each of them again when its
        gradient is taken, so that no step has to remember more than one part."""
        size = self.settings.training.part_size or len(examples)
        parts = narrow_parts(examples, size, MOST_PAIRS if self._attends else 0)
        if len(parts) == 1:
            return self._loss_of(examples)
        return LossSum.over(
            [checkpoint(self._loss_of, part, use_reentrant=False) for part in parts]
        )

    @property
    def _attends(self) -> bool:
        """Whether the tokens of a text attend to each other: then long texts are expensive."""
        return isinstance(self.state.model.encoder_settings, PretrainedSettings)

    def _loss_of(self, examples: list[Example]) -> LossSum:
        with self._autocast():
            loss = self.state.model(collate(examples, self.stream.codec))
        if not isinstance(loss, LossSum):  # a tensor has a mean too, but of the wrong things
            raise PluginError(
                f"`forward` of the model {self.settings.model.name!r}: expected a LossSum, found "
                f"{type(loss).__name__}"
            )
        return loss

    def _autocast(self) -> torch.autocast:
        kind = self.state.model.device.type
        return torch.autocast(kind, dtype=torch.bfloat16, enabled=self.precision == "bfloat16")

    def _stop_or_save(self) -> None:
        """Save when it is time to; when any process is asked to stop, save and raise."""
        self.request.signal = self.team.largest(self.request.signal)
        if self.request.signal:
            self._save()
            epoch = of_stage(self.state.position.epoch + 1, self.state.model.stage)
            raise StoppedRunError(
                f"stopped in epoch {epoch}; everything is saved in {self.folder}",
                self.request.signal,
            )
        if self.clock.since_save >= 60 * self.settings.training.checkpoint_minutes:
            self._save()

    def _save(self) -> None:
        self.state.position.seconds = self.clock.seconds
        self.state.position.processor_seconds = self.clock.processor_seconds
        if self.team.is_first:
            self.state.save(self.folder / CHECKPOINT)
        self.clock.saved()

    def _is_validated(self, epoch: int) -> bool:
        return epoch % self.stage.evaluate_every == 0 or epoch == self.stage.epochs

    def _validate(self) -> int:
        """How many validation problems the (averaged) weights get right."""
        with self._averaged():
            right = self.validation.count(self.state.model, lambda: bool(self.request.signal))
        return round(self.team.total([right])[0])

    @contextmanager
    def _averaged(self) -> Iterator[None]:
        """Put the averaged weights into the model for a while, if there is an average."""
        if self.state.average is None:
            yield
            return
        with self.state.average.inside(self.state.model):
            yield

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
        if not self.team.is_first:
            return
        with self._averaged():
            write_checkpoint(self.folder / WEIGHTS, self.state.model.state_dict(), {})

    def _write_metrics(self) -> None:
        """Write the epochs that are done and the points of the learning curve; after a resume, no
        line that the checkpoint lacks."""
        position = self.state.position
        if not self.team.is_first:
            return
        for name, rows in ((METRICS, position.metrics), (STEPS, position.points)):
            write_text(
                self.folder / name, "".join(json.dumps(row, sort_keys=True) + "\n" for row in rows)
            )

    def _metrics(self, event: EpochDone) -> dict[str, Any]:
        return {
            **({"stage": event.stage} if event.stage else {}),
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
            epochs=sum(stage.epochs for stage in self.state.stages),
            steps=sum(self.steps_of_stages),
            steps_done=self.steps_done,
            train=len(self.stream.usable),
            validation=len(self.split.validation),
            left_out=self.stream.left_out.total(),
            generated=len(self.stream.generated),
            stories=self.stream.settings.data.stories,
            parameters=self.state.parameters,
            device=str(self.state.model.device),
            removed=dict(self.split.removed),
        )

    def _step_done(self) -> StepDone:
        position = self.state.position
        return StepDone(
            position.epoch + 1,
            self.steps_done,
            position.mean_loss,
            self.clock.problems_per_second,
            self.clock.seconds_left(self.steps_done, sum(self.steps_of_stages)),
            self.state.model.stage,
        )

    def _epoch_done(self, correct: int | None, is_best: bool) -> EpochDone:
        position = self.state.position
        return EpochDone(
            position.epoch + 1,
            self.stage.epochs,
            position.mean_loss,
            None if correct is None else correct / len(self.split.validation),
            is_best,
            self.clock.problems_per_second,
            self.clock.seconds_left(self.steps_done, sum(self.steps_of_stages)),
            self.state.model.stage,
        )


def _count_steps(stream: Stream, stage: StageSettings) -> int:
    return sum(stream.steps(epoch, stage.batch_size) for epoch in range(stage.epochs))
