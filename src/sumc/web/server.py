"""Run an app with uvicorn: the socket, slow clients, signals."""

import asyncio
import errno
import gc
import signal
import socket
import sys
from types import FrameType

import uvicorn
from fastapi import FastAPI
from prometheus_client import disable_created_metrics
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from sumc.errors import ServeError
from sumc.web.settings import ServerSettings

BACKLOG = 4_096
"""Connections that wait to be accepted; the kernel may allow fewer."""
SILENT_SECONDS = 5
"""How long the kernel keeps a new connection to itself while the client says nothing."""
AT_ONCE = 64
"""Connections that are accepted before the requests of earlier ones are looked at."""
SWITCH_SECONDS = 0.001
"""How long the solver's thread may keep the event loop waiting for Python's lock; 5 ms, the
default, would be lost at every read and write."""
GRACE_SECONDS = 0.2
"""How long a silent connection stays open after the server was told to stop."""


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0 takes any free one."""
    try:
        family, _, _, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.create_server(address[:2], family=family, backlog=BACKLOG)
    except (OSError, OverflowError, UnicodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        hint = "expected a --host of this computer, such as 127.0.0.1 or 0.0.0.0 (all of them)"
        if getattr(error, "errno", None) in (errno.EADDRINUSE, errno.EACCES):
            hint = "another --port (0: any) may be free"
        raise ServeError(f"cannot listen on {host} port {port}: {reason}; {hint}") from None
    if hasattr(socket, "TCP_DEFER_ACCEPT"):  # Linux: who says nothing costs us nothing
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_DEFER_ACCEPT, SILENT_SECONDS)
    return listener


def address_of(listener: socket.socket) -> str:
    """The address to type into a browser."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def serve(app: FastAPI, listener: socket.socket, settings: ServerSettings) -> None:
    """Answer requests until SIGTERM or SIGINT; what was accepted by then is answered."""
    _raise_file_limit()
    disable_created_metrics()  # type: ignore[no-untyped-call]  # a second row for every counter
    config = uvicorn.Config(
        app,
        http=PatientProtocol,
        loop="asyncio",
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        backlog=AT_ONCE,
        timeout_keep_alive=max(1, round(settings.idle_seconds)),
        timeout_graceful_shutdown=max(1, round(settings.stop_seconds)),
    )
    PatientProtocol.head_seconds = settings.head_seconds
    PatientProtocol.send_seconds = settings.send_seconds
    for each in (signal.SIGINT, signal.SIGTERM):  # uvicorn raises them again when it has stopped
        signal.signal(each, _stopped)
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.collect()
    gc.freeze()  # what was loaded at the start stays and need not be looked at again
    _Server(config).run(sockets=[listener])


class _Server(uvicorn.Server):
    """uvicorn's server, which would let the kernel hold no more connections than it accepts in
    one go."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        for each in sockets or ():
            each.listen(BACKLOG)


def _stopped(_: int, __: FrameType | None) -> None:
    """The server has stopped as it was told to: the process ends by itself, without an error."""


class PatientProtocol(HttpToolsProtocol):
    """uvicorn's HTTP, with time limits for clients that send or read slowly, and a kinder end.

    uvicorn itself waits forever for the head of a request, and for a client to take its answer.
    """

    head_seconds = 30.0
    send_seconds = 30.0
    _head_timer: asyncio.TimerHandle | None = None
    _send_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client has connected."""
        super().connection_made(transport)
        connection: socket.socket = transport.get_extra_info("socket")
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # send at once
        self._await_head()

    def data_received(self, data: bytes) -> None:
        """A client has sent something."""
        super().data_received(data)
        if self._is_idle():
            self._await_head()
        elif self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def pause_writing(self) -> None:
        """A client does not take its answer."""
        super().pause_writing()
        self._await_reader()

    def resume_writing(self) -> None:
        """A client has taken some of its answer."""
        super().resume_writing()
        self._stop_timers()

    def timeout_keep_alive_handler(self) -> None:
        """A connection was idle; what is still to be sent has its time, too."""
        super().timeout_keep_alive_handler()
        self._await_reader()

    def connection_lost(self, exc: Exception | None) -> None:
        """A client has gone."""
        self._stop_timers()
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """Stop; but a request that is on its way is still read and answered."""
        if self._is_idle():
            self.loop.call_later(GRACE_SECONDS, self._shutdown_now)
        else:
            self._shutdown_now()

    def _shutdown_now(self) -> None:
        if not self.transport.is_closing():
            super().shutdown()

    def _is_idle(self) -> bool:
        """Whether no request is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def _await_head(self) -> None:
        if self._head_timer is None:
            self._head_timer = self.loop.call_later(self.head_seconds, self._give_up)

    def _give_up(self) -> None:
        self._head_timer = None
        if self._is_idle():
            self.transport.close()
            self._await_reader()

    def _await_reader(self) -> None:
        if self._send_timer is None:
            self._send_timer = self.loop.call_later(self.send_seconds, self.transport.abort)

    def _stop_timers(self) -> None:
        for timer in (self._head_timer, self._send_timer):
            if timer is not None:
                timer.cancel()
        self._head_timer = self._send_timer = None


def _raise_file_limit() -> None:
    """Allow as many open connections as the system lets us."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
