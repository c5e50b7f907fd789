"""The `sumc` command: its subcommands, and one place where errors become messages."""

import sys
from io import TextIOWrapper
from typing import Annotated

import typer

from sumc import __version__
from sumc.cli.check import check_command
from sumc.cli.data import data_app
from sumc.cli.evaluate import evaluate_command
from sumc.cli.output import BAD_INPUT, error_json, print_json, show_error
from sumc.cli.reproduce import reproduce_command
from sumc.cli.train import train_command
from sumc.cli.tree import tree_command
from sumc.errors import SumcError

# An expression may start with a minus: what is no option of ours is an argument.
_EXPRESSIONS = {"ignore_unknown_options": True}

app = typer.Typer(
    name="sumc",
    help="Math word problems by M-trees: draw the tree of a solution, check an expression, "
    "look at problems and datasets, train a model.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command("tree", context_settings=_EXPRESSIONS)(tree_command)
app.command("check", context_settings=_EXPRESSIONS)(check_command)
app.command("evaluate")(evaluate_command)
app.command("train")(train_command)
app.command("reproduce")(reproduce_command)
app.add_typer(data_app, name="data")


def main() -> None:
    """Run the command line; an error of ours is one message and exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # a lone surrogate in an argument must not break the message about it
            stream.reconfigure(errors="backslashreplace")
    try:
        app()
    except SumcError as error:
        if "--json" in sys.argv:
            print_json(error_json(error))
        else:
            show_error(str(error))
        sys.exit(BAD_INPUT)
    except OSError as error:
        show_error(f"cannot read or write: {error.strerror}")
        sys.exit(BAD_INPUT)


def show_version(wanted: bool) -> None:
    """Print the version and stop, for `--version`."""
    if wanted:
        print(f"sumc {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    pass
