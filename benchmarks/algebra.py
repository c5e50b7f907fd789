"""How fast the algebra is, beside SymPy and math-verify, in one run on one core.

    make bench

Every figure is a ratio of times measured in the same process, one after the other, so that a
busy machine slows both sides. The equations are those of Math23K's training file when
`$SUMC_DATA` names the folder of the datasets; without it, expressions are made up here.
"""

import argparse
import functools
import os
import random
import re
import warnings
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

import sympy
from rich.console import Console
from rich.table import Table
from sympy.parsing.sympy_parser import parse_expr

from sumc import MTree, check
from timing import timed

SYMPY_SAMPLE = 200  # equations for SymPy, which needs about 10 ms for each
PAIRS = 300
SEED = 20221106


def main() -> None:
    """Print all tables."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--pairs", type=int, default=PAIRS)
    options = arguments.parse_args()
    if find_spec("math_verify") is None:
        arguments.error("math-verify is missing: pip install --group bench")
    screen = Console()
    screen.print(conversion_table())
    screen.print(checking_table(options.pairs))
    screen.print(verdict_table())
    screen.print(growth_table())


def conversion_table() -> Table:
    """Expression -> M-tree -> codes against `sympy.expand(sympy.simplify(...))` alone."""
    source, equations = bracketed_equations()
    sample = random.Random(SEED).sample(equations, min(SYMPY_SAMPLE, len(equations)))
    ours = timed("sumc", lambda text: MTree.parse(text).codes(), [(text,) for text in equations])
    symbolic = [(parse_expr(text, evaluate=False),) for text in sample]
    theirs = timed("sympy", lambda e: sympy.expand(sympy.simplify(e)), symbolic)
    table = Table("", "equations", "µs each", "ratio", title=f"Expression to codes: {source}")
    table.add_row("sumc, nothing remembered", f"{len(equations):,}", f"{ours * 1e6:.0f}", "1")
    table.add_row(
        "sympy.expand(simplify(e))",
        f"{len(sample):,}",
        f"{theirs * 1e6:.0f}",
        f"{theirs / ours:.0f}",
    )
    return table


def bracketed_equations() -> tuple[str, list[str]]:
    """Different equations with brackets over symbols n1, n2, ..., each of them once."""
    folder = os.environ.get("SUMC_DATA")
    path = Path(folder or ".") / "math23k" / "math23k_train.json"
    if not path.exists():
        texts = [as_symbols(random_expression(random.Random(i), 5)) for i in range(4000)]
        return "expressions made here", [text for text in texts if "(" in text]
    found = re.findall(r'"equation":\s*"x=([^"]*)"', path.read_text(encoding="utf-8"))
    texts = [as_symbols(text.replace("[", "(").replace("]", ")")) for text in found]
    usable = [text for text in texts if "(" in text and readable(text)]
    return "bracketed equations of Math23K's training file", usable


def as_symbols(text: str) -> str:
    """Every number as a symbol of its own: n1, n2, ..., as a problem names its numbers."""
    names: dict[str, str] = {}
    pattern = r"\d+\(\d+/\d+\)|\(\d+/\d+\)|(?<!\^)\d+\.?\d*%?"
    return re.sub(pattern, lambda found: names.setdefault(found[0], f"n{len(names) + 1}"), text)


def readable(text: str) -> bool:
    """Whether both sides can read an equation; the few others are not timed."""
    try:
        MTree.parse(text)
        parse_expr(text.replace("^", "**"), evaluate=False)
    except Exception:
        return False
    return "^" not in text


def random_expression(source: random.Random, depth: int) -> str:
    """An expression of whole numbers with brackets."""
    if depth == 0 or source.random() < 0.25:
        return str(source.randint(2, 99))
    sides = random_expression(source, depth - 1), random_expression(source, depth - 1)
    return f"({sides[0]}{source.choice('+-*/')}{sides[1]})"


def checking_table(count: int) -> Table:
    """`check` against SymPy and math-verify on pairs of formulas, half of them different."""
    from math_verify import parse, verify

    pairs = list(generated_pairs(count))

    def by_sympy(student: str, reference: str) -> bool:
        return bool(sympy.simplify(parse_expr(student) - parse_expr(reference)) == 0)

    def by_math_verify(student: str, reference: str) -> bool:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            sides = [parse(f"${text}$", parsing_timeout=None) for text in (reference, student)]
            return bool(verify(*sides, timeout_seconds=None))

    def by_sumc(student: str, reference: str) -> bool:
        return check(student, reference).accepted()

    methods: list[tuple[str, Callable[[str, str], bool]]] = [
        ("sumc check", by_sumc),
        ("sympy.simplify(a - b) == 0", by_sympy),
        ("math-verify", by_math_verify),
    ]
    table = Table("", "right", "µs a pair", "ratio", title=f"Checking {len(pairs)} pairs")
    ours = 0.0
    for name, method in methods:
        verdicts: list[bool] = []
        texts = [(student, reference) for student, reference, _ in pairs]
        rounds = 5 if method is by_sumc else 1  # so that our time is long enough to be measured
        work = functools.partial(record, verdicts, method)
        each = timed(name, work, texts * rounds)
        right = sum(verdict is pair[2] for verdict, pair in zip(verdicts, pairs, strict=False))
        ours = ours or each
        table.add_row(name, f"{right}/{len(pairs)}", f"{each * 1e6:.0f}", f"{each / ours:.0f}")
    return table


WORK = {
    "same-structure": ("3*2+(5+4)", "2*3+4+5"),
    "equivalent": ("0.5*8", "8/2"),
    "repeated-addition": ("12+12+12-7", "3*12-7"),
    "worked-out": ("36-7", "3*12-7"),
    "answer-only": ("29", "3*12-7"),
    "equal-value": ("20+9", "3*12-7"),
    "miscalculated": ("3 x 12 = 35, 35 - 7 = 28 pencils", "3*12-7"),
    "different": ("3*12+7", "3*12-7"),
}
"""A student's work and a reference for each verdict."""


def verdict_table() -> Table:
    """How long each verdict of `check` takes."""
    table = Table("verdict", "student", "µs", title="Checking, by verdict")
    for verdict, pair in WORK.items():
        assert check(*pair).verdict == verdict
        table.add_row(verdict, pair[0], f"{timed(verdict, check, [pair] * 2_000) * 1e6:.0f}")
    return table


def record(
    verdicts: list[bool], method: Callable[[str, str], bool], student: str, reference: str
) -> None:
    """Keep a verdict, so that it can be judged outside the timing."""
    verdicts.append(method(student, reference))


def generated_pairs(count: int) -> Iterator[tuple[str, str, bool]]:
    """A formula and another way to write it, or the same with one more term.

    Four sizes have equal shares, from 3 operands up to 27.
    """
    for index in range(count):
        source = random.Random(SEED + index)
        formula = symbolic_formula(source, 2 + index // 2 % 4)
        rewritten = rewrite(formula, source)
        if index % 2 == 0:
            yield to_text(rewritten), to_text(formula), True
        else:
            yield to_text(("+", rewritten, source.choice(SYMBOLS))), to_text(formula), False


SYMBOLS = ("n1", "n2", "n3", "n4", "n5", "n6")
Formula = str | tuple[str, "Formula", "Formula"]


def symbolic_formula(source: random.Random, depth: int) -> Formula:
    """A formula of symbols; what is divided by is a symbol or a sum of two, so never zero."""
    if depth == 0:
        return source.choice(SYMBOLS)
    operator = source.choice("++-**/")
    left = symbolic_formula(source, depth - 1)
    if operator == "/":
        first, second = source.sample(SYMBOLS, 2)
        divisor: Formula = first if source.random() < 0.5 else ("+", first, second)
        return ("/", left, divisor)
    return (operator, left, symbolic_formula(source, source.randrange(depth)))


def rewrite(formula: Formula, source: random.Random) -> Formula:
    """The same formula in another form: commuted, distributed, regrouped."""
    if isinstance(formula, str):
        return formula
    operator, left, right = formula[0], rewrite(formula[1], source), rewrite(formula[2], source)
    if operator == "*" and not isinstance(right, str) and right[0] in "+-":
        return (right[0], ("*", left, right[1]), ("*", right[2], left))
    if operator == "-" and not isinstance(right, str) and right[0] == "-":
        return ("-", ("+", right[2], left), right[1])
    if operator == "/" and not isinstance(left, str) and left[0] in "+-":
        return (left[0], ("/", left[1], right), ("/", left[2], right))
    swapped = operator in "+*" and source.random() < 0.7
    return (operator, right, left) if swapped else (operator, left, right)


def to_text(formula: Formula) -> str:
    """A formula with all its brackets."""
    if isinstance(formula, str):
        return formula
    return f"({to_text(formula[1])}{formula[0]}{to_text(formula[2])})"


def growth_table() -> Table:
    """What a leaf of the result costs when there are 10, 100 or 1,000 of them."""
    shapes: dict[str, Callable[[int], str]] = {
        "sum": lambda n: "+".join(f"n{i}" for i in range(n)),
        "sum of products": lambda n: "+".join(f"n{i}*n{i + 1}" for i in range(0, n, 2)),
        "product of sums": lambda n: f"({'+'.join(f'n{i}' for i in range(n // 10))})*(a+b+c+d+e)",
        "sum of quotients": lambda n: "+".join(f"n{i}/(n{i + 1}-a)" for i in range(0, n, 3)),
    }
    sizes = (10, 100, 1000)
    table = Table("", *(f"{size:,} leaves" for size in sizes), title="µs a leaf")
    for name, shape in shapes.items():
        row = []
        for size in sizes:
            text = shape(size)
            leaves = len(MTree.parse(text).codes())
            inputs = [(text,)] * (3000 // size)
            seconds = timed(name, lambda text: MTree.parse(text).codes(), inputs)
            row.append(f"{seconds / leaves * 1e6:.1f}")
        table.add_row(name, *row)
    return table


if __name__ == "__main__":
    main()
