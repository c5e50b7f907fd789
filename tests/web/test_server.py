"""A real server in a process of its own: slow clients, bursts, signals, bad starts."""

import asyncio
import contextlib
import json
import os
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from sumc.cli.serve import serve_command
from sumc.errors import SumcError
from sumc.web import server as web_server
from sumc.web.app import create_app
from sumc.web.server import AT_ONCE, BACKLOG, address_of, listen, server_of
from sumc.web.settings import ServerSettings
from web.serving import (
    CRAYONS,
    ROPE,
    Answer,
    Json,
    ServerProcess,
    impatient_server,
    request,
    stand_in_models,
    sumc_serve,
)

TESTS = str(Path(__file__).parents[1])


@pytest.fixture(scope="module")
def impatient() -> Iterator[ServerProcess]:
    """A server that waits a second for slow clients and takes bodies of 100 kB."""
    with impatient_server(TESTS) as made:
        yield made


def opened(server: ServerProcess, sent: bytes) -> socket.socket:
    """A plain connection on which something was sent."""
    client = socket.create_connection(server.address, timeout=30)
    client.sendall(sent)
    return client


def everything(client: socket.socket) -> bytes:
    """All that a connection still sends until it is closed."""
    parts = []
    while part := client.recv(65_536):
        parts.append(part)
    return b"".join(parts)


HEAD = b"POST /api/solve HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"


def test_serve_prints_its_address_and_solves(server: ServerProcess) -> None:
    assert server.url.startswith("http://127.0.0.1:")
    body = {"texts": [CRAYONS, ROPE]}
    solutions = server.request("/api/solve", body).json["solutions"]
    assert [solution["answer"] for solution in solutions] == ["29", "16"]
    assert b"<title>sumc" in server.request("/").body
    assert "Server" not in server.request("/healthz").headers


def test_answers_are_not_held_back_until_the_client_acknowledges_their_head() -> None:
    with (
        listen("127.0.0.1", 0) as listener,
        socket.create_connection(listener.getsockname()) as us,
    ):
        us.sendall(b"GET")  # a silent client is not accepted
        with listener.accept()[0] as accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


@pytest.mark.skipif(sys.platform != "linux", reason="Linux tells the backlog of a socket")
def test_the_kernel_holds_more_connections_than_asyncio_accepts_in_one_go() -> None:
    async def backlog() -> int:
        listener = listen("127.0.0.1", 0)
        async with await asyncio.start_server(lambda _, __: None, sock=listener, backlog=AT_ONCE):
            info = listener.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 104)
            return int.from_bytes(info[28:32], sys.byteorder)

    most = int(Path("/proc/sys/net/core/somaxconn").read_text(encoding="utf-8"))
    assert asyncio.run(backlog()) == min(BACKLOG, most)


def test_slow_clients_hold_their_own_connections_and_nothing_else(
    impatient: ServerProcess,
) -> None:
    start = time.monotonic()
    slow_heads = [opened(impatient, b"GET / HTTP/1.1\r\nHos") for _ in range(100)]
    slow_bodies = [opened(impatient, HEAD + b"Content-Length: 99\r\n\r\n{") for _ in range(100)]
    silent = [opened(impatient, b"") for _ in range(100)]
    for _ in range(20):
        assert impatient.request("/healthz").status == 200
        assert impatient.request("/api/solve", {"text": "quick"}).json["answer"] == "5"
    for client in slow_bodies:
        answer = everything(client)
        assert answer.startswith(b"HTTP/1.1 408")
        assert b"body-too-slow" in answer
    for client in slow_heads + silent:
        assert everything(client) == b""
    assert time.monotonic() - start < 20
    for client in slow_heads + slow_bodies + silent:
        client.close()


def test_a_head_that_trickles_in_has_one_deadline(impatient: ServerProcess) -> None:
    with opened(impatient, b"GET /healthz HTTP/1.1\r\n") as client:
        assert _trickle(client) < 10
    with opened(impatient, b"GET /healthz HTTP/1.1\r\nHost: x\r\n") as client:
        time.sleep(0.5)
        client.sendall(b"Connection: close\r\n\r\n")
        assert everything(client).startswith(b"HTTP/1.1 200")


def _trickle(client: socket.socket) -> float:
    """Send headers without an end; how long the server let that go on."""
    start = time.monotonic()
    while time.monotonic() - start < 20:
        try:
            client.sendall(b"X-More: 1\r\n")
            if client.recv(1, socket.MSG_DONTWAIT) == b"":
                break
        except BlockingIOError:
            time.sleep(0.02)
        except OSError:  # the connection was reset
            break
    return time.monotonic() - start


def test_a_connection_that_is_kept_has_the_deadline_for_each_head(
    impatient: ServerProcess,
) -> None:
    with opened(impatient, b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n") as client:
        answer = b""
        while not answer.endswith(b"}"):
            answer += client.recv(65_536)
        assert answer.startswith(b"HTTP/1.1 200")
        client.sendall(b"GET /hea")
        assert everything(client) == b""


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="counts sockets in /proc")
def test_a_client_that_does_not_read_its_answers_is_let_go() -> None:
    body = json.dumps({"expression": "+".join(["a*b"] * 400)}).encode()
    head = HEAD.replace(b"solve", b"tree") + b"Content-Length: %d\r\n\r\n" % len(body)
    first = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
    with impatient_server(TESTS) as server, opened(server, first) as client:
        assert client.recv(1) == b"H"  # it is up, and the connection is accepted
        client.sendall((head + body) * 40)  # 12 MB of answers, which nobody reads
        _wait_for_sockets(server, LISTENING)


LISTENING = 3
"""Sockets of a server without clients: one that listens, and two of the event loop."""


def _wait_for_sockets(server: ServerProcess, count: int) -> None:
    """Wait until the server has this many sockets open."""
    folder = Path(f"/proc/{server.process.pid}/fd")
    deadline = time.monotonic() + 40
    while True:
        found = 0
        for each in folder.iterdir():
            with contextlib.suppress(FileNotFoundError):  # closed at this moment
                found += os.readlink(each).startswith("socket:")
        if found == count:
            return
        assert time.monotonic() < deadline, found
        time.sleep(0.02)


def test_a_body_is_bounded_while_it_streams_and_its_sender_hears_of_it(
    impatient: ServerProcess,
) -> None:
    declared = HEAD + b"Content-Length: 3000000\r\n\r\n"
    with opened(impatient, declared) as client:
        client.sendall(b" " * 3_000_000)
        answer = everything(client)
        assert answer.startswith(b"HTTP/1.1 413")
        assert b"100000 bytes" in answer
    with opened(impatient, HEAD + b"Transfer-Encoding: chunked\r\n\r\n") as client:
        for _ in range(30):
            client.sendall(b"4000\r\n" + b" " * 0x4000 + b"\r\n")
        assert everything(client).startswith(b"HTTP/1.1 413")
    with opened(
        impatient, HEAD + b"Expect: 100-continue\r\nContent-Length: 3000000\r\n\r\n"
    ) as client:
        assert everything(client).startswith(b"HTTP/1.1 413")


def test_what_is_no_http_is_refused(impatient: ServerProcess) -> None:
    for wrong in (
        b"\x16\x03\x01\x02\x00\r\n\r\n",
        b"GET / HTTP/9\r\n\r\n",
        b"A" * 100_000 + b"\r\n\r\n",
    ):
        with opened(impatient, wrong) as client:
            assert everything(client).startswith(b"HTTP/1.1 400")
    assert impatient.request("/healthz").status == 200


def test_a_burst_beyond_the_queue_is_answered_with_200_or_503() -> None:
    with sumc_serve("--model", "en", "--queue-size", "8", "--batch-size", "1") as server:
        with ThreadPoolExecutor(40) as clients:
            body = {"texts": [CRAYONS] * 8}
            asked = [clients.submit(server.request, "/api/solve", body) for _ in range(200)]
            answers = [each.result() for each in asked]
        statuses = [answer.status for answer in answers]
        assert set(statuses) == {200, 503}
        for answer in answers:
            if answer.status == 200:
                assert [each["answer"] for each in answer.json["solutions"]] == ["29"] * 8
            else:
                assert 1 <= int(answer.headers["Retry-After"]) <= 60
                assert answer.json["errors"][0]["code"] == "busy"
        metrics = server.request("/metrics").body.decode()
        assert f"sumc_refused_total {statuses.count(503):.1f}\n" in metrics
        assert "_created" not in metrics


def test_on_sigterm_what_was_accepted_is_answered() -> None:
    with sumc_serve("--model", "en", "--batch-size", "1") as server:
        answers: list[Answer] = []
        body = {"texts": [CRAYONS] * 16}
        clients = [
            threading.Thread(target=lambda: answers.append(server.request("/api/solve", body)))
            for _ in range(4)
        ]
        for client in clients:
            client.start()
        _wait_until_full(server)
        server.terminate()
        for client in clients:
            client.join()
        code, lines = server.stopped()
        assert [answer.status for answer in answers] == [200] * 4
        assert all(len(answer.json["solutions"]) == 16 for answer in answers)
        assert code == 0
        assert all(json.loads(line)["level"] == "info" for line in lines)
    with pytest.raises(ConnectionRefusedError):
        request(server.address, "/healthz")


def _wait_until_full(server: ServerProcess) -> None:
    """Wait until all 64 texts are accepted; fewer only when the solver was quicker."""
    most = 0.0
    for _ in range(2_000):
        metrics = server.request("/metrics").body.decode()
        waiting = float(metrics.split("\nsumc_waiting_texts ")[1].split("\n")[0])
        if waiting > 48 or waiting < most:
            return
        most = max(most, waiting)
    raise AssertionError("the texts were not accepted")


def test_a_request_that_is_on_its_way_when_the_signal_comes_is_answered() -> None:
    with impatient_server(TESTS) as server:
        assert server.request("/healthz").status == 200  # it is up
        with opened(server, HEAD + b"Content-Length: 15\r\n\r\n") as client:
            time.sleep(0.2)
            server.terminate()
            time.sleep(0.3)
            client.sendall(b'{"text": "abc"}')
            answer = everything(client)
        assert answer.startswith(b"HTTP/1.1 200")
        assert server.stopped()[0] == 0


def test_a_head_that_is_on_its_way_when_the_server_is_told_to_stop_is_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def stopping() -> bytes:
        listener = listen("127.0.0.1", 0)
        address = listener.getsockname()
        server = server_of(create_app(stand_in_models()), ServerSettings())
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        reader, writer = await asyncio.open_connection(*address)
        writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /metr")
        assert (await reader.readuntil(b"}")).startswith(b"HTTP/1.1 200")
        server.should_exit = True
        with contextlib.suppress(ConnectionRefusedError):
            while True:  # it still takes connections
                socket.create_connection(address).close()
                await asyncio.sleep(0.01)
        writer.write(b"ics HTTP/1.1\r\nHost: x\r\n\r\n")
        answer = await reader.read()
        writer.close()
        await writer.wait_closed()
        await serving
        return answer

    monkeypatch.setattr(web_server, "GRACE_SECONDS", 2.0)
    answer = asyncio.run(asyncio.wait_for(stopping(), 30))
    assert answer.startswith(b"HTTP/1.1 200")
    assert b"sumc_info" in answer


def sumc(*arguments: str, **variables: str) -> tuple[int, str]:
    """Exit code and standard error of a run that does not get as far as serving."""
    done = subprocess.run(
        [sys.executable, "-m", "sumc", "serve", *arguments],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, **variables},
        timeout=60,
        check=False,
    )
    return done.returncode, done.stderr


def test_a_port_in_use_is_one_message() -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        code, error = sumc("--port", str(port))
    assert code == 2
    assert error.startswith(f"error: cannot listen on 127.0.0.1 port {port}: ")
    assert "--port" in error


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"host": "no.such.host.invalid"}, "cannot listen on no.such.host.invalid"),
        ({"host": "999.1.1.1"}, "expected a --host of this computer"),
        ({"host": "192.0.2.1"}, "expected a --host of this computer"),
        ({"model": ["auto", "en"]}, "a name of its own, found en, zh, en"),
        ({"model": ["no/such/folder"]}, "no/such/folder"),
        ({"cors_origin": ["*"]}, "origin"),
        ({"token": " "}, "token"),
    ],
)
def test_what_cannot_be_served_is_said(options: Json, told: str) -> None:
    with pytest.raises(SumcError, match=re.escape(told)):
        serve_command(**{"port": 0, **options})


def test_a_missing_extra_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "fastapi.py").write_text("raise ModuleNotFoundError('no', name='fastapi')")
    code, error = sumc("--port", "0", PYTHONPATH=str(tmp_path))
    assert (code, error) == (2, 'error: sumc serve needs fastapi: pip install "sumc[web]"\n')


def test_addresses_are_those_to_type_into_a_browser() -> None:
    with listen("127.0.0.1", 0) as four:
        assert address_of(four) == f"http://127.0.0.1:{four.getsockname()[1]}"
    if not socket.has_ipv6:
        pytest.skip("no IPv6 here")
    try:
        six = listen("::1", 0)
    except ValueError as error:
        pytest.skip(f"no IPv6 here: {error}")
    with six:
        assert address_of(six) == f"http://[::1]:{six.getsockname()[1]}"
