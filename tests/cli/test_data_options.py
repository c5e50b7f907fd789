"""`sumc data` with its options, within this process: what is shown is what is in the files."""

import json
from pathlib import Path
from typing import Any

import pytest

from cli.in_process import Command
from sumc.problems.datasets import SOURCES, load_dataset
from sumc.problems.splits import all_splits
from sumc.problems.statistics import describe

DATA = Path(__file__).parents[1] / "data"
SCHEMA = """
[[schema]]
name = "nuts"
numbers = "a few; b few; t = a + b"
words = "p person"
facts.a = "{p} has {a} nuts"
facts.b = "{p.he} finds {b} more"
[[schema.ask]]
target = "t"
tell = "a, b"
question = "how many nuts does {p} have"
"""


@pytest.fixture(name="data")
def _data(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Command:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SUMC_DATA", str(DATA))
    return Command("data", capsys, monkeypatch)


@pytest.fixture(name="own")
def _own(tmp_path: Path) -> Path:
    """A file of forty problems in two languages; the last one cannot be read."""
    rows: list[dict[str, Any]] = []
    for number in range(2, 41):
        english = number % 2 == 0
        text = (
            f"Ann has {number} pens and 3 caps." if english else f"小明有{number}个苹果和3支笔。"
        )
        name = f"Box {'i' * number}: {text}" if english else f"{'第' * 2}盒{'大' * number}：{text}"
        rows.append({"id": f"p{number}", "text": name, "equation": f"{number}+3"})
    rows.append({"id": "bad", "text": "3 pens", "equation": "3+"})
    path = tmp_path / "own.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


def read(data: Command, *arguments: object) -> Any:
    code, out, err = data(*arguments, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def test_all_sources_are_listed_with_their_licences(data: Command) -> None:
    listed = read(data, "list")["datasets"]
    assert [each["name"] for each in listed] == [*SOURCES]
    assert all(each["licence"] and each["about"] for each in listed)
    code, out, _ = data("list")
    assert code == 0
    assert all(name in out for name in SOURCES)


def test_problems_are_chosen_by_id_language_and_count(data: Command, own: Path) -> None:
    assert read(data, "show", own, "--id", "p4")["text"].endswith("Ann has 4 pens and 3 caps.")
    code, out, _ = data("show", own, "--language", "zh", "--count", 2, "--json")
    shown = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [each["id"] for each in shown] == ["p3", "p5"]
    code, out, _ = data("show", own, "--count", 1)
    assert code == 0
    assert "numbers   n1 = 2, n2 = 3" in out
    assert "solution  n1+n2" in out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--id", "bad"), "bad is left out: the equation cannot be read"),
        (("--id", "nothing"), "has the id 'nothing'"),
        (("--language", "fr"), "has no problems in the language 'fr'"),
        (("--seed", "1"), "takes no seed"),
        (("--text", "frage"), "no column frage; found id, text, equation"),
    ],
)
def test_what_cannot_be_shown_is_one_message(
    data: Command, own: Path, options: tuple[str, ...], message: str
) -> None:
    code, out, err = data("show", own, *options)
    assert (code, out) == (2, "")
    assert err.startswith("error: ")
    assert message in err


def test_every_split_is_told_with_its_sizes(data: Command, own: Path) -> None:
    rows = read(data, "splits", own)["splits"]
    expected = all_splits(load_dataset(str(own)))
    assert [row["split"] for row in rows] == [split.name for split in expected]
    assert [row["test"] for row in rows] == [split.test_size for split in expected]
    code, out, _ = data("splits", own)
    assert code == 0
    assert out.count("\n") == len(expected) + 1


def test_a_split_is_that_of_a_training_with_these_settings(data: Command, own: Path) -> None:
    whole = read(data, "split", own, "--split", "fold-1")
    assert whole["split"].endswith("fold 1")
    small = read(data, "split", own, "--split", "fold-1", "--limit", 5)
    assert small["train"]["size"] == 5
    assert small["test"] == whole["test"]
    ids = whole["train"]["ids"][str(own)]
    assert set(small["train"]["ids"][str(own)]) < set(ids)
    assert small["fingerprint"] != whole["fingerprint"]
    chinese = read(data, "split", own, "--split", "fold-1", "--language", "zh")
    odd = {f"p{number}" for number in range(3, 41, 2)}
    assert {
        each
        for part in ("train", "validation", "test")
        for each in chinese[part]["ids"].get(str(own), [])
    } <= odd


def test_other_datasets_can_be_joined_or_kept_out(data: Command, own: Path) -> None:
    alone = read(data, "split", own)
    joined = read(data, "split", own, "--also", "mawps")
    assert set(joined["train"]["ids"]) == {str(own), "mawps"}
    assert joined["test"] == alone["test"]
    apart = read(data, "split", own, "--unseen", str(own))
    assert apart["train"]["size"] == 0
    assert sum(apart["removed"].values()) > 0
    code, out, _ = data("split", own, "--also", "mawps")
    assert code == 0
    assert "together" in out
    assert f"fingerprint {joined['fingerprint']}" in out


def test_statistics_are_those_of_the_library(data: Command, own: Path) -> None:
    found, expected = read(data, "stats", own), describe(load_dataset(str(own)))
    assert (found["records"], found["used"]) == (expected.records, expected.used) == (40, 39)
    assert found["left_out"] == {"the equation cannot be read": 1}
    assert found["trees"] == 1
    code, out, _ = data("stats", own)
    assert code == 0
    assert "left out: the equation cannot be read" in out


def test_broken_lines_are_named_whatever_is_done_with_the_others(data: Command, own: Path) -> None:
    with own.open("a", encoding="utf-8") as stream:
        stream.write("\n{oh\n[7]\n")
    named = [", line 41: expected", ", line 42: expected"]
    for command, source in (("show", own.name), ("stats", own.name), ("split", own)):
        code, _, err = data(command, own)
        assert code == 0
        for line, name in zip(err.splitlines(), named, strict=True):
            assert line.startswith(f"note: left out: {source}{name}")
    code, out, _ = data("split", own, "--json")
    assert len(json.loads(out)["broken_lines"]) == 2


def test_a_schema_of_ones_own_is_checked_and_drawn_from(data: Command, tmp_path: Path) -> None:
    path = tmp_path / "nuts.toml"
    path.write_text(SCHEMA, encoding="utf-8")
    code, out, _ = data("check-schemas", path)
    assert (code, out) == (0, "en: 1 schema, 1 ask, 10 problems drawn\nno mistakes\n")
    path.write_text(SCHEMA.replace("= a + b", "= a * b - b").replace("{b} more", "more"))
    code, out, _ = data("check-schemas", path)
    assert code == 1
    assert f"{path}:" in out
    path.write_text(SCHEMA.replace("person", "persons"))
    code, out, _ = data("check-schemas", path, "--json")
    assert code == 1
    (mistake,) = json.loads(out)["mistakes"]
    assert "did you mean `person`?" in mistake["message"]
    assert mistake["line"] == 5


def test_a_schema_file_that_is_not_there_is_one_message(data: Command, tmp_path: Path) -> None:
    code, _, err = data("check-schemas", tmp_path / "no.toml")
    assert code == 2
    assert "no file" in err
    code, _, err = data("check-schemas", "--language", "fr")
    assert code == 2
    assert "known languages: en, zh" in err


def test_the_columns_of_a_file_can_be_named_for_its_splits(data: Command, own: Path) -> None:
    splits, split = read(data, "splits", own), read(data, "split", own, "--split", "fold-1")
    lines = [json.loads(line) for line in own.read_text(encoding="utf-8").splitlines()]
    rows = [{"id": line["id"], "q": line["text"], "f": line["equation"]} for line in lines]
    own.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    named = ("--text", "q", "--equation", "f")
    assert read(data, "splits", own, *named) == splits
    assert read(data, "split", own, "--split", "fold-1", *named) == split
    code, _, err = data("split", own)
    assert code == 2
    assert "--text, --equation and --answer" in err


def test_one_is_not_many(data: Command, own: Path) -> None:
    out = "".join(data("split", own, "--split", f"fold-{fold}")[1] for fold in range(5))
    assert out.count("\n1 test record could not be read\n") == 1
    assert out.count("\n0 test records could not be read\n") == 4
