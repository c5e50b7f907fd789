"""The proof on demand works: it counts, notices, makes small, writes down and replays."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from soak.engine import Budget, Fuzzer, Json, Row, shrunk, table
from soak.fuzzing import Checks, Codes, Expressions

SCRIPT = Path(__file__).parents[1] / "scripts" / "soak"


class Planted(Fuzzer):
    """Something that does not survive an x."""

    name, full = "planted", 10

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
    assert shrunk("", lambda _: True) == ""
    assert shrunk(7, lambda _: True) == 7


def test_a_row_ends_with_its_time() -> None:
    assert list(Budget(seconds=-1, count=10, seed=0).rounds()) == []
    assert list(Budget(seconds=60, count=2, seed=0).rounds()) == [0, 1]
    row = Row("a")
    row.add(0.5)
    row.add(0.1, "bad")
    assert (row.count, row.survived, row.worst_seconds) == (2, 1, 0.5)


@pytest.mark.parametrize("fuzzer", [Expressions, Checks, Codes])
def test_the_algebra_survives_a_little_of_it(fuzzer: type[Fuzzer]) -> None:
    row = fuzzer().run(Budget(seconds=2, count=60, seed=5))
    assert row.failures == []
    assert row.count == row.survived > 0


def test_the_same_seed_draws_the_same_inputs() -> None:
    first, second = ([Expressions().draw(Random(3)) for _ in range(5)] for _ in range(2))
    assert first == second


def test_an_input_can_be_replayed(tmp_path: Path) -> None:
    path = tmp_path / "failure.json"
    path.write_text(json.dumps({"part": "expressions", "complaint": "", "input": "1+2"}))
    done = subprocess.run(
        [sys.executable, SCRIPT, "--replay", path], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "it is survived now\n"), done.stderr
