"""The readers on a few problems of our own in the published formats (tests/data)."""

import csv
import json
import shutil
from fractions import Fraction
from itertools import islice
from pathlib import Path

import pytest

from sumc.errors import DatasetError, LimitError
from sumc.problems import files
from sumc.problems.datasets import SOURCES, Dataset, is_available, load_dataset
from sumc.problems.description import Columns
from sumc.problems.files import BrokenLine, Object, read_json_items
from sumc.problems.provenance import Part
from sumc.problems.readers.gsm8k import join_steps
from sumc.problems.world import stories

DATA = Path(__file__).parents[1] / "data"


def _targets(name: str) -> dict[str, str]:
    return {
        problem.id: " ".join(problem.expression.items) if problem.expression else ""
        for problem in load_dataset(name, DATA).problems
    }


@pytest.mark.parametrize(
    ("name", "targets", "left_out"),
    [
        (
            "math23k",
            {"1": "n1 n2 *", "2": "3.14 n1 2 ^ *", "3": "n1 n2 /", "5": "n2 n1 -", "6": "n1 n2 *"},
            {"the equation cannot be read": 1},
        ),
        (
            "mawps",
            {"1": "n1 n2 *", "2": "n2 n1 +", "3": "n1 n2 *", "5": "n2 60 /"},
            {"the equation cannot be read": 1},
        ),
        ("mawps_single", {"11": "n1 n2 -", "12": "n1 n2 *"}, {"neither equation nor answer": 1}),
        ("asdiv-a", {"own-1": "n1 n2 -", "own-2": "n1 n2 /"}, {}),
        (
            "asdiv",
            {"own-1": "n1 n2 -", "own-2": "n1 n2 /"},
            {"the answer cannot be read": 1},
        ),
        (
            "gsm8k",
            {"1": "n1 n1 n2 * +", "2": "n1 n2 *", "3": ""},
            {"a step cannot be read": 1},
        ),
        ("allarith", {"1": "n1 n2 -"}, {}),
        ("ape210k", {"100": "n1 n2 /"}, {}),
    ],
)
def test_a_dataset_is_read_and_what_is_left_out_is_counted(
    name: str, targets: dict[str, str], left_out: dict[str, int]
) -> None:
    dataset = load_dataset(name, DATA)
    assert _targets(name) == targets
    assert dict(dataset.reasons()) == left_out
    assert dataset.size == len(targets) + sum(left_out.values())


def test_problems_whose_equation_does_not_give_the_answer_are_used_and_counted() -> None:
    assert [problem.id for problem in load_dataset("math23k", DATA).disagreeing] == ["5"]
    assert [problem.id for problem in load_dataset("asdiv-a", DATA).disagreeing] == ["own-2"]


def test_answers_are_read_in_their_published_forms() -> None:
    answers = {problem.id: problem.answer for problem in load_dataset("math23k", DATA).problems}
    assert answers["3"] == Fraction(5, 3)
    assert answers["2"] == Fraction("12.56")


def test_words_of_the_dataset_are_kept() -> None:
    first = load_dataset("math23k", DATA).problems[0]
    assert first.words[:4] == ("果园", "里", "有", "12")


def test_number_words_are_a_setting() -> None:
    with_words = load_dataset("asdiv-a", DATA).problems[0]
    digits = load_dataset("asdiv-a", DATA, words=False).problems[0]
    assert len(with_words.quantities) == 2
    assert len(digits.quantities) == 0
    assert digits.expression is not None
    assert digits.expression.items == ("5", "2", "-")


def test_parts_tell_the_published_files_and_folds() -> None:
    assert [_parts("math23k")[name] for name in ("1", "3", "4", "6")] == [
        Part("train"),
        Part("validation"),
        Part("train"),
        Part("test"),
    ]
    assert _parts("mawps")["4"] == Part()
    assert _parts("mawps")["1"] == Part(fold=0)
    assert _parts("mawps_single")["12"] == Part("validation", 1)


def _parts(name: str) -> dict[str, Part]:
    dataset = load_dataset(name, DATA)
    used = {problem.id: problem.part for problem in dataset.problems}
    return {**used, **{each.id: each.part for each in dataset.skipped}}


def test_the_built_in_dataset_needs_no_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SUMC_DATA", raising=False)
    assert load_dataset("generated").problems[0].id == "en-1"


def test_every_built_in_problem_can_be_used(generated: Dataset) -> None:
    assert generated.skipped == ()
    assert generated.disagreeing == ()
    assert {problem.language for problem in generated.problems} == {"en", "zh"}


def test_a_missing_folder_or_file_says_what_is_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SUMC_DATA", raising=False)
    with pytest.raises(DatasetError, match=r"--data DIR or in \$SUMC_DATA"):
        load_dataset("mawps")
    with pytest.raises(DatasetError, match=r"reference_folds\.json"):
        load_dataset("mawps", tmp_path)
    monkeypatch.setenv("SUMC_DATA", str(DATA))
    assert load_dataset("allarith").size == 1


def test_an_unknown_name_suggests_the_one_that_was_meant() -> None:
    with pytest.raises(DatasetError, match="did you mean `math23k`"):
        load_dataset("math23", DATA)
    with pytest.raises(DatasetError, match="known: generated"):
        load_dataset("zzz", DATA)


def test_datasets_say_whether_they_are_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SUMC_DATA", raising=False)
    assert is_available("generated", None) == "built in"
    assert is_available("mawps", None) == "give --data"
    assert is_available("mawps", tmp_path) == "not there"
    assert all(is_available(name, DATA) in ("there", "built in") for name in SOURCES)


def test_ids_are_made_unique(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    rows = [{"id": name, "text": "2 and 3", "equation": "2+3"} for name in (0, 0, None, "a")]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    dataset = load_dataset(str(path))
    assert [problem.id for problem in dataset.problems] == ["0", "0#2", "3", "a"]


def test_fields_of_a_wrong_type_are_no_texts(tmp_path: Path) -> None:
    folder = tmp_path / "ape210k"
    folder.mkdir()
    fields = [
        {"id": 1, "original_text": None, "equation": "x=1", "ans": "1", "segmented_text": None},
        {"id": 2, "original_text": {"a": 1}, "equation": "x=1", "ans": "1"},
        {"id": 3, "original_text": "1个", "equation": None, "ans": 0.00001},
        {"id": 4, "original_text": "1个", "equation": ["x=1", "y=2"], "ans": True},
    ]
    (folder / "valid.ape.json").write_text("\n".join(map(json.dumps, fields)), encoding="utf-8")
    dataset = load_dataset("ape210k", tmp_path)
    assert dict(dataset.reasons()) == {"no text": 2, "neither equation nor answer": 1}
    assert dataset.problems[0].answer == Fraction(1, 100_000)


def test_steps_that_double_each_other_are_refused() -> None:
    steps = [(f"{2**i}+{2**i}", f"{2 ** (i + 1)}") for i in range(40)]
    with pytest.raises(LimitError, match="steps"):
        join_steps(steps, "No numbers here.")


def test_a_step_stands_for_one_number_that_the_question_has_too() -> None:
    question = "20 gallons at 2 times 5, then 200 miles more."
    assert join_steps([("20*2*5", "200"), ("200+200", "400")], question) == "20*2*5+200"


BROKEN: dict[str, tuple[str, list[Object | int]]] = {
    "cut off": ('[{"id": 1},\n{"id": 2', [{"id": 1}, 2]),
    "cut off after an object": ('[{"id": 1},\n{"id": 2}', [{"id": 1}, {"id": 2}, 2]),
    "cut off after a comma": ('[{"id": 1},\n', [{"id": 1}, 2]),
    "no comma": ('[{"id": 1}\n{"id": 2}]', [{"id": 1}, 2, {"id": 2}]),
    "more after the list": ('[{"id": 1}]\n]', [{"id": 1}, 2]),
    "no object": ('[{"id": 1},\n 7,\n{"id": 2}]', [{"id": 1}, 2, {"id": 2}]),
    "the last of a list": ('[{"id": 1},\n{"id": }]', [{"id": 1}, 2]),
    "the only one in a list that follows": ('{"id": 1}\n[]', [{"id": 1}, 2]),
}


@pytest.mark.parametrize("case", BROKEN)
def test_what_is_broken_in_a_file_counts_once_with_its_line(tmp_path: Path, case: str) -> None:
    path = tmp_path / "broken.json"
    text, items = BROKEN[case]
    path.write_text(text, encoding="utf-8")
    found = read_json_items(path)
    assert [each.line if isinstance(each, BrokenLine) else each for each in found] == items


@pytest.mark.parametrize("text", ["hello", '"hello"', "", "[ ]", "[1,\n2]", "{"])
def test_a_file_without_any_object_is_an_error(tmp_path: Path, text: str) -> None:
    path = tmp_path / "broken.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DatasetError, match=r"broken\.json: the file holds no problems"):
        list(read_json_items(path))


def test_a_json_object_without_end_does_not_fill_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "LARGEST_OBJECT", 1000)
    monkeypatch.setattr(files, "CHUNK", 100)
    path = tmp_path / "endless.json"
    path.write_text('{"a": "' + "x" * 100_000, encoding="utf-8")
    with pytest.raises(DatasetError, match="line 1"):
        list(read_json_items(path))


def test_objects_are_read_across_pieces_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "CHUNK", 7)
    path = tmp_path / "many.json"
    items = [{"id": number, "text": "年" * number} for number in range(20)]
    path.write_text(json.dumps(items, ensure_ascii=False), encoding="utf-8")
    assert list(read_json_items(path)) == items


def test_broken_xml_and_ids_and_folds_are_errors_of_ours(tmp_path: Path) -> None:
    asdiv = tmp_path / "asdiv"
    asdiv.mkdir()
    for fold in range(5):
        (asdiv / f"fold{fold}.txt").write_text("", encoding="utf-8")
    (asdiv / "ASDiv.xml").write_text("<a>\n<b></a>", encoding="utf-8")
    with pytest.raises(DatasetError, match=r"ASDiv.xml, line 2"):
        load_dataset("asdiv", tmp_path)
    mawps = tmp_path / "mawps"
    mawps.mkdir()
    (mawps / "reference_folds.json").write_text("[1, 2", encoding="utf-8")
    with pytest.raises(DatasetError, match=r"reference_folds\.json"):
        load_dataset("mawps", tmp_path)
    math23k = tmp_path / "math23k"
    math23k.mkdir()
    (math23k / "valid_ids.json").write_text("7", encoding="utf-8")
    with pytest.raises(DatasetError, match="expected a list of ids"):
        load_dataset("math23k", tmp_path)
    (mawps / "reference_folds.json").write_text('{"1": "a"}', encoding="utf-8")
    with pytest.raises(DatasetError, match="expected an object of ids and folds"):
        load_dataset("mawps", tmp_path)
    (asdiv / "fold0.txt").write_bytes(b"\xff")
    with pytest.raises(DatasetError, match="not UTF-8"):
        load_dataset("asdiv", tmp_path)


def test_an_id_of_a_fold_without_a_problem_is_counted(tmp_path: Path) -> None:
    shutil.copytree(DATA / "asdiv", tmp_path / "asdiv")
    (tmp_path / "asdiv" / "fold4.txt").write_text("own-9\n", encoding="utf-8")
    assert load_dataset("asdiv-a", tmp_path).reasons()["in a fold but not in ASDiv.xml"] == 1


def test_a_byte_order_mark_is_no_part_of_a_column(tmp_path: Path) -> None:
    path = tmp_path / "excel.csv"
    path.write_text("text,answer\n2 and 3,5\n", encoding="utf-8-sig")
    assert load_dataset(str(path)).problems[0].answer == 5


ROWS: list[dict[str, object]] = [
    {"question": "Tia has 4 pens and buys 5.", "formula": "4+5", "result": "9"},
    {"question": "", "formula": "1", "result": "1"},
    {"question": "He has 3 cats.", "formula": None, "result": 3},
    {"question": "She has 3 cats.", "formula": "", "result": "many"},
    {"question": "It has 3 legs.", "formula": "", "result": ""},
]


@pytest.mark.parametrize("suffix", [".jsonl", ".csv"])
def test_a_file_of_ones_own_is_read_with_its_own_columns(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"mine{suffix}"
    with path.open("w", encoding="utf-8", newline="") as stream:
        if suffix == ".csv":
            writer = csv.DictWriter(stream, ["question", "formula", "result"])
            writer.writeheader()
            writer.writerows(ROWS)
        else:
            stream.writelines(json.dumps(row) + "\n" for row in ROWS)
    dataset = load_dataset(str(path), columns=Columns("question", "formula", "result"))
    assert [problem.id for problem in dataset.problems] == ["1", "3"]
    assert dataset.problems[1].expression is None
    assert dataset.problems[1].answer == 3
    assert dict(dataset.reasons()) == {
        "no text": 1,
        "the answer cannot be read": 1,
        "neither equation nor answer": 1,
    }
    with pytest.raises(DatasetError, match="no column text; found question, formula, result"):
        load_dataset(str(path))
    with pytest.raises(DatasetError, match="no column formel"):
        load_dataset(str(path), columns=Columns("question", "formel", "result"))
    with pytest.raises(DatasetError, match="no column equation or answer"):
        load_dataset(str(path), columns=Columns("question"))


def test_a_toolkit_file_is_recognised(tmp_path: Path) -> None:
    path = tmp_path / "toolkit.json"
    path.write_text((DATA / "mawps_single" / "trainset.json").read_text(encoding="utf-8"))
    assert load_dataset(str(path)).problems[0].id == "11"
    path.write_text('[{"text": "2 and 3", "answer": 5}]', encoding="utf-8")
    assert load_dataset(str(path)).problems[0].answer == 5


def test_other_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="no file"):
        load_dataset(str(tmp_path / "nothing.jsonl"))
    path = tmp_path / "mine.txt"
    path.write_text("hello", encoding="utf-8")
    with pytest.raises(DatasetError, match=r"ends in \.jsonl, \.json, \.csv"):
        load_dataset(str(path))
    bad = tmp_path / "mine.csv"
    bad.write_text('text,answer\n"a"b,1\n', encoding="utf-8")
    with pytest.raises(DatasetError, match="line 2"):
        load_dataset(str(bad))
    for name in ("mine.csv", "mine.jsonl"):
        bad = tmp_path / name
        bad.write_bytes(b"text,answer\n\xff\xfe,1\n")
        with pytest.raises(DatasetError, match="not UTF-8"):
            load_dataset(str(bad))
    with pytest.raises(DatasetError, match="cannot read"):
        list(read_json_items(tmp_path))


def test_stories_are_a_dataset_without_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Solutions keep the mentions that the simulator meant, not those of equal value."""
    monkeypatch.setattr("sumc.problems.datasets.STORIES_SIZE", 30)
    dataset = load_dataset("stories")
    assert [problem.language for problem in dataset.problems] == ["en"] * 30 + ["zh"] * 30
    assert list(dataset.problems[:30]) == list(islice(stories("en"), 30))
    assert not dataset.skipped
    digits = load_dataset("stories", words=False)
    assert all(q.written == "digits" for p in digits.problems for q in p.quantities)
    assert is_available("stories", None) == "built in"
