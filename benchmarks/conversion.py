"""The share of every public dataset that becomes a target and is restored right.

SUMC_DATA=... .venv/bin/python benchmarks/conversion.py
"""

from rich.console import Console
from rich.progress import track
from rich.table import Table

from sumc.codecs.mtree import brings_back, missing_constants
from sumc.problems.constants import ALWAYS
from sumc.problems.datasets import GENERATED, SOURCES, Dataset, is_available, load_dataset


def main() -> None:
    """Print one row for each dataset that is available."""
    table = Table("dataset", "records", "used", "another answer", "back", "words", "digits only")
    names = [name for name in SOURCES if is_available(name, None) == "there"]
    for name in track(names, transient=True):
        dataset, digits = load_dataset(name), load_dataset(name, words=False)
        back = sum(map(brings_back, dataset.problems))
        table.add_row(
            name,
            f"{dataset.size:,}",
            f"{len(dataset.problems):,}",
            f"{len(dataset.disagreeing):,}",
            percent(back, dataset),
            percent(without_constants(dataset), dataset),
            percent(without_constants(digits), dataset),
        )
    Console().print(table)
    if not names:
        Console().print(f"no dataset but {GENERATED!r} is there: set SUMC_DATA")


def without_constants(dataset: Dataset) -> int:
    """Problems whose solution uses no constant but 1 and π."""
    solved = (p for p in dataset.problems if p.expression is not None)
    return sum(not missing_constants(p, ALWAYS) for p in solved)


def percent(count: int, dataset: Dataset) -> str:
    """A share of all records, used or not."""
    return f"{100 * count / dataset.size:.2f} %"


if __name__ == "__main__":
    main()
