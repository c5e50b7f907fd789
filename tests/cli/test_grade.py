"""`sumc grade` and `sumc worksheet`: a whole class at once, and the sheets it works on."""

import csv
import io
import json
import sys
from pathlib import Path

import pytest

from cli.in_process import Command

ANSWERS = 'name,answer\nAda,36-7\nBen,3*12+7\nCy,12*3+7=43\nDi,"=1+1"\n'


@pytest.fixture
def grade(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Command:
    monkeypatch.chdir(tmp_path)
    Path("answers.csv").write_text(ANSWERS, encoding="utf-8")
    return Command("grade", capsys, monkeypatch)


@pytest.fixture
def worksheet(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Command:
    monkeypatch.chdir(tmp_path)
    return Command("worksheet", capsys, monkeypatch)


def test_a_class_is_a_table_and_its_common_mistakes(grade: Command) -> None:
    code, out, err = grade("answers.csv", "--reference", "3*12-7")
    assert (code, err) == (0, "")
    assert "right, with 3*12 worked out as 36" in out
    assert "4 answers, 25 % of the points" in out
    (mistake,) = [line for line in out.splitlines() if "Ben, Cy" in line]
    assert mistake.split()[0] == "2"


def test_the_table_of_mistakes_has_problems_and_says_what_it_leaves_out(grade: Command) -> None:
    rows = "".join(f"pupil {each},{each % 2 + 1},{each}*7\n" for each in range(20, 30))
    Path("many.csv").write_text(f"name,problem,answer\n{rows}", encoding="utf-8")
    Path("problems.csv").write_text("problem,reference\n1,3*12\n2,2+5\n", encoding="utf-8")
    _, out, _ = grade("many.csv", "--problems", "problems.csv")
    lines = [line.split() for line in out.splitlines()]
    (head,) = [place for place, line in enumerate(lines) if "mistakes" in line and "who" in line]
    assert lines[head][:2] == ["times", "problem"]
    assert lines[head + 1][:2] == ["1", "1"]
    assert "2 more mistakes" in out
    assert "more mistakes" not in grade("answers.csv", "--reference", "3*12-7")[1]


def test_reports_are_written_whole_and_nothing_is_replaced_by_mistake(grade: Command) -> None:
    files = ("--csv", "marks.csv", "--html", "report.html")
    assert grade("answers.csv", "--reference", "3*12-7", *files)[0] == 0
    rows = list(csv.DictReader(io.StringIO(Path("marks.csv").read_text(encoding="utf-8-sig"))))
    assert [row["verdict"] for row in rows] == [
        "worked-out",
        "different",
        "different",
        "different",
    ]
    assert rows[3]["answer"] == "'=1+1"
    assert "<h1>Graded answers</h1>" in Path("report.html").read_text(encoding="utf-8")
    code, out, err = grade("answers.csv", "--reference", "1+1", *files)
    assert (code, out) == (2, "")
    assert (
        err == "error: marks.csv already exists: choose another, or replace it with --overwrite\n"
    )
    assert grade("answers.csv", "--reference", "1+1", *files, "--overwrite")[0] == 0
    assert "Ada,,36-7,different" in Path("marks.csv").read_text(encoding="utf-8-sig")


def test_json_and_csv_go_to_standard_output(grade: Command) -> None:
    found = json.loads(grade("answers.csv", "--reference", "3*12-7", "--json")[1])
    assert found["mean"] == 0.25
    assert found["mistakes"][0]["count"] == 2
    out = grade("answers.csv", "--reference", "3*12-7", "--csv", "-")[1]
    assert out.startswith("\ufeffname,problem,answer")
    assert "common mistakes" not in out


def test_problems_and_a_scheme_are_files(grade: Command) -> None:
    Path("problems.csv").write_text("problem,reference\n1,3*12-7\n2,10/3\n", encoding="utf-8")
    Path("quiz.csv").write_text(
        "name,problem,answer\nAda,1,29\nAda,2,3.33\nBen,3,1\n" + "Cy,9,1\n" * 6, encoding="utf-8"
    )
    Path("scheme.toml").write_text("[points]\nanswer-only = 0.75", encoding="utf-8")
    given = ("quiz.csv", "--problems", "problems.csv", "--scheme", "scheme.toml")
    code, out, err = grade(*given, "--tolerance", "0.01")
    assert code == 1
    assert "2 answers, 75 % of the points" in out
    assert err.splitlines()[0] == "error: not graded: line 4: no problem is called '3'"
    assert err.splitlines()[-1] == "error: not graded: 2 more lines"
    assert "38 % of the points" in grade(*given)[1]


def test_answers_may_come_from_standard_input(
    grade: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        sys, "stdin", io.TextIOWrapper(io.BytesIO(ANSWERS.encode()), encoding="utf-8")
    )
    assert "4 answers" in grade("-", "--reference", "3*12-7")[1]
    monkeypatch.setattr(sys, "stdin", None)
    assert grade("-", "--reference", "3*12-7")[2] == "error: standard input is closed\n"
    monkeypatch.setattr("sumc.cli.output.MOST_INPUT", 10)
    monkeypatch.setattr(
        sys, "stdin", io.TextIOWrapper(io.BytesIO(ANSWERS.encode()), encoding="utf-8")
    )
    assert "more than 10 bytes" in grade("-", "--reference", "3*12-7")[2]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "expected --reference EXPR or --problems FILE, one of the two"),
        (("--reference", "3*"), "the reference '3*' cannot be read"),
        (("--problems", "none.csv"), "cannot read 'none.csv'"),
        (("--reference", "3", "--tolerance", "much"), "tolerance: expected a number"),
        (("--reference", "3", "--scheme", "none.toml"), "none.toml has 1 mistake"),
    ],
)
def test_mistakes_are_one_message(grade: Command, arguments: tuple[str], message: str) -> None:
    code, out, err = grade("answers.csv", *arguments)
    assert (code, out) == (2, "")
    assert message in err


def test_a_worksheet_is_text_a_page_latex_and_problems(worksheet: Command) -> None:
    sheet = ("--topic", "percent", "--count", "3", "--seed", "7")
    code, out, err = worksheet(*sheet)
    assert (code, err) == (0, "")
    assert "Answer key" in out
    assert "Answer key" not in worksheet(*sheet, "--no-key")[1]
    files = ("--html", "a.html", "--latex", "a.tex", "--problems", "a.csv")
    assert worksheet(*sheet, *files)[1] == "3 problems in a.html, a.tex, a.csv\n"
    assert "<h1>Percent</h1>" in Path("a.html").read_text(encoding="utf-8")
    assert r"\begin{enumerate}" in Path("a.tex").read_text(encoding="utf-8")
    assert worksheet(*sheet, *files)[0] == 2
    assert worksheet(*sheet, "--html", "-")[1].startswith("<!doctype html>")
    assert len(json.loads(worksheet(*sheet, "--json")[1])["problems"]) == 3


def test_topics_and_difficulties_are_listed(worksheet: Command) -> None:
    assert "percent " in worksheet("--list")[1]
    assert "difficulties" in json.loads(worksheet("--list", "--json")[1])
    code, _, err = worksheet("--topic", "algebra")
    assert code == 2
    assert "topics: addition" in err
    assert worksheet("--language", "fr")[0] == 2


def test_a_class_is_graded_in_chinese(grade: Command) -> None:
    """The names of the columns tell the language, or an option does."""
    Path("zh.csv").write_text("姓名,答案\n王明,36-7\n李华,3*12+7\n", encoding="utf-8")
    _, out, _ = grade("zh.csv", "--reference", "3*12-7")
    assert "方法正确" not in out
    assert "7在这里是加上，在参考算式里是减去" in out
    assert "2 份答案，得分率 50 %" in out
    assert "得分率" in grade("answers.csv", "--reference", "3*12-7", "--language", "zh")[1]
    assert "答案" not in grade("zh.csv", "--reference", "3*12-7", "--language", "en")[1]
    assert grade("zh.csv", "--reference", "3*12-7", "--language", "fr")[0] == 2
