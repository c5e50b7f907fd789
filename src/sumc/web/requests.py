"""What happens around every request: its id, its headers, its line in the log."""

import logging
import secrets
import time
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sumc.web.errors import error_response, shortened
from sumc.web.metrics import Metrics
from sumc.web.schemas import Mistake
from sumc.web.settings import ServerSettings

access = logging.getLogger("sumc.access")
log = logging.getLogger("sumc.web")

SECURITY_HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_SECURITY_HEADERS = [(k.lower().encode(), v.encode()) for k, v in SECURITY_HEADERS.items()]
NOT_STORED = (b"cache-control", b"no-store")


class Requests:
    """The outermost layer: whatever happens inside, there is one answer and one log line."""

    def __init__(self, app: ASGIApp, settings: ServerSettings, metrics: Metrics) -> None:
        self.app = app
        self.settings = settings
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = _Answering(scope, send)
        start = time.perf_counter()
        try:
            await self.app(request.scope, receive, request.send)
        except Exception:
            log.exception("request %s failed", request.id)
            await request.fail()
        finally:
            self._record(request, time.perf_counter() - start)

    def _record(self, request: "_Answering", seconds: float) -> None:
        scope = request.scope
        path = getattr(scope.get("route"), "path", "other")
        method = request.method if request.method in _METHODS else "other"
        self.metrics.requests.labels(method, path, request.status or "none").inc()
        self.metrics.request_seconds.labels(path).observe(seconds)
        if request.status == 503:
            self.metrics.refused.inc()
        line = request.line(seconds)
        if self.settings.log_texts and "sumc.texts" in scope["state"]:
            line["texts"] = scope["state"]["sumc.texts"]
        access.info("request", extra={"fields": line})


_METHODS = frozenset(("GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE"))


def _without_host(header: tuple[bytes, bytes]) -> tuple[bytes, bytes]:
    """A header; a redirect leads to a path without a host, so to the same server.

    Starlette repeats the host that the client named, and a client may have been made to name
    another one.
    """
    name, value = header
    if name != b"location":
        return header
    parts = urlsplit(value)
    path = b"/" + parts.path.lstrip(b"/")
    return name, path + (b"?" + parts.query if parts.query else b"")


class _Answering:
    """One request while it is answered."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self.id = secrets.token_hex(8)
        self.method: str = scope["method"]
        self.is_head = self.method == "HEAD"
        scope.setdefault("state", {})["sumc.request"] = self.id
        self.scope = {**scope, "method": "GET"} if self.is_head else scope
        self.status = 0
        self.bytes = 0
        self._send = send

    async def send(self, message: Message) -> None:
        """Send a part of the answer with our headers; HEAD gets all but the body."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message = {**message, "headers": self._headers(message["headers"])}
        elif message["type"] == "http.response.body":
            self.bytes += len(message.get("body", b""))
            if self.is_head:
                message = {**message, "body": b""}
        await self._send(message)

    def _headers(self, headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
        ours = [(b"x-request-id", self.id.encode()), *_SECURITY_HEADERS]
        if all(name != b"cache-control" for name, _ in headers):
            ours.append(NOT_STORED)
        return [*map(_without_host, headers), *ours]

    async def fail(self) -> None:
        """Answer a request that ran into a bug: what happened is in the log, not in the answer."""
        if self.status:
            return
        mistake = Mistake(
            code="internal",
            what=f"the server failed; its log has more about request {self.id}",
            where="server",
            accepted="another request",
        )
        response = error_response(500, [mistake])
        headers = response.raw_headers
        await self.send({"type": "http.response.start", "status": 500, "headers": headers})
        await self.send({"type": "http.response.body", "body": bytes(response.body)})

    def line(self, seconds: float) -> dict[str, Any]:
        """What the log says about the request; never its query or its body."""
        client = self.scope.get("client")
        return {
            "id": self.id,
            "client": client[0] if client else None,
            "method": shortened(self.method, 20),
            "path": shortened(self.scope["path"], 200),
            "status": self.status,
            "ms": round(1000 * seconds, 2),
            "bytes": self.bytes,
        }
