"""The head of a request is bounded, however it is made large; so is what one connection asks."""

import asyncio
import contextlib
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from sumc.web.app import create_app
from sumc.web.heads import HEAD_BYTES, HEADERS, BoundedHttp
from sumc.web.server import listen, server_of
from sumc.web.settings import ServerSettings
from web.serving import ServerProcess, impatient_server, stand_in_models

TESTS = str(Path(__file__).parents[1])
START = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
CHUNKED = (
    b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n"
)


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with impatient_server(TESTS) as made:
        yield made


def answer_to(server: ServerProcess, *parts: bytes) -> bytes:
    """What a server says before it closes the connection."""
    with socket.create_connection(server.address, timeout=30) as client:
        found = []
        try:
            for part in parts:
                client.sendall(part)
            while part := client.recv(65_536):
                found.append(part)
        except ConnectionError:
            pass
        return b"".join(found)


def headers(count: int, size: int = 1) -> bytes:
    return b"".join(b"x-%d: %s\r\n" % (number, b"a" * size) for number in range(count))


@pytest.mark.parametrize(
    "parts",
    [
        [START, b"x: " + b"a" * HEAD_BYTES + b"\r\n\r\n"],
        [START, b"x: " + b"a" * 100_000, b"a" * 100_000, b"a" * 100_000],
        [START, b"a" * HEAD_BYTES, b"a" * 100_000],
        [START, headers(HEADERS + 1), b"\r\n"],
        [START, headers(60, 2_000), b"\r\n"],
        [b"GET /", b"a" * 40_000, b"a" * 40_000, b" HTTP/1.1\r\nHost: localhost\r\n\r\n"],
    ],
    ids=["value", "endless value", "name", "count", "sum", "path"],
)
def test_a_head_that_is_too_large_is_refused(server: ServerProcess, parts: list[bytes]) -> None:
    answer = answer_to(server, *parts)
    assert answer.startswith(b"HTTP/1.1 431 ")
    assert b"connection: close" in answer
    assert b'"code":"head-too-large"' in answer
    assert b"65536 bytes" in answer


@pytest.mark.parametrize(
    "parts",
    [
        [CHUNKED + b"0\r\n", headers(HEADERS + 1), b"\r\n"],
        [CHUNKED + b"0\r\nx: ", b"a" * 100_000, b"a" * 100_000],
        [CHUNKED + b"1;x=", b"a" * 100_000, b"a" * 100_000],
    ],
    ids=["trailers", "trailer", "extension of a chunk"],
)
def test_headers_behind_a_body_are_bounded_too(server: ServerProcess, parts: list[bytes]) -> None:
    """The request is being answered by then, so its connection is closed."""
    start = time.monotonic()
    assert answer_to(server, *parts) == b""
    assert time.monotonic() - start < 0.9, "before the patience with slow bodies ends"
    assert server.request("/healthz").status == 200


def test_a_head_below_the_limits_is_answered(server: ServerProcess) -> None:
    close = b"Connection: close\r\n"
    for more in (headers(HEADERS - 2), headers(10, 6_000), b"x: " + b"a" * 65_000 + b"\r\n"):
        assert answer_to(server, START + close, more, b"\r\n").startswith(b"HTTP/1.1 200")


def test_bodies_count_for_themselves(server: ServerProcess) -> None:
    """Also when the next head is in the same packets."""
    body = b'{"text": "%s"}' % (b" " * 90_000)
    post = START.replace(b"GET /healthz", b"POST /api/solve")
    head = post + b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body)
    last = START + b"Connection: close\r\n\r\n"
    answer = answer_to(server, head + body + last[:20], last[20:])
    assert answer.count(b"HTTP/1.1 ") == 2
    assert b" 431 " not in answer


def test_who_is_refused_while_it_sends_can_read_why(server: ServerProcess) -> None:
    answer = answer_to(server, START, b"x: ", *[b"a" * 65_536] * 30)
    assert answer.startswith(b"HTTP/1.1 431 ")


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads memory in /proc")
def test_a_flood_of_headers_costs_no_memory() -> None:
    with impatient_server(TESTS) as server:
        assert server.request("/healthz").status == 200
        before = peak(server)
        for _ in range(8):
            answer_to(server, START, *[b"x-flood: " + b"a" * 1_000_000 + b"\r\n"] * 25)
        assert peak(server) - before < 10_000
        assert server.request("/healthz").status == 200


def peak(server: ServerProcess) -> int:
    """The most memory that a server has used, in kB."""
    status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="utf-8")
    return int(status.split("VmHWM:")[1].split()[0])


def test_many_requests_in_one_packet_are_answered_in_their_order(server: ServerProcess) -> None:
    count = 600
    ask = b"GET /api/%d HTTP/1.1\r\nHost: localhost\r\n\r\n"
    sent = b"".join(ask % number for number in range(count - 1))
    last = ask.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n") % (count - 1)
    with socket.create_connection(server.address, timeout=30) as client:
        client.setblocking(False)
        found = bytearray()
        left = sent + last
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            with contextlib.suppress(BlockingIOError):
                left = left[client.send(left) :] if left else left
            try:
                part = client.recv(1 << 20)
            except BlockingIOError:
                time.sleep(0.001)
                continue
            if not part:
                break
            found += part
    places = [found.find(b'there is nothing at /api/%d"' % number) for number in range(count)]
    assert -1 not in places
    assert places == sorted(places)


def test_few_requests_of_a_packet_wait_at_once() -> None:
    """A packet holds thousands of them, each with its own objects."""

    async def asking() -> int:
        listener = listen("127.0.0.1", 0)
        server = server_of(create_app(stand_in_models()), ServerSettings())
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        reader, writer = await asyncio.open_connection(*listener.getsockname())
        writer.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * 800)
        most = answers = 0
        while answers < 800:
            answers += (await reader.readuntil(b"}")).count(b"HTTP/1.1 200")
            (connection,) = server.server_state.connections
            assert isinstance(connection, BoundedHttp)
            most = max(most, len(connection.pipeline))
        writer.close()
        server.should_exit = True
        await serving
        return most

    assert asyncio.run(asyncio.wait_for(asking(), 60)) < 200
