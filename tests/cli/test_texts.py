"""What commands print: tables, messages and progress, without running any training."""

import io
import json
import sys
from collections import Counter
from pathlib import Path

import pytest
from rich.console import Console

from evaluation.samples import CODEC, PROBLEMS, perfect, silent
from experiments.made_up import answers, result, write
from sumc.algebra.limits import DEFAULT_LIMITS
from sumc.algebra.mtree import MTree
from sumc.cli.drawing import drawn_tree
from sumc.cli.evaluation_tables import MOST_REASONS, show_outcome
from sumc.cli.evaluation_text import comparison_tables, report_tables
from sumc.cli.extras import EXTRAS, needing_extras
from sumc.cli.output import answer_lines, choose, print_json, show_error, write_file
from sumc.cli.reproduce_progress import job_progress
from sumc.cli.reproduce_text import plan_json, show_claims, show_plan, show_tables, sources_of
from sumc.cli.table_styles import print_tables, style_of
from sumc.cli.training_logs import LOGS, check_logs
from sumc.cli.training_progress import duration_text
from sumc.errors import ExpressionError, SumcError
from sumc.evaluation.benchmark import Benchmark, evaluate
from sumc.evaluation.comparing import Evaluated, compare_pairs, find_seeds
from sumc.experiments.claims import FULLY, UNKNOWN, Claim
from sumc.experiments.jobs import Job, Plan
from sumc.experiments.tables import Table
from sumc.problems.records import Skipped

UNREAD = (Skipped("lost", "no equation"), Skipped("gone", "no text"))
RIGHT = Evaluated(
    "runs/a-0", evaluate(Benchmark("made up", ("how",), PROBLEMS, UNREAD), perfect, CODEC), "a"
)
SILENT = Evaluated(
    "runs/a-1", evaluate(Benchmark("made up", ("how",), PROBLEMS, UNREAD), silent, CODEC), "a"
)
RUNS = [RIGHT, SILENT]
JOBS = tuple(Job(system, "mawps", "c.toml", ("a=1",), "x", 30.0) for system in ("gts", "sau"))
PLAN = Plan("table-1", JOBS)
TABLE = Table("t", "Sums", ("name", "sum"), (("a|b", "1"), ("[red]", "2")), ("a note",))


# Styles


@pytest.mark.parametrize(
    ("given", "style"),
    [
        ((False, False, False), ""),
        ((True, False, False), "markdown"),
        ((False, True, False), "latex"),
        ((False, False, True), "json"),
    ],
)
def test_one_option_chooses_the_style(given: tuple[bool, bool, bool], style: str) -> None:
    assert style_of(*given) == style


@pytest.mark.parametrize(
    "given", [(True, True, False), (True, False, True), (False, True, True), (True, True, True)]
)
def test_two_styles_are_one_too_many(given: tuple[bool, bool, bool]) -> None:
    with pytest.raises(SumcError, match="expected one of --markdown, --latex and --json"):
        style_of(*given)


def test_tables_are_printed_in_their_style(capsys: pytest.CaptureFixture[str]) -> None:
    print_tables([TABLE, TABLE], "latex")
    printed = capsys.readouterr().out
    assert printed.count("\\begin{table}") == 2
    print_tables([TABLE], "markdown")
    assert capsys.readouterr().out == TABLE.to_markdown() + "\n"


def test_a_choice_is_one_of_the_known_values() -> None:
    assert choose("--split", "test", ("train", "test")) == "test"
    with pytest.raises(SumcError, match="expected one of train, test after --split, found 'dev'"):
        choose("--split", "dev", ("train", "test"))
    check_logs(LOGS)
    with pytest.raises(SumcError, match="after --log, found 'paper'"):
        check_logs(["paper"])


# Output


def test_json_is_one_line_that_any_terminal_can_show(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    print_json({"text": "苹果\n"})
    line = capsys.readouterr().out
    assert line.count("\n") == 1
    assert json.loads(line) == {"text": "苹果\n"}
    old = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", old)
    print_json({"text": "苹果"})
    old.flush()
    assert json.loads(old.buffer.read() or old.buffer.getvalue()) == {"text": "苹果"}


def test_a_message_cannot_speak_to_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    show_error("no file \x1b[31mred")
    assert capsys.readouterr().err == "error: no file \\x1b[31mred\n"


def test_a_file_is_written_whole_to_a_device_or_not_at_all(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_file(tmp_path / "a.txt", "text\n")
    assert (tmp_path / "a.txt").read_text() == "text\n"
    write_file(Path("-"), "shown\n")
    assert capsys.readouterr().out == "shown\n"
    write_file(Path("/dev/null"), "nothing")
    with pytest.raises(SumcError, match=r"cannot write .*No such file or directory"):
        write_file(tmp_path / "no" / "a.txt", "text")
    with pytest.raises(SumcError, match=r"cannot write .*Is a directory"):
        write_file(tmp_path, "text")


class _Input:
    """Standard input with these bytes."""

    def __init__(self, content: bytes) -> None:
        self.buffer = io.BytesIO(content)


def answered(content: bytes, monkeypatch: pytest.MonkeyPatch) -> int:
    def answer(line: str) -> tuple[dict[str, object], int]:
        if line == "bad":
            raise ExpressionError("expected a number", line, 2)
        return {"line": line}, len(line) % 2

    monkeypatch.setattr(sys, "stdin", _Input(content))
    return answer_lines(answer)


def test_every_line_of_standard_input_is_answered_by_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code = answered("\ufeffab\r\n\nbad\n\n年".encode() + b"\n\xff\nlast", monkeypatch)
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line.get("line") for line in lines] == ["ab", "", None, "", "年", None, "last"]
    assert lines[2] == {"error": "expected a number", "column": 2}
    assert "not UTF-8" in lines[5]["error"]
    assert code == 2


def test_the_worst_line_decides_how_the_command_ends(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert answered(b"ab\ncd\n", monkeypatch) == 0
    assert answered(b"ab\nc\n", monkeypatch) == 1
    assert answered(b"", monkeypatch) == 0
    assert capsys.readouterr().out.count("\n") == 4


def test_a_closed_standard_input_is_one_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(SumcError, match="standard input is closed"):
        answer_lines(lambda line: ({}, 0))


def test_only_the_start_of_an_endless_line_is_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    most = 8 * DEFAULT_LIMITS.characters
    answered(b"x" * (3 * most) + b"\nab\n", monkeypatch)
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert len(first["line"]) == most
    assert second == {"line": "ab"}


@pytest.mark.parametrize(("extra", "modules"), EXTRAS.items())
def test_a_missing_extra_is_named_with_how_to_install_it(
    extra: str, modules: tuple[str, ...]
) -> None:
    for module in modules:
        with (
            pytest.raises(SumcError, match=rf'it needs {module}: pip install "sumc\[{extra}\]"'),
            needing_extras("it"),
        ):
            raise ModuleNotFoundError(name=module)


def test_a_missing_module_of_nobody_is_no_extra() -> None:
    with pytest.raises(ModuleNotFoundError), needing_extras("it"):
        raise ModuleNotFoundError(name="sumc.nothing")


# Evaluations


def test_an_outcome_is_shown_with_all_its_figures(capsys: pytest.CaptureFixture[str]) -> None:
    show_outcome("runs/a-0", RIGHT.outcome)
    shown = capsys.readouterr().out
    report = RIGHT.outcome.report
    assert shown.startswith("made up   runs/a-0\n")
    assert f"{100 * report.answers.share:.2f} %" in shown
    for title in ("answers by operands", "answers by text", "answers by confidence", "- how"):
        assert title in shown
    assert "cannot be read, counted as wrong" in shown
    assert "groups of variations" not in shown
    show_outcome("runs/a-1", SILENT.outcome)
    assert "no answer, because" in capsys.readouterr().out


def test_many_reasons_are_cut_and_the_rest_is_counted(
    capsys: pytest.CaptureFixture[str],
) -> None:
    unread = tuple(Skipped(str(n), f"reason {n:02}") for n in range(MOST_REASONS + 5))
    outcome = evaluate(Benchmark("made up", (), PROBLEMS[:1], unread), perfect, CODEC)
    show_outcome("run", outcome)
    shown = capsys.readouterr().out
    assert "5 more" in shown
    assert f"reason {MOST_REASONS - 1:02}" in shown
    assert f"reason {MOST_REASONS:02}" not in shown


def test_tables_of_an_evaluation_have_figures_seeds_and_pairs() -> None:
    figures, seeds, pairs = report_tables(RUNS, find_seeds(RUNS), compare_pairs(RUNS))
    assert [row[0] for row in figures.rows[:1]] == ["runs/a-0"]
    assert len(figures.rows) == 2 * len(RIGHT.outcome.report.headlines())
    assert figures.notes == ("how",)
    (seed,) = seeds.rows
    share = RIGHT.outcome.report.answers.share
    assert seed[:2] == ("runs/a-0, runs/a-1", "2")
    assert seed[2].startswith(f"{50 * share:.2f} ± ")
    (pair,) = pairs.rows
    assert pair[2] == str(RIGHT.outcome.report.answers.right)
    assert pair[3] == "0"
    assert len(pair) == len(pairs.headings)


def test_tables_that_would_be_empty_are_not_there() -> None:
    assert len(report_tables([RIGHT], [], [])) == 1
    assert comparison_tables([], []) == []


# Reproductions


def test_a_plan_says_what_is_there_and_how_long_the_rest_takes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    results = write(tmp_path, [result(JOBS[0], answers("+"), 60 * 15)])
    show_plan(PLAN, results, workers=2)
    shown = capsys.readouterr().out
    assert "table-1: 1 of 2 trainings are done" in shown
    assert "about 0.2 hours on one core, 0.1 hours on 2" in shown  # half of what was planned
    assert f"1 from {tmp_path}" in shown
    show_plan(Plan("table-1", JOBS[:1]), results, to_error=True)
    assert "nothing is missing" in capsys.readouterr().err
    assert sources_of(PLAN, results) == {str(tmp_path): 1}


def test_a_plan_for_programs_has_every_job(tmp_path: Path) -> None:
    results = write(tmp_path, [result(JOBS[0], answers("+"), 60 * 15)])
    data = plan_json(PLAN, results)
    assert (data["plan"], data["missing"], data["hours"]) == ("table-1", 1, 0.25)
    done, open_ = data["jobs"]
    assert done["result"] == str(results.find(JOBS[0].name))
    assert (open_["result"], open_["minutes"], open_["settings"]) == (None, 15.0, ["a=1"])


def test_tables_in_the_terminal_are_plain_text(capsys: pytest.CaptureFixture[str]) -> None:
    show_tables([TABLE])
    shown = capsys.readouterr().out
    assert "[red]" in shown  # nothing in a cell is taken for a colour
    assert "a|b" in shown
    assert "- a note" in shown


def test_claims_are_shown_with_their_evidence(capsys: pytest.CaptureFixture[str]) -> None:
    claims = [
        Claim("we are best", "table 1", "ours", FULLY, "GTS +3"),
        Claim("it is so", "table 2", "", UNKNOWN, ""),
    ]
    show_claims(claims)
    lines = capsys.readouterr().out.splitlines()
    assert lines[1:] == ["- holds: we are best (ours)", "  GTS +3", "- not measured yet: it is so"]


def test_jobs_are_counted_as_they_end(capsys: pytest.CaptureFixture[str]) -> None:
    with job_progress(2) as report:
        report("a", "started")
        report("b", "started")
        report("a", "epoch 1")
        report("a", "done")
        report("b", "failed: no memory")
    lines = capsys.readouterr().err.splitlines()
    assert lines[:3] == ["0/2  a  started", "0/2  b  started", "0/2  a  epoch 1"]
    assert lines[3] == "1/2  a  done after 0:00"
    assert lines[4] == "2/2  b  failed: no memory after 0:00"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0:00"), (59.6, "1:00"), (61, "1:01"), (3_599.4, "59:59"), (3_600, "1:00:00")],
)
def test_durations_are_told_in_hours_minutes_and_seconds(seconds: float, text: str) -> None:
    assert duration_text(seconds) == text


def test_a_tree_is_drawn_with_a_text_for_every_leaf() -> None:
    root = MTree.parse("n1*(n2-n3)/n4").root
    screen = Console(file=io.StringIO(), width=80)
    screen.print(drawn_tree(root, lambda leaf: f"<{leaf}>"))
    assert isinstance(screen.file, io.StringIO)
    lines = screen.file.getvalue().splitlines()
    shown = Counter(line.strip("│├└─ ") for line in lines)
    assert shown["<n1>"] == 2  # multiplied out
    assert shown["<1/n4>"] == 2
    assert sum(text.startswith("<") for text in shown.elements()) == 6
