"""The log: what repeats itself is counted, requests are not, and nothing floods a disk."""

import io
import json
import logging
import socket
import time
from pathlib import Path

import pytest

from sumc.web import logs
from sumc.web.logs import json_logs
from web.serving import IMPATIENT, Json, ServerProcess

TESTS = str(Path(__file__).parents[1])
log = logging.getLogger("sumc.web")


def lines_of(stream: io.StringIO) -> list[Json]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_what_repeats_itself_is_counted() -> None:
    stream = io.StringIO()
    with json_logs(stream=stream):
        for number in range(3_000):
            log.error("request %016x failed", number)
            log.warning("connection %d at 0x%x is bad", number, number)
    found = lines_of(stream)
    assert [each.get("repeated") for each in found] == [None, None, 2_999, 2_999]
    assert found[0]["event"] == "request 0000000000000000 failed"
    assert found[2]["event"] == "request 0000000000000bb7 failed", "the last one"


def test_after_a_while_it_is_said_again_and_how_often_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    times = iter((0.0, 1.0, 2.0, 70.0, 71.0, 300.0, 400.0))
    monkeypatch.setattr(logs, "_now", lambda: next(times))
    stream = io.StringIO()
    with json_logs(stream=stream):
        for _ in range(6):
            log.error("again")
        log.error("something else")
    found = [(each["event"], each.get("repeated")) for each in lines_of(stream)]
    assert found == [
        ("again", None),
        ("again", 2),
        ("again", None),
        ("again", 1),
        ("again", None),
        ("something else", None),
    ]


def test_other_errors_are_not_taken_for_the_same() -> None:
    stream = io.StringIO()
    with json_logs(stream=stream):
        for error in (ValueError("a"), KeyError("b"), ValueError("c")):
            try:
                raise error
            except Exception:
                log.exception("it failed")
    found = lines_of(stream)
    assert [each.get("repeated") for each in found] == [None, None, 1]
    assert "KeyError" in found[1]["error"]


def test_every_request_has_its_line() -> None:
    stream = io.StringIO()
    with json_logs(stream=stream):
        for number in range(50):
            logging.getLogger("sumc.access").info("request", extra={"fields": {"id": number}})
    assert [each["id"] for each in lines_of(stream)] == list(range(50))


def test_many_different_messages_take_no_memory() -> None:
    repeats = logs.Repeats()
    for number in range(10_000):
        message = "".join(chr(97 + int(digit)) for digit in str(number))
        list(repeats.shown(logging.LogRecord("a", logging.ERROR, "", 0, message, None, None)))
    assert len(repeats.kinds) <= logs.MOST_KINDS


FEW_DESCRIPTORS = "import resource\nresource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))\n"
LOGGED = IMPATIENT.replace(
    "    serve(create_app", "    with json_logs():\n        serve(create_app"
).replace("import sys", "import sys\nfrom sumc.web.logs import json_logs", 1)


def test_a_server_without_descriptors_says_so_and_goes_on() -> None:
    """asyncio says it dozens of times a second, and tries to accept as often."""
    pytest.importorskip("resource", reason="limits of descriptors are those of POSIX")
    code = FEW_DESCRIPTORS + LOGGED.format(tests=TESTS).replace("head_seconds=1", "head_seconds=9")
    with ServerProcess(["-c", code]) as server:
        clients = [socket.create_connection(server.address, timeout=30) for _ in range(200)]
        for client in clients:
            client.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n")
        clock = time.monotonic() + 3
        while time.monotonic() < clock:
            time.sleep(0.05)
        answered = finished(clients[0])
        for client in clients:
            client.close()
        assert answered.startswith(b"HTTP/1.1 200"), "who was let in is answered"
        assert server.request("/healthz").status == 200
        server.terminate()
        code_, lines = server.stopped()
    assert code_ == 0
    errors = [line for line in lines if json.loads(line)["level"] == "error"]
    assert 1 <= len(errors) <= 2
    assert "accept" in errors[0]
    assert sum(map(len, errors)) < 5_000


def finished(client: socket.socket) -> bytes:
    client.sendall(b"\r\n")
    return client.recv(65_536)
