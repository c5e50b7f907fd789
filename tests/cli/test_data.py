import json
import re
from pathlib import Path

from cli.test_commands import sumc

DATA = str(Path(__file__).parents[1] / "data")


def test_list_names_the_datasets_and_their_state() -> None:
    code, out, _ = sumc("data", "list", "--data", DATA)
    assert code == 0
    assert "generated" in out
    listed = json.loads(sumc("data", "list", "--data", DATA, "--json")[1])["datasets"]
    assert {each["state"] for each in listed} == {"there", "built in"}
    licences = {each["name"]: each["licence"] for each in listed}
    assert licences["gsm8k"] == "MIT"
    assert licences["asdiv"] in out


def test_show_prints_problems_with_their_solution() -> None:
    code, out, _ = sumc("data", "show", "mawps", "--data", DATA, "--count", "2")
    assert code == 0
    assert "n1 = 6, n2 = 12" in out
    assert "solution  n1+n2    (+ n1 n2)" in out
    shown = json.loads(sumc("data", "show", "mawps", "--data", DATA, "--id", "3", "--json")[1])
    assert shown["tree"] == "(+ (* n1 n2))"
    assert shown["numbers"][0] == {
        "symbol": "n1",
        "text": "40.50",
        "value": "81/2",
        "start": 15,
        "end": 20,
        "unit": "$",
        "codes": ["0_0_+_*"],
    }
    assert (shown["source"], shown["part"]) == ("mawps", {"role": None, "fold": 2})
    out = sumc("data", "show", "challenge", "--data", DATA, "--id", "en-2")[1]
    assert "answer    none: the question has no answer" in out
    assert "tags      kinds no-answer, group g1, steps 0" in out
    doubtful = sumc("data", "show", "math23k", "--data", DATA, "--id", "5")[1]
    assert "the equation gives a different answer" in doubtful


def test_show_draws_other_problems_of_a_built_in_dataset() -> None:
    code, out, _ = sumc("data", "show", "stories", "--seed", "7", "--language", "zh", "--json")
    assert code == 0
    shown = [json.loads(line) for line in out.splitlines() if line]
    assert [each["id"].split("-")[:2] for each in shown] == [["zh", "7"]] * 3
    assert sumc("data", "show", "stories", "--seed", "7", "--language", "zh", "--json")[1] == out
    generated = sumc("data", "show", "generated", "--seed", "3", "--count", "1", "--json")[1]
    assert json.loads(generated)["id"] == "en-3-0"
    code, _, err = sumc("data", "show", "mawps", "--data", DATA, "--seed", "1")
    assert code == 2
    assert "mawps takes no seed; only generated and stories do" in err
    code, _, err = sumc("data", "show", "mawps", "--data", DATA, "--language", "zh")
    assert code == 2
    assert "mawps has no problems in the language 'zh'" in err


def test_show_says_why_a_problem_is_left_out() -> None:
    code, _, err = sumc("data", "show", "mawps", "--data", DATA, "--id", "4")
    assert code == 2
    assert "left out: the equation cannot be read" in err
    assert sumc("data", "show", "mawps", "--data", DATA, "--id", "99")[0] == 2


def test_splits_show_sizes_and_what_was_seen() -> None:
    code, out, _ = sumc("data", "splits", "math23k", "--data", DATA)
    assert code == 0
    heading, published, *_ = (re.split(" {2,}", line.strip()) for line in out.splitlines())
    assert heading[-2:] == ["unreadable in test", "test texts also in training"]
    assert published == ["math23k public test", "3", "1", "1", "0", "0.0 %"]
    splits = json.loads(sumc("data", "splits", "mawps", "--data", DATA, "--json")[1])["splits"]
    assert [split["test"] for split in splits[:5]] == [1, 1, 1, 0, 1]
    assert sum(split["test"] for split in splits[5:10]) == 5
    assert sum(split["test"] for split in splits[10:]) == 5


def test_one_split_is_shown_with_its_sources_and_what_was_removed() -> None:
    code, out, err = sumc("data", "split", "mawps", "--data", DATA, "--also", "allarith, asdiv-a")
    assert (code, err) == (0, "")
    rows = [line.split() for line in out.splitlines()]
    assert rows[0] == ["mawps", "fold", "0", "train", "validation", "test"]
    assert ["allarith", "1", "0", "0"] in rows
    assert ["together", "6", "0", "1"] in rows
    assert rows[-1][0] == "fingerprint"


def test_one_split_is_given_with_all_ids() -> None:
    arguments = ("data", "split", "math23k", "--data", DATA, "--split", "published", "--json")
    found = json.loads(sumc(*arguments)[1])
    assert found["dataset"] == "math23k"
    assert found["train"] == {"size": 3, "ids": {"math23k": ["1", "2", "5"]}}
    assert found["test"]["ids"] == {"math23k": ["6"]}
    assert found["removed"] == {}
    assert len(found["fingerprint"]) == 16
    unseen = json.loads(sumc(*arguments, "--unseen", "math23k")[1])
    assert (unseen["train"]["size"], unseen["test"]["size"]) == (0, 1)
    assert sum(unseen["removed"].values()) == 4
    assert json.loads(sumc(*arguments, "--limit", "1")[1])["train"]["size"] == 1
    code, _, error = sumc("data", "split", "math23k", "--data", DATA, "--split", "fold-9")
    assert (code, "known: auto, published, fold-0" in error) == (2, True)


def test_a_file_of_which_nothing_can_be_used_says_why(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text('{"text": "2 and 3", "answer": "many"}', encoding="utf-8")
    assert "the answer cannot be read (1)" in sumc("data", "show", str(path))[2]
    path.with_suffix(".csv").write_text("text,answer\n", encoding="utf-8")
    assert "holds no problems" in sumc("data", "show", str(path.with_suffix(".csv")))[2]


def test_stats_count_what_is_there_and_what_is_not() -> None:
    code, out, _ = sumc("data", "stats", "mawps", "--data", DATA)
    assert code == 0
    assert "left out: the equation cannot be read" in out
    found = json.loads(sumc("data", "stats", "mawps", "--data", DATA, "--json")[1])
    assert (found["records"], found["used"]) == (5, 4)
    assert found["codes"]["0_0_+_*"] > 1


def test_a_file_of_ones_own_has_its_own_columns(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text("q,a\n3 cats and 4 dogs,7\n", encoding="utf-8")
    code, out, _ = sumc("data", "stats", str(path), "--text", "q", "--answer", "a", "--json")
    assert code == 0
    assert json.loads(out)["without_equation"] == 1


def test_the_shipped_schemas_are_checked() -> None:
    code, out, err = sumc("data", "check-schemas", "--language", "zh")
    assert (code, err) == (0, "")
    assert re.fullmatch(
        r"zh: 200 schemas, 667 asks, 6,670 problems drawn\n"
        r"zh: \d+ kinds of facts, \d+ plots, [\d,]+ problems told\nno mistakes\n",
        out,
    )
    found = json.loads(sumc("data", "check-schemas", "--language", "en", "--json")[1])
    (told,) = found.pop("stories")
    assert told["language"] == "en"
    assert found == {
        "counts": [{"language": "en", "schemas": 144, "asks": 460, "problems": 4600}],
        "mistakes": [],
    }


def test_schemas_of_ones_own_are_checked(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        '[[schema]]\nname = "sum"\nnumbers = "a own; b own; t = a + b"\nfacts.ab = "{a} and {b}"\n'
        '[[schema.ask]]\ntarget = "t"\ntell = "ab"\nquestion = "what is the sum"\n',
        encoding="utf-8",
    )
    assert sumc("data", "check-schemas", str(path))[0] == 0
    path.write_text(path.read_text(encoding="utf-8").replace("own", "owm"), encoding="utf-8")
    code, out, _ = sumc("data", "check-schemas", str(path))
    assert code == 1
    assert f"{path}:3: sum: no range is called 'owm', did you mean `own`?" in out
    assert out.endswith("2 mistakes\n")
    code, out, _ = sumc("data", "check-schemas", str(path), "--json")
    assert code == 1
    assert [mistake["line"] for mistake in json.loads(out)["mistakes"]] == [3, 3]
    code, _, err = sumc("data", "check-schemas", str(tmp_path / "gone.toml"))
    assert code == 2
    assert "no file" in err
    assert sumc("data", "check-schemas", "--language", "fr")[0] == 2


def test_mistakes_are_one_message() -> None:
    code, out, err = sumc("data", "stats", "mwaps", "--data", DATA)
    assert (code, out) == (2, "")
    assert "did you mean `mawps`?" in err
    assert sumc("data", "stats", "mawps", "--data", "nowhere")[0] == 2


def test_table_2_is_printed_beside_the_paper() -> None:
    """Where --data names the data its codes are counted, whatever results sumc comes with."""
    code, out, _ = sumc("reproduce", "table-2", "--kept", "--data", DATA)
    assert code == 0
    assert "1,290" in out
    assert "How it is counted" in out
    rows = json.loads(sumc("reproduce", "table-2", "--kept", "--data", DATA, "--json")[1])["rows"]
    assert rows[0]["size"] == 4
