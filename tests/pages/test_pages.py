"""Every command and every snippet of the documentation is run, or says why it is not.

What takes hours, a cluster or a dataset is not run, but its options are those that commands have.
"""

import doctest
import json
import re
import shlex
import sys
from collections.abc import Iterator
from importlib.metadata import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from pages.shell import is_shown, run
from pages.snippets import DOCS, PAGES, ROOT, Block, blocks, name_of, read_page

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

LANGUAGES = {"console", "sh", "python", "toml", "json", "csv", "text", "jsonl"}
ELSEWHERE = {"models.md"}  # tests/plugin runs it, in a package and a folder of its own
RUN = [path for path in PAGES if name_of(path) not in ELSEWHERE]
NOT_RUN = [(path, each) for path in RUN for each in blocks(read_page(path)) if each.reason]
TORCH = "needs torch"


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_every_block_of_code_says_what_it_is(path: Path) -> None:
    text = read_page(path)
    assert {each.language for each in blocks(text)} <= LANGUAGES
    assert text.count("```") == 2 * len(blocks(text))
    outside = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    assert not re.findall(r"^ {4}(?:sumc|pip|make|\$) .*", outside, re.MULTILINE)


@pytest.fixture(name="server", scope="module")
def _server() -> Iterator[Any]:
    """A client of the HTTP API in this process, or None without the extra."""
    if not find_spec("fastapi"):
        yield None
        return
    from starlette.testclient import TestClient

    from sumc.web.app import create_app
    from web.serving import stand_in_models

    with TestClient(create_app(stand_in_models())) as client:
        yield client


@pytest.mark.parametrize("path", RUN, ids=name_of)
def test_a_page_does_what_it_shows(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    found = [each for each in blocks(read_page(path)) if not each.reason]
    if "requires: torch" in read_page(path) and not find_spec("torch"):
        pytest.skip(TORCH)
    names: dict[str, object] = {}
    for block in found:
        if block.title:
            Path(block.title).write_text(block.text, encoding="utf-8")
        _show(block, names, server)


def _show(block: Block, names: dict[str, object], server: Any) -> None:
    """Do what a block shows; the failure names its line."""
    match block.language:
        case "console":
            for command, output in block.examples():
                code, out, err = run(command, server)
                assert code in ((0, 1) if output else (0,)), f"line {block.line}: {err}"
                assert is_shown(out, output) or not output, f"line {block.line}: {command}\n{out}"
        case "sh":
            for command in block.commands():
                code, _, err = run(command, server) if _is_ours(command) else _known(command)
                assert code == 0, f"line {block.line}: {command}\n{err}"
        case "python":
            _python(block, names)
        case "toml":
            tomllib.loads(block.text)
        case "json":
            json.loads(block.text)


def _is_ours(command: str) -> bool:
    return command.startswith(("sumc ", "curl ", "echo ", "cat "))


def _python(block: Block, names: dict[str, object]) -> None:
    if ">>> " not in block.text:
        exec(compile(block.text, f"line {block.line}", "exec"), names)
        return
    test = doctest.DocTestParser().get_doctest(block.text, names, "page", None, block.line)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    told: list[str] = []
    assert runner.run(test, out=told.append, clear_globs=False).failed == 0, "".join(told)
    names.update(test.globs)


@pytest.mark.parametrize(
    ("path", "block"), NOT_RUN, ids=[f"{name_of(path)}:{each.line}" for path, each in NOT_RUN]
)
def test_what_is_not_run_has_options_that_exist(path: Path, block: Block) -> None:
    lines = [command for command, _ in block.examples()] or block.commands()
    if block.language in ("sh", "console"):
        for line in lines:
            _known(line)
    elif block.language == "python":
        compile(block.text, name_of(path), "exec")
    pytest.skip(block.reason)


def _known(command: str) -> tuple[int, str, str]:
    """Nothing, after a look at whether what a command names is there."""
    words = shlex.split(command, comments=True)
    while words and re.fullmatch(r"[A-Z_]+=.*", words[0]):
        words = words[1:]
    match words:
        case ["sumc", *arguments]:
            _parse(arguments)
        case ["torchrun", *_] if "sumc" in words:
            _parse(words[words.index("sumc") + 1 :])
        case ["make", target]:
            assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE)
        case ["pip", "install", *what]:
            _known_extras(what)
        case ["python" | ".venv/bin/python", script, *_] if script.endswith(".py"):
            assert (ROOT / script).is_file(), script
        case [script, *_] if script.startswith("scripts/"):
            assert (ROOT / script).is_file(), script
        case ["python" | "python3" | "git" | "cd" | "mkdocs" | "ray", *_]:
            pass
        case _:
            raise AssertionError(f"a page shows a command that is not tested: {command}")
    return 0, "", ""


def _parse(arguments: list[str]) -> None:
    """Read a command line as typer does, without running anything."""
    from typer.main import get_command

    from sumc.cli.app import build_app

    command: Any = get_command(build_app(arguments))
    while hasattr(command, "commands"):
        name, *arguments = arguments
        command = command.commands[name]
    command.make_context(command.name, list(arguments)).close()


def _known_extras(what: list[str]) -> None:
    for name in re.findall(r"sumc\[([\w,]+)\]", " ".join(what)):
        assert {*name.split(",")} <= {*(metadata("sumc").get_all("Provides-Extra") or ())}
    if "--group" in what:
        groups = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
        assert what[what.index("--group") + 1] in groups["dependency-groups"]


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_links_of_a_page_lead_somewhere(path: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", read_page(path), flags=re.MULTILINE | re.DOTALL)
    generated = {DOCS / "reference" / f"{name}.md" for name in ("commands", "settings", "http")}
    for target in re.findall(r"\]\(([^)#\s]+)", text):
        if not target.startswith("http"):
            place = (path.parent / target).resolve()
            notebook = ROOT / "notebooks" / f"{place.stem}.ipynb"
            assert place.exists() or place in generated or notebook.exists(), target
