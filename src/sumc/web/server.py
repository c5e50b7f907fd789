"""Run an app with uvicorn: the socket, the settings, signals."""

import asyncio
import errno
import gc
import signal
import socket
import sys
import time
from types import FrameType
from typing import Any

import uvicorn
from fastapi import FastAPI
from prometheus_client import disable_created_metrics

from sumc.errors import ServeError
from sumc.web.patience import Patience
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
REST_SECONDS = 0.5
"""How long no connection is accepted after there was no descriptor for one."""
_NO_PLACE = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
GRACE_SECONDS = 0.2
"""How long connections stay open after the server was told to stop: for requests on their way."""


class Listener(socket.socket):
    """A socket that keeps its backlog, and rests when there are no descriptors left.

    asyncio takes one number for the connections that may wait in the kernel and for those that
    it accepts in one go; here the two are far apart. When a connection cannot be accepted it plans
    to try again in a second, but it goes through the rest of that number first, scheduling a retry
    for each.
    """

    _rests_until = 0.0

    def accept(self) -> tuple[socket.socket, Any]:
        """The next connection; none for a while after the system had no room for one."""
        if time.monotonic() < self._rests_until:
            raise BlockingIOError
        try:
            return super().accept()
        except OSError as error:
            if error.errno in _NO_PLACE:
                self._rests_until = time.monotonic() + REST_SECONDS
            raise

    def listen(self, _: int = BACKLOG, /) -> None:
        """Let as many connections wait as the kernel allows."""
        super().listen(BACKLOG)


def listen(host: str, port: int) -> Listener:
    """A socket that listens; port 0 takes any free one."""
    try:
        family, _, _, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        made = socket.create_server(address[:2], family=family, backlog=BACKLOG)
    except (OSError, OverflowError, UnicodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        hint = "expected a --host of this computer, such as 127.0.0.1 or 0.0.0.0 (all of them)"
        if getattr(error, "errno", None) in (errno.EADDRINUSE, errno.EACCES):
            hint = "another --port (0: any) may be free"
        raise ServeError(f"cannot listen on {host} port {port}: {reason}; {hint}") from None
    listener = Listener(fileno=made.detach())
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # its connections send at once
    if hasattr(socket, "TCP_DEFER_ACCEPT"):  # Linux: a silent client costs nothing
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
    for each in (signal.SIGINT, signal.SIGTERM):  # uvicorn raises them again when it has stopped
        signal.signal(each, _stopped)
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.collect()
    gc.freeze()  # what was loaded at the start stays and need not be looked at again
    server_of(app, settings).run(sockets=[listener])


def server_of(app: FastAPI, settings: ServerSettings) -> uvicorn.Server:
    """The server of an app, with the time limits of the settings."""
    patience = Patience(settings)
    config = uvicorn.Config(
        patience.watched(app),
        http=patience.protocol(),
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
    return _Server(config)


class _Server(uvicorn.Server):
    """uvicorn's server, which would close idle connections the moment it is told to stop."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no more connections; what the open ones are sending is still read and answered."""
        for server in self.servers:
            server.close()
        await asyncio.sleep(GRACE_SECONDS)
        await super().shutdown(sockets)


def _stopped(_: int, __: FrameType | None) -> None:
    """The server has stopped as it was told to: the process ends normally."""


def _raise_file_limit() -> None:
    """Allow as many open connections as the system lets us."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
