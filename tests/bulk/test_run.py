"""JSON lines in, JSON lines out: one for each, whatever it is, and a broken run can be resumed."""

import io
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solving.stubs import Adder, adding_solver
from sumc.bulk.rows import LONGEST_LINE
from sumc.bulk.run import Tally, resume_at, run_bulk
from sumc.bulk.tasks import Solving
from sumc.decoding.hypothesis import Prediction
from sumc.errors import ModelError, ProblemError
from sumc.problems.problem import Problem


def solved(
    lines: bytes, *, batch_size: int = 4, explain: bool = False, **settings: Any
) -> tuple[bytes, Tally]:
    """The output for an input, and what was counted."""
    target = io.BytesIO()
    tally = run_bulk(
        Solving(adding_solver(), explain),
        io.BytesIO(lines),
        target,
        batch_size=batch_size,
        **settings,
    )
    return target.getvalue(), tally


def objects(lines: bytes, **settings: Any) -> list[dict[str, Any]]:
    """The objects of the output for an input."""
    return [json.loads(line) for line in solved(lines, **settings)[0].splitlines()]


def test_strings_and_objects_are_answered_and_ids_go_through() -> None:
    lines = [
        '"How much is 1 and 2?"',
        '{"text": "How much is 3 and 4?", "id": {"any": ["thing", 1.5, null]}, "other": 1}',
        '{"id": "", "text": "Nothing?"}',
    ]
    first, second, third = objects("\n".join(lines).encode())
    assert (first["answer"], "id" in first) == ("3", False)
    assert (second["answer"], second["id"]) == ("7", {"any": ["thing", 1.5, None]})
    assert list(second)[:3] == ["text", "id", "other"], "all fields of a row come first"
    assert (second["text"], second["other"], second["said"]) == ("How much is 3 and 4?", 1, "7")
    assert (third["id"], third["answer"], third["reason"]) == ("", None, "no-numbers")
    assert third["text"] == "Nothing?"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"", "found no JSON"),
        (b"How much is 1 and 2?", "found no JSON"),
        (b'{"text": "How', "found no JSON"),
        (b"[1]", "found a list"),
        (b"7", "found a number"),
        (b"null", "found null"),
        (b"true", "found true or false"),
        (b"{}", 'found an object without "text"'),
        (b'{"text": 7}', 'found a "text" that is not a string'),
        (b'{"text": "1?", "id": NaN}', "NaN is not JSON"),
        (b'{"text": "1?", "id": ' + b"9" * 5_000 + b"}", "found no JSON"),
        (b"[" * 100_000, "nested more than 100 levels"),
        (b'{"id": 1e999, "text": "1?"}', "1e999 is too large for a number"),
        (b'{"id": [-1E+400], "text": "1?"}', "-1E+400 is too large for a number"),
        (b'{"text": "1?", "id": -Infinity}', "-Infinity is not JSON"),
        (b'{"text": "1?", "id": ' + b"[" * 101 + b"]" * 101 + b"}", "more than 100 levels"),
        (b'{"text": "1?", "id": ' + b'{"a":' * 900 + b"1" + b"}" * 901, "more than 100 levels"),
        (b'{"text": "1?", "text": "2?"}', "'text' appears twice"),
        (b'{"text": "1?", "id": {"a": 1, "a": 1}}', "'a' appears twice"),
        (b"\xff\xfe", "not UTF-8"),
        (b'"' + b"1" * LONGEST_LINE + b'"', "longer than"),
    ],
)
def test_a_bad_line_becomes_an_error_object_and_the_rest_goes_on(
    line: bytes, message: str
) -> None:
    good = b'"How much is 1 and 2?"'
    before, bad, after = objects(b"\n".join((good, line, good)))
    assert message in bad["error"]
    assert bad["line"] == 2
    assert before == after
    assert before["answer"] == "3"


class Breaks(Adder):
    """Has a bug that some texts trigger."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error

    def _prediction(self, problem: Problem) -> Prediction:
        if "trap" in problem.text:
            raise self.error
        return super()._prediction(problem)


def test_a_text_that_meets_a_bug_becomes_an_error_object_and_the_rest_goes_on() -> None:
    lines = b'"How much is 1 and 2?"\n{"id": 7, "text": "A trap of 3 and 4?"}\n"5 and 6?"\n'
    target = io.BytesIO()
    solver = adding_solver(Breaks(IndexError("a bug")))
    tally = run_bulk(Solving(solver), io.BytesIO(lines), target, batch_size=4)
    first, second, third = map(json.loads, target.getvalue().splitlines())
    assert (first["answer"], third["answer"]) == ("3", "11")
    assert (second["id"], second["line"]) == (7, 2)
    assert second["error"] == "sumc failed on this text, which is a bug: IndexError: a bug"
    assert (tally.answered, tally.bad) == (2, 1)


@pytest.mark.parametrize("error", [ModelError("the model is damaged"), MemoryError(), OSError()])
def test_what_no_text_is_to_blame_for_stops_the_run(error: Exception) -> None:
    """The same line may well be answered when the run is resumed."""
    with pytest.raises(type(error)):
        run_bulk(
            Solving(adding_solver(Breaks(error))),
            io.BytesIO(b'"trap 1?"'),
            io.BytesIO(),
            batch_size=4,
        )


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=10,
)


@given(JSON_VALUES, st.booleans())
def test_whatever_json_an_id_is_the_next_line_is_answered(value: object, ascii_only: bool) -> None:
    line = json.dumps({"id": value, "text": "1 and 2?"}, ensure_ascii=ascii_only)
    found = objects(line.encode("utf-8", "surrogatepass") + b'\n"3 and 4?"\n')
    assert len(found) == 2
    assert found[1]["answer"] == "7"
    assert "error" in found[0] or found[0]["id"] == value


def test_all_is_counted() -> None:
    lines = b'"How much is 1 and 2?"\n"Nothing?"\n?\n"Nothing?"\n"3 and 4 pens."\n' * 3
    seen: list[int] = []
    _, tally = solved(lines, progress=lambda each: seen.append(each.lines))
    assert (tally.lines, tally.answered, tally.bad) == (15, 3, 3)
    assert tally.refused == {"no-numbers": 6, "no-question": 3}
    assert tally.read == len(lines)
    assert seen == [4, 8, 12, 15]


def test_line_ends_and_a_byte_order_mark_do_no_harm() -> None:
    assert [each["answer"] for each in objects(b'\xef\xbb\xbf"1 and 2?"\r\n"3 and 4?"')] == [
        "3",
        "7",
    ]
    assert objects(b"") == []


def test_half_a_character_in_an_id_is_still_json() -> None:
    (found,) = objects(b'{"id": "\\ud800", "text": "How much is 1 and 2?"}')
    assert found["id"] == "\ud800"


def test_explanations_are_there_if_asked_for() -> None:
    line = b'"How much is 1 and 2?"'
    assert objects(line, explain=True)[0]["explanation"] == ["Add 1 and 2: 1 + 2 = 3."]
    assert "explanation" not in objects(line)[0]


def test_lines_are_asked_in_batches_and_written_after_each() -> None:
    class Target(io.BytesIO):
        flushes = 0

        def flush(self) -> None:
            self.flushes += 1

    model, target = Adder(), Target()
    lines = b'"How much is 1 and 2?"\n' * 10
    run_bulk(Solving(adding_solver(model)), io.BytesIO(lines), target, batch_size=4)
    assert model.batches == [4, 4, 2]
    assert target.flushes == 3


MIXED = [
    '{"id": 1, "text": "How much is 1 and 2?"}',
    '"小明有3个苹果和4个梨，一共有多少个？"',
    "broken",
    '{"id": "é", "text": "Nothing?"}',
    "",
    '"How much is 10 and 20 and 30?"',
]
LINES = ("\n".join(MIXED * 4) + "\n").encode()


def resumed(path: Path, model: Adder, batch_size: int = 5) -> int:
    """Resume an output; return how many lines it had."""
    with path.open("r+b") as target:
        done = resume_at(target)
        source = io.BytesIO(LINES)
        run_bulk(Solving(adding_solver(model)), source, target, batch_size=batch_size, done=done)
    return done.lines


@pytest.mark.slow
def test_a_run_that_was_killed_anywhere_goes_on_to_the_same_output(tmp_path: Path) -> None:
    whole, _ = solved(LINES, batch_size=5)
    path = tmp_path / "out.jsonl"
    random = Random(0)
    ends = [0, 1, len(whole), len(whole) - 1, *(random.randrange(len(whole)) for _ in range(150))]
    ends += [i + shift for i, byte in enumerate(whole) if byte == 10 for shift in (0, 1)]
    for end in ends:
        path.write_bytes(whole[:end])
        done = resumed(path, Adder())
        assert done == whole[:end].count(b"\n")
        assert path.read_bytes() == whole


def test_a_run_that_goes_on_asks_the_same_batches(tmp_path: Path) -> None:
    """What a network says may depend on the texts beside a text, in the last decimals."""
    whole, _ = solved(LINES, batch_size=5)
    path = tmp_path / "out.jsonl"
    lines = whole.splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:13]) + lines[13][:20])
    begun, gone_on = Adder(), Adder()
    run_bulk(Solving(adding_solver(begun)), io.BytesIO(LINES), io.BytesIO(), batch_size=5)
    assert resumed(path, gone_on) == 13
    assert gone_on.batches == begun.batches[2:]


def test_what_was_done_before_is_not_counted_again(tmp_path: Path) -> None:
    whole, _ = solved(LINES)
    target = io.BytesIO(whole[:-40])
    done = resume_at(target)
    tally = run_bulk(Solving(adding_solver()), io.BytesIO(LINES), target, batch_size=7, done=done)
    assert tally.lines == len(MIXED) * 4 - done.lines


@pytest.mark.parametrize("lines", [0, 3, 23])
def test_an_output_that_belongs_to_a_longer_input_is_refused(lines: int) -> None:
    shorter = b"".join(LINES.splitlines(keepends=True)[:lines])
    target = io.BytesIO(solved(LINES)[0])
    before = target.getvalue()
    done = resume_at(target)
    with pytest.raises(ProblemError, match="more lines than the input"):
        run_bulk(Solving(adding_solver()), io.BytesIO(shorter), target, batch_size=4, done=done)
    assert target.getvalue() == before


@pytest.mark.parametrize(
    "content",
    [
        b"notes without an end of line",
        b"notes\nof several lines\n",
        b'{"name": "somebody else"',
        b'{"text": "How much is 1 and 2?", "answer": "3"}\nnotes',
        b"[1, 2]\n",
    ],
)
def test_a_file_that_is_no_output_is_left_as_it_is(content: bytes) -> None:
    target = io.BytesIO(content)
    with pytest.raises(ProblemError, match=r"it does not hold answers|belongs to another"):
        run_bulk(
            Solving(adding_solver()),
            io.BytesIO(LINES),
            target,
            batch_size=4,
            done=resume_at(target),
        )
    assert target.getvalue() == content


@pytest.mark.parametrize("lines", [1, 4, 5, 12])
@pytest.mark.parametrize("explain", [True, False])
def test_an_output_of_another_input_or_option_is_refused(lines: int, explain: bool) -> None:
    """The last line that is there is solved again, whether a batch ends with it or not."""
    own, other = (
        b"".join(b'"How much is %d and %d?"\n' % (first, i) for i in range(20)) for first in (3, 4)
    )
    written = solved(own if explain else other, batch_size=4)[0]
    before = b"".join(written.splitlines(keepends=True)[:lines])
    target = io.BytesIO(before)
    done = resume_at(target)
    with pytest.raises(ProblemError, match="another input, model or option"):
        run_bulk(
            Solving(adding_solver(), explain), io.BytesIO(own), target, batch_size=4, done=done
        )
    assert target.getvalue() == before


@given(st.lists(st.binary(max_size=40) | st.text(max_size=20).map(json.dumps).map(str.encode)))
def test_any_bytes_give_one_object_for_each_line(lines: list[bytes]) -> None:
    source = b"\n".join(lines)
    expected = len(source.split(b"\n")) - (not source or source.endswith(b"\n"))
    found = objects(source)
    assert len(found) == expected
    assert all(("error" in each) != ("answer" in each) for each in found)
