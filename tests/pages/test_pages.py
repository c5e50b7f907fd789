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
    wrong: list[str] = []
    for block in found:
        if block.title:
            Path(block.title).write_text(block.text, encoding="utf-8")
        wrong += (f"line {block.line}: {each}" for each in _mistakes(block, names, server))
    assert wrong == []


def _mistakes(block: Block, names: dict[str, object], server: Any) -> Iterator[str]:
    """Do what a block shows, and yield what turns out otherwise."""
    match block.language:
        case "console":
            for command, output in block.examples():
                code, out, err = run(command, server)
                if code not in ((0, 1) if output else (0,)):
                    yield f"{command}\n{err}"
                elif output and not is_shown(out, output):
                    yield f"{command}\n{out}"
        case "sh":
            for command in block.commands():
                if not _is_ours(command):
                    yield from _unknown(command)
                elif (done := run(command, server))[0]:
                    yield f"{command}\n{done[2]}"
        case "python":
            yield from _python(block, names)
        case "toml":
            tomllib.loads(block.text)
        case "json":
            json.loads(block.text)


def _is_ours(command: str) -> bool:
    return command.startswith(("sumc ", "curl ", "echo ", "cat "))


def _python(block: Block, names: dict[str, object]) -> list[str]:
    if ">>> " not in block.text:
        exec(compile(block.text, f"line {block.line}", "exec"), names)
        return []
    test = doctest.DocTestParser().get_doctest(block.text, names, "page", None, block.line)
    told: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test, out=told.append, clear_globs=False)
    names.update(test.globs)
    return told


@pytest.mark.parametrize(
    ("path", "block"), NOT_RUN, ids=[f"{name_of(path)}:{each.line}" for path, each in NOT_RUN]
)
def test_what_is_not_run_has_options_that_exist(path: Path, block: Block) -> None:
    lines = [command for command, _ in block.examples()] or block.commands()
    is_shell = block.language in ("sh", "console")
    assert [each for line in lines if is_shell for each in _unknown(line)] == []
    if block.language == "python":
        assert compile(block.text, name_of(path), "exec")
    pytest.skip(block.reason)


def _unknown(command: str) -> list[str]:
    """What a command names and is not there; nothing is run."""
    words = shlex.split(command, comments=True)
    while words and re.fullmatch(r"[A-Z_]+=.*", words[0]):
        words = words[1:]
    match words:
        case ["sumc", *arguments]:
            _parse(arguments)
        case ["torchrun", *_] if "sumc" in words:
            _parse(words[words.index("sumc") + 1 :])
        case ["make", target]:
            makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
            return [] if re.search(rf"^{target}:", makefile, re.MULTILINE) else [command]
        case ["pip", "install", *what]:
            return _unknown_extras(what)
        case ["python" | ".venv/bin/python", script, *_] if script.endswith(".py"):
            return [] if (ROOT / script).is_file() else [script]
        case [script, *_] if script.startswith("scripts/"):
            return [] if (ROOT / script).is_file() else [script]
        case ["python" | "python3" | "git" | "cd" | "mkdocs" | "ray", *_]:
            return []
        case _:
            return [f"a page shows a command that is not tested: {command}"]
    return []


def _parse(arguments: list[str]) -> None:
    """Read a command line as typer does, without running anything."""
    from typer.main import get_command

    from sumc.cli.app import build_app

    command: Any = get_command(build_app(arguments))
    while hasattr(command, "commands"):
        name, *arguments = arguments
        command = command.commands[name]
    command.make_context(command.name, list(arguments)).close()


def _unknown_extras(what: list[str]) -> list[str]:
    named = re.findall(r"sumc\[([\w,]+)\]", " ".join(what))
    extras = metadata("sumc").get_all("Provides-Extra") or ()
    unknown = [each for names in named for each in names.split(",") if each not in extras]
    if "--group" in what:
        project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
        group = what[what.index("--group") + 1]
        unknown += [] if group in project["dependency-groups"] else [group]
    return unknown


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_links_of_a_page_lead_somewhere(path: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", read_page(path), flags=re.MULTILINE | re.DOTALL)
    generated = {DOCS / "reference" / f"{name}.md" for name in ("commands", "settings", "http")}
    for target in re.findall(r"\]\(([^)#\s]+)", text):
        if not target.startswith("http"):
            place = (path.parent / target).resolve()
            notebook = ROOT / "notebooks" / f"{place.stem}.ipynb"
            assert place.exists() or place in generated or notebook.exists(), target
