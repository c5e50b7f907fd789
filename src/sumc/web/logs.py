"""The log of a server: lines of JSON on standard error, written by a thread of its own.

A terminal or a pipe that is not read blocks that thread and nothing else; what the queue cannot
hold is dropped and counted.
"""

import json
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timezone
from logging.handlers import QueueHandler, QueueListener
from queue import Full, Queue
from typing import Any, TextIO

MOST_WAITING = 10_000


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
        if record.exc_text:
            line["error"] = record.exc_text
        return json.dumps(line, ensure_ascii=True)


class _Dropping(QueueHandler):
    """Hands records to the writing thread, or drops them when it is far behind."""

    dropped = 0

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
    """Write the log of the server while this lasts; requests are left out where asked."""
    writer = logging.StreamHandler(stream or sys.stderr)
    writer.setFormatter(JsonFormatter())
    queue: Queue[logging.LogRecord] = Queue(MOST_WAITING)
    handler = _Dropping(queue)
    listener = QueueListener(queue, writer)
    levels = {
        "sumc.web": logging.INFO,
        "sumc.access": logging.INFO if requests else logging.CRITICAL,
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
        listener.stop()
        if handler.dropped:
            writer.handle(_record(f"{handler.dropped} lines of the log were dropped"))


def _record(message: str) -> logging.LogRecord:
    return logging.LogRecord("sumc.web", logging.WARNING, "", 0, message, None, None)
