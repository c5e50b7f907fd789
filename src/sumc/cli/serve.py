"""`sumc serve`: the page and the API on this computer."""

import os
import sys
from collections.abc import Sequence
from typing import Annotated, Optional

import typer

from sumc.cli.extras import needing_extras
from sumc.cli.output import console, working
from sumc.errors import ServeError

ModelNames = Annotated[
    Optional[list[str]],  # noqa: UP045  (typer reads the annotation at run time on Python 3.10)
    typer.Option(
        metavar="auto|tiny|en|zh|en-tiny|zh-tiny|DIR",
        help="A model to load: a shipped one or a folder; repeatable. Default, and auto: en "
        "and zh; tiny: en-tiny and zh-tiny.",
    ),
]
MinConfidence = Annotated[
    float, typer.Option(min=0, max=1, help="Give no answer below this confidence.")
]
Token = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option(
        envvar="SUMC_TOKEN",
        help="Accept only requests with `Authorization: Bearer TOKEN`; the variable keeps it "
        "out of the process list.",
    ),
]
AllowedHosts = Annotated[
    Optional[list[str]],  # noqa: UP045
    typer.Option(
        metavar="NAME",
        help="A host name to answer to besides this computer's own and the address it "
        "listens on; repeatable. * accepts any.",
    ),
]
Origins = Annotated[
    Optional[list[str]],  # noqa: UP045
    typer.Option(
        metavar="ORIGIN",
        help="Let pages of https://... call the API; repeatable.",
    ),
]
QueueSize = Annotated[
    int,
    typer.Option(min=1, help="Texts that may wait; beyond that, requests are answered with 503."),
]
AccessLog = Annotated[
    bool, typer.Option(help="A line of JSON for each request, on standard error.")
]
LogTexts = Annotated[bool, typer.Option("--log-texts", help="Also log the texts of problems.")]


def serve_command(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65_535, help="0 takes any free one.")] = 8000,
    model: ModelNames = None,
    min_confidence: MinConfidence = 0.0,
    token: Token = None,
    allowed_host: AllowedHosts = None,
    cors_origin: Origins = None,
    batch_size: Annotated[int, typer.Option(min=1, help="Texts solved in one batch.")] = 32,
    queue_size: QueueSize = 256,
    access_log: AccessLog = True,
    log_texts: LogTexts = False,
) -> None:
    """Serve the page and the API until Ctrl+C or SIGTERM; needs the extra web.

    Requests accepted by then are answered. Exit code: 0 stopped, 2 it could not start.
    """
    with needing_extras("sumc serve"):
        from sumc.web.app import create_app
        from sumc.web.hosts import hosts_for
        from sumc.web.logs import json_logs
        from sumc.web.models import LoadedModel, Models
        from sumc.web.server import address_of, listen, serve
        from sumc.web.settings import ServerSettings
    settings = ServerSettings(
        queue_size=queue_size,
        batch_size=batch_size,
        token=_known_token(token),
        allowed_hosts=hosts_for(host, allowed_host or ()),
        cors_origins=tuple(cors_origin or ()),
        log_texts=log_texts,
    )
    with listen(host, port) as listener:
        with working("loading the models"):
            names = _names(model or ["auto"])
            loaded = Models([LoadedModel.load(name, min_confidence) for name in names])
        app = create_app(loaded, settings)
        shown = ", ".join(loaded.by_name)
        console().print(f"sumc is at {address_of(listener)} (models: {shown}; Ctrl+C stops it)")
        sys.stdout.flush()
        with json_logs(requests=access_log):
            serve(app, listener, settings)


def _known_token(token: str | None) -> str | None:
    """The token; typer treats an empty variable as unset, which would let everybody in."""
    variable = os.environ.get("SUMC_TOKEN")
    if not (token or "").strip() and variable is not None and not variable.strip():
        raise ServeError(
            "SUMC_TOKEN is set and empty: give it a token, or unset it to let everybody in"
        )
    return token


def _names(models: Sequence[str]) -> list[str]:
    """The models to load; `auto` and `tiny` stand for one of each language."""
    from sumc.solving.solver import CHOICES

    return [each for name in models for each in CHOICES.get(name, (name,))]
