"""The package that docs/models.md builds: its files and commands, taken from the guide itself."""

import json
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
TEXTS = (
    ("Ann has {a} pens and finds {b} more. How many pens does she have?", "{a}+{b}"),
    ("Tom had {a} apples and ate {b} of them. How many are left?", "{a}-{b}"),
    ("There are {a} bags with {b} nuts each. How many nuts are there?", "{a}*{b}"),
    ("Cards, {a} of them, are shared by {b} friends. How many does each get?", "{a}/{b}"),
    ("Of {b} rooms each has {a} chairs and 1 table. How much is that?", "{b}*({a}+1)"),
)
"""Problems of every operation, and one that no operation on two numbers solves."""
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


def problems(count: int = 75) -> list[str]:
    """The lines of a file to learn from."""
    rows = []
    for number in range(count):
        text, equation = TEXTS[number % len(TEXTS)]
        numbers = {"a": 20 + 7 * number, "b": 2 + number % 13}
        rows.append({"text": text.format(**numbers), "equation": equation.format(**numbers)})
    return [json.dumps(row) for row in rows]


def install(site: Path, **changed: str) -> None:
    """Put the package where pip would put it: its modules, and what is known about it.

    `changed` has other texts for some of the modules, by their names.
    """
    for name, text in files().items():
        if name.endswith(".py"):
            path = site / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(changed.get(path.stem, text), encoding="utf-8")
    project = tomllib.loads(files()["pyproject.toml"])["project"]
    about = site / f"{project['name']}-{project['version']}.dist-info"
    about.mkdir()
    head = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (about / "METADATA").write_text(head, encoding="utf-8")
    lines = []
    for group, entries in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {place}" for name, place in entries.items())]
    (about / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
