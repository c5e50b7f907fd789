"""Damaged files: each kind of damage is one error of ours that says which file and which line."""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sumc.errors import DatasetError, ProblemError, SumcError
from sumc.problems.datasets import load_dataset
from sumc.problems.description import Columns, read_catalogue, read_description
from sumc.problems.files import (
    BrokenLine,
    field_text,
    find_file,
    read_json_items,
    read_json_value,
)
from sumc.problems.provenance import Part
from sumc.problems.readers import described, gsm8k, mawps, mwptoolkit
from sumc.problems.readers.asdiv import read_all, read_arithmetic
from sumc.problems.readers.gsm8k import join_steps
from sumc.problems.records import Record, Skipped

DATA = Path(__file__).parents[1] / "data"
FORMATS = {
    "math23k": "math23k/math23k_train.json",
    "mawps_single": "mawps_single/trainset.json",
    "asdiv": "asdiv/ASDiv.xml",
    "gsm8k": "gsm8k/train.jsonl",
    "ape210k": "ape210k/valid.ape.json",
    "paramawps": "paramawps/paramawps.jsonl",
    "unbiased_mwp": "unbiased_mwp/train.csv",
    "contest_zh": "contest_zh/train.csv",
}
"""A dataset of every format, with one of its files."""
GO_ON = ("math23k", "gsm8k", "paramawps", "contest_zh")
"""Those whose file here has a problem beside the one that is broken, and lines to go on from."""


@pytest.fixture
def copied(tmp_path: Path) -> Callable[[str], Path]:
    """Copies the folder of a dataset's file, so that it can be broken."""

    def copy(name: str) -> Path:
        path = tmp_path / name
        shutil.copytree(DATA / path.parent.name, path.parent)
        return path

    return copy


@pytest.mark.parametrize(("dataset", "name"), FORMATS.items())
def test_bytes_that_are_not_utf8_are_told_with_the_file(
    dataset: str, name: str, copied: Callable[[str], Path]
) -> None:
    """A broken line is left out and named where the next one can be found, else it is refused."""
    path = copied(name)
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2] + b"\xff\xfe" + content[len(content) // 2 :])
    if dataset in GO_ON:
        found = load_dataset(dataset, path.parents[1])
        assert found.reasons()["a broken line"] == 1
        assert any(skipped.id.startswith(f"{path.name}, line ") for skipped in found.skipped)
        return
    with pytest.raises(DatasetError, match=path.name):
        load_dataset(dataset, path.parents[1])


@pytest.mark.parametrize(("dataset", "name"), FORMATS.items())
def test_an_empty_file_is_told(dataset: str, name: str, copied: Callable[[str], Path]) -> None:
    path = copied(name)
    path.write_bytes(b"")
    with pytest.raises(DatasetError, match=path.name):
        load_dataset(dataset, path.parents[1])


@pytest.mark.parametrize(("dataset", "name"), FORMATS.items())
def test_a_missing_file_is_told_with_where_it_was_looked_for(
    dataset: str, name: str, copied: Callable[[str], Path]
) -> None:
    path = copied(name)
    path.unlink()
    with pytest.raises(DatasetError, match=r"no file .*--data DIR"):
        load_dataset(dataset, path.parents[1])


@pytest.mark.parametrize(("dataset", "name"), FORMATS.items())
def test_a_file_cut_off_anywhere_gives_problems_or_one_error(
    dataset: str, name: str, copied: Callable[[str], Path]
) -> None:
    """A download that stopped: never an error of Python's, and never more problems than before."""
    path = copied(name)
    whole = len(load_dataset(dataset, path.parents[1]).problems)
    content = path.read_bytes()
    for cut in Random(name).sample(range(1, len(content)), min(12, len(content) - 1)):
        path.write_bytes(content[:cut])
        try:
            found = len(load_dataset(dataset, path.parents[1]).problems)
        except SumcError as error:
            assert path.name in str(error)
        else:
            assert found <= whole


@settings(max_examples=40)
@given(st.lists(st.dictionaries(st.text(max_size=3), st.integers(), max_size=2), min_size=1))
def test_objects_are_the_same_as_a_list_as_lines_and_one_after_the_other(
    tmp_path_factory: pytest.TempPathFactory, items: list[dict[str, int]]
) -> None:
    path = tmp_path_factory.mktemp("json") / "objects.json"
    texts = [json.dumps(item) for item in items]
    for text in (
        json.dumps(items, indent=1),
        "\n".join(texts),
        " ".join(texts),
        f"[{','.join(texts)}]\n\n",
    ):
        path.write_text(text, encoding="utf-8")
        assert [*read_json_items(path)] == items


OWN = {
    "a.csv": (b'text,answer\n2 and 3,5\n"a"b,5\nx,y,z\n\xff,1\n3 and 4,7\n"open,5', [3, 4, 5, 7]),
    "list.json": (
        b'[\n{"text": "2 and 3", "answer": 5},\n{"text": },\n7,\n{"text": "\xff"},\n'
        b'{"text": "3 and 4", "answer": 7}\n',
        [3, 5, 7],  # the 7 after a broken object belongs to it
    ),
    "objects.json": (
        b'{"text": "2 and 3", "answer": 5}\n{"a"\n{"text": "3 and 4", "answer": 7}',
        [2],
    ),
    "lines.jsonl": (
        b'{"text": "2 and 3", "answer": 5}\n{"a"\n{"text": "3 and 4", "answer": 7}',
        [2],
    ),
}
"""Files in which two problems can be read, and the lines that cannot."""


@pytest.mark.parametrize("name", OWN)
def test_broken_lines_are_named_and_the_others_go_on(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    content, lines = OWN[name]
    path.write_bytes(content)
    dataset = load_dataset(str(path))
    assert [problem.answer for problem in dataset.problems] == [5, 7]
    assert [each.id for each in dataset.skipped] == [f"{name}, line {at}" for at in lines]
    assert all(each.detail for each in dataset.skipped)
    named = tuple(f"{each.id}: {each.detail}" for each in dataset.skipped)
    assert dataset.broken_lines == named


ONE_RECORD = [
    ("math23k", "math23k_train.json", '{"id": "7", "ans": ', Part("train")),
    ("math23k", "math23k_train.json", '{"id": "3", "ans": ', Part("validation")),
    ("math23k", "math23k_train.json", '{"ans": "7"', Part("train")),
    ("math23k", "math23k_test.json", '{"id": "7" "ans": "7"}', Part("test")),
    ("mawps", "MAWPS_2373.json", '{\n"id": 5,\n"ans" 7},', Part(fold=4)),
    ("mawps", "MAWPS_2373.json", '{"ans": },', Part()),
    ("mawps_single", "trainset.json", '{"iIndex": 15, "lSolutions": },', Part("train", 4)),
    ("mawps_single", "five_fold/test_2.jsonl", '{"id": "13', Part(fold=2)),
]
"""A file, a broken record that is put before its others, and the part that it belongs to."""


@pytest.mark.parametrize(("dataset", "name", "broken", "part"), ONE_RECORD)
def test_a_broken_record_costs_no_other_and_counts_in_the_part_of_its_id(
    dataset: str, name: str, broken: str, part: Part, copied: Callable[[str], Path]
) -> None:
    folder = copied(f"{dataset}/{name.rpartition('/')[2]}").parent
    data, path = folder.parent, folder / name
    whole, content = load_dataset(dataset, data), path.read_text(encoding="utf-8")
    is_list = content.startswith("[")
    start = f"[\n{broken}\n" if is_list else f"{broken}\n"
    path.write_text(start + content.removeprefix("["), encoding="utf-8")
    found = load_dataset(dataset, data)
    assert [*found.problems] == [*whole.problems]
    (added,) = set(found.skipped) - set(whole.skipped)
    assert (added.id, added.part) == (f"{path.name}, line {1 + is_list}", part)
    assert found.broken_lines == (f"{added.id}: {added.detail}",)


@settings(max_examples=60)
@given(st.lists(st.integers(0, 10**9), min_size=1, max_size=8), st.data())
def test_one_broken_object_costs_no_other(
    tmp_path_factory: pytest.TempPathFactory, numbers: list[int], data: st.DataObject
) -> None:
    """Whatever is cut out of one line of a list: all other objects are read."""
    texts = [json.dumps({"a": number, "b": "text"}) for number in numbers]
    place = data.draw(st.integers(0, len(texts) - 1))
    cut = data.draw(st.integers(0, len(texts[place]) - 1))
    broken = [*texts[:place], texts[place][:cut], *texts[place + 1 :]]
    path = tmp_path_factory.mktemp("json") / "list.json"
    path.write_text("[\n" + ",\n".join([*broken, texts[place]]) + "\n]", encoding="utf-8")
    read = [each for each in read_json_items(path) if not isinstance(each, BrokenLine)]
    kept = [*numbers[:place], *numbers[place + 1 :], numbers[place]]
    assert [each["a"] for each in read] == kept


def test_a_json_value_that_is_none_is_told_with_its_file(tmp_path: Path) -> None:
    path = tmp_path / "folds.json"
    for text in ("", "[1", "NaN", '{"a": 1, "a": 2}', "[" * 5_000):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(DatasetError, match=r"folds\.json: expected JSON"):
            read_json_value(path)
    with pytest.raises(DatasetError, match="no file"):
        find_file(tmp_path, "other.json")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("  a ", "a"),
        (7, "7"),
        (0.1, "0.1"),
        (1e-7, "0.0000001"),
        (1e22, "10000000000000000000000"),
        (["x=1"], "x=1"),
        ([3.5], "3.5"),
        (["x=1", "y=2"], ""),
        ({"a": 1}, ""),
        (None, ""),
        (True, ""),
        ([], ""),
    ],
)
def test_a_field_is_text_or_nothing(value: object, text: str) -> None:
    assert field_text({"a": value}, "a") == text
    assert field_text({"b": "other", "a": value}, "a", "b") == (text or "other")
    assert field_text({}, "a") == ""


# Records


def records(read: Iterator[Record | Skipped]) -> list[Record | Skipped]:
    return [*read]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("hours=4*2", "x=4*2"),
        ("4*2=hours", "4*2=x"),
        ("X=4*2", "X=4*2"),
        ("x=4*2", "x=4*2"),
        ("4*2", "4*2"),
        ("ab=cd", "x=cd"),
        ("", ""),
    ],
)
def test_an_unknown_of_another_name_becomes_x(written: str, meant: str) -> None:
    assert mawps.name_unknown_x(written) == meant


@pytest.mark.parametrize(
    "folds", ["[]", '{"1": 5}', '{"1": -1}', '{"1": [1]}', '{"1": null}', '{"1": "0"}']
)
def test_folds_are_numbers_from_0_to_4(tmp_path: Path, folds: str) -> None:
    (tmp_path / "mawps").mkdir()
    (tmp_path / "mawps" / "reference_folds.json").write_text(folds, encoding="utf-8")
    with pytest.raises(DatasetError, match="folds from 0 to 4"):
        load_dataset("mawps", tmp_path)


def test_both_spellings_of_the_toolkit_are_one_record(tmp_path: Path) -> None:
    rows: list[dict[str, object]] = [
        {"id": "7", "original_text": "2 and 3", "equation": "x=2+3", "ans": "5"},
        {"iIndex": 7, "sQuestion": "2 and 3", "lEquations": ["x=2+3"], "lSolutions": [5]},
    ]
    path = tmp_path / "toolkit.json"
    path.write_text(json.dumps(rows), encoding="utf-8")
    one, other = mwptoolkit.read_file(path)
    assert one == other
    path.write_text(json.dumps([{**rows[1], "lEquations": ["x=2", "y=3"]}]), encoding="utf-8")
    (several,) = mwptoolkit.read_file(path)
    assert isinstance(several, Record)
    assert several.equation == ""


STEPS = [
    ([("48/2", "24"), ("48+24", "72")], "She sold 48 clips.", "48+48/2"),
    ([("2*3", "6"), ("6*6", "36")], "2 rows of 3.", "2*3*(2*3)"),
    ([("2*3", "6"), ("6+6", "12")], "2 rows of 3, and 6 more.", "2*3+6"),
    ([("1/3", "0.33333"), ("0.33333*9", "3")], "A third of 9.", "1/3*9"),
    ([("$5*2", "$10")], "5 dollars each", "5*2"),
    ([("1/0", "?"), ("2+3", "5")], "2 and 3", "2+3"),
    ([], "no steps", ""),
]


@pytest.mark.parametrize(("steps", "question", "joined"), STEPS)
def test_steps_are_put_into_one_expression(
    steps: list[tuple[str, str]], question: str, joined: str
) -> None:
    assert join_steps(steps, question) == joined


def test_a_step_that_cannot_be_read_is_counted_not_dropped(tmp_path: Path) -> None:
    rows = [
        {"question": "2 and 3?", "answer": "<<2+=5>>5\n#### 5"},
        {"question": "2 and 3?", "answer": "<<2+3=5>>5\n#### 1,005"},
        {"question": "2 and 3?", "answer": "no steps"},
    ]
    (tmp_path / "train.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    lost, whole, bare = gsm8k.read(tmp_path)
    assert isinstance(lost, Skipped)
    assert (lost.id, lost.reason) == ("1", "a step cannot be read")
    assert isinstance(whole, Record)
    assert (whole.equation, whole.answer) == ("2+3", "1005")
    assert isinstance(bare, Record)
    assert bare.equation == ""


ASDIV = """<ProblemSet>
<Problem ID="p1"><Body>Ann has {body} pens.</Body><Question>How many?</Question>
<Answer>{answer}</Answer><Formula>{formula}</Formula></Problem>
</ProblemSet>"""


@pytest.mark.parametrize(
    ("formula", "answer", "expected"),
    [
        ("7+2=9", "9 (apples)", ("7+2", "9")),
        ("17/6=2 r5", "2", ("17/6", "2")),
        ("x+3=9", "1,200 (km)", ("x+3=9", "1200")),
        ("3+5=8; 8-2=6", "6", ("3+5=8; 8-2=6", "6")),
        ("1/2=0.5", "1/2 (of it)", ("1/2", "1/2")),
        ("2+2=4", "Tom", ("2+2", "Tom")),
        ("", "", ("", "")),
    ],
)
def test_what_asdiv_writes_is_a_solution_and_a_number(
    tmp_path: Path, formula: str, answer: str, expected: tuple[str, str]
) -> None:
    for fold in range(5):
        (tmp_path / f"fold{fold}.txt").write_text("p1" if fold == 2 else "", encoding="utf-8")
    text = ASDIV.format(body=7, answer=answer, formula=formula)
    (tmp_path / "ASDiv.xml").write_text(text, encoding="utf-8")
    (record,) = records(read_all(tmp_path))
    assert isinstance(record, Record)
    assert (record.equation, record.answer) == expected
    assert (record.text, record.part.fold) == ("Ann has 7 pens. How many?", 2)
    assert records(read_arithmetic(tmp_path)) == [record]


# Descriptions


@pytest.mark.parametrize(
    ("text", "mistakes"),
    [
        ("", ["files: at least one is needed"]),
        ("files = []", ["files: expected a list of names"]),
        ("files = [3]", ["files: expected a list of names"]),
        ('files = {"a.csv" = "exam"}', ["files: expected a list of names"]),
        ('files = ["a.csv"]\nlanguage = "fr"', ["language: expected en or zh, found 'fr'"]),
        ('files = ["a.csv"]\nrewrite = {m = 3}', ["rewrite: expected a table of texts"]),
        ('files = ["a.csv"]\ncolumns = 3', ["columns: expected a table, found 3"]),
        (
            'files = "a.csv"\nnull_answer = "none"\ncolours = 1\n[columns]\ntext = 3\nfoo = "a"',
            [
                "files: expected a list of names",
                "null_answer: expected unanswerable, found 'none'",
                "colours: unknown; known: about",
                "columns.text: expected a text, found 3",
                "columns.foo: unknown; known: text",
            ],
        ),
    ],
)
def test_all_mistakes_of_a_description_are_told_at_once(text: str, mistakes: list[str]) -> None:
    with pytest.raises(DatasetError) as error:
        read_description(text, "mine.toml")
    first, *lines = str(error.value).splitlines()
    assert first == "mine.toml does not describe a dataset:"
    assert len(lines) == len(mistakes)
    for line, mistake in zip(lines, mistakes, strict=True):
        assert line.strip().startswith(mistake)


@pytest.mark.parametrize("text", ["files = ", "[", "a = " + "[" * 100_000])
def test_a_description_that_is_no_toml_is_one_error(text: str) -> None:
    """Endless nesting too: Python's own error about its stack does not escape."""
    with pytest.raises(DatasetError, match=r"mine\.toml is not TOML"):
        read_description(text, "mine.toml")


def test_an_entry_of_the_catalogue_is_a_table() -> None:
    with pytest.raises(DatasetError, match="own: a: expected a table"):
        read_catalogue("a = 3", "own")


def rows_of(tmp_path: Path, description: str, **files: str) -> list[Record | Skipped]:
    for name, text in files.items():
        (tmp_path / name.replace("_", ".")).write_text(text, encoding="utf-8")
    return records(described.read(read_description(description, "own"), tmp_path))


def test_rows_get_role_fold_numbers_and_tags_from_their_columns(tmp_path: Path) -> None:
    description = """
    files = ["a.jsonl"]
    rewrite = {"m=" = "x="}
    null_answer = "unanswerable"
    base = "mawps"
    [columns]
    role = "split"
    fold = "fold"
    numbers = "numbers"
    base_id = "of"
    tags = ["kind", "flag"]
    """
    row = {"text": "7 and 3", "equation": "m=n0-n1", "numbers": "7 3", "answer": "4"}
    extra = {"split": "dev", "fold": 3, "of": "12", "kind": ["a", "b"], "flag": True}
    other = {"text": "7", "answer": None, "split": "exam", "fold": 9, "numbers": "", "flag": None}
    several = {"text": "7", "equation": "x=1;y=2", "answer": "1"}
    lines = "\n".join(map(json.dumps, ({**row, **extra}, other, several)))
    one, two, three = rows_of(tmp_path, description, a_jsonl=lines)
    assert isinstance(one, Record)
    assert (one.equation, one.part.role, one.part.fold) == ("x=(7)-(3)", "validation", 3)
    assert one.tags == (("kind", "a"), ("kind", "b"), ("flag", "true"))
    assert one.base is not None
    assert (one.base.source, one.base.id) == ("mawps", "12")
    assert isinstance(two, Record)
    assert (two.answerable, two.part.role, two.part.fold, two.tags) == (False, "", None, ())
    assert isinstance(three, Skipped)
    assert (three.id, three.reason) == ("3", "several equations")


def test_a_column_that_no_row_has_is_told_with_those_that_are_there(tmp_path: Path) -> None:
    description = 'files = ["a.jsonl"]\n[columns]\nrole = "split"'
    with pytest.raises(DatasetError, match="no column split; found text, answer"):
        rows_of(tmp_path, description, a_jsonl='{"text": "7", "answer": 1}')
    with pytest.raises(DatasetError, match="no column text; found nothing"):
        rows_of(tmp_path, 'files = ["a.jsonl"]', a_jsonl="{}")
    with pytest.raises(DatasetError, match=r"a\.txt: expected a file that ends in"):
        rows_of(tmp_path, 'files = ["a.txt"]', a_txt="7")
    with pytest.raises(DatasetError, match=r"a\.csv: the file holds no problems"):
        rows_of(tmp_path, 'files = ["a.csv"]', a_csv="text,answer\n")


def test_files_may_be_the_folds(tmp_path: Path) -> None:
    description = 'files = ["a.csv", "b.csv"]\nfolds = "files"\nheader = ["text", "answer"]'
    found = rows_of(tmp_path, description, a_csv="7,1\n", b_csv="8,2\n9,3\n")
    assert [each.part.fold for each in found] == [0, 1, 1]
    assert [each.id for each in found] == ["1", "2", "3"]


def test_named_columns_are_those_that_somebody_chose() -> None:
    assert Columns().named == set()
    assert Columns("frage", tags=("kind",), role="split").named == {"frage", "kind", "split"}
    assert issubclass(DatasetError, ProblemError)
