"""`sumc reproduce`: a table or figure of the paper, ours beside theirs."""

from dataclasses import asdict
from typing import Annotated

import typer
from rich.table import Table

from sumc.cli.data import AsJson, DataFolder
from sumc.cli.output import console, print_json, working
from sumc.errors import SumcError

KNOWN = ("table-2",)


def reproduce_command(
    what: Annotated[str, typer.Argument(metavar="WHAT", help=f"One of: {', '.join(KNOWN)}.")],
    data: DataFolder = None,
    as_json: AsJson = False,
) -> None:
    """Reproduce a table of the paper and print it beside the published figures."""
    if what not in KNOWN:
        raise SumcError(f"expected one of {', '.join(KNOWN)}, found {what!r}")
    from sumc.experiments import table_2
    from sumc.problems.datasets import load_dataset

    with working("reading Math23K and building both code sets"):
        rows = table_2.table_2(load_dataset("math23k", data))
    if as_json:
        print_json({"table": what, "rows": [asdict(row) for row in rows]})
        return
    table = Table("codes", "code set", "test covered", "paper: set", "paper: covered")
    for row in rows:
        covered, theirs = f"{row.coverage:.1f} %", f"{row.paper_coverage:.1f} %"
        table.add_row(row.codes, f"{row.size:,}", covered, f"{row.paper_size:,}", theirs)
    screen = console()
    screen.print(table)
    how = (table_2.__doc__ or "").split("\n\n", 1)[1]
    screen.print(" ".join(how.split()))
