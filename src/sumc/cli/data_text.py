"""What `sumc data` prints for people: splits, statistics, checks of schemas."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from rich.table import Table

from sumc.cli.output import Json, console, show_broken_lines
from sumc.evaluation.score import counted

if TYPE_CHECKING:  # the readers and the generator are imported when a command needs them
    from sumc.problems.generator.checking import Check
    from sumc.problems.problem import Problem
    from sumc.problems.splits import Split
    from sumc.problems.statistics import Statistics
    from sumc.problems.world.checking import StoryCount

MOST_ROWS = 12
"""Rows shown to people; `--json` has all of them."""


def show_splits(rows: Sequence[Json]) -> None:
    """Print the sizes of all splits of a dataset."""
    table = Table("split", box=None, header_style="dim", pad_edge=False)
    for heading in (
        "train",
        "validation",
        "test",
        "unreadable in test",
        "test texts also in training",
    ):
        table.add_column(heading, justify="right")
    for name, *sizes, seen in (row.values() for row in rows):
        table.add_row(name, *(f"{size:,}" for size in sizes), f"{100 * seen:.1f} %")
    console().print(table)


def show_split(split: "Split", parts: Mapping[str, Sequence["Problem"]]) -> None:
    """Print the sizes of the parts of a split by source, and what was left out."""
    table = Table(split.name, box=None, header_style="bold", pad_edge=False)
    counts = {part: Counter(p.source for p in all_) for part, all_ in parts.items()}
    for part in counts:
        table.add_column(part, justify="right")
    sources = [*dict.fromkeys(source for count in counts.values() for source in count)]
    for source in sources:
        table.add_row(source, *(f"{count[source]:,}" for count in counts.values()))
    if len(sources) > 1:
        table.add_row("together", *(f"{count.total():,}" for count in counts.values()))
    screen = console()
    screen.print(table)
    screen.print(f"{counted(len(split.test_skipped), 'test record')} could not be read")
    for reason, count in split.removed.items():
        were = "was" if count == 1 else "were"
        screen.print(f"{counted(count, 'problem')} {were} removed: {reason}")
    show_broken_lines(split.broken_lines)
    screen.print(f"fingerprint {split.fingerprint()}")


def show_statistics(name: str, found: "Statistics") -> None:
    """Print what is in a dataset."""
    overview = Table("", name, box=None, header_style="bold", pad_edge=False)
    for label, value in (
        ("records", f"{found.records:,}"),
        ("used", f"{found.used:,}  ({100 * found.used / max(1, found.records):.2f} %)"),
        *((f"left out: {reason}", f"{count:,}") for reason, count in found.left_out.most_common()),
        ("used, but the equation does not give the answer", f"{found.disagreeing:,}"),
        ("used, but without an equation", f"{found.without_equation:,}"),
        ("used, but known to have no answer", f"{found.unanswerable:,}"),
        ("different texts, numbers masked", f"{found.masked_texts:,}"),
        ("different M-trees", f"{found.trees:,}"),
        ("different M-tree codes", f"{len(found.codes):,}"),
        (
            f"seen in training, {found.test_split}",
            f"{100 * found.seen:.1f} % of {found.test_size:,}",
        ),
    ):
        overview.add_row(label, value)
    screen = console()
    screen.print(overview)
    show_broken_lines(found.broken_lines)
    for title, counts in (
        ("numbers in a text", found.numbers),
        ("numbers of the text that a solution needs", found.operands),
    ):
        screen.print(_counts_table(title, sorted(counts.items())))
    screen.print(_counts_table("M-tree code", found.codes.most_common()))
    screen.print(_counts_table("constant", found.constants.most_common()))


def _counts_table(title: str, counts: Iterable[tuple[object, int]]) -> Table:
    rows = list(counts)
    table = Table(title, "count", box=None, header_style="dim", pad_edge=False)
    for value, count in rows[:MOST_ROWS]:
        table.add_row(str(value), f"{count:,}")
    if rest := rows[MOST_ROWS:]:
        table.add_row(f"{len(rest)} more", f"{sum(count for _, count in rest):,}", style="dim")
    return table


def show_check(check: "Check", stories: Sequence["StoryCount"]) -> None:
    """Print all mistakes, and how much was checked."""
    screen = console()
    for mistake in check.mistakes:
        screen.print(str(mistake))
    for count in check.counts:
        screen.print(
            f"{count.language}: {counted(count.schemas, 'schema')}, {counted(count.asks, 'ask')}, "
            f"{counted(count.problems, 'problem')} drawn"
        )
    for told in stories:
        screen.print(
            f"{told.language}: {told.kinds:,} kinds of facts, {counted(told.plots, 'plot')}, "
            f"{counted(told.problems, 'problem')} told"
        )
    number = len(check.mistakes)
    screen.print(counted(number, "mistake") if number else "no mistakes")
