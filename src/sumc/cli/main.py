"""The `sumc` command, and the one place where errors become messages."""

import os
import sys
from io import TextIOWrapper

from sumc.cli.output import BAD_INPUT, INTERRUPTED, print_json, show_error
from sumc.errors import SumcError


def main() -> None:
    """Run the command line; an error of ours is one message and exit code 2."""
    _open_closed()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # a lone surrogate in an argument must not break the message about it
            stream.reconfigure(errors="backslashreplace")
    try:
        _run(sys.argv[1:])
    except SumcError as error:
        if "--json" in sys.argv:
            print_json(error.to_json())
        else:
            show_error(str(error))
        sys.exit(BAD_INPUT)
    except OSError as error:
        where = "" if error.filename is None else f" {error.filename}"
        show_error(f"cannot read or write{where}: {error.strerror}")
        sys.exit(BAD_INPUT)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


def _open_closed() -> None:
    """Discard what is written to a closed standard output or error, where Python has None."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115


def _run(arguments: list[str]) -> None:
    """Run a command; a plain `sumc solve "TEXT"` is answered without the import of typer."""
    if arguments[:1] == ["solve"]:
        from sumc.cli.answer import answer, read_request

        if request := read_request(arguments[1:]):
            sys.exit(answer(request))
    from sumc.cli.app import build_app

    build_app(arguments)()
