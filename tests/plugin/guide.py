"""The package that docs/models.md builds: its files and commands, taken from the guide itself."""

import re
import shlex
import sys
from functools import cache
from pathlib import Path

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

GUIDE = Path(__file__).parents[2] / "docs" / "models.md"
_BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)


@cache
def files() -> dict[str, str]:
    """The files that the guide shows, by their names."""
    return {title: text for _, title, text in _blocks() if title}


def commands() -> list[list[str]]:
    """The arguments of the `sumc` commands that the guide shows, in their order."""
    lines = [line for kind, _, text in _blocks() if kind == "sh" for line in text.splitlines()]
    words = [shlex.split(line, comments=True) for line in lines]
    return [arguments for name, *arguments in words if name == "sumc"]


def _blocks() -> list[tuple[str, str, str]]:
    return _BLOCK.findall(GUIDE.read_text(encoding="utf-8"))


def names() -> set[str]:
    """All names by which the package is known to others."""
    project = tomllib.loads(files()["pyproject.toml"])["project"]
    entries = [name for group in project["entry-points"].values() for name in group]
    return {project["name"], *entries}


def install(site: Path) -> None:
    """Put the package where pip would put it: its modules, and what is known about it."""
    for name, text in files().items():
        if name.endswith(".py"):
            path = site / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    project = tomllib.loads(files()["pyproject.toml"])["project"]
    about = site / f"{project['name']}-{project['version']}.dist-info"
    about.mkdir()
    head = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (about / "METADATA").write_text(head, encoding="utf-8")
    lines = []
    for group, entries in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {place}" for name, place in entries.items())]
    (about / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
