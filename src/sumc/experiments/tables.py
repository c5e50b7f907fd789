"""A table as people read it: the same cells as Markdown, LaTeX, HTML and CSV."""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

NARROW = 5
"""The most columns that fit into one of the two columns of a page."""
MISSING = "-"
"""A cell without a measurement."""


@dataclass(frozen=True, slots=True)
class Table:
    """Headings and rows of plain texts, and notes on them.

    >>> print(Table("t", "Sums", ("name", "sum"), (("a", "1"),), ("whole numbers",)).to_markdown())
    **Sums**
    <BLANKLINE>
    | name | sum |
    |---|---:|
    | a | 1 |
    <BLANKLINE>
    - whole numbers
    """

    name: str
    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()
    texts: int = 1
    """How many of the first columns are texts; the others are numbers."""
    grouped: bool = False
    """Whether rows with the same first cell belong together."""

    def to_markdown(self) -> str:
        """A table of Markdown under its title, with the notes as a list."""
        marks = ["---"] * self.texts + ["---:"] * (len(self.headings) - self.texts)
        lines = [_pipes(self.headings), f"|{'|'.join(marks)}|", *map(_pipes, self.rows)]
        notes = "\n".join(f"- {note}" for note in self.notes)
        blocks = (f"**{self.title}**", "\n".join(lines), notes)
        return "\n\n".join(filter(None, blocks))

    def to_latex(self) -> str:
        """A `table` with the rules of booktabs; the notes are part of the caption."""
        kind = "table*" if len(self.headings) > NARROW else "table"
        columns = "l" * self.texts + "r" * (len(self.headings) - self.texts)
        caption = " ".join([latex(f"{self.title}."), *map(_latex_note, self.notes)])
        lines = [
            f"\\begin{{{kind}}}[tbp]",
            "\\centering",
            f"\\begin{{tabular}}{{{columns}}}",
            "\\toprule",
            _latex_row(self.headings),
            "\\midrule",
            *self._latex_rows(),
            "\\bottomrule",
            "\\end{tabular}",
            f"\\caption{{{caption}}}",
            f"\\label{{tab:{self.name}}}",
            f"\\end{{{kind}}}",
        ]
        return "\n".join(lines)

    def to_html(self) -> str:
        """A `figure` with a table and its notes."""
        head = "".join(self._html_cells(self.headings, "th"))
        body = "\n".join(self._html_rows())
        notes = "".join(f"<li>{_html_note(note)}</li>" for note in self.notes)
        listed = f"<ul>{notes}</ul>" if notes else ""
        return (
            f'<figure id="{self.name}"><figcaption>{escape(self.title)}</figcaption>\n'
            f'<div class="scroll"><table><thead><tr>{head}</tr></thead>\n'
            f"<tbody>\n{body}\n</tbody></table></div>{listed}</figure>"
        )

    def to_csv(self) -> str:
        """The cells with commas between them, the headings first."""
        out = io.StringIO()
        csv.writer(out, lineterminator="\n").writerows([self.headings, *self.rows])
        return out.getvalue()

    def _latex_rows(self) -> Iterator[str]:
        for number, row in enumerate(self.rows):
            if self._begins_group(number):
                yield "\\midrule"
            yield _latex_row(row)

    def _html_rows(self) -> Iterator[str]:
        for number, row in enumerate(self.rows):
            mark = ' class="group"' if self._begins_group(number) else ""
            yield f"<tr{mark}>{''.join(self._html_cells(row, 'td'))}</tr>"

    def _begins_group(self, number: int) -> bool:
        """Whether a row begins a new group, after the first one."""
        return self.grouped and number > 0 and self.rows[number][0] != self.rows[number - 1][0]

    def _html_cells(self, cells: Sequence[str], tag: str) -> list[str]:
        kinds = ("" if column < self.texts else ' class="number"' for column in range(len(cells)))
        return [
            f"<{tag}{kind}>{escape(cell)}</{tag}>" for cell, kind in zip(cells, kinds, strict=True)
        ]


def _html_note(note: str) -> str:
    """A note in which what stands between back quotes is code, as in Markdown."""
    return re.sub("`(.+?)`", r"<code>\1</code>", escape(note))


def _pipes(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _latex_row(cells: Sequence[str]) -> str:
    return f"{' & '.join(map(latex, cells))} \\\\"


def _latex_note(note: str) -> str:
    """A note in which what stands between back quotes is code, as in Markdown."""
    parts = re.split("`(.+?)`", note)
    return "".join(
        f"\\texttt{{{latex(part)}}}" if place % 2 else latex(part)
        for place, part in enumerate(parts)
    )


_LATEX = {
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "`": r"\textasciigrave{}",
    "±": r"$\pm$",
    "<": r"$<$",
    ">": r"$>$",
    "−": "$-$",
    "–": "--",
    **{each: f"\\{each}" for each in "&%$#_{}"},
}


_MINUS, _DASHES = r"(?<![\w.-])-(?=\d)", "-(?=-)"
"""A hyphen that is the sign of a number, and one that LaTeX would join with the next."""
_TO_ESCAPE = re.compile("|".join([_MINUS, _DASHES, *map(re.escape, _LATEX)]))


def latex(text: str) -> str:
    """A text in which nothing is a command of LaTeX.

    >>> print(latex("5 % of n_1 ± 2, -3 with --kept"))
    5 \\% of n\\_1 $\\pm$ 2, $-$3 with -{}-kept
    """
    return _TO_ESCAPE.sub(_escape, text)


def _escape(found: re.Match[str]) -> str:
    if found[0] == "-":
        return "-{}" if found.string.startswith("-", found.end()) else "$-$"
    return _LATEX[found[0]]
