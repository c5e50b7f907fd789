"""Bodies of requests: bounded in size, in time while they arrive, and in what they hold."""

import anyio
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sumc.web.errors import ApiError, busy, refuse
from sumc.web.settings import ServerSettings

DRAINED_BYTES = 8 * 1_048_576
DRAINED_SECONDS = 2.0
"""How much of a refused request is still read, so that its sender can read the answer."""
MOST_VALUES = 2_500
"""The most values, names and brackets of a body; the largest valid request has some 200."""


class ClientGoneError(Exception):
    """The client disconnected before its request was complete."""


class BodyLimits:
    """Read the whole body before anything else happens, within bounds of size and time.

    A client that sends slowly therefore holds its own connection and nothing else.
    """

    def __init__(self, app: ASGIApp, settings: ServerSettings) -> None:
        self.app = app
        self.settings = settings
        self.held = 0
        """Bytes of all bodies that are in memory."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        parts: list[bytes] = []
        try:
            await self._answer(scope, receive, send, parts)
        except ClientGoneError:
            return
        finally:
            self.held -= sum(map(len, parts))

    async def _answer(
        self, scope: Scope, receive: Receive, send: Send, parts: list[bytes]
    ) -> None:
        headers = Headers(scope=scope)
        try:
            await self._read(headers, receive, parts)
            body = b"".join(parts)
            check_values(body)
        except ApiError as error:
            await _refuse(error, headers, receive, send)
            return
        await self.app(scope, _replay(body, receive), send)

    async def _read(self, headers: Headers, receive: Receive, parts: list[bytes]) -> None:
        declared = headers.get("content-length", "0")
        if declared.isdecimal() and int(declared) > self.settings.body_bytes:
            raise self._too_large()
        with anyio.move_on_after(self.settings.body_seconds) as time_limit:
            await self._read_parts(receive, parts)
        if time_limit.cancelled_caught:
            raise self._too_slow()

    async def _read_parts(self, receive: Receive, parts: list[bytes]) -> None:
        size = 0
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientGoneError
            part = message.get("body", b"")
            parts.append(part)
            size += len(part)
            self.held += len(part)
            if size > self.settings.body_bytes:
                raise self._too_large()
            if self.held > self.settings.held_bytes:
                raise busy(1)
            more = message.get("more_body", False)

    def _too_large(self) -> ApiError:
        most = self.settings.body_bytes
        return refuse(413, "body-too-large", "the body is too large", "body", f"{most} bytes")

    def _too_slow(self) -> ApiError:
        most = f"the whole body within {self.settings.body_seconds:g} s"
        return refuse(408, "body-too-slow", "the body took too long", "body", most)


def check_values(body: bytes) -> None:
    """Refuse JSON with so many values that parsing it would block all other requests.

    Python reads a body in one go and holds the event loop all the while, from whatever thread:
    half a second for a megabyte of brackets. Counting them takes a few milliseconds.
    """
    unescaped = body.replace(b"\\\\", b"").replace(b'\\"', b"")
    parts = unescaped.split(b'"', 2 * MOST_VALUES + 1)
    outside = b"".join(parts[::2])  # of strings, where the last may be open
    marks = len(outside) - len(outside.translate(None, b"[]{},"))
    if marks + len(parts) // 2 > MOST_VALUES:
        most = f"at most {MOST_VALUES} values, names and brackets"
        raise refuse(413, "too-many-values", "the body holds too many values", "body", most)


def _replay(body: bytes, receive: Receive) -> Receive:
    """What the app receives: the body in one piece, then whatever the connection says."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def next_message() -> Message:
        return messages.pop() if messages else await receive()

    return next_message


async def _refuse(error: ApiError, headers: Headers, receive: Receive, send: Send) -> None:
    """Answer, then keep reading for a while: a client that is still sending would not see the
    answer."""
    response = error.response()
    response.headers["Connection"] = "close"
    await send(_start(response))
    body = bytes(response.body)
    await send({"type": "http.response.body", "body": body, "more_body": True})
    if not headers.get("expect"):  # such a client sends nothing before it is told to
        with anyio.move_on_after(DRAINED_SECONDS):
            await _drain(receive)
    await send({"type": "http.response.body", "body": b"", "more_body": False})


def _start(response: Response) -> Message:
    return {
        "type": "http.response.start",
        "status": response.status_code,
        "headers": response.raw_headers,
    }


async def _drain(receive: Receive) -> None:
    size = 0
    more = True
    while more and size < DRAINED_BYTES:
        message = await receive()
        size += len(message.get("body", b""))
        more = message.get("more_body", False)
