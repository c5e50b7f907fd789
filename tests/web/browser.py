"""Chromium as the tests drive it: Debian's, without a screen, with nothing sent elsewhere."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal
from urllib.parse import urlencode

import pytest
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Page,
    Request,
    expect,
    sync_playwright,
)

FLAGS = (
    "--no-sandbox",  # a container has no user namespaces for it
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

PATIENCE = 120_000
"""Milliseconds that a step may take on a busy machine; elsewhere nothing takes that long."""
expect.set_options(timeout=PATIENCE)

Scheme = Literal["light", "dark"]


def find_chromium() -> str | None:
    """The browser of this machine; $SUMC_CHROMIUM names another one."""
    named = os.environ.get("SUMC_CHROMIUM")
    names = [named] if named else ["chromium", "chromium-browser", "google-chrome"]
    return next((path for path in map(shutil.which, names) if path), None)


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser, or a skip that says why there is none."""
    path = find_chromium()
    if path is None:
        pytest.skip("no Chromium here: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


class Visit:
    """A page of the server with what it asked for and what it complained about."""

    def __init__(self, browser: Browser, url: str, **options: Any) -> None:
        self.url = url
        options = {"viewport": {"width": 1200, "height": 900}, "locale": "en-US", **options}
        self.context = browser.new_context(**options)
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self.page.on("request", self._asked)
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _asked(self, request: Request) -> None:
        self.requests.append(request.url)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def open(self, view: str = "", **state: str) -> Page:
        """Open a view with a state in the link and wait until the page is ready."""
        query = f"?{urlencode(state)}" if state else ""
        self.page.goto(f"{self.url}/#{view}{query}")
        self.page.wait_for_selector("html.ready")
        return self.page

    def start_again(self) -> None:
        """As a new visitor: nothing is stored, recorded or intercepted any more."""
        self.page.unroute_all()
        self.page.goto(f"{self.url}/page/icon.svg")
        self.page.evaluate("localStorage.clear(), sessionStorage.clear()")
        self.requests.clear()
        self.complaints.clear()

    def foreign(self) -> list[str]:
        """Requests that left the host."""
        own = (self.url, "data:", "blob:")
        return [each for each in self.requests if not each.startswith(own)]
