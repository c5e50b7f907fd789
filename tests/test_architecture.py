"""The folders import only downwards, and what must stay light cannot reach anything heavy."""

import ast
import re
import sys
from pathlib import Path

import pytest

from sumc.solving.solver import LOADERS

PACKAGE = Path(__file__).parents[1] / "src" / "sumc"


def _layer(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


LAYERS = (  # a folder imports only from folders above it in this list
    "errors",
    "lazy_regex",
    "strict_json",
    "storage",
    "locks",
    "plugins",
    "algebra",
    "problems",
    "codecs",
    "settings",
    "encoding",
    "decoding",
    "solving",
    "grading",
    "bulk",
    "web",
    "models",
    "training",
    "onnx",
    "evaluation",
    "experiments",
    "scale",
    "cli",
)
TOP = ("__init__", "__main__")  # may import from everywhere
LIGHT = LAYERS[: LAYERS.index("models")]  # what needs no torch
FILES = sorted(PACKAGE.rglob("*.py"))
ENGINE = PACKAGE / "problems" / "generator" / "loading.py"
SOLVER = PACKAGE / "solving" / "solver.py"
LIGHT_FILES = [path for path in FILES if _layer(path) in LIGHT]


def _imports(path: Path) -> set[str]:
    """The full names of all modules a file imports, at its top or inside functions."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports name the whole path"
            names.add(node.module or "")
    return names


def _dynamic(path: Path) -> bool:
    return "import_module" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_upwards_in_the_list_of_layers(path: Path) -> None:
    layer = _layer(path)
    assert layer in LAYERS + TOP, "a new folder gets its place in LAYERS"
    if layer in TOP:
        return
    for name in _imports(path):
        if name.startswith("sumc."):
            assert LAYERS.index(name.split(".")[1]) <= LAYERS.index(layer), name


@pytest.mark.parametrize("path", LIGHT_FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_what_solving_needs_does_not_import_torch(path: Path) -> None:
    heavy = {"torch", "transformers", "safetensors", "onnx", "ray", "sympy", "typer", "rich"}
    if path != PACKAGE / "solving" / "exported.py":
        heavy.add("onnxruntime")
    assert not {name.split(".")[0] for name in _imports(path)} & heavy
    layers = {name.split(".")[1] for name in _imports(path) if name.startswith("sumc.")}
    assert layers <= set(LIGHT)


def test_torch_is_imported_for_a_run_of_torch_alone() -> None:
    """Two light files import by name: the generator its languages, the solver what loads a folder.

    A folder is a run of torch where it has settings.
    """
    assert [path for path in LIGHT_FILES if _dynamic(path)] == [ENGINE, SOLVER]
    heavy = [marker for marker, place in LOADERS.items() if place.split(".")[1] not in LIGHT]
    assert heavy == ["settings.toml"]


def test_of_the_experiments_one_file_alone_needs_torch() -> None:
    """Tables are drawn where there is no torch; only what trains imports `running`."""
    folder = PACKAGE / "experiments"
    heavy = re.compile(
        r"sumc\.(models|onnx|training(?!\.folder$))"
    )  # which has names of files only
    found = {path.name for path in folder.glob("*.py") if any(map(heavy.match, _imports(path)))}
    assert found == {"running.py"}
    trains = [path.name for path in FILES if "sumc.experiments.running" in _imports(path)]
    assert trains == ["processes.py", "jobs.py"]


@pytest.mark.parametrize("path", sorted((PACKAGE / "algebra").glob("*.py")), ids=lambda p: p.name)
def test_the_algebra_needs_the_standard_library_alone(path: Path) -> None:
    for name in _imports(path):
        top = name.split(".")[0]
        assert top == "sumc" or top in sys.stdlib_module_names
    assert not _dynamic(path)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_nothing_evaluates_or_unpickles_text(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("eval", "exec", "compile", "__import__")
    assert not _imports(path) & {"pickle", "marshal", "shelve"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_transformers_never_runs_the_code_of_a_model(path: Path) -> None:
    """Every call that may do it is told not to; without that it asks on the terminal."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(func=ast.Attribute(attr="from_pretrained" | "from_config")):
                given = {each.arg: ast.unparse(each.value) for each in node.keywords}
                assert given.get("trust_remote_code") == "NO_FOREIGN_CODE"


OWN_JSON = ("strict_json.py", "problems/files.py", "problems/problem_lines.py")
"""Who reads JSON with Python's own reader: the strict one, datasets, and lines we wrote."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_json_is_read_in_one_strict_way(path: Path) -> None:
    """Python's own reader raises other errors than ours and takes what we cannot write again."""
    if path.relative_to(PACKAGE).as_posix() in OWN_JSON:
        return
    source = path.read_text(encoding="utf-8")
    assert not re.search(r"\bjson\.loads?\(|JSONDecoder", source)


@pytest.mark.parametrize("path", sorted((PACKAGE / "web").glob("*.py")), ids=lambda p: p.name)
def test_the_server_leaves_the_inside_of_its_libraries_alone(path: Path) -> None:
    """What a library does not show, its next version may change."""
    assert not [name for name in _imports(path) if "._" in name or name.startswith("_")]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and re.match("_[^_]", node.attr):
            assert ast.unparse(node.value) == "self", ast.unparse(node)
    uvicorn = {name for name in _imports(path) if name.split(".")[0] == "uvicorn"}
    assert uvicorn <= {"uvicorn", "uvicorn.protocols.http.httptools_impl"}


def test_modules_do_not_import_each_other_in_circles() -> None:
    graph = {_name(path): _imports(path) for path in FILES if _layer(path) != "__init__"}
    while graph:
        free = [name for name, imported in graph.items() if not imported & graph.keys() - {name}]
        assert free, f"import cycle among {sorted(graph)}"
        for name in free:
            del graph[name]


def _name(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def test_the_coverage_of_all_that_is_light_is_gated() -> None:
    """`scripts/test` counts it; the algebra has a gate of its own."""
    script = (PACKAGE.parents[1] / "scripts" / "test").read_text(encoding="utf-8")
    (counted,) = re.findall(r"^light=\((.*)\)$", script, re.MULTILINE)
    assert {*counted.split(), "algebra"} == set(LIGHT)
    (others,) = re.findall(r"^torchless=\((.*?)\)", script, re.MULTILINE)
    assert {*others.split()} == {"evaluation", "experiments"}
