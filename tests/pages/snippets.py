"""What a page shows: its blocks of code, and the marks that say how they are tested.

A block is fenced and has a language. `<!-- not run: REASON -->` in the line before it says that it
is not executed; the options of its commands must exist all the same. A block with a title is a
file that the commands of the page find in their folder.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = tuple(sorted(path for path in DOCS.rglob("*.md")))
_BLOCK = re.compile(
    r"(?:^<!-- not run: (?P<reason>[^\n]+) -->\n)?"
    r'^```(?P<language>\w*)(?: title="(?P<title>[^"]+)")?\n(?P<text>.*?)^```$',
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Block:
    """One fenced block of a page."""

    line: int
    language: str
    title: str
    text: str
    reason: str
    """Why it is not run; empty where it is."""

    def commands(self) -> list[str]:
        """The commands of a shell block, each in one line and without a comment."""
        joined = self.text.replace("\\\n", " ")
        lines = [re.sub(r"\s+# .*$", "", line) for line in joined.splitlines()]
        return [line for line in lines if line.strip() and not line.startswith("#")]

    def examples(self) -> list[tuple[str, str]]:
        """Every `$ command` of a console block with the output shown below it."""
        parts = re.split(r"^\$ ", self.text, flags=re.MULTILINE)[1:]
        pairs = [part.replace("\\\n", " ").partition("\n") for part in parts]
        return [(command, output) for command, _, output in pairs]


def blocks(text: str) -> list[Block]:
    """All fenced blocks of a page."""
    return [
        Block(
            text.count("\n", 0, found.start()) + 1,
            found["language"],
            found["title"] or "",
            found["text"],
            found["reason"] or "",
        )
        for found in _BLOCK.finditer(text)
    ]


@cache
def read_page(path: Path) -> str:
    """The Markdown of a page."""
    return path.read_text(encoding="utf-8")


def name_of(path: Path) -> str:
    """How a page is called in the names of tests."""
    return path.relative_to(DOCS).as_posix()
