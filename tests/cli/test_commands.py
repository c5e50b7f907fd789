"""The commands as a person or a program runs them, in a process of their own."""

import json
import os
import shlex
import subprocess
import sys
from dataclasses import fields
from inspect import signature
from pathlib import Path
from typing import get_args
from xml.etree import ElementTree

import pytest

from sumc import __version__


def sumc(*arguments: str, stdin: bytes = b"") -> tuple[int, str, str]:
    """Exit code, standard output and standard error of one run."""
    done = subprocess.run(
        [sys.executable, "-m", "sumc", *arguments], input=stdin, capture_output=True, check=False
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_tree_draws_the_tree_its_codes_and_its_value() -> None:
    code, out, err = sumc("tree", "2*(3-1)/4")
    assert (code, err) == (0, "")
    assert "├── ×" in out
    assert "0_0_+_*-" in out
    assert "value       1" in out


def test_tree_speaks_json() -> None:
    code, out, _ = sumc("tree", "n1-n2", "--json")
    assert code == 0
    assert json.loads(out) == {
        "tree": "(+ n1 -n2)",
        "codes": [{"symbol": "n1", "code": "0_0_+"}, {"symbol": "n2", "code": "1_0_+"}],
        "value": None,
        "expression": "n1-n2",
        "reason": None,
    }
    assert json.loads(sumc("tree", "27/2", "--json")[1])["value"] == "27/2"


def test_an_expression_may_start_with_a_minus() -> None:
    assert json.loads(sumc("tree", "-a+b", "--json")[1])["tree"] == "(+ -a b)"
    assert sumc("check", "-a+b", "b-a")[0] == 0
    assert json.loads(sumc("tree", "--a+b", "--json")[1])["tree"] == "(+ a b)"


def test_tree_writes_latex_dot_and_svg(tmp_path: Path) -> None:
    assert sumc("tree", "a/b", "--latex")[1] == "\\frac{a}{b}\n"
    assert sumc("tree", "a/b", "--dot")[1].startswith("digraph")
    picture = tmp_path / "tree.svg"
    assert sumc("tree", "a/b", "--svg", str(picture)) == (0, "", "")
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")
    assert list(tmp_path.iterdir()) == [picture]


@pytest.mark.parametrize("name", ["missing/tree.svg", "file/tree.svg", "n" * 250, "."])
def test_a_picture_that_cannot_be_written_is_one_message(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("")
    code, out, err = sumc("tree", "a", "--svg", str(tmp_path / name))
    if code == 0:  # a long name that this file system takes
        assert (tmp_path / name).is_file()
        return
    assert (code, out) == (2, "")
    assert err.startswith("error: cannot write ")


def test_a_picture_replaces_a_file_and_keeps_its_mode_and_links(tmp_path: Path) -> None:
    picture, link = tmp_path / "tree.svg", tmp_path / "link.svg"
    picture.write_text("old")
    picture.chmod(0o600)
    link.symlink_to(picture)
    assert sumc("tree", "a", "--svg", str(link), "--overwrite")[0] == 0
    assert link.is_symlink()
    assert picture.read_text().startswith("<svg")
    assert picture.stat().st_mode & 0o777 == 0o600
    assert sumc("tree", "a", "--svg", "-")[1].startswith("<svg")


def test_a_division_by_zero_has_a_tree_and_no_value() -> None:
    code, out, err = sumc("tree", "1/0", "--json")
    assert (code, err) == (1, "")
    assert json.loads(out)["value"] is None
    assert json.loads(out)["reason"] == "division by zero: 1/0"
    code, out, err = sumc("tree", "1/0")
    assert (code, err) == (1, "error: division by zero: 1/0\n")


def test_a_bad_expression_is_a_message_with_a_caret() -> None:
    code, out, err = sumc("tree", "3+*2")
    assert (code, out) == (2, "")
    lines = [
        'error: expected a number, a symbol or "(", found "*" at column 3',
        "    3+*2",
        "      ^",
    ]
    assert err.splitlines() == lines
    code, out, err = sumc("tree", "3+*2", "--json")
    assert (code, err) == (2, "")
    assert json.loads(out)["column"] == 3


@pytest.mark.parametrize("text", ["", "(" * 100_000, "9^9^9^9", "\x1b[31m", "😀", "\udcff"])
def test_hostile_arguments_end_without_a_traceback(text: str) -> None:
    for arguments in (["tree", text], ["tree", text, "--json"], ["check", text, "a"]):
        code, out, err = sumc(*arguments)
        assert code == 2
        assert "Traceback" not in out + err
        assert out + err


def test_tree_answers_every_line_of_standard_input() -> None:
    code, out, err = sumc("tree", "-", stdin=b"1+2\n(\n\xff\n\n3*4")
    answers = [json.loads(line) for line in out.splitlines()]
    assert (code, err) == (2, "")
    assert [answer.get("value") for answer in answers] == ["3", None, None, None, "12"]
    assert [("error" in answer) for answer in answers] == [False, True, True, True, False]
    assert sumc("tree", "-", stdin=b"1+2\n3*4\n")[0] == 0


def test_an_endless_line_is_refused_and_the_rest_goes_on() -> None:
    _, out, _ = sumc("tree", "-", stdin=b"a+" * 500_000 + b"\n1+2\n")
    answers = [json.loads(line) for line in out.splitlines()]
    assert "characters" in answers[0]["error"]
    assert answers[1]["value"] == "3"


@pytest.mark.parametrize(
    ("student", "reference", "code"),
    [
        ("3*2+(5+4)", "2*3+4+5", 0),
        ("2*a", "a+a", 0),
        ("2+2", "2*2", 1),
        ("36-7", "3*12-7", 0),
        ("12+12+12-7", "3*12-7", 0),
        ("29", "3*12-7", 1),
        ("3*12-7=30", "3*12-7", 1),
        ("2", "3", 1),
        ("(", "3", 2),
    ],
)
def test_check_exits_with_the_verdict(student: str, reference: str, code: int) -> None:
    assert sumc("check", student, reference)[0] == code
    assert sumc("check", student, reference, "--json")[0] == code


def test_check_tells_people_and_programs() -> None:
    _, out, _ = sumc("check", "3*2-5", "3*2+5")
    assert out.splitlines()[:2] == ["different", "5 is subtracted here and added in the reference"]
    answer = json.loads(sumc("check", "3*2-5", "3*2+5", "--json")[1])
    assert answer["verdict"] == "different"
    assert answer["score"] == 0.6667
    assert answer["student"] == {"tree": "(+ (* 2 3) -5)", "value": "1"}
    unread = json.loads(sumc("check", "(", "3", "--json")[1])
    assert unread["verdict"] == "unparseable"
    assert unread["student"]["column"] == 2
    assert unread["reference"]["tree"] == "(+ 3)"


def test_check_says_whose_expression_cannot_be_read() -> None:
    code, out, err = sumc("check", "6/2(1+2)", "7+")
    assert (code, out) == (2, "")
    student, *_, reference, _, _ = err.splitlines()
    assert student.startswith("error: the student's expression cannot be read: this can be read")
    assert student.endswith("at column 4")
    assert reference.startswith("error: the reference cannot be read: expected a number")
    assert reference.endswith("at column 3")


def test_check_accepts_what_it_is_told_to() -> None:
    assert sumc("check", "2+2", "2*2", "--accept", "equal-value")[0] == 0
    assert sumc("check", "2*a", "a+a", "--accept", "same-structure")[0] == 1
    code, _, err = sumc("check", "a", "a", "--accept", "same")
    assert code == 2
    assert "same-structure" in err


def test_check_answers_pairs_from_standard_input() -> None:
    lines = b'1+2\t2+1\n["a", "b"]\n[1, 2]\nalone\n[a+b]\tb+a\n'
    code, out, _ = sumc("check", "-", stdin=lines)
    answers = [json.loads(line) for line in out.splitlines()]
    verdicts = ["same-structure", "different", None, None, "same-structure"]
    assert [answer.get("verdict") for answer in answers] == verdicts
    assert code == 2


def test_check_compares_many_students_with_one_reference() -> None:
    code, out, _ = sumc("check", "-", "2*3+4", stdin=b"4+3*2\n3+3+4\n(2+3\n")
    verdicts = [json.loads(line)["verdict"] for line in out.splitlines()]
    assert verdicts == ["same-structure", "repeated-addition", "unparseable"]
    assert code == 2
    assert "error" in json.loads(out.splitlines()[2])
    assert sumc("check", "-", "2*3+4", stdin=b"4+3*2\n10\n")[0] == 1
    assert sumc("check", "-", "2*3+4", "--accept", "answer-only", stdin=b"10\n")[0] == 0
    _, out, _ = sumc("check", "-", "2*3+4", stdin="10支\n10\n".encode())
    spoken = [json.loads(line)["explanation"] for line in out.splitlines()]
    assert spoken == ["答案正确，但没有过程", "the right answer, without the working"]
    assert sumc("check", "-", "2*3+4", "--language", "fr", stdin=b"10\n")[:2] == (2, "")


def test_check_takes_decimals_within_a_tolerance() -> None:
    assert sumc("check", "10/3=3.33", "10/3")[0] == 1
    assert sumc("check", "10/3=3.33", "10/3", "--tolerance", "0.01")[0] == 0
    code, _, err = sumc("check", "3", "3", "--tolerance", "little")
    assert code == 2
    assert err == "error: expected a number such as 0.01 as tolerance, found 'little'\n"


def test_long_output_is_not_cut_when_it_is_piped() -> None:
    text = "a/(b+" * 20 + "c" + ")" * 20
    _, out, _ = sumc("tree", text)
    assert "…" not in out
    assert json.loads(sumc("tree", text, "--json")[1])["expression"] in out


def test_an_ascii_terminal_still_gets_json() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "sumc", "tree", "é+1", "--json"],
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert json.loads(done.stdout)["tree"] == "(+ 1 é)"


def test_a_byte_order_mark_is_no_part_of_a_line() -> None:
    assert json.loads(sumc("tree", "-", stdin=b"\xef\xbb\xbf1+2\r\n")[1])["value"] == "3"


def test_a_refused_comparison_is_an_error_object() -> None:
    sums = "+".join(f"(a+b)^{i}" for i in range(2, 90))
    code, out, err = sumc("check", sums, f"{sums}+a-a", "--json")
    assert (code, err) == (2, "")
    assert "limit" in json.loads(out)["error"]


def test_a_huge_value_does_not_end_a_stream() -> None:
    code, out, _ = sumc("tree", "-", stdin=b"9^4600\n1+2\n")
    answers = [json.loads(line) for line in out.splitlines()]
    assert code == 1
    assert "digits of a value" in answers[0]["reason"]
    assert answers[1]["value"] == "3"


def test_the_version_is_told() -> None:
    assert sumc("--version")[1] == f"sumc {__version__}\n"


@pytest.mark.skipif(sys.platform == "win32", reason="the shell is another one there")
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ("solve '3 and 4?' >&-", 0),
        ("solve '3 and 4?' --json >&-", 0),
        ("check 3+4 8 >&-", 1),
        ("tree - </dev/null >&- 2>&-", 0),
        ("tree '3+' 2>&-", 2),
    ],
)
def test_a_closed_standard_output_or_error_is_no_traceback(arguments: str, code: int) -> None:
    command = ["sh", "-c", f"{shlex.quote(sys.executable)} -m sumc {arguments}"]
    done = subprocess.run(command, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (code, b"", b"")


@pytest.mark.parametrize("command", ["solve", "tree"])
def test_an_option_that_is_not_there_is_told_with_the_one_that_is_meant(command: str) -> None:
    code, out, err = sumc(command, "3", "--jsn")
    assert (code, out) == (2, "")
    assert "No such option: --jsn" in err
    assert "--json" in err


def test_usage_mistakes_exit_with_2() -> None:
    assert sumc("tree", "a", "--latex", "--dot")[0] == 2
    assert "found several" in sumc("tree", "a", "--latex", "--json")[1]
    assert sumc("tree", "-", "--latex")[0] == 2
    assert sumc("check", "a")[0] == 2
    assert sumc("tree")[0] == 2
    assert sumc("nothing")[0] == 2
    assert sumc("tree", "a", "b")[0] == 2


def test_help_names_every_command_and_says_what_it_does() -> None:
    code, out, _ = sumc("--help")
    assert code == 0
    assert "tree" in out
    assert "check" in out
    assert "VERDICT" in sumc("check", "--help")[1]


def test_a_drawing_replaces_no_file_by_mistake(tmp_path: Path) -> None:
    path = tmp_path / "tree.svg"
    assert sumc("tree", "3+4", "--svg", str(path))[0] == 0
    before = path.read_bytes()
    code, out, err = sumc("tree", "3*4", "--svg", str(path))
    assert (code, out) == (2, "")
    assert err.endswith("already exists: choose another, or replace it with --overwrite\n")
    assert path.read_bytes() == before
    assert sumc("tree", "3*4", "--svg", str(path), "--overwrite")[0] == 0
    assert path.read_bytes() != before


def test_a_shell_can_complete_commands_and_options() -> None:
    start = "import sys; sys.argv = ['sumc']; from sumc.cli.main import main; main()"
    for words, found in (("sumc gr", "grade"), ("sumc grade --ref", "--reference")):
        asked = {"COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
        environment = {**os.environ, **asked, "_SUMC_COMPLETE": "complete_bash"}
        done = subprocess.run(
            [sys.executable, "-c", start], capture_output=True, env=environment, check=False
        )
        assert done.stdout.decode().split() == [found]
    assert "--install-completion" in sumc("--help")[1]


def test_commands_have_the_defaults_and_limits_of_the_library() -> None:
    """They repeat them, so that `--help` imports nothing heavy."""
    from sumc.cli import bulk, serve, worksheet
    from sumc.grading.worksheet import MOST_PROBLEMS
    from sumc.solving import solver
    from sumc.web.settings import ServerSettings

    assert bulk.BATCH_SIZE == solver.BATCH_SIZE
    parameters = signature(serve.serve_command).parameters
    settings = {each.name: each.default for each in fields(ServerSettings)}
    shared = parameters.keys() & settings.keys()
    assert {name: parameters[name].default for name in shared} == {
        name: settings[name] for name in shared
    }
    assert "batch_size" in shared
    (option,) = (each for each in get_args(worksheet.Count) if each is not int)
    assert option.max == MOST_PROBLEMS
