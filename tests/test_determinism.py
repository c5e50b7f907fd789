"""The same input gives the same bytes in every process, whatever the hash seed of Python is.

The order of a set of texts differs from process to process. So nothing may iterate over a set
unless the order cannot be seen: in `sorted`, in a question such as `any`, or into another set.
"""

import ast
import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "sumc"
FILES = sorted(PACKAGE.rglob("*.py"))
SETS = {"set", "frozenset"}
SET_METHODS = {"union", "intersection", "difference", "symmetric_difference"}
ORDER_UNSEEN = SETS | {"sorted", "any", "all", "len", "min", "max", "bool", "isinstance"}
"""What may be given a set, or something made from one: the order is not seen in the result."""
ORDER_SEEN = {"list", "tuple", "iter", "enumerate", "zip", "map", "filter", "sum", "reversed"}
ORDER_SEEN |= {"dict", "Counter", "OrderedDict", "deque", "print", "array", "chain", "islice"}
SEEN_METHODS = {"join", "extend", "fromkeys", "writelines", "from_iterable", "pop"}


class SetReader(ast.NodeVisitor):
    """Finds where a module lets the order of a set be seen."""

    def __init__(self, tree: ast.Module, functions: frozenset[str]) -> None:
        own = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
        self.functions = functions | {each.name for each in own if gives_a_set(each)}
        self.names: frozenset[str] = frozenset()
        self.found: list[str] = []
        self._visit_scope(tree)

    def _visit_scope(self, node: ast.Module | ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """Look at a function with the names that are sets in it, and those around it."""
        around = self.names
        for each in nodes_of(node):
            self.names |= frozenset(self._sets_of(each))
        self.generic_visit(node)
        self.names = around

    visit_FunctionDef = visit_AsyncFunctionDef = _visit_scope  # noqa: N815

    def _sets_of(self, node: ast.AST) -> Iterator[str]:
        match node:
            case ast.AnnAssign(target=target, annotation=annotation) if is_set_type(annotation):
                yield ast.unparse(target)
            case ast.arg(arg=name, annotation=ast.expr() as annotation):
                if is_set_type(annotation):
                    yield name
            case ast.Assign(targets=[target], value=value) if self.is_set(value):
                yield ast.unparse(target)
            case ast.NamedExpr(target=target, value=value) if self.is_set(value):
                yield ast.unparse(target)

    def is_set(self, node: ast.AST) -> bool:
        """Whether an expression is a set, as far as its text tells."""
        match node:
            case ast.Set() | ast.SetComp():
                return True
            case ast.Call(func=ast.Name(id=name)):
                return name in SETS or name in self.functions
            case ast.Call(func=ast.Attribute(attr=name)):
                return name in SET_METHODS or name in self.functions
            case ast.BinOp(left=left, op=ast.BitOr() | ast.BitAnd() | ast.Sub() | ast.BitXor()):
                return any(self.is_set(each) or is_keys(each) for each in (left, node.right))
            case ast.Name() | ast.Attribute():
                return ast.unparse(node) in self.names
        return False

    def note(self, node: ast.AST, what: ast.AST) -> None:
        self.found.append(f"line {getattr(node, 'lineno', 0)}: {ast.unparse(what)[:70]}")

    def visit_For(self, node: ast.For) -> None:
        if self.is_set(node.iter):
            self.note(node, node.iter)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        method = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        seen = name in ORDER_SEEN or method in SEEN_METHODS
        for each in node.args:
            if seen and self.is_set(each):
                self.note(node, node)
            if name in ORDER_UNSEEN and isinstance(each, ast.GeneratorExp):
                self._visit_inside(each)
            else:
                self.visit(each)
        if method == "pop" and not node.args and self.is_set(getattr(node.func, "value", node)):
            self.note(node, node)
        self.visit(node.func)
        for keyword in node.keywords:
            self.visit(keyword.value)

    def visit_Starred(self, node: ast.Starred) -> None:
        if self.is_set(node.value):
            self.note(node, node)
        self.generic_visit(node)

    def visit_Set(self, node: ast.Set) -> None:
        for each in node.elts:  # a set may be poured into a set
            self.visit(each.value if isinstance(each, ast.Starred) else each)

    def visit_SetComp(self, node: ast.SetComp) -> None:
        self._visit_inside(node)

    def _visit_inside(self, node: ast.SetComp | ast.GeneratorExp) -> None:
        self.visit(node.elt)
        for each in node.generators:
            self.generic_visit(each.iter)
            for condition in each.ifs:
                self.visit(condition)

    def _visit_ordered(self, node: ast.ListComp | ast.GeneratorExp | ast.DictComp) -> None:
        for each in node.generators:
            if self.is_set(each.iter):
                self.note(node, node)
        self.generic_visit(node)

    visit_ListComp = visit_GeneratorExp = visit_DictComp = _visit_ordered  # noqa: N815


def nodes_of(scope: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a module or function without those of the functions inside it."""
    for child in ast.iter_child_nodes(scope):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        yield child
        yield from nodes_of(child)


def gives_a_set(function: ast.FunctionDef) -> bool:
    return function.returns is not None and is_set_type(function.returns)


def is_set_type(annotation: ast.expr) -> bool:
    return ast.unparse(annotation).split("[")[0] in SETS


def is_keys(node: ast.AST) -> bool:
    """Whether it is `something.keys()`, whose difference with anything is a set."""
    match node:
        case ast.Call(func=ast.Attribute(attr="keys" | "items")):
            return True
    return False


def seen_orders(source: str, functions: frozenset[str] = frozenset()) -> list[str]:
    return SetReader(ast.parse(source), functions).found


def functions_that_give_sets() -> Iterator[str]:
    """Those that other modules may call."""
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and gives_a_set(node) and node.name[0] != "_":
                yield node.name


FUNCTIONS = frozenset(functions_that_give_sets())


@pytest.mark.parametrize(
    "source",
    [
        "for each in {1, 2}: pass",
        "for each in a.keys() - b: pass",
        "names = set(a)\nshown = ', '.join(names)",
        "names: set[str] = read()\nfirst = list(names)[0]",
        "def f(names: frozenset[str]): return [each for each in names]",
        "counts = Counter(number for items in all_items for number in set(items))",
        "table = {name: 1 for name in {*a, *b}}",
        "shown = [*set(a)]",
        "first = {*a}.pop()",
        "total = sum(each for each in set(a))",
        "def f(): return next(iter(frozenset(a)))",
        "for each in gives_a_set(): pass",
    ],
)
def test_the_search_finds_orders_that_are_seen(source: str) -> None:
    assert seen_orders(source, frozenset({"gives_a_set"}))


@pytest.mark.parametrize(
    "source",
    [
        "for each in sorted({1, 2}): pass",
        "known = {*a, *set(b)}",
        "found = any(each in c for each in set(a))",
        "small = {each for each in set(a) if each}",
        "count = len(set(a) - {None})",
        "for each in {'a': 1}: pass",
        "names = sorted(name for name in set(a) if name)",
    ],
)
def test_the_search_leaves_other_uses_alone(source: str) -> None:
    assert not seen_orders(source)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_the_order_of_a_set_is_never_seen(path: Path) -> None:
    assert seen_orders(path.read_text(encoding="utf-8"), FUNCTIONS) == []


SOLVE = """
import json
from sumc.problems.generator import generate
from sumc.solving.solver import Solver
texts = [each.text for lang in ("en", "zh") for each in generate(lang, 60, seed=5)]
texts += ["%d*%d+%d*%d+%d*%d=?" % (a, b, a, c, b, c) for a, b, c in ((2, 3, 5), (7, 4, 9))]
for solution in Solver.load("auto").solve_many(texts):
    print(json.dumps(solution.to_json(explain=True)))
"""


@pytest.mark.slow
def test_other_processes_give_the_same_json_to_the_byte() -> None:
    """What a second process goes on with is what the first one would have written."""
    outputs = {
        hashlib.sha256(printed(SOLVE, seed)).hexdigest() for seed in ("0", "1", "4000000000")
    }
    assert len(outputs) == 1


def printed(code: str, seed: str) -> bytes:
    """What some code prints in a process with a hash seed."""
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, check=True
    )
    assert done.stdout.count(b"\n") > 100
    return done.stdout
