"""The two bounded queues of a server: texts that are solved in batches, and small jobs.

Work happens in threads, so the event loop is never blocked. A queue that is full says so at
once; what it accepted is answered.
"""

import asyncio
import contextlib
import logging
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from sumc.solving.solution import Solution
from sumc.web.errors import busy
from sumc.web.metrics import Metrics
from sumc.web.models import LoadedModel

_T = TypeVar("_T")
Json = dict[str, Any]
Render = Callable[[Solution, str], Json]
"""Turns a solution and the name of its model into what is sent."""
Solved = tuple[Solution | None, Json | Exception]
"""A solution and what is sent, or nothing and the error."""

SHARE = 0.75
"""The share of the free places that a request of several texts may take: others get some."""
FORGETTING = 0.8
"""The weight of the earlier average time for a text when a new batch is counted in."""

log = logging.getLogger("sumc.web")


@dataclass(slots=True)
class _Waiting:
    """A text, who solves it and who waits for the solution."""

    text: str
    model: LoadedModel
    answer: "asyncio.Future[Json]"


class SolveQueue:
    """Texts that wait for the solver; those that wait together are solved together.

    While one batch is being solved the next one gathers, so batches grow with the load and a
    lone request waits for nobody. Requests take turns, a text each: one that has many does not
    keep those after it waiting, and never takes all places that are left. `render` decides what a
    solution looks like; it is called in the thread that solves.
    """

    def __init__(self, size: int, batch_size: int, render: Render, metrics: Metrics) -> None:
        self.size = size
        self.batch_size = batch_size
        self.render = render
        self.metrics = metrics
        self.accepted = 0
        """Texts that are accepted and not answered yet."""
        self._waiting: deque[deque[_Waiting]] = deque()
        """The texts of every request for one model that are not in the solver yet."""
        self._seconds_per_text = 0.01

    def start(self) -> None:
        """Begin to work; call it where the event loop runs."""
        self._arrived = asyncio.Event()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="sumc-solve")
        self._worker = asyncio.get_running_loop().create_task(self._work())

    async def stop(self) -> None:
        """Finish what was accepted, then end."""
        while self.accepted:
            await asyncio.sleep(0.01)
        self._worker.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._worker
        self._thread.shutdown()

    async def solve(self, texts: Sequence[tuple[LoadedModel, str]]) -> list[Json]:
        """The answers to texts, in their order; 503 at once when there is no room for them."""
        if not self._has_places(len(texts)):
            raise busy(self.accepted * self._seconds_per_text)
        loop = asyncio.get_running_loop()
        mine = [_Waiting(text, model, loop.create_future()) for model, text in texts]
        self._waiting.extend(_by_model(mine))
        self._count(len(mine))
        self._arrived.set()
        answers = await asyncio.gather(*(each.answer for each in mine), return_exceptions=True)
        for answer in answers:
            if isinstance(answer, BaseException):
                raise answer
        return cast(list[Json], answers)

    def _has_places(self, texts: int) -> bool:
        """Whether this many texts can be accepted; a request that is alone may fill the queue."""
        free = self.size - self.accepted
        return texts <= (free if texts == 1 or not self.accepted else SHARE * free)

    def _count(self, change: int) -> None:
        self.accepted += change
        self.metrics.waiting.set(self.accepted)

    async def _work(self) -> None:
        while True:
            await self._arrived.wait()
            await asyncio.sleep(0)  # whatever arrived in the same moment comes along
            while self._waiting:
                await self._answer(self._next_batch())
            self._arrived.clear()

    def _next_batch(self) -> list[_Waiting]:
        """The next texts that go to the same model: one of every request, then another one."""
        model = self._waiting[0][0].model
        batch: list[_Waiting] = []
        others: deque[deque[_Waiting]] = deque()
        while self._waiting and len(batch) < self.batch_size:
            request = self._waiting.popleft()
            if request[0].model is not model:
                others.append(request)
                continue
            batch.append(request.popleft())
            if request:
                self._waiting.append(request)
        self._waiting.extendleft(reversed(others))
        return batch

    async def _answer(self, batch: list[_Waiting]) -> None:
        try:
            await self._solve_batch(batch)
        except Exception as error:  # the queue survives whatever happens to a batch
            for each in batch:
                _settle(each.answer, error)

    async def _solve_batch(self, batch: list[_Waiting]) -> None:
        start = time.perf_counter()
        loop = asyncio.get_running_loop()
        try:
            solved = await loop.run_in_executor(self._thread, _solve, batch, self.render)
        finally:
            self._count(-len(batch))
        seconds = time.perf_counter() - start
        self._seconds_per_text *= FORGETTING
        self._seconds_per_text += (1 - FORGETTING) * seconds / len(batch)
        self.metrics.batch_size.observe(len(batch))
        self.metrics.batch_seconds.observe(seconds)
        for each, (solution, answer) in zip(batch, solved, strict=True):
            _settle(each.answer, answer)
            if solution is not None:
                self._record(each.model.name, solution)

    def _record(self, model: str, solution: Solution) -> None:
        self.metrics.solutions.labels(model, solution.reason or "answered").inc()
        if solution.answer is not None:
            self.metrics.confidence.labels(model).observe(solution.confidence)


def _by_model(texts: Sequence[_Waiting]) -> Iterable[deque[_Waiting]]:
    """The texts of a request in a queue for each of its models."""
    found: dict[int, deque[_Waiting]] = {}
    for each in texts:
        found.setdefault(id(each.model), deque()).append(each)
    return found.values()


def _settle(future: "asyncio.Future[Json]", answer: Json | Exception) -> None:
    """Give an answer to whoever waits, unless the server cut them off to stop in time."""
    if future.done():
        return
    if isinstance(answer, Exception):
        future.set_exception(answer)
    else:
        future.set_result(answer)


def _solve(batch: Sequence[_Waiting], render: Render) -> list[Solved]:
    """Solve a batch; where it fails as a whole, only the texts at fault fail."""
    model, texts = batch[0].model, [each.text for each in batch]
    try:
        solutions = list(model.solver.solve_many(texts, batch_size=len(texts)))
        return [(solution, render(solution, model.name)) for solution in solutions]
    except Exception:
        log.exception("a batch of %d texts failed and is solved one by one", len(batch))
        return [_solve_one(model, text, render) for text in texts]


def _solve_one(model: LoadedModel, text: str, render: Render) -> Solved:
    try:
        solution = model.solver.solve(text)
        return solution, render(solution, model.name)
    except Exception as error:
        return None, error


class JobQueue:
    """Trees and checks, each a short piece of work in a thread."""

    def __init__(self, size: int, threads: int) -> None:
        self.size = size
        self.threads = threads
        self.accepted = 0

    def start(self) -> None:
        """Make the threads ready."""
        self._threads = ThreadPoolExecutor(self.threads, thread_name_prefix="sumc-job")

    async def run(self, job: Callable[[], _T]) -> _T:
        """The result of a job; 503 at once when too many are waiting."""
        if self.accepted >= self.size:
            raise busy(1)
        self.accepted += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, job)
        finally:
            self.accepted -= 1

    def stop(self) -> None:
        """End the threads; nothing is waiting any more when this is called."""
        self._threads.shutdown()
