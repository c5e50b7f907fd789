"""The names that a server answers to; a request under another name was meant for another server.

A page of another site can send requests to this computer under a name of its own that points here
(DNS rebinding), and the browser takes the answers to be from that site. An IP address is not such
a name.
"""

import re
from collections.abc import Sequence
from ipaddress import ip_address

from starlette.types import ASGIApp, Receive, Scope, Send

from sumc.web.errors import refuse
from sumc.web.settings import ADDRESS, EVERYTHING

LOOPBACK = ("localhost", "127.0.0.1", "::1")
"""What this computer calls itself."""
_ALL_INTERFACES = ("0.0.0.0", "::", "")
_HOST = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9._-]+?))\.?(?::[0-9]{1,5})?")


def hosts_for(listens: str, named: Sequence[str]) -> tuple[str, ...]:
    """The names of a server that listens on an address, with those that its owner gives it.

    >>> hosts_for("127.0.0.1", ["school.example"])
    ('localhost', '127.0.0.1', '::1', 'school.example')
    """
    if EVERYTHING in named:
        return (EVERYTHING,)
    own = ADDRESS if listens in _ALL_INTERFACES else listens.lower()
    return tuple(dict.fromkeys((*LOOPBACK, own, *named)))


class HostGuard:
    """Accept requests for some host names only."""

    def __init__(self, app: ASGIApp, hosts: Sequence[str]) -> None:
        self.app = app
        self.hosts = frozenset(host.lower() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or self._is_meant(scope):
            await self.app(scope, receive, send)
            return
        error = refuse(
            421,
            "host",
            "this server does not answer to the name in the header Host",
            "header Host",
            "a name or address of the server: sumc serve --allowed-host NAME",
        )
        await error.response()(scope, receive, send)

    def _is_meant(self, scope: Scope) -> bool:
        given = [value for name, value in scope["headers"] if name == b"host"]
        found = _HOST.fullmatch(given[0].decode("latin-1")) if len(given) == 1 else None
        if found is None:
            return False
        host = (found[1] or found[2]).lower()
        return host in self.hosts or (ADDRESS in self.hosts and _is_address(host))


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
