"""What surrounds the code holds together: versions, addresses, workflows, forms, groups."""

import re
import sys
from pathlib import Path
from typing import Any

import pytest

import sumc

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
YAML = sorted(
    path
    for pattern in ("*.yml", "*.yaml", "*.cff", ".github/**/*.yml")
    for path in ROOT.glob(pattern)
)
REPOSITORY = "https://github.com/sumc-project/sumc"
HEAVY = {"torch", "transformers", "ray[data,train]", "playwright", "tensorboard", "onnx"}


def _read(path: Path) -> Any:
    yaml: Any = pytest.importorskip("yaml", reason="YAML is read with the dependency group docs")
    return yaml.load(path.read_text(encoding="utf-8"), yaml.BaseLoader)


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", YAML, ids=_name)
def test_yaml_is_yaml(path: Path) -> None:
    assert isinstance(_read(path), dict)


def test_the_version_has_one_source() -> None:
    assert "version" not in PROJECT["project"]
    assert PROJECT["project"]["dynamic"] == ["version"]
    assert PROJECT["tool"]["hatch"]["version"] == {"path": "src/sumc/__init__.py"}
    assert _read(ROOT / "CITATION.cff")["version"] == sumc.__version__
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(r"^## (\S+)", changes, re.MULTILINE)[1] == sumc.__version__  # type: ignore[index]


def test_all_addresses_are_those_of_one_repository() -> None:
    urls = PROJECT["project"]["urls"]
    assert {"Homepage", "Documentation", "Changelog", "Issues"} <= {*urls}
    assert all(
        url.startswith((REPOSITORY, "https://sumc-project.github.io")) for url in urls.values()
    )
    for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *YAML):
        found = re.findall(
            r"https://github\.com/sumc[\w-]*/[\w-]+", path.read_text(encoding="utf-8")
        )
        assert {*found} <= {REPOSITORY}, _name(path)


def test_the_workflows_test_every_python_and_system_that_is_promised() -> None:
    jobs = _read(ROOT / ".github" / "workflows" / "tests.yml")["jobs"]
    matrix = jobs["core"]["strategy"]["matrix"]
    promised = re.findall(r"Python :: (3\.\d+)", str(PROJECT["project"]["classifiers"]))
    assert matrix["python"] == promised
    assert [each.split("-")[0] for each in matrix["os"]] == ["ubuntu", "macos", "windows"]


@pytest.mark.parametrize("path", sorted((ROOT / ".github" / "workflows").glob("*")), ids=_name)
def test_workflows_call_commands_and_groups_that_exist(path: Path) -> None:
    """And they may only read, unless a job says otherwise."""
    content = _read(path)
    assert content["permissions"] == {"contents": "read"}
    steps = [step for job in content["jobs"].values() for step in job["steps"]]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for command in filter(None, (step.get("run") for step in steps)):
        for script in re.findall(r"\bscripts/\w+", command):
            assert (ROOT / script).is_file()
        for target in re.findall(r"^make ([\w-]+)", command):
            assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
        for group in re.findall(r"--group ([\w-]+)", command):
            assert group in PROJECT["dependency-groups"]


def _group(name: str) -> set[str]:
    found: set[str] = set()
    for each in PROJECT["dependency-groups"][name]:
        found |= _group(each["include-group"]) if isinstance(each, dict) else {each.split(";")[0]}
    return found


def test_a_fix_of_the_algebra_needs_neither_torch_nor_a_browser() -> None:
    assert not _group("test-core") & HEAVY
    assert {"pytest", "hypothesis", "sympy"} <= _group("test-core")
    assert _group("dev") >= _group("test-core") | _group("lint") | _group("docs") | HEAVY


def test_what_every_group_installs_is_pinned() -> None:
    """Except what is only measured against, fuzzed with or released with."""
    pinned = set(re.findall(r"^([\w.-]+)==", (ROOT / "constraints.txt").read_text("utf-8"), re.M))
    names = {re.split(r"[\[<>=]", each)[0] for each in _group("dev")}
    assert names - pinned <= {"httpx"}  # Python 3.10 alone


def test_the_forms_ask_for_what_is_needed_to_help() -> None:
    for path in sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml")):
        content = _read(path)
        if path.stem != "config":
            kinds = {each["type"] for each in content["body"]}
            assert kinds <= {"markdown", "textarea", "input", "dropdown", "checkboxes"}
            assert any(each.get("validations", {}).get("required") for each in content["body"])
