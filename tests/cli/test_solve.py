"""`sumc solve` as a person or a program meets it."""

import bz2
import gzip
import json
import lzma
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli.in_process import Command
from cli.test_commands import sumc
from solving.stubs import CHINESE_PENCILS, PENCILS, Adder, adding_solver


@pytest.fixture(name="solve")
def _solve(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Command:
    monkeypatch.chdir(tmp_path)
    return Command("solve", capsys, monkeypatch)


def test_a_problem_is_answered_in_a_few_lines() -> None:
    code, out, err = sumc("solve", PENCILS)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[:2] == ["answer      29 pencils", "expression  3*12-7"]
    assert lines[2].startswith("confidence  ")
    assert lines[2].endswith(" %")
    assert lines[3:] == ["model       en"]


def test_explain_draws_the_tree_and_says_what_each_number_does(solve: Command) -> None:
    code, out, err = solve(PENCILS, "--explain")
    assert (code, err) == (0, "")
    assert "│   ├── 3\n│   └── 12\n└── -7\n" in out
    assert "3 boxes of 12 pencils: 3 × 12 = 36 pencils.\n" in out
    assert "7 pencils are given away: 36 − 7 = 29 pencils.\n" in out
    rows = [line.split() for line in out.splitlines()[-4:]]
    assert rows[0] == ["number", "value", "unit", "symbol", "codes"]
    assert rows[3] == ["7", "7", "pencils", "n3", "1_0_+"]


def test_the_language_is_detected_and_the_model_can_be_chosen(solve: Command) -> None:
    code, out, _ = solve(CHINESE_PENCILS, "--explain")
    assert code == 0
    assert "model       zh\n" in out
    assert "送给同学7支：36 − 7 = 29支。\n" in out
    code, out, _ = solve(CHINESE_PENCILS, "--model", "en")
    assert code == 1
    assert "reason      other-language\n" in out
    assert "answer      none: 这个模型不读题目的语言" in out


def test_json_is_one_object(solve: Command) -> None:
    code, out, err = solve(PENCILS, "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert list(found) == [
        "answer",
        "answer_float",
        "expression",
        "tree",
        "numbers",
        "unit",
        "text",
        "rounded",
        "confidence",
        "sure",
        "candidates",
        "model",
        "reason",
        "message",
        "language",
        "rules",
    ]
    assert (found["answer"], found["answer_float"], found["model"]) == ("29", 29.0, "en")
    assert (found["unit"], found["text"], found["rounded"]) == ("pencils", "29 pencils", None)
    explained = json.loads(solve("--json", "--explain", PENCILS)[1])
    assert len(explained.pop("explanation")) == 2
    assert explained == found
    assert json.loads(solve(PENCILS, "--json", "--model", "auto")[1]) == found


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Hello there, how are you?", "no-numbers"),
        ("Tom has 3 pens.", "no-question"),
        ("Wie viele Stifte hat Tom, wenn er 3 kauft?", "unknown-language"),
        ("How many are 3 and 4?" + " " * 2_000, "too-long"),
        ("", "no-numbers"),
        ("In what year did World War 2 end?", "no-calculation"),
        ("A pen costs $2. What do 3 pens cost? How much is left of $9?", "several-questions"),
    ],
)
def test_a_refusal_names_its_reason_and_exits_with_1(
    solve: Command, text: str, reason: str
) -> None:
    code, out, err = solve(text)
    assert (code, err) == (1, "")
    assert f"reason      {reason}\n" in out
    code, out, _ = solve(text, "--json")
    assert code == 1
    assert (json.loads(out)["answer"], json.loads(out)["reason"]) == (None, reason)


def test_an_unsure_answer_is_shown_with_its_candidates(
    solve: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    solver = adding_solver(Adder("en", confidence=0.3))
    monkeypatch.setattr("sumc.solving.solver.Solver.load", lambda *_, **__: solver)
    code, out, err = solve(PENCILS)
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "answer      not sure",
        "candidates   30 %  22 pencils  ←  3+12+7",
        "confidence  30 %",
        "model       adder-en",
    ]
    found = json.loads(solve(PENCILS, "--json")[1])
    assert (found["sure"], found["answer"], found["candidates"][0]["share"]) == (False, "22", 0.3)


def test_a_confidence_can_be_asked_for(solve: Command) -> None:
    code, out, _ = solve(PENCILS, "--min-confidence", "1", "--json")
    assert code == 1
    assert json.loads(out)["reason"] == "low-confidence"
    assert solve(PENCILS, "--min-confidence", "0")[0] == 0
    code, _, err = solve(PENCILS, "--min-confidence", "1.5")
    assert code == 2
    assert "from 0 to 1" in err


def test_mistakes_are_one_message_and_exit_with_2(solve: Command) -> None:
    Path("in.jsonl").write_text('"1?"\n', encoding="utf-8")
    for arguments, message in (
        ((), "expected a problem"),
        (("text", "--input", "in.jsonl"), "found both"),
        ((PENCILS, "--output", "x"), "--output and --resume need --input"),
        ((PENCILS, "--resume"), "--output and --resume need --input"),
        ((PENCILS, "--model", "nowhere"), "no model 'nowhere'"),
        (("--input", "missing", "--output", "x"), "cannot read 'missing'"),
        (("--input", "in.jsonl", "--output", "no/x"), "cannot write 'no/x'"),
        (("--input", "in.jsonl", "--output", "in.jsonl"), "both --input and --output"),
        (("--input", "in.jsonl", "--output", ".", "--resume"), "not a regular file"),
        (("--input", "in.jsonl", "--resume"), "--resume needs a file after --output"),
    ):
        code, out, err = solve(*arguments)
        assert (code, out) == (2, ""), arguments
        assert message in err
    assert [path.name for path in Path().iterdir()] == ["in.jsonl"]
    assert Path("in.jsonl").read_text(encoding="utf-8") == '"1?"\n'


def test_a_damaged_model_is_a_clear_error(solve: Command) -> None:
    Path("broken").mkdir()
    Path("broken/model.json").write_text("{}", encoding="utf-8")
    code, out, err = solve(PENCILS, "--model", "broken")
    assert (code, out) == (2, "")
    assert "broken" in err
    assert "Traceback" not in err


LINES = [
    json.dumps({"id": 7, "text": PENCILS}),
    "broken",
    json.dumps(CHINESE_PENCILS, ensure_ascii=False),
    json.dumps("Nothing to count?"),
]


def test_a_file_becomes_a_file(solve: Command) -> None:
    Path("in.jsonl").write_text("\n".join(LINES) + "\n", encoding="utf-8")
    code, out, err = solve("--input", "in.jsonl", "--output", "out.jsonl", "--explain")
    assert (code, err) == (2, "")
    assert out.splitlines() == [
        "lines     4",
        "answered  2",
        "refused   1  no-numbers",
        "errors    1  unreadable lines",
    ]
    found = [json.loads(line) for line in Path("out.jsonl").read_text("utf-8").splitlines()]
    assert [each.get("answer") for each in found] == ["29", None, "29", None]
    assert (found[0]["id"], found[1]["line"]) == (7, 2)
    assert found[2]["explanation"] == [
        "3盒，每盒12支：3 × 12 = 36支。",
        "送给同学7支：36 − 7 = 29支。",
    ]


def test_an_output_is_never_written_over_but_can_be_gone_on_with(solve: Command) -> None:
    Path("in.jsonl").write_text("\n".join(LINES * 5) + "\n", encoding="utf-8")
    arguments = ("--input", "in.jsonl", "--output", "out.jsonl", "--batch-size", "3")
    assert solve(*arguments)[0] == 2
    whole = Path("out.jsonl").read_bytes()
    code, _, err = solve(*arguments)
    assert code == 2
    assert "already exists: continue it with --resume" in err
    assert Path("out.jsonl").read_bytes() == whole
    for share in (0.0, 0.31, 0.74, 1.0):
        Path("out.jsonl").write_bytes(whole[: int(share * len(whole))])
        code, out, _ = solve(*arguments, "--resume", "--json")
        assert Path("out.jsonl").read_bytes() == whole
        counts = json.loads(out)
        assert counts["lines"] + counts["resumed_at"] == 20
    Path("out.jsonl").unlink()
    assert solve(*arguments, "--resume")[0] == 2
    assert Path("out.jsonl").read_bytes() == whole, "nothing to go on with is a start"


def test_exit_codes_of_files(solve: Command) -> None:
    Path("good.jsonl").write_text(LINES[0], encoding="utf-8")
    Path("refused.jsonl").write_text("\n".join((LINES[0], LINES[3])), encoding="utf-8")
    assert solve("--input", "good.jsonl", "--output", "1")[0] == 0
    assert solve("--input", "refused.jsonl", "--output", "2")[0] == 1


def test_pipes_are_answered_line_by_line() -> None:
    stdin = "\n".join(LINES).encode()
    for arguments in (("-",), ("--input", "-"), ("--input", "-", "--output", "-")):
        code, out, err = sumc("solve", *arguments, stdin=stdin)
        assert (code, err) == (2, "")
        answers = [json.loads(line).get("answer") for line in out.splitlines()]
        assert answers == ["29", None, "29", None]


def test_pipes_may_hold_plain_texts() -> None:
    text = "Tom has 3 boxes with 12 pencils each. He gives away 7. How many are left?"
    code, out, err = sumc("solve", "-", stdin=f"\ufeff{text}\n\n{text}".encode())
    assert (code, err) == (1, "")
    answers = [json.loads(line).get("answer") for line in out.splitlines()]
    assert answers == ["29", None, "29"]


def test_a_dollar_that_the_shell_took_is_mentioned(solve: Command) -> None:
    """`"$20"` is an empty variable and a 0 to a shell."""
    _, _, err = solve("A pen costs 0. Tom buys 3 pens. How much does he pay?")
    assert err.startswith("hint: is an amount missing?")
    assert solve("A pen costs $20. Tom buys 3 pens. How much does he pay?")[2] == ""
    assert solve("A pen costs 0. Tom buys 3 pens. How much does he pay?", "--json")[2] == ""


@pytest.mark.parametrize("text", ["\x1b[31m3?", "😀 3?", "\udcff 3 and 4?", "-3 and 4?", "--3?"])
def test_hostile_arguments_end_without_a_traceback(solve: Command, text: str) -> None:
    for extra in ([], ["--json"], ["--explain"]):
        code, out, err = solve(text, *extra)
        assert code in (0, 1)
        assert "Traceback" not in out + err
        assert "\x1b" not in out


def test_a_text_is_read_as_utf_8_where_the_locale_is_not() -> None:
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = subprocess.run(
        [sys.executable, "-m", "sumc", "solve", CHINESE_PENCILS, "--json"],
        capture_output=True,
        check=True,
        env={**os.environ, **plain},
    )
    found = json.loads(done.stdout)
    assert (found["answer"], found["language"]) == ("29", "zh")


def test_an_answer_needs_neither_torch_nor_typer_nor_rich() -> None:
    code = (
        f"import sys; sys.argv = ['sumc', 'solve', {PENCILS!r}]\n"
        "from sumc.cli.main import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(sorted({'torch', 'typer', 'rich', 'pydantic'} & {*sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_run_that_was_stopped_goes_on_to_the_same_output(
    tmp_path: Path, how: signal.Signals
) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text("\n".join(LINES * 60), encoding="utf-8")
    command = [sys.executable, "-m", "sumc", "solve", "--input", str(source), "--batch-size", "4"]
    whole, target = tmp_path / "whole.jsonl", tmp_path / "out.jsonl"
    subprocess.run([*command, "--output", str(whole)], capture_output=True, check=False)
    stopped = [*command, "--output", str(target)]
    pipe = subprocess.PIPE
    with subprocess.Popen(stopped, stdout=pipe, stderr=pipe, preexec_fn=hear_ctrl_c) as run:
        while run.poll() is None and (not target.exists() or not target.stat().st_size):
            time.sleep(0.002)
        run.send_signal(how)
        _, err = run.communicate()
    assert target.stat().st_size < whole.stat().st_size, "it was stopped before the end"
    if how == signal.SIGINT:
        assert (run.returncode, err) == (130, b"error: " + STOPPED)
    resumed = [*stopped, "--resume"]
    assert subprocess.run(resumed, capture_output=True, check=False).returncode == 2
    assert target.read_bytes() == whole.read_bytes()


def hear_ctrl_c() -> None:
    """A process in the background of a shell, and so its children, would not hear Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


STOPPED = b"stopped; continue with the same command and --resume\n"


def test_a_pipe_that_was_stopped_cannot_go_on_and_does_not_say_so() -> None:
    command = [sys.executable, "-m", "sumc", "solve", "-", "--batch-size", "1"]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=pipe, preexec_fn=hear_ctrl_c
    ) as run:
        assert run.stdin is not None
        assert run.stdout is not None
        run.stdin.write(LINES[0].encode() + b"\n")
        run.stdin.flush()
        assert run.stdout.readline()
        run.send_signal(signal.SIGINT)
        _, err = run.communicate()
    assert (run.returncode, err) == (130, b"error: stopped\n")


def test_a_terminal_gets_a_bar(solve: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("in.jsonl").write_text("\n".join(LINES) + "\n", encoding="utf-8")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    _, out, err = solve("--input", "in.jsonl", "--output", "out.jsonl")
    assert "4 lines" in err
    assert "lines     4" in out


def test_a_model_that_is_not_there_leaves_no_output_behind(solve: Command) -> None:
    Path("in.jsonl").write_text(LINES[0], encoding="utf-8")
    assert solve("--input", "in.jsonl", "--output", "out", "--model", "nowhere")[0] == 2
    assert not Path("out").exists()


def test_an_output_has_one_writer_and_a_second_is_told_who_it_is(solve: Command) -> None:
    Path("in.jsonl").write_text("\n".join(LINES), encoding="utf-8")
    arguments = ("--input", "in.jsonl", "--output", "out.jsonl", "--resume")
    command = [sys.executable, "-m", "sumc", "solve", "--input", "-", "--batch-size", "1"]
    pipe = subprocess.PIPE
    with subprocess.Popen([*command, "--output", "out.jsonl"], stdin=pipe, stdout=pipe) as first:
        assert first.stdin is not None
        first.stdin.write(LINES[0].encode() + b"\n")
        first.stdin.flush()
        while not Path("out.jsonl").exists() or not Path("out.jsonl").stat().st_size:
            time.sleep(0.01)
        code, out, err = solve(*arguments)
        assert (code, out) == (2, "")
        assert f"process {first.pid} on " in err
        assert "is writing out.jsonl" in err
        first.kill()
    assert solve(*arguments)[0] == 2, "a line is bad, but the lock of a killed process is free"
    assert len(Path("out.jsonl").read_bytes().splitlines()) == len(LINES)
    assert sorted(os.listdir()) == ["in.jsonl", "out.jsonl"]


def test_an_output_that_appears_in_the_last_moment_is_not_written_over(
    solve: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two runs that start at once both find no output."""
    Path("in.jsonl").write_text(LINES[0], encoding="utf-8")
    Path("out.jsonl").write_text("of the other run", encoding="utf-8")
    for question in ("exists", "is_file"):
        monkeypatch.setattr(Path, question, lambda path: path.name != "out.jsonl")
    code, _, err = solve("--input", "in.jsonl", "--output", "out.jsonl")
    assert code == 2
    assert "already exists: continue it with --resume" in err
    assert Path("out.jsonl").read_text(encoding="utf-8") == "of the other run"


def test_a_compressed_input_is_read(solve: Command) -> None:
    content = ("\n".join(LINES) + "\n").encode()
    Path("in.jsonl").write_bytes(content)
    Path("in.gz").write_bytes(gzip.compress(content[:100]) + gzip.compress(content[100:]))
    for source in ("in.jsonl", "in.gz"):
        assert solve("--input", source, "--output", f"{source}.out")[0] == 2
    assert Path("in.gz.out").read_bytes() == Path("in.jsonl.out").read_bytes()
    _, out, _ = sumc("solve", "-", stdin=gzip.compress(content))
    assert out.encode() == Path("in.jsonl.out").read_bytes()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (gzip.compress(b'"1 and 2?"\n', mtime=0)[:-4], "'in' is a damaged gzip file"),
        (
            gzip.compress(b'"1 and 2?"\n', mtime=0)[:-8] + b"12345678",
            "'in' is a damaged gzip file",
        ),
        (b"\x1f\x8bgarbage", "'in' is a damaged gzip file"),
        (bz2.compress(b'"1?"\n'), "'in' is compressed by bzip2: expected JSON lines"),
        (lzma.compress(b'"1?"\n'), "'in' is compressed by xz: expected JSON lines"),
        (b"\x28\xb5\x2f\xfd....", "'in' is compressed by zstd: expected JSON lines"),
        (b"PK\x03\x04....", "'in' is a zip archive: expected JSON lines"),
        ('"1?"\n'.encode("utf-16"), "'in' is in UTF-16: expected JSON lines in UTF-8"),
    ],
    ids=["cut gzip", "gzip with another sum", "no gzip", "bzip2", "xz", "zstd", "zip", "UTF-16"],
)
def test_an_input_in_another_wrapping_is_one_message_and_not_a_file_of_errors(
    solve: Command, content: bytes, message: str
) -> None:
    Path("in").write_bytes(content)
    code, out, err = solve("--input", "in", "--output", "out")
    assert (code, out) == (2, "")
    assert message in err
    assert not Path("out").exists() or "damaged" in message


ROWS = [("7", PENCILS), ("8", CHINESE_PENCILS)]


def test_csv_text_and_parquet_are_read_like_json_lines(solve: Command) -> None:
    pyarrow = pytest.importorskip("pyarrow", reason="the extra `parquet`")
    from pyarrow import parquet

    table = {"class": ["3b", "4a"], "text": [text for _, text in ROWS]}
    lines = [f'{name},"{text}"' for name, text in zip(table["class"], table["text"], strict=True)]
    Path("in.csv").write_text("class,text\n" + "\n".join(lines), encoding="utf-8")
    Path("in.txt").write_text("\n".join(table["text"]), encoding="utf-8")
    parquet.write_table(pyarrow.table(table), "in.parquet")
    for source in ("in.csv", "in.parquet", "in.txt"):
        assert solve("--input", source, "--output", f"{source}.out")[0] == 0
        found = [
            json.loads(line) for line in Path(f"{source}.out").read_text("utf-8").splitlines()
        ]
        assert [each["answer"] for each in found] == ["29", "29"]
        assert [each["text"] for each in found] == table["text"]
        assert [each["said"] for each in found] == ["29 pencils", "29支"]
        assert source == "in.txt" or [each["class"] for each in found] == ["3b", "4a"]
    assert Path("in.csv.out").read_bytes() == Path("in.parquet.out").read_bytes()
    code, _, err = solve("--input", "in.csv", "--output", "x", "--format", "xml")
    assert code == 2
    assert "expected one of auto, jsonl, csv, text, parquet after --format" in err


def test_standard_input_may_be_text() -> None:
    stdin = "\n".join(text for _, text in ROWS).encode()
    for given in (stdin, gzip.compress(stdin)):
        code, out, err = sumc("solve", "-", stdin=given)
        assert (code, err) == (0, "")
        assert [json.loads(line)["answer"] for line in out.splitlines()] == ["29", "29"]
    code, out, _ = sumc("solve", "-", "--format", "jsonl", stdin=stdin)
    assert code == 2
    assert ["found no JSON" in json.loads(line)["error"] for line in out.splitlines()] == [
        True
    ] * 2
    assert json.loads(out.splitlines()[0])["text"] == PENCILS
    code, _, err = sumc("solve", "-", stdin=b"PAR1....")
    assert code == 2
    assert "Parquet cannot be read from standard input" in err


def test_files_of_pairs_and_of_expressions_are_answered_too(tmp_path: Path) -> None:
    pairs, answers = tmp_path / "pairs.csv", tmp_path / "answers.txt"
    pairs.write_text("name,student,reference\nAnn,3+4,4+3\nBob,3*4,4+3\n")
    answers.write_text("3+4\n7\n")
    code, out, err = sumc("check", "--input", str(pairs))
    found = [json.loads(line) for line in out.splitlines()]
    assert (code, err) == (1, "")
    assert [(each["name"], each["verdict"]) for each in found] == [
        ("Ann", "same-structure"),
        ("Bob", "different"),
    ]
    code, out, _ = sumc("check", "4+3", "--input", str(answers), "--accept", "equal-value")
    assert [json.loads(line)["verdict"] for line in out.splitlines()] == [
        *("same-structure", "answer-only"),
    ]
    assert code == 0
    code, out, _ = sumc("check", "4+3", "--input", str(answers), "--language", "zh")
    assert "答案正确" in json.loads(out.splitlines()[1])["explanation"]
    code, out, err = sumc("check", "4+3", "--input", str(answers), "--language", "fr")
    assert (code, out) == (2, "")
    assert "expected a language (en, zh), found 'fr'" in err
    target = tmp_path / "trees.jsonl"
    code, out, _ = sumc("tree", "--input", str(answers), "--output", str(target))
    assert (code, out) == (0, "lines     2\nanswered  2\n")
    assert [json.loads(line)["tree"] for line in target.read_text().splitlines()] == [
        *("(+ 3 4)", "(+ 7)"),
    ]
    for arguments in (("tree", "3", "--input", "x"), ("check", "1", "2", "--input", str(pairs))):
        code, _, err = sumc(*arguments)
        assert code == 2
        assert "found both" in err
    assert sumc("tree")[0] == sumc("check")[0] == 2
    for one in (("tree", "3"), ("check", "1", "1"), ("solve", PENCILS)):
        code, out, err = sumc(*one, "--output", "x")
        assert (code, out) == (2, "")
        assert "--output and --resume need --input" in err
