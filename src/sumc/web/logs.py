"""The log of a server: lines of JSON on standard error, written by a thread of its own.

A terminal or a pipe that is not read blocks that thread and nothing else; what the queue cannot
hold is dropped and counted. A message that repeats itself is written once a minute, with the
number of times: what goes wrong a thousand times a second must not fill a disk.
"""

import json
import logging
import math
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timezone
from logging.handlers import QueueHandler, QueueListener
from queue import Full, Queue
from typing import Any, TextIO

MOST_WAITING = 10_000
ACCESS = "sumc.access"
"""The log of requests."""
REPEAT_SECONDS = 60.0
"""How long a message that was written is only counted when it repeats."""
MOST_KINDS = 200
"""Kinds of messages that are counted separately at a time."""
_PARTICULARS = re.compile(r"0x[0-9a-f]+|[0-9]+")
_now = time.monotonic


class JsonFormatter(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level and event, the fields of a request, and the error where there is one."""
        when = datetime.fromtimestamp(record.created, timezone.utc)
        line: dict[str, Any] = {
            "time": when.isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if repeated := getattr(record, "repeated", 0):
            line["repeated"] = repeated
        if record.exc_text:
            line["error"] = record.exc_text
        return json.dumps(line, ensure_ascii=True)


@dataclass(slots=True)
class _Kind:
    """Similar messages since one of them was written."""

    since: float
    count: int = 0
    last: logging.LogRecord | None = None


class Repeats:
    """Decides what is logged: of similar messages one a minute, with their count."""

    def __init__(self) -> None:
        self.kinds: dict[tuple[str, ...], _Kind] = {}

    def shown(self, record: logging.LogRecord) -> Iterator[logging.LogRecord]:
        """The records to write when there is a new one; every request has its line."""
        if record.name == ACCESS:
            yield record
            return
        now = _now()
        yield from self.ended(now - REPEAT_SECONDS)
        key = _kind_of(record) if len(self.kinds) < MOST_KINDS - 1 else ()
        if key not in self.kinds:
            self.kinds[key] = _Kind(now)
            yield record
        else:
            self.kinds[key].count += 1
            self.kinds[key].last = record

    def ended(self, before: float = math.inf) -> Iterator[logging.LogRecord]:
        """The last repetition of each kind of message that was first written before some time."""
        old = [key for key, kind in self.kinds.items() if kind.since <= before]
        for kind in map(self.kinds.pop, old):
            if kind.last is not None:
                kind.last.repeated = kind.count
                yield kind.last


def _kind_of(record: logging.LogRecord) -> tuple[str, ...]:
    """The common part of similar messages: all but numbers and memory addresses."""
    error = record.exc_info[0] if record.exc_info else None
    text = _PARTICULARS.sub("#", str(record.msg)[:300])
    return record.name, record.levelname, text, error.__name__ if error else ""


class _Dropping(QueueHandler):
    """Hands records to the writing thread, or drops them when it is far behind."""

    def __init__(self, queue: Queue[logging.LogRecord]) -> None:
        super().__init__(queue)
        self.dropped = 0
        self.repeats = Repeats()

    def emit(self, record: logging.LogRecord) -> None:
        """Take a record, unless it repeats another one; a lock is held."""
        for each in self.repeats.shown(record):
            super().emit(each)

    def finish(self) -> None:
        """Log how often the last messages were repeated."""
        for each in self.repeats.ended():
            super().emit(each)

    def prepare(self, record: logging.LogRecord) -> logging.LogRecord:
        """The record with its error as text, so that nothing else is kept alive by it."""
        if record.exc_info:
            record.exc_text = logging.Formatter().formatException(record.exc_info)
            record.exc_info = None
        return record

    def enqueue(self, record: logging.LogRecord) -> None:
        """Put a record into the queue without ever waiting."""
        try:
            self.queue.put_nowait(record)
        except Full:
            self.dropped += 1


@contextmanager
def json_logs(requests: bool = True, stream: TextIO | None = None) -> Iterator[None]:
    """Write the log of the server while this lasts; requests are left out if so configured."""
    writer = logging.StreamHandler(stream or sys.stderr)
    writer.setFormatter(JsonFormatter())
    queue: Queue[logging.LogRecord] = Queue(MOST_WAITING)
    handler = _Dropping(queue)
    listener = QueueListener(queue, writer)
    levels = {
        "sumc.web": logging.INFO,
        ACCESS: logging.INFO if requests else logging.CRITICAL,
        "uvicorn": logging.ERROR,
        "asyncio": logging.ERROR,
    }
    for name, level in levels.items():
        logger = logging.getLogger(name)
        logger.setLevel(level)
        logger.propagate = False
        logger.addHandler(handler)
    listener.start()
    try:
        yield
    finally:
        for name in levels:
            logging.getLogger(name).removeHandler(handler)
        handler.finish()
        listener.stop()
        if handler.dropped:
            writer.handle(_record(f"{handler.dropped} lines of the log were dropped"))


def _record(message: str) -> logging.LogRecord:
    return logging.LogRecord("sumc.web", logging.WARNING, "", 0, message, None, None)
