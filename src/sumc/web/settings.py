"""The settings of a server, with the defaults of `sumc serve`."""

import re
from dataclasses import dataclass

from sumc.algebra.limits import Limits
from sumc.errors import ServeError

EXPRESSION_LIMITS = Limits(
    characters=2_000, exponent=500, leaves=1_000, value_digits=1_000, polynomial_products=100_000
)
"""How large an expression from the network may be; a page draws no larger trees."""
CLASS_LIMITS = Limits(
    characters=1_000, exponent=100, leaves=200, value_digits=400, polynomial_products=5_000
)
"""How large each of the many answers of a class may be."""

_ORIGIN = re.compile(
    r"https?://[A-Za-z0-9.\-]+(:[0-9]{1,5})?|https?://\[[0-9A-Fa-f:.]+\](:[0-9]{1,5})?"
)
EVERYTHING, ADDRESS = "*", "<address>"
"""Stand for all hosts, and for all IP addresses."""
_HOST = re.compile(r"\*|<address>|[A-Za-z0-9._-]+|[0-9A-Fa-f.]*:[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*")


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The bounds of a server, who may use it and what it logs."""

    body_bytes: int = 1_048_576
    """The largest body of a request."""
    held_bytes: int = 64 * 1_048_576
    """The most that the bodies of all requests together hold in memory."""
    queue_size: int = 256
    """Texts that were accepted and are not answered yet."""
    batch_size: int = 32
    """Texts solved in one batch."""
    jobs: int = 64
    """Trees and checks that were accepted and are not answered yet."""
    job_threads: int = 2
    """Threads that work on them."""
    head_seconds: float = 30.0
    """How long a client may take to send the head of a request."""
    body_seconds: float = 30.0
    """How long it may take to send the body."""
    send_seconds: float = 30.0
    """How long it may pause while reading its answer."""
    idle_seconds: float = 15.0
    """How long a connection may wait for its next request."""
    stop_seconds: float = 30.0
    """How long a stopping server may take to answer the requests it has accepted."""
    token: str | None = None
    """The token that clients of the API must send; None for no token."""
    allowed_hosts: tuple[str, ...] = ()
    """Names that the server answers to (see `hosts`); empty where a proxy checks them."""
    cors_origins: tuple[str, ...] = ()
    """Other sites whose pages may call the API."""
    log_texts: bool = False
    """Whether the texts of problems are written to the log."""

    def __post_init__(self) -> None:
        for name in ("body_bytes", "queue_size", "batch_size", "jobs", "job_threads"):
            if getattr(self, name) < 1:
                raise ServeError(f"expected a {name} of at least 1, found {getattr(self, name)}")
        if self.token is not None and not (self.token.isascii() and self.token.isprintable()):
            raise ServeError("the token must be printable ASCII")
        if self.token is not None and not self.token.strip():
            raise ServeError("the token must not be empty")
        for host in self.allowed_hosts:
            if not _HOST.fullmatch(host):
                raise ServeError(
                    f'expected a name or address such as "school.example", found {host!r}'
                )
        for origin in self.cors_origins:
            if not _ORIGIN.fullmatch(origin):
                raise ServeError(
                    f'expected an origin such as "https://school.example", found {origin!r}'
                )
