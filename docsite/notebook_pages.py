"""The notebooks as pages of the site: their text, and their code to read."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def notebook_pages(folder: Path) -> dict[str, str]:
    """A page for every notebook of a folder, by the name of the page."""
    notebooks = sorted(folder.glob("*.ipynb"))
    return {f"notebooks/{path.stem}.md": _page(path) for path in notebooks}


def _page(path: Path) -> str:
    content: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    first, *others = map(_cell, content["cells"])
    note = f"*The notebook [{path.name}](../../notebooks/{path.name}); our tests execute it.*"
    return "\n\n".join([first, note, *others]) + "\n"


def _cell(cell: Mapping[str, Any]) -> str:
    text = "".join(cell["source"]).replace("](../docs/", "](../")
    return f"```python\n{text}\n```" if cell["cell_type"] == "code" else text
