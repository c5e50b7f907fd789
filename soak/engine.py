"""The rows of the table, and what they share: fuzzers, time, memory, failures to be replayed.

A fuzzer draws an input and judges it: no error, or one of our own, and whatever must hold, within
limits of time and memory. What does not hold is made smaller and written to a file that
`scripts/soak --replay FILE` judges again.
"""

import contextlib
import hashlib
import json
import os
import resource
import sys
import threading
import time
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, ClassVar, TypeVar

FAILURES = Path("soak-failures")
"""Where inputs are written that something did not survive."""
MOST_FAILURES = 20
"""After so many a row ends: the next are of the same kind."""

CALL_SECONDS = 0.05
"""Seconds that a public call may take."""
TRIES = 5
"""How often a slow call is repeated: a busy machine is slow now and then, a slow input always."""

STOPPING = threading.Event()
"""Set when somebody wants the table now: every row ends after its round."""

Json = Any
"""What an input is, so that it can be written down."""
T = TypeVar("T")


@dataclass(slots=True)
class Row:
    """One line of the table."""

    what: str
    count: int = 0
    survived: int = 0
    worst_seconds: float = 0.0
    memory_mb: float = 0.0
    note: str = ""
    failures: list[str] = field(default_factory=list)

    def add(self, seconds: float, failure: str = "") -> None:
        """Count one input, command or request."""
        self.count += 1
        self.survived += not failure
        self.worst_seconds = max(self.worst_seconds, seconds)
        if failure:
            self.failures.append(failure)


@dataclass(frozen=True, slots=True)
class Budget:
    """How long and how much a row works; whichever ends first ends it."""

    seconds: float
    count: int
    seed: int

    def rounds(self) -> Iterator[int]:
        """The numbers of the rounds that there is time for."""
        deadline = time.monotonic() + self.seconds
        for number in range(self.count):
            if time.monotonic() > deadline or STOPPING.is_set():
                return
            yield number


class TooSlowError(Exception):
    """A call that took longer than its limit, however often it was repeated."""


class Fuzzer(ABC):
    """Draws inputs and judges them."""

    name: ClassVar[str]
    full: ClassVar[int]
    """Inputs of a whole run."""
    most_mb: ClassVar[float]
    """The memory that the process may take."""
    clock: Callable[[], float] = staticmethod(time.process_time)
    """What calls are measured with: processor time, where the work is done in this process."""
    seconds: float = CALL_SECONDS
    """The limit of a call."""
    worst: float = 0.0
    """The longest call so far."""

    @abstractmethod
    def draw(self, random: Random) -> Json:
        """An input, hostile or almost harmless."""

    @abstractmethod
    def judge(self, given: Json) -> None:
        """Raise whatever should not be raised for an input."""

    def ready(self) -> AbstractContextManager[object]:
        """What inputs can be judged in, a running server for example."""
        return nullcontext()

    def soon(self, call: Callable[[], T]) -> T:
        """What a call returns or raises, if it does so within the limit."""
        start = self.clock()
        try:
            return call()
        finally:
            self.note_time(self.clock() - start, call)

    def note_time(self, took: float, call: Callable[[], object]) -> None:
        """Remember how long a call took: a slow one counts as its quickest repetition."""
        tries = TRIES
        while took > self.seconds and tries:
            tries -= 1
            start = self.clock()
            with contextlib.suppress(Exception):
                call()
            took = min(took, self.clock() - start)
        self.worst = max(self.worst, took)
        if took > self.seconds:
            raise TooSlowError(f"{took:.3f} s, the limit is {self.seconds:g} s")

    def run(self, budget: Budget) -> Row:
        """Judge as many inputs as there is time for."""
        row, random = Row(self.name), Random(f"{self.name} {budget.seed}")
        forget_peak()
        with self.ready():
            self.warm_up()
            for _ in budget.rounds():
                given = self.draw(random)
                complaint = self.complaint(given)
                row.add(self.worst, complaint and self.write_failure(given, complaint))
                if len(row.failures) >= MOST_FAILURES:
                    break
            row.memory_mb = self.peak()
        if row.memory_mb > self.most_mb:
            row.failures.append(f"{self.name}: more memory than {self.most_mb:g} MB")
        return row

    def warm_up(self) -> None:
        """Load what is loaded once, outside of the time that is measured."""
        self.complaint(self.draw(Random(0)))
        self.worst = 0.0

    def peak(self) -> float:
        """The most memory that the process had which did the work."""
        return peak_of(os.getpid()) or peak_mb()

    def complaint(self, given: Json) -> str:
        """What does not hold for an input, empty if everything does."""
        try:
            self.judge(given)
        except Exception as error:
            last = traceback.extract_tb(error.__traceback__)[-1]
            return f"{type(error).__name__}: {str(error)[:200]} ({last.name}:{last.lineno})"
        return ""

    def write_failure(self, given: Json, complaint: str) -> str:
        """Write the smallest input that fails like this one; what the table says of it."""
        kind = complaint.split(":")[0]
        small = shrunk(given, lambda each: self.complaint(each).startswith(kind))
        content = {"part": self.name, "complaint": self.complaint(small), "input": small}
        text = json.dumps(content, indent=2)
        FAILURES.mkdir(exist_ok=True)
        path = FAILURES / f"{self.name}-{hashlib.sha256(text.encode()).hexdigest()[:12]}.json"
        path.write_text(text + "\n", encoding="utf-8")
        return f"{path}: {complaint}"


def shrunk(given: Json, fails: Callable[[Json], bool], tries: int = 300) -> Json:
    """A smaller input that still fails: pieces are left out as long as that is so.

    Of a list first whole elements, then pieces of each.
    """
    if not isinstance(given, str | list) or not given:
        return given
    small: Any = _smaller(given, fails, tries)
    if isinstance(small, list):
        small = list(small)
        for index, part in enumerate(small):
            small[index] = shrunk(part, _inside(small, index, fails), tries)
    return small


def _inside(
    whole: list[Json], index: int, fails: Callable[[Json], bool]
) -> Callable[[Json], bool]:
    """Whether a list fails with another element at a place."""
    return lambda part: fails([*whole[:index], part, *whole[index + 1 :]])


def _smaller(given: Any, fails: Callable[[Json], bool], tries: int) -> Json:
    size = max(1, len(given) // 2)
    while size and tries > 0:
        for start in range(0, len(given), size):
            tries -= 1
            smaller = given[:start] + given[start + size :]
            if smaller and fails(smaller):
                given = smaller
                break
            if tries <= 0:
                break
        else:
            size //= 2
    return given


def forget_peak() -> None:
    """Let the most memory of this process count from now on, where the system can do that."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")


def peak_mb(whose: int = resource.RUSAGE_SELF) -> float:
    """The most memory that this process has had, or one of its children that have ended."""
    used = resource.getrusage(whose).ru_maxrss
    return used / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def peak_of(pid: int) -> float:
    """The most memory that another process has had, where the system tells it."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
        return int(status.split("VmHWM:")[1].split()[0]) / 1024
    except (OSError, IndexError):
        return 0.0


def table(rows: list[Row]) -> str:
    """The table that is printed in the end."""
    lines = [
        f"{'what':34}{'how many':>12}{'survived':>12}{'worst time':>13}{'memory':>10}  note",
        *(
            f"{row.what:34}{row.count:>12,}{row.survived:>12,}{row.worst_seconds:>11.3f} s"
            f"{row.memory_mb:>7.0f} MB  {row.note}"
            for row in rows
        ),
    ]
    return "\n".join([*lines, *(f"FAILED {failure}" for row in rows for failure in row.failures)])
