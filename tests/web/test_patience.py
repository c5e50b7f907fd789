"""Slow clients, with a clock that the tests move: who is disconnected, and when."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from sumc.web import patience
from sumc.web.patience import Connection, Patience
from sumc.web.settings import ServerSettings

SETTINGS = ServerSettings(head_seconds=10, idle_seconds=20, send_seconds=5)
CLIENT, SERVER = ("192.0.2.1", 40_000), ("127.0.0.1", 8_000)
Scenario = Callable[["Client"], Coroutine[Any, Any, None]]


class Clock(asyncio.SelectorEventLoop):
    """An event loop whose time passes when it is told to."""

    now = 0.0

    def time(self) -> float:
        return self.now


class Wire(asyncio.Transport):
    """A connection that is open, closing (it still has something to send) or cut off."""

    def __init__(self) -> None:
        super().__init__({"peername": CLIENT, "sockname": SERVER})
        self.state = "open"

    def close(self) -> None:
        self.state = "closing"

    def abort(self) -> None:
        self.state = "cut off"

    def is_closing(self) -> bool:
        return self.state != "open"


class Client:
    """One client of a server, and what the server makes of it."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.patience = Patience(SETTINGS)
        self.wire = Wire()
        made = self.patience.protocol()()
        assert isinstance(made, Connection)
        self.connection = made
        self.connection.connection_made(self.wire)

    async def after(self, seconds: float) -> str:
        """What the connection is when some more time has passed."""
        self.clock.now += seconds
        for _ in range(3):  # timers are looked at, then run
            await asyncio.sleep(0)
        return self.wire.state


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Callable[[Scenario], None]:
    """Play a scenario with a client; HTTP itself does nothing."""
    monkeypatch.setattr(patience, "BoundedHttp", asyncio.Protocol)

    def playing(scenario: Scenario) -> None:
        clock = Clock()

        async def with_client() -> None:
            await scenario(Client(clock))

        try:
            clock.run_until_complete(with_client())
        finally:
            clock.close()

    return playing


Play = Callable[[Scenario], None]


def test_a_head_has_one_deadline_however_it_trickles_in(play: Play) -> None:
    async def scenario(client: Client) -> None:
        for _ in range(3):
            client.connection.data_received(b"X-More: 1\r\n")
            assert await client.after(3) == "open"
        client.connection.data_received(b"X-More: 1\r\n")
        assert await client.after(1.1) == "closing"
        assert await client.after(4) == "closing"
        assert await client.after(1.1) == "cut off"

    play(scenario)


def test_a_request_takes_as_long_as_it_takes(play: Play) -> None:
    async def scenario(client: Client) -> None:
        client.connection.request_began()
        assert await client.after(1_000) == "open"
        client.connection.data_received(b"part of a body")
        assert await client.after(1_000) == "open"

    play(scenario)


def test_what_is_left_of_an_answer_has_its_time_after_the_connection_was_idle(play: Play) -> None:
    async def scenario(client: Client) -> None:
        client.connection.request_began()
        client.connection.request_ended()
        assert await client.after(20) == "open"
        client.wire.close()  # as uvicorn does
        assert await client.after(4) == "closing"
        assert await client.after(1.1) == "cut off"

    play(scenario)


def test_what_is_left_of_a_last_answer_has_its_time(play: Play) -> None:
    async def scenario(client: Client) -> None:
        client.connection.request_began()
        client.wire.close()  # Connection: close
        client.connection.request_ended()
        assert await client.after(4) == "closing"
        assert await client.after(1.1) == "cut off"

    play(scenario)


def test_the_next_head_on_a_connection_has_a_deadline_of_its_own(play: Play) -> None:
    async def scenario(client: Client) -> None:
        client.connection.request_began()
        client.connection.request_ended()
        assert await client.after(15) == "open"
        client.connection.data_received(b"GET /")
        assert await client.after(9) == "open"
        assert await client.after(1.1) == "closing"

    play(scenario)


def test_of_requests_in_a_row_the_last_ends_the_answering(play: Play) -> None:
    async def scenario(client: Client) -> None:
        client.connection.request_began()
        client.connection.request_began()
        client.connection.request_ended()
        assert await client.after(1_000) == "open"
        client.connection.request_ended()
        assert await client.after(25.1) == "cut off"

    play(scenario)


def test_who_does_not_read_is_cut_off_unless_it_reads_on(play: Play) -> None:
    async def scenario(client: Client) -> None:
        client.connection.request_began()
        client.connection.pause_writing()
        assert await client.after(4) == "open"
        client.connection.resume_writing()
        assert await client.after(100) == "open"
        client.connection.pause_writing()
        assert await client.after(5.1) == "cut off"

    play(scenario)


def test_a_client_that_has_gone_is_forgotten(play: Play) -> None:
    async def scenario(client: Client) -> None:
        assert client.patience.connections == {(CLIENT, SERVER): client.connection}
        client.connection.request_began()
        client.connection.pause_writing()
        client.connection.connection_lost(None)
        client.connection.request_ended()  # the app noticed later
        assert client.patience.connections == {}
        assert await client.after(1_000) == "open"  # nothing is done to it any more

    play(scenario)


def test_an_address_that_is_in_use_again_is_that_of_the_new_connection(play: Play) -> None:
    async def scenario(client: Client) -> None:
        another = client.patience.protocol()()
        another.connection_made(Wire())
        client.connection.connection_lost(None)
        assert list(client.patience.connections.values()) == [another]

    play(scenario)


def test_the_app_tells_the_connection_of_a_request_when_it_begins_and_ends(play: Play) -> None:
    async def scenario(client: Client) -> None:
        async def app(scope: Any, receive: Any, send: Any) -> None:
            assert await client.after(1_000) == "open"
            raise RuntimeError("a bug in the app")

        watched = client.patience.watched(app)
        with pytest.raises(RuntimeError):
            await watched({"type": "http", "client": CLIENT, "server": SERVER}, None, None)  # type: ignore[arg-type]
        assert await client.after(25.1) == "cut off"

    play(scenario)


def test_calls_of_the_app_without_a_connection_are_let_through(play: Play) -> None:
    async def scenario(client: Client) -> None:
        called: list[str] = []

        async def app(scope: Any, receive: Any, send: Any) -> None:
            called.append(scope["type"])

        for scope in ({"type": "lifespan"}, {"type": "http", "client": None, "server": SERVER}):
            await client.patience.watched(app)(scope, None, None)  # type: ignore[arg-type]
        assert called == ["lifespan", "http"]
        assert await client.after(10.1) == "closing"

    play(scenario)
