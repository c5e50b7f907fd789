"""The proof on demand works: it counts, notices, makes small, writes down and replays."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from soak.engine import Budget, Fuzzer, Json, Row, TooSlowError, shrunk, table
from soak.fuzzing import Checks, Codes, Expressions, Lines, Texts
from soak.kills import Victim, killed
from soak.serving import ATTACKS, complaints
from sumc import check
from sumc.errors import SumcError

SCRIPT = Path(__file__).parents[1] / "scripts" / "soak"


class Planted(Fuzzer):
    """Something that does not survive an x."""

    name, full, most_mb = "planted", 10, 10_000.0

    def draw(self, random: Random) -> Json:
        return "".join(random.choice("abcx") for _ in range(40))

    def judge(self, given: Json) -> None:
        if "x" in given:
            raise KeyError("an x")


def test_a_failure_is_counted_made_small_and_written_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    row = Planted().run(Budget(seconds=20, count=3, seed=1))
    assert (row.count, row.survived, len(row.failures)) == (3, 0, 3)
    (path,) = Path("soak-failures").iterdir()  # all three are one when they are small
    content = json.loads(path.read_text())
    assert (content["part"], content["input"]) == ("planted", "x")
    assert "KeyError" in content["complaint"]
    assert str(path) in table([row])


def test_what_does_not_fail_is_not_made_small() -> None:
    assert shrunk([1, 2, 3], lambda _: False) == [1, 2, 3]
    assert shrunk(list(range(50)), lambda each: 7 in each) == [7]
    assert shrunk(["abx", "cdy"], lambda each: "x" in each[0] and "y" in each[-1]) == ["x", "y"]
    assert shrunk("", lambda _: True) == ""
    assert shrunk(7, lambda _: True) == 7


def test_a_row_ends_with_its_time() -> None:
    assert list(Budget(seconds=-1, count=10, seed=0).rounds()) == []
    assert list(Budget(seconds=60, count=2, seed=0).rounds()) == [0, 1]
    row = Row("a")
    row.add(0.5)
    row.add(0.1, "bad")
    assert (row.count, row.survived, row.worst_seconds) == (2, 1, 0.5)


class Slow(Planted):
    """A call that takes too long, always or only at first."""

    seconds, took = 0.05, 0.0

    def clock(self) -> float:
        return self.took

    def take(self, *seconds: float) -> None:
        left = iter(seconds)

        def call() -> None:
            self.took += next(left)
            raise SumcError("refused")

        with pytest.raises(SumcError, match="refused"):
            self.soon(call)


def test_a_call_that_is_slow_every_time_is_a_failure() -> None:
    fuzzer = Slow()
    fuzzer.take(0.01)
    fuzzer.take(0.5, 0.2, 0.04)  # the machine was busy, the input is not slow
    assert fuzzer.worst == pytest.approx(0.04)
    with pytest.raises(TooSlowError, match=r"0\.060 s, the limit is 0\.05 s"):
        fuzzer.take(0.5, 0.4, 0.06, 0.2, 0.3, 0.1)


def test_a_row_that_takes_too_much_memory_is_a_failure() -> None:
    class Large(Planted):
        most_mb = 1.0

    row = Large().run(Budget(seconds=20, count=0, seed=1))
    assert row.failures == ["planted: more memory than 1 MB"]


@pytest.mark.parametrize("fuzzer", [Expressions, Checks, Codes, Texts, Lines])
def test_everything_survives_a_little_of_it(
    fuzzer: type[Fuzzer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fuzzer, "seconds", 5.0)  # branches may be counted here
    monkeypatch.setattr(fuzzer, "most_mb", 10_000.0)
    row = fuzzer().run(Budget(seconds=4, count=60, seed=5))
    assert row.failures == []
    assert row.count == row.survived > 0


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2+2=5", "4"),  # a student's mistake, but no reference
        ("2*3=6+1=7", "2*3+1"),  # steps
        ("n1=", "n1"),
        ("29", "3*12-7"),
        ("36-7", "3*12-7"),
        ("2+2", "2*2"),
        ("a*2", "a+a"),
        ("2*", "2"),
        ("1/0", "1/0"),
    ],
)
def test_verdicts_hold_in_both_orders(one: str, other: str) -> None:
    assert Checks().complaint([one, other]) == ""


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("2*3", "2*3"), ("2*3", "2*4")),  # the same, and different the other way round
        (("2*3", "3+3"), ("2*", "3+3")),  # can be read, and cannot
        (("a*2", "a+a"), ("a*2", "a+1")),
        (("2+2=5", "4"), ("4", "4")),  # a mistake, and yet a reference
    ],
)
def test_verdicts_that_contradict_each_other_are_noticed(
    first: tuple[str, str], second: tuple[str, str]
) -> None:
    with pytest.raises(AssertionError):
        Checks().judge_order(check(*first), check(*second))


def victim(tmp_path: Path, program: str, **given: Any) -> Victim:
    """A program that is killed within a second; it is called with the path of its target."""
    target = tmp_path / "target"
    command = [sys.executable, "-c", f"import sys, time\nfrom pathlib import Path\n{program}"]
    settings = {"longest": 1.0, "broken": lambda: "", "unlike": lambda: "", **given}
    return Victim([*command, str(target)], target, **settings)


ENDLESS = "time.sleep(60)"
WRITES = "Path(sys.argv[1]).write_text('done')"


def kill(each: Victim, count: int = 2) -> Row:
    row = Row("kills")
    killed(row, Budget(seconds=20, count=count, seed=1), each)
    return row


def test_what_a_kill_leaves_behind_is_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Victim, "finish", lambda _: "")
    row = kill(victim(tmp_path, ENDLESS, longest=0.1, broken=lambda: "half a file"))
    assert (row.count, row.survived, row.failures) == (2, 0, ["half a file"] * 2)
    row = kill(victim(tmp_path, ENDLESS, longest=0.1))
    assert (row.count, row.survived, row.failures) == (2, 2, [])


def test_a_command_that_is_done_is_judged_and_starts_from_nothing(tmp_path: Path) -> None:
    target = tmp_path / "target"
    found: list[bool] = []

    def unlike() -> str:
        found.append(target.read_text() == "done")
        return "" if len(found) > 1 else "another file"

    program = f"assert not Path(sys.argv[1]).exists(); {WRITES}"
    row = kill(victim(tmp_path, program, longest=30.0, unlike=unlike), count=1)
    assert found == [True] * len(found)
    assert row.failures == ["another file"]
    assert row.note.startswith(f"{len(found)} times")


def test_a_command_that_fails_by_itself_is_a_failure(tmp_path: Path) -> None:
    row = Row("kills")
    failing = victim(tmp_path, "sys.exit(3)", longest=30.0)
    with pytest.raises(AssertionError, match="ended with 3"):
        killed(row, Budget(seconds=1, count=1, seed=1), failing)
    assert row.failures[0] == "it ended with 3"


def test_kills_wait_for_the_moment_of_writing(tmp_path: Path) -> None:
    program = f"time.sleep(0.2); {WRITES}; time.sleep(60)"
    late = victim(tmp_path, program, longest=0.0, writes_last=True)
    code, _ = late.kill(Random(1), when_written=True)
    assert (code, late.target.exists()) == (None, True)
    late.start_again()
    code, _ = late.kill(Random(1), when_written=False)
    assert (code, late.target.exists()) == (None, False)


@pytest.mark.parametrize(
    ("attacks", "memory", "code", "complaint"),
    [
        (1, 100.0, 0, ""),
        (1, 1_000.0, 0, "more memory than 600 MB"),
        (1, 100.0, -9, "the server ended with -9"),
        (0, 100.0, 0, "nobody attacked"),
    ],
)
def test_what_does_not_hold_after_the_attacks(
    attacks: int, memory: float, code: int, complaint: str
) -> None:
    server: Any = SimpleNamespace(process=SimpleNamespace(returncode=code))
    counts = Counter({each.__name__: attacks for each in ATTACKS})
    found = "; ".join(complaints(server, counts, memory))
    assert complaint in found
    assert bool(found) == bool(complaint)


def test_the_same_seed_draws_the_same_inputs() -> None:
    first, second = ([Expressions().draw(Random(3)) for _ in range(5)] for _ in range(2))
    assert first == second


def test_whoever_stops_it_gets_the_table_of_what_was_done(tmp_path: Path) -> None:
    command = [
        sys.executable,
        str(SCRIPT),
        "--only",
        "expressions",
        "--minutes",
        "9",
        "--seed",
        "1",
    ]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, cwd=tmp_path) as soak:
        assert soak.stderr is not None
        assert soak.stderr.readline().startswith("expressions: up to 540 s")
        soak.terminate()
        out, _ = soak.communicate(timeout=60)
    assert soak.returncode == 0
    assert out.splitlines()[-1].startswith("expressions")


def test_an_input_can_be_replayed(tmp_path: Path) -> None:
    path = tmp_path / "failure.json"
    path.write_text(json.dumps({"part": "expressions", "complaint": "", "input": "1+2"}))
    done = subprocess.run(
        [sys.executable, SCRIPT, "--replay", path], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "it is survived now\n"), done.stderr
