"""The commands of `sumc`, put together by typer; only the one called is imported."""

import re
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated

import typer

from sumc import __version__

COMMANDS = {
    "solve": "solve_command",
    "tree": "tree_command",
    "check": "check_command",
    "grade": "grade_command",
    "worksheet": "worksheet_command",
    "evaluate": "evaluate_command",
    "train": "train_command",
    "export": "export_command",
    "reproduce": "reproduce_command",
    "data": "data_app",
    "serve": "serve_command",
}
"""Every command is a module of this folder, with this name in it."""
FREE_TEXT = ("solve", "tree", "check")
"""Here a text or an expression may start with a minus."""
_MINUS = re.compile(r"-(?!-[a-z][a-z-]+(=|$)|$)")
"""How a text with a minus begins, unlike `--option`, `--option=value` and `-`."""


def build_app(arguments: Sequence[str]) -> typer.Typer:
    """The application with the command that is called, or with all of them for the help."""
    app = typer.Typer(
        name="sumc",
        help="Math word problems by M-trees: solve a problem, draw the tree of a solution, check "
        "an expression, grade a class, make a worksheet, look at problems and datasets, train a "
        "model.",
        no_args_is_help=True,
        add_completion=not any(name in COMMANDS for name in arguments[:1]),
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    app.callback()(_options)
    called = [name for name in arguments[:1] if name in COMMANDS]
    for name in called or COMMANDS:
        _register(app, name, arguments)
    return app


def _register(app: typer.Typer, name: str, arguments: Sequence[str]) -> None:
    command = getattr(import_module(f"sumc.cli.{name}"), COMMANDS[name])
    if isinstance(command, typer.Typer):
        app.add_typer(command, name=name)
    else:
        has_minus = name in FREE_TEXT and any(map(_MINUS.match, arguments))
        # what is not an option is then an argument; otherwise it is a mistake worth a hint
        app.command(name, context_settings={"ignore_unknown_options": has_minus})(command)


def show_version(wanted: bool) -> None:
    """Print the version and stop, for `--version`."""
    if wanted:
        print(f"sumc {__version__}")
        raise typer.Exit


def _options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    pass
