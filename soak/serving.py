"""A server that is attacked while well-behaved clients ask: who is answered, and how soon."""

import contextlib
import http.client
import json
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random

from soak.engine import Budget, Fuzzer, Json, Row, peak_of

TEXT = "Ben has 3 boxes of 12 crayons. He gives 7 crayons to Ann. How many are left?"
PATIENT = 20.0
"""Seconds that a well-behaved client waits."""
SOON = 1.0
"""Seconds within which a sign of life is there, attacked or not; the busy machine included."""


class Server:
    """`sumc serve` in a process of its own."""

    def __init__(self, *options: str) -> None:
        command = [sys.executable, "-m", "sumc", "serve", "--port", "0", "--no-access-log"]
        self.process = subprocess.Popen(
            [*command, *options], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self.process.stdout is not None
        found = re.search(r"http://([\d.]+):(\d+)", self.process.stdout.readline())
        assert found is not None, "the server did not start"
        self.address = found[1], int(found[2])

    def ask(self, path: str, body: object = None) -> tuple[int, bytes]:
        """One well-behaved request."""
        client = http.client.HTTPConnection(*self.address, timeout=PATIENT)
        with contextlib.closing(client):
            content = None if body is None else json.dumps(body).encode()
            headers = {"Content-Type": "application/json"} if content else {}
            client.request("POST" if content else "GET", path, content, headers)
            answer = client.getresponse()
            return answer.status, answer.read()

    def raw(self) -> socket.socket:
        """A plain connection."""
        return socket.create_connection(self.address, timeout=5)

    def stop(self) -> int:
        """Stop it as an operator would; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(60)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


@contextmanager
def running(*options: str) -> Iterator[Server]:
    """A server that is stopped in the end."""
    server = Server(*options)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.stop()


class Http(Fuzzer):
    """Bytes that are almost requests: the server lives on, and never answers 500."""

    name, full, most_mb = "HTTP", 50_000, 600

    def __init__(self) -> None:
        self.server: Server | None = None

    def run(self, budget: Budget) -> Row:
        with running("--model", "en") as self.server:
            row = super().run(budget)
            row.memory_mb = peak_of(self.server.process.pid)
        return row

    def draw(self, random: Random) -> Json:
        body = json.dumps(random.choice(({"text": TEXT}, {"expression": "1+2"}, [], {"a": 1})))
        head = [
            random.choice(("GET / HTTP/1.1", "POST /api/solve HTTP/1.1", "PUT /docs HTTP/1.0")),
            random.choice(("Host: localhost", "Host: evil.example", "Host:", "X: y")),
            random.choice(("Content-Type: application/json", "Content-Type: text/plain")),
            random.choice((f"Content-Length: {len(body)}", "Transfer-Encoding: chunked", "A: b")),
        ]
        sent = "\r\n".join(head) + "\r\n\r\n" + body
        for _ in range(random.choice((0, 1, 3))):
            place = random.randint(0, len(sent))
            piece = random.choice(("\r\n", "\0", "é", "\x7f", " ", "9" * 50, sent[:place]))
            sent = sent[:place] + piece + sent[place + random.randint(0, 3) :]
        return sent[:200_000]

    def judge(self, given: Json) -> None:
        assert self.server is not None
        with self.server.raw() as client:
            client.settimeout(1.0)
            with contextlib.suppress(OSError):
                client.sendall(given.encode("latin-1", "replace"))
                client.shutdown(socket.SHUT_WR)
                answer = client.recv(65_536)
                assert not answer.startswith(b"HTTP/1.1 500"), answer[:300]
        assert self.server.process.poll() is None, "the server is gone"
        assert self.server.ask("/healthz")[0] == 200, "no sign of life"


def _flood_heads(server: Server, random: Random) -> None:
    with server.raw() as client:
        client.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        for _ in range(random.randint(1, 200)):
            client.sendall(b"X-Flood: " + b"a" * 100_000 + b"\r\n")


def _many_fields(server: Server, _: Random) -> None:
    body = {str(number): 0 for number in range(60_000)}
    server.ask("/api/solve", body)


def _never_read(server: Server, random: Random) -> None:
    body = json.dumps({"texts": [TEXT] * 64}).encode()
    head = b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    request = head + b"Content-Length: %d\r\n\r\n" % len(body) + body
    with server.raw() as client:
        client.sendall(request * 20)
        time.sleep(random.uniform(0, 3))


def _slow(server: Server, random: Random) -> None:
    with server.raw() as client:
        for byte in b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{":
            client.sendall(bytes([byte]))
            time.sleep(random.uniform(0, 0.05))


def _leave(server: Server, _: Random) -> None:
    with server.raw() as client:
        client.sendall(
            b"POST /api/check HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{"
        )


def _malformed(server: Server, random: Random) -> None:
    with server.raw() as client:
        client.sendall(random.randbytes(random.choice((1, 100, 10_000))))
        client.recv(1_000)


def _heavy(server: Server, _: Random) -> None:
    expression = "+".join(f"1/(a{number}+b{number})" for number in range(15))
    server.ask("/api/check", {"student": expression, "reference": f"{expression}+0"})


ATTACKS: tuple[Callable[[Server, Random], None], ...] = (
    *(_flood_heads, _many_fields, _never_read, _slow, _leave, _malformed, _heavy),
)


def chaos(budget: Budget) -> Row:
    """Attackers of all kinds, and clients that only want an answer."""
    row = Row("requests under attack")
    signs: list[float] = []
    with running("--model", "en") as server:
        stopping = threading.Event()
        attackers = [
            threading.Thread(target=_attack, args=(server, stopping, budget.seed + number))
            for number in range(len(ATTACKS))
        ]
        for each in attackers:
            each.start()
        for _ in budget.rounds():
            start = time.monotonic()
            failure = _well_behaved(server)
            row.add(time.monotonic() - start, failure)
            start = time.monotonic()
            if server.ask("/healthz")[0] != 200:
                row.failures.append("no sign of life")
            signs.append(time.monotonic() - start)
        stopping.set()
        for each in attackers:
            each.join()
        row.memory_mb = peak_of(server.process.pid)
        if (code := server.stop()) != 0:
            row.failures.append(f"the server ended with {code}")
    late = sum(each > SOON for each in signs)
    row.note = f"{late} of {len(signs)} signs of life after more than {SOON:g} s"
    return row


def _well_behaved(server: Server) -> str:
    """One problem; a busy server says so and is asked again, as its answer advises."""
    for _ in range(10):
        try:
            status, body = server.ask("/api/solve", {"text": TEXT})
        except OSError as error:
            return f"no answer: {error!r}"
        if status == 200:
            return "" if json.loads(body)["answer"] == "29" else f"another answer: {body[:200]!r}"
        if status != 503:
            return f"status {status}"
        time.sleep(0.2)
    return "busy for too long"


def _attack(server: Server, stopping: threading.Event, seed: int) -> None:
    random = Random(seed)
    while not stopping.is_set():
        with contextlib.suppress(OSError, http.client.HTTPException):
            ATTACKS[seed % len(ATTACKS)](server, random)
        stopping.wait(random.uniform(0, 0.2))


def serve_kills(budget: Budget) -> Row:
    """`sumc serve`, killed while it answers, is there again at once under the same address."""
    row, random = Row("kills of serving"), Random(budget.seed)
    for _ in budget.rounds():
        start = time.monotonic()
        server = Server("--model", "en")
        asking = threading.Thread(target=_ask_until_gone, args=(server,))
        asking.start()
        time.sleep(random.uniform(0, 0.5))
        row.memory_mb = max(row.memory_mb, peak_of(server.process.pid))
        server.process.kill()
        server.process.wait()
        asking.join()
        assert server.process.stdout is not None
        server.process.stdout.close()
        with running("--model", "en", "--port", str(server.address[1])) as again:
            row.add(time.monotonic() - start, _well_behaved(again))
    return row


def _ask_until_gone(server: Server) -> None:
    with contextlib.suppress(OSError, http.client.HTTPException):
        while True:
            server.ask("/api/solve", {"texts": [TEXT] * 8})
