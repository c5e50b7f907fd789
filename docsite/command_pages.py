"""The reference of the commands, from the typer application itself."""

from collections.abc import Iterator
from typing import Any

from typer.main import get_command

from docsite.tables import table
from sumc.cli.app import build_app

_OPENING = """# Commands

Written by the program itself: `sumc COMMAND --help` prints the same. Every command ends with exit
code 0 for yes or done, 1 for no or unsolved, 2 for bad input or usage; `--json` is for programs.

"""


def commands_page() -> str:
    """Every command with its usage, arguments and options."""
    return _OPENING + "".join(_section(name, command) for name, command in commands())


def commands() -> Iterator[tuple[str, Any]]:
    """Every command that can be called, by its whole name: `sumc data show`."""
    yield from _within("sumc", get_command(build_app([])))


def _within(name: str, command: Any) -> Iterator[tuple[str, Any]]:
    inner = getattr(command, "commands", None)
    if inner is None:
        yield name, command
        return
    for each in inner.values():
        yield from _within(f"{name} {each.name}", each)


def _section(name: str, command: Any) -> str:
    context = command.make_context(name, [], resilient_parsing=True)
    usage = command.get_usage(context).removeprefix("Usage: ")
    records = [parameter.get_help_record(context) for parameter in command.params]
    rows = [(f"`{record[0]}`", _literal(record[1])) for record in records if record]
    about = _literal("\n".join(map(str.strip, (command.help or "").split("\n"))))
    return f"## {name}\n\n```text\n{usage}\n```\n\n{about}\n\n" + table(["option", "what"], rows)


def _literal(text: str) -> str:
    """A help text in which nothing is markup."""
    for sign in "*_<[":
        text = text.replace(sign, f"\\{sign}")
    return text
