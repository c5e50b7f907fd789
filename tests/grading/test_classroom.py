"""A class is graded at once: files of answers, common mistakes, and reports that are safe."""

import csv
import io
import json
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumc.errors import SumcError
from sumc.grading.classroom import Classroom, grade, points_text
from sumc.grading.report import COLUMNS, percent, safe_cell, to_csv, to_html
from sumc.grading.rows import (
    MOST_ROWS,
    Row,
    Rows,
    Task,
    decoded,
    read_answers,
    read_file,
    read_problems,
)

ANSWERS = """name,answer
Ada,36-7=29 pencils
Ben,3*12+7
Cy,"12*3+7=43"
Di,29
Eve,
"""
TASK = {"": Task(("3*12-7",))}


def _graded(text: str = ANSWERS) -> Classroom:
    return grade(read_answers(text), TASK)


@pytest.mark.parametrize(
    "text",
    [
        "name,answer\nAda,3+4\n",
        "\n\nAnswer ; Student\n3+4;Ada\n",
        "姓名\t答案\nAda\t3+4",
        'name,class,answer\r\n"Ada","5, b","3+4"\r\n',
    ],
)
def test_answers_are_read_as_spreadsheets_write_them(text: str) -> None:
    (row,) = read_answers(text).rows
    assert (row.name, row.answer, row.problem) == ("Ada", "3+4", "")


def test_a_row_that_cannot_be_used_is_named_and_the_others_go_on() -> None:
    found = read_answers("name,answer\nAda,3+4\nBen\n\nCy,7\n")
    assert [row.name for row in found.rows] == ["Ada", "Cy"]
    assert found.broken == ("line 3: expected a name and an answer, found one value",)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a row with the columns name, answer"),
        ("name,answer\n", "no answers below"),
        ("name,work done\nAda,3", "answer not found in 'name', 'work done'"),
        ("name,answer\n" + "a,1\n" * (MOST_ROWS + 1), "more than 100,000 rows"),
        ("name,answer\n" + "a" * 200_000 + ",1\n", "not CSV"),
    ],
)
def test_what_is_no_file_of_answers_is_refused(text: str, message: str) -> None:
    with pytest.raises(SumcError, match=message):
        read_answers(text)


def test_problems_have_references_and_units() -> None:
    tasks = read_problems("id,reference,unit\n1,3*12-7,pencils\n1,36-7,\n2,2*3,\n")
    assert tasks == {"1": Task(("3*12-7", "36-7"), "pencils"), "2": Task(("2*3",))}
    for text, message in (
        ("problem,reference\n1,\n", "line 2: expected a problem and its reference"),
        ("problem,reference\n", "no problems below"),
    ):
        with pytest.raises(SumcError, match=message):
            read_problems(text)


def test_files_may_be_in_the_encodings_of_spreadsheets(tmp_path: Path) -> None:
    for number, encoding in enumerate(("utf-8", "utf-8-sig", "utf-16")):
        path = tmp_path / f"{number}.csv"
        path.write_text("name,answer\nЖ,1\n", encoding=encoding)
        assert read_answers(read_file(path)).rows[0].name == "Ж"
    with pytest.raises(SumcError, match="save it as CSV UTF-8"):
        decoded(b"name\xff", "x.csv")
    with pytest.raises(SumcError, match="cannot read"):
        read_file(tmp_path / "none.csv")


def test_every_answer_has_a_verdict_and_points() -> None:
    done = _graded()
    assert [each.mark.verdict for each in done.graded] == [
        "worked-out",
        "different",
        "different",
        "answer-only",
        "unparseable",
    ]
    assert done.verdicts == {"worked-out": 1, "answer-only": 1, "different": 2, "unparseable": 1}
    assert float(done.mean) == 0.3


def test_mistakes_with_one_tree_are_one_mistake() -> None:
    first, *others = _graded().mistakes
    assert (first.count, first.names) == (2, ("Ben", "Cy"))
    assert first.tree == "(+ (* 3 12) 7)"
    assert first.comment == "7 is added here and subtracted in the reference"
    assert [each.comment for each in others] == [
        "the right answer, without the working",
        "no answer",
    ]


def test_a_missing_unit_is_one_mistake_whatever_the_tree() -> None:
    text = "name,answer\nAda,36-7\nBen,3*12-7\nCy,12+12+12-7\nDi,29\nEd,3*12-7 pens\nFay,29"
    first, second = grade(read_answers(text), {"": Task(("3*12-7",), "pencils")}).mistakes[:2]
    assert (first.names, first.comment, first.tree) == (
        ("Ada", "Ben", "Cy"),
        "the unit pencils is missing",
        "",
    )
    assert second.names == ("Di", "Fay")  # these lack more than the unit


def test_answers_belong_to_problems() -> None:
    tasks = {"1": Task(("3*12-7",), "pencils"), "2": Task(("2*3",))}
    text = "name,problem,answer\nAda,1,36-7 pencils\nAda,2,3*2\nBen,1,36-7\nBen,3,1\n"
    done = grade(read_answers(text), tasks)
    assert [points_text(each.mark.points) for each in done.graded] == ["1", "1", "0.5"]
    assert done.broken == ("line 5: no problem is called '3'",)
    assert list(done.problems) == ["1", "2"]
    with pytest.raises(SumcError, match="no answer could be graded: line 2: no problem"):
        grade(Rows((Row(2, "Ada", "1", "9"),)), tasks)


def test_one_problem_needs_no_name() -> None:
    assert grade(read_answers(ANSWERS), {"7": Task(("3*12-7",))}).mean == _graded().mean
    with_problem = "name,problem,answer\nAda,5,36-7\n"
    assert grade(read_answers(with_problem), TASK).graded[0].mark.points == 1


def test_a_reference_that_cannot_be_read_stops_everything() -> None:
    with pytest.raises(SumcError, match=r"reference '\(' cannot"):
        grade(read_answers(ANSWERS), {"": Task(("(",))})


def test_json_has_everything() -> None:
    found = json.loads(json.dumps(_graded().to_json()))
    assert found["answers"][0] == {
        "name": "Ada",
        "problem": "",
        "answer": "36-7=29 pencils",
        "verdict": "worked-out",
        "points": "1",
        "out_of": "1",
        "comment": "right, with 3*12 worked out as 36",
        "read_as": "36-7",
        "line": 2,
    }
    assert found["mistakes"][0]["names"] == ["Ben", "Cy"]
    assert found["problems"] == [{"problem": "", "answers": 5, "mean": 0.3}]


FORMULAS = (
    "=1+1",
    "+1+1",
    "-1+1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "  =cmd|' /C calc'!A0",
    "＝1",
    "|x",
)


@pytest.mark.parametrize("text", FORMULAS)
def test_no_cell_is_a_formula(text: str) -> None:
    assert safe_cell(text) == f"'{text}"
    answers = Rows((Row(2, text, text, text),))
    done = grade(answers, {text: Task(("1",))})
    rows = list(csv.reader(io.StringIO(to_csv(done).removeprefix("\ufeff"))))
    assert rows[0] == list(COLUMNS)
    assert rows[1][:3] == [f"'{text}"] * 3


@given(st.text(max_size=20))
def test_a_cell_starts_like_no_formula_whatever_is_written(text: str) -> None:
    cell = safe_cell(text)
    assert cell.endswith(text)
    assert cell.lstrip(" ")[:1] not in set("=@\t\r＝")


def test_numbers_stay_numbers() -> None:
    assert [safe_cell(each) for each in ("-5", "+5", "0.5", "36-7")] == ["-5", "+5", "0.5", "36-7"]


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        assert not any(name.startswith("on") or name in ("href", "src") for name, _ in attrs)

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


@pytest.mark.parametrize(
    "nasty", ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "</style><b>", "&lt;"]
)
def test_nothing_that_students_write_is_markup(nasty: str) -> None:
    rows = Rows((Row(2, nasty, nasty, nasty), Row(3, "Ben", "1", "2")), (f"line 4: {nasty}",))
    page = _Tags()
    page.feed(to_html(grade(rows, {nasty: Task(("1",)), "2": Task(("1",))}), nasty))
    assert page.texts.count(nasty) >= 5
    assert page.tags <= {
        *("html", "head", "meta", "title", "style", "body", "h1", "h2", "p", "b"),
        *("ul", "li", "table", "thead", "tbody", "tr", "th", "td"),
    }


def test_a_page_shows_the_class_and_its_mistakes() -> None:
    page = to_html(_graded(), "Quiz 3")
    for shown in ("Quiz 3", "<b>5</b> answers", "<b>30 %</b>", "Common mistakes", "Ben, Cy"):
        assert shown in page
    assert "Problem</th>" not in page
    assert "default-src 'none'" in page
    right = to_html(grade(read_answers("name,answer\nAda,36-7"), TASK))
    assert "Common mistakes" not in right
    assert "Not graded" not in right
    assert "<b>1</b> answer," in right


def test_every_verdict_has_words() -> None:
    from sumc.algebra.checking import VERDICTS
    from sumc.grading.wording import WORDS

    assert WORDS["en"].verdicts.keys() == set(VERDICTS)
    assert [percent(each) for each in (0, 0.999, 1)] == ["0 %", "99 %", "100 %"]
