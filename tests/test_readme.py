"""The commands of the README and of docs/solving.md run as written and print what is shown."""

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from sumc import MTree

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SELF = "make test"  # the command that runs this test


SOLVING = (ROOT / "docs" / "solving.md").read_text(encoding="utf-8")


def console_examples(text: str = README) -> list[tuple[str, str]]:
    """Every `$ command` of the console blocks with the output shown below it."""
    examples: list[tuple[str, str]] = []
    for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            examples.append((command, output))
    return examples


EXAMPLES = [each for each in console_examples(README + SOLVING) if each[0] != SELF]


@pytest.mark.parametrize(("command", "output"), EXAMPLES, ids=[command for command, _ in EXAMPLES])
def test_a_command_of_the_readme_prints_what_it_shows(command: str, output: str) -> None:
    words = shlex.split(command)
    if words[0] == "sumc":
        words = [sys.executable, "-m", "sumc", *words[1:]]
    environment = {**os.environ, "COLUMNS": "100", "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        words, capture_output=True, cwd=ROOT, env=environment, check=False, encoding="utf-8"
    )
    assert done.stderr == ""
    shown = [line.rstrip() for line in done.stdout.rstrip().splitlines()]
    if output:
        assert shown == [line.rstrip() for line in output.rstrip().splitlines()]
    says_no = '"different"' in output or output.startswith("miscalculated")
    assert done.returncode == says_no


def test_the_readme_opens_with_a_problem_and_the_two_commands() -> None:
    first, *others = [command for command, _ in console_examples()[:3]]
    assert first.startswith("sumc solve ")
    assert others == ["make demo", SELF]


def test_ci_runs_the_test_command_of_the_readme() -> None:
    commands = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert commands[-1] == SELF


def test_the_python_examples_of_the_readme_hold() -> None:
    outcome = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert outcome.attempted > 5
    assert outcome.failed == 0


def test_the_picture_of_the_readme_is_drawn_by_the_code_of_today() -> None:
    (expression,) = re.findall(r"!\[the M-tree of ([^]]*)\]\(docs/mtree\.svg\)", README)
    picture = (ROOT / "docs" / "mtree.svg").read_text(encoding="utf-8")
    assert picture == MTree.parse(expression).to_svg() + "\n"


def test_links_of_the_readme_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert target.startswith("http") or (ROOT / target).exists(), target
