"""What the actors of Ray do, without Ray: tables and partitions."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from solving.stubs import CHINESE_PENCILS, PENCILS
from sumc import Solver
from sumc.bulk.tasks import Checking, Converting, Solving, Task
from sumc.errors import ProblemError, SumcError
from sumc.scale.bulk import PartitionWorker
from sumc.scale.datasets import TableWorker, answer_table
from sumc.scale.outputs import Output, Plan
from sumc.scale.partitions import scan

pyarrow = pytest.importorskip("pyarrow", reason="the extra `scale`")


def answered(task: Task, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = answer_table(task, pyarrow.Table.from_pylist(rows)).to_pylist()
    return found


def test_answers_do_not_depend_on_the_batch_a_row_comes_in() -> None:
    """On Ray nobody knows which rows come together."""
    task = Solving(Solver.load("auto"))
    texts = [PENCILS.replace("7", str(n)) for n in range(1, 40)]
    texts += [CHINESE_PENCILS.replace("7", str(n)) for n in range(1, 20)] + ["Nothing?"]
    rows = [{"id": number, "text": text} for number, text in enumerate(texts)]
    alone = [answered(task, [row])[0] for row in rows]
    for seed, size in enumerate((3, 16, 100)):
        shuffled = Random(seed).sample(rows, len(rows))
        parts = [shuffled[i : i + size] for i in range(0, len(rows), size)]
        for row in (row for part in parts for row in answered(task, part)):
            wanted = alone[row["id"]]
            assert row["confidence"] == pytest.approx(wanted["confidence"], abs=1e-3)
            assert {**row, "confidence": 0} == {**wanted, "confidence": 0}


def test_pairs_and_expressions_are_tables_too() -> None:
    worker = TableWorker(Checking("4+3"))
    graded = worker(pyarrow.table({"student": ["3+4", "("], "score": [0, 1]})).to_pylist()
    assert [row["verdict"] for row in graded] == ["same-structure", "unparseable"]
    assert [row["input_score"] for row in graded] == [0, 1]
    (tree,) = answered(Converting(), [{"expression": "3*2+4"}])
    assert (tree["tree"], tree["value"], tree["error"]) == ("(+ (* 2 3) 4)", "10", None)
    with pytest.raises(ProblemError, match='expected a column "student"'):
        worker(pyarrow.table({"answer": ["3+4"]}))


def item(plan: Plan, number: int) -> dict[str, str]:
    partition = json.dumps(plan.partitions[number].to_json())
    return {"name": plan.name(number), "partition": partition}


def test_a_partition_that_is_done_again_is_the_same_file(tmp_path: Path) -> None:
    """Ray does so after a kill."""
    lines = [f'{n},"{PENCILS}"' if n % 10 else f"{n},x,too many" for n in range(60)]
    (tmp_path / "in.csv").write_text("id,text\n" + "\n".join(lines), encoding="utf-8")
    task = Solving(Solver.load("en"))
    plan = Plan.of(task, scan(str(tmp_path / "in.csv"), task.needed, 30), "out")
    output = tmp_path / "out"
    Output(str(output)).begin(plan)
    worker = PartitionWorker(task, str(output), 20, task.identity())
    first = worker(item(plan, 1))
    content = (output / plan.name(1)).read_bytes()
    assert worker(item(plan, 1)) == first
    assert (output / plan.name(1)).read_bytes() == content
    assert json.loads(first["outcomes"]) == {"done": 27, "bad": 3}
    bad = json.loads(content.splitlines()[0])
    assert (bad["line"], bad["error"]) == (31, "expected 2 columns, found 3")


def test_a_machine_with_another_model_does_nothing(tmp_path: Path) -> None:
    task = Solving(Solver.load("en"))
    with pytest.raises(SumcError, match="the model is not the one that the run was started with"):
        PartitionWorker(task, str(tmp_path), 20, {**task.identity(), "model_sha256": "0"})


def test_parquet_comes_out_where_its_name_says_so(tmp_path: Path) -> None:
    from pyarrow import parquet

    lines = [json.dumps({"id": 1, "text": PENCILS}), "broken", '{"id": "two", "text": "Nothing?"}']
    (tmp_path / "in.jsonl").write_text("\n".join(lines))
    task, output = Solving(Solver.load("en")), tmp_path / "out.parquet"
    plan = Plan.of(task, scan(str(tmp_path / "in.jsonl"), task.needed), str(output))
    Output(str(output)).begin(plan)
    PartitionWorker(task, str(output), 20, task.identity())(item(plan, 0))
    (path,) = output.glob("*.parquet")
    rows = parquet.read_table(path).to_pylist()
    assert [row["answer"] for row in rows] == ["29", None, None]
    assert [row["id"] for row in rows] == ["1", None, '"two"']
    assert ["found no JSON" in (row["error"] or "") for row in rows] == [False, True, False]
