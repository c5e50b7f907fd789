"""What the tests of the server share: stand-in solvers, real processes, plain requests."""

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import Message
from fractions import Fraction
from types import TracebackType
from typing import Any, cast
from urllib.parse import urlsplit

from sumc.solving.solution import Solution
from sumc.solving.solver import Solver
from sumc.web.models import LoadedModel, Models

CRAYONS = (
    "Ben has 3 boxes of 12 crayons. He gives 7 crayons to Ann. "
    "How many crayons does Ben have left?"
)
ROPE = "一根绳子长24米，用去了它的1/3，还剩多少米？"

Json = dict[str, Any]


class StandIn:
    """A solver that answers with the length of a text and remembers its batches."""

    def __init__(self) -> None:
        self.batches: list[list[str]] = []
        self.working = threading.Event()
        self.go_on = threading.Event()
        self.go_on.set()

    def solve(self, text: str) -> Solution:
        return self._solve([text])[0]

    def solve_many(self, texts: Iterable[str], batch_size: int) -> Iterator[Solution]:
        yield from self._solve(list(texts))

    def _solve(self, texts: list[str]) -> list[Solution]:
        self.batches.append(texts)
        self.working.set()
        assert self.go_on.wait(30)
        if "broken" in texts:
            raise RuntimeError("a bug in the solver")
        return [
            Solution(text, Fraction(len(text)), str(len(text)), None, (), 1.0, "", "en", None)
            for text in texts
        ]


def loaded(name: str = "en", solver: StandIn | None = None, *languages: str) -> LoadedModel:
    """A stand-in as a model of a server."""
    return LoadedModel(name, languages or (name,), cast(Solver, solver or StandIn()))


def stand_in_models(solver: StandIn | None = None) -> Models:
    """The models of a server that has only a stand-in."""
    return Models([loaded("en", solver, "en", "zh")])


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back over a socket."""

    status: int
    headers: Message
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class ServerProcess:
    """A server in a process of its own, on a free port of the loopback."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, *command],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        self._lines: list[str] = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        assert self.process.stdout is not None
        first = self.process.stdout.readline()
        found = re.search(r"http://\S+", first)
        if found is None:
            with self:
                raise AssertionError((first, self.stopped()))
        self.url = found[0]

    def _read(self) -> None:
        assert self.process.stderr is not None
        self._lines.extend(self.process.stderr)

    @property
    def address(self) -> tuple[str, int]:
        parts = urlsplit(self.url)
        assert parts.hostname
        assert parts.port
        return parts.hostname, parts.port

    def request(self, path: str, body: object = None, **headers: str) -> Answer:
        """One request on a connection of its own; a body is sent as JSON."""
        return request(self.address, path, body, **headers)

    def terminate(self) -> None:
        self.process.send_signal(signal.SIGTERM)

    def stopped(self) -> tuple[int, list[str]]:
        """The exit code and the lines of the log, after the process has ended."""
        code = self.process.wait(60)
        self._reader.join(10)
        return code, self._lines

    def __enter__(self) -> "ServerProcess":
        return self

    def __exit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(30)
        self._reader.join(10)
        for stream in (self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()


def sumc_serve(*options: str) -> ServerProcess:
    """`sumc serve` as people start it, on any free port."""
    return ServerProcess(["-m", "sumc", "serve", "--port", "0", *options])


def request(address: tuple[str, int], path: str, body: object = None, **headers: str) -> Answer:
    """One request on a connection of its own; names of headers have `_` for `-`."""
    with connection(address) as client:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if body is None:
            client.request("GET", path, headers=sent)
        else:
            content = json.dumps(body).encode()
            client.request("POST", path, content, {"Content-Type": "application/json", **sent})
        response = client.getresponse()
        return Answer(response.status, response.headers, response.read())


@contextmanager
def connection(address: tuple[str, int]) -> Iterator[http.client.HTTPConnection]:
    """A connection that is closed in the end."""
    client = http.client.HTTPConnection(*address, timeout=60)
    try:
        yield client
    finally:
        client.close()


IMPATIENT = """
import sys
sys.path.insert(0, {tests!r})
from web.serving import StandIn, stand_in_models
from sumc.web.app import create_app
from sumc.web.server import address_of, listen, serve
from sumc.web.settings import ServerSettings

settings = ServerSettings(head_seconds=1, body_seconds=1, send_seconds=1, body_bytes=100_000)
with listen("127.0.0.1", 0) as listener:
    print(address_of(listener), flush=True)
    serve(create_app(stand_in_models(), settings), listener, settings)
"""


def impatient_server(tests: str) -> ServerProcess:
    """A server with a stand-in for a solver that waits a second for slow clients."""
    return ServerProcess(["-c", IMPATIENT.format(tests=tests)])
