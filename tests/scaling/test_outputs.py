"""A folder of answers knows what it was made of, and takes nothing else."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from sumc import Solver
from sumc.bulk.tasks import Converting, Solving
from sumc.errors import SumcError

pytest.importorskip("pyarrow", reason="the extra `scale`")

from sumc.scale.outputs import Output, Plan
from sumc.scale.partitions import scan


@pytest.fixture(name="source")
def _source(tmp_path: Path) -> Path:
    path = tmp_path / "in.txt"
    path.write_text("".join(f"How much is {n} and 2?\n" for n in range(10)))
    return path


def plan_of(source: Path, model: str = "en", place: str = "out", **options: float) -> Plan:
    task = Solving(Solver.load(model, **options))
    return Plan.of(task, scan(str(source), task.needed, 3), place)


def test_what_has_no_file_is_missing(tmp_path: Path, source: Path) -> None:
    output, plan = Output(str(tmp_path / "out")), plan_of(source)
    assert output.begin(plan) == [0, 1, 2, 3]
    for number in (2, 0):
        output.write(plan.name(number), [b"{}\n"])
        assert (tmp_path / "out" / plan.name(number)).is_file()
    (tmp_path / "out" / ".0123456789abcdef.tmp").write_text("left behind")
    assert output.begin(plan) == [1, 3]


def test_a_uri_is_an_output_too(tmp_path: Path, source: Path) -> None:
    output, plan = Output(f"file://{tmp_path}/out"), plan_of(source)
    assert output.begin(plan) == [0, 1, 2, 3]
    assert json.loads((tmp_path / "out" / "manifest.json").read_text())["rows"] == 10


def test_another_model_option_task_input_or_form_is_refused_with_the_reason(
    tmp_path: Path, source: Path
) -> None:
    output, plan = Output(str(tmp_path / "out")), plan_of(source)
    output.begin(plan)
    other = tmp_path / "other.txt"
    other.write_text(source.read_text(encoding="utf-8").replace("4 and", "5 and"))
    shorter = tmp_path / "shorter.txt"
    shorter.write_text("".join(source.read_text(encoding="utf-8").splitlines(keepends=True)[:9]))
    trees = Plan.of(Converting(), list(plan.partitions), "out")
    for wrong, reason in (
        (plan_of(source, "zh"), "another model: 'en' there, 'zh' now"),
        (plan_of(source, min_confidence=0.5), "another min_confidence: 0.0 there, 0.5 now"),
        (trees, "another task: 'solve' there, 'tree' now"),
        (replace(plan, task={**plan.task, "model_sha256": "0"}), "another model"),
        (replace(plan, task={**plan.task, "sumc": "9"}), "another sumc"),
        (plan_of(other), r"another input: partition 1 \(from row 4, now in .*other.txt\)"),
        (plan_of(shorter), "another input: 10 rows then, 9 now"),
        (plan_of(source, place="a.parquet"), "was started as jsonl, not as parquet"),
    ):
        with pytest.raises(SumcError, match=reason):
            output.begin(wrong)
    moved = tmp_path / "moved.txt"
    source.rename(moved)
    assert output.begin(plan_of(moved)) == [0, 1, 2, 3], "the content counts, not the name"


def test_keys_depend_on_rows_and_model(source: Path) -> None:
    names = {plan_of(source).name(0), plan_of(source, "zh").name(0), plan_of(source).name(1)}
    assert len(names) == 3
    assert plan_of(source).name(0) in names


@pytest.mark.parametrize("content", ["{", "{}", '{"version": 9}', "[]"])
def test_a_damaged_manifest_and_a_foreign_folder_are_left_alone(
    tmp_path: Path, source: Path, content: str
) -> None:
    (tmp_path / "out").mkdir()
    note = tmp_path / "out" / "notes.txt"
    note.write_text("mine")
    with pytest.raises(SumcError, match=r"is not empty and has no manifest\.json"):
        Output(str(tmp_path / "out")).begin(plan_of(source))
    note.rename(note.with_name("manifest.json")).write_text(content)
    with pytest.raises(SumcError, match=r"manifest\.json (is damaged|was written by another)"):
        Output(str(tmp_path / "out")).begin(plan_of(source))
