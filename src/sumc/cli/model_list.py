"""`sumc train --models`: the models that can be trained, including those of other packages."""

from sumc.cli.output import Json, console, print_json
from sumc.errors import PluginError


def show_models(as_json: bool) -> None:
    """List all models with what they are and where they come from."""
    from sumc.settings.models import MODELS

    rows = [_row(name) for name in MODELS]
    if as_json:
        print_json({"models": rows})
        return
    from rich.table import Table
    from rich.text import Text

    table = Table("name", "about", "package", box=None, header_style="dim", pad_edge=False)
    for row in rows:
        about = row["about"] or row["error"].replace("\n   ", "")
        table.add_row(Text(row["name"], style="cyan"), about, row["package"])
    console().print(table)


def _row(name: str) -> Json:
    """What is known of a model; the row of a broken package says so."""
    from sumc.settings.models import MODELS

    row: Json = {"name": name, "about": None, "package": MODELS.package(name) or "sumc"}
    try:
        return {**row, "about": MODELS[name].about, "error": None}
    except PluginError as error:
        return {**row, "error": str(error)}
