"""How long a training takes, and how long it will take."""

import time
from collections.abc import Iterator
from contextlib import contextmanager


class Clock:
    """The time of one session, on top of what the sessions before it took."""

    def __init__(
        self, steps_before: int, seconds_before: float, processor_before: float = 0.0
    ) -> None:
        self._start = self._last_save = time.monotonic()
        self._seconds_before = seconds_before
        self._processor_before = processor_before - time.process_time()
        self.begin_stage(steps_before)

    def begin_stage(self, steps_before: int) -> None:
        """Measure the speed afresh: stages differ in speed, and steps that were skipped when the
        previous stage ended early took no time."""
        self._stage_start = time.monotonic()
        self._steps_before = steps_before
        self._problems = 0
        self._learning_seconds = 0.0

    @property
    def seconds(self) -> float:
        """The time of all sessions together."""
        return self._seconds_before + time.monotonic() - self._start

    @property
    def processor_seconds(self) -> float:
        """The processor time of all sessions, whatever else the machine had to do."""
        return self._processor_before + time.process_time()

    @property
    def since_save(self) -> float:
        """Seconds since the last checkpoint."""
        return time.monotonic() - self._last_save

    def saved(self) -> None:
        """Note that a checkpoint was written."""
        self._last_save = time.monotonic()

    @contextmanager
    def learning(self, problems: int) -> Iterator[None]:
        """Count the time of a step, without validations and checkpoints."""
        start = time.monotonic()
        yield
        self._learning_seconds += time.monotonic() - start
        self._problems += problems

    @property
    def problems_per_second(self) -> float:
        """How fast this session learns, in the current stage."""
        return self._problems / max(1e-9, self._learning_seconds)

    def seconds_left(self, steps_done: int, steps: int) -> float:
        """The time that the remaining steps take if they are like those of the current stage."""
        done = steps_done - self._steps_before
        session = time.monotonic() - self._stage_start
        return session / max(1, done) * (steps - steps_done)
