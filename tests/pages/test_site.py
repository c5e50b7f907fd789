"""The site is built strictly and offline, and its reference is what the code says."""

import doctest
import os
import re
import subprocess
import sys
from dataclasses import fields
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from docsite import settings_page, tables
from docsite.command_pages import commands, commands_page
from docsite.notebook_pages import notebook_pages
from docsite.settings_page import field_docs, rows
from pages.snippets import DOCS, PAGES, ROOT, name_of, read_page
from sumc import MTree
from sumc.settings.models import MODELS
from sumc.settings.training import DataSettings, TrainingSettings

ELSEWHERE = re.compile(r"<(?:script|link|img|iframe)[^>]*(?:src|href)=\"?(https?://[^\" >]+)")
CANONICAL = "https://sumc-project.github.io/sumc/"


@pytest.fixture(name="site", scope="module")
def _site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not find_spec("mkdocs") or not find_spec("mkdocstrings") or not find_spec("material"):
        pytest.skip("building the site needs the dependency group docs")
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONUTF8": "1"}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr
    return folder


def test_the_site_is_built_strictly_and_loads_nothing_from_elsewhere(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 25
    for page in pages:
        found = ELSEWHERE.findall(page.read_text(encoding="utf-8"))
        assert [url for url in found if not url.startswith(CANONICAL)] == [], page
    styles = "".join(path.read_text(encoding="utf-8") for path in site.rglob("*.css"))
    assert not re.findall(r"@import|url\(['\"]?https?:", styles)


def test_the_built_site_can_be_searched_and_has_the_generated_reference(site: Path) -> None:
    index = (site / "search" / "search_index.json").read_text(encoding="utf-8")
    assert "sumc worksheet" in index
    for name, words in (
        ("reference/python", "solve_many"),
        ("reference/http", "POST /api/check"),
        ("reference/settings", "label_smoothing"),
        ("notebooks/teacher", "Your own rules"),
    ):
        page = (site / name / "index.html").read_text(encoding="utf-8")
        assert words in re.sub("<[^>]+>", "", page), name
        prose = re.sub("<pre.*?</pre>", "", page, flags=re.DOTALL)
        assert "&gt;&gt;&gt;" not in prose, f"{name}: an example is not code"


def test_every_command_and_option_is_in_the_reference() -> None:
    page = commands_page()
    names = [name for name, _ in commands()]
    assert {"sumc solve", "sumc data show", "sumc serve"} <= {*names}
    for name, command in commands():
        section = page.split(f"## {name}\n")[1].split("\n## ")[0]
        options = {option for each in command.params for option in each.opts if "--" in option}
        assert [option for option in options if f"`{option}" not in section] == [
            option for option in options if option == "--help"
        ]


def test_every_setting_is_in_the_reference_with_its_meaning() -> None:
    page = settings_page.settings_page()
    for kind in (DataSettings, TrainingSettings, *(each.settings for each in MODELS.values())):
        told = field_docs(kind)
        assert [each.name for each in fields(kind) if each.name not in told] == []
        for name, _, accepted, meaning in rows(kind):
            assert name in page
            assert accepted
            assert meaning


def test_the_reference_of_http_has_every_address() -> None:
    pytest.importorskip("fastapi", reason="the HTTP reference needs the extra web")
    from docsite.http_page import api_schema, http_page

    page = http_page()
    for path, methods in api_schema()["paths"].items():
        assert [name for name in methods if f"## {name.upper()} {path}\n" not in page] == []
    for name in re.findall(r"\(#(\w+)\)", page):
        assert re.search(rf"^### {name}$", page, re.IGNORECASE | re.MULTILINE), name


@pytest.mark.parametrize("module", [tables, settings_page], ids=lambda module: module.__name__)
def test_the_examples_of_the_generators_hold(module: ModuleType) -> None:
    outcome = doctest.testmod(module)
    assert outcome.attempted
    assert not outcome.failed


def test_examples_in_docstrings_are_code_on_the_site() -> None:
    pytest.importorskip("griffe", reason="docstrings are read with the dependency group docs")
    from docsite.docstrings import fenced

    told = "A sum.\n\n>>> 1 + 1\n2\n\nMore.\n\n>>> 2"
    shown = "A sum.\n\n```pycon\n>>> 1 + 1\n2\n```\n\nMore.\n\n```pycon\n>>> 2\n```"
    assert fenced(told) == shown


def test_notebooks_are_pages_with_links_of_the_site() -> None:
    pages = notebook_pages(ROOT / "notebooks")
    assert len(pages) == 3
    assert "](../tutorials/train.md)" in pages["notebooks/researcher.md"]


def test_every_page_is_in_the_navigation() -> None:
    yaml: Any = pytest.importorskip("yaml", reason="YAML is read with the dependency group docs")
    content = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    listed = set(re.findall(r"[\w/-]+\.md", str(content["nav"])))
    assert {name_of(path) for path in PAGES} <= listed


PICTURES = [
    (path, *found)
    for path in (*PAGES, ROOT / "README.md")
    for found in re.findall(r"!\[the M-tree of ([^]]*)\]\(([^)]*)\)", read_page(path))
]


@pytest.mark.parametrize(
    ("page", "expression", "picture"), PICTURES, ids=[expression for _, expression, _ in PICTURES]
)
def test_pictures_of_trees_are_drawn_by_the_code_of_today(
    page: Path, expression: str, picture: str
) -> None:
    drawn = (page.parent / picture).read_text(encoding="utf-8")
    assert drawn == MTree.parse(expression).to_svg() + "\n"


def test_there_are_pictures_of_every_kind_of_node() -> None:
    assert len(PICTURES) > 6
    trees = "".join(str(MTree.parse(expression)) for _, expression, _ in PICTURES)
    assert all(kind in trees for kind in ("(+ ", "(* ", "(*- ", "(+/ "))


def test_old_names_of_pages_are_not_linked() -> None:
    """Pages outside of the site, as those of the code, name pages that exist."""
    paths = [*(ROOT / "src").rglob("*.py"), *ROOT.glob("*.md")]
    texts = [path.read_text(encoding="utf-8") for path in paths]
    named = {name for text in texts for name in re.findall(r"\bdocs/([\w/-]+\.md)", text)}
    assert [name for name in sorted(named) if not (DOCS / name).exists()] == []
