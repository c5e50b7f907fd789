"""What MkDocs calls while it builds the site: pages that are generated, links into the code.

No page of the reference is kept in the repository: commands come from the typer application,
settings from their dataclasses, HTTP from the OpenAPI schema, notebooks from `notebooks`.
"""

import re
import sys
from collections.abc import Callable
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT)]  # MkDocs loads this file by its path, not as a part of a package

from docsite.command_pages import commands_page  # noqa: E402
from docsite.http_page import http_page  # noqa: E402
from docsite.notebook_pages import notebook_pages  # noqa: E402
from docsite.settings_page import settings_page  # noqa: E402

REPOSITORY = "https://github.com/sumc-project/sumc/blob/main/"
PAGES: dict[str, Callable[[], str]] = {
    "reference/commands.md": commands_page,
    "reference/settings.md": settings_page,
    "reference/http.md": http_page,
}
_OUTSIDE = re.compile(r"\]\((?:\.\./)+((?:src|results|configs|tests|notebooks|[A-Z]+\.md)[^)]*)\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated pages."""
    pages = {name: write() for name, write in PAGES.items()} | notebook_pages(ROOT / "notebooks")
    for name, content in pages.items():
        files.append(File.generated(config, name, content=content))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Let links to files outside of the site lead to the repository."""
    return _OUTSIDE.sub(rf"]({REPOSITORY}\1)", markdown)
