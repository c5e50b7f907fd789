"""The page and its files, kept in memory: nothing is read from disk while the server runs."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

FOLDER = Path(__file__).parent / "page"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
PAGES = {"/": "index.html", "/docs": "docs.html", "/favicon.ico": "icon.svg"}
"""Further addresses of some of the files."""


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file of the page as it is sent."""

    content: bytes
    media_type: str
    etag: str

    @classmethod
    def read(cls, path: Path) -> "PageFile":
        """The file with a tag that changes when it does."""
        content = path.read_bytes()
        digest = hashlib.sha256(content).hexdigest()[:16]
        return cls(content, TYPES[path.suffix], f'"{digest}"')

    async def respond(self, request: Request) -> Response:
        """The file, or 304 if the browser's copy is still good."""
        headers = {"ETag": self.etag, "Cache-Control": "no-cache"}
        if request.headers.get("if-none-match") == self.etag:
            return Response(status_code=304, headers=headers)
        return Response(self.content, media_type=self.media_type, headers=headers)


def page_routes() -> list[Route]:
    """A route for every file of the page."""
    files = {path.name: PageFile.read(path) for path in sorted(FOLDER.iterdir()) if path.is_file()}
    addresses = {f"/page/{name}": file for name, file in files.items()}
    addresses |= {address: files[name] for address, name in PAGES.items()}
    return [Route(address, file.respond, methods=["GET"]) for address, file in addresses.items()]
