"""How varied the built-in problems are.

.venv/bin/python benchmarks/generator.py
"""

import re
import time
from typing import Literal

from rich.console import Console
from rich.table import Table

from sumc.problems.alignment import to_problem
from sumc.problems.generator import generate
from sumc.problems.problem import Problem
from sumc.problems.records import Record

COUNT = 20_000


def main() -> None:
    """Print one column for each language."""
    rows = [describe("en"), describe("zh")]
    table = Table("", "English", "Chinese", title=f"{COUNT:,} problems of each language")
    for name in rows[0]:
        table.add_row(name, rows[0][name], rows[1][name])
    Console().print(table)


def describe(language: Literal["en", "zh"]) -> dict[str, str]:
    """Counts over the first problems of a language."""
    start = time.process_time()
    made = list(generate(language, COUNT))
    seconds = time.process_time() - start
    problems: list[Problem] = []
    for index, each in enumerate(made):
        record = Record(str(index), each.text, each.equation, str(each.answer), language)
        problem = to_problem(record)
        assert isinstance(problem, Problem)
        problems.append(problem)
    pattern = r"[a-z']+" if language == "en" else r"[\u4e00-\u9fff]"
    words = {word for each in made for word in re.findall(pattern, each.text.lower())}
    operations = [len(p.expression.leaves) - 1 for p in problems if p.expression]
    return {
        "schemas": f"{len({each.schema.split('/')[0] for each in made}):,}",
        "schemas with their unknowns": f"{len({each.schema for each in made}):,}",
        "different texts": f"{len({each.text for each in made}):,}",
        "different texts, numbers masked": f"{len({p.masked_text for p in problems}):,}",
        "words (characters in Chinese)": f"{len(words):,}",
        "different M-trees": f"{len({str(p.tree()) for p in problems}):,}",
        "operations, mean and most": f"{sum(operations) / COUNT:.2f}, {max(operations)}",
        "problems a second": f"{COUNT / seconds:,.0f}",
    }


if __name__ == "__main__":
    main()
