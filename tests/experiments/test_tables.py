"""Tables: the same cells in every format, and nothing in a cell is taken for markup."""

import csv
import io
import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumc.experiments.tables import Table, latex

CELLS = st.text(st.characters(blacklist_categories=("Cc", "Cs", "Zl", "Zp")), max_size=12)
AWKWARD = ("a|b", "5 % & <b>", "n_1^2 ~ {x} \\y", "±3 #1 $2", "")


class _Cells(HTMLParser):
    """The texts of all cells."""

    def __init__(self) -> None:
        super().__init__()
        self.cells: list[str] = []
        self.inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("td", "th"):
            self.inside = True
            self.cells.append("")

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag not in ("td", "th")

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.cells[-1] += data


@given(st.lists(st.lists(CELLS, min_size=3, max_size=3), max_size=4))
def test_html_and_csv_give_the_cells_back(rows: list[list[str]]) -> None:
    table = Table("t", "T", ("a", "b", "c"), tuple(map(tuple, rows)))
    reader = _Cells()
    reader.feed(table.to_html())
    cells = [cell for row in [["a", "b", "c"], *rows] for cell in row]
    assert reader.cells == cells
    assert [*csv.reader(io.StringIO(table.to_csv()))] == [["a", "b", "c"], *rows]


def test_markdown_has_as_many_columns_in_every_line() -> None:
    table = Table("t", "T", AWKWARD, (AWKWARD, AWKWARD))
    lines = [line for line in table.to_markdown().splitlines() if line.startswith("|")]
    assert {len(re.split(r"(?<!\\)\|", line)) for line in lines} == {len(AWKWARD) + 2}


def test_latex_is_balanced_and_escaped() -> None:
    table = Table("t", "T_1", AWKWARD, (AWKWARD, ("z", *AWKWARD[1:])), ("100 %",), 2, True)
    text = table.to_latex()
    assert re.findall(r"\\begin\{(.+?)\}", text) == ["table", "tabular"]
    assert re.findall(r"\\end\{(.+?)\}", text) == ["tabular", "table"]
    rows = [line for line in text.splitlines() if line.endswith("\\\\")]
    assert len(rows) == 3
    for row in rows:
        assert len(re.findall(r"(?<!\\)&", row)) == len(AWKWARD) - 1
        assert not re.search(r"(?<!\\)[%#_]", row)
    assert text.count("\\midrule") == 2  # after the headings and between the groups
    assert text.count("{") - text.count("\\{") == text.count("}") - text.count("\\}")
    assert "\\begin{tabular}{llrrr}" in text


@given(CELLS)
def test_nothing_in_a_text_is_a_command_of_latex(text: str) -> None:
    kept = latex(text).replace(r"\textbackslash{}", "").replace(r"\textasciicircum{}", "")
    kept = kept.replace(r"\textasciitilde{}", "").replace(r"$\pm$", "")
    kept = kept.replace("$<$", "").replace("$>$", "").replace("$-$", "")
    kept = kept.replace(r"\textasciigrave{}", "").replace("-{}", "-")
    assert not re.search(r"(?<!\\)[&%$#_{}^~\\](?![&%$#_{}])", kept)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("-4.25", "$-$4.25"),
        ("-4.3 to -1.2", "$-$4.3 to $-$1.2"),
        ("p (-0.3 to +2.7)", "p ($-$0.3 to +2.7)"),
        ("−3", "$-$3"),
        ("-", "-"),
        ("T-RNN, runs/s-1, 5-8", "T-RNN, runs/s-1, 5-8"),
        ("--kept", "-{}-kept"),
        ("a---b", "a-{}-{}-b"),
        ("a – b", "a -- b"),
        ("`x", r"\textasciigrave{}x"),
    ],
)
def test_hyphens_and_quotes_of_latex_are_what_they_were(text: str, written: str) -> None:
    assert latex(text) == written


def test_code_in_a_note_is_code_in_a_caption() -> None:
    table = Table("t", "Sums_1", ("a", "b"), (("a", "-1"),), ("run `sumc x --y_z`", "100 %"))
    text = table.to_latex()
    assert r"\caption{Sums\_1. run \texttt{sumc x -{}-y\_z} 100 \%}" in text
    assert r"a & $-$1 \\" in text


def test_rows_of_a_group_stay_together_in_html() -> None:
    rows = (("RNN", "1"), ("RNN", "2"), ("PLM", "3"))
    assert Table("t", "T", ("a", "b"), rows, grouped=True).to_html().count('class="group"') == 1
    note = Table("t", "T", ("a", "b"), rows, ("run `sumc <x>`",)).to_html()
    assert "<code>sumc &lt;x&gt;</code>" in note
