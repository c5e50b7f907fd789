"""The commands of the README run as written and print what is shown; tests/pages has the docs."""

import doctest
import re
import subprocess
from pathlib import Path

import pytest

from pages.shell import run
from pages.snippets import blocks
from sumc import MTree

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SELF = "make test"  # the command that runs this test
CONSOLE = [block for block in blocks(README) if block.language == "console"]
ALL = [example for block in CONSOLE for example in block.examples()]
EXAMPLES = [each for each in ALL if each[0].startswith("sumc ")]


@pytest.mark.parametrize(("command", "output"), EXAMPLES, ids=[command for command, _ in EXAMPLES])
def test_a_command_of_the_readme_prints_what_it_shows(
    command: str, output: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    code, out, err = run(command)
    assert err == ""
    shown = [line.rstrip() for line in out.rstrip().splitlines()]
    assert shown == [line.rstrip() for line in output.rstrip().splitlines()]
    assert code == output.startswith(("different", "miscalculated"))


def test_the_demo_of_the_readme_runs() -> None:
    done = subprocess.run(
        ["make", "demo"], capture_output=True, cwd=ROOT, check=False, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    assert "29 pencils" in done.stdout
    assert "same-structure" in done.stdout


def test_the_readme_opens_with_a_problem_and_the_two_commands() -> None:
    first, *others = [command for command, _ in ALL[:3]]
    assert first.startswith("sumc solve ")
    assert others == ["make demo", SELF]
    assert [command for command, _ in ALL if not command.startswith("sumc ")] == others


def test_ci_runs_the_test_commands_of_the_readme() -> None:
    commands = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert commands[-2:] == [SELF, "make test-slow"]
    assert all(f"`{command}`" in README or f"$ {command}" in README for command in commands[-2:])


def test_the_python_examples_of_the_readme_hold() -> None:
    outcome = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert outcome.attempted > 5
    assert outcome.failed == 0


def test_the_readme_is_short() -> None:
    """What it says beside commands and their output can be read in three minutes."""
    words = re.sub(r"^```.*?^```$", "", README, flags=re.MULTILINE | re.DOTALL).split()
    assert 500 < len(words) < 800


def test_the_picture_of_the_readme_is_drawn_by_the_code_of_today() -> None:
    (expression,) = re.findall(r"!\[the M-tree of ([^]]*)\]\(docs/mtree\.svg\)", README)
    picture = (ROOT / "docs" / "mtree.svg").read_text(encoding="utf-8")
    assert picture == MTree.parse(expression).to_svg() + "\n"


def test_links_of_the_readme_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert target.startswith("http") or (ROOT / target).exists(), target
