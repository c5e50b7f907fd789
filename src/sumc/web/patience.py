"""Time limits for clients that send or read slowly, kept between the sockets and uvicorn.

uvicorn waits forever for the head of a request and for a client to take its answer, and no
setting changes that. So every connection is watched from outside, by what asyncio and ASGI
promise: bytes that arrive, answers that cannot be sent, and the app that is called and returns.

    bytes -> head -> app is called -> answering -> app returns -> idle -> bytes ...
"""

import asyncio
from collections.abc import Callable
from typing import Any

from starlette.types import ASGIApp, Receive, Scope, Send

from sumc.web.heads import BoundedHttp
from sumc.web.settings import ServerSettings

Ends = tuple[tuple[str, int], tuple[str, int]]
"""The addresses of the client and of ours, which no two open connections share."""


class Patience:
    """How long a server waits for its clients, and their open connections."""

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self.connections: dict[Ends, Connection] = {}

    def protocol(self) -> type[asyncio.Protocol]:
        """The protocol class that uvicorn creates for each client."""

        class Patient(Connection):
            patience = self

        return Patient

    def watched(self, app: ASGIApp) -> ASGIApp:
        """The app, telling the connection when each of its requests begins and ends."""

        async def watch(scope: Scope, receive: Receive, send: Send) -> None:
            connection = self._connection(scope)
            if connection is None:
                await app(scope, receive, send)
                return
            connection.request_began()
            try:
                await app(scope, receive, send)
            finally:
                connection.request_ended()

        return watch

    def _connection(self, scope: Scope) -> "Connection | None":
        client, server = scope.get("client"), scope.get("server")
        return self.connections.get((tuple(client), tuple(server))) if client and server else None


class Connection(asyncio.Protocol):
    """uvicorn's HTTP for one client, which is disconnected when it takes too long."""

    patience: Patience

    def __init__(self, **made_with: Any) -> None:
        self._http: asyncio.Protocol = BoundedHttp(**made_with)
        self._requests = 0
        """Requests that the app is answering."""
        self._in_head = True
        """Whether the deadline for the next head has been set."""
        self._is_open = True
        self._reading = _Deadline()
        self._writing = _Deadline()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A client has connected."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        names = (transport.get_extra_info(name) for name in ("peername", "sockname"))
        client, server = (name[:2] for name in names)
        self._ends: Ends = client, server
        self.patience.connections[self._ends] = self
        self._http.connection_made(transport)
        self._await_head()

    def data_received(self, data: bytes) -> None:
        """Something has arrived; a head that trickles in has one deadline."""
        self._http.data_received(data)
        if not self._requests and not self._in_head:
            self._in_head = True
            self._await_head()

    def request_began(self) -> None:
        """A head is complete."""
        self._requests += 1
        self._reading.stop()

    def request_ended(self) -> None:
        """The whole answer was handed over; what is not sent of it yet has a deadline, too."""
        self._requests -= 1
        self._in_head = False
        if self._is_open and not self._requests:
            settings = self.patience.settings
            idle = 0 if self._transport.is_closing() else settings.idle_seconds
            self._reading.start(idle + settings.send_seconds, self._transport.abort)

    def pause_writing(self) -> None:
        """The client is not reading its answer."""
        self._http.pause_writing()
        self._writing.start(self.patience.settings.send_seconds, self._transport.abort)

    def resume_writing(self) -> None:
        """The client has read some of its answer."""
        self._http.resume_writing()
        self._writing.stop()

    def eof_received(self) -> bool | None:
        """The client sends no more."""
        return self._http.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has disconnected or was disconnected."""
        self._is_open = False
        self._reading.stop()
        self._writing.stop()
        if self.patience.connections.get(self._ends) is self:  # its address may be in use again
            del self.patience.connections[self._ends]
        self._http.connection_lost(exc)

    def _await_head(self) -> None:
        self._reading.start(self.patience.settings.head_seconds, self._give_up)

    def _give_up(self) -> None:
        """Close the connection; an earlier answer may still be on its way."""
        self._transport.close()
        self._reading.start(self.patience.settings.send_seconds, self._transport.abort)


class _Deadline:
    """Something that is done unless it is stopped or set again in time."""

    _timer: asyncio.TimerHandle | None = None

    def start(self, seconds: float, then: Callable[[], None]) -> None:
        self.stop()
        self._timer = asyncio.get_running_loop().call_later(seconds, then)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
