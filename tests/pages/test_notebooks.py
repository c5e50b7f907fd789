"""The notebooks run from their first cell to their last, and show what they talk about."""

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from pages.snippets import ROOT

NOTEBOOKS = ROOT / "notebooks"
SHOWN = {  # what their cells must give: words of the output, and whether something is drawn
    "teacher": ("repeated-addition", "Eli", "answer-only", "Answer key"),
    "developer": ("29 pencils", "no-question", "no-conversion", "worked-out"),
    "researcher": ("(+ (* n1 n2) n3 n4)", "codes", "gts"),
}
pytestmark = pytest.mark.filterwarnings("ignore")  # those of Jupyter's own packages


def test_there_is_a_notebook_for_every_kind_of_user() -> None:
    assert {path.stem for path in NOTEBOOKS.glob("*.ipynb")} == {*SHOWN}


@pytest.mark.parametrize("name", SHOWN)
def test_a_notebook_is_kept_without_outputs(name: str) -> None:
    """Outputs would change with every model, and nobody would notice that they are old."""
    cells = _read(name)["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert cells[0]["cell_type"] == "markdown"
    assert len(code) > 4
    assert [cell for cell in code if cell["outputs"] or cell["execution_count"]] == []


@pytest.mark.skipif(
    not (find_spec("nbclient") and find_spec("ipykernel")),
    reason="executing notebooks needs the dependency group docs",
)
@pytest.mark.parametrize("name", SHOWN)
def test_a_notebook_runs_and_shows_what_it_talks_about(name: str, tmp_path: Path) -> None:
    import nbformat
    from nbclient import NotebookClient

    path = NOTEBOOKS / f"{name}.ipynb"
    notebook: Any = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(
        notebook, timeout=600, resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
    outputs = [each for cell in notebook.cells for each in cell.get("outputs", ())]
    shown = "".join(_text(each) for each in outputs)
    assert [words for words in SHOWN[name] if words not in shown] == []
    assert any("<svg" in json.dumps(each.get("data", {})) for each in outputs)


def _read(name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((NOTEBOOKS / f"{name}.ipynb").read_text("utf-8"))
    return content


def _text(output: Any) -> str:
    return str(output.get("text", "")) + str(output.get("data", {}).get("text/plain", ""))
