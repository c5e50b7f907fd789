"""A server that is attacked while well-behaved clients ask: who is answered, and how soon."""

import contextlib
import http.client
import json
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from statistics import median

from soak.engine import MOST_FAILURES, TRIES, Budget, Fuzzer, Json, Row, peak_of

TEXT = "Ben has 3 boxes of 12 crayons. He gives 7 crayons to Ann. How many are left?"
PATIENT = 20.0
"""Seconds that a well-behaved client waits."""
SOON = 1.0
"""Seconds within which a sign of life is there, attacked or not; the busy machine included."""
MOST_MB = 600.0
"""The memory that a server may take, with the largest bodies of all requests waiting."""


class Server:
    """`sumc serve` in a process of its own."""

    def __init__(self, *options: str) -> None:
        command = [sys.executable, "-m", "sumc", "serve", "--port", "0", "--no-access-log"]
        self.log = tempfile.TemporaryFile()  # noqa: SIM115  (as long as the server)
        self.process = subprocess.Popen(
            [*command, *options], stdout=subprocess.PIPE, stderr=self.log, text=True
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

    def last_words(self) -> str:
        """How the log of a server that is gone ends; empty as long as it runs."""
        if (code := self.process.poll()) is None:
            return ""
        self.log.seek(0)
        return f"the server ended with {code}: {self.log.read()[-500:].decode()}"

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

    name, full, most_mb = "HTTP", 200_000, MOST_MB

    clock = staticmethod(time.monotonic)
    seconds = SOON
    server: Server

    @contextmanager
    def ready(self) -> Iterator[None]:
        with running("--model", "en-tiny") as self.server:
            yield

    def peak(self) -> float:
        return peak_of(self.server.process.pid)

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
        answer = self.answer_to(given.encode("latin-1", "replace"))
        assert b" 500 " not in answer[:20], answer[:300]
        assert not self.server.last_words(), self.server.last_words()
        status, _ = self.soon(lambda: self.server.ask("/healthz"))
        assert status == 200, "no sign of life"

    def answer_to(self, sent: bytes) -> bytes:
        """How an answer begins; empty if the server hangs up."""
        with self.server.raw() as client:
            client.settimeout(PATIENT)
            try:
                client.sendall(sent)
                client.shutdown(socket.SHUT_WR)
                return client.recv(65_536)
            except ConnectionError:
                return b""


def _flood_heads(server: Server, random: Random) -> None:
    with server.raw() as client:
        client.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        for _ in range(random.randint(1, 200)):
            client.sendall(b"X-Flood: " + b"a" * 100_000 + b"\r\n")


def _solve_request(body: object) -> bytes:
    content = json.dumps(body).encode()
    head = b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    return head + b"Content-Length: %d\r\n\r\n" % len(content) + content


MANY_FIELDS = _solve_request({str(number): 0 for number in range(60_000)})
MANY_TEXTS = _solve_request({"texts": [TEXT] * 64})


def _many_fields(server: Server, _: Random) -> None:
    with server.raw() as client:
        client.sendall(MANY_FIELDS)
        client.recv(1_000)


def _never_read(server: Server, random: Random) -> None:
    with server.raw() as client:
        client.sendall(MANY_TEXTS * 20)
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
    with running("--model", "en") as server, attacked(server, budget.seed) as attacks:
        for _ in budget.rounds():
            start = time.monotonic()
            failure = _well_behaved(server)
            row.add(time.monotonic() - start, failure)
            signs.append(_sign_of_life(server))
            if signs[-1] > SOON and all(_sign_of_life(server) > SOON for _ in range(TRIES)):
                row.failures.append(f"no sign of life within {SOON:g} s, {TRIES} times in a row")
            if server.last_words() or len(row.failures) >= MOST_FAILURES:
                break
        row.memory_mb = peak_of(server.process.pid)
        row.failures.extend(filter(None, [server.last_words()]))
    row.failures.extend(complaints(server, attacks, row.memory_mb))
    late = sum(each > SOON for each in signs)
    row.note = (
        f"{attacks.total():,} attacks; {late} of {len(signs):,} signs of life after more than "
        f"{SOON:g} s, half of them within {1_000 * median(signs):.0f} ms"
    )
    return row


@contextmanager
def attacked(server: Server, seed: int) -> Iterator[Counter[str]]:
    """A server with an attacker of every kind; how often each of them attacked."""
    stopping, attacks = threading.Event(), Counter[str]()
    attackers = [
        threading.Thread(target=_attack, args=(server, stopping, attacks, each, Random(seed)))
        for each in ATTACKS
    ]
    for each in attackers:
        each.start()
    try:
        yield attacks
    finally:
        stopping.set()
        for each in attackers:
            each.join()


def complaints(server: Server, attacks: Counter[str], memory: float) -> Iterator[str]:
    """What does not hold after the attacks."""
    if memory > MOST_MB:
        yield f"more memory than {MOST_MB:g} MB"
    if idle := [each.__name__ for each in ATTACKS if not attacks[each.__name__]]:
        yield f"nobody attacked: {', '.join(idle)}"
    if server.process.returncode != 0:
        yield f"the server ended with {server.process.returncode}"


def _sign_of_life(server: Server) -> float:
    """Seconds until the server says that it lives; as long as it gets if it does not."""
    start = time.monotonic()
    try:
        if server.ask("/healthz")[0] == 200:
            return time.monotonic() - start
    except (OSError, http.client.HTTPException):
        pass
    return PATIENT


def _well_behaved(server: Server) -> str:
    """One problem; a busy server says so and is asked again, as its answer advises."""
    for _ in range(10):
        try:
            status, body = server.ask("/api/solve", {"text": TEXT})
        except (OSError, http.client.HTTPException) as error:
            return f"no answer: {error!r}"
        if status == 200:
            return "" if json.loads(body)["answer"] == "29" else f"another answer: {body[:200]!r}"
        if status != 503:
            return f"status {status}"
        time.sleep(0.2)
    return "busy for too long"


def _attack(
    server: Server,
    stopping: threading.Event,
    attacks: Counter[str],
    attack: Callable[[Server, Random], None],
    random: Random,
) -> None:
    while not stopping.is_set():
        with contextlib.suppress(OSError, http.client.HTTPException):
            attack(server, random)
        attacks[attack.__name__] += 1
        stopping.wait(random.uniform(0, 0.2))


def serve_kills(budget: Budget) -> Row:
    """`sumc serve`, killed while it answers, is there again at once under the same address."""
    row, random = Row("kills of serving"), Random(budget.seed)
    for _ in budget.rounds():
        start = time.monotonic()
        server = Server("--model", "en-tiny")
        asking = threading.Thread(target=_ask_until_gone, args=(server,))
        asking.start()
        time.sleep(random.uniform(0, 0.5))
        row.memory_mb = max(row.memory_mb, peak_of(server.process.pid))
        server.process.kill()
        server.process.wait()
        asking.join()
        assert server.process.stdout is not None
        server.process.stdout.close()
        with running("--model", "en-tiny", "--port", str(server.address[1])) as again:
            row.add(time.monotonic() - start, _well_behaved(again))
    return row


def _ask_until_gone(server: Server) -> None:
    with contextlib.suppress(OSError, http.client.HTTPException):
        while True:
            server.ask("/api/solve", {"texts": [TEXT] * 8})
