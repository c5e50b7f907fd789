"""Files of several formats become rows; what cannot be read is a row with the reason."""

import io
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumc.bulk.rows import CSV, FORMATS, PARQUET, TEXT, Format, Lines, Row, format_of, read_row
from sumc.errors import ProblemError


def rows(kind: Format, content: bytes, needed: tuple[str, ...] = ("text",)) -> list[Row]:
    """The rows of a file."""
    records = kind.records(Lines(io.BytesIO(content)), needed)
    return [read_row(kind, record, number, "text") for number, record in enumerate(records, 1)]


def fields(kind: Format, content: bytes) -> list[dict[str, Any]]:
    return [row.fields for row in rows(kind, content)]


def test_a_line_of_text_is_a_problem() -> None:
    found = fields(TEXT, b"\xef\xbb\xbfHow much is 1 and 2?\r\n\n3?")
    assert found == [{"text": "How much is 1 and 2?"}, {"text": ""}, {"text": "3?"}]
    (bad,) = rows(TEXT, b"caf\xe9 3?")
    assert "not UTF-8" in bad.error
    assert bad.fields == {"text": "caf\N{REPLACEMENT CHARACTER} 3?"}


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_csv_has_its_columns_whatever_is_between_them(delimiter: str) -> None:
    lines = [["id", "text", "class"], ["1", '"a ""b"" 3?\nmore"', "é"], ["2", "4?", ""]]
    content = "\r\n".join(delimiter.join(line) for line in lines).encode()
    assert fields(CSV, content) == [
        {"id": "1", "text": 'a "b" 3?\nmore', "class": "é"},
        {"id": "2", "text": "4?", "class": ""},
    ]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"1,2?,3", "expected 2 columns, found 3"),
        (b"1", "expected 2 columns, found 1"),
        (b"1,caf\xe9 2?", "the row is not UTF-8"),
        (b"1," + b"2" * 200_000, "field larger than field limit"),
    ],
)
def test_a_bad_row_of_csv_is_a_row_with_an_error_and_the_rest_goes_on(
    line: bytes, message: str
) -> None:
    first, bad, last = rows(CSV, b"id,text\n0,1?\n" + line + b"\n9,8?\n")
    assert (first.fields["text"], last.fields["text"]) == ("1?", "8?")
    assert message in bad.error
    assert bad.number == 2


@pytest.mark.parametrize(
    ("header", "message"),
    [
        (b"id,question", 'expected a column "text", found the columns id, question'),
        (b"text,text", 'the column "text" appears twice'),
    ],
)
def test_a_table_without_the_column_is_one_error_and_not_a_million(
    header: bytes, message: str
) -> None:
    with pytest.raises(ProblemError, match=message):
        rows(CSV, header + b"\n1,2\n")


def test_an_empty_file_has_no_rows() -> None:
    for kind in FORMATS.values():
        if kind is not PARQUET:
            assert rows(kind, b"") == []


@given(st.binary(max_size=300))
def test_any_bytes_are_rows_in_every_format_of_lines(content: bytes) -> None:
    for kind in FORMATS.values():
        if kind is PARQUET:
            continue
        source = b"text\n" + content if kind is CSV else content
        for row in rows(kind, source):
            assert row.error or all(isinstance(name, str) for name in row.fields)


def test_parquet_keeps_its_columns_as_json_has_them(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow", reason="the extra `parquet`")
    from pyarrow import parquet

    table = pyarrow.table(
        {
            "text": ["1 and 2?", None],
            "when": [date(2026, 1, 2), None],
            "price": [Decimal("1.50"), None],
            "share": [float("nan"), 0.5],
            "tags": [["a"], []],
        }
    )
    parquet.write_table(table, tmp_path / "in.parquet", row_group_size=1)
    first, second = fields(PARQUET, (tmp_path / "in.parquet").read_bytes())
    assert first == {
        "text": "1 and 2?",
        "when": "2026-01-02",
        "price": "1.50",
        "share": None,
        "tags": ["a"],
    }
    assert (second["text"], second["share"], second["tags"]) == (None, 0.5, [])
    with pytest.raises(ProblemError, match="not a Parquet file"):
        rows(PARQUET, b"PAR1 and no more")
    with pytest.raises(ProblemError, match='expected a column "student"'):
        rows(PARQUET, (tmp_path / "in.parquet").read_bytes(), ("student",))


@pytest.mark.parametrize(
    ("name", "start", "kind"),
    [
        ("a.CSV", b"", "csv"),
        ("a.tsv.gz", b"", "csv"),
        ("a.txt", b'{"text"', "text"),
        ("a.jsonl", b"Ann", "jsonl"),
        ("a", b"Ann", "jsonl"),
        ("a", b"PAR1", "parquet"),
        ("-", b"Ann", "text"),
        ("-", b' {"text"', "jsonl"),
        ("-", b'\xef\xbb\xbf"Ann', "jsonl"),
        ("-", b"", "jsonl"),
    ],
)
def test_names_and_first_bytes_tell_the_format(name: str, start: bytes, kind: str) -> None:
    assert format_of(name, start).name == kind
