"""The commands of `sumc`, put together by typer; only the one that is called is imported."""

from collections.abc import Sequence
from importlib import import_module
from typing import Annotated

import typer

from sumc import __version__

COMMANDS = {
    "solve": "solve_command",
    "tree": "tree_command",
    "check": "check_command",
    "evaluate": "evaluate_command",
    "train": "train_command",
    "export": "export_command",
    "reproduce": "reproduce_command",
    "data": "data_app",
    "serve": "serve_command",
}
"""Every command is a module of this folder, with this name in it."""
FREE_TEXT = ("solve", "tree", "check")
"""A text or an expression may start with a minus: what is no option of ours is an argument."""


def build_app(arguments: Sequence[str]) -> typer.Typer:
    """The application with the command that is called, or with all of them for the help."""
    app = typer.Typer(
        name="sumc",
        help="Math word problems by M-trees: solve a problem, draw the tree of a solution, check "
        "an expression, look at problems and datasets, train a model.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    app.callback()(_options)
    called = [name for name in arguments[:1] if name in COMMANDS]
    for name in called or COMMANDS:
        _register(app, name)
    return app


def _register(app: typer.Typer, name: str) -> None:
    command = getattr(import_module(f"sumc.cli.{name}"), COMMANDS[name])
    if isinstance(command, typer.Typer):
        app.add_typer(command, name=name)
    else:
        settings = {"ignore_unknown_options": name in FREE_TEXT}
        app.command(name, context_settings=settings)(command)


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
