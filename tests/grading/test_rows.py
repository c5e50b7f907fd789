"""Answers and problems from CSV: what a spreadsheet writes comes back, or the line is named."""

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumc.errors import SumcError
from sumc.grading import rows
from sumc.grading.chinese import in_chinese
from sumc.grading.rows import (
    ANSWER_COLUMNS,
    PROBLEM_COLUMNS,
    Row,
    Task,
    decoded,
    read_answers,
    read_file,
    read_problems,
)

CELLS = st.text(alphabet="aé小12+-*/=,;\t\"' \n", min_size=1, max_size=12).map(str.strip)
ANSWERS = st.lists(st.tuples(CELLS.filter(bool), CELLS.filter(bool)), min_size=1, max_size=6)


def as_csv(table: list[tuple[str, ...]], delimiter: str, quoting: int = csv.QUOTE_MINIMAL) -> str:
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=delimiter, quoting=quoting).writerows(table)  # type: ignore[arg-type]
    return text.getvalue()


@given(ANSWERS, st.sampled_from(",;\t"), st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]))
def test_what_a_spreadsheet_writes_is_read_back(
    answers: list[tuple[str, str]], delimiter: str, quoting: int
) -> None:
    found = read_answers(as_csv([("name", "answer"), *answers], delimiter, quoting))
    assert [(row.name, row.answer) for row in found.rows] == answers
    assert found.broken == ()


@given(ANSWERS, st.permutations(["name", "answer", "problem", "class"]))
def test_the_columns_may_be_in_any_order(answers: list[tuple[str, str]], order: list[str]) -> None:
    table = [
        tuple(
            {"name": name, "answer": answer, "problem": "7", "class": "5b"}[each] for each in order
        )
        for name, answer in answers
    ]
    found = read_answers(as_csv([tuple(order), *table], ","))
    assert [(row.name, row.answer, row.problem) for row in found.rows] == [
        (*pair, "7") for pair in answers
    ]


@pytest.mark.parametrize(
    ("column", "spelling"),
    [(column, each) for column, spellings in ANSWER_COLUMNS.items() for each in spellings],
)
def test_every_spelling_of_a_column_is_known(column: str, spelling: str) -> None:
    heads = {
        "name": "name",
        "answer": "answer",
        "problem": "problem",
        column: f" {spelling.upper()} ",
    }
    text = ",".join(heads.values()) + "\nAda,36-7,1\n"
    assert read_answers(text).rows == (Row(2, "Ada", "36-7", "1"),)


@pytest.mark.parametrize(
    ("column", "spelling"),
    [(column, each) for column, spellings in PROBLEM_COLUMNS.items() for each in spellings],
)
def test_every_spelling_of_a_column_of_problems_is_known(column: str, spelling: str) -> None:
    heads = {"problem": "problem", "reference": "reference", "unit": "unit", column: spelling}
    text = ";".join(heads.values()) + "\n1;3*12-7;pencils\n"
    assert read_problems(text) == {"1": Task(("3*12-7",), "pencils")}


def test_lines_are_counted_as_an_editor_counts_them() -> None:
    text = 'name,answer\n\nAda,"3*12\n-7"\n   ,  \nBen,29\nCy\n'
    found = read_answers(text)
    assert [(row.line, row.answer) for row in found.rows] == [(4, "3*12\n-7"), (6, "29")]
    assert found.broken == ("line 7: expected a name and an answer, found one value",)


def test_the_first_of_several_columns_of_one_meaning_counts() -> None:
    found = read_answers("name,answer,solution,pupil\nAda,1+1,2+2,Bob\n")
    assert found.rows == (Row(2, "Ada", "1+1"),)


def test_references_of_a_problem_are_gathered_from_its_rows() -> None:
    text = "id,solution,unit\nA,3*12-7,\nB,2*3,kg\nA,36-7,pencils\n"
    assert read_problems(text) == {
        "A": Task(("3*12-7", "36-7"), "pencils"),
        "B": Task(("2*3",), "kg"),
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a row with the columns problem, reference"),
        ("problem,reference\n", "no problems below the header row"),
        ("problem,reference\n1,\n", "line 2: expected a problem and its reference"),
        ("problem,unit\n1,kg\n", "reference not found in 'problem', 'unit'"),
    ],
)
def test_what_is_no_file_of_problems_is_refused(text: str, message: str) -> None:
    with pytest.raises(SumcError, match=message):
        read_problems(text)


def test_a_file_with_too_many_rows_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "MOST_ROWS", 3)
    assert len(read_answers("name,answer\na,1\nb,2\nc,3\n").rows) == 3
    with pytest.raises(SumcError, match="more than 3 rows"):
        read_answers("name,answer\na,1\nb,2\nc,3\nd,4\n")


@pytest.mark.parametrize("text", ["姓名,答案\n王明,36-7\n李喆,29支\n", "name,answer\n朱镕基,1\n"])
def test_what_excel_writes_in_china_is_read(text: str) -> None:
    assert decoded(text.encode("gb18030"), "here") == text


@pytest.mark.parametrize("data", ["Müller,1\nJosé,2\n".encode("latin-1"), b"\xb0\xa1\xff"])
def test_other_encodings_are_not_taken_for_chinese(data: bytes) -> None:
    with pytest.raises(SumcError, match="save it as CSV UTF-8"):
        decoded(data, "here")


@given(
    st.text(alphabet="aé小🙂12,\n", max_size=20), st.sampled_from(["utf-8", "utf-8-sig", "utf-16"])
)
def test_every_encoding_of_a_spreadsheet_is_read(text: str, encoding: str) -> None:
    assert decoded(text.encode(encoding), "a.csv") == text


def test_another_encoding_is_told_with_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "latin.csv"
    path.write_bytes("name,answer\nZoé,1\n".encode("latin-1"))
    with pytest.raises(SumcError, match=r"latin\.csv is not UTF-8 \(byte 14\): save it as CSV"):
        read_file(path)
    with pytest.raises(SumcError, match=r"cannot read .*none\.csv"):
        read_file(tmp_path / "none.csv")


def test_an_answer_needs_a_name() -> None:
    found = read_answers("answer,name\n36-7,Ada\n29, \n29\n28,Ben\n")
    assert [row.name for row in found.rows] == ["Ada", "Ben"]
    assert found.broken == (
        "line 3: expected a name, found none",
        "line 4: expected a name and an answer, found one value",
    )
    assert in_chinese(found.broken[0]) == "第 3 行：没有姓名"


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("name,answer\nFay,3*12 = 36, 36-7 = 29\nPat,1,250\n", ["3*12 = 36, 36-7 = 29", "1,250"]),
        ("name;answer\nFay;3*12=36; 36-7=29\n", ["3*12=36; 36-7=29"]),
        ("name,answer\nAda,29,,\n", ["29"]),
        ('name,answer\nAda,12" and 17"\nBen,"12"" long"\n', ['12" and 17"', '12" long']),
        ('name,answer\nAda,"12" long\n', ["12 long"]),
    ],
)
def test_an_answer_in_the_last_column_goes_on_to_the_end(text: str, answers: list[str]) -> None:
    found = read_answers(text)
    assert [row.answer for row in found.rows] == answers
    assert not found.broken


def test_a_value_without_a_column_is_not_cut_off_silently() -> None:
    found = read_answers("answer,name\n29,Ada\n3*12=36, 36-7=29,Ben\n28,Cy,\n")
    assert [row.name for row in found.rows] == ["Ada", "Cy"]
    said = "line 3: 3 values for 2 columns; put answers with commas in quotes"
    assert found.broken == (said,)
    assert in_chinese(said) == "第 3 行：2 列却有 3 个值；含有分隔符的答案请加引号"
    with pytest.raises(SumcError, match="line 2: 3 values for 2 columns; put answers with semi"):
        read_problems("problem;reference\n1;3*12;7\n")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('name,answer\n"Ada,29\nBen,29', 2),
        ('name,answer\nAda,29\nBen,"36-7\nCy,29\n', 3),
        ('name,answer\n"Ada,29\nBen,29\n"Cy",28\n', 2),
        ('name,answer\nAda,29\nBen,"29', 3),
    ],
)
def test_a_quote_that_is_not_closed_is_named_with_its_line(text: str, line: int) -> None:
    with pytest.raises(SumcError, match=rf'line {line}: the quote \("\) is not closed'):
        read_answers(text)


def test_two_columns_of_one_name_are_refused() -> None:
    with pytest.raises(SumcError, match="two columns are called 'answer'"):
        read_answers("name,answer,Answer\nAda,29,30\n")
    assert read_answers("name,answer,class,class\nAda,29,1,2\n").rows == (Row(2, "Ada", "29"),)
