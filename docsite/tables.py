"""Markdown tables whose cells may hold anything."""

from collections.abc import Iterable, Sequence


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table with an empty line after it; nothing where there are no rows.

    >>> print(table(["name", "what"], [("a|b", "one\\ntwo")]), end="")
    | name | what |
    |---|---|
    | a\\|b | one two |
    <BLANKLINE>
    """
    lines = [f"| {' | '.join(map(cell, row))} |\n" for row in rows]
    if not lines:
        return ""
    return "".join([f"| {' | '.join(headings)} |\n|{'---|' * len(headings)}\n", *lines, "\n"])


def cell(text: str) -> str:
    """A text in one line that does not end its cell."""
    return " ".join(text.split()).replace("|", "\\|")
