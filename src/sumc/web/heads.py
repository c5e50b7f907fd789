"""uvicorn's HTTP with bounds that it has no settings for: heads, and requests in a row.

The parser keeps every header until the head is complete, and a long one until it ends, so a client
could fill the memory with headers. Here what it keeps is counted by the events that it reports: a
head that is too large, or bytes that lead to no event, end in 431.

One packet may hold thousands of requests. The parser gets a small piece of it at a time, and the
next one when the requests of the last one are being answered.
"""

import logging
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from sumc.web.errors import error_response
from sumc.web.limits import DRAINED_BYTES, DRAINED_SECONDS
from sumc.web.schemas import Mistake

HEAD_BYTES = 65_536
"""The largest head of a request: its path and all names and values of its headers."""
HEADERS = 100
"""The most headers of a request."""
SLICE_BYTES = 4_096
"""What the parser gets at a time."""

log = logging.getLogger("sumc.web")


class HeadTooLargeError(Exception):
    """A request whose head is beyond the limits; raised inside the parser, which stops."""


class BoundedHttp(HttpToolsProtocol):
    """HTTP for one client, in which a request cannot grow beyond the limits."""

    def __init__(self, **made_with: Any) -> None:
        super().__init__(**made_with)
        self._unread = bytearray()
        """What has arrived and has not been given to the parser."""
        self._size = self._count = 0
        """Bytes and headers of the head that is being read."""
        self._silent = 0
        """Bytes parsed since the parser's last event."""
        self._too_large = False
        self._drained = -1
        """Bytes that were thrown away after the request was refused; -1 before that."""

    def data_received(self, data: bytes) -> None:
        """Receive bytes; after a refusal they are read and discarded."""
        if self._drained >= 0:
            self._drained += len(data)
            if self._drained > DRAINED_BYTES:
                self.transport.abort()
            return
        self._unread += data
        self._read()

    def _read(self) -> None:
        """Give the parser what has arrived, as long as no request waits for another one."""
        while self._unread and not self.pipeline and self._drained < 0:
            if self.transport.is_closing():
                return
            piece = bytes(self._unread[:SLICE_BYTES])
            del self._unread[:SLICE_BYTES]
            self._silent += len(piece)
            super().data_received(piece)
            if self._silent > HEAD_BYTES and self._drained < 0:
                self._too_large = True
                self.send_400_response("")

    def on_message_begin(self) -> None:
        """A request begins."""
        self._size = self._count = self._silent = 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """A part of its address has arrived."""
        self._grow(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header is complete, perhaps a trailer after the body."""
        self._count += 1
        self._grow(len(name) + len(value))
        super().on_header(name, value)

    def _grow(self, size: int) -> None:
        self._silent = 0
        self._size += size
        if self._size > HEAD_BYTES or self._count > HEADERS:
            self._too_large = True
            raise HeadTooLargeError

    def on_headers_complete(self) -> None:
        """The head is complete."""
        self._silent = 0
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """A part of the body has arrived."""
        self._silent = 0
        super().on_body(body)

    def on_response_complete(self) -> None:
        """An answer is on its way; the next request may be read."""
        super().on_response_complete()
        self._read()

    def send_400_response(self, msg: str) -> None:
        """Refuse what the parser cannot read; uvicorn calls this for every such error."""
        self._unread.clear()
        if self.cycle is not None and not self.cycle.response_complete:
            self.transport.close()  # another answer would be read as a part of this one
            return
        self._refuse(431 if self._too_large else 400)

    def _refuse(self, status: int) -> None:
        response = error_response(status, [_MISTAKES[status]], {"connection": "close"})
        lines = [b"HTTP/1.1 %d %s" % (status, _PHRASES[status])]
        lines += [b"%s: %s" % header for header in response.raw_headers]
        self.transport.write(b"\r\n".join(lines) + b"\r\n\r\n" + bytes(response.body))
        if status == 400 or not self.transport.can_write_eof():
            self.transport.close()
            return
        log.warning("the head of a request was too large")
        self._drained = 0
        self.transport.write_eof()
        self.loop.call_later(DRAINED_SECONDS, self.transport.close)


_PHRASES = {400: b"Bad Request", 431: b"Request Header Fields Too Large"}
_MISTAKES = {
    400: Mistake(
        code="malformed-http",
        what="the request is not HTTP",
        where="request",
        accepted="HTTP/1.1",
    ),
    431: Mistake(
        code="head-too-large",
        what="the head of the request is too large",
        where="head",
        accepted=f"{HEADERS} headers and {HEAD_BYTES} bytes",
    ),
}
