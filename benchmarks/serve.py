"""The server under load, on the loopback: throughput, times, batches, and a burst.

.venv/bin/python benchmarks/serve.py

Load and server share the machine, each in a process of its own. Every part is bounded; all
of them take a minute and a half.
"""

import argparse
import asyncio
import json
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from sumc.problems.generator import generate

ROOT = Path(__file__).parents[1]
QUEUE = 256
PATIENCE = 180.0
"""Seconds after which a request counts as lost."""


@dataclass(frozen=True, slots=True)
class Load:
    """The outcome of some requests."""

    seconds: float
    times: list[float]
    statuses: Counter[str]
    """How often each status came back; `lost: ...` where there was none."""

    @property
    def per_second(self) -> float:
        """Requests that were answered in a second."""
        return len(self.times) / self.seconds

    def percentile(self, share: float) -> float:
        """The milliseconds within which this share of the requests was answered."""
        ordered = sorted(self.times)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def main() -> None:
    """Print what the server does under steady load and in a burst."""
    options = _options()
    texts = [each.text for each in generate("en", 2_000)]
    bodies = [_request(json.dumps({"text": text}).encode()) for text in texts]
    table = Table("", "requests/s", "p50 ms", "p99 ms", "texts/batch", "not answered with 200")
    batched = _steady(table, "batches", options, bodies, options.clients)
    single = _steady(table, "one at a time", options, bodies, options.clients, "--batch-size", "1")
    lone = _steady(table, "a lone client", options, bodies, 1)
    screen = Console(width=100)
    screen.print(table)
    screen.print(f"batches to one at a time: {batched.per_second / single.per_second:.2f}")
    screen.print(f"batches to a lone client: {batched.per_second / lone.per_second:.2f}")
    screen.print(_burst(options, bodies))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default="en", help="a shipped model or a folder")
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=20.0, help="of steady load")
    parser.add_argument("--burst", type=int, default=5_000, help="requests at once")
    return parser.parse_args()


def _request(body: bytes) -> bytes:
    head = (
        "POST /api/solve HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


class Server:
    """`sumc serve` in a process of its own."""

    def __init__(self, *options: str) -> None:
        command = [sys.executable, "-m", "sumc", "serve", "--port", "0", "--no-access-log"]
        self.process = subprocess.Popen(
            [*command, *options], stdout=subprocess.PIPE, encoding="utf-8", cwd=ROOT
        )
        assert self.process.stdout is not None
        found = re.search(r"http://([\d.]+):(\d+)", self.process.stdout.readline())
        assert found, "the server did not start"
        self.address = (found[1], int(found[2]))

    def memory(self) -> float:
        """Resident megabytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert found
        return int(found[1]) / 1024

    def stop(self) -> None:
        """Stop it as an operator does."""
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(60) == 0


@contextmanager
def _server(options: argparse.Namespace, *more: str) -> Iterator[Server]:
    server = Server("--model", options.model, "--queue-size", str(QUEUE), *more)
    try:
        yield server
    finally:
        server.stop()


def _steady(
    table: Table,
    name: str,
    options: argparse.Namespace,
    bodies: Sequence[bytes],
    clients: int,
    *more: str,
) -> Load:
    """Keep some clients asking for a while; each asks again once it has its answer."""
    print(f"  {name}: {clients} clients, {options.seconds:g} s ...", file=sys.stderr, flush=True)
    with _server(options, *more) as server:
        asyncio.run(_ask_on(server, bodies, clients, 1.0))  # caches and code become warm
        before = _batches(server)
        load = asyncio.run(_ask_on(server, bodies, clients, options.seconds))
        after = _batches(server)
    texts, batches = (now - then for now, then in zip(after, before, strict=True))
    failed = {status: count for status, count in load.statuses.items() if status != "200"}
    table.add_row(
        name,
        f"{load.per_second:,.0f}",
        f"{load.percentile(0.5):.1f}",
        f"{load.percentile(0.99):.1f}",
        f"{texts / batches:.1f}",
        str(failed or 0),
    )
    return load


async def _ask_on(server: Server, bodies: Sequence[bytes], clients: int, seconds: float) -> Load:
    start = time.perf_counter()
    load = Load(seconds, [], Counter())
    clocks = [_client(server, bodies[n::clients], start + seconds, load) for n in range(clients)]
    await asyncio.gather(*clocks)
    return Load(time.perf_counter() - start, load.times, load.statuses)


async def _client(server: Server, bodies: Sequence[bytes], end: float, load: Load) -> None:
    """One connection that asks until the end."""
    reader, writer = await asyncio.open_connection(*server.address)
    number = 0
    while time.perf_counter() < end:
        start = time.perf_counter()
        status = await _ask(reader, writer, bodies[number % len(bodies)])
        load.statuses[status] += 1
        load.times.append(time.perf_counter() - start)
        number += 1
    writer.close()
    await writer.wait_closed()


async def _ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, body: bytes) -> str:
    """The status of one request; its answer is read to the end."""
    try:
        writer.write(body)
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
        found = re.search(rb"content-length: (\d+)", head)
        await reader.readexactly(int(found[1]) if found else 0)
        return head[9:12].decode()
    except (OSError, EOFError, asyncio.TimeoutError) as error:
        return f"lost: {type(error).__name__}"


def _batches(server: Server) -> tuple[float, float]:
    """Texts and batches that were solved so far."""
    return asyncio.run(_figures(server))


async def _figures(server: Server) -> tuple[float, float]:
    reader, writer = await asyncio.open_connection(*server.address)
    writer.write(b"GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    text = (await reader.read()).decode()
    writer.close()
    found = dict(re.findall(r"^sumc_batch_size_(sum|count) ([\d.]+)$", text, re.MULTILINE))
    return float(found["sum"]), float(found["count"])


def _burst(options: argparse.Namespace, bodies: Sequence[bytes]) -> str:
    """Many requests at once, three times: what came back, and the memory after each burst."""
    print(f"  burst: {options.burst:,} at once, three times ...", file=sys.stderr, flush=True)
    lines = []
    with _server(options) as server:
        asyncio.run(_ask_on(server, bodies, options.clients, 2.0))
        level = server.memory()
        for number in range(1, 4):
            load = asyncio.run(_at_once(server, bodies, options.burst))
            peak = server.memory()
            time.sleep(5)
            counts = ", ".join(f"{count:,} x {s}" for s, count in sorted(load.statuses.items()))
            lines.append(
                f"burst {number}: {counts} in {load.seconds:.1f} s; memory {level:.0f} MB before, "
                f"{peak:.0f} MB at the end, {server.memory():.0f} MB after 5 s"
            )
            assert load.statuses.total() == options.burst
            assert set(load.statuses) <= {"200", "503"}, load.statuses
    return "\n".join(lines)


async def _at_once(server: Server, bodies: Sequence[bytes], count: int) -> Load:
    """A connection for each request, all at the same time; closed when all are answered."""
    start = time.perf_counter()
    load = Load(0, [], Counter())
    connections: list[asyncio.StreamWriter] = []

    async def ask(number: int) -> None:
        reader, writer = await asyncio.open_connection(*server.address)
        connections.append(writer)
        load.statuses[await _ask(reader, writer, bodies[number % len(bodies)])] += 1
        load.times.append(time.perf_counter() - start)

    await asyncio.gather(*map(ask, range(count)))
    seconds = time.perf_counter() - start
    for writer in connections:
        writer.close()
    waiting = (writer.wait_closed() for writer in connections)
    await asyncio.gather(*waiting, return_exceptions=True)
    return Load(seconds, load.times, load.statuses)


if __name__ == "__main__":
    main()
