"""Several processes that answer batches; the output is the same as with one."""

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager

from sumc.bulk.rows import FORMATS, Format
from sumc.bulk.run import Answering, Batch, Line, answer_batch
from sumc.bulk.tasks import Task
from sumc.errors import SumcError

AHEAD = 2
"""Batches for each process that wait or are being answered."""

_OWN: list[tuple[Task, Format]] = []
"""What a worker process does."""


@contextmanager
def worker_processes(task: Task, kind: Format, workers: int) -> Iterator[Answering]:
    """Processes that each load the model once, and end with this one, however it ends."""
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, context, _begin, (task, kind.name))
    try:
        yield lambda batches: _in_order(pool, batches, AHEAD * workers)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _begin(task: Task, kind: str) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the first process to handle
    threading.Thread(target=end_with_parent, daemon=True).start()
    _OWN.append((task, FORMATS[kind]))


def end_with_parent() -> None:
    """Wait for the first process to end, and end too: nothing it began is left running."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _in_order(
    pool: ProcessPoolExecutor, batches: Iterator[Batch], most: int
) -> Iterator[tuple[Batch, list[Line]]]:
    """The answers in the order of the batches, of which only a few are in memory."""
    waiting: deque[tuple[Batch, Future[list[Line]]]] = deque()
    try:
        for batch in batches:
            waiting.append((batch, pool.submit(_answer, batch)))
            if len(waiting) >= most:
                yield _next(waiting)
        while waiting:
            yield _next(waiting)
    except BrokenProcessPool:
        raise SumcError(
            "a worker process was killed, perhaps for lack of memory: continue with --resume "
            "and fewer --workers"
        ) from None


def _next(waiting: deque[tuple[Batch, Future[list[Line]]]]) -> tuple[Batch, list[Line]]:
    batch, found = waiting.popleft()
    return batch, found.result()


def _answer(batch: Batch) -> list[Line]:
    (own,) = _OWN
    return answer_batch(*own, batch)
