"""Files of one's own whose columns have other names, from training to evaluation."""

import csv
import json
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="training needs torch")

from cli.in_process import Command
from training.tiny import TINY, write_problems

NAMES = {"text": "question", "equation": "formula"}
COLUMNS = tuple(f"data.{name}_column={column}" for name, column in NAMES.items())


@pytest.fixture(name="sumc", autouse=True)
def _sumc(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> dict[str, Command]:
    monkeypatch.chdir(tmp_path)
    return {name: Command(name, capsys, monkeypatch) for name in ("train", "evaluate")}


def _write(suffix: str) -> Path:
    """The tiny problems with other names for their columns."""
    lines = write_problems(Path()).read_text(encoding="utf-8").splitlines()
    rows = [{NAMES[key]: value for key, value in json.loads(line).items()} for line in lines]
    path = Path(f"own{suffix}")
    with path.open("w", encoding="utf-8", newline="") as file:
        if suffix == ".csv":
            writer = csv.DictWriter(file, list(NAMES.values()))
            writer.writeheader()
            writer.writerows(rows)
        else:
            file.writelines(json.dumps(row) + "\n" for row in rows)
    return path


def _sets(*overrides: str) -> list[str]:
    return [word for each in (*TINY, "training.epochs=1", *overrides) for word in ("--set", each)]


@pytest.mark.parametrize("suffix", [".csv", ".jsonl"])
def test_columns_are_settings_of_a_training(sumc: dict[str, Command], suffix: str) -> None:
    path = _write(suffix)
    sets = _sets(f"data.dataset={path}", *COLUMNS)
    code, out, err = sumc["train"](*sets, "--output", "x", "--json")
    assert code == 0, err
    assert json.loads(out)["split"]["train"] == 43
    for question in (("--split", "validation"), ("--split", "test"), ("--dataset", path)):
        code, out, err = sumc["evaluate"]("x", *question, "--json")
        assert (code, err) == (0, "")
    assert json.loads(out)["answers"]["total"] == 60


@pytest.mark.parametrize("suffix", [".csv", ".jsonl"])
@pytest.mark.parametrize(
    ("columns", "wrong"),
    [
        ((), "no column text"),
        (COLUMNS[:1], "no column equation or answer"),
        ((*COLUMNS, "data.answer_column=sum"), "no column sum"),
    ],
)
def test_an_unknown_column_is_named_with_those_that_there_are(
    sumc: dict[str, Command], suffix: str, columns: tuple[str, ...], wrong: str
) -> None:
    path = _write(suffix)
    sets = _sets(f"data.dataset={path}", *columns)
    code, out, err = sumc["train"](*sets, "--output", "x")
    assert (code, out) == (2, "")
    assert f"error: {path}: {wrong}; found question, formula: name the columns with" in err
    assert "data.text_column, data.equation_column and data.answer_column" in err
    assert not Path("x").exists()


def test_usual_columns_can_be_named_where_the_training_had_others(
    sumc: dict[str, Command],
) -> None:
    sets = _sets(f"data.dataset={_write('.csv')}", *COLUMNS)
    assert sumc["train"](*sets, "--output", "x")[0] == 0
    rows = Path("usual.csv")
    rows.write_text("text,equation\nAda has 3 pens and 4 caps. How many things?,x=3+4\n", "utf-8")
    asked = ("x", "--dataset", rows, "--json")
    assert sumc["evaluate"](*asked)[0] == 2
    code, out, err = sumc["evaluate"](*asked, "--text", "text", "--equation", "equation")
    assert (code, err) == (0, "")
    assert json.loads(out)["answers"]["total"] == 1


def test_records_that_nothing_is_learned_from_are_counted(sumc: dict[str, Command]) -> None:
    path = Path(_write(".csv"))
    with path.open("a", encoding="utf-8") as file:
        file.write("How many are 2 and 3?,x=2+\nHow many are 4 and 3?,x=4-\n")
    sets = _sets(f"data.dataset={path}", *COLUMNS)
    code, out, err = sumc["train"](*sets, "--output", "x", "--json")
    assert code == 0
    found = json.loads(out)["split"]
    assert sum(found["unread"].values()) + found["test_left_out"] == 2
    assert all(f": {reason}" in err for reason in found["unread"])


def test_columns_can_be_named_for_an_evaluation(sumc: dict[str, Command]) -> None:
    asked = ("en", "--dataset", _write(".csv"), "--json")
    code, out, _ = sumc["evaluate"](*asked)
    assert (code, "no column text" in json.loads(out)["error"]) == (2, True)
    code, out, err = sumc["evaluate"](*asked, "--text", "question", "--equation", "formula")
    assert (code, err) == (0, "")
    assert json.loads(out)["answers"]["total"] == 60
    code, _, err = sumc["evaluate"]("en", "--text", "question")
    assert code == 2
    assert "name columns of --dataset FILE" in err
