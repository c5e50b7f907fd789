"""How fast published problems become targets, beside the SymPy step of the reference code.

    SUMC_DATA=... .venv/bin/python benchmarks/problems.py

Both sides work on the equations of Math23K with brackets or powers: ours goes from the equation
to a target over the numbers of the text, to the M-tree, to codes; theirs is
`sympy.expand(sympy.simplify(e))` alone. One run, one core, processor time.
"""

import random

import sympy
from rich.console import Console
from rich.table import Table
from sympy.parsing.sympy_parser import parse_expr

from sumc import MTree
from sumc.algebra.equation import parse_solution
from sumc.algebra.notation import to_infix
from sumc.problems.alignment import align
from sumc.problems.datasets import load_dataset
from sumc.problems.numbers import find_quantities
from sumc.problems.problem import Problem
from timing import timed

SYMPY_SAMPLE = 200
SEED = 20221106


def main() -> None:
    """Print the table."""
    problems = [p for p in load_dataset("math23k").problems if p.expression]
    bracketed = [p for p in problems if set("([^") & set(p.equation)]
    without_powers = [p for p in bracketed if "^" not in p.equation]  # SymPy writes them as **
    sample = random.Random(SEED).sample(without_powers, SYMPY_SAMPLE)
    ours = timed("conversion", convert, [(p,) for p in bracketed])
    theirs = timed("sympy", simplify, [(symbolic(p),) for p in sample])
    numbers = timed(
        "numbers", lambda text: find_quantities(text, language="zh"), [(p.text,) for p in problems]
    )
    table = Table("", "problems", "µs each", "ratio", title="Math23K: equation to codes")
    for name, size, each in (
        ("sumc: equation, target, M-tree, codes", len(bracketed), ours),
        ("sympy.expand(simplify(e))", len(sample), theirs),
        ("sumc: finding the numbers of a text", len(problems), numbers),
    ):
        table.add_row(name, f"{size:,}", f"{each * 1e6:.0f}", f"{each / ours:.1f}")
    Console().print(table)


def convert(problem: Problem) -> list[tuple[str, str]]:
    """Everything that happens to an equation before a model can learn from it."""
    target = align(parse_solution(problem.equation), problem.quantities)
    return MTree.from_expression(target).codes()


def symbolic(problem: Problem) -> sympy.Expr:
    """The same solution in SymPy, with the numbers of the text as symbols."""
    assert problem.expression is not None
    return parse_expr(to_infix(problem.expression), evaluate=False)


def simplify(expression: sympy.Expr) -> sympy.Expr:
    """The step of the reference code."""
    return sympy.expand(sympy.simplify(expression))


if __name__ == "__main__":
    main()
