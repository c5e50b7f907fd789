"""The `sumc` command: its subcommands, and one place where errors become messages."""

import sys

import typer

from sumc.cli.check import check_command
from sumc.cli.data import data_app
from sumc.cli.output import BAD_INPUT, show_error
from sumc.cli.reproduce import reproduce_command
from sumc.cli.tree import tree_command
from sumc.errors import SumcError

# An expression may start with a minus: what is no option of ours is an argument.
_EXPRESSIONS = {"ignore_unknown_options": True}

app = typer.Typer(
    name="sumc",
    help="Math word problems by M-trees: draw the tree of a solution, check an expression.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command("tree", context_settings=_EXPRESSIONS)(tree_command)
app.command("check", context_settings=_EXPRESSIONS)(check_command)
app.command("reproduce")(reproduce_command)
app.add_typer(data_app, name="data")


def main() -> None:
    """Run the command line; an error of ours is one message and exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        # a lone surrogate in an argument must not break the message about it
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        app()
    except SumcError as error:
        show_error(str(error))
        sys.exit(BAD_INPUT)
