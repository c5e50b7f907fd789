"""The optional token: the API refuses requests without it."""

import hmac

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from sumc.web.errors import refuse

GUARDED = ("/api/", "/metrics")
"""Paths that need the token; the page itself holds nothing secret and asks for it."""


class TokenGuard:
    """Accept requests with the token, as `Authorization: Bearer TOKEN`."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self.app = app
        self.token = token.encode("ascii")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        guarded = scope["type"] == "http" and scope["path"].startswith(GUARDED)
        if guarded and not self._knows(Headers(scope=scope).get("authorization", "")):
            error = refuse(
                401,
                "token",
                "the token is missing or wrong",
                "header Authorization",
                "Authorization: Bearer TOKEN",
                WWW_Authenticate="Bearer",
            )
            await error.response()(scope, receive, send)
            return
        await self.app(scope, receive, send)

    def _knows(self, authorization: str) -> bool:
        scheme, _, given = authorization.partition(" ")
        same = hmac.compare_digest(given.strip().encode("latin-1", "replace"), self.token)
        return same and scheme.lower() == "bearer"
