"""Whatever a body holds, the event loop is free again soon: others wait for it."""

import asyncio
import json
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from pace import ordinary
from sumc.web.app import create_app
from sumc.web.limits import MOST_VALUES
from sumc.web.models import Models
from sumc.web.schemas import MOST_CHARACTERS, MOST_TEXTS
from sumc.web.settings import ServerSettings
from web.serving import ServerProcess, StandIn, stand_in_models, sumc_serve

SIZE = ServerSettings().body_bytes
MOST_SECONDS = 0.05
"""How long a request may keep the event loop."""


def filled(start: bytes, unit: bytes, end: bytes) -> bytes:
    """A body as large as bodies may be."""
    return start + unit * ((SIZE - len(start) - len(end)) // len(unit)) + end


def numbered(count: int) -> bytes:
    return b",".join(b'"%d":0' % number for number in range(count))


HOSTILE = {
    "unknown fields": b'{"text":"1?",' + numbered(90_000) + b"}",
    "empty lists": filled(b"[", b"[],", b"[]]"),
    "empty objects": filled(b'{"texts":[', b"{},", b"{}]}"),
    "whole numbers": filled(b'{"texts":[', b"1,", b"1]}"),
    "decimals": filled(b'{"texts":[', b"1.1e9,", b"1]}"),
    "large numbers": filled(b'{"texts":[', b"9" * 4_300 + b",", b"1]}"),
    "one number": filled(b'{"text":', b"9", b"}"),
    "empty strings": filled(b'{"texts":[', b'"",', b'""]}'),
    "nested lists": filled(b'{"text":[', b"[" * 150 + b"]" * 150 + b",", b"1]}"),
    "nested objects": filled(b'{"text":[', b'{"a":{"a":1}},', b"1]}"),
    "open lists": filled(b"", b"[", b""),
    "open objects": filled(b"", b'{"a":', b""),
    "an open string": filled(b'{"text":"', b"a", b""),
    "quotes": filled(b"", b'"', b""),
    "backslashes": filled(b'{"text":"', b"\\\\", b'"}'),
    "escapes": filled(b'{"text":"', b"\\u4e2d", b'"}'),
    "half characters": filled(b'{"text":"', b"\\ud800", b'"}'),
    "blanks": filled(b'{"text":"1?"', b" ", b"}"),
    "a long name": filled(b'{"', b"a", b'":1}'),
    "no UTF-8": filled(b'{"text":"', b"\xff", b'"}'),
    "nothing but zeros": filled(b"", b"\0", b""),
    "commas": filled(b"[", b",", b"]"),
}


@pytest.fixture(scope="module", name="models")
def _models() -> Models:
    return stand_in_models(StandIn())


async def post(app: object, path: str, body: bytes) -> tuple[int, float]:
    """The status of an answer, and the processor time of the event loop's thread."""
    sent = []
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(b"host", b"localhost"), (b"content-type", b"application/json")],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 2),
        "state": {},
    }
    messages = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> object:
        return messages.pop() if messages else {"type": "http.disconnect"}

    async def send(message: dict[str, object]) -> None:
        sent.append(message)

    start = time.thread_time()
    await app(scope, receive, send)  # type: ignore[operator]
    spent = ordinary(time.thread_time() - start)
    return int(str(sent[0]["status"])), spent


def ask(models: Models, path: str, bodies: dict[str, bytes]) -> dict[str, tuple[int, float]]:
    async def running() -> dict[str, tuple[int, float]]:
        app = create_app(models)
        async with app.router.lifespan_context(app):
            await post(app, path, b"{}")  # creates what is created once
            return {name: await post(app, path, body) for name, body in bodies.items()}

    return asyncio.run(running())


@pytest.mark.parametrize("path", ["/api/solve", "/api/tree", "/api/check"])
def test_no_body_keeps_the_event_loop(models: Models, path: str) -> None:
    found = ask(models, path, HOSTILE)
    assert {name: each for name, each in found.items() if each[0] >= 500} == {}
    assert {name: each for name, each in found.items() if each[1] > MOST_SECONDS} == {}


def test_four_attackers_leave_the_server_to_others() -> None:
    """It gives a sign of life within 200 ms, on a busy machine in one of several rounds."""
    with sumc_serve("--model", "en-tiny") as server, attackers(server.address, 4):
        times = [signs_of_life(server, 5) for _ in range(8)]
        assert min(max(each) for each in times) < 0.2


@contextmanager
def attackers(address: tuple[str, int], count: int) -> Iterator[None]:
    """Clients that send a body with 90,000 unknown fields, again and again."""
    body, stopping = HOSTILE["unknown fields"], threading.Event()
    head = b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    sent = head + b"Content-Length: %d\r\n\r\n" % len(body) + body

    def attack() -> None:
        while not stopping.is_set():
            with socket.create_connection(address, timeout=30) as client:
                client.sendall(sent)
                assert client.recv(1_000).startswith(b"HTTP/1.1 4")

    with ThreadPoolExecutor(count) as pool:
        working = [pool.submit(attack) for _ in range(count)]
        try:
            yield
        finally:
            stopping.set()
        for each in working:
            each.result()


def signs_of_life(server: ServerProcess, count: int) -> list[float]:
    """Seconds until the server says that it lives, each time."""
    times = []
    for _ in range(count):
        start = time.monotonic()
        assert server.request("/healthz").status == 200
        times.append(ordinary(time.monotonic() - start))
    return times


def test_the_largest_request_that_is_accepted_is_answered(models: Models) -> None:
    """Also where its texts are full of what JSON is made of."""
    texts = ['{[",:]}\\' * (MOST_CHARACTERS // 8)] * MOST_TEXTS
    body = json.dumps({"texts": texts, "model": "en"}).encode()
    status, spent = ask(models, "/api/solve", {"": body})[""]
    assert status == 200
    assert spent < MOST_SECONDS


def test_too_many_values_are_said_to_be_too_many(models: Models) -> None:
    from fastapi.testclient import TestClient

    fields = {str(number): 0 for number in range(MOST_VALUES)}
    with TestClient(create_app(models)) as client:
        found = client.post("/api/solve", json=fields)
        assert found.status_code == 413
        assert found.json()["errors"][0]["code"] == "too-many-values"
        few = client.post("/api/solve", json=dict(list(fields.items())[:15]))
        assert few.status_code == 422
        assert {each["code"] for each in few.json()["errors"]} == {"unknown-field", "missing"}
